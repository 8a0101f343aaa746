"""Bots: players that see what a seat sees, and nothing else (docs/bots.md). Host side only.

`make(name, seed)` gives a bot; `bot.choose(view, actions)` picks one of the seat's legal actions. `view` is
`game.view(state, "seat:N")`, or something that holds the same (`lazy.LazyView`).

Rule 1: a choice depends on the view, the actions and the bot's own seed; never on anything that the view lacks.
Rule 2: what is printed on public cards, tiles and the solo board is known to everybody, so a bot reads the content too.
"""

from typing import Any, Protocol

Action = dict[str, Any]
NAMES = ("random", "greedy", "lookahead")


class Bot(Protocol):
    """A player."""

    def choose(self, view: Any, actions: list[Action]) -> Action:
        """One of `actions`, which are the legal ones of the seat; UNDO is never taken."""


class UnknownBot(ValueError):
    """There is no bot of that name."""


def make(name: str, seed: int, **options: Any) -> Bot:
    """A bot of NAMES; equal seeds play equally. `options` go to the bot (greedy: worths; lookahead: plan, budget)."""
    if name == "random":
        from shared_rules.beyond_humanity.bots.chancy import Chancy

        return Chancy(seed)
    if name == "greedy":
        from shared_rules.beyond_humanity.bots.greedy import Greedy

        return Greedy(seed, **options)
    if name == "lookahead":
        from shared_rules.beyond_humanity.bots.lookahead import Lookahead

        return Lookahead(seed, **options)
    raise UnknownBot(f"There is no bot {name}; there are: {', '.join(NAMES)}.")
