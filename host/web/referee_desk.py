"""The seats of a referee game as the pages know them: who holds which, what each may see, and what each may do.

Rule 1: a seat's view is made for its holder alone. A browser that holds none gets the table's view.
Rule 2: a press acts for a seat that the browser holds; which other fields it has is for the rules to judge, which take
        only what they listed themselves.
Rule 3: whoever may take part may free a seat (a tablet can be lost); everybody is told.
"""

import asyncio
import json
from typing import Any

from host.session.bots import GRACE_S, BotTable
from host.session.seats import PERSON, Seats
from host.web.errors import BadPress, NotPaired
from host.web.hub import STALE_WORDS, Hub
from host.web.pairing import Access

SEATS = "referee.seats"  # setting: game -> seat -> holder
PAUSE = "referee.bot_pause_ms"  # setting
PAUSES_MS = {"fast": 100, "normal": 800, "slow": 2000}
PRESS_BYTES = 1000  # the longest action that the rules list is far below
NOT_YOURS = "This screen does not hold that seat."


class Desk:
    """One per hub. `bots` is None where nobody plays for bots (tests of pages alone)."""

    def __init__(self, hub: Hub, seats: Seats, bots: BotTable | None = None) -> None:
        self.hub = hub
        self.seats = seats
        self.bots = bots
        self.pace = "normal"
        self.keep_pause: Any = lambda pause_ms: None
        self._views: dict[int, tuple[int, dict[str, Any]]] = {}

    @property
    def game(self) -> str:
        return self.hub.session.game_id or ""

    def people(self) -> list[int]:
        """Seats that people play."""
        return [seat for seat, player in enumerate(self.hub.session.players) if player == PERSON]

    def held(self, access: Access) -> list[int]:
        """The seats of a browser in the game that is loaded."""
        access = self.hub.pairing.still(access)
        people = self.people() if access.may_act else []
        return [seat for seat in self.seats.held(self.game, access.holder) if seat in people]

    def sitting(self, access: Access) -> list[dict[str, Any]]:
        """Who sits where, as one browser is told: {"seat", "player", "state", "who"}.

        `state`: bot, free, here (this browser) or taken; `who` names the tablet that holds a taken seat.
        """
        found = []
        for seat, player in enumerate(self.hub.session.players):
            holder = self._holder(seat)
            state = "bot" if player != PERSON else "free" if not holder else "taken"
            state = "here" if state == "taken" and holder == access.holder else state
            kind, _, device = holder.partition(":")
            known = self.hub.pairing.devices.get(device)
            who = known.name if known else "this computer" if kind == "here" else ""
            found.append({"seat": seat, "player": player, "state": state, "who": who})
        return found

    def _holder(self, seat: int) -> str:
        """The holder of a seat; a tablet that was sent away holds none."""
        holder = self.seats.holder(self.game, seat)
        kind, _, device = holder.partition(":")
        return "" if kind == "tablet" and device not in self.hub.pairing.devices else holder

    def view(self, access: Access, seat: int) -> dict[str, Any]:
        """What a seat may see, for its holder; asked of the session once per change. Raises NotPaired."""
        if seat not in self.held(access):
            raise NotPaired(NOT_YOURS)
        known = self._views.get(seat)
        stamp = hash((self.hub.session.revision, self.game))
        if known is None or known[0] != stamp:
            known = (stamp, self.hub.session.view(f"seat:{seat}"))
            self._views[seat] = known
        return known[1]

    def forget_views(self) -> None:
        """Something is new that is not in the revision (link, notices)."""
        self._views.clear()

    async def press(self, access: Access, action: dict[str, Any], revision: int) -> str:
        """Act for a seat of this browser. Returns a sentence where it was not done, else ""."""
        seat = action.get("seat")
        if len(json.dumps(action, default=str)) > PRESS_BYTES:
            raise BadPress("This press is not known here.", "Reload the page.")
        if type(seat) is not int or seat not in self.held(access):
            raise NotPaired(NOT_YOURS)
        outcome = await self.hub.session.act(action, revision, f"seat:{seat}")
        if outcome.ok:
            return ""
        return STALE_WORDS if outcome.code == "stale" else str(outcome.sentence)

    # -- sitting down and standing up --------------------------------------------------------------------------------

    def claim(self, access: Access, seats: list[int]) -> str:
        """Take free seats. Returns a sentence where one is taken."""
        access = self.hub.pairing.still(access)
        people = self.people()
        for seat in seats:
            if seat not in people:
                return "A bot plays that seat."
            if not self._holder(seat):
                self.seats.free(self.game, seat)
            if not self.seats.claim(self.game, seat, access.holder):
                return "Somebody else sits there." if access.holder else "This browser keeps no cookies: allow them."
        self.hub.changed()
        return ""

    def free(self, seat: int) -> None:
        """Nobody holds the seat any more."""
        self.seats.free(self.game, seat)
        self.hub.changed()

    def set_pace(self, pace: str) -> None:
        """How fast bots play: a name of PAUSES_MS."""
        if pace not in PAUSES_MS:
            raise BadPress("This press is not known here.", "Reload the page.")
        self.pace = pace
        self.set_pause(PAUSES_MS[pace])
        self.keep_pause(PAUSES_MS[pace])
        self.hub.changed()

    def set_pause(self, pause_ms: int) -> None:
        """The pause between two moves of bots."""
        if self.bots is not None:
            self.bots.pause_s = pause_ms / 1000
            self.bots.grace_s = GRACE_S if pause_ms >= PAUSES_MS["normal"] else 0.0


async def make_desk(hub: Hub, store: Any) -> Desk:
    """The desk over a hub; seats and the bots' pace are kept in the store's settings."""
    keeping: set[asyncio.Task[None]] = set()

    def keep(name: str, value: Any) -> None:
        task = asyncio.get_running_loop().create_task(store.set_setting(name, value), name=f"keep {name}")
        keeping.add(task)
        task.add_done_callback(keeping.discard)

    seats = Seats()
    seats.load(await store.setting(SEATS, {}))
    seats.keep = lambda kept: keep(SEATS, kept)
    desk = Desk(hub, seats, BotTable(hub.session))
    pause_ms = await store.setting(PAUSE, PAUSES_MS["normal"])
    desk.set_pause(pause_ms)
    desk.pace = next((name for name, value in PAUSES_MS.items() if value >= pause_ms), "slow")
    desk.keep_pause = lambda value: keep(PAUSE, value)
    return desk
