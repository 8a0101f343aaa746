"""One open page: its picture, its presses, and what only this browser shows (opened details, sheets, summary page).

Theory: `poke` marks the page as out of date. A page draws at most one picture ahead of its browser: after sending one
it waits for "shown" (or a time limit, should the answer get lost) and then sends the newest state, if that differs.
A page is among the hub's watchers only while its browser is connected.
"""

import asyncio
import contextlib
import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from host.web.errors import BadPress, NotPaired, WebError
from host.web.hub import Hub
from host.web.pairing import Access

log = logging.getLogger(__name__)

SHOWN_LIMIT_S = 2.0  # a picture not acknowledged by then counts as shown: the browser may have reconnected
UNKNOWN_PRESS = ("This press is not known here.", "Reload the page.")
INTEGER = re.compile(r"-?[0-9]{1,9}")
TEXT_MAX = 200  # nothing that is typed or chosen on our pages is longer
FIELDS_MAX = 8
READ_ONLY = "This tablet is only watching. Scan the QR code on a screen of the table to take part."


@dataclass
class Looks:
    """What one browser shows apart from the game. Values are checked where they are used."""

    opened: str = ""  # the tab whose details are open
    sheet: str = ""  # "menu", "next", "undo", "pair", "summary", ...
    page: int = 0  # of the summary
    read: str = ""  # the summary that this browser has stepped through: "game.Round"


@dataclass(frozen=True)
class Press:
    """A press as a browser sent it, types checked. `rev` is the revision of the picture on which it was made."""

    do: dict[str, Any]
    rev: int
    number: int
    form: dict[str, str]


