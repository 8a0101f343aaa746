"""Clauses that a test of the first half, the first member or the kernel alone leaves open (docs/rules/sample-2.md)."""

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.content.box import get as box

LARGE, FIELDS = "arc/0/0", "arc/0/4"
WELL, SOLAR, STORAGE, HANGAR, LABORATORY = 2, 3, 6, 21, 25
NOTHING = {"cr": 0, "tg": 0, "pa": 0, "xp": 0}


@pytest.mark.rule("BHC-4.6-11", "BHC-4.6-10")
def test_the_fee_of_a_rejected_decree_stays_paid(every_month):
    # Given unhappy Citizens, another Manager with all the Support, and a red Decree with a fee
    card = next(card for card in content.get()["decrees"] if card["colour"] == "red" and card["fee"] == {"cr": 1})
    board = every_month("reading_night").until("choose").own(0, hand=[card["number"]])
    for seat in range(3):
        board.give(seat, **dict(NOTHING, cr=3))
    board.introduced(f"decree/{card['number']}", "none", "none")
    assert [one["cr"] for one in board.held()] == [2, 3, 3]
    desk = board.state["desk"]
    managers = [dict(one, support=0 if seat == 0 else 90) for seat, one in enumerate(desk["managers"])]
    board.state = dict(board.state, desk=dict(desk, managers=managers))
    board.colony(h=50, stock=200).do("next", 0)
    assert "was rejected" in str(board.state["summary"])
    assert [one["cr"] for one in board.held()] == [2, 3, 3]
    assert board.table["discard"][-1] == card["number"]


@pytest.mark.rule("BHC-4.2-1", "BHC-4.2-5", "BHC-4.2-2", "BHC-2.3-8")
def test_the_new_governor_is_first_to_pay_to_buy_and_to_act(every_month):
    # Given unfinished proposals and Experience with all three, and seat 2 as the next Governor
    board = every_month("lottery")
    for seat, unit in enumerate((WELL, SOLAR, STORAGE)):
        board.own(seat, proposal={"unit": unit, "need": 5, "cards": [60 - seat], "xp": 0}).give(seat, xp=5, cr=2)
    board.state = dict(board.state, desk=dict(board.state["desk"], claim=2))
    board.until("next").do("next", 0)
    order = {"upkeep": [], "ability": [], "regular": []}
    while board.step["do"] in order:
        seat = board.step["seat"]
        order[board.step["do"]].append(seat)
        board.do(
            **next(one for one in board.legal(seat) if one["kind"] in ("upkeep", "done") or one.get("socket") == LARGE)
        )
    assert order == {"upkeep": [2, 0, 1], "ability": [2, 0, 1], "regular": [2, 0, 1, 2, 0, 1]}


@pytest.mark.rule("BHC-4.2-2")
def test_a_complete_proposal_pays_no_upkeep(board):
    board.own(0, proposal={"unit": WELL, "need": 1, "cards": [60], "xp": 0})
    board.arrange(todo=[{"do": "phase", "phase": 2}]).give(0, cr=2)
    board.ask("upkeep", 1).own(1, proposal={"unit": SOLAR, "need": 2, "cards": [59], "xp": 0})
    assert {action["kind"] for action in board.legal(1)} == {"upkeep", "drop"}
    board.ask("upkeep", 0)
    assert board.legal(0) == []


@pytest.mark.rule("BHC-4.7.1-2")
@pytest.mark.parametrize(("unit", "socket", "count"), [(0, LARGE, 2), (20, "health_and_sports_center/20/0", 2)])
def test_drawn_decrees_leave_the_deck(board, unit, socket, count):
    if unit:
        board.built(unit)
    hand, deck = board.seat(0)["hand"], board.table["decrees"]
    board.do("place", 0, socket=socket, option=0)
    assert board.table["decrees"] == deck[:-count]
    assert board.seat(0)["hand"] == sorted([*hand, *deck[-count:]])


