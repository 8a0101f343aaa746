"""The pages: what each one shows and does for itself. What they look like is in templates/."""

import asyncio
import io
from functools import cache
from typing import Any

import segno
from markupsafe import Markup

from host.exogen.telling import counted_words
from host.web import glossary, pieces, planets, views
from host.web.client import READ_ONLY, UNKNOWN_PRESS, OneAhead, PageClient, Press
from host.web.errors import BadPress, NotPaired, WebError
from host.web.hub import STALE_WORDS, Hub
from host.web.pairing import Access
from shared_rules.beyond_humanity.rules import offers

REFEREE = "referee"
LEVELS = ("companion", REFEREE)
TABS = ("status", "resources", "population", "special", "economy")


def table_first(hub: Hub, access: Access, view: dict[str, Any] | None) -> bool:
    """Whether the virtual table is where a browser plays: on this computer, with what lies on a table."""
    at_table = view is None or view.get("level", "companion") != REFEREE
    return hub.has_virtual and access.local and at_table


def way_on(hub: Hub, access: Access) -> str:
    """Where a browser goes on with a game that is set up, or with its setup."""
    view = hub.view()[1]
    if view is not None and view["stage"] == "setup":
        return "/setup"
    return "/table" if table_first(hub, access, view) else "/play"


class Page(PageClient):
    """A page with a template. `names` says what the template needs."""

    template = ""

    def __init__(self, hub: Any, canvas: Any, access: Any) -> None:
        super().__init__(hub, canvas, access, draw=lambda page: self.picture())
        self.address = ""  # under which this browser reached the companion

    def picture(self) -> str:
        """The page's HTML for the newest state."""
        revision, view = self.hub.view()
        names: dict[str, Any] = {"revision": revision, "view": view, "may_act": self.may_act, "looks": self.looks}
        return views.render(self.template, **names, **self.names(view))

    def names(self, view: dict[str, Any] | None) -> dict[str, Any]:
        """What the template needs beside the view."""
        return {}

    def table_first(self, view: dict[str, Any] | None) -> bool:
        """Whether the virtual table is where this browser plays."""
        return table_first(self.hub, self.access, view)

    def way_on(self) -> str:
        """Where this browser goes on with the game."""
        return way_on(self.hub, self.access)


@cache
def tutorials() -> list[dict[str, Any]]:
    """The guided games of both levels: id, name, text, steps (count), level."""
    return [
        {**{name: entry[name] for name in ("id", "name", "text")}, "steps": len(entry["steps"]), "level": level}
        for level in LEVELS
        for entry in offers.tutorials(level)
    ]


class StartPage(Page):
    """What is connected, and the ways into a game."""

    template = "start.html"

    def names(self, view: dict[str, Any] | None) -> dict[str, Any]:
        return {
            "facts": self.hub.facts(),
            "running": views.running(view),
            "has_exogen": self.hub.exogen is not None,
            "has_virtual": self.hub.has_virtual,
            "table_first": self.table_first(view),
            "at_table": view is None or view.get("level", "companion") != REFEREE,
            "tutorials": tutorials(),
            "unknown_tag": self.hub.session.unknown_uid is not None,
            "pieces": self.hub.pieces,
            "can_restore": view is None and self.hub.link().connected,
        }

    async def on_own(self, name: str, press: Press) -> None:
        if name in ("new", "learn", "restore") and press.rev != self.hub.view()[0]:
            self.told(STALE_WORDS, "")  # another screen was quicker: its game must not be put aside unasked
        elif name == "new":
            trouble = await self.hub.start_game(self.options(str(press.do.get("level", ""))))
            self.told(trouble, "Set up the new game.", "/setup")
        elif name == "learn":
            level, lesson = (str(press.do.get(field, "")) for field in ("level", "tutorial"))
            known = any(one["id"] == lesson and one["level"] == level for one in tutorials())
            trouble = (
                await self.hub.start_game({**self.options(level), "tutorial": lesson}) if known else UNKNOWN_PRESS[0]
            )
            self.told(trouble, "The first step is on the screen.", self.way_on())
        elif name == "restore":
            self.told(await self.hub.restore(), "The game is back.", "/play")
        elif name == "teach":
            self.told(await self.hub.teach(press.form.get("piece", "")), "The piece is known now.")
        else:
            await super().on_own(name, press)

    def options(self, level: str) -> dict[str, Any]:
        """What a new game need not ask: the level that was pressed, and the ARC where one is connected."""
        made: dict[str, Any] = {"level": level} if level in LEVELS else {}
        return {**made, "arc": True} if self.hub.link().connected and level != REFEREE else made

    def told(self, trouble: str, done: str, address: str = "") -> None:
        """Say how it went, and go on to another page where it went well."""
        self.canvas.toast(trouble or done, "bad" if trouble else "good")
        if address and not trouble:
            self.canvas.leave(address)


