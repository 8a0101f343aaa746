"""A guided game: the tutorial's step is on the screen and goes on when the thing was done (BHC-2.1-6)."""

import pytest

from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.content import box as host_content
from shared_rules.engine.reasons import Refusal

TUTORIALS = {entry["id"]: entry for entry in host_content.get()["tutorials"]}
PRESS = {"kind": "guide"}


def begin(name):
    return game.setup({"level": "companion", "tutorial": name}, 99)


def guide(state):
    return game.view(state, "table")["guide"]


@pytest.mark.rule("BHC-2.1-6")
@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_leads_through_its_steps_and_ends(name):
    state, entry = begin(name), TUTORIALS[name]
    phases = {(state["round"], state["phase"])}
    for number, step in enumerate(entry["steps"], 1):
        shown = guide(state)
        assert (shown["title"], shown["step"], shown["steps"]) == (entry["name"], number, len(entry["steps"]))
        assert (shown["text"], shown["what"], shown["read"]) == (step["text"], step["what"], not step["do"])
        for action in step["do"]:
            assert guide(state)["step"] == number  # not before it was done
            state = game.apply(state, action)
            phases.add((state["round"], state["phase"]))
        if not step["do"]:
            state = game.apply(state, PRESS)
    assert guide(state) is None
    assert max(phases)[0] >= 2 or name == "corrections"
    assert game.apply(state, {"kind": "phase"})["stage"] == "play"  # and the game goes on


def test_another_way_to_the_same_end_counts_as_well():
    state = game.apply(game.apply(begin("first_month"), PRESS), PRESS)
    assert guide(state)["step"] == 3  # a Campaign of Athena Gore
    state = game.apply(state, {"kind": "tap", "piece": "manager/8"})  # somebody else campaigns first
    assert guide(state)["step"] == 3
    state = game.apply(state, {"kind": "tap", "piece": "manager/3"})
    assert guide(state)["step"] == 4


def test_who_runs_ahead_is_found_where_the_table_is():
    state = begin("first_month")
    for _ in range(3):
        state = game.apply(state, {"kind": "phase"})  # to phase 6 without reading anything
    for _ in range(3):
        state = game.apply(state, PRESS)
    assert guide(state)["step"] == 4  # the press of the reader goes on by one
    state = game.apply(state, {"kind": "tap", "piece": "decree/1"})
    assert guide(state)["step"] == 6  # phases 4 and 5 are long past
    for _ in range(6):
        state = game.apply(state, PRESS)
    assert guide(state) is None


def test_a_tutorial_can_be_ended_and_is_then_a_game_like_others():
    state = game.apply(begin("power_play"), dict(PRESS, stop=True))
    assert guide(state) is None
    with pytest.raises(Refusal) as caught:
        game.apply(state, PRESS)
    assert caught.value.code == "no_guide"
    with pytest.raises(Refusal):
        game.apply(game.setup({}, 1), PRESS)


def test_undo_takes_nothing_of_the_guide_back():
    state = game.apply(game.apply(begin("first_month"), PRESS), PRESS)
    state = game.apply(state, {"kind": "tap", "piece": "manager/3"})
    assert guide(game.apply(state, {"kind": "undo"}))["step"] == guide(state)["step"] == 4


def test_the_guide_ends_with_the_game():
    state = begin("first_month")
    state = dict(state, colony=dict(state["colony"], pop=[0, 0, 0, 0, 0]))
    for _ in range(3):
        state = game.apply(state, {"kind": "phase"})
    state = dict(state, colony=dict(state["colony"], td=3, pop=[10, 0, 0, 0, 0]))
    state = game.apply(game.apply(state, {"kind": "next"}), {"kind": "answer", "choice": "yes"})
    assert state["stage"] == "over"
    assert guide(state) is None
