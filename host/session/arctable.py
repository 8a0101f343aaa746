"""The ARC's half of a session: the link, what the ARC senses, what its events mean, and what it is told.

Rule 1: nothing here changes the game; `read` says what an event means, and the session stores and does it.
Rule 2: a tap that was made before the link was lost acts only while nothing else has happened since (`moved_on`).
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from host.session.arcside import ArcLike, ArcSide
from host.session.core import Asked, Core
from host.session.errors import LocalSessionError
from host.session.lights import wished_lights
from host.session.outcome import Notices
from host.session.reading import LATE, READERS, SHOWN_BY_LIGHT, Reading, read_tap
from host.session.table import Expected, Sensed, put_back
from host.store.entries import Action, EventLike
from shared_rules.catalog import VERDICT_ACCEPTED, VERDICT_ASKING, VERDICT_REFUSED

log = logging.getLogger(__name__)

GRACE_S = 3.0  # an ARC that starts finds 32 modules in far less (each within 0.5 s)
NO_GAME_WORDS = "No game is running: start one on the screen."
NOBODY = Expected()


class SessionEvent(EventLike, Protocol):
    """host.link's ArcEvent."""

    @property
    def fields(self) -> dict[str, Any]: ...
    @property
    def stale(self) -> bool: ...


class LinkStateLike(Protocol):
    """host.link's LinkState."""

    @property
    def words(self) -> str: ...
    @property
    def connected(self) -> bool: ...


class ArcTable:
    """`on_news` is called when players should look again; `grace_s`: how long a started ARC has to find its modules."""

    def __init__(self, on_news: Callable[[], None], grace_s: float = GRACE_S) -> None:
        self.words = "The ARC is not connected."
        self.arc: ArcLike | None = None
        self.sensed = Sensed()
        self.notices = Notices()
        self.moved_on = False
        self.unknown_uid: bytes | None = None
        self._linked = False
        self._reasons: dict[int, str] = {}  # unit -> why the game refused it
        self._looking = False  # the ARC will be asked once more
        self._on_news = on_news
        self._grace_s = grace_s
        self._side: ArcSide | None = None
        self._task: asyncio.Task[None] | None = None

    # -- the link ----------------------------------------------------------------------------------------------------

    @property
    def linked(self) -> bool:
        """Whether an ARC is connected now."""
        return self._linked

    def attach(self, arc: ArcLike) -> None:
        """Tell this ARC from now on. Needs a running loop."""
        if self._side is not None:
            raise LocalSessionError("An ARC is attached already.")
        self.arc, self._side = arc, ArcSide(arc, self._trouble)
        self._side.connected(self._linked)
        self._task = asyncio.get_running_loop().create_task(self._side.run(), name="arc-side")

    def _trouble(self, text: str) -> None:
        log.warning("%s", text)
        self.notices.put("arc", "fault", text)
        self._on_news()

    def on_link_state(self, state: LinkStateLike) -> bool:
        """The link came, went or has something to say; False when that is known."""
        if state.words == self.words and state.connected == self._linked:
            return False
        if self._linked and not state.connected:
            self.moved_on = False
        if state.connected and not self._linked:
            self.sensed.connected()
            self.notices.drop_told_by_arc()  # an ARC that started anew has no memory of its last life's faults
        self.words, self._linked = state.words, state.connected
        if self._side is not None:
            self._side.connected(state.connected)
        return True

    # -- from the ARC ------------------------------------------------------------------------------------------------

    def read(self, event: SessionEvent, core: Core | None, bound: str | None) -> Reading:
        """What the event means now; `bound` is the piece that a tap's tag was taught as."""
        if event.name == "TAP":
            return self._read_tap(event, core, bound)
        reader = READERS.get(event.name)
        expected = core.expected if core else NOBODY
        return reader(event.fields, self.sensed, expected, self.notices) if reader else Reading()

    def _read_tap(self, event: SessionEvent, core: Core | None, bound: str | None) -> Reading:
        reading = read_tap(event.fields, bound)
        self.unknown_uid = None if reading.actions else event.fields["uid"]
        if core is None and reading.actions:
            return Reading(refusal=NO_GAME_WORDS)
        return Reading(refusal=LATE) if event.stale and self.moved_on else reading

    def answer(self, event: SessionEvent, reading: Reading, asked: Asked, asking: bool) -> None:
        """Say what became of a stored event; `asking`: the game has opened a question with it."""
        for entry in asked.entries:
            self.moved_on = self.moved_on or not event.stale
            self._reasons.pop(entry.action.get("unit", 0), None)
        for action, why in asked.refused:
            self.refused(action, why)
        refusals = [reading.refusal] if reading.refusal else [why for _, why in asked.refused]
        for why in refusals:
            log.info("%s refused: %s", event.name, why)
        if event.name in SHOWN_BY_LIGHT:
            self._verdict(event, refusals, asking)
        if event.name == "TOPOLOGY":
            self._look_again()

    def refused(self, action: Action, why: str) -> None:
        """The game did not take a module: it has to come off again."""
        if "unit" in action:
            self._reasons[action["unit"]] = why

    def _verdict(self, event: SessionEvent, refusals: list[str], asking: bool) -> None:
        if refusals:
            self.notices.put("refused", "refused", refusals[0])
        if self._side is not None:
            verdict = VERDICT_REFUSED if refusals else VERDICT_ASKING if asking else VERDICT_ACCEPTED
            self._side.verdict(event.boot, event.seq, verdict)

    def _look_again(self) -> None:
        """Something is missing from the first report: ask once more, when the ARC has had time to find it."""
        side = self._side
        if side is None or self.sensed.trusted or self.sensed.reports != 1 or self._looking:
            return
        self._looking = True

        def ask() -> None:
            self._looking = False
            self.sensed.begin_report()
            side.report()

        asyncio.get_running_loop().call_later(self._grace_s, ask)

    # -- to the ARC and the players ----------------------------------------------------------------------------------

    def standing(self) -> list[Action]:
        """What a new game has to be told of the table."""
        self._reasons.clear()
        actions: list[Action] = [{"kind": "attach", "unit": unit} for unit in sorted(self.sensed.units)]
        if self.sensed.edges:
            actions.append({"kind": "topology", "edges": [list(edge) for edge in self.sensed.edges]})
        return actions

    def put_back(self, core: Core) -> list[str]:
        """What players must do by hand beside what the game says; nothing in a game on the screens."""
        if core.on_screens:
            return []
        return put_back(core.expected, self.sensed, self._reasons)

    def show_lights(self, core: Core | None) -> None:
        """The lights as the game wishes them, and those of modules that it refused."""
        if self._side is None:
            return
        expected = core.expected if core else NOBODY
        reasons = {} if core and core.on_screens else self._reasons
        refused = {unit for unit in self.sensed.units - expected.units if unit in reasons}
        self._side.lights(wished_lights((core.table_view.get("lights") or {}) if core else {}, refused))

    def keep(self, make: Callable[[], Awaitable[bytes]]) -> None:
        """Let the ARC keep a snapshot."""
        if self._side is not None:
            self._side.snapshot(make)

    async def settle(self) -> None:
        """Wait until the ARC has been told."""
        if self._side is not None:
            await self._side.settle()

    def close(self) -> None:
        """End the task."""
        if self._task is not None:
            self._task.cancel()
