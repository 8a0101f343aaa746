"""Scenarios and tutorials: stories, rule changes in words, progress bars, and steps that can be played."""

import pytest

from shared_rules.beyond_humanity import content, game, scenarios, tutorials
from shared_rules.beyond_humanity.content import box as host_content

TUTORIALS = {entry["id"]: entry for entry in host_content.get()["tutorials"]}


@pytest.mark.rule("BHC-2.1-5", "BHC-A4.1-3", "BHC-A4.1-4", "BHC-A4.1-7")
def test_six_scenarios_with_a_difficulty_a_story_and_the_cooperative_mode(box):
    assert len(box["scenarios"]) == 6
    planets = content.get()["planet"]
    for entry in box["scenarios"]:
        assert 1 <= entry["difficulty"] <= 5
        assert entry["mode"] == "coop"
        assert entry["planet"] in planets
        assert 80 <= len(entry["story"].split()) <= 150
    assert len({entry["difficulty"] for entry in box["scenarios"]}) >= 3


@pytest.mark.rule("BHC-A4.1-8", "BHC-A4.1-10")
def test_the_rule_changes_are_told_and_some_change_how_the_game_ends(box):
    for entry in box["scenarios"]:
        assert len(entry["words"]) == len(entry["rules"]) >= 1
        assert len(set(entry["words"])) == len(entry["words"])
    kinds = {rule[0] for entry in box["scenarios"] for rule in entry["rules"]}
    assert kinds & {"rounds", "win", "closed", "lose"}


def bar(kind="reach", rounds=1, by_round=4):
    return {"kind": kind, "rounds": rounds, "by_round": by_round, "missed": ["lose"]}


@pytest.mark.rule("BHC-A4.1-11")
def test_a_bar_is_filled_once_it_holds_or_missed_at_its_round():
    assert scenarios.advance(bar(), 0, False, 3) == (0, None)
    assert scenarios.advance(bar(), 0, True, 3) == (1, "filled")
    assert scenarios.advance(bar(), 0, True, 4) == (1, "filled")
    assert scenarios.advance(bar(), 0, False, 4) == (0, "missed")


@pytest.mark.rule("BHC-A4.1-11")
def test_a_bar_of_rounds_in_a_row_begins_anew_when_one_fails():
    done, seen = 0, []
    for number, holds in enumerate((True, True, False, True, True, True), 1):
        done, outcome = scenarios.advance(bar("hold", 3, 9), done, holds, number)
        seen.append((done, outcome))
    assert seen == [(1, None), (2, None), (0, None), (1, None), (2, None), (3, "filled")]


@pytest.mark.rule("BHC-2.1-6")
@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_can_be_played_step_by_step(name):
    entry = TUTORIALS[name]
    options = {key: entry[key] for key in ("mode", "managers", "planet")}
    state = game.setup(options, entry["seed"])
    assert state["stage"] == "play"
    for number, step in enumerate(entry["steps"], 1):
        if step["do"]:
            assert not tutorials.done(step["check"], game.view(state, "table")), (
                f"step {number} is done before it begins"
            )
        for action in step["do"]:
            state = game.apply(state, action)
        assert tutorials.done(step["check"], game.view(state, "table")), f"step {number} is not seen as done"


def test_there_are_three_tutorials_that_take_a_table_through_every_phase():
    assert len(TUTORIALS) == 3
    kinds = {action["kind"] for entry in TUTORIALS.values() for step in entry["steps"] for action in step["do"]}
    assert kinds == set(tutorials.DO)


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_step_that_the_arc_can_not_see_says_how_it_goes_on(name):
    """Such a step waits for a press alone; what needs sockets, hands or currencies says what to do without them."""
    for step in TUTORIALS[name]["steps"]:
        if not step["do"]:
            assert step["what"].endswith("press Go on."), step["what"]
        if "socket of" in step["what"] or "draw" in step["what"]:
            assert "at the virtual table" in step["what"], step["what"]
