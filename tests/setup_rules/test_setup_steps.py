"""Setup as it is pressed: level, mode, Managers, seats, planet, extras (rulebook 3.3, annexes 2.2, 3.3, 4.1)."""

import json
import random

import pytest

from shared_rules.beyond_humanity import game
from shared_rules.engine.canonical import canonical
from shared_rules.engine.reasons import Refusal

READY = {"mode": "coop", "managers": [1, 2], "planet": "trappist-1-e", "begin": False}


@pytest.mark.rule("BHC-3.3-1", "BHC-2.1-1")
def test_a_table_with_pieces_is_set_up_by_pressing_straight_through(new_setup):
    setup, steps = new_setup(), []
    for choice in ("companion", "semi", "connected", "manager/2", "manager/7", "done", "teegarden-b", "begin"):
        steps.append(setup.made["step"])
        assert choice in setup.choices
        setup.press(choice)
    assert steps == ["level", "mode", "arc", "managers", "managers", "managers", "planet", "begin"]
    assert (setup.view["stage"], setup.view["level"], setup.view["players"]) == ("play", "companion", None)
    assert setup.view["put_back"] == []  # nothing unusual has to be done by hand


@pytest.mark.rule("BHC-2.1-1", "BHC-2.1-5", "BHC-2.1-6")
def test_three_primary_modes_semi_coop_first_and_scenarios_apart(new_setup):
    setup = new_setup(level="companion")
    modes = [choice for choice in setup.choices if choice != "back"]
    assert modes == [mode["id"] for mode in setup.made["modes"]] == ["semi", "coop", "solo"]
    assert len(setup.made["scenarios"]) == 6
    assert len(setup.made["tutorials"]) == 3


def test_a_table_on_the_screens_asks_who_plays_instead_of_the_arc(new_setup):
    setup, steps = new_setup(), []
    for choice in ("referee", "semi", "manager/2", "manager/7", "done", "1/greedy", "done", "teegarden-b", "begin"):
        steps.append(setup.made["step"])
        assert choice in setup.choices
        setup.press(choice)
    assert steps == ["level", "mode", "managers", "managers", "managers", "seats", "seats", "planet", "begin"]
    assert (setup.view["level"], setup.view["players"]) == ("referee", {"0": "person", "1": "greedy"})
    assert game.to_act(setup.state) == [0, 1]


def test_seats_follow_their_managers(new_setup):
    setup = new_setup(level="referee", mode="semi", managers=[4, 5, 6], seats={"1": "greedy", "2": "random"})
    assert setup.made["seats"] == {"0": "person", "1": "greedy", "2": "random"}
    setup.choose(leave=4).choose(closed=True)
    assert setup.made["seats"] == {"0": "greedy", "1": "random"}
    setup.choose(player="person", seat=0)
    assert setup.made["seats"]["0"] == "person"
    assert setup.refusal(kind="setup", player="oracle", seat=0) == "unknown_player"
    assert setup.refusal(kind="setup", player="greedy", seat=2) == "unknown_seat"


def test_bots_sit_at_the_screens_only(new_setup):
    assert new_setup(level="companion", mode="semi", managers=[4, 5]).refusal(
        kind="setup", player="greedy", seat=0
    ) == ("no_bots")
    with pytest.raises(Refusal):
        game.setup({"level": "companion", "mode": "semi", "managers": [4, 5], "seats": {"0": "greedy"}}, 1)


def test_a_game_is_raised_to_the_referee_at_setup_and_never_later(new_setup):
    setup = new_setup(level="companion", **READY)
    setup.choose(level="referee")
    assert setup.made["level"] == "referee"
    setup.choose(level="companion").press("begin")
    assert setup.view["level"] == "companion"
    assert setup.refusal(kind="setup", level="referee") == "setup_closed"
    raised = new_setup(level="companion", **READY).choose(level="referee").press("begin")
    assert "board" in raised.state
    assert raised.refusal(kind="setup", level="companion", seat=0)


