"""The bot that plays at random: any legal action, UNDO excepted."""

import random
from typing import Any


class Chancy:
    """Every legal action is equally likely."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)

    def choose(self, _view: Any, actions: list[dict[str, Any]]) -> dict[str, Any]:
        """One of `actions`."""
        choices = actions if actions[-1]["kind"] != "undo" else [one for one in actions if one["kind"] != "undo"]
        return choices[int(self._dice.random() * len(choices))]
