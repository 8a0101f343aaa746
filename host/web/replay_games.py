"""The page of all games that are kept here: watch one, save it to a file, or go on with one that was put aside.

Rule 1: a list of games says which one is which and how it stands (host/session/summaries.py); what happened in it is
        for the replay page.
Rule 2: going on with another game puts the running one aside, so the page asks first where one is running.
"""

import asyncio
import datetime
import logging
from typing import Any

from fastapi import Request
from nicegui import ui

from host.session.errors import SessionError
from host.session.summaries import Summary
from host.store.entries import OVER, PARKED
from host.store.errors import StoreError
from host.web import views
from host.web.client import Press
from host.web.pages import Page
from host.web.replay import GAMES, OpenPage

log = logging.getLogger(__name__)


class GamesPage(Page):
    """A list that is asked of the store when the page opens and whenever a game or a Round begins or ends."""

    template = "replay_games.html"

    def __init__(self, hub: Any, canvas: Any, access: Any) -> None:
        super().__init__(hub, canvas, access)
        self.games: list[dict[str, Any]] = []
        self.trouble = ""
        self._shown: Any = None
        self._asking: asyncio.Task[None] | None = None

    def poke(self) -> None:
        view = self.hub.view()[1] or {}
        now = (self.hub.session.game_id, view.get("stage"), view.get("round"), view.get("result") is not None)
        if now != self._shown:
            self._shown = now
            self._asking = asyncio.get_running_loop().create_task(self.ask(), name="list games")
        super().poke()

    def close(self) -> None:
        super().close()
        if self._asking:
            self._asking.cancel()

    async def ask(self) -> None:
        """Ask the store and draw."""
        try:
            self.games = [self._row(summary) for summary in await self.hub.session.summaries()]
            self.trouble = ""
        except StoreError as error:
            self.trouble = str(error)
        super().poke()

    def _row(self, summary: Summary) -> dict[str, Any]:
        record = summary.record
        loaded = record.game_id == self.hub.session.game_id
        status = OVER if loaded and self.hub.session.result is not None else record.status
        begun = datetime.datetime.fromtimestamp(record.created_utc_s)
        return {
            "id": record.game_id,
            "begun": f"{begun.day} {begun:%B %Y, %H:%M}",
            "title": summary.title,
            "managers": ", ".join(summary.managers),
            "state": summary.stands(status),
            "over": status == OVER,
            "parked": status == PARKED,
        }

    def names(self, view: dict[str, Any] | None) -> dict[str, Any]:
        return {
            "games": self.games,
            "trouble": self.trouble,
            "asked": next((game for game in self.games if f"go-{game['id']}" == self.looks.sheet), None),
            "running": views.running(view),
        }

    async def on_own(self, name: str, press: Press) -> None:
        if name != "go-on":
            return await super().on_own(name, press)
        game_id = str(press.do.get("game"))
        if game_id not in {game["id"] for game in self.games if game["parked"]}:
            self.canvas.toast("That game is not put aside any more.", "bad")
            return None
        try:
            await self.hub.session.play(game_id)
        except (SessionError, StoreError) as error:
            self.canvas.toast(str(error), "bad")
            return None
        self.hub.changed()
        self.canvas.leave(self.way_on())
        return None


def add_page(hub: Any, open_page: OpenPage, reconnect_timeout_s: float) -> None:
    """The page /games."""

    @ui.page(GAMES, reconnect_timeout=reconnect_timeout_s)
    def games_page(request: Request) -> None:
        open_page(hub, request, GamesPage, "Games")
