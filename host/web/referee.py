"""The page of a referee game: the whole table, and for whoever holds a seat the cards of that seat.

Rule 1: what is drawn comes from one view: the table's, or that of a seat which this browser holds and has opened.
Rule 2: hot seat: a browser that holds several seats shows a curtain between them. Behind it lies the table's view only,
        until the player says that the tablet is in the right hands.
"""

from typing import Any

from host.session.seats import Seats
from host.web import views
from host.web.client import UNKNOWN_PRESS, Press
from host.web.errors import BadPress, NotPaired
from host.web.pages import TABS, RoundPage, TablePage
from host.web.referee_board import Offer, Picks
from host.web.referee_desk import NOT_YOURS, PAUSES_MS, Desk
from host.web.referee_model import board_of, end_of

NEWS, NEWS_ASKED = 7, 3  # of the last events, while others choose and while this seat is asked
SECTIONS = ("you", "table", "colony", "managers", "abilities", "log")


def is_referee(view: dict[str, Any] | None) -> bool:
    """Whether a view is of a referee game whose setup is over."""
    return view is not None and view.get("level") == "referee" and view["stage"] != "setup"


def thinking(table: dict[str, Any], sitting: list[dict[str, Any]]) -> str:
    """ "Ava Xu is thinking." where bots are asked, else ""."""
    bots = {one["seat"] for one in sitting if one["state"] == "bot"}
    names = [table["managers"][seat]["name"] for seat in table["turn"]["seats"] if seat in bots]
    return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} thinking." if names else ""


