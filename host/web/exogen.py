"""The page of Exogen: star chart, planet cards, exploring, pioneers, profiles and their files.

Rule 1: a press names the length of the log that it was made on, so that nobody explores twice by accident.
Rule 2: the profile is offered, never asked for: without one the page says that nothing is missing (BHC-A4.2-1).
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, ClassVar

from fastapi import FastAPI, Request, Response
from fastapi.responses import PlainTextResponse
from nicegui import ui

from host.exogen.counting import mission_in_setup
from host.exogen.errors import Parted
from host.exogen.planets import World, worlds
from host.exogen.profilefile import MOST_BYTES
from host.exogen.profiles import TROUBLE, Exogen, State
from host.exogen.telling import LEVEL_WORDS, direction_words, game_words, known, notes, points_words, standing
from host.web import exogen_chart, files
from host.web.client import TEXT_MAX, UNKNOWN_PRESS, Press
from host.web.errors import BadPress
from host.web.hub import STALE_WORDS
from host.web.pages import Page
from host.web.pairing import Access
from shared_rules.beyond_humanity import exogen as rules
from shared_rules.beyond_humanity import game
from shared_rules.engine.reasons import Refusal

PATH = "/exogen"
TITLE = "Exogen"
HEAD = '<link rel="stylesheet" href="/colony/assets/exogen.css">'
OPEN, EXPLORABLE, BEYOND = "open", "sight", "beyond"
SECTIONS = {OPEN: "Can be colonised", EXPLORABLE: "In sight of the telescopes", BEYOND: "Beyond the telescopes"}
OpenPage = Callable[[Any, Request, type[Page], str], Page]


def section_of(world: World, state: State) -> str:
    """Where a planet stands in the list."""
    if rules.available(state, world.planet, world.charted):
        return OPEN
    return EXPLORABLE if world.distance_ly <= rules.sight_ly(state) else BEYOND


def doings(world: World, state: State) -> dict[str, Any]:
    """What can be done for a planet now: costs in points, and why not in words ("" where it can be done)."""
    level = known(world, state)
    step = rules.step_cost(world.distance_ly, level + 1)
    study = rules.study_cost(state, world.id, world.distance_ly, world.charted)
    here = bool(state["mission"]) and state["mission"]["planet"] == world.id
    return {
        "here": here,
        "mission": rules.mission(state["mission"]["mission"]) if here else None,
        "step": step,
        "explore_not": _why_not(world, state, {"kind": "explore"}),
        "study": study,
        "missions": [{**one, "cost": one["gear"] + study} for one in rules.MISSIONS],
        "pioneer_not": "" if here else _why_not(world, state, {"kind": "pioneer", "mission": "heralds"}),
    }


def _why_not(world: World, state: State, action: dict[str, Any]) -> str:
    of = {"planet": world.id, "distance_ly": world.distance_ly, "charted": world.charted}
    try:
        rules.apply(state, {**action, **of})
    except Refusal as refusal:
        return str(refusal.sentence)
    return ""


class ExogenPage(Page):
    """One browser's star chart. `picked` is a planet's id, `listed` the part of the list that is open."""

    template = "exogen.html"

    def __init__(self, hub: Any, canvas: Any, access: Access) -> None:
        super().__init__(hub, canvas, access)
        self.picked = "trappist-1-e"
        self.listed = OPEN
        self._reading: asyncio.Task[None] | None = None

    @property
    def exogen(self) -> Exogen:
        found: Exogen = self.hub.exogen
        return found

    def open(self) -> None:
        super().open()
        # `colony exogen` may have written meanwhile
        self._reading = asyncio.get_running_loop().create_task(self._read(), name="read Exogen")

    async def _read(self) -> None:
        try:
            await self.exogen.refresh()
        except TROUBLE as error:
            self.canvas.toast(str(error), "bad")
        self.poke()

    @property
    def revision(self) -> int:
        """Length of the bound profile's log."""
        return len(self.exogen.bound.log.entries) if self.exogen.bound else 0

    def names(self, view: dict[str, Any] | None) -> dict[str, Any]:
        bound = self.exogen.bound
        state = bound.state if bound else rules.new()
        world = worlds().get(self.picked) or next(iter(worlds().values()))
        return {
            "entries": self.revision,
            "bound": bound,
            "state": state,
            "range_ly": rules.range_ly(state),
            "sight_ly": rules.sight_ly(state),
            "points": points_words(state["points"]),
            "mission": self._mission(state),
            "profiles": self.exogen.profiles,
            "troubles": self.exogen.troubles,
            "set_id": self.exogen.set_id,
            "parted": self.hub.exogen_file,
            "chart": self._chart(state, world),
            "list": self._list(state) if bound else [],
            "card": self._card(world, state if bound else None),
            "games": [{**one, "words": game_words(one)} for one in reversed(state["games"])],
            "in_setup": view is not None and view["stage"] == "setup",
            "page": self,
        }

    def _mission(self, state: State) -> dict[str, Any] | None:
        if not state["mission"]:
            return None
        where = worlds().get(state["mission"]["planet"])
        return {**rules.mission(state["mission"]["mission"]), "planet": state["mission"]["planet"],
                "where": where.name if where else state["mission"]["planet"]}  # fmt: skip

    def _chart(self, state: State, picked: World) -> dict[str, Any]:
        stars = []
        for star in exogen_chart.chart():
            sections = {section_of(world, state) for world in star.worlds}
            stars.append(
                {
                    "star": star,
                    "section": next(name for name in SECTIONS if name in sections),
                    "picked": star.name == picked.planet["star"],
                    "mission": any(
                        bool(state["mission"]) and state["mission"]["planet"] == world.id for world in star.worlds
                    ),
                    "label": f"{star.name}, {star.distance_ly} light years: "
                    + ", ".join(world.name for world in star.worlds),
                }
            )
        rings = [(away, 50 * exogen_chart.radius(away)) for away in exogen_chart.RINGS_LY]
        reach = [50 * exogen_chart.radius(away) for away in (rules.range_ly(state), rules.sight_ly(state))]
        return {"stars": stars, "rings": rings, "range": reach[0], "sight": reach[1], "hours": exogen_chart.hours()}

    def _list(self, state: State) -> list[dict[str, Any]]:
        parts: dict[str, list[World]] = {name: [] for name in SECTIONS}
        for world in sorted(worlds().values(), key=lambda world: (world.distance_ly, world.id)):
            parts[section_of(world, state)].append(world)
        return [
            {"id": name, "title": SECTIONS[name], "rows": [(world, known(world, state)) for world in found]}
            for name, found in parts.items()
        ]

    def _card(self, world: World, state: State | None) -> dict[str, Any]:
        star = [one for one in worlds().values() if one.planet["star"] == world.planet["star"]]
        level = known(world, state)
        return {
            "world": world,
            "sisters": sorted(star, key=lambda one: one.name),
            "measured": [("Star", world.planet["star"]), ("Direction", direction_words(world))],
            "level": level,
            "level_words": LEVEL_WORDS[level],
            "notes": notes(world, state),
            "standing": standing(world, state) if state else "",
            "do": doings(world, state) if state else None,
        }

    # -- presses ---------------------------------------------------------------------------------------------------

    def on_ui(self, name: str, do: dict[str, Any]) -> None:
        if name == "pick":
            self.picked = str(do.get("planet", ""))[:TEXT_MAX]
        elif name == "list":
            wanted = str(do.get("part"))
            self.listed = wanted if wanted in SECTIONS and wanted != self.listed else ""
        else:
            super().on_ui(name, do)

    async def on_own(self, name: str, press: Press) -> None:
        call = self.DOINGS.get(name)
        if call is None:
            raise BadPress(*UNKNOWN_PRESS)
        if press.rev != self.revision:
            self.canvas.toast(STALE_WORDS, "bad")
            return
        try:
            words = await call(self, press)
        except TROUBLE as error:
            self.canvas.toast(str(error), "bad")
            return
        self.looks.sheet = ""
        self.canvas.toast(words, "good")

    def _world(self, press: Press) -> World:
        found = worlds().get(str(press.do.get("planet")))
        if found is None:
            raise BadPress(*UNKNOWN_PRESS)
        return found

    async def _create(self, press: Press) -> str:
        made = await self.exogen.create(press.form.get("name", ""))
        return f"{made.name} has a profile now, and this game set is bound to it."

    async def _rename(self, press: Press) -> str:
        await self.exogen.rename(press.form.get("name", ""))
        return "The profile has its new name."

    async def _bind(self, press: Press) -> str:
        await self.exogen.bind(str(press.do["profile"]) if press.do.get("profile") else None)
        bound = self.exogen.bound
        return f"This game set is bound to {bound.name}." if bound else "This game set is bound to no profile."

    async def _explore(self, press: Press) -> str:
        world = self._world(press)
        await self.exogen.explore(world)
        return f"{world.name}: {LEVEL_WORDS[known(world, self.exogen.the_bound().state)]}"

    async def _pioneer(self, press: Press) -> str:
        world = self._world(press)
        await self.exogen.pioneer(world, str(press.do.get("mission")))
        return f"Pioneers are on their way to {world.name}."

    async def _recall(self, press: Press) -> str:
        if await mission_in_setup(self.exogen, game):
            # The setup on the table counts on the mission: it begins again without it before the mission is given back.
            trouble = await self.hub.start_game({}, recalled=True)
            if trouble:
                return str(trouble)
            await self.exogen.recall()
            return "The pioneers are coming home. The setup of the game begins again without them."
        await self.exogen.recall()
        return "The pioneers are coming home."

    async def _again(self, press: Press) -> str:
        return await self.hub.start_game({}) or "The setup begins again, with all that is known now."

    async def _keep_both(self, press: Press) -> str:
        waiting, self.hub.exogen_file = self.hub.exogen_file, None
        if waiting is None:
            return STALE_WORDS
        content, name = waiting
        return await self.exogen.take(content, name, as_copy=True)

    async def _forget(self, press: Press) -> str:
        self.hub.exogen_file = None
        return "The file was not taken."

    DOINGS: ClassVar[dict[str, Callable[["ExogenPage", Press], Awaitable[str]]]] = {
        "create": _create,
        "rename": _rename,
        "bind": _bind,
        "explore": _explore,
        "pioneer": _pioneer,
        "recall": _recall,
        "again": _again,
        "keep_both": _keep_both,
        "forget": _forget,
    }