@pytest.mark.rule("BHC-3.1-17", "BHC-3.1-16", "BHC-3.1-19", "BHC-3.1-15")
@pytest.mark.parametrize("currency", ["cr", "tg", "xp", "dec"])
def test_each_currency_is_gained_by_sockets_and_by_artifacts(board, currency):
    def count():
        return len(board.seat(0)["hand"]) if currency == "dec" else board.seat(0)[currency]

    socket = {"cr": "storage/6/0", "tg": "hydroponics_dome/14/0", "xp": "academy/19/0", "dec": LARGE}[currency]
    start = board.built(STORAGE, 14, 19).state
    before = count()
    board.do("place", 0, socket=socket, option=0)
    assert count() > before
    cards = [card for card in box()["artifacts"] if card["gain"].get(currency) and not card["later"]]
    assert cards
    for card in cards:
        board.state = start
        board.own(0, research={"artifact": card["number"], "paid": {"1": {"pa": 1}}}).give(0, **dict(NOTHING, xp=3))
        before = count() - (3 if currency == "xp" else 0)
        board.ask("research", 0, [1]).do("research", 0, field=0)
        assert count() >= before + card["gain"][currency]


@pytest.mark.rule("BHC-4.9.1-15")
def test_an_endorsement_costs_no_fee_and_brings_no_content(board):
    dear = next(card["number"] for card in content.get()["decrees"] if card["fee"] == {"pa": 1, "cr": 2})
    board.own(0, hand=[dear]).give(0, cr=2, tg=2, pa=1, xp=0).do("place", 0, socket=LARGE, option=1)
    colony, desk = board.state["colony"], board.state["desk"]
    board.do("endorse", 0, unit=STORAGE, card=dear)
    assert board.held()[0] == {"cr": 2, "tg": 2, "pa": 1, "xp": 1}
    assert (board.state["desk"], board.state["colony"]) == (desk, colony)
    assert board.state["desk"]["cards"] == []


@pytest.mark.rule("BHC-4.9.1-8", "BHC-4.9.1-9")
def test_a_start_with_two_endorsements_takes_two_xp_at_once(board):
    board.built(15).own(0, hand=[1, 2, 3]).give(0, xp=0).do("place", 0, socket="technical_zone/15/0", option=0)
    board.do("endorse", 0, unit=SOLAR, card=1).do("endorse", 0, unit=SOLAR, card=2)
    assert (board.seat(0)["proposal"]["cards"], board.seat(0)["proposal"]["xp"]) == ([1, 2], 0)
    assert board.seat(0)["xp"] == 2
    assert board.step["seat"] == 1


@pytest.mark.rule("BHC-4.10.1-3")
def test_the_second_symbol_may_begin_the_next_artifact(board):
    board.built(HANGAR).own(0, expedition={"artifact": 3, "paid": {"0": {"cr": 2}}}).give(0, cr=2, tg=2)
    board.do("place", 0, socket="hangar/21/0", option=0).do("expedition", 0, field=1)
    assert board.seat(0)["research"] == {"artifact": 3, "paid": {}}
    card = board.table["public"][0]
    board.do("expedition", 0, **{"from": f"public/{card}", "field": 0})
    assert board.seat(0)["expedition"]["artifact"] == card


@pytest.mark.rule("BHC-4.10.1-9", "BHC-4.10.1-10", "BHC-4.10.1-11", "BHC-4.10.1-1")
@pytest.mark.parametrize("first", [0, 1])
def test_a_research_takes_two_flasks_and_begins_with_either_field(board, first):
    # Given an Artifact in the Research slot of who has completed one before
    board.own(0, trophies=[4], research={"artifact": 5, "paid": {}}).give(0, xp=3, pa=1)
    bank = board.table["bank"]
    board.do("place", 0, socket=FIELDS, option=1).do("research", 0, field=first)
    assert list(board.seat(0)["research"]["paid"]) == [str(first)]
    assert board.seat(0)["trophies"] == [4]
    board.built(LABORATORY).until("regular", 0)
    board.do("place", 0, socket="laboratory/25/0", option=0).do("research", 0, field=1 - first)
    assert (board.seat(0)["trophies"], board.seat(0)["research"]) == ([4, 5], None)
    assert board.table["bank"]["xp"] == bank["xp"] + 3
    assert board.table["bank"]["pa"] == bank["pa"] + 1


