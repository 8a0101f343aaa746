"""The Round at referee level: upkeep, Assistants, building, Decrees, NEXT, and the points on the table."""

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity import goals as conditions
from shared_rules.beyond_humanity.referee import pieces, scoring

LARGE, WELL = "arc/0/0", 2
GARRISON = 3  # Athena Gore's Directive: it stops all other Decrees; fee 1 PA


def proposal(unit=WELL, need=2, cards=(), xp=0):
    return {"unit": unit, "need": need, "cards": list(cards), "xp": xp}


# -- upkeep --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.2-2", "BHC-4.9.1-12", "BHC-4.9.1-14")
def test_an_unfinished_proposal_costs_its_manager_one_credit(board):
    board.own(0, proposal=proposal(cards=[60]), hand=[]).until("upkeep", 0)
    credits = board.seat(0)["cr"]
    assert game.to_act(board.state) == [0]
    board.do("upkeep", 0)
    assert board.seat(0)["cr"] == credits - 1
    assert board.seat(0)["proposal"]["cards"] == [60]


@pytest.mark.rule("BHC-4.2-3", "BHC-4.2-4", "BHC-4.9.1-13")
def test_an_unpaid_proposal_is_given_up_with_cards_and_xp(board):
    board.own(0, proposal=proposal(cards=[60], xp=1), hand=[]).until("upkeep", 0).give(0, cr=0, xp=4)
    bank = board.table["bank"]["xp"]
    assert board.refusal("upkeep", 0) == "too_expensive"
    board.do("drop", 0)
    assert board.seat(0)["proposal"] is None
    assert 60 in board.table["discard"]
    assert board.table["bank"]["xp"] == bank + 1
    assert board.seat(0)["xp"] == 4


@pytest.mark.rule("BHC-4.11-3", "BHC-4.11-4")
def test_abilities_cost_5_10_and_15_xp_by_slot(board):
    board.give(0, xp=12).until("ability", 0)
    assert {action["slot"] for action in board.legal(0, "ability")} == {0, 1}
    assert board.refusal("ability", 0, slot=2, ability=8) == "too_expensive"
    board.do("ability", 0, slot=1, ability=8)
    assert board.seat(0)["abilities"] == [None, 8, None]
    assert board.seat(0)["xp"] == 2


@pytest.mark.rule("BHC-4.11-8", "BHC-4.11-9", "BHC-4.11-6", "BHC-2.3-6")
def test_an_ability_is_there_once_and_comes_back_when_it_is_replaced(board):
    board.give(0, xp=15).give(1, xp=5).until("ability", 0)
    board.do("ability", 0, slot=0, ability=8).do("ability", 0, slot=0, ability=9).do("done", 0)
    assert board.refusal("ability", 1, slot=0, ability=9) == "not_in_bank"
    board.do("ability", 1, slot=0, ability=8)
    assert board.seat(0)["abilities"][0] == 9
    assert board.seat(1)["abilities"][0] == 8


@pytest.mark.rule("BHC-4.11-1", "BHC-3.1-22")
def test_a_replaced_repository_ability_gives_the_surplus_back(board):
    most = content.get()["manager"][3]["capacity"]["cr"]
    board.own(0, abilities=[8, None, None]).give(0, cr=most + 5, xp=5)  # Deep Vaults: 6 Credits more
    board.until("ability", 0).do("ability", 0, slot=0, ability=9)
    assert board.seat(0)["cr"] == most


@pytest.mark.rule("BHC-4.11-11", "BHC-4.11-10")
def test_voice_of_the_people_draws_one_more(board):
    board.own(0, abilities=[1, None, None])
    board.do("place", 0, socket=LARGE, option=0).do("place", 1, socket=LARGE, option=0)
    assert len(board.seat(0)["hand"]) == 5
    assert len(board.seat(1)["hand"]) == 4


@pytest.mark.rule("BHC-4.11-12")
def test_build_permit_bureau_pays_no_upkeep(board):
    board.own(0, abilities=[None, 2, None], proposal=proposal(cards=[60]), hand=[]).until("upkeep", 0).give(0, cr=0)
    board.do("upkeep", 0)
    assert board.seat(0)["proposal"] is not None


