"""Scenarios that are added at run time (BHC-A4.1-6): no network, checked like those of the box."""

import json

import pytest
from scenarios.conftest import scenario_of

from host import own_scenarios
from shared_rules.beyond_humanity import game
from shared_rules.engine.reasons import Refusal

PAIR = {"managers": [1, 2], "mode": "coop", "planet": "tau-cet-e"}


@pytest.mark.rule("BHC-A4.1-6", "BHC-A4.1-5")
def test_an_added_scenario_stands_beside_those_of_the_box_and_is_played():
    entry = scenario_of("rounds 6", "upkeep 2")
    before = json.dumps(entry)
    state = game.setup({"scenarios": [entry], "begin": False, **PAIR}, 1)
    shown = game.view(state, "table")["setup"]["scenarios"]
    assert [one["id"] for one in shown][-1] == "test"
    assert len(shown) == 7
    for action in (
        {"kind": "setup", "scenario": "test"},
        {"kind": "setup", "page": ""},
        {"kind": "setup", "begin": True},
    ):
        state = game.apply(state, action)
    assert game.view(state, "table")["scenario"]["name"] == "A test"
    assert (state["rounds"], json.dumps(entry)) == (6, before)


@pytest.mark.rule("BHC-A4.1-4")
@pytest.mark.parametrize(("said", "mode"), [(None, "coop"), ("coop", "coop"), ("semi", "semi")])
def test_a_scenario_that_says_nothing_of_its_mode_is_cooperative(tmp_path, said, mode):
    # Given a scenario with a mode of its own or without one, from a file or among the options
    entry = {name: value for name, value in scenario_of("rounds 6", mode=said).items() if value is not None}
    file = tmp_path / "mine.toml"
    file.write_text(as_toml(entry), encoding="utf-8")
    for entries in ([entry], own_scenarios.read(file)):
        # When it is chosen in a setup that named another mode, Then its own mode counts
        for other in ("semi", "coop"):
            options = {"scenarios": entries, "scenario": "test", "managers": [1, 2], "mode": other}
            state = game.setup(dict(options, level="referee"), 1)
            assert (state["stage"], state["mode"]) == ("play", mode)
            assert bool(state["board"]["offered"]) == (mode == "coop")  # common Goals
    assert own_scenarios.read(file)[0]["mode"] == mode


@pytest.mark.rule("BHC-A4.1-3")
def test_a_scenario_without_a_difficulty_is_refused():
    entry = scenario_of("rounds 6")
    del entry["difficulty"]
    with pytest.raises(Refusal, match="'difficulty' is missing"):
        game.setup({"scenarios": [entry], **PAIR}, 1)


def as_toml(entry):
    """The file of one scenario."""
    bar = ", ".join(f"{name} = {json.dumps(value)}" for name, value in entry["progress"].items())
    rows = [f"{name} = {json.dumps(value)}" for name, value in entry.items() if name != "progress"]
    return "\n".join(["[[scenario]]", *rows, f"progress = {{ {bar} }}", ""])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules": ["upkeep none"]}, "not a whole number"),
        ({"rules": ["fly 3"]}, "unknown effect"),
        ({"rules": []}, "must be a list of 1 to 8"),
        ({"planet": "earth"}, "there is no planet"),
        ({"mode": "solo", "rules": ["actions 1"]}, "in solo columns give actions"),
        ({"id": "long_night"}, "there is one of that name"),
        ({"story": "Too short."}, "not 80 to 150"),
        ({"difficulty": 9}, "must be a whole number"),
        ({"author": "me"}, "unknown field"),
    ],
)
def test_a_scenario_with_a_fault_is_refused_by_name(change, words):
    with pytest.raises(Refusal) as caught:
        game.setup({"scenarios": [dict(scenario_of("rounds 6"), **change)], **PAIR}, 1)
    assert words in caught.value.sentence
    assert caught.value.sentence.startswith("Scenario ")
    for junk in ("x", [3], {}, [None]):
        if junk:
            with pytest.raises(Refusal):
                game.setup({"scenarios": junk, **PAIR}, 1)