def test_what_is_missing_is_named_when_somebody_begins_too_early(new_setup):
    setup, seen = new_setup(), []
    for choice in ("referee", "semi", "manager/1", "manager/2"):
        with pytest.raises(Refusal) as caught:
            game.apply(setup.state, {"kind": "setup", "begin": True})
        seen.append(caught.value.sentence)
        setup.press(choice)
    assert len(set(seen)) == 3  # level, mode, Managers twice
    assert all(sentence.startswith("First ") for sentence in seen)


def test_each_step_leads_back_to_the_one_before(new_setup):
    setup = new_setup(level="referee", mode="semi", managers=[1, 2], planet="tau-cet-e", begin=False)
    back = []
    for _ in range(3):
        setup.press("back")
        back.append(setup.made["step"])
    assert back == ["planet", "seats", "managers"]
    solo = new_setup(level="companion", mode="solo", planet="tau-cet-e", begin=False)
    solo.press("back", "back")
    assert solo.made["step"] == "mode"
    solo.press("back")
    assert solo.made["step"] == "level"


@pytest.mark.rule("BHC-3.3-4")
def test_the_fleet_is_a_step_that_nobody_has_to_take(new_setup, monkeypatch):
    setup = new_setup(**READY)
    assert "extras" in setup.choices
    assert "extras" not in setup.made["steps"]
    setup.press("extras", "fleet/escort", "done")
    assert setup.made["fleet"] == "escort"
    assert "Armed Escort" in setup.dialog["text"]
    # with no fleet, no scenario and no tutorial there is nothing to ask
    from shared_rules.beyond_humanity.rules import offers

    monkeypatch.setattr(offers, "_box", lambda: {"fleets": [offers.NEUTRAL], "scenarios": [], "tutorials": []})
    assert "extras" not in new_setup(**READY).choices


@pytest.mark.rule("BHC-A4.1-7", "BHC-A4.1-8", "BHC-A4.1-12")
def test_a_scenario_opens_with_its_story_then_its_rules_then_the_setup_goes_on(new_setup):
    setup = new_setup(**READY).press("extras", "scenario/long_night")
    entry = next(one for one in setup.made["scenarios"] if one["id"] == "long_night")
    assert (setup.made["step"], setup.dialog["text"]) == ("story", entry["text"])
    setup.press("on")
    assert setup.made["step"] == "rules"
    for sentence in [*entry["rules"], entry["goal"]]:
        assert sentence in setup.dialog["text"]
    assert "do not tell" in setup.dialog["text"]
    assert "played on Teegarden's Star b in the Cooperative mode, whatever was chosen" in setup.dialog["text"]
    setup.press("on")
    assert setup.made["step"] == "begin"
    assert (setup.made["scenario"], setup.made["planet"]) == ("long_night", "teegarden-b")
    assert "The Long Night" in setup.dialog["text"]


def test_a_scenario_can_be_left_out_again_at_each_of_its_pages(new_setup):
    for pages in (("back",), ("on", "back")):
        setup = new_setup(**READY).press("extras", "scenario/long_night", *pages)
        assert (setup.made["step"], setup.made["scenario"]) == ("extras", None)
    setup = new_setup(**READY).press("extras", "scenario/long_night", "on", "on", "extras", "scenario/none")
    assert setup.made["scenario"] is None


@pytest.mark.rule("BHC-A4.1-4")
def test_a_scenario_brings_its_mode_and_planet_and_goes_when_they_change(new_setup):
    setup = new_setup(mode="semi", managers=[1, 2], planet="toi-700-d", scenario="red_ledger", begin=False)
    assert (setup.made["mode"], setup.made["planet"]) == ("coop", "tau-cet-e")
    assert setup.choose(planet="toi-700-d").made["scenario"] is None
    setup.choose(scenario="red_ledger").choose(mode="semi")
    assert setup.made["scenario"] is None
    assert game.setup({"managers": [1, 2], "scenario": "red_ledger"}, 1)["mode"] == "coop"


