"""The companion: store, session, ARC link and pages in one event loop, from start to a clean end.

Rule 1: one companion per data folder, held by a lock that the system drops with the process.
Rule 2: what runs tells where: `companion.json` names the process and the address, for `colony status`.
Rule 3: a game that cannot be loaded never keeps the table closed: its file stays, and players are told why.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from host import paths
from host.errors import UserError
from host.exogen.counting import watch
from host.exogen.profiles import Exogen
from host.firmware_update import FirmwareUpdate
from host.link.client import ArcClient
from host.link.control import VirtualClient
from host.link.discovery import find_boards, open_named
from host.link.original import meaning as original_box
from host.link.original.bluetooth import BluetoothOpener
from host.link.original.hub import OriginalHub
from host.offering import Offering
from host.session.errors import SessionError
from host.session.session import Session
from host.store.errors import StoreError
from host.store.store import Store
from host.virtual_process import VirtualProcess
from host.web import app as web
from shared_rules.beyond_humanity import game as beyond_humanity

LOG = logging.getLogger(__name__)

Arc = ArcClient | OriginalHub


@dataclass(frozen=True)
class Options:
    """What `colony play` was asked for. `arc`: auto, virtual, a port, tcp://HOST:PORT, ble or ble:ADDRESS."""

    folder: Path
    arc: str = "auto"
    listen: str | None = None
    open_browser: bool = True
    tell: Callable[[str], None] = print


async def play(options: Options) -> None:
    """Run the table until cancelled or interrupted. Raises UserError, StoreError, ListenError."""
    with _only_one(options.folder), contextlib.closing(Store.open(options.folder / paths.DATABASE)) as store:
        async with _virtual(options) as virtual, _session(store, options) as (session, arc):
            link = asyncio.create_task(arc.run(), name="arc link")
            try:
                async with watch(store, session, beyond_humanity) as exogen:
                    await _serve_until_interrupted(options, session, arc, virtual, store, exogen)
            finally:
                link.cancel()
                await asyncio.gather(link, return_exceptions=True)


@contextlib.contextmanager
def _only_one(folder: Path):  # type: ignore[no-untyped-def]
    lock = FileLock(folder / "companion.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        live = paths.read_live(folder / paths.COMPANION) or {}
        where = f"It is at {live['url']}" if "url" in live else "It is still starting."
        raise UserError("A companion already runs with this data folder.", where) from None
    try:
        yield
    finally:
        (folder / paths.COMPANION).unlink(missing_ok=True)
        lock.release()


@contextlib.asynccontextmanager
async def _virtual(options: Options) -> AsyncIterator[VirtualClient | None]:
    """The virtual table's client, or None where a real ARC is meant."""
    if options.arc not in ("auto", "virtual") or (options.arc == "auto" and await find_boards()):
        yield None
        return
    keeper = VirtualProcess(options.folder)
    async with keeper as arc, await VirtualClient.connect(arc.control_host, arc.control_port) as client:
        keeper.on_moved = lambda arc: client.moved(arc.control_host, arc.control_port)
        yield client


def _arc(options: Options, session: Session) -> Arc:
    """Our ARC, or the hub of the published box (experimental)."""
    kind, _, address = options.arc.partition(":")
    if kind != "ble":
        return ArcClient(open_named(options.arc, options.folder), session.on_arc_event, session.on_link_state)
    pieces = original_box.load_pieces(options.folder / original_box.TABLE)
    return OriginalHub(BluetoothOpener(address), session.on_arc_event, session.on_link_state, pieces)


@contextlib.asynccontextmanager
async def _session(store: Store, options: Options) -> AsyncIterator[tuple[Session, Arc]]:
    session = Session(store, beyond_humanity)
    arc = _arc(options, session)
    try:
        await session.resume()
    except (SessionError, StoreError) as error:
        options.tell(f"The last game could not be continued: {error}")
    session.attach_arc(arc)
    try:
        yield session, arc
    finally:
        await session.close()


def tablet_words(here: str, outside: str | None) -> str:
    """What `--listen` came to: where tablets find the table, or why they do not."""
    if outside is None:
        return "Tablets can not reach it: this computer has no network, or --listen names this computer only."
    return f"Tablets in your network: {outside}/pair  or the code under {here}/pair"


async def _serve_until_interrupted(
    options: Options, session: Session, arc: Arc, virtual: VirtualClient | None, store: Store, exogen: Exogen
) -> None:
    def ready(address: str, outside: str | None) -> None:
        facts = {**paths.identity(), "url": address}
        (options.folder / paths.COMPANION).write_text(json.dumps(facts), encoding="utf-8")
        options.tell(f"The table is open at {address}  (Ctrl-C closes it; the game is kept)")
        if options.listen is not None:
            options.tell(tablet_words(address, outside))

    pages = asyncio.create_task(
        web.run(
            session,
            arc,
            virtual,
            store,
            listen=options.listen,
            open_browser=options.open_browser,
            on_ready=ready,
            exogen=exogen,
            offering=Offering(options.folder, store, session),
            update=FirmwareUpdate(arc) if isinstance(arc, ArcClient) else None,
        ),
        name="pages",
    )
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # SIGHUP: its terminal was closed
        with contextlib.suppress(NotImplementedError, AttributeError):  # Windows: KeyboardInterrupt does it
            loop.add_signal_handler(getattr(signal, name), pages.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await pages
