"""Helpers for tests of scenarios: a game with rule changes of its own, and play to its end at both levels."""

import copy
import random
import sys
from pathlib import Path

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.content import box as host_content
from shared_rules.beyond_humanity.content import check_modes
from shared_rules.beyond_humanity.rules import offers

sys.path.insert(0, str(Path(__file__).parents[1] / "rules"))

from randomplay import Player

BAR = {"label": "Test", "condition": "colony stock >= 9999", "kind": "reach", "rounds": 1, "by_round": 39,
       "missed": "vp -1"}  # fmt: skip


@pytest.fixture
def scenario_of(monkeypatch):
    """scenario_of("rounds 6", ..., mode="coop", progress={...}) -> id of a scenario that changes just this."""

    def make(*rules, mode="coop", planet="trappist-1-e", **progress):
        entry = copy.deepcopy(host_content.get()["scenarios"][0])
        entry.update(id="test", mode=mode, planet=planet, rules=list(rules), progress=dict(BAR, **progress))
        known = content.get()
        check_modes.finish_scenario("test", entry, check_modes.names_of(known, list(known["planet"].values())))
        monkeypatch.setattr(offers, "scenarios", lambda: [entry])
        return "test"

    return make


@pytest.fixture
def begin(scenario_of):
    """begin("upkeep 2", level="referee") -> the first state of a game with these rule changes."""

    def make(*rules, level="companion", seed=3, managers=(3, 8, 5), mode="coop", **progress):
        name = scenario_of(*rules, mode=mode, **progress)
        return game.setup({"level": level, "managers": list(managers), "scenario": name}, seed)

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