def whole(value: Any) -> bool:
    """Whether a value is a number that counts something (True counts nothing)."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 53


def read_press(sent: Any) -> Press:
    """Check what a browser sent before anything else looks at it. Raises BadPress."""
    sent = sent if isinstance(sent, dict) else {}
    do, rev, number, form = sent.get("do"), sent.get("rev"), sent.get("number", 0), sent.get("form") or {}
    numbered = all(whole(value) for value in (rev, number))
    if not (isinstance(do, dict) and numbered and isinstance(form, dict) and len(form) <= FIELDS_MAX):
        raise BadPress(*UNKNOWN_PRESS)
    typed = all(isinstance(value, str) and len(value) <= TEXT_MAX for pair in form.items() for value in pair)
    if not typed:
        raise BadPress(*UNKNOWN_PRESS)
    return Press(do, rev, number, form)


class Canvas(Protocol):
    """Where a page is drawn: the NiceGUI element, or a list in tests."""

    def show(self, html: str, serial: int, answered: int) -> None: ...
    def toast(self, text: str, kind: str) -> None: ...
    def leave(self, address: str) -> None: ...
    def remember(self, name: str, value: str) -> None: ...


class OneAhead:
    """At most one picture ahead of a browser: the newest state goes out when the last picture was shown, or is overdue.

    `send` draws the newest state and returns the picture's number, or None where nothing differs from what was sent.
    """

    def __init__(self, send: Callable[[], int | None]) -> None:
        self._send = send
        self._in_flight: int | None = None
        self._dirty = False
        self._waits = 0
        self._held = False
        self._timer: asyncio.TimerHandle | None = None

    def poke(self) -> None:
        """There is news."""
        self._dirty = True
        self._go()

    @contextlib.contextmanager
    def wait(self) -> Iterator[None]:
        """More news is coming, to be drawn together with what comes meanwhile; whoever waited pokes afterwards."""
        self._waits += 1
        try:
            yield
        finally:
            self._waits -= 1

    def shown(self, serial: int) -> None:
        """The browser has drawn picture `serial`."""
        if serial == self._in_flight:
            self._landed()

    def hold(self, held: bool) -> None:
        """Draw nothing while the browser is away; what is new by then goes out when it is back."""
        self._held = held
        self._go()

    def close(self) -> None:
        """The browser is gone."""
        self._held = True
        self._stop()

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()

    def _go(self) -> None:
        if not self._dirty or self._held or self._waits or self._in_flight is not None:
            return
        self._dirty = False
        self._in_flight = self._send()
        if self._in_flight is not None:
            self._timer = asyncio.get_running_loop().call_later(SHOWN_LIMIT_S, self._landed)

    def _landed(self) -> None:
        self._in_flight = None
        self._stop()
        self._go()


Draw = Callable[["PageClient"], str]


class PageClient:
    """Binds one browser's page to the hub. `draw` renders the page from the newest state."""

    def __init__(self, hub: Hub, canvas: Canvas, access: Access, draw: Draw) -> None:
        self.hub = hub
        self.canvas = canvas
        self.access = access
        self.draw = draw
        self.looks = Looks()
        self.serial = 0
        self._drawn: tuple[str, int] = ("", 0)
        self._answered = 0  # the browser's number of the last press that was dealt with
        self._pictures = OneAhead(self._send)

    @property
    def may_act(self) -> bool:
        return self.hub.pairing.still(self.access).may_act

    def open(self) -> None:
        """The browser is here, for the first time or again: from now on the page hears of every change."""
        self.hub.watchers.add(self)
        self._pictures.hold(False)
        self.poke()

    def away(self) -> None:
        """The browser's connection ended. It may come back; until then nothing is drawn for it."""
        self.hub.watchers.discard(self)
        self._pictures.hold(True)

    def close(self) -> None:
        """The browser does not come back."""
        self.hub.watchers.discard(self)
        self._pictures.close()

    def poke(self) -> None:
        """Draw the newest state now, or as soon as the browser has shown the last picture."""
        self._pictures.poke()

    def shown(self, serial: int) -> None:
        """The browser has drawn a picture."""
        self._pictures.shown(serial)

    async def press(self, sent: Any) -> None:
        """A press on this page: something only this browser shows ("ui") or something for the game ("act")."""
        try:
            press = read_press(sent)
            self._answered = press.number
            await self._press(press)
        except WebError as error:
            self.canvas.toast(str(error), "bad")
        finally:
            self.poke()

    async def _press(self, press: Press) -> None:
        do = press.do
        if "ui" in do:
            self.on_ui(str(do["ui"]), do)
        elif not self.may_act:
            raise NotPaired(READ_ONLY)
        elif "own" in do:
            await self.on_own(str(do["own"]), press)
        else:
            await self._act(press)

    async def _act(self, press: Press) -> None:
        act, revision = press.do.get("act"), press.rev
        if not isinstance(act, dict):
            raise BadPress(*UNKNOWN_PRESS)
        action = dict(act)
        for name, value in press.form.items():
            action[name] = int(value) if INTEGER.fullmatch(value) else value
        with self._pictures.wait():
            done, words = await self.hub.press(action, revision, self.actor)
        if done:
            self.looks.sheet = ""
        else:
            self.canvas.toast(words, "bad")

    @property
    def actor(self) -> str:
        """Who presses, for the game's log."""
        return f"tablet:{self.access.device[:8]}" if self.access.device else "tablet"

    def on_ui(self, name: str, do: dict[str, Any]) -> None:
        """Change what only this browser shows."""
        looks = self.looks
        if name == "open":
            looks.opened = "" if looks.opened == do.get("tab") else str(do.get("tab", ""))
        elif name == "sheet":
            looks.sheet = str(do.get("sheet", ""))
            looks.page = 0
        elif name == "page":
            looks.page = max(0, looks.page + (1 if do.get("by") == 1 else -1))
        elif name == "read":
            looks.read, looks.sheet, looks.page = str(do.get("summary", ""))[:40], "", 0
            self.canvas.remember("read", looks.read)
        elif name == "say":
            self.canvas.toast(str(do.get("words", ""))[:TEXT_MAX], "plain")

    async def on_own(self, name: str, press: Press) -> None:
        """What a page does for itself beyond the game's actions; pages that have such presses override it."""
        raise BadPress(*UNKNOWN_PRESS)

    def _send(self) -> int | None:
        drawn = (self.draw(self), self._answered)
        if drawn == self._drawn:
            return None
        self._drawn = drawn
        self.serial += 1
        self.canvas.show(drawn[0], self.serial, drawn[1])
        return self.serial
