"""A table of bots at referee level. Without UNDO it is the bots' own driver; with it, choices are taken back."""

import random
from collections.abc import Sequence
from typing import Any

from shared_rules.beyond_humanity.bots import driver
from shared_rules.beyond_humanity.bots.lazy import LazyView
from tools.golden.played import Action, Played

ONE_IN = 12  # choices that can be taken back, one is


class Referees:
    """One game of bots by seat."""

    def __init__(self, options: dict[str, Any], seed: int, names: Sequence[str], undo: bool) -> None:
        self.options, self.seed, self.names, self.undo = options, seed, list(names), undo

    def play(self) -> list[tuple[str, Action]]:
        """The log of a whole game."""
        if self.undo:
            return self._play_with_undo()
        actions = driver.play(self.options, self.seed, self.names).actions
        return [(self._actor(action), action) for action in actions]

    def _actor(self, action: Action) -> str:
        return f"bot:{self.names[action['seat']]}"

    def _play_with_undo(self) -> list[tuple[str, Action]]:
        from shared_rules.beyond_humanity import game

        dice, played = random.Random(self.seed), Played(self.options, self.seed)
        crew = driver.crew(self.options, self.names, self.seed)
        while asked := game.to_act(played.state):
            seat = asked[0]
            legal = game.legal(played.state, seat)
            back = [action for action in legal if action["kind"] == "undo"]
            if back and dice.randrange(ONE_IN) == 0:
                action = back[0]
            else:
                choices = [action for action in legal if action["kind"] != "undo"]
                action = crew[seat].choose(LazyView(played.state, seat), choices)
            played.do(self._actor(action), action)
        return played.log
