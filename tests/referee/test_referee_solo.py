"""Solo at referee level (annex 3)."""

import pytest

from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.referee import deeds, pieces, scoring

LARGE, CREDITS = "arc/0/0", "arc/0/1"


@pytest.fixture
def solo(new_board):
    class Solo(new_board):
        def __init__(self, seed=7):
            self.state = game.setup({"mode": "solo", "planet": "trappist-1-e", "level": "referee"}, seed)

        def quiet(self):
            kinds = [a for a in self.legal() if a["kind"] == "columns"]
            return kinds[0] if kinds else super().quiet()

    return Solo


@pytest.mark.rule("BHC-A3.3-1", "BHC-A3.3-2", "BHC-A3.3-5", "BHC-A3.3-6", "BHC-A3.3-7", "BHC-A3.3-8", "BHC-A3.1-2")
def test_setup_of_the_solo_table(solo):
    board = solo()
    assert board.table["bank"] == {"cr": 58, "tg": 39, "pa": 6, "xp": 60}
    assert len(board.table["offered"]) == 5
    assert all(name.startswith("yellow") for name in board.table["offered"])
    board.do("keep", 0, goals=board.table["offered"][1:4])
    for number, face in ((2, 0), (6, 0), (9, 1)):
        board.do("hire", 0, assistant=number, face=face)
    assert board.table["assistants"] == {"2": 0, "6": 0, "9": 1}
    assert board.step["do"] == "regular"
    board.until("choose")
    assert [a["card"] for a in board.legal() if a["card"].startswith("directive")] == []


@pytest.mark.rule("BHC-A3.2-8", "BHC-A3.2-1", "BHC-4.9.1-3")
def test_every_module_of_the_box_is_in_the_pool_and_needs_what_three_managers_need(solo):
    board = solo().until("regular")
    assert board.state["pool"] == list(range(1, 33))
    board.do("place", 0, token=4, socket=LARGE, option=1)
    board.do("endorse", 0, unit=28, card=board.seat(0)["hand"][0])  # the Obelisk: 2 + 8
    assert board.seat(0)["proposal"]["need"] == 10


@pytest.mark.rule("BHC-A3.4-1", "BHC-A3.4-2", "BHC-A3.4-3", "BHC-A3.4-16", "BHC-A3.3-4")
def test_in_the_first_round_nine_tokens_act_once_each(solo):
    board = solo().until("regular")
    board.do("place", 0, token=8, socket=CREDITS, option=0)
    assert board.refusal("place", 0, token=8, socket=LARGE, option=0) == "token_used"
    assert board.refusal("place", 0, token=1, socket=CREDITS, option=0) == "socket_taken"
    assert {action["token"] for action in board.legal(0, "place")} == set(range(8))
    actions = 1
    while board.step["do"] == "regular":
        board.do("place", 0, token=board.legal(0, "place")[0]["token"], socket=LARGE, option=0)
        actions += 1
    assert actions == 9


@pytest.mark.rule("BHC-A3.4-10", "BHC-A3.4-11", "BHC-A3.4-12", "BHC-A3.4-13", "BHC-A3.4-14", "BHC-A3.4-15")
def test_columns_are_paid_before_empty_ones_give(solo):
    # Given 1 PA and 2 TG: the third column can be paid, the second one can not
    board = solo().until("columns").give(0, pa=1, tg=2, cr=0)
    assert [action["columns"] for action in board.legal()] == [[0], [0, 2]]
    assert board.refusal("columns", 0, columns=[0, 1, 2]) == "columns_unpaid"
    # When it is filled, Then the empty second column gives 1 PA and 2 CR, and there are 6 actions
    board.do("columns", 0, columns=[0, 2])
    assert [board.seat(0)[name] for name in ("pa", "tg", "cr")] == [1, 0, 2]
    assert len([step for step in board.table["todo"] if step["do"] == "regular"]) == 6
    assert {action["token"] for action in board.legal(0, "place")} == {0, 1, 2, 6, 7, 8}


@pytest.mark.rule("BHC-A3.4-14", "BHC-A3.4-15")
def test_what_an_empty_column_gives_pays_for_no_other(solo):
    # Given 2 TG and 2 CR, and no PA but the one that an empty column would give
    board = solo().until("columns").give(0, pa=0, tg=2, cr=2)
    assert [action["columns"] for action in board.legal()] == [[0]]
    assert board.refusal("columns", 0, columns=[0, 2]) == "columns_unpaid"


