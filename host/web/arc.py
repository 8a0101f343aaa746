"""The page of the ARC: what is connected, in words with cures, and the update of its program.

Rule 1: one update for all screens: it runs beside the pages, and each of them shows how far it is.
Rule 2: where nothing can be updated, the page says why; a screen that only watches can look, not press.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

from host.errors import UserError
from host.link.cures import CURES, LOOK_HERE, cure_of
from host.plurals import counted
from host.web.client import Press
from host.web.pages import Page
from shared_rules import catalog

log = logging.getLogger(__name__)

PATH = "/arc"
TITLE = "The ARC"
LOOK_AGAIN_S = 3.0  # an ARC tells its health every five seconds, and no page is told of that
NO_UPDATE = "The hub of the published box has its own program; the companion can not change it."
LOOKING = "Looking which program is the newest."
NOT_BUILT = "The newest program can not be made on this computer. `colony flash arc` says why."
NEWEST = "The ARC runs the newest program."
BROKE_OFF = "The update could not begin. `colony flash arc` says why."
VIRTUAL_MEMORY = "A virtual ARC on a computer needs more memory than a board: its numbers are twice as wide."
PARTS = ((catalog.PART_READER, "reader"), (catalog.PART_BUS, "bus"))


class Update(Protocol):
    """What the page needs of host.firmware_update.FirmwareUpdate."""

    progress: Any
    newest: str

    @property
    def why_not(self) -> str: ...

    @property
    def due(self) -> bool: ...

    async def look(self) -> str: ...

    async def run(self) -> Any: ...


class Updating:
    """The update of this table's ARC, and the task in which it runs; `close` ends both."""

    def __init__(self, update: Update, on_change: Callable[[], None] = lambda: None) -> None:
        self.update = update
        self.looked = self.busy = False
        self._on_change = on_change
        self.trouble = ""  # why it could not even begin
        self._looking: asyncio.Task[None] | None = None
        self._running: asyncio.Task[None] | None = None

    def look(self) -> None:
        """Find out, once, which program is the newest; building it takes a second or two."""
        if self._looking is None and not self.update.why_not:
            self._looking = asyncio.get_running_loop().create_task(self._look(), name="newest program")

    def start(self) -> str:
        """Begin the update. A sentence where that can not be, else ""."""
        if self.why_not:
            return self.why_not
        self.trouble, self.busy = "", True
        self._running = asyncio.get_running_loop().create_task(self._run(), name="update of the ARC")
        return ""

    @property
    def why_not(self) -> str:
        """Why there is nothing to update now; "" when there is."""
        if self.busy:
            return "The update is running."
        if self.update.why_not:
            return self.update.why_not
        if not self.looked:
            return LOOKING
        if not self.update.newest:
            return NOT_BUILT
        return "" if self.update.due else NEWEST

    async def close(self) -> None:
        """End what runs; the flasher is safe to interrupt."""
        tasks = [task for task in (self._looking, self._running) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _look(self) -> None:
        try:
            await self.update.look()
        except OSError as error:
            log.warning("the flasher can not be started: %s", error)
        self.looked = True
        self._on_change()

    async def _run(self) -> None:
        try:
            await self.update.run()
        except (UserError, OSError) as error:
            log.warning("the update of the ARC ended: %s", error)
            self.trouble = str(error) if isinstance(error, UserError) else BROKE_OFF
        finally:
            self.busy = False
            self._on_change()


def health(hub: Any) -> list[dict[str, str]]:
    """What is connected, in words: {"icon", "tone", "words", "more"}, `more` being the cure of what is wrong."""
    link = hub.link()
    rows = [_row("link", "green" if link.connected else "yellow", link.words)]
    if link.connected and link.arc is not None:
        board = link.arc.board.replace("_", " ").strip() or "not named"
        rows.append(_row("file", "green", f"Program: {link.arc.firmware}", f"Board: {board}"))
        rows += _status(hub.health(), hub.session.notices, hub.has_virtual)
        rows += _battery(hub.session.battery_mv, hub.session.notices)
    return rows + _faults(hub.session.notices)


def _row(icon: str, tone: str, words: str, more: str = "") -> dict[str, str]:
    return {"icon": icon, "tone": tone, "words": words, "more": more}


def _status(status: dict[str, Any], notices: list[dict[str, Any]], is_virtual: bool) -> list[dict[str, str]]:
    if not status:
        return [_row("phase_3", "yellow", "It has not told its health yet: it does so every five seconds.")]
    used, free = status["heap_used"] // 1024, status["heap_free"] // 1024
    count = status["modules"]
    rows = [
        _row("hangar", "green", f"{counted(count, 'Module')} {'answers' if count == 1 else 'answer'}."),
        _row("stock", "green", f"Memory: {used} KB in use, {free} KB free.", VIRTUAL_MEMORY if is_virtual else ""),
    ]
    for part, name in PARTS:
        code, what = status[name], catalog.PART_NAMES[part].capitalize()
        if code and any(catalog.FAULT_NAMES[code] in notice["text"] for notice in notices):
            continue  # the ARC has told it with its detail: that line stands below
        if code:
            rows.append(_row("catastrophe", "orange", f"{what}: {catalog.FAULT_NAMES[code]}.", CURES[code]))
        else:
            rows.append(_row("check", "green", f"{what}: works."))
    return rows


def _battery(millivolts: int | None, notices: list[dict[str, Any]]) -> list[dict[str, str]]:
    if millivolts is None:
        return []
    low = any(notice["kind"] == "battery" for notice in notices)
    words = f"Batteries: {millivolts / 1000:.1f} V{', low' if low else ''}."
    return [_row("battery", "orange" if low else "green", words, CURES[catalog.FAULT_LOW_VOLTAGE] if low else "")]


def _faults(notices: list[dict[str, Any]]) -> list[dict[str, str]]:
    """What the ARC tells to be wrong. The battery has its own line, and what the rules refused is no fault."""
    told = [notice["text"] for notice in notices if notice["kind"] in ("fault", "table")]
    return [_row("catastrophe", "orange", text.removesuffix(LOOK_HERE), cure_of(text)) for text in told]


class ArcPage(Page):
    """One browser's look at the ARC."""

    template = "arc.html"
    _again: asyncio.TimerHandle | None = None

    def open(self) -> None:
        super().open()
        self._look_away()
        self._look_again()

    def away(self) -> None:
        super().away()
        self._look_away()

    def close(self) -> None:
        super().close()
        self._look_away()

    def _look_away(self) -> None:
        if self._again is not None:
            self._again.cancel()

    def _look_again(self) -> None:
        self._again = asyncio.get_running_loop().call_later(LOOK_AGAIN_S, self._look_again)
        self.poke()

    def poke(self) -> None:
        if self.hub.updating is not None:
            self.hub.updating.look()
        super().poke()

    def names(self, view: dict[str, Any] | None) -> dict[str, Any]:
        updating = self.hub.updating
        why_not = NO_UPDATE if updating is None else updating.why_not
        progress = updating.update.progress if updating is not None else None
        trouble = updating.trouble if updating is not None else ""
        return {
            "rows": health(self.hub),
            "running_game": view is not None and view["stage"] == "play",
            "connected": self.hub.link().connected,
            "newest": updating.update.newest if updating is not None else "",
            "why_not": why_not,
            "progress": progress,
            "trouble": trouble or (progress.error if progress is not None else ""),
        }

    async def on_own(self, name: str, press: Press) -> None:
        if name != "update":
            await super().on_own(name, press)
            return
        self.looks.sheet = ""
        trouble = NO_UPDATE if self.hub.updating is None else self.hub.updating.start()
        if trouble:
            self.canvas.toast(trouble, "bad")


PAGES: dict[str, tuple[type[Page], str]] = {PATH: (ArcPage, TITLE)}
