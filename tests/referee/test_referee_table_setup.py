"""Setup of the table at referee level (BHC-3.1, 3.2)."""

import json

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.engine.reasons import Refusal


@pytest.mark.rule("BHC-3.1-7", "BHC-3.1-8", "BHC-3.2-2")
def test_each_manager_begins_with_two_decrees_two_credits_and_one_good(new_board):
    board = new_board()
    for seat in range(3):
        own = board.seat(seat)
        assert len(own["hand"]) == 2
        assert [own[name] for name in ("cr", "tg", "pa", "xp")] == [2, 1, 0, 0]


@pytest.mark.rule("BHC-1.1-5", "BHC-3.2-6", "BHC-3.2-14")
@pytest.mark.parametrize("managers", [(1, 2), (1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)])
def test_the_bank_holds_the_box_and_as_many_pa_as_players_and_three(new_board, managers):
    count = len(managers)
    bank = new_board(managers).table["bank"]
    assert bank == {"cr": 60 - 2 * count, "tg": 40 - count, "pa": count + 3, "xp": 60}


@pytest.mark.rule("BHC-3.1-3", "BHC-3.1-4", "BHC-4.4-8", "BHC-3.2-4", "BHC-3.2-5", "BHC-3.2-15")
def test_the_assistants_are_those_of_the_managers_with_the_side_they_chose(new_board):
    board = new_board((3, 8, 5)).until("face", 1)
    board.do("face", 1, face=1).until("regular")
    assert board.table["assistants"] == {"3": 0, "5": 0, "8": 1}
    shown = [card["name"] for card in game.view(board.state, "table")["board"]["assistants"]]
    assert "Customs Officer" in shown
    assert "Kingpin" not in shown
    assert shown[-3:] == ["Ambassador", "Board Proxy", "SimStim Trainer"]


@pytest.mark.rule("BHC-3.1-10", "BHC-3.1-11", "BHC-2.2-3")
def test_four_blue_goals_and_the_green_one_are_offered_and_any_three_kept(new_board):
    board = new_board((1, 2, 3, 4, 5))
    offered = board.seat(2)["offered"]
    assert [name.partition("/")[0] for name in offered] == ["blue"] * 4 + ["green"]
    assert offered[4] == "green/3"
    drawn = [name for seat in range(5) for name in board.seat(seat)["offered"] if name.startswith("blue")]
    assert len(set(drawn)) == 20
    assert len(board.legal(2, "keep")) == 10
    assert board.refusal("keep", 2, goals=offered[:2]) == "three_goals"
    assert board.refusal("keep", 2, goals=offered[:4]) == "three_goals"
    board.do("keep", 2, goals=offered[:3])
    assert board.seat(2)["goals"] == offered[:3]


@pytest.mark.rule("BHC-3.1-11", "BHC-3.1-12")
def test_goals_are_chosen_in_any_order_and_the_rejected_ones_are_out(new_board):
    board = new_board()
    assert game.to_act(board.state) == [0, 1, 2]
    board.do("keep", 2, goals=board.seat(2)["offered"][:3])
    assert game.to_act(board.state) == [0, 1]
    board.until("regular")
    kept = {name for seat in range(3) for name in board.seat(seat)["goals"]}
    assert len(kept) == 9
    assert len(board.table["goals"]) == 25 - 12
    assert not kept & set(board.table["goals"])


@pytest.mark.rule("BHC-A2.2-1", "BHC-A2.2-2", "BHC-A2.2-3")
def test_co_op_shares_three_of_five_yellow_goals_and_shuffles_two_back(new_board):
    board = new_board(mode="coop")
    offered = board.table["offered"]
    assert len(offered) == 5
    assert game.to_act(board.state) == [0, 1, 2]
    for seat in (2, 0, 1):
        board.do("keep", seat, goals=offered[:3])
    assert board.table["common"] == offered[:3]
    assert sorted(board.table["goals"] + offered[:3]) == sorted(f"yellow/{number}" for number in range(1, 16))
    assert all(board.seat(seat)["goals"] == [] for seat in range(3))


@pytest.mark.rule("BHC-A2.2-2", "BHC-2.3-6")
def test_in_co_op_all_managers_choose_the_goals_together(new_board):
    # Given the Governor at seat 1 and three Managers who want different Goals
    board = new_board((3, 8, 5), mode="coop")
    a, b, c, d, e = board.table["offered"]
    board.do("keep", 0, goals=[a, b, e])
    assert [action["kind"] for action in game.legal(board.state, 0)] == ["undo"]
    assert "names the Goals" in game.view(board.state, "seat:2")["events"][0]["text"]  # open to all
    board.do("undo", 0).do("keep", 0, goals=[a, b, c])
    board.do("keep", 1, goals=[b, d, e]).do("keep", 2, goals=[a, b, e])
    # Then what most have named is kept: b by three, a and e by two; c and d go back into the deck
    assert board.table["common"] == sorted([a, b, e])
    assert {c, d} <= set(board.table["goals"])
    assert board.refusal("undo", 2) == "nothing_to_undo"


@pytest.mark.rule("BHC-2.3-6")
def test_of_goals_named_equally_often_those_of_the_manager_first_in_turn_order_are_kept(new_board):
    board = new_board((3, 8), mode="coop")
    a, b, c, d, e = board.table["offered"]
    first = board.state["desk"]["governor"]
    board.do("keep", 1 - first, goals=[a, b, c]).do("keep", first, goals=[c, d, e])
    assert board.table["common"] == sorted([c, d, e])


