"""The replay page: a game that was played, entry by entry, on the same page that showed it while it was played.

Theory: a RefereePage draws whatever its hub shows. Here the hub is a `Stage`, which shows one position of a playback to
one audience; nothing can be pressed for the game, and around the picture lies a bar with the ways through the log.

Rule 1: which audiences there are is the playback's to say (host/session/playback.py): hidden cards open after the end.
Rule 2: every browser has a stage of its own; watching changes nothing for anybody.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

from fastapi import Request
from markupsafe import Markup
from nicegui import ui

from host.session.errors import SessionError
from host.session.game import TABLE
from host.session.playback import Playback
from host.store.errors import StoreError
from host.web import views
from host.web.client import INTEGER, UNKNOWN_PRESS, Press
from host.web.errors import BadPress
from host.web.pairing import Pairing
from host.web.referee import RefereePage

log = logging.getLogger(__name__)

PACES_S = {"slow": 2.0, "normal": 0.8, "fast": 0.25}  # between two entries while the game runs by itself
WHO = {"arc": "ARC", "tablet": "Tablet", "bot": "Bot"}  # who acted, where the sentence does not say it already
HEAD = """
<link rel="stylesheet" href="/colony/assets/replay.css">
<script src="/colony/assets/replay.js" defer></script>
"""
PATH = "/replay"
GAMES = "/games"  # replay_games.py
Load = Callable[[], Awaitable[Playback]]
OpenPage = Callable[..., Any]  # host.web.app.open_page


class Stage:
    """What a page asks of a hub, for one position of one playback."""

    def __init__(self) -> None:
        self.playback: Playback | None = None
        self.at = 0
        self.audience = TABLE
        self.pairing = Pairing()
        self.watchers: set[Any] = set()
        self.desk = None
        self.exogen = None
        self.has_virtual = False
        self.pieces: list[dict[str, Any]] = []
        self.session = SimpleNamespace(notices=[], game_id="", players=[], to_act=[], revision=0)
        self._seen: tuple[tuple[int, str], dict[str, Any]] | None = None

    def link(self) -> Any:
        """No ARC takes part, and none is missed."""
        return SimpleNamespace(connected=True, words="")

    def view(self) -> tuple[int, dict[str, Any] | None]:
        """(position, what the audience may see there)."""
        if self.playback is None:
            return 0, None
        where = (self.at, self.audience)
        if self._seen is None or self._seen[0] != where:
            shown = self.playback.view(*where)
            self._seen = (where, {**shown, "revision": self.at, "link": "", "notices": []})
        return self.at, self._seen[1]


class ReplayPage(RefereePage):
    """A playback in one browser. `watch` says where it comes from."""

    games = ""  # where the list is that this game was chosen from; a file that is watched by itself has none

    def __init__(self, hub: Any, canvas: Any, access: Any) -> None:
        self.stage = Stage()
        super().__init__(self.stage, canvas, access)
        self.playing = False
        self.pace = "normal"
        self.trouble = ""
        self._clock: asyncio.TimerHandle | None = None
        self._loading: asyncio.Task[None] | None = None

    @property
    def may_act(self) -> bool:
        return False

    # -- loading -----------------------------------------------------------------------------------------------------

    def watch(self, load: Load) -> None:
        """Load a playback beside everything else; meanwhile the page says so."""
        self._loading = asyncio.get_running_loop().create_task(self._load(load), name="load replay")

    async def _load(self, load: Load) -> None:
        try:
            self.show(await load())
        except (SessionError, StoreError) as error:
            self.trouble = str(error)
        except Exception:
            log.exception("a replay could not be shown")
            self.trouble = "This game cannot be shown. What happened is in the companion's log."
        self.poke()

    def show(self, playback: Playback) -> None:
        """Put a playback on the stage, at its beginning."""
        self.stage.playback = playback
        self.stage.session.players = ["" for _ in playback.seats]
        if playback.first_difference == 0:
            self.stage.playback, self.trouble = None, str(playback.difference)

    def away(self) -> None:
        super().away()
        self._pause()

    def close(self) -> None:
        super().close()
        self._pause()
        if self._loading:
            self._loading.cancel()

    # -- drawing -----------------------------------------------------------------------------------------------------

    def front(self, table: dict[str, Any]) -> tuple[int | None, int | None]:
        """The seat whose cards are shown; there is no curtain."""
        kind, _, seat = self.stage.audience.partition(":")
        return (int(seat) if kind == "seat" else None), None

    def seat_view(self) -> dict[str, Any] | None:
        return None  # the stage's view is the seat's already; without it the page offers nothing to press

    def screens(self, view: dict[str, Any] | None) -> list[dict[str, Any]]:
        return super().screens(view) if self.looks.sheet == "summary" else []

    def picture(self) -> str:
        playback = self.stage.playback
        if playback is None:
            return views.render("replay_wait.html", trouble=self.trouble, games=self.games)
        return views.render("replay.html", bar=self.bar(playback), stage=Markup(super().picture()))

    def bar(self, playback: Playback) -> dict[str, Any]:
        """What the bar says: where we are, what was done, whether it fits, and the ways on."""
        at, last = self.stage.at, playback.length
        number = playback.round_at(at)
        firsts = dict(playback.rounds)
        entry = playback.file.entries[at - 1] if at else None
        return {
            "title": playback.file.game.title,
            "games": self.games,
            "at": at,
            "last": last,
            "round": number,
            "rounds": [{"round": one, "at": first, "now": one == number} for one, first in playback.rounds],
            "before": firsts.get(number if at > firsts.get(number, 0) else number - 1, 0),
            "after": firsts.get(number + 1, last),
            "who": WHO.get(entry.actor.partition(":")[0], "") if entry else "",
            "words": playback.words[at - 1] if at else "The beginning.",
            "audience": self.stage.audience,
            "audiences": [{"id": who, "words": self._audience(playback, who)} for who in playback.audiences],
            "ended": playback.ended,
            "playing": self.playing,
            "pace": self.pace,
            "paces": list(PACES_S),
            "verdict": playback.verdict,
        }

    def _audience(self, playback: Playback, who: str) -> str:
        kind, _, seat = who.partition(":")
        return "The table" if kind == TABLE else playback.seats[int(seat)]

    # -- presses -----------------------------------------------------------------------------------------------------

    async def _press(self, press: Press) -> None:
        await super()._press(Press({**press.form, **press.do}, press.rev, press.number, {}))

    def on_ui(self, name: str, do: dict[str, Any]) -> None:
        walk = {"go": self._on_go, "step": self._on_step, "run": self._on_run, "audience": self._on_audience}
        if name in walk:
            if self.stage.playback is not None:
                walk[name](do)
        elif name == "pace":
            self.pace = str(do.get("pace")) if do.get("pace") in PACES_S else self.pace
        else:
            super().on_ui(name, do)

    def _on_go(self, do: dict[str, Any]) -> None:
        self._pause()
        self.go(_number(do.get("at")))

    def _on_step(self, do: dict[str, Any]) -> None:
        self._pause()
        self.go(self.stage.at + _number(do.get("by")))

    def _on_audience(self, do: dict[str, Any]) -> None:
        playback = self.stage.playback
        if playback is None or do.get("audience") not in playback.audiences:
            raise BadPress(*UNKNOWN_PRESS)
        self.stage.audience = str(do["audience"])
        self.section = "you" if self.stage.audience != TABLE else "table"

    @property
    def last(self) -> int:
        """The last position that can be shown."""
        return self.stage.playback.length if self.stage.playback else 0

    def go(self, at: int) -> None:
        """To a position, as near as there is one."""
        self.stage.at = self.stage.session.revision = min(max(0, at), self.last)

    # -- running by itself -------------------------------------------------------------------------------------------

    def _on_run(self, do: dict[str, Any]) -> None:
        if self.playing:
            self._pause()
            return
        if self.stage.at == self.last:
            self.go(0)
        self.playing = True
        self._wait()

    def _wait(self) -> None:
        self._clock = asyncio.get_running_loop().call_later(PACES_S[self.pace], self._tick)

    def _tick(self) -> None:
        self.go(self.stage.at + 1)
        if self.stage.at < self.last:
            self._wait()
        else:
            self._pause()
        self.poke()

    def _pause(self) -> None:
        self.playing = False
        if self._clock:
            self._clock.cancel()


def _number(value: Any) -> int:
    """A whole number as a button or a slider sends it. Raises BadPress."""
    if isinstance(value, str) and INTEGER.fullmatch(value):
        return int(value)
    if not isinstance(value, int):
        raise BadPress(*UNKNOWN_PRESS)
    return value


def add_page(hub: Any, open_page: OpenPage, reconnect_timeout_s: float) -> None:
    """The page /replay?game=ID: a game of the companion's store, or without an id the loaded one so far."""

    @ui.page(PATH, reconnect_timeout=reconnect_timeout_s)
    def replay_page(request: Request, game: str = "") -> None:
        ui.add_head_html(HEAD)
        page = open_page(hub, request, ReplayPage, "Replay")
        page.games = GAMES
        page.watch(lambda: hub.session.playback(game or None))