@pytest.mark.rule("BHC-4.2-6", "BHC-4.2-7")
def test_the_upkeep_clears_all_tokens_after_payments_and_abilities(board):
    board.give(0, xp=5).until("ability", 0)
    assert set(board.table["tokens"].values()) == {LARGE}
    board.do("done", 0)
    assert set(board.table["tokens"].values()) == {"none"}
    assert board.state["phase"] == 3


# -- Assistants ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.4-1", "BHC-4.4-4", "BHC-4.4-5", "BHC-4.4-10")
def test_one_assistant_each_one_token_on_it_and_the_others_stay(board):
    board.until("assistant", 0).give(0, pa=1).give(1, pa=1)
    board.do("assistant", 0, socket="advisor/proxy", option=0)
    assert board.table["tokens"] == {"0": "advisor/proxy", "1": LARGE, "2": LARGE}
    assert board.refusal("assistant", 1, socket="advisor/proxy", option=0) == "socket_taken"
    board.do("pass", 1).do("pass", 2)
    assert board.state["phase"] > 4


@pytest.mark.rule("BHC-4.7.5-4", "BHC-A5.2-23", "BHC-6.1-6")
def test_the_ambassador_takes_a_dependence_away_and_counts(board):
    board.until("assistant", 0).give(0, pa=1).colony(td=2)
    board.do("assistant", 0, socket="advisor/ambassador", option=0)
    manager = board.state["desk"]["managers"][0]
    assert board.state["colony"]["td"] == 1
    assert manager["ambassador"] == 1
    assert manager["support"] > 0
    assert board.seat(0)["pa"] == 0


@pytest.mark.rule("BHC-4.7.5-6", "BHC-2.3-8", "BHC-2.3-9", "BHC-4.2-1", "BHC-A5.2-18")
def test_the_proxy_changes_the_governor_in_the_next_upkeep(board):
    board.until("assistant", 1).give(1, pa=1).do("assistant", 1, socket="advisor/proxy", option=0)
    board.until("choose")
    assert board.state["desk"]["governor"] == 0
    board.until("regular")
    assert board.state["desk"]["governor"] == 1
    assert board.step["seat"] == 1


@pytest.mark.rule("BHC-2.3-7", "BHC-2.3-8")
def test_a_governor_claimed_in_phase_1_waits_for_the_upkeep_of_the_next_round(board):
    # Given the Relay Mirror (Change Governor), all but complete, and an event in phase 1 that lets Research go on
    board.own(1, research={"artifact": 27, "paid": {"0": {"xp": 3}}}).until("next").give(1, pa=1)
    board.do("next", 0)
    board.state = dict(board.state, phase=1)
    board.ask("research", 1, [1], token=False).do("research", 1, field=1)
    assert board.seat(1)["trophies"] == [27]
    board.until("regular")
    assert (board.state["round"], board.state["desk"]["governor"]) == (2, 0)
    board.until("next").do("next", 0).until("regular")
    assert (board.state["round"], board.state["desk"]["governor"]) == (3, 1)


@pytest.mark.parametrize(
    ("do", "kind"), [("expedition", "expedition"), ("research", "research"), ("endorse", "endorse")]
)
def test_what_a_card_lets_managers_do_they_may_leave_and_what_a_socket_does_not(board, do, kind):
    board.own(0, research={"artifact": 3, "paid": {}}).give(0, cr=5, tg=5, xp=5, pa=1)
    start = board.state
    board.ask(do, 0, [1], token=False)
    assert {action["kind"] for action in board.legal(0)} == {kind, "stop"}
    board.do("stop", 0)
    assert board.step["do"] == "regular"
    board.state = start
    board.ask(do, 0, [1])
    assert {action["kind"] for action in board.legal(0)} == {kind}


def test_an_exchange_on_a_card_may_be_left_and_one_of_a_socket_is_made(board):
    board.ask("exchange", 0, ["cr", 1, "tg", 1], token=False)
    assert {action["kind"] for action in board.legal(0)} == {"exchange", "stop"}
    board.do("stop", 0).ask("exchange", 0, ["cr", 1, "tg", 1])
    assert {action["kind"] for action in board.legal(0)} == {"exchange"}


