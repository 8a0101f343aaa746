"""Referee games at chosen places, and a real session, hub and desk over them."""

import html
import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from web_games import Canvas, Link

from host.session.seats import Seats
from host.session.session import Session
from host.store.store import Store
from host.web.hub import Hub
from host.web.pairing import Access, Pairing
from host.web.referee import RefereePage
from host.web.referee_desk import Desk
from shared_rules.beyond_humanity import game

MANAGERS = [3, 8, 5]
OPTIONS = {"mode": "semi", "managers": MANAGERS, "planet": "trappist-1-e", "level": "referee"}
MODES: dict[str, dict[str, Any]] = {
    "semi": OPTIONS,
    "coop": {**OPTIONS, "mode": "coop"},
    "solo": {"mode": "solo", "planet": "trappist-1-e", "level": "referee"},
}
ONE, TWO, THREE = (Access(may_act=True, local=True, holder=f"here:{name}") for name in ("one", "two", "three"))


def walk(options: dict[str, Any], seed: int, most: int = 2000) -> Iterator[dict[str, Any]]:
    """The states of a game in which everybody chooses at random."""
    dice, state = random.Random(seed), game.setup(options, seed)
    for _ in range(most):
        yield state
        actions = [action for action in game.legal(state) if action["kind"] != "undo"]
        if not actions:
            return
        state = game.apply(state, dice.choice(actions))


def hidden(state: dict[str, Any], seat: int) -> set[str]:
    """Words that only that seat may read now: titles in its hand, its Goals, its face-down Artifacts."""
    if state["stage"] != "play":
        return set()
    you, table = game.view(state, f"seat:{seat}")["you"], json.dumps(game.view(state, "table"), ensure_ascii=False)
    found = {card["title"] for card in you["hand"]}
    found |= {goal["name"] for goal in you["goals"] + you["offered"]}
    found |= {you[slot]["name"] for slot in ("expedition", "research") if you[slot]}
    return {words for words in found if words not in table}


def readable(sent: str) -> str:
    """What a player could make of a page or a frame: escapes of HTML and JSON undone."""
    for _ in range(2):
        sent = html.unescape(re.sub(r"\\+u([0-9a-fA-F]{4})", lambda found: chr(int(found.group(1), 16)), sent))
    return sent


class Up:
    words, connected = "The ARC is connected.", True


class Place:
    """A companion without server and ARC: real store, session, hub and desk."""

    def __init__(self, folder: Path) -> None:
        self.store = Store.open(folder / "colony.db")
        self.session = Session(self.store, game)
        self.hub = Hub(self.session, Link, Pairing())
        self.desk = Desk(self.hub, Seats())
        self.hub.desk = self.desk
        self.session.subscribe(self.hub.changed)

    async def begin(self, mode: str = "semi", seed: int = 5, **options: Any) -> "Place":
        outcome = await self.session.new_game({**MODES[mode], **options}, seed=seed)
        assert outcome.ok, outcome.sentence
        return self

    @property
    def state(self) -> dict[str, Any]:
        assert self.session._core is not None
        return dict(self.session._core.state)

    def page(self, access: Access) -> tuple[RefereePage, Canvas]:
        canvas = Canvas()
        page = RefereePage(self.hub, canvas, access)
        page.open()
        return page, canvas

    async def random_choices(self, count: int, seed: int = 1) -> None:
        """Everybody chooses at random, past the pages."""
        dice = random.Random(seed)
        for _ in range(count):
            seat = self.session.to_act[0]
            view = self.session.view(f"seat:{seat}")
            assert view is not None
            actions = [action for action in view["you"]["actions"] if action["kind"] != "undo"]
            assert (await self.session.act(dice.choice(actions), self.session.revision, "test")).ok

    async def close(self) -> None:
        await self.session.close()
        self.store.close()


def newest(page: RefereePage, canvas: Canvas) -> str:
    """The picture that this browser shows now."""
    while canvas.drawn:
        count = len(canvas.drawn)
        page.shown(canvas.drawn[-1][1])
        if len(canvas.drawn) == count:
            break
    return canvas.drawn[-1][0]


def presses(picture: str) -> list[dict[str, Any]]:
    """What can be pressed on a picture that is lit: the buttons marked as legal."""
    found = re.findall(r"<button[^>]*\sdata-legal[^>]*>", picture)
    return [json.loads(html.unescape(re.search(r'data-do="([^"]*)"', tag).group(1))) for tag in found]  # type: ignore[union-attr]
