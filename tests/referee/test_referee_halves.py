"""Clauses that a test of the first half, the first member or the kernel alone leaves open (docs/rules/sample-2.md)."""

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.content.box import get as box
from shared_rules.beyond_humanity.referee import pieces

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


# -- what is not meant, and what stays as it was ----------------------------------------------------------------------


@pytest.mark.rule("BHC-3.1-24")
@pytest.mark.parametrize("here", [0, 1, 2, 5])
def test_a_loss_of_decrees_takes_as_many_as_there_are(board, here):
    board.own(0, hand=list(range(1, here + 1)))
    board.ask("lose", 0, ["dec", 3]).ask("flip", 0, ["assistant"]).do("flip", 0, assistant=3)
    while board.step["do"] == "give_up":
        board.do("discard", 0, card=board.seat(0)["hand"][0])
    assert len(board.seat(0)["hand"]) == max(0, here - 3)
    assert len(board.table["discard"]) == min(here, 3)


@pytest.mark.rule("BHC-4.3-2")
def test_only_modules_that_stand_have_sockets(board):
    assert {action["socket"].partition("/")[0] for action in board.legal(0, "place")} == {"arc"}
    assert board.refusal("place", 0, socket="storage/6/0", option=0) == "no_socket"
    board.built(STORAGE)
    assert {action["socket"].partition("/")[0] for action in board.legal(0, "place")} == {"arc", "storage"}


@pytest.mark.rule("BHC-4.6-6")
def test_a_blocking_directive_leaves_the_directives_of_others(board):
    # Given Garrison Rules of seat 0, which blocks, a Directive of seat 1 and a Decree of seat 2
    board.until("choose").own(2, hand=[13]).give(0, pa=1).give(1, cr=1)
    for seat, card in enumerate(("directive/3", "directive/8", "decree/13")):
        board.do("choose", seat, card=card)
    board.do("introduce", 0, card="directive/3")
    assert (board.step["do"], board.step["seat"]) == ("register", 1)
    board.do("introduce", 1, card="directive/8")
    assert board.step["do"] == "next"  # the Decree stays in hand
    assert board.seat(2)["hand"] == [13]
    board.do("next", 0)
    assert str(board.state["summary"]).count("passes without a vote") == 2


@pytest.mark.rule("BHC-4.7.5-1")
def test_a_copying_socket_is_copied_by_no_other(new_board):
    # Given the Special Operative, and the others on the Consulate, which copies as well, and on the Storage
    board = new_board((6, 8, 3)).until("regular").built(24, STORAGE)
    seats = {"consulate/24/0": 1, "storage/6/0": 2}
    board.until("assistant").arrange(tokens=dict(board.table["tokens"], **{str(v): k for k, v in seats.items()}))
    seat = board.step["seat"]
    if seat in seats.values():
        board.do("pass", seat)
    board.arrange(assistants={"6": 0}).until("assistant", 0).give(0, tg=1)
    board.do("assistant", 0, socket="assistant/6", option=0)
    assert {action["socket"] for action in board.legal(0, "copy")} == {"storage/6/0"}


@pytest.mark.rule("BHC-4.7.5-4", "BHC-A5.2-23", "BHC-6.1-6")
@pytest.mark.parametrize(("before", "after"), [(0, 0), (1, 0), (2, 1)])
def test_the_ambassador_counts_whether_there_is_a_dependence_or_not(board, before, after):
    board.until("assistant", 0).give(0, pa=1).colony(td=before)
    board.do("assistant", 0, socket="advisor/ambassador", option=0)
    own = board.state["desk"]["managers"][0]
    assert (board.state["colony"]["td"], own["ambassador"], own["support"] > 0) == (after, 1, True)


@pytest.mark.rule("BHC-4.7.5-9", "BHC-4.10.1-11")
@pytest.mark.parametrize("paid", [{}, {"0": {"xp": 3}}, {"1": {"pa": 1}}])
def test_tokens_on_a_research_that_is_finished_at_once_go_to_the_bank(new_board, paid):
    board = new_board((2, 3, 4)).until("assistant", 0).give(0, tg=3, xp=0, pa=0)
    board.own(0, research={"artifact": 3, "paid": paid})
    bank = board.table["bank"]
    board.do("assistant", 0, socket="assistant/2", option=0)
    gain = pieces.artifact(3)["gain"]
    for currency in ("xp", "pa"):
        lay = sum(price.get(currency, 0) for price in paid.values())
        assert board.table["bank"][currency] == bank[currency] + lay - gain.get(currency, 0)


@pytest.mark.rule("BHC-4.8.1-9")
@pytest.mark.parametrize("rounds", [1, 12])
def test_at_the_screens_nothing_is_introduced_in_the_last_round_of_a_shorter_game(board, rounds):
    board.state = dict(board.state, rounds=rounds, round=rounds)
    board.own(0, hand=[13])
    while board.state["phase"] < 6:
        board.do(**board.quiet())
    assert board.step["do"] == "next"  # nobody is asked for a card
    assert board.refusal("choose", 0, card="decree/13") == "not_now"
    board.do("next", 0)
    assert game.result(board.state)["endings"] == ["rounds"]