@pytest.mark.rule("BHC-4.7.5-5", "BHC-A5.2-17")
def test_the_trainer_gives_one_of_three_new_goals(board):
    board.until("assistant", 0).give(0, pa=2)
    left, goals = board.table["goals"], board.seat(0)["goals"]
    board.do("assistant", 0, socket="advisor/trainer", option=0)
    drawn = board.seat(0)["drawn"]
    assert sorted(drawn) == sorted(left[-3:])
    board.do("goal", 0, goal=drawn[1])
    assert sorted(board.seat(0)["goals"]) == sorted([*goals, drawn[1]])
    assert board.table["goals"] == left[:-3]


@pytest.mark.rule("BHC-A2.2-19")
def test_in_co_op_the_trainers_goal_joins_the_common_ones(new_board):
    board = new_board(mode="coop").until("assistant", 0).give(0, pa=2)
    board.do("assistant", 0, socket="advisor/trainer", option=0)
    board.do("goal", 0, goal=board.seat(0)["drawn"][0])
    assert len(board.table["common"]) == 4
    assert len(board.table["goals"]) == 12 - 3


# -- building ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.5-1", "BHC-4.5-3", "BHC-4.5-6", "BHC-4.5-8", "BHC-4.5-9", "BHC-4.5-10", "BHC-4.9.1-16")
def test_a_complete_proposal_is_connected_where_its_manager_wants(board):
    board.own(1, proposal=proposal(cards=[59, 60])).until("build", 1)
    assert {tuple(action["to"]) for action in board.legal(1)} == {(0, port) for port in range(6)}
    assert board.refusal("build", 1, unit=WELL, to=[3, 0]) == "no_port"
    board.do("build", 1, unit=WELL, to=[0, 4])
    assert board.state["table"]["edges"] == [[0, 4, WELL, 0]]
    assert board.state["desk"]["managers"][1]["modules"] == [WELL]
    assert board.state["desk"]["managers"][1]["support"] > 0
    assert board.state["colony"]["progress"][WELL] > 0
    assert board.table["discard"][-2:] == [59, 60]
    assert board.seat(1)["proposal"] is None


@pytest.mark.rule("BHC-4.5-2", "BHC-2.3-6")
def test_several_complete_proposals_are_connected_in_turn_order(board):
    board.own(2, proposal=proposal(3, cards=[59, 60])).own(1, proposal=proposal(cards=[57, 58])).until("build")
    assert board.step["seat"] == 1
    board.do("build", 1, unit=WELL, to=[0, 0])
    assert board.step["seat"] == 2
    assert [0, 0] not in [action["to"] for action in board.legal(2)]
    assert [WELL, 1] in [action["to"] for action in board.legal(2)]


# -- Decrees -------------------------------------------------------------------------------------------------------


def choosing(board, *cards):
    """Phase 6, each seat with one Decree in hand, then the given choices."""
    for seat in range(3):
        board.own(seat, hand=[seat + 1]).give(seat, cr=3, pa=1)
    for seat, card in enumerate(cards):
        board.do("choose", seat, card=card)
    return board


@pytest.mark.rule("BHC-4.6-1", "BHC-4.6-9")
def test_cards_are_chosen_in_secret_and_revealed_together(board):
    choosing(board.until("choose"))
    assert game.to_act(board.state) == [0, 1, 2]
    board.do("choose", 2, card="decree/3")
    assert game.view(board.state, "seat:0")["board"]["seats"][2]["chosen"]
    assert game.view(board.state, "seat:2")["you"]["secret"] == "decree/3"
    assert "Free Evening Courses" not in str(game.view(board.state, "seat:0")["events"])
    board.do("choose", 0, card="none").do("choose", 1, card="decree/2")
    assert "Free Evening Courses" in str(game.view(board.state, "seat:0")["events"])


@pytest.mark.rule("BHC-4.6-2", "BHC-4.6-3", "BHC-4.6-10", "BHC-4.8-1")
def test_revealed_cards_are_introduced_in_turn_order_for_their_fee_or_withdrawn(board):
    choosing(board.until("choose"), "decree/1", "decree/2", "decree/3")
    assert board.refusal("introduce", 1, card="decree/2") == "not_your_turn"
    assert board.refusal("introduce", 0, card="decree/2") == "other_card"
    board.do("introduce", 0, card="decree/1").do("withdraw", 1).do("introduce", 2, card="decree/3")
    assert [entry["number"] for entry in board.state["desk"]["cards"]] == [1, 3]
    assert [board.seat(seat)["cr"] for seat in range(3)] == [2, 3, 2]
    assert [board.seat(seat)["hand"] for seat in range(3)] == [[], [2], []]
    assert game.to_act(board.state) == [0]


