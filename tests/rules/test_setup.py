"""Setup: modes, Managers by token, planet, pool, first Governor (rulebook 3.1, 3.3)."""

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.engine.reasons import Refusal


def walk(*actions):
    state = game.setup({}, 1)
    for action in actions:
        state = game.apply(state, action)
    return state


def press(choice):
    return {"kind": "answer", "choice": choice}


def tap(piece):
    return {"kind": "tap", "piece": piece}


@pytest.mark.rule("BHC-3.3-1", "BHC-3.3-2", "BHC-3.3-3")
def test_the_companion_guides_through_mode_arc_managers_planet():
    state = game.setup({}, 1)
    steps = []
    for action in (
        press("semi"),
        press("connected"),
        tap("manager/4"),
        tap("manager/9"),
        press("done"),
        press("lhs-1140-b"),
    ):
        steps.append(game.view(state, "table")["setup"]["step"])
        state = game.apply(state, action)
    assert steps == ["level", "arc", "managers", "managers", "managers", "planet"]
    assert game.view(state, "table")["dialog"]["id"] == "setup_begin"
    state = game.apply(state, press("begin"))
    shown = game.view(state, "table")
    assert [manager["name"] for manager in shown["managers"]] == ["Boris Artyomov", "Lucas Johannes"]
    assert shown["planet"]["name"] == "LHS 1140 b"
    assert (shown["round"], shown["rounds"]) == (1, 20)


@pytest.mark.rule("BHC-3.3-1", "BHC-5-6", "BHC-A1.2-10")
def test_without_an_arc_nothing_goes_on():
    state = walk(press("semi"))
    with pytest.raises(Refusal, match="ARC"):
        game.apply(state, tap("manager/1"))


@pytest.mark.rule("BHC-3.3-4")
def test_no_fleet_is_offered_while_there_is_none():
    assert "fleet" not in game.view(game.setup({}, 1), "table")["setup"]["steps"]


@pytest.mark.rule("BHC-2.3-3")
def test_two_to_five_managers_play():
    state = walk(press("semi"), press("connected"), tap("manager/1"))
    with pytest.raises(Refusal) as caught:
        game.apply(state, press("done"))
    assert caught.value.code == "too_few"
    for number in (2, 3, 4, 5):
        state = game.apply(state, tap(f"manager/{number}"))
    with pytest.raises(Refusal) as caught:
        game.apply(state, tap("manager/6"))
    assert caught.value.code == "table_full"


@pytest.mark.rule("BHC-3.1-1")
def test_no_two_players_share_a_manager():
    state = walk(press("semi"), press("connected"), tap("manager/3"))
    with pytest.raises(Refusal) as caught:
        game.apply(state, tap("manager/3"))
    assert caught.value.code == "joined_already"


def test_the_governors_token_takes_the_last_manager_back_in_setup():
    state = walk(press("semi"), press("connected"), tap("manager/3"), tap("manager/5"), tap("governor"))
    assert state["setup"]["managers"] == [3]


def test_wrong_presses_in_setup_are_refused_in_words():
    state = walk(press("semi"), press("connected"), tap("manager/3"))
    for action in (
        press("nonsense"),
        press("manager/x"),
        {"kind": "setup", "planet": "earth"},
        tap("decree/1"),
        {"kind": "phase"},
    ):
        with pytest.raises(Refusal) as caught:
            game.apply(state, action)
        assert caught.value.sentence.endswith(".")


@pytest.mark.rule("BHC-3.1-13", "BHC-3.1-14")
def test_the_highest_order_of_command_is_the_first_governor_wherever_it_sits(new_table):
    for seats in ((3, 8, 5), (8, 3, 5), (5, 8, 3)):
        view = new_table(seats).view
        assert view["managers"][view["governor"]]["name"] == "Athena Gore"


@pytest.mark.rule("BHC-3.1-5", "BHC-3.1-6", "BHC-A5.3-1", "BHC-A5.3-3")
def test_the_pool_is_the_base_and_what_the_managers_bring_once(new_table):
    base = {unit for tile in content.get()["modules"] if tile["pool"] == "base" for unit in tile["units"]}
    assert len(base) == 21
    pool = new_table((1, 2)).state["pool"]
    assert set(pool) == base | {21, 22, 25}  # Hangar (both), Test Chamber, Laboratory
    assert len(pool) == len(set(pool))


@pytest.mark.rule("BHC-4-4", "BHC-4-2")
def test_round_1_opens_with_phase_3(table):
    states = [phase["state"] for phase in table.view["phases"]]
    assert states == ["omitted", "omitted", "now", "later", "later", "later"]


@pytest.mark.rule("BHC-A2.2-9", "BHC-A2.2-11")
def test_coop_shows_the_points_needed_at_the_planet():
    state = walk(press("coop"), press("connected"), tap("manager/1"), tap("manager/2"), press("done"))
    labels = [choice["label"] for choice in game.view(state, "table")["dialog"]["choices"]]
    for planet in content.get()["planets"]:
        assert planet["vp"] < 0
        assert any(f"more than {-planet['vp']} VP" in label for label in labels)