class PairPage(Page):
    """The QR code for another tablet, and who takes part."""

    template = "pair.html"
    invitation = ""

    def names(self, view: dict[str, Any] | None) -> dict[str, Any]:
        base = "" if self.access.local and not self.hub.outside else self.hub.outside or self.address
        address = f"{base}/join?token={self.token()}" if base and self.may_act else ""
        return {
            "running": view is not None,
            "old": self.old,
            "code": qr(address) if address else None,
            "join_address": address,
            "devices": list(self.hub.pairing.devices.values()),
            "own_device": self.access.device,
        }

    old = False

    def token(self) -> str:
        """The invitation that this screen shows; a new one once it is used up or too old."""
        if not self.hub.pairing.is_open(self.invitation):
            self.invitation = self.hub.pairing.invite()
        return self.invitation

    async def on_own(self, name: str, press: Press) -> None:
        if name != "revoke":
            return await super().on_own(name, press)
        self.hub.pairing.revoke(str(press.do.get("device")))
        self.hub.changed()
        return None


def qr(text: str) -> Markup:
    """A QR code as inline SVG."""
    out = io.BytesIO()
    segno.make(text, error="m").save(
        out, kind="svg", scale=4, border=2, xmldecl=False, svgns=True, nl=False, omitsize=True
    )
    return Markup(out.getvalue().decode())  # segno's own markup; the text is drawn in it, not written


class HelpPage(Page):
    """The game's words, the ways to play, and what lights mean."""

    template = "help.html"

    def names(self, view: dict[str, Any] | None) -> dict[str, Any]:
        return {"help": glossary.read(), "lights": pieces.lights()}