@pytest.mark.rule("BHC-4.6-10", "BHC-3.1-23", "BHC-4.8.2-1")
def test_a_card_that_can_not_be_paid_or_is_not_there_is_not_chosen(board):
    choosing(board.until("choose")).give(0, cr=0)
    assert board.refusal("choose", 0, card="decree/1") == "too_expensive"
    assert board.refusal("choose", 0, card="decree/9") == "not_in_hand"
    assert board.refusal("choose", 0, card="directive/8") == "not_yours"


@pytest.mark.rule("BHC-4.6-5", "BHC-4.6-6", "BHC-4.8.2-4", "BHC-4.8.2-5")
def test_a_blocking_directive_sends_decrees_back_with_their_fee(board):
    # Given the Governor at seat 2, so that seats 2, 0, 1 register in this order
    board.state = dict(board.state, desk=dict(board.state["desk"], governor=2))
    choosing(board.until("choose"), f"directive/{GARRISON}", "decree/2", "decree/3")
    board.do("introduce", 2, card="decree/3").do("introduce", 0, card=f"directive/{GARRISON}")
    # Then the Decree before it is back with its fee, and the one after it is not asked for
    assert (board.seat(2)["hand"], board.seat(2)["cr"]) == ([3], 3)
    assert (board.seat(1)["hand"], board.seat(1)["cr"]) == ([2], 3)
    assert board.seat(0)["pa"] == 0
    assert board.step["do"] == "next"
    board.do("next", 2).until("choose")
    assert board.refusal("choose", 0, card=f"directive/{GARRISON}") == "directive_spent"


@pytest.mark.rule("BHC-4.8.1-9")
def test_in_the_last_round_nothing_is_introduced(board):
    board.state = dict(board.state, rounds=1)
    board.until("next").do("next", 0)
    assert board.state["stage"] == "over"


@pytest.mark.rule("BHC-4.1-8", "BHC-4.1-10", "BHC-4.6-7", "BHC-4.6-11")
def test_passed_decrees_work_on_the_table_and_all_used_ones_are_discarded(board):
    # Given Directive 9 “Free Market Week”: each Manager gains 1 Credit; and a Decree without a chance
    board.until("choose")
    managers = [dict(m, manager=9) if seat == 0 else m for seat, m in enumerate(board.state["desk"]["managers"])]
    board.state = dict(board.state, desk=dict(board.state["desk"], managers=managers))
    choosing(board, "directive/9", "decree/2", "none")
    board.do("introduce", 0, card="directive/9").do("introduce", 1, card="decree/2")
    board.do("next", 0)
    assert board.state["round"] == 2
    told = [event["text"] for event in board.state["events"] if event["round"] == 2]
    gains = [text.partition(" gains")[0] for text in told if text.endswith("gains 1 Credit.")]
    assert gains[-3:] == ["Lucas Johannes", "Mac McCain", "Art Chen"]  # last Round's turn order
    assert 2 in board.table["discard"]


@pytest.mark.rule("BHC-4.1-1", "BHC-4.1-2")
def test_the_governor_presses_next_and_nothing_before_is_taken_back(board):
    board.until("next")
    assert board.refusal("next", 1) == "not_your_turn"
    board.do("next", 0)
    assert board.state["round"] == 2
    assert board.refusal("undo", 0) == "nothing_to_undo"


# -- points --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-6.1-7", "BHC-6.1-8", "BHC-6.1-9", "BHC-2.2-2", "BHC-2.2-5", "BHC-4.10.2-3")
def test_goals_artifacts_and_abilities_count_on_the_table(board):
    board.state = dict(board.state, rounds=1)
    board.own(0, goals=["blue/6"], trophies=[3, 4], abilities=[20, None, None])
    board.own(1, goals=["blue/6"]).until("next").do("next", 0)
    result = game.result(board.state)
    own = result["table"]["seats"]["0"]
    missed = -pieces.goal("blue/6")["miss"]  # Big City
    assert own["goals"] == [{"goal": "blue/6", "vp": missed, "level": 0}]
    assert own["artifacts"] == pieces.artifact(3)["vp"] + pieces.artifact(4)["vp"]
    assert own["abilities"] == 2  # Curators' Prize: 1 VP for each Artifact
    assert result["seats"][0]["points"]["table"] == missed + own["artifacts"] + 2
    assert result["seats"][1]["points"]["table"] == missed


