"""What holds in every mode and for every number of seats: one example leaves the others open (rules/sample-2.md)."""

import random

import pytest

from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.referee import scoring
from shared_rules.beyond_humanity.rules import settlement

LARGE, CAMPAIGN = "arc/0/0", "arc/0/3"
WELL, SOLAR, STORAGE, DOME, TOWER = 2, 3, 6, 7, 23


def alone(new_board, **more):
    """A solo table at the first regular action."""
    return new_board((), mode="solo", **more).until("regular")


# -- co-op as semi-coop --------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-A2.2-6", "BHC-A2.2-17")
@pytest.mark.parametrize("managers", [(3, 8), (3, 8, 5), (1, 2, 4, 6, 9)])
def test_the_table_of_co_op_is_that_of_semi_coop_but_for_the_goals(new_board, managers):
    semi, coop = new_board(managers).until("regular"), new_board(managers, mode="coop").until("regular")
    assert semi.held() == coop.held()
    assert semi.table["bank"] == coop.table["bank"]
    assert semi.table["assistants"] == coop.table["assistants"]
    for pile in ("decrees", "artifacts", "public"):
        assert len(semi.table[pile]) == len(coop.table[pile])
    for seat in range(len(managers)):
        assert len(semi.seat(seat)["hand"]) == len(coop.seat(seat)["hand"]) == 2
        assert (len(semi.seat(seat)["goals"]), len(coop.seat(seat)["goals"])) == (3, 0)
    assert len(coop.table["common"]) == 3
    assert [step["do"] for step in semi.table["todo"]] == [step["do"] for step in coop.table["todo"]]


@pytest.mark.rule("BHC-A2.2-17", "BHC-4.9.1-1")
def test_in_co_op_each_manager_has_a_proposal_and_support_of_the_own(new_board):
    board = new_board(mode="coop").until("regular")
    for seat, unit in ((0, WELL), (1, SOLAR)):
        board.own(seat, hand=[seat + 1]).do("place", seat, socket=LARGE, option=1)
        board.do("endorse", seat, unit=unit, card=seat + 1)
    assert [board.seat(seat)["proposal"]["unit"] for seat in (0, 1)] == [WELL, SOLAR]
    board.do("place", 2, socket=CAMPAIGN, option=0)
    assert [manager["support"] > 0 for manager in board.state["desk"]["managers"]] == [False, False, True]


# -- numbers of Managers and of tokens -----------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.3-1", "BHC-2.3-1", "BHC-2.3-2")
@pytest.mark.parametrize(("managers", "each"), [((3, 8), 3), ((3, 8, 5), 2), ((3, 8, 5, 1), 2), ((3, 8, 5, 1, 2), 2)])
@pytest.mark.parametrize("mode", ["semi", "coop"])
def test_regular_actions_go_round_as_often_as_the_number_of_managers_says(new_board, mode, managers, each):
    board = new_board(managers, mode=mode).until("regular")
    first, order = board.state["desk"]["governor"], []
    while board.step["do"] == "regular":
        order.append(board.step["seat"])
        board.do("place", order[-1], socket=LARGE, option=0)
    count = len(managers)
    assert order == [(first + step) % count for step in range(count)] * each


@pytest.mark.rule("BHC-4.7.7-3", "BHC-4.3-6")
@pytest.mark.parametrize("mode", ["semi", "solo"])
def test_five_managers_or_nine_tokens_stand_on_the_large_socket(new_board, mode):
    board = alone(new_board) if mode == "solo" else new_board((1, 2, 3, 4, 5)).until("regular")
    count = 9 if mode == "solo" else 5
    for _ in range(count):
        seat = board.step["seat"]
        board.do(**next(action for action in board.legal(seat) if action["socket"] == LARGE))
    assert [board.table["tokens"][str(token)] for token in range(count)] == [LARGE] * count


