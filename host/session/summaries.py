"""What tells one kept game from another: planet, mode, level, Managers, the Round reached and how it ended.

Theory: planet and Managers are mostly chosen while a game is set up, and the Round follows from the log alone, so a
game is folded without looking at the states between. That takes 10 to 100 ms; what came of it is kept until the game
has grown.

Rule 1: only the table's view of the last state is told: nothing that was hidden at the table when the game was left.
Rule 2: where this companion's rules do not give what was recorded, neither Round nor ending is told: both may be wrong.
"""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from host.session.errors import SessionError
from host.session.game import TABLE, Game
from host.session.replay import begin, check, step
from host.store.entries import OVER, PARKED, RUNNING, Entry, GameRecord
from host.store.errors import StoreError
from host.store.store import Store

SLICE_S = 0.015  # as in playback.py: a tap does not wait for a list
STATES = {RUNNING: "on the table", PARKED: "put aside", OVER: "over"}
LEVELS = {"companion": "a table with pieces", "referee": "a table on the screens"}
NEVER_BEGUN = "a setup, never begun"
OTHER_RULES = "played by other rules"


@dataclass(frozen=True, slots=True)
class Summary:
    """One game of the store. Names are "" and the Round is 0 where nothing is known of them yet."""

    record: GameRecord
    begun: bool = False  # whether Round 1 was ever reached
    known: bool = True  # whether these rules give the game that was recorded
    planet: str = ""
    mode: str = ""
    level: str = ""
    managers: tuple[str, ...] = ()
    round: int = 0
    rounds: int = 0
    ending: str = ""

    @property
    def title(self) -> str:
        """Where it was played, in which mode, at which kind of table."""
        named = [part for part in (self.planet, self.mode, LEVELS.get(self.level, self.level)) if part]
        return " · ".join(named) or "A game"

    def stands(self, status: str) -> str:
        """How far it came, and how it ended or where it is now; `status` as the store has it, or newer."""
        if not self.known:
            return f"{STATES[status]} · {OTHER_RULES}"
        if not self.begun:
            return "on the table · being set up" if status == RUNNING else NEVER_BEGUN
        far = f"Round {self.round} of {self.rounds}" if self.rounds else f"Round {self.round}"
        return f"{far} · {self.ending or STATES[status]}"


class Summaries:
    """The summaries of one store, each folded once for each length of its log."""

    def __init__(self, store: Store, game: Game) -> None:
        self._store = store
        self._game = game
        self._kept: dict[str, tuple[int, Summary]] = {}

    async def all(self) -> list[Summary]:
        """Every game, newest first. Raises StoreError where the list itself cannot be read."""
        return [await self._summary(record) for record in await self._store.games()]

    async def _summary(self, record: GameRecord) -> Summary:
        length = await self._store.length(record.game_id)
        kept = self._kept.get(record.game_id)
        if kept is None or kept[0] != length or kept[1].record != record:
            kept = self._kept[record.game_id] = (length, await self._read(record))
        return kept[1]

    async def _read(self, record: GameRecord) -> Summary:
        try:
            return await summary_of(self._game, record, await self._store.entries(record.game_id))
        except StoreError:  # a damaged log: watching it says which entry, and the other games are listed
            return Summary(record, known=False)


async def summary_of(game: Game, record: GameRecord, entries: Sequence[Entry]) -> Summary:
    """Fold a log in slices beside everything else, and tell its last state."""
    until = time.monotonic() + SLICE_S
    state, known = None, True
    try:
        state = begin(game, record)
        for entry in entries:
            state = step(game, state, entry)
            if time.monotonic() >= until:
                await asyncio.sleep(0)
                until = time.monotonic() + SLICE_S
        if entries:
            check(game, state, entries[-1])
    except SessionError:
        known = False
    if state is None:
        return Summary(record, known=False)
    told = _told(record, game.view(state, TABLE), game.result(state))
    return told if known else replace(told, known=False, round=0, rounds=0, ending="")


def _told(record: GameRecord, view: dict[str, Any], result: dict[str, Any] | None) -> Summary:
    setup = view.get("setup") or {}  # a game that is being set up says there what is chosen
    managers = tuple(str(manager["name"]) for manager in view.get("managers") or setup.get("joined") or ())
    return Summary(
        record,
        "round" in view,
        True,
        _name(view.get("planet") or _chosen(setup, "planet")),
        _name(view.get("mode") or _chosen(setup, "mode")),
        str(view.get("level") or record.options.get("level", "")),
        managers,
        view.get("round", 0),
        view.get("rounds", 0),
        _ending(view, result, managers),
    )


def _chosen(setup: dict[str, Any], what: str) -> dict[str, Any] | None:
    """What is chosen in a setup, of what it offers."""
    return next((offered for offered in setup.get(f"{what}s", ()) if offered["id"] == setup.get(what)), None)


def _name(value: Any) -> str:
    return str(value["name"]) if isinstance(value, dict) else ""


def _ending(view: dict[str, Any], result: dict[str, Any] | None, managers: Sequence[str]) -> str:
    """How it ended, and for whom; "" while it goes on."""
    ending = view.get("ending")
    if not ending:
        return "over" if result is not None else ""
    title = str(ending["title"])
    if view.get("stage") == "points":
        return f"{title}: the points of the table are missing"
    if not result or not result.get("seats"):
        return f"{title}: lost"
    if "won" in result:
        return f"{title}: {'won' if result['won'] else 'not enough points'}"
    winners = [managers[seat] for seat in result["winners"]]
    return f"{title}: {' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}" if winners else title
