"""The six scenarios played to their ends at both levels with random play."""

import json

import pytest
from scenarios.conftest import next_month, to_the_end

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.content import box as host_content
from shared_rules.beyond_humanity.rules import endings

SCENARIOS = {entry["id"]: entry for entry in host_content.get()["scenarios"]}
LEVELS = ("companion", "referee")


@pytest.mark.rule("BHC-A4.1-5", "BHC-A4.1-9", "BHC-A4.1-10", "BHC-4-3")
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_is_played_to_its_end(name, level):
    for seed in (1, 2, 3) if level == "companion" else (1,):
        options = {"level": level, "managers": [2, 5, 8], "scenario": name}
        state = to_the_end(options, seed)
        result, shown = game.result(state), game.view(state, "table")
        assert (state["stage"], state["mode"], result["positive"]) == ("over", "coop", result["seats"] != [])
        assert shown["scenario"]["id"] == name
        assert shown["rounds"] == endings.changes.instead(state, 20, "rounds")
        closed = {rule[1] for rule in SCENARIOS[name]["rules"] if rule[0] == "closed"}
        assert not closed & set(state["ending"])
        json.dumps(shown, allow_nan=False)


@pytest.mark.slow
@pytest.mark.rule("BHC-A4.1-10")
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_ends_in_more_than_one_way_in_many_games(name):
    styles = {tuple(to_the_end({"level": "companion", "managers": [2, 5, 8], "scenario": name}, seed)["ending"])
              for seed in range(60)}  # fmt: skip
    assert len(styles) >= 2


@pytest.mark.rule("BHC-A4.1-9")
@pytest.mark.parametrize("name", SCENARIOS)
def test_both_levels_begin_with_the_same_colony(name):
    options = {"managers": [2, 5, 8], "scenario": name}
    one, other = (game.setup(dict(options, level=level), 4) for level in LEVELS)
    for field in ("colony", "world", "pool", "rounds", "scenario", "bars", "given"):
        assert one[field] == other[field], field


@pytest.mark.rule("BHC-A4.1-5")
def test_no_scenario_knows_of_another(begin):
    before = json.dumps(host_content.get()["scenarios"])
    for name in SCENARIOS:
        to_the_end({"level": "companion", "managers": [1, 2], "scenario": name}, 9)
        assert json.dumps(host_content.get()["scenarios"]) == before
    ids = "|".join(SCENARIOS)
    assert not [
        entry for entry in SCENARIOS.values() if any(name in json.dumps(entry["rules"]) for name in ids.split("|"))
    ]


@pytest.mark.rule("BHC-A4.1-9")
def test_the_long_night_is_cold_every_fourth_month():
    state, seen = game.setup({"managers": [2, 5, 8], "scenario": "long_night"}, 2), {}
    for number in range(1, 9):
        state = next_month(dict(state, colony=dict(state["colony"], stock=300, h=900, s=900)))
        seen[number] = next(one["title"] for one in state["summary"] if one["id"] == "occurrence")
    cold = next(one["title"] for one in content.get()["occurrences"] if one["id"] == "cold_snap")
    assert (seen[4], seen[8]) == (cold, cold)