class RefereePage(RoundPage):
    """A game at any stage and level; at referee level with seats."""

    def __init__(self, hub: Any, canvas: Any, access: Any) -> None:
        super().__init__(hub, canvas, access)
        self.desk: Desk = hub.desk or Desk(hub, Seats())
        self.picks = Picks()
        self.section = "table"
        self.folded = False  # whether a long question leaves the table in sight
        self.listed = False  # the choices as a list, also where the table itself can be pressed
        self.opened: int | None = None  # the seat whose cards lie open here
        self.declined = ""  # the game in which whoever is here would rather watch than be offered a seat
        self.peeked = -1  # the revision at which a seat was opened that is not asked

    # -- which seat --------------------------------------------------------------------------------------------------

    def front(self, table: dict[str, Any]) -> tuple[int | None, int | None]:
        """(seat whose cards are shown, seat for which the tablet waits behind the curtain)."""
        held = self.desk.held(self.access)
        if len(held) <= 1 or table["stage"] != "play":
            return (held[0] if held else None), None
        asked = [seat for seat in table["turn"]["seats"] if seat in held]
        if self.opened in held and (self.opened in asked or not asked or self.peeked == self.hub.session.revision):
            return self.opened, None
        self.opened = None
        return None, asked[0] if asked else None

    def seat_view(self) -> dict[str, Any] | None:
        """The view of the seat that lies open here."""
        _, table = self.hub.view()
        if table is None or not is_referee(table):
            return None
        seat, _ = self.front(table)
        return self.desk.view(self.access, seat) if seat is not None else None

    def offer(self) -> Offer | None:
        """What the open seat may do."""
        view = self.seat_view()
        return Offer(view, self.picks) if view is not None and view["you"] is not None else None

    # -- drawing -----------------------------------------------------------------------------------------------------

    def picture(self) -> str:
        revision, table = self.hub.view()
        if table is None or not is_referee(table):
            return super().picture()
        names: dict[str, Any] = {"revision": revision, "may_act": self.may_act, "looks": self.looks}
        view = self.seat_view() or table
        if table["stage"] == "over":
            return views.render("referee/end.html", view=view, page=self.round_names(view), end=end_of(view), **names)
        seat, waiting = self.front(table)
        offer = self.offer()
        sitting = self.desk.sitting(self.access)
        free = any(seat["state"] == "free" for seat in sitting)
        invited = self.declined != self.desk.game and self.may_act and free and not self.desk.held(self.access)
        own = {
            "sheet": self.looks.sheet or ("seats" if invited else ""),
            "seat": seat,
            "waiting": waiting,
            "held": self.desk.held(self.access),
            "sitting": sitting or [{"state": "", "player": "", "who": ""} for _ in view["managers"]],
            "section": self.section,
            "news": NEWS_ASKED if offer and offer.asked else NEWS,
            "listed": self.listed,
            "roomy": offer is not None and self.section in ("table", "you") and offer.roomy,
            "thinking": thinking(table, sitting),
            "pace": self.desk.pace,
            "paces": list(PAUSES_MS),
            "history": getattr(self.hub.session, "history", view["events"]) if self.section == "log" else (),
        }
        own["wide"] = own["roomy"] and not self.folded
        page = {**self.round_names(view), **own, "tabs": TABS}
        return views.render(
            "referee/play.html", view=view, page=page, offer=offer, board=board_of(view, offer), **names
        )

    def screens(self, view: dict[str, Any] | None) -> list[dict[str, Any]]:
        """As at companion level; but here phases may go by before anybody has looked, so each browser shows it once."""
        if view is None or not is_referee(view) or not view["summary"]:
            return super().screens(view)
        fresh = self.looks.read != self.summary_name(view) and not self.looks.sheet
        return list(view["summary"]) if fresh or self.looks.sheet == "summary" else []

    # -- presses -----------------------------------------------------------------------------------------------------

    async def _act(self, press: Press) -> None:
        if not is_referee(self.hub.view()[1]):
            await super()._act(press)
            return
        action = press.do.get("act")
        if not isinstance(action, dict):
            raise BadPress(*UNKNOWN_PRESS)
        if action.get("kind") == "guide":  # a tutorial's step is of no seat
            await super()._act(press)
            return
        with self._pictures.wait():
            trouble = await self.desk.press(self.access, action, press.rev)
        if trouble:
            self.canvas.toast(trouble, "bad")
        else:
            self.looks.sheet = ""
            self.peeked = -1
            self.folded = False  # the next question is another one

    def on_ui(self, name: str, do: dict[str, Any]) -> None:
        if name == "sheet":
            self.declined = self.desk.game
        if name == "pick" and (offer := self.offer()):
            offer.pick(do.get("fields"))
        elif name == "goal" and (offer := self.offer()):
            offer.toggle(str(do.get("goal", "")))
        elif name == "unpick":
            self.picks.values = {}
        elif name == "section":
            before = self.section
            self.section = str(do.get("section")) if do.get("section") in SECTIONS else "table"
            self.folded = self.folded or before == self.section == "table"  # pressed again, it means the table itself
        elif name == "room":
            self.folded = not self.folded
        elif name == "list":
            self.listed = not self.listed
        elif name == "open-seat":
            self._open(do.get("seat"))
        elif name == "hide":
            self.opened, self.peeked, self.looks.sheet = None, -1, ""
        else:
            super().on_ui(name, do)

    def _open(self, seat: Any) -> None:
        """The tablet is in the hands of that seat's player."""
        if seat not in self.desk.held(self.access):
            raise NotPaired(NOT_YOURS)
        self.opened, self.peeked, self.looks.sheet = seat, self.hub.session.revision, ""
        self.picks = Picks()

    async def on_own(self, name: str, press: Press) -> None:
        do = press.do
        if name == "sit":
            seats = do.get("seats")
            if not isinstance(seats, list) or not all(type(seat) is int for seat in seats):
                raise BadPress(*UNKNOWN_PRESS)
            trouble = self.desk.claim(self.access, seats)
            if trouble:
                self.canvas.toast(trouble, "bad")
            self.looks.sheet = ""
        elif name == "free" and type(do.get("seat")) is int:
            self.desk.free(do["seat"])
        elif name == "pace":
            self.desk.set_pace(str(do.get("pace")))
        else:
            await super().on_own(name, press)


class RefereeTablePage(TablePage):
    """The virtual table; beside a referee game, which is on the screens, it says so."""

    def picture(self) -> str:
        revision, view = self.hub.view()
        if not is_referee(view):
            return super().picture()
        return views.render("referee/panel.html", revision=revision, view=view, may_act=self.may_act, looks=self.looks)


PAGES: dict[str, tuple[type[RoundPage], str]] = {"/play": (RefereePage, "Round")}
