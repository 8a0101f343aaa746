"""Finished games become entries of a profile: each once, whatever crashes in between.

Theory: the store notes a game in the transaction that begins it, if the box is bound to a profile then (schema 003).
Here each noted game is looked at until it is settled: in the session while it is played, and by folding its log where
the companion was not there to see the end. Counting and settling are one transaction.

Rule 1: a game counts for the profile that the box was bound to when it began. Games taken from a file or from an ARC
were begun elsewhere: they never count, nor does watching a replay.
Rule 2: scenarios and tutorials do not count (BHC-A4.1-2), nor do games that only bots played.
Rule 3: a pioneer mission is used up when a game begins on its planet; until then it can be recalled.
"""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from typing import Any

from host.exogen.errors import ExogenError
from host.exogen.profiles import Exogen, judge
from host.session.errors import SessionError
from host.session.game import TABLE, Game
from host.session.replay import replay
from host.store import exogen as kept
from host.store.entries import Action, GameRecord
from host.store.errors import LocalStoreError, StoreError
from host.store.exogen import BegunGame
from host.store.store import Store
from shared_rules.beyond_humanity import exogen
from shared_rules.engine.reasons import Refusal

log = logging.getLogger(__name__)

View = dict[str, Any]
IN_SETUP = "setup"


def counts(view: View) -> bool:
    """Whether a game of this kind counts at all."""
    players = view.get("players") or {}
    only_bots = bool(players) and "person" not in (players.values() if isinstance(players, dict) else players)
    return not view.get("scenario") and not view.get("guide") and not only_bots


def entry_of(game_id: str, view: View, result: dict[str, Any]) -> Action:
    """The profile's entry for a finished game. VP: the best Manager's in semi-coop, else the common ones."""
    total = max((seat["total"] for seat in result["seats"]), default=0)
    planet = view["planet"]
    return {
        "kind": "game",
        "game": game_id,
        "mode": result["mode"],
        "positive": bool(result["positive"]),
        "won": bool(result["winners"]),
        "vp": int(result.get("total", total)) if result["positive"] else 0,
        "planet": planet["id"],
        "title": planet["name"],
    }


def mission_offered(record: GameRecord) -> tuple[int, str] | None:
    """(number, planet) of the pioneer mission that a game's setup offers."""
    for planet in record.options.get("planets") or ():
        words = planet.get("prepared") if isinstance(planet, dict) else None
        if isinstance(words, dict) and isinstance(words.get("number"), int):
            return words["number"], str(planet.get("id"))
    return None


class Counting:
    """Watches one session for a store's profiles. `changed` is a subscriber of the session."""

    def __init__(self, exogen: Exogen, session: Any, game: Game) -> None:
        self.exogen = exogen
        self._session = session
        self._game = game
        self._looked: str | None = None  # the game that the session had when we looked last
        self._pending: dict[str, BegunGame] = {}
        self._landed: set[str] = set()

    async def changed(self) -> None:
        """The session moved on. What cannot be stored now is tried again later; nothing here stops a game."""
        try:
            if self._session.game_id != self._looked:
                await self.catch_up()
            await self._look_at_the_table()
        except (StoreError, ExogenError, Refusal) as error:
            log.warning("Exogen could not be kept, and is tried again: %s", error)

    async def catch_up(self) -> None:
        """Settle the games whose end nobody has seen: folds each once after it has grown."""
        current = self._session.game_id
        self._pending = {game.game_id: game for game in await self.exogen.store.read(kept.begun_games)}
        for game in list(self._pending.values()):
            if game.game_id != current:
                await self._fold(game)
        self._looked = current

    async def _fold(self, game: BegunGame) -> None:
        store = self.exogen.store
        length = await store.length(game.game_id)
        if length == game.seen:
            return
        record, entries = await store.game(game.game_id), await store.entries(game.game_id)
        try:
            state = await asyncio.to_thread(replay, self._game, record, entries)
        except SessionError as error:
            log.warning("game %s can not be judged for Exogen: %s", game.game_id[:8], error)
            await store.write(lambda db: kept.look(db, game.game_id, length, False))
            return
        await self._judge(game, record, length, self._game.view(state, TABLE), self._game.result(state))

    async def _look_at_the_table(self) -> None:
        """The running game, as the session shows it: no folding."""
        game = self._pending.get(self._session.game_id or "")
        view, result = self._session.view(TABLE), self._session.result
        if game is None or view is None or view["stage"] == IN_SETUP:
            return
        if result is not None or game.game_id not in self._landed:
            record = await self.exogen.store.game(game.game_id)
            await self._judge(game, record, 0, view, result)

    async def _judge(
        self, game: BegunGame, record: GameRecord, length: int, view: View, result: dict[str, Any] | None
    ) -> None:
        if view["stage"] != IN_SETUP:
            await self._land(game, record, view)
        if result is None:
            await self.exogen.store.write(lambda db: kept.look(db, game.game_id, length, False))
            return
        action = entry_of(game.game_id, view, result) if counts(view) else None
        await self._settle(game, length, action)
        self._pending.pop(game.game_id, None)
        log.info("game %s is settled for Exogen", game.game_id[:8])
        await self.exogen.refresh()

    async def _settle(self, game: BegunGame, length: int, action: Action | None) -> None:
        now = self.exogen.clock()
        try:
            await self.exogen.store.write(lambda db: kept.settle(db, game, length, action, now, judge))
        except ExogenError as error:  # the profile came back from a file that knows this game already
            log.info("game %s does not count: %s", game.game_id[:8], error)
            await self.exogen.store.write(lambda db: kept.look(db, game.game_id, length, True))

    async def _land(self, game: BegunGame, record: GameRecord, view: View) -> None:
        """Use up the mission that this game began with, once."""
        self._landed.add(game.game_id)
        offered = mission_offered(record)
        if offered is None or view["planet"]["id"] != offered[1]:
            return
        action: Action = {"kind": "land", "planet": offered[1], "game": game.game_id}
        now = self.exogen.clock()

        def job(db: Any) -> bool:
            profile = kept.find_profile(db, game.profile_id)
            if profile is None:
                raise LocalStoreError(f"There is no profile {game.profile_id}.")
            under_way = exogen.fold(profile.actions)["mission"]
            if not under_way or under_way["number"] != offered[0]:
                return False  # landed before, or recalled
            kept.append(db, game.profile_id, [(action, now)], judge)
            return True

        if await self.exogen.store.write(job):
            await self.exogen.refresh()


async def mission_in_setup(exogen: Exogen, game: Game) -> bool:
    """Whether the running game is still being set up and offers the mission that is under way."""
    record = await exogen.store.running_game()
    offered = mission_offered(record) if record else None
    under_way = exogen.bound.state["mission"] if exogen.bound else None
    if record is None or not offered or not under_way or offered[0] != under_way["number"]:
        return False
    entries: Sequence[Any] = await exogen.store.entries(record.game_id)
    try:
        state = await asyncio.to_thread(replay, game, record, entries)
        return bool(game.view(state, TABLE)["stage"] == IN_SETUP)
    except (SessionError, Refusal):
        return False


@contextlib.asynccontextmanager
async def watch(store: Store, session: Any, game: Game) -> AsyncIterator[Exogen]:
    """The profiles of a store, with a session that is counted for them as long as this is open."""
    exogen = Exogen(store)
    await exogen.refresh()
    counting = Counting(exogen, session, game)
    end = session.subscribe(counting.changed)
    first = asyncio.create_task(counting.changed(), name="exogen")  # what a crash left; nobody waits for it
    try:
        yield exogen
    finally:
        first.cancel()
        end()