@pytest.mark.rule("BHC-A3.4-1", "BHC-A3.4-16", "BHC-A3.4-10")
@pytest.mark.parametrize(("columns", "tokens"), [([0], 3), ([0, 1], 6), ([0, 2], 6), ([0, 1, 2], 9)])
def test_each_filled_column_brings_three_actions(new_board, columns, tokens):
    board = alone(new_board).until("columns").give(0, pa=2, tg=2, cr=2).do("columns", 0, columns=columns)
    used = []
    while board.step["do"] == "regular":
        action = next(action for action in board.legal(0) if action["socket"] == LARGE)
        used.append(action["token"])
        board.do(**action)
    assert sorted(used) == [token for token in range(9) if token // 3 in columns]
    assert len(used) == tokens


@pytest.mark.rule("BHC-A3.2-1", "BHC-A3.2-2", "BHC-A3.3-7")
@pytest.mark.parametrize(("credits", "level"), [(14, 0), (15, 1), (23, 1), (24, 2)])
def test_solo_counts_three_managers_in_the_bank_in_endorsements_and_in_goals(new_board, credits, level):
    board = alone(new_board)
    assert board.table["bank"]["pa"] == 3 + 3
    assert game.view(board.state, "table")["modules"][WELL]["endorsements"] == 2
    board.state = dict(board.state, rounds=1)
    board.arrange(common=["yellow/1"]).until("next").give(0, cr=credits).colony(h=650, s=650, t=650, stock=200)
    result = game.result(board.do("next", 0).state)
    assert [goal["level"] for goal in result["table"]["common"]] == [level]


@pytest.mark.rule("BHC-1.1-4")
@pytest.mark.parametrize(("used", "promised", "free"), [(16, 0, True), (16, 1, False), (15, 2, False), (17, 0, False)])
def test_proposals_promise_a_connector_each(board, used, promised, free):
    board.built(*range(1, used + 1)).own(0, hand=[1])
    for seat in range(1, promised + 1):
        board.own(seat, proposal={"unit": 17 + seat, "need": 1, "cards": [60 - seat], "xp": 0})
    if free:
        board.do("place", 0, socket=LARGE, option=1)
        assert board.legal(0, "endorse")
    else:
        assert board.refusal("place", 0, socket=LARGE, option=1) == "not_possible"


@pytest.mark.rule("BHC-1.1-4", "BHC-4.9.1-4")
def test_with_the_last_connector_promised_only_that_proposal_is_endorsed(board):
    board.built(*range(1, 17)).own(0, hand=[1]).own(1, proposal={"unit": 18, "need": 4, "cards": [60], "xp": 3})
    board.do("place", 0, socket=LARGE, option=1)
    assert {action["unit"] for action in board.legal(0, "endorse")} == {18}
    assert board.refusal("endorse", 0, unit=19, card=1) in ("no_connector", "not_in_pool")


# -- icons on Modules ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-A5.2-5", "BHC-4.7.1-2")
def test_a_socket_of_three_decrees_draws_three(board):
    deck = board.built(TOWER).table["decrees"]
    board.own(0, hand=[]).do("place", 0, socket=f"community_tower/{TOWER}/0", option=0)
    assert board.seat(0)["hand"] == sorted(deck[-3:])


@pytest.mark.rule("BHC-A5.2-7", "BHC-4.7.2-1")
def test_the_campaign_icon_of_a_module_works_like_that_of_the_arc(board):
    board.built(DOME).do("place", 0, socket=f"community_dome/{DOME}/0", option=0)
    board.do("place", 1, socket=CAMPAIGN, option=0)
    support = [manager["support"] for manager in board.state["desk"]["managers"]]
    assert support[0] == support[1] > support[2]


@pytest.mark.rule("BHC-5.6.1-9")
def test_the_socket_of_a_damaged_module_stays_open(board):
    board.built(STORAGE)
    damaged, progress, rate = (list(board.state["colony"][name]) for name in ("damaged", "progress", "rate"))
    damaged[STORAGE], progress[STORAGE], rate[STORAGE] = 1, 16, 32
    board.colony(damaged=damaged, progress=progress, rate=rate).give(0, cr=0)
    board.do("place", 0, socket=f"storage/{STORAGE}/0", option=0)
    assert board.seat(0)["cr"] == 1


@pytest.mark.rule("BHC-4.11-10")
def test_abilities_of_one_kind_add_up(board):
    # Given 1 VP for each green Decree, for each Ability and for each Artifact
    board.own(0, abilities=[10, 11, 20], trophies=[3, 4])
    desk = board.state["desk"]
    managers = [dict(desk["managers"][0], greens=5), *desk["managers"][1:]]
    board.state = dict(board.state, desk=dict(desk, managers=managers))
    assert scoring.ability_points(board.state, 0) == 5 + 3 + 2
    assert scoring.ability_points(board.state, 1) == 0


@pytest.mark.rule("BHC-5.6-3")
def test_occurrences_are_chosen_by_the_assistants_on_the_table(new_board):
    board = alone(new_board)
    board.arrange(assistants={"2": 0, "6": 1, "9": 0})
    assert settlement.scene_of(board.state)["assistant"] == ["2", "6", "9"]


@pytest.mark.rule("BHC-2.4-8")
@pytest.mark.parametrize("what", ["campaign", "ambassador", "module"])
def test_at_the_screens_an_action_reads_the_same_with_any_support(new_board, what):
    shown = []
    for support in ((0, 0, 0), (3, 57, 1), (80, 11, 40)):
        board = new_board().until("regular")
        desk = board.state["desk"]
        managers = [dict(one, support=points) for one, points in zip(desk["managers"], support, strict=True)]
        board.state = dict(board.state, desk=dict(desk, managers=managers))
        if what == "campaign":
            board.do("place", 0, socket=CAMPAIGN, option=0)
        elif what == "ambassador":
            board.until("assistant", 0).give(0, pa=1).do("assistant", 0, socket="advisor/ambassador", option=0)
        else:
            board.own(0, proposal={"unit": WELL, "need": 1, "cards": [60], "xp": 0}).until("build", 0)
            board.do("build", 0, unit=WELL, to=[0, 0])
        shown.append([game.view(board.state, who) for who in ("table", "seat:0", "seat:1", "seat:2")])
    assert shown[0] == shown[1] == shown[2]


# -- each and all --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-3.1-3")
@pytest.mark.parametrize("faces", [(0, 1, 1), (1, 0, 1), (1, 1, 0), (0, 0, 0)])
def test_each_manager_chooses_the_side_of_the_own_assistant(new_board, faces):
    board = new_board().until("face")
    while board.step["do"] == "face":
        seat = board.step["seat"]
        board.do("face", seat, face=faces[seat])
    assert board.table["assistants"] == dict(zip(("3", "8", "5"), faces, strict=True))


@pytest.mark.rule("BHC-4.2-6")
def test_tokens_come_back_from_modules_assistants_and_advisors_alike(board):
    board.built(STORAGE).do("place", 0, socket=f"storage/{STORAGE}/0", option=0)
    board.until("assistant", 1).give(1, pa=1).do("assistant", 1, socket="advisor/proxy", option=0)
    board.until("assistant", 2).give(2, xp=1, tg=2).arrange(assistants={"8": 0, "3": 0, "5": 0})
    board.do("assistant", 2, socket="assistant/8", option=0).do("flip", 2, assistant=3)
    assert {name.partition("/")[0] for name in board.table["tokens"].values()} >= {"advisor", "assistant"}
    while board.state["round"] == 1 or board.step["do"] != "regular":
        board.do(**board.quiet())
    assert set(board.table["tokens"].values()) == {"none"}


@pytest.mark.rule("BHC-4.9.1-10", "BHC-A5.2-6")
def test_who_endorses_anothers_proposal_alone_takes_the_xp(board):
    board.own(1, proposal={"unit": SOLAR, "need": 3, "cards": [60], "xp": 2}).own(0, hand=[1])
    before = [one["xp"] for one in board.held()]
    board.do("place", 0, socket=LARGE, option=1).do("endorse", 0, unit=SOLAR, card=1)
    assert [one["xp"] for one in board.held()] == [before[0] + 1, *before[1:]]
    assert board.seat(1)["proposal"] == {"unit": SOLAR, "need": 3, "cards": [60, 1], "xp": 1}


@pytest.mark.rule("BHC-4.11-12", "BHC-4.2-2")
@pytest.mark.parametrize(("ability", "left"), [(2, 3), (9, 2)])
def test_the_permit_bureau_leaves_the_credit_that_others_pay(board, ability, left):
    board.own(0, abilities=[ability, None, None], proposal={"unit": WELL, "need": 3, "cards": [60], "xp": 0})
    board.ask("upkeep", 0).give(0, cr=3).do("upkeep", 0)
    assert board.seat(0)["cr"] == left
    assert board.seat(0)["proposal"]["cards"] == [60]


@pytest.mark.rule("BHC-6-9", "BHC-4.1-8")
def test_after_an_early_end_no_card_works_on_the_table(board):
    # Given Monument Year (2 PA and 2 CR for its owner) of seat 2, and fifteen Modules that stand
    board.built(*range(1, 16)).until("choose").give(2, cr=0, pa=0)
    before = board.held()
    board.introduced("none", "none", "directive/5")
    progress = board.state["colony"]["progress"]
    board.colony(progress=progress, h=650, s=650, t=650, stock=300, pop=[9000, 400, 400, 100, 0]).do("next", 0)
    result = game.result(board.state)
    assert "modules" in result["endings"]
    assert board.held() == before
    assert "passes without a vote" in str(board.state["summary"])


@pytest.mark.rule("BHC-A4.1-9", "BHC-4.2-2")
@pytest.mark.parametrize("price", [2, 3])
def test_a_scenario_may_ask_for_a_dearer_upkeep(new_board, price):
    bar = {"label": "Test", "condition": "colony stock >= 0", "kind": "reach", "rounds": 1, "by_round": 20}
    entry = {"id": "test", "name": "A test", "difficulty": 1, "mode": "semi", "planet": "trappist-1-e"}
    entry.update(rules=[f"upkeep {price}"], progress=dict(bar, missed="vp -1"), story="word " * 99 + "word.")
    board = new_board(scenarios=[entry], scenario="test").until("regular")
    board.own(0, proposal={"unit": WELL, "need": 3, "cards": [60], "xp": 0}).ask("upkeep", 0)
    assert board.give(0, cr=price - 1).refusal("upkeep", 0) == "too_expensive"
    board.give(0, cr=price).do("upkeep", 0)
    assert board.seat(0)["cr"] == 0


@pytest.mark.rule("BHC-5.4.1-4")
@pytest.mark.parametrize("seed", range(3))
def test_at_the_screens_no_action_moves_stock_but_next(new_board, seed):
    board, dice = new_board(seed=seed).built(STORAGE, 14, 19), random.Random(seed)
    seen = 0
    while board.state["stage"] == "play" and board.state["round"] < 4:
        before, action = board.state["colony"]["stock"], dice.choice(board.legal())
        board.do(**action)
        seen += 1
        assert action["kind"] == "next" or board.state["colony"]["stock"] == before
    assert seen > 40