@pytest.mark.rule("BHC-3.2-7", "BHC-3.2-8", "BHC-3.2-9")
def test_decks_lie_shuffled_and_three_artifacts_open(new_board):
    one, other = new_board(seed=1).table, new_board(seed=2).table
    assert len(one["public"]) == 3
    assert len(one["artifacts"]) == 37
    assert len(one["decrees"]) == 60 - 6
    assert one["decrees"] != other["decrees"]


@pytest.mark.rule("BHC-3.1-11", "BHC-3.2-2")
def test_a_seat_sees_its_own_secrets_and_nobody_elses(board):
    # Given secrets of seat 1: a hand, Goals, an Artifact in the Expedition slot
    board.own(1, expedition={"artifact": board.table["artifacts"][0], "paid": {"0": {}}})
    before = {who: json.dumps(game.view(board.state, who)) for who in ("table", "seat:0", "seat:1")}
    deck = board.table["decrees"]
    # When other cards lie there instead
    other = [number for number in deck if number not in board.seat(1)["hand"]][:2]
    board.own(1, hand=sorted(other), goals=board.seat(1)["goals"][::-1])
    board.own(1, expedition={"artifact": board.table["artifacts"][1], "paid": {"0": {}}})
    board.arrange(decrees=deck[::-1], artifacts=board.table["artifacts"][::-1], goals=board.table["goals"][::-1])
    # Then only seat 1 sees a difference
    after = {who: json.dumps(game.view(board.state, who)) for who in before}
    assert after["table"] == before["table"]
    assert after["seat:0"] == before["seat:0"]
    assert after["seat:1"] != before["seat:1"]
    assert game.view(board.state, "table")["you"] is None
    assert len(game.view(board.state, "seat:1")["you"]["hand"]) == 2


def test_the_view_offers_a_seat_exactly_its_legal_actions(board):
    for seat in range(3):
        assert game.view(board.state, f"seat:{seat}")["you"]["actions"] == game.legal(board.state, seat)


def test_the_level_is_chosen_at_setup_only():
    options = {"mode": "semi", "managers": [1, 2], "planet": content.get()["planets"][0]["id"]}
    assert "board" not in game.setup(options, 1)
    with pytest.raises(Refusal):
        game.setup(dict(options, level="oracle"), 1)
    # the steps of the companion's setup lead to a referee game too
    state = game.setup({"level": "referee", "mode": "semi"}, 1)
    for field, value in (("manager", 1), ("manager", 2), ("closed", True), ("planet", options["planet"])):
        state = game.apply(state, {"kind": "setup", field: value})
    state = game.apply(state, {"kind": "setup", "begin": True})
    assert state["board"]["todo"][0]["do"] == "goals_kept"


@pytest.mark.rule("BHC-3.1-9")
def test_an_auxiliary_fleet_changes_the_start():
    options = {"mode": "semi", "managers": [1, 2], "planet": "trappist-1-e", "level": "referee"}
    usual, academy = game.setup(options, 1), game.setup(dict(options, fleet="academy"), 1)
    own = academy["board"]["seats"]["0"]
    assert [len(own["hand"]), own["cr"], own["tg"], own["xp"]] == [3, 1, 1, 3]
    assert academy["board"]["bank"]["xp"] == 60 - 6
    grown = [now - before for now, before in zip(academy["colony"]["pop"], usual["colony"]["pop"], strict=True)]
    assert grown == [-60, 0, 60, 0, 0]
    assert game.setup(dict(options, fleet="convicts"), 1)["colony"]["stock"] == usual["colony"]["stock"] + 25
    with pytest.raises(Refusal):
        game.setup(dict(options, fleet="armada"), 1)


@pytest.mark.rule("BHC-3.1-11")
def test_round_1_is_said_to_begin_when_the_setup_is_over(new_board):
    board = new_board()
    told = [event["text"] for event in game.view(board.state, "table")["events"]]
    assert told[0] == "The table is laid. Governor: Athena Gore."
    assert not [text for text in told if "begins" in text]
    board.until("regular")
    told = [event["text"] for event in game.view(board.state, "table")["events"]]
    assert told[0] == "Round 1 begins. It is month 1 of the Colony. Phase 3: Managers' Regular Actions."


@pytest.mark.rule("BHC-4.5-5")
def test_the_module_that_was_proposed_is_built_whatever_the_arc_senses(new_board):
    board = new_board().until("regular")
    left, unit = 3, 6
    table = {"units": [left], "edges": [[0, 1, left, 0]], "seen": [left]}
    proposal = {"unit": unit, "need": 0, "cards": [], "xp": 0}
    seats = dict(board.table["seats"], **{"0": dict(board.seat(0), proposal=proposal)})
    step = {"do": "build", "seat": 0, "token": "0"}
    then = [step, {"do": "next", "seat": 0}]
    board.state = dict(board.state, phase=6, table=table, board=dict(board.table, seats=seats, todo=then))
    board.do("build", 0, unit=unit, to=[0, 2])
    assert board.state["colony"]["progress"][unit] > 0
    assert board.state["colony"]["progress"][left] == 0
    assert board.state["desk"]["managers"][0]["modules"] == [unit]
    board.do("next", 0)
    assert board.state["round"] == 2