@pytest.mark.rule("BHC-A4.1-1")
def test_a_scenario_that_was_played_says_so_and_can_be_played_again(new_setup):
    setup = new_setup(played=["red_ledger"], **READY)
    played = {one["id"]: one["played"] for one in setup.made["scenarios"]}
    assert played["red_ledger"]
    assert not played["long_night"]
    setup.press("extras", "scenario/red_ledger")
    assert "You have played this scenario" in setup.dialog["text"]
    assert setup.press("on", "on", "begin").view["scenario"]["id"] == "red_ledger"


@pytest.mark.rule("BHC-2.1-6")
def test_a_tutorial_brings_everything_and_goes_when_something_changes(new_setup):
    setup = new_setup(level="companion", tutorial="corrections", begin=False)
    assert [one["manager"] for one in setup.made["joined"]] == [5, 9]
    assert (setup.made["mode"], setup.made["planet"], setup.made["step"]) == ("semi", "teegarden-b", "begin")
    assert setup.choose(manager=1).made["tutorial"] is None
    first, second = (game.setup({"level": "companion", "tutorial": "corrections"}, seed) for seed in (1, 2))
    assert first["chance"] == second["chance"]  # everybody sees the same month


@pytest.mark.rule("BHC-2.1-4", "BHC-A3.1-2")
def test_solo_asks_for_no_manager(new_setup):
    for level in ("companion", "referee"):
        setup = new_setup(level=level).press("solo")
        assert "managers" not in setup.made["steps"]
        setup.press("connected" if level == "companion" else "done")
        assert setup.refusal(kind="tap", piece="manager/3") == "setup_solo"
        setup.press("lhs-1140-b", "begin")
        assert [one["name"] for one in setup.view["managers"]] == ["The Director"]


@pytest.mark.parametrize("seed", range(12))
def test_whatever_is_pressed_in_a_setup_every_button_works_and_a_game_begins(new_setup, seed):
    dice, setup = random.Random(seed), new_setup(seed)
    for _ in range(400):
        if setup.view["stage"] != "setup":
            break
        before = canonical(setup.state)
        choices = [choice for choice in setup.choices if choice != "back" or dice.random() < 0.2]
        setup.press(dice.choice(choices))
        assert setup.dialog is None or setup.view["stage"] != "setup" or setup.choices
        assert canonical(json.loads(json.dumps(setup.state))) == canonical(setup.state) != before
    else:
        pytest.fail("400 presses and no game")
    assert setup.view["stage"] == "play"


def test_wrong_answers_to_any_step_are_refused_in_words(new_setup):
    steps = {
        "level": {}, "mode": {"level": "referee"}, "arc": {"mode": "semi", "arc": False},
        "managers": {"mode": "semi"}, "seats": {"level": "referee", "mode": "solo"},
        "planet": {"mode": "semi", "managers": [1, 2]}, "begin": READY,
    }  # fmt: skip
    for step, options in steps.items():
        setup = new_setup(**options)
        if step == "seats":
            setup.choose(seated=False)
        assert setup.made["step"] == step
        for wrong in ("", "nonsense", "manager/x", "manager/12", "9/greedy", "fleet/none", None, 7, ["begin"]):
            if step == "arc":
                continue  # any press says that it is connected
            assert setup.refusal(kind="answer", choice=wrong)
    for fields in ({}, {"mode": "semi", "arc": True}, {"mode": 3}, {"arc": "yes"}, {"manager": True}, {"page": "x"},
                   {"fleet": "armada"}, {"scenario": "x"}, {"tutorial": "x"}, {"player": "greedy"}, {"seat": 1},
                   {"planet": "earth"}, {"level": "oracle"}):  # fmt: skip
        assert new_setup(**READY).refusal(kind="setup", **fields)
