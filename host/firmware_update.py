"""Updates the ARC's program from the companion: the flasher in a process of its own, the link released meanwhile.

The host must not import the tools; the flasher is reached through its lines of JSON (`python -m tools.flash`).

Rule 1: the port is the link's again afterwards, however the update ended.
Rule 2: one update at a time, and none for the virtual ARC: its program is the one in this folder.
Rule 3: an update can be pressed again where one broke off, and where the ARC can not be talked to for its program.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from host.errors import UserError
from host.link.state import LinkState

LOG = logging.getLogger(__name__)
FLASHER = (sys.executable, "-m", "tools.flash")
VIRTUAL_PORTS = ("/dev/pts/", "tcp://")


class Link(Protocol):
    """What an update needs of the ArcClient."""

    state: LinkState

    async def release(self) -> None: ...

    def resume(self) -> None: ...


@dataclass(frozen=True)
class Progress:
    """Where an update stands: percent done, what is being written, how it ended."""

    running: bool = False
    percent: int = 0
    path: str = ""
    told: str = ""
    error: str = ""


class FirmwareUpdate:
    """`on_change` is called whenever `progress` has changed."""

    def __init__(
        self, link: Link, on_change: Callable[[], None] = lambda: None, flasher: Sequence[str] = FLASHER
    ) -> None:
        self.progress = Progress()
        self.newest = ""  # name of the image that this companion would write; "" until `look` has found out
        self._link = link
        self.on_change = on_change
        self._flasher = tuple(flasher)
        self._broken_at = ""  # port of an update that broke off: that board may be silent until the next one

    @property
    def _port(self) -> str:
        """Where the board to update is; "" when there is none."""
        state = self._link.state
        if state.arc is not None:
            return state.port or ""
        return state.stopped or self._broken_at

    @property
    def why_not(self) -> str:
        """Why nothing can be updated now; "" when it can."""
        if self.progress.running:
            return "The update is running."
        if not self._port:
            return "Connect the ARC first."
        if self._port.startswith(VIRTUAL_PORTS):
            return "The virtual ARC always runs the newest program."
        return ""

    @property
    def due(self) -> bool:
        """Whether the ARC runs another image than the newest, or none."""
        arc = self._link.state.arc
        return bool(self.newest) and not self.why_not and (arc is None or arc.firmware != self.newest)

    async def look(self) -> str:
        """Find out which image would be written. "" when it can not be built here."""
        async for line in self._lines("image"):
            self.newest = str(line.get("image", ""))
        self.on_change()
        return self.newest

    async def run(self) -> Progress:
        """Update the ARC. UserError when there is nothing to update."""
        if self.why_not:
            raise UserError(self.why_not)
        port = self._broken_at = self._port
        self._show(Progress(running=True))
        await self._link.release()
        try:
            async for line in self._lines("arc", *_named(port)):
                self._take(line)
        finally:
            self._broken_at = "" if self.progress.told else port
            self._link.resume()
            if self.progress.running:
                self._show(Progress(error="The update broke off. Run `colony flash arc`: it says what to do."))
        return self.progress

    def _take(self, line: dict[str, Any]) -> None:
        if "total" in line:
            percent = 100 * int(line["done"]) // max(1, int(line["total"]))
            self._show(Progress(running=True, percent=percent, path=str(line["path"])))
        elif "told" in line:
            self._show(Progress(percent=100, told=str(line["told"])))
        elif "error" in line:
            self._show(Progress(error=str(line["error"])))

    def _show(self, progress: Progress) -> None:
        self.progress = progress
        self.on_change()

    async def _lines(self, *words: str) -> AsyncIterator[dict[str, Any]]:
        process = await asyncio.create_subprocess_exec(
            *self._flasher,
            *words,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,  # for the log, never for the players' terminal
        )
        assert process.stdout is not None
        try:
            async for line in process.stdout:
                try:
                    found = json.loads(line)
                except ValueError:
                    LOG.info("flasher: %s", line.decode(errors="replace").rstrip())  # a library's own words
                    continue
                if isinstance(found, dict):
                    yield found
            await process.wait()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


def _named(port: str) -> tuple[str, ...]:
    """The flasher's words for a port; none for one that is gone, since a board may come back under another name."""
    return ("--port", port) if os.path.exists(port) or os.name == "nt" else ()