@pytest.mark.rule("BHC-3.2-8", "BHC-3.2-9")
def test_the_artifacts_are_others_in_other_games(new_board):
    games = [new_board(seed=seed).table for seed in range(6)]
    assert len({tuple(game["public"]) for game in games}) == 6
    for one in games:
        assert sorted([*one["artifacts"], *one["public"]]) == list(range(1, 41))


@pytest.mark.rule("BHC-1.1-14", "BHC-3.1-10")
@pytest.mark.parametrize("managers", [(1, 2, 3, 4, 5), (6, 7, 8, 9)])
def test_each_manager_is_offered_the_own_private_goal(new_board, managers):
    board = new_board(managers)
    assert [board.seat(seat)["offered"][4] for seat in range(len(managers))] == [f"green/{n}" for n in managers]


@pytest.mark.rule("BHC-2.2-4", "BHC-A2.2-5")
def test_the_colony_is_judged_as_the_last_settlement_leaves_it(new_board):
    # Given the Goal Full Coffers (50 STOCK at the end), and a month that takes or brings some
    def level(stock):
        board = new_board(mode="coop").until("next").arrange(common=["yellow/11"])
        board.state = dict(board.state, rounds=1)
        board.colony(h=650, s=650, t=650, stock=stock).do("next", board.step["seat"])
        return game.result(board.state)["table"]["common"][0]["level"], board.state["colony"]["stock"]

    change = level(200)[1] - 200
    assert change != 0
    for after in (49, 50):
        assert level(after - change) == (int(after >= 50), after)


@pytest.mark.rule("BHC-4.11-2")
@pytest.mark.parametrize("mode", ["semi", "coop"])
def test_a_manager_has_three_slots_for_abilities(new_board, mode):
    board = new_board(mode=mode).until("regular").give(0, xp=30)
    board.until("ability", 0)
    assert {action["slot"] for action in board.legal(0, "ability")} == {0, 1, 2}
    assert board.refusal("ability", 0, slot=3, ability=1) == "no_slot"


@pytest.mark.rule("BHC-4.11-3")
def test_no_other_currency_buys_an_ability(board):
    board.give(0, cr=8, tg=5, pa=3, xp=4).give(1, xp=5).until("ability")
    assert board.step["seat"] == 1  # seat 0 is not even asked
    board.give(0, cr=8, tg=5, pa=3, xp=5)
    assert board.ask("ability", 0).legal(0, "ability")


@pytest.mark.rule("BHC-4.4-7")
def test_a_flip_turns_an_assistant_over_and_back(board):
    for face in (1, 0, 1):
        board.ask("flip", 0, ["assistant"]).do("flip", 0, assistant=3)
        assert board.table["assistants"]["3"] == face
    assert {action["assistant"] for action in board.ask("flip", 0, ["assistant"]).legal(0, "flip")} == {3, 5, 8}


@pytest.mark.rule("BHC-A3.3-5", "BHC-3.2-15")
@pytest.mark.parametrize("mode", ["semi", "coop", "solo"])
def test_all_three_advisors_serve_in_every_mode(new_board, mode):
    board = new_board(() if mode == "solo" else (3, 8, 5), mode=mode).until("assistant")
    seat = board.step["seat"]
    board.give(seat, pa=2)
    offered = {action.get("socket") for action in board.legal(seat, "assistant")}
    expected = {"advisor/ambassador", "advisor/trainer"} | ({"advisor/proxy"} if mode != "solo" else set())
    assert {socket for socket in offered if socket.startswith("advisor")} == expected
    assert len(game.view(board.state, "table")["board"]["assistants"]) == 3 + 3
