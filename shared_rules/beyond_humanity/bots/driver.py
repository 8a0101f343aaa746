"""Whole games in memory: setup, bots choose, the rules carry it out, a record is kept (docs/bots.md has its shape).

Rule 1: a bot is given a view and its seat's legal actions, never the state. It is not asked where there is no choice.
Rule 2: the same actions through `game.apply` give the same digest at every step: the quick way only leaves out UNDO
records and the check that an action taken from the list of the legal ones is in that list (tested).
"""

import gc
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from shared_rules.beyond_humanity import bots, game
from shared_rules.beyond_humanity.bots.lazy import LazyView
from shared_rules.beyond_humanity.bots.record import Recorder
from shared_rules.beyond_humanity.referee import play as table
from shared_rules.engine.reasons import RulesBug

MOST_CHOICES = 20_000  # of one game; an endless game is a fault of the rules


@dataclass(frozen=True)
class Game:
    """A finished game: its final state, its record, and the actions that were taken."""

    state: Any
    record: dict[str, Any]
    actions: list[Any]


def seats_of(options: Mapping[str, Any]) -> int:
    """How many seats a game with these options has."""
    return 1 if options.get("mode") == "solo" else len(options["managers"])


def crew(options: Mapping[str, Any], names: str | Sequence[str], seed: int) -> list[bots.Bot]:
    """A bot for each seat: one name for all of them, or one for each."""
    count = seats_of(options)
    each = [names] * count if isinstance(names, str) else list(names)
    if len(each) != count:
        raise ValueError(f"{count} seats need {count} bots, not {len(each)}")
    return [bots.make(name, random.Random(f"{seed}/{seat}").getrandbits(32)) for seat, name in enumerate(each)]


def play(
    options: Mapping[str, Any],
    seed: int,
    players: Sequence[bots.Bot] | Sequence[str] | str,
    watch: Callable[[Any, Any], None] | None = None,
) -> Game:
    """A whole game. `players`: bots by seat, their names by seat, or one name for all; `options` as for game.setup.

    `watch(state, action)` is called after every action.
    """
    names = players if isinstance(players, str) or all(isinstance(one, str) for one in players) else None
    seated: Sequence[Any] = crew(options, names, seed) if names is not None else players  # type: ignore[arg-type]
    state = game.setup(dict(options, level="referee"), seed)
    recorder = Recorder(state, seed, [getattr(bot, "name", type(bot).__name__.lower()) for bot in seated])
    with _uncollected():
        state, actions = _run(state, seated, recorder, watch)
    return Game(state, recorder.close(state), actions)


def _run(state: Any, seated: Sequence[Any], recorder: Recorder, watch: Callable[[Any, Any], None] | None) -> Any:
    """(final state, actions) of a game."""
    actions = []
    for _ in range(MOST_CHOICES):
        asked = table.to_act(state)
        if not asked:
            return state, actions
        seat = asked[0]
        options = table.options(state, seat)
        action = options[0] if len(options) == 1 else seated[seat].choose(LazyView(state, seat), options)
        work = table.advance(state, action)
        recorder.note(state, action, work)
        state = work.state
        actions.append(action)
        if watch:
            watch(state, action)
    raise RulesBug("the game does not end")


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without the search for cycles, of which games make none: states and views go when nobody holds them."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