@pytest.mark.rule("BHC-A3.4-10")
def test_the_left_column_is_filled_for_nothing_whatever_else_is(solo):
    board = solo().until("columns")
    for held, count in (({"pa": 2, "tg": 2, "cr": 2}, 4), ({"pa": 0, "tg": 0, "cr": 0}, 1)):
        board.give(0, **held)
        assert all(0 in action["columns"] for action in board.legal())
        assert len(board.legal()) == count
        assert board.refusal("columns", 0, columns=[1]) == "columns_unpaid"
    bank = board.table["bank"]
    board.do("columns", 0, columns=[0])
    assert {action["token"] for action in board.legal(0, "place")} == {0, 1, 2}
    given = {name: bank[name] - board.table["bank"][name] for name in ("pa", "tg", "cr")}
    assert given == {"pa": 2, "tg": 2, "cr": 2}  # of the two empty ones: nothing was paid


@pytest.mark.rule("BHC-A3.4-9")
def test_columns_come_after_proposals_abilities_and_clearing(solo):
    board = solo().until("regular").own(0, proposal={"unit": 2, "need": 5, "cards": [60], "xp": 0}).give(0, xp=5)
    board.until("upkeep").do("upkeep", 0)
    assert board.step["do"] == "ability"
    board.do("done", 0)
    assert board.step["do"] == "columns"
    assert set(board.table["tokens"].values()) == {"none"}


@pytest.mark.rule("BHC-A3.2-9", "BHC-A3.4-5", "BHC-A3.4-6", "BHC-A3.4-8", "BHC-A3.4-17")
def test_an_active_ability_serves_the_tokens_of_its_row_or_column(solo):
    # Given Credit Line (1 CR more from sockets of Credits) in the slot of the second row
    board = solo().until("regular").own(0, abilities=[None, 5, None, None, None, None]).give(0, cr=0)
    start = board.state
    for token in range(9):
        board.state = start
        board.do("place", 0, token=token, socket=CREDITS, option=0)
        assert board.seat(0)["cr"] == (3 if token in (1, 4, 7) else 2)
    # And in the slot of the third column
    board.state = start
    board.own(0, abilities=[None, None, None, None, None, 5])
    start = board.state
    for token in range(9):
        board.state = start
        board.do("place", 0, token=token, socket=CREDITS, option=0)
        assert board.seat(0)["cr"] == (3 if token in (6, 7, 8) else 2)


@pytest.mark.rule("BHC-A3.4-7")
def test_a_passive_ability_serves_the_player_in_any_slot(solo):
    board = solo().until("regular").own(0, abilities=[None, None, None, None, 8, None])
    most = pieces.solo()["capacity"]["cr"] + 6
    board.give(0, cr=most - 1).do("place", 0, token=0, socket=CREDITS, option=0)
    assert board.seat(0)["cr"] == most


@pytest.mark.rule("BHC-A3.4-18")
def test_as_many_assistants_as_filled_columns_each_with_another_token(solo):
    board = solo().until("columns").give(0, pa=0, tg=0, cr=0).do("columns", 0, columns=[0]).until("assistant")
    assert len([step for step in board.table["todo"] if step["do"] == "assistant"]) == 1
    board = solo().until("assistant").give(0, pa=2, xp=5)
    board.do("assistant", 0, token=5, socket="advisor/ambassador", option=0)
    assert 5 not in {action["token"] for action in board.legal(0, "assistant")}
    assert board.refusal("assistant", 0, token=1, socket="advisor/ambassador", option=0) == "socket_taken"


@pytest.mark.rule("BHC-A3.4-20")
def test_one_decree_per_round(solo):
    board = solo().until("choose").own(0, hand=[5, 13])  # both without a fee
    board.do("choose", 0, card="decree/5").do("introduce", 0, card="decree/5")
    assert board.step["do"] == "next"


@pytest.mark.rule("BHC-A3.2-2", "BHC-A3.5-1", "BHC-A3.5-2")
def test_millionaires_in_charge_need_24_credits_and_the_sum_decides(solo):
    board = solo().until("regular").arrange(common=["yellow/1"])
    board.state = dict(board.state, rounds=1)
    for credits, level in ((24, 2), (23, 1)):
        board.give(0, cr=credits)
        facts = {"team": scoring.team_facts(board.state), "colony": scoring.colony_facts(board.state), "managers": 3}
        assert scoring.judge("yellow/1", facts)["level"] == level
    board.until("next").do("next", 0)
    result = game.result(board.state)
    assert result["mode"] == "solo"
    assert result["won"] == (result["total"] > 0)
    assert result["president"] is None


@pytest.mark.rule("BHC-2.1-4", "BHC-A3.1-1", "BHC-A3.2-5")
def test_solo_has_one_seat_with_one_hand_and_the_solo_board(solo):
    board = solo().until("regular")
    assert list(board.table["seats"]) == ["0"]
    assert len(board.table["tokens"]) == 9
    assert len(board.seat(0)["abilities"]) == 6
    assert game.to_act(board.state) == [0]
    assert all(name.startswith("yellow") for name in board.table["common"])
    repositories = game.view(board.state, "seat:0")["board"]["seats"][0]["repositories"]
    assert {one["currency"]: one["capacity"] for one in repositories} == pieces.solo()["capacity"]


