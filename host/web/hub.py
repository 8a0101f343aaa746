"""What every page shows, gathered once, and the way in for everything that players press.

Theory: the hub owns no game. It listens to the session (which also speaks for the ARC's link) and to the virtual table,
keeps the newest of each, and pokes the open pages. A busy page looks again when it is done: newest replaces older.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from host.link.errors import LinkError
from host.plurals import counted
from host.session.errors import SessionError
from host.store.errors import StoreError
from host.web.errors import BadPress
from host.web.pairing import Pairing

log = logging.getLogger(__name__)

# What a page may ask of the session: kind -> fields. Taps and modules come from the ARC only, whatever a browser sends;
# a field that no page sends is refused as well, because an accepted press is kept in the game's log for ever.
PRESSABLE: dict[str, frozenset[str]] = {
    "next": frozenset(),
    "phase": frozenset(),
    "undo": frozenset(),
    "answer": frozenset({"choice"}),
    "table_points": frozenset({"seat", "vp"}),
    "setup": frozenset(
        {
            "level",
            "mode",
            "arc",
            "manager",
            "leave",
            "closed",
            "player",
            "seat",
            "seated",
            "planet",
            "fleet",
            "scenario",
            "tutorial",
            "page",
            "begin",
        }
    ),
    "guide": frozenset({"stop"}),
    "claim_governor": frozenset({"seat"}),
}
VALUE_MAX = 200  # characters, or the size of a number: far more than any page sends
STALE_WORDS = "Already done: the game has moved on since this was pressed."
TROUBLE = (SessionError, StoreError, LinkError)  # their texts are sentences for players

# What a hand can do on the virtual table: name -> call on the control socket's client.
VIRTUAL_DOINGS: dict[str, Callable[[Any, dict[str, Any]], Awaitable[None]]] = {
    "tap": lambda virtual, do: virtual.tap(str(do["piece"])),
    "lift": lambda virtual, do: virtual.lift(str(do["piece"])),
    "attach": lambda virtual, do: virtual.attach(int(do["unit"]), place(do["to"]), do.get("port")),
    "detach": lambda virtual, do: virtual.detach(int(do["unit"])),
    "join": lambda virtual, do: virtual.join(place(do["a"]), place(do["b"])),
    "part": lambda virtual, do: virtual.part(place(do["a"])),
    "battery": lambda virtual, do: virtual.battery(float(do["volts"])),
    "fault": lambda virtual, do: virtual.fault(str(do["kind"]), bool(do.get("on", True))),
    "reset": lambda virtual, do: virtual.reset(),
    "power_cut": lambda virtual, do: virtual.power_cut(),
}


def plain(value: Any) -> bool:
    """Whether a field of a press is a short word, a small whole number or yes and no."""
    return len(value) <= VALUE_MAX if isinstance(value, str) else isinstance(value, int) and abs(value) < 1 << 31


def place(value: Any) -> tuple[int, int]:
    """A port as the control socket wants it: (unit, port)."""
    unit, port = value
    return int(unit), int(port)


class Watcher(Protocol):
    """An open page."""

    def poke(self) -> None: ...


@dataclass
class Hub:
    """`link` gives the newest LinkState; `virtual` is the control socket's client, or None with a real ARC."""

    session: Any
    link: Callable[[], Any]
    pairing: Pairing
    virtual: Any = None
    virtual_state: dict[str, Any] | None = None
    pieces: list[dict[str, Any]] = field(default_factory=list)
    outside: str | None = None  # the address for tablets, where other computers are served
    watchers: set[Watcher] = field(default_factory=set)
    desk: Any = None  # the seats of a referee game (referee_desk.Desk)
    exogen: Any = None  # the profiles of this table (host.exogen.profiles.Exogen)
    exogen_file: tuple[bytes, str] | None = None  # a profile that waits for a decision (web/exogen.py)
    health: Callable[[], dict[str, Any]] = dict  # the newest STATUS of the ARC; empty until it told one
    updating: Any = None  # the update of the ARC's program (web/arc.py)
    offering: Any = None  # what this table adds to every setup (host.offering.Offering)
    _view: tuple[int, dict[str, Any] | None] | None = None

    @property
    def has_virtual(self) -> bool:
        return self.virtual is not None

    def view(self) -> tuple[int, dict[str, Any] | None]:
        """(revision, what the table may see or None without a game); asked of the session once per change."""
        if self._view is None or self._view[0] != self.session.revision:
            self._view = (self.session.revision, self.session.view("table"))
        return self._view

    def changed(self, *_: Any) -> None:
        """Something is new: every open page looks for itself what of it concerns it."""
        self._view = None
        if self.desk is not None:
            self.desk.forget_views()
        for watcher in list(self.watchers):
            watcher.poke()

    async def press(self, action: dict[str, Any], revision: int, actor: str) -> tuple[bool, str]:
        """Pass a press on to the session. Returns (done, sentence for the player or "")."""
        fields = PRESSABLE.get(str(action.get("kind")))
        others = {name: value for name, value in action.items() if name != "kind"}
        if fields is None or not fields.issuperset(others) or not all(map(plain, others.values())):
            raise BadPress("This press is not known here.", "Reload the page.")
        outcome = await self.session.act(action, revision, actor)
        if outcome.ok:
            return True, ""
        return False, STALE_WORDS if outcome.code == "stale" else str(outcome.sentence)

    async def on_table(self, doing: dict[str, Any]) -> str:
        """Move something on the virtual table. Returns a sentence where it cannot be done, else ""."""
        call = VIRTUAL_DOINGS.get(str(doing.get("do")))
        if self.virtual is None or call is None:
            raise BadPress("This is not known on the virtual table.", "Reload the page.")
        try:
            await call(self.virtual, doing)
        except (KeyError, TypeError, ValueError, OverflowError):
            raise BadPress("This is not known on the virtual table.", "Reload the page.") from None
        except LinkError as error:
            return str(error)
        return ""

    def take_virtual(self, state: dict[str, Any] | None) -> None:
        """A new state of the virtual table (None: it does not answer)."""
        self.virtual_state = state
        for watcher in list(self.watchers):
            watcher.poke()

    async def start_game(self, options: dict[str, Any], recalled: bool = False) -> str:
        """Begin a new game with the planets that the profile of this table offers (`recalled`: without pioneers).

        Returns a sentence where it cannot be begun, else "".
        """
        return await self._told(self._start(options, recalled))

    async def _start(self, options: dict[str, Any], recalled: bool) -> Any:
        offered = await self.exogen.fresh_options(recalled) if self.exogen is not None else {}
        if self.offering is not None:
            offered = await self.offering.options(offered)
        return await self.session.new_game({**offered, **options})

    async def restore(self) -> str:
        """Pick up the game that the ARC keeps."""
        return await self._told(self.session.restore_from_arc())

    async def teach(self, piece: str) -> str:
        """Bind the unknown tag that was laid last to a piece."""
        uid = self.session.unknown_uid
        if uid is None or piece not in {known["piece"] for known in self.pieces}:
            return "Lay the unknown piece on the ARC first, then choose what it is."
        return await self._told(self.session.teach_tag(uid, piece))

    async def _told(self, work: Awaitable[Any]) -> str:
        try:
            outcome = await work
        except TROUBLE as error:
            return str(error)
        self.changed()
        return "" if outcome is None or getattr(outcome, "ok", True) else str(outcome.sentence)

    def facts(self) -> list[dict[str, str]]:
        """What is connected, in words: {"icon", "tone", "words", "more"}."""
        link = self.link()
        found = [fact("link", "green" if link.connected else "yellow", link.words)]
        if self.virtual is not None:
            joined = sum(
                bool(module.get("joined")) for module in (self.virtual_state or {}).get("modules", {}).values()
            )
            words = (
                "A virtual ARC stands in for the hardware."
                if self.virtual_state
                else "The virtual ARC does not answer."
            )
            found.append(fact("table", "blue", words, f"{joined} of 32 modules connected"))
        found += [fact("catastrophe", "orange", notice["text"]) for notice in self.session.notices]
        count = len(self.pairing.devices)
        words = "No other tablet takes part." if not count else f"{counted(count, 'tablet')} may take part."
        return [
            *found,
            fact("tablet", "plain", words, "" if self.outside else "This companion serves this computer only."),
        ]


def fact(icon: str, tone: str, words: str, more: str = "") -> dict[str, str]:
    """One line of "What is connected"."""
    return {"icon": icon, "tone": tone, "words": words, "more": more}


async def follow(virtual: Any, hub: Hub, retry_s: float = 1.0) -> None:
    """Keep the hub's picture of the virtual table up to date for ever; a lost stream is opened again."""
    while True:
        try:
            async for state in virtual.watch():
                hub.take_virtual(state)
        except LinkError as error:
            log.info("the virtual table's stream ended: %s", error)
        hub.take_virtual(None)
        await asyncio.sleep(retry_s)