@pytest.mark.rule("BHC-4.8.2-5", "BHC-4.1-10")
def test_a_used_directive_leaves_the_game_and_a_decree_goes_to_the_pile(board):
    board.until("choose").own(0, hand=[58]).own(1, hand=[13]).give(0, pa=1, cr=2).give(1, cr=2)
    discard, deck = board.table["discard"], board.table["decrees"]
    board.introduced("directive/3", "none", "none").do("next", 0)
    assert board.table["discard"][: len(discard)] == discard
    assert 3 not in board.table["discard"][len(discard) :]
    assert set(board.table["decrees"]) <= set(deck)
    assert board.state["desk"]["spent"] == [3]


@pytest.mark.rule("BHC-4.9.1-5", "BHC-4.9.1-11")
def test_a_module_that_is_proposed_and_complete_is_offered_to_nobody(board):
    board.own(1, proposal={"unit": STORAGE, "need": 1, "cards": [60], "xp": 0}).own(0, hand=[1])
    board.do("place", 0, socket=LARGE, option=1)
    units = [action["unit"] for action in board.legal(0, "endorse")]
    assert STORAGE not in units
    assert len(set(units)) == len(units)
    assert board.refusal("endorse", 0, unit=STORAGE, card=1) == "proposal_full"


@pytest.mark.rule("BHC-4.10.2-3")
def test_artifacts_that_are_not_complete_are_worth_nothing(board):
    board.state = dict(board.state, rounds=1)
    for seat in range(3):
        board.own(seat, goals=[])
    board.own(0, trophies=[3], research={"artifact": 4, "paid": {"0": {"xp": 3}}})
    board.own(0, expedition={"artifact": 5, "paid": {"0": {"cr": 2}}}).until("next")
    result = game.result(board.colony(h=650, s=650, t=650, stock=200).do("next", 0).state)
    assert result["table"]["seats"]["0"]["artifacts"] == pieces.artifact(3)["vp"] > 0


@pytest.mark.rule("BHC-A3.4-5", "BHC-A3.4-8")
def test_the_columns_of_the_solo_board_cost_what_its_rows_do(new_board):
    board = new_board((), mode="solo").until("regular").give(0, xp=15).until("ability")
    paid = []
    for slot in range(6):
        board.give(0, xp=15)
        start = board.state
        assert board.refusal("ability", 0, ability=8) == "no_slot"
        board.do("ability", 0, slot=slot, ability=8)
        paid.append(15 - board.seat(0)["xp"])
        board.state = start
    assert paid == [5, 10, 15, 5, 10, 15]


@pytest.mark.rule("BHC-4.7.3-2")
def test_endorsements_lie_face_down_for_everybody(board):
    pictures = []
    for cards in ([57, 58], [59, 60]):
        board.own(1, proposal={"unit": SOLAR, "need": 4, "cards": cards, "xp": 2})
        pictures.append([game.view(board.state, who) for who in ("table", "seat:0", "seat:1")])
    assert pictures[0] == pictures[1]
    assert pictures[0][0]["board"]["seats"][1]["proposal"]["endorsements"] == 2


@pytest.mark.rule("BHC-4.10-4")
def test_a_card_that_is_given_up_is_never_an_artifact(board):
    board.own(0, hand=[1, 2], expedition={"artifact": 3, "paid": {}}, research={"artifact": 4, "paid": {}})
    board.ask("give_up", 0)
    assert board.legal(0) == [{"kind": "discard", "seat": 0, "card": card} for card in (1, 2)]
    for artifact in (3, 4):
        assert board.refusal("discard", 0, artifact=artifact) == "not_in_hand"


@pytest.mark.rule("BHC-A5.2-12", "BHC-A5.2-11", "BHC-4.7.5-8")
def test_cards_are_given_up_before_others_are_drawn(board):
    hand, deck = board.seat(0)["hand"], board.table["decrees"]
    board.ask("exchange", 0, ["dec", 2, "dec", 4]).do("exchange", 0)
    assert [action["card"] for action in board.legal(0, "discard")] == hand
    board.do("discard", 0, card=hand[1]).do("discard", 0, card=hand[0])
    assert board.seat(0)["hand"] == sorted(deck[-4:])
    assert board.table["decrees"] == deck[:-4]


@pytest.mark.rule("BHC-4.4-8", "BHC-4.4-4")
def test_assistants_stay_when_they_were_used(board):
    board.until("assistant", 0).give(0, tg=1).own(0, hand=[1, 2])
    assistants = board.table["assistants"]
    board.do("assistant", 0, socket="assistant/3", option=0)
    assert board.table["assistants"] == assistants
    while board.state["round"] == 1:
        board.do(**board.quiet())
    assert set(board.table["assistants"]) == set(assistants)