@pytest.mark.rule("BHC-A2.2-4", "BHC-A2.2-7", "BHC-A2.2-10")
def test_in_co_op_the_common_goals_join_the_sum(new_board):
    board = new_board(mode="coop").until("regular")
    board.state = dict(board.state, rounds=1)
    board.arrange(common=["yellow/1"])
    for seat in range(3):
        board.give(seat, cr=5)
    board.until("next").do("next", 0)
    result = game.result(board.state)
    points = pieces.goal("yellow/1")["levels"][0]["vp"]
    assert result["table"]["common"] == [{"goal": "yellow/1", "vp": points, "level": 1}]
    assert result["common"]["goals"] == points
    assert result["total"] == sum(result["common"].values()) + sum(seat["total"] for seat in result["seats"])


@pytest.mark.rule("BHC-A2.2-4", "BHC-A2.2-5", "BHC-2.2-4")
@pytest.mark.parametrize(("each", "level"), [(4, 0), (5, 1), (7, 1), (8, 2)])
def test_the_highest_level_reached_counts_alone(new_board, each, level):
    board = new_board(mode="coop").until("regular")
    for seat in range(3):
        board.give(seat, cr=each)
    facts = {"team": scoring.team_facts(board.state), "colony": scoring.colony_facts(board.state), "managers": 3}
    card = pieces.goal("yellow/1")
    points = card["levels"][level - 1]["vp"] if level else -card["miss"]
    assert scoring.judge("yellow/1", facts) == {"goal": "yellow/1", "vp": points, "level": level}


@pytest.mark.rule("BHC-2.1-19")
def test_after_a_loss_nothing_is_counted(board):
    board.until("next").colony(td=3)
    board.do("next", 0)
    assert game.result(board.state)["positive"] is False
    assert game.result(board.state)["winners"] == []


@pytest.mark.rule("BHC-2.2-4", "BHC-2.2-7", "BHC-6.1-7")
def test_goals_judge_the_colony_as_it_is_at_the_end(board):
    # Given a happy, unsafe Colony with a full Accumulator, a Well under construction and a Storage that stands
    board.built(6)
    progress = list(board.state["colony"]["progress"])
    progress[WELL] = 40
    board.colony(h=800, s=100, t=500, pop=[900, 100, 300, 50, 20], stock=81, td=1, riot=1, progress=progress)
    board.state = dict(board.state, report=dict(board.state["report"], beds=2000))
    facts = {"colony": scoring.colony_facts(board.state), "own": scoring.own_facts(board.state, 0), "managers": 3}
    colony = facts["colony"]
    assert (colony["happiness"], colony["security"]) == (3, 0)
    assert colony["technical"] in (1, 2)
    assert (colony["population"], colony["scientists"], colony["free_beds"]) == (1370, 300, 630)
    assert (colony["modules"], colony["queue"], colony["built/storage"]) == (1, 1, 1)
    assert (colony["riot"], colony["damaged"], colony["td"], colony["stock"]) == (1, 0, 1, 81)
    # Then each Goal whose conditions hold gives its points, and each other one takes its penalty
    reached = set()
    for name in pieces.goals("semi"):
        card = pieces.goal(name)
        holds = all(conditions.holds(one, facts) for one in card["levels"][0]["when"])
        points = card["levels"][0]["vp"] if holds else -card["miss"]
        assert scoring.judge(name, facts) == {"goal": name, "vp": points, "level": int(holds)}
        reached.add(holds)
    assert reached == {True, False}


@pytest.mark.rule("BHC-6.1-7")
def test_goals_judge_what_a_manager_has(board):
    board.give(0, cr=7, xp=2).own(0, trophies=[3], abilities=[8, None, 9], proposal=proposal(), hand=[1, 2, 3])
    facts = scoring.own_facts(board.state, 0)
    wanted = {"cr": 7, "xp": 2, "dec": 3, "artifacts": 1, "abilities": 2, "proposal": 1, "governor": 1, "running": 0}
    assert wanted.items() <= facts.items()
    assert scoring.own_facts(board.state, 1)["governor"] == 0