async def take_file(hub: Any, request: Request) -> tuple[str, int]:
    """A profile in a request's body: (sentence, status). One that parted ways waits in the hub to be decided on."""
    content = await files.read_body(request, MOST_BYTES)
    if content is None:
        return "This file is too large to be an Exogen profile.", 400
    hub.exogen_file = None
    try:
        return await hub.exogen.take(content, "The file"), 200
    except Parted as error:
        hub.exogen_file = (content, "The file")
        return str(error), 409
    except TROUBLE as error:
        return str(error), 400


def add_page(
    api: FastAPI,
    hub: Any,
    open_page: OpenPage,
    access_of: Callable[[Any, Request], Access],
    own: Callable[[Request], bool],
    reconnect_timeout_s: float,
) -> None:
    """The page and the addresses of its files, over a hub with Exogen. `own`: the request is of a page of ours."""

    @ui.page(PATH, reconnect_timeout=reconnect_timeout_s)
    def exogen_page(request: Request) -> None:
        open_page(hub, request, ExogenPage, TITLE)
        ui.add_head_html(HEAD)  # after the common styles, which it refines

    @api.get(f"{PATH}/save")
    async def save(request: Request) -> Response:
        if not access_of(hub, request).may_act:
            return PlainTextResponse("Only a paired tablet may save the profile.", status_code=403)
        try:
            name, content = await hub.exogen.export()
        except TROUBLE as error:
            return PlainTextResponse(str(error), status_code=409)
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return Response(content, media_type="application/octet-stream", headers=headers)

    @api.post(f"{PATH}/load")
    async def load(request: Request) -> Response:
        if not access_of(hub, request).may_act or not own(request):
            return PlainTextResponse("Only a paired tablet may load a profile.", status_code=403)
        words, status = await take_file(hub, request)
        hub.changed()
        return PlainTextResponse(words, status_code=status)
