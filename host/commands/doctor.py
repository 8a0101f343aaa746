"""`colony doctor`: looks at every part on the way from the card to the page and says what to do about what is wrong.

Rule 1: it changes nothing. Events that the ARC sends meanwhile are not acknowledged, so the companion gets them later.
Rule 2: each finding is one line; each fault names its cure. Exit code 0 when nothing needs a cure.
"""

import argparse
import asyncio
import contextlib
import importlib.util
import platform
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host import paths
from host.errors import EXIT_FAILED, EXIT_OK, UserError
from host.link.cures import CURES, LOOK_HERE, cure_of
from host.plurals import counted
from shared_rules import catalog

STATUS_DEADLINE_S = 8.0  # the ARC sends one every five seconds
MARKS = {True: "ok  ", False: "FIX "}


class LookingOnly(Exception):
    """Ends the doctor's session without an acknowledgement (Rule 1)."""


@dataclass(frozen=True)
class Finding:
    """One line of the report."""

    good: bool
    what: str
    cure: str = ""


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser("doctor", help="check ports, permissions, firmware, reader and bus")
    parser.add_argument("--arc", default="auto", metavar="WHICH", help="as in `colony play`")
    paths.add_data_option(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print each finding as it is made."""
    return asyncio.run(_report(paths.data_dir(arguments.data), arguments.arc))


async def _report(folder: Path, which: str) -> int:
    worst = EXIT_OK
    async for finding in examine(folder, which):
        print(f"{MARKS[finding.good]} {finding.what}", flush=True)
        if finding.cure:
            print(f"      {finding.cure}")
        if not finding.good:
            worst = EXIT_FAILED
    return worst


async def examine(folder: Path, which: str) -> AsyncIterator[Finding]:
    """All findings, from the computer outwards."""
    yield Finding(True, f"Python {platform.python_version()} on {platform.platform(terse=True)}")
    yield _micropython()
    yield await _save(folder)
    companion = _companion(folder)
    if companion is not None:
        # It holds the port; what it says of the ARC is all that can be known without disturbing the game.
        yield Finding(bool(companion["arc_connected"]), f"A companion runs at {companion['url']}: {companion['arc']}")
        for notice in companion["notices"]:
            yield Finding(False, notice.removesuffix(LOOK_HERE), cure_of(notice))
        return
    async for finding in _arc(folder, which):
        yield finding


def _micropython() -> Finding:
    if importlib.util.find_spec("micropython_unix") is None:
        return Finding(True, "No MicroPython for this computer: the virtual ARC runs its firmware under Python instead")
    return Finding(True, "MicroPython for the virtual ARC is there")


async def _save(folder: Path) -> Finding:
    from host.store.errors import NewerSave, StoreError, StoreLocked, StoreUnavailable
    from host.store.store import Store

    path = folder / paths.DATABASE
    if not path.exists():
        return Finding(True, f"No games in {folder} yet")
    try:
        with contextlib.closing(Store.open(path)) as store:
            games = await store.games()
            for game in games:
                await store.entries(game.game_id)
    except (StoreLocked, StoreUnavailable, NewerSave) as error:
        return Finding(False, str(error))  # it says what to do, and nothing is damaged
    except StoreError as error:
        return Finding(False, str(error), "Load a game that you saved to a file; keep the damaged one for a report.")
    whole = "its log is whole" if len(games) == 1 else "their logs are whole"
    return Finding(True, f"{counted(len(games), 'game')} in {folder}, {whole}")


def _companion(folder: Path) -> dict[str, Any] | None:
    from host.commands.status import ask

    try:
        return ask(folder)
    except UserError:
        return None


async def _arc(folder: Path, which: str) -> AsyncIterator[Finding]:
    from host.link.discovery import open_named
    from host.link.errors import LinkError

    found = await open_named(which, folder).find()
    if not found.candidates:
        yield Finding(
            False, "No ARC is connected", "Plug its USB cable in. Without one: colony play starts a virtual ARC."
        )
    for candidate in found.candidates:
        try:
            async for finding in _greet(candidate):
                yield finding
        except LinkError as error:
            yield Finding(False, f"{candidate.name}: {error}")


async def _greet(candidate: Any) -> AsyncIterator[Finding]:
    from host.link.connection import Connection

    statuses: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def on_report(name: str, fields: dict[str, Any]) -> None:
        if name == "STATUS":
            statuses.put_nowait(fields)

    looked = asyncio.Event()

    async def never_commit(_event: object) -> None:
        await looked.wait()
        raise LookingOnly

    connection = Connection(await candidate.open(), never_commit, on_report)
    try:
        welcome = await connection.greet()
        yield Finding(True, f"{candidate.name}: {welcome.board} with firmware {welcome.firmware} answers")
        serving = asyncio.create_task(connection.serve())
        try:
            async with asyncio.timeout(STATUS_DEADLINE_S):
                status = await statuses.get()
        except TimeoutError:
            yield Finding(False, "The ARC sends no status", "Press reset on the ARC.")
            return
        finally:
            looked.set()
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
        for finding in _health(status):
            yield finding
    finally:
        await connection.close()


def _health(status: dict[str, Any]) -> list[Finding]:
    heap_kb = status["heap_used"] // 1024
    rows = [Finding(True, f"{status['modules']} modules answer, {heap_kb} KB of memory in use")]
    for part in (catalog.PART_READER, catalog.PART_BUS):
        name = catalog.PART_NAMES[part]
        code = status["reader" if part == catalog.PART_READER else "bus"]
        if code:
            rows.append(Finding(False, f"The {name}: {catalog.FAULT_NAMES[code]}", CURES[code]))
        else:
            rows.append(Finding(True, f"The {name} works"))
    return rows