@pytest.mark.rule("BHC-A3.2-12")
def test_campaigns_of_two_tokens_raise_the_same_support_twice(solo):
    board = solo().until("regular")
    supports = [board.state["desk"]["managers"][0]["support"]]
    for token in (0, 1):
        board.do("place", 0, token=token, socket="arc/0/3", option=0)
        supports.append(board.state["desk"]["managers"][0]["support"])
        board.arrange(tokens=dict(board.table["tokens"], **{str(token): LARGE}))  # the socket is free again
    assert supports[2] - supports[1] == supports[1] - supports[0] > 0


@pytest.mark.rule("BHC-A3.2-6", "BHC-A3.2-7")
def test_one_proposal_and_one_artifact_in_each_slot(solo):
    board = solo().until("regular").own(0, proposal={"unit": 2, "need": 3, "cards": [60], "xp": 2})
    board.do("place", 0, token=0, socket=LARGE, option=1)
    assert board.refusal("endorse", 0, unit=6, card=board.seat(0)["hand"][0]) == "one_proposal"
    board.do("endorse", 0, unit=2, card=board.seat(0)["hand"][0])
    board.own(0, expedition={"artifact": 3, "paid": {"0": {}, "1": {}}}, research={"artifact": 4, "paid": {}})
    board.give(0, cr=9, tg=9)
    assert board.refusal("place", 0, token=1, socket="arc/0/4", option=0) == "not_possible"


@pytest.mark.rule("BHC-A3.2-11")
def test_a_change_of_governor_does_nothing(solo):
    board = solo().until("assistant").give(0, pa=3)
    assert board.refusal("assistant", 0, token=0, socket="advisor/proxy", option=0) == "not_possible"
    assert board.state["desk"]["governor"] == 0


@pytest.mark.rule("BHC-A3.4-19", "BHC-A3.2-10")
def test_building_is_as_in_the_other_modes(solo, new_board):
    alone, together = solo().until("regular"), new_board(mode="coop").until("regular")
    complete = {"unit": 2, "need": 2, "cards": [59, 60], "xp": 0}
    for board in (alone, together):
        board.own(0, proposal=complete).until("build", 0).do("build", 0, unit=2, to=[0, 3])
        assert board.state["desk"]["managers"][0]["modules"] == [2]
        assert board.state["table"]["edges"] == [[0, 3, 2, 0]]
    # And the same month follows from the same Colony and chance
    alone.until("next")
    together.until("next")
    together.state = dict(together.state, chance=alone.state["chance"], colony=alone.state["colony"])
    assert alone.do("next", 0).state["report"]["production"] == together.do("next", 0).state["report"]["production"]
    assert alone.state["round"] == together.state["round"] == 2


@pytest.mark.rule("BHC-A3.2-4")
def test_each_manager_means_the_player_once(solo):
    board = solo().until("next").give(0, cr=0)
    steps = deeds.steps_of(board.state, 0, [["all", "gain", "cr", 1]])
    assert [step["seat"] for step in steps] == [0]


def screens_of_round_7(board, support):
    """The summary that opens Round 7 of a Colony in good order; `support` by seat before it."""
    board.state = dict(board.state, round=6)
    managers = [dict(m, support=value) for m, value in zip(board.state["desk"]["managers"], support, strict=True)]
    board.state = dict(board.state, desk=dict(board.state["desk"], managers=managers))
    board.until("next").colony(h=650, s=650, t=650, stock=200).do("next", 0)
    return {screen["id"]: screen for screen in game.view(board.state, "table")["summary"]}


@pytest.mark.rule("BHC-A3.4-4", "BHC-2.4-7")
def test_the_summary_is_that_of_co_op_with_the_own_support_in_place_of_the_ranking(solo, new_board):
    together = screens_of_round_7(new_board(mode="coop").until("regular"), (3, 8, 5))
    bars = []
    for support in (0, 1, 12, 32, 90):
        alone = screens_of_round_7(solo().until("regular"), [support])
        assert {"status", "occurrence", "economy", "decrees", "support", "upkeep"} <= set(alone)
        assert set(alone) - {"tiers"} == set(together) - {"tiers"}
        assert len(alone["support"]["rows"]) == 1
        assert alone["support"]["title"] == "Your Support"
        bars.append(alone["support"]["rows"][0]["value"].count("●"))
    # Then the bar tells how far the Support carries, where one against oneself would always be full
    assert bars == [0, 1, 2, 5, 5]
    assert len(together["support"]["rows"]) == 3