class RoundPage(Page):
    """A game at any stage: setup guide, round screen, end. `page` in its templates is what `round_names` says."""

    on_table = False  # whether the virtual table is beside it
    order = "group"  # in which this browser lists the planets
    guided = False  # whether a lesson was going on when this browser looked last
    telling: asyncio.Task[Any] | None = None

    def poke(self) -> None:
        _, view = self.hub.view()
        going = bool(view and view.get("guide"))
        if self.guided and not going and view and view["stage"] == "play":
            self.canvas.toast("The lesson is over. The game goes on, if you like.", "good")
        self.guided = going
        super().poke()

    def answer_arc(self) -> None:
        """Say that the ARC is connected where the setup asks for it: the companion sees that by itself."""
        revision, view = self.hub.view()
        asks = view is not None and view["stage"] == "setup" and view["setup"]["step"] == "arc"
        if asks and self.may_act and self.hub.link().connected and (self.telling is None or self.telling.done()):
            work = self.hub.press({"kind": "answer", "choice": "connected"}, revision, "companion")
            self.telling = asyncio.get_running_loop().create_task(work, name="tell the setup of the ARC")

    def picture(self) -> str:
        _, view = self.hub.view()
        self.template = views.template_of(view)
        return super().picture()

    def names(self, view: dict[str, Any] | None) -> dict[str, Any]:
        return {"page": self.round_names(view)}

    def round_names(self, view: dict[str, Any] | None) -> dict[str, Any]:
        """What this browser shows of the Round beside the view itself."""
        screens = self.screens(view)
        return {
            "connected": self.hub.link().connected,
            "has_exogen": self.hub.exogen is not None,
            "counted": counted_words(self.hub.exogen, self.hub.session.game_id),
            "has_virtual": self.hub.has_virtual,
            "on_table": self.on_table,
            "at_table": view is None or view.get("level", "companion") != REFEREE,
            "order": self.order,
            "notices": self.hub.session.notices,
            "tabs": TABS,
            "screens": screens,
            "at": min(self.looks.page, max(0, len(screens) - 1)),
            "of_round": view["round"] - 1 if view and "round" in view else 0,
            "summary": self.summary_name(view),
        }

    def on_ui(self, name: str, do: dict[str, Any]) -> None:
        if name == "order":
            wanted = str(do.get("by"))
            self.order = wanted if wanted in planets.ORDERS else "group"
        else:
            super().on_ui(name, do)

    def summary_name(self, view: dict[str, Any] | None) -> str:
        """What a browser remembers of a summary that it has shown."""
        return f"{(self.hub.session.game_id or '')[:8]}.{view['round']}" if view and "round" in view else ""

    def screens(self, view: dict[str, Any] | None) -> list[dict[str, Any]]:
        """The summary's screens where they are to be shown: once when a Round opens, and again when asked for."""
        if view is None or view["stage"] != "play" or not view["summary"]:
            return []
        fresh = view["phase"] == 1 and self.looks.read != self.summary_name(view) and not self.looks.sheet
        return list(view["summary"]) if fresh or self.looks.sheet == "summary" else []


class SetupPage(RoundPage):
    """The setup guide. When the game has begun, each browser goes on to where it plays."""

    gone = False

    def poke(self) -> None:
        super().poke()
        self.answer_arc()

    def picture(self) -> str:
        _, view = self.hub.view()
        if view is None or view["stage"] == "setup":
            self.gone = False
            return super().picture()
        if not self.gone:
            self.gone = True
            self.canvas.leave(self.way_on())
        return views.render("begun.html", address=self.way_on())


class TablePage(RoundPage):
    """The round in a narrow panel beside the virtual table."""

    on_table = True

    def __init__(self, hub: Any, canvas: Any, access: Any) -> None:
        super().__init__(hub, canvas, access)
        self.table: Any = None
        self.states = OneAhead(self._send_state)
        self._state: Any = None
        self._number = 0

    def picture(self) -> str:
        self.template = "panel.html"
        return Page.picture(self)

    def poke(self) -> None:
        super().poke()
        self.answer_arc()
        if self.table is not None:
            self.states.poke()

    def open(self) -> None:
        self.states.hold(False)
        super().open()

    def away(self) -> None:
        super().away()
        self.states.hold(True)

    def close(self) -> None:
        super().close()
        self.states.close()

    def _send_state(self) -> int | None:
        """Hand the virtual hardware's newest state to the table, where it differs from what is shown."""
        _, view = self.hub.view()
        state = (self.hub.virtual_state, views.asked(view), self.may_act)
        if state == self._state:
            return None
        self._state = state
        self._number += 1
        self.table.show(*state, self._number)
        return self._number

    async def on_doing(self, doing: Any) -> None:
        """A hand moved something on the virtual table."""
        try:
            if not isinstance(doing, dict):
                raise BadPress(*UNKNOWN_PRESS)
            if not self.may_act:
                raise NotPaired(READ_ONLY)
            words = await self.hub.on_table(doing)
        except WebError as error:
            words = str(error)
        if words:
            self.canvas.toast(words, "bad")


PAGES: dict[str, tuple[type[Page], str]] = {
    "/": (StartPage, "Start"),
    "/setup": (SetupPage, "New game"),
    "/play": (RoundPage, "Round"),
    "/pair": (PairPage, "Tablets"),
    "/help": (HelpPage, "Help"),
}
