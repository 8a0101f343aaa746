"""What an effect of a socket is worth to the greedy bot: one judge for each kind, `EFFECTS`, and the sockets by them.

Rule 1: a judge is given the `turn.Turn` and the effect's words; what several judges need is found by the Turn.
"""

from collections.abc import Callable
from typing import Any

from shared_rules.beyond_humanity.bots.mind import Effect
from shared_rules.beyond_humanity.referee import pieces

Judge = Callable[[Any, Effect], float]
# Choices of a socket: who judges the first effect of each, its words, and the same of the other effects.
Choices = list[tuple[Judge, Effect, list[tuple[Judge, Effect]]]]
WITHOUT_COPY = ("arc", "assistant", "advisor", "consulate")  # sockets that a copying one does not copy
BY_COUNT = (0.0, 1.0, 1.8, 2.4, 2.9, 3.3)  # worth of so many endorsements in endorsements of the first one's worth


def _gain(turn: Any, words: Effect) -> float:
    return float(turn.gain(words[0], words[1]))


def _lose(turn: Any, words: Effect) -> float:
    return -float(turn.loss(words[0], words[1]))


def _exchange(turn: Any, words: Effect) -> float:
    given, count, gained, number = words
    if turn.have(given) < count:
        return 0.0
    worth: float = turn.gain(gained, number) - turn.loss(given, count)
    return worth if worth > 0.0 else 0.0


def _endorse(turn: Any, words: Effect) -> float:
    worth: float = turn.best_endorsement()
    return worth * BY_COUNT[min(words[0], turn.cards, 5)] if worth > 0.0 else 0.0


def _expedition(turn: Any, words: Effect) -> float:
    worth: float = turn.best_field("expedition")
    return worth * (1.0 if words[0] == 1 else 1.7) if worth > 0.0 else 0.0


def _research(turn: Any, words: Effect) -> float:
    worth: float = turn.best_field("research")
    return worth * (1.0 if words[0] == 1 else 1.7) if worth > 0.0 else 0.0


def _campaign(turn: Any, _words: Effect) -> float:
    return float(turn.mind.campaign)


def _finish(turn: Any, _words: Effect) -> float:
    return turn.artifact(turn.sight.research) * 0.5 if turn.sight.research is not None else 0.0


def _ambassador(turn: Any, _words: Effect) -> float:
    mind = turn.mind
    return float(turn.worths["ambassador"] + mind.needs.dependence() + mind.pull("own ambassador"))


def _goals(turn: Any, words: Effect) -> float:
    drawn, kept = words
    return float(turn.worths["goals"] * kept * (0.7 + 0.1 * drawn))


def _governor(turn: Any, _words: Effect) -> float:
    worth: float = turn.worths["governor"]
    if turn.mind.left < 3:
        worth += turn.mind.pull("own governor")
    return worth if not turn.mind.governs else worth * 0.3


def _copy(turn: Any, _words: Effect) -> float:
    found = [0.0]
    for name in turn.sight.tokens.values():
        if name.partition("/")[0] not in WITHOUT_COPY:
            found.append(max(turn.socket(name)))
    return 0.9 * max(found)


EFFECTS: dict[str, Judge] = {
    "gain": _gain,
    "lose": _lose,
    "exchange": _exchange,
    "endorse": _endorse,
    "expedition": _expedition,
    "research": _research,
    "campaign": _campaign,
    "ambassador": _ambassador,
    "change": _governor,
    "finish": _finish,
    "goals": _goals,
    "copy": _copy,
    "flip": lambda turn, _words: float(turn.worths["flip"]),
    "reshuffle": lambda turn, _words: float(turn.worths["reshuffle"]),
    "move": lambda turn, _words: float(turn.worths["move"]),
}


# -- sockets -------------------------------------------------------------------------------------------------------

_PLACES: dict[str, tuple[int, tuple[Choices, Choices]]] = {}  # by socket name: its unit, its choices on either side


def choices_of(name: str, tiers: list[int]) -> Choices:
    """The choices of a Module's socket as its tile lies."""
    if name not in _PLACES:
        _, unit, index = name.split("/")
        _PLACES[name] = int(unit), (_choices(int(unit), 0, int(index)), _choices(int(unit), 1, int(index)))
    place, by_tier = _PLACES[name]
    return by_tier[tiers[place]]


def _choices(unit: int, tier: int, index: int) -> Choices:
    made: Choices = []
    for choice in pieces.sockets(unit, tier)[index][0]:
        first, *more = [(EFFECTS[effect[1]], effect[2:]) for effect in choice]
        made.append((*first, more))
    return made
