"""Helpers for tests of scenarios: a game with rule changes of its own, and play to its end at both levels."""

import random
import sys
from pathlib import Path

import pytest

from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.content import box as host_content

sys.path.insert(0, str(Path(__file__).parents[1] / "rules"))

from randomplay import Player

BAR = {"label": "Test", "condition": "colony stock >= 9999", "kind": "reach", "rounds": 1, "by_round": 39,
       "missed": "vp -1"}  # fmt: skip


def scenario_of(*rules, mode="coop", planet="trappist-1-e", **progress):
    """A scenario from outside the box, as it stands in a file, that changes just this."""
    story = host_content.get()["scenarios"][0]["story"]
    return {"id": "test", "name": "A test", "difficulty": 1, "mode": mode, "planet": planet, "rules": list(rules),
            "story": story, "progress": dict(BAR, **progress)}  # fmt: skip


@pytest.fixture
def begin():
    """begin("upkeep 2", level="referee") -> the first state of a game with these rule changes."""

    def make(*rules, level="companion", seed=3, managers=(3, 8, 5), mode="coop", **progress):
        entry = scenario_of(*rules, mode=mode, **progress)
        options = {"level": level, "managers": list(managers), "scenarios": [entry], "scenario": "test"}
        return game.setup(options, seed)

    return make


def next_month(state):
    """At companion level: nothing is done, NEXT is pressed and confirmed."""
    while state["phase"] < 6:
        state = game.apply(state, {"kind": "phase"})
    return game.apply(game.apply(state, {"kind": "next"}), {"kind": "answer", "choice": "yes"})


class ScenarioPlayer(Player):
    """Random play at a table with pieces, of a game that was set up elsewhere."""

    def __init__(self, seed, options, style=None):
        super().__init__(seed, style)
        self.options = options
        self.state = game.setup(options, seed)


def to_the_end(options, seed):
    """The last state of a game with random play."""
    if options["level"] == "companion":
        return ScenarioPlayer(seed, options).game()
    state, dice = game.setup(options, seed), random.Random(seed)
    while state["stage"] == "play":
        state = game.apply(state, dice.choice([one for one in game.legal(state) if one["kind"] != "undo"]))
    return state
