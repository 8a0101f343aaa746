"""Statements whose tests a sample (docs/rules/sample-2026-11-30.md) found too weak, at referee level."""

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.content.box import get as box

LARGE, FIELDS, WELL, STORAGE = "arc/0/0", "arc/0/4", 2, 6


def all_xp(board):
    """Experience in the bank, in the Repositories and on the proposals."""
    seats = board.table["seats"].values()
    return board.table["bank"]["xp"] + sum(
        seat["xp"] + (seat["proposal"]["xp"] if seat["proposal"] else 0) for seat in seats
    )


# -- proposals -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-1.1-20", "BHC-4.9.1-3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_proposal_asks_for_as_many_endorsements_as_the_view_tells(new_board, players):
    board = new_board(range(1, players + 1)).until("regular")
    seat, told = board.step["seat"], game.view(board.state, "table")["modules"][STORAGE]["endorsements"]
    board.do("place", seat, socket=LARGE, option=1)
    board.do("endorse", seat, unit=STORAGE, card=board.seat(seat)["hand"][0])
    assert board.seat(seat)["proposal"]["need"] == told
    assert told == players - 1 + content.get()["tile"][STORAGE]["endorse"]


@pytest.mark.rule("BHC-4.9.1-7")
def test_the_xp_on_a_new_proposal_come_from_the_bank(board):
    bank, everywhere = board.table["bank"]["xp"], all_xp(board)
    board.do("place", 0, socket=LARGE, option=1).do("endorse", 0, unit=STORAGE, card=board.seat(0)["hand"][0])
    need = board.seat(0)["proposal"]["need"]
    assert board.table["bank"]["xp"] == bank - need
    assert board.seat(0)["proposal"]["xp"] == need - 1
    assert all_xp(board) == everywhere


@pytest.mark.rule("BHC-4.2-4")
def test_who_endorsed_a_proposal_that_is_given_up_keeps_the_xp(board):
    # Given a proposal of seat 0 that seat 1 endorses for one XP
    board.own(0, proposal={"unit": WELL, "need": 5, "cards": [60], "xp": 4}).own(1, hand=[1]).give(1, xp=0).give(
        2, xp=2
    )
    board.until("regular", 1).do("place", 1, socket=LARGE, option=1).do("endorse", 1, unit=WELL, card=1)
    assert board.seat(1)["xp"] == 1
    board.until("upkeep", 0)
    before = [board.seat(seat)["xp"] for seat in range(3)]
    assert before[1] == 1
    board.do("drop", 0)
    assert [board.seat(seat)["xp"] for seat in range(3)] == before


# -- Artifacts -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.10-3")
def test_the_public_artifact_that_fills_the_gap_has_left_the_deck(board):
    public, deck = board.table["public"], board.table["artifacts"]
    board.do("place", 0, socket=FIELDS, option=0)
    board.do("expedition", 0, **{"from": f"public/{public[0]}", "field": 0})
    assert board.table["artifacts"] == deck[:-1]
    assert sorted(board.table["public"]) == sorted([*public[1:], deck[-1]])


@pytest.mark.rule("BHC-A5.2-14", "BHC-4.7.5-3")
def test_a_reshuffle_brings_other_artifacts_and_mixes_the_deck(new_board):
    same, decks = 0, set()
    for seed in range(8):
        board = new_board(seed=seed).until("assistant", 0)
        before, deck = board.table["public"], board.table["artifacts"]
        board.ask("reshuffle", 0, ["artifacts"]).ask("flip", 0, ["assistant"]).do("flip", 0, assistant=3)
        same += sorted(board.table["public"]) == sorted(before)
        assert board.table["artifacts"] != deck
        decks.add(tuple(board.table["artifacts"]))
    assert same <= 1
    assert len(decks) == 8


@pytest.mark.rule("BHC-A5.2-14")
def test_three_cards_of_the_box_reshuffle():
    faces = [face for assistant in box()["assistants"] for face in assistant["faces"]]
    on_assistants = [face for face in faces if "reshuffle" in str(face["socket"])]
    on_artifacts = [card for card in box()["artifacts"] if "reshuffle" in str(card["commands"])]
    assert len(on_assistants) + len(on_artifacts) == 3


# -- prices --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.11-4")
@pytest.mark.parametrize("ability", [8, 20])
@pytest.mark.parametrize(("slot", "price"), [(0, 5), (1, 10), (2, 15)])
def test_a_slot_costs_its_price_whatever_the_ability(board, slot, price, ability):
    board.give(0, xp=5).until("ability", 0).give(0, xp=price - 1)
    if slot:
        assert board.refusal("ability", 0, slot=slot, ability=ability) == "too_expensive"
    else:
        assert board.legal(0, "ability") == []
    board.give(0, xp=price).do("ability", 0, slot=slot, ability=ability)
    assert (board.seat(0)["xp"], board.seat(0)["abilities"][slot]) == (0, ability)


@pytest.mark.rule("BHC-A3.4-11", "BHC-A3.4-12", "BHC-A3.4-13")
@pytest.mark.parametrize(
    ("columns", "left"),
    [([0, 1], (3, 10, 6)), ([0, 2], (3, 6, 10)), ([0, 1, 2], (1, 6, 6))],
)
def test_each_column_that_is_filled_is_paid_once(new_board, columns, left):
    class Solo(new_board):
        def __init__(self):
            self.state = game.setup({"mode": "solo", "planet": "trappist-1-e", "level": "referee"}, 7)

    # Given columns of 1 PA and 2 CR, and of 1 PA and 2 TG, which an empty one gives
    board = Solo().until("columns").give(0, pa=3, tg=8, cr=8).do("columns", 0, columns=columns)
    assert tuple(board.seat(0)[name] for name in ("pa", "tg", "cr")) == left


# -- Decrees -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-4.6-1", "BHC-4.6-9")
def test_no_view_but_the_own_one_depends_on_the_card_that_was_chosen(board):
    for seat in range(3):
        board.own(seat, hand=[seat + 1, seat + 11]).give(seat, cr=3, pa=1)
    open_choice = board.until("choose").state
    pictures = []
    for card in ("decree/3", "decree/13", "none"):
        board.state = open_choice
        board.do("choose", 2, card=card)
        pictures.append([game.view(board.state, audience) for audience in ("table", "seat:0", "seat:1", "seat:2")])
    for audience in range(3):
        assert pictures[0][audience] == pictures[1][audience] == pictures[2][audience]
    assert pictures[0][3] != pictures[1][3] != pictures[2][3]


@pytest.mark.rule("BHC-4.6-8", "BHC-4.1-10")
@pytest.mark.parametrize(("favoured", "passes"), [(0, True), (1, False)])
def test_the_table_effects_of_a_decree_are_carried_out_if_it_passed_and_only_then(board, favoured, passes):
    # Given a red Decree by which its owner alone gains Credits
    card, gained = next(
        (card, effect[3])
        for card in content.get()["decrees"]
        for effect in card["table"]
        if card["colour"] == "red" and effect[:3] == ["owner", "gain", "cr"]
    )
    board.until("choose").own(0, hand=[card["number"]]).give(0, cr=3, pa=1)
    board.do("choose", 0, card=f"decree/{card['number']}").do("choose", 1, card="none").do("choose", 2, card="none")
    board.do("introduce", 0, card=f"decree/{card['number']}")
    desk, before = board.state["desk"], board.seat(0)["cr"]
    managers = [dict(m, support=90 if seat == favoured else 0) for seat, m in enumerate(desk["managers"])]
    board.state = dict(board.state, desk=dict(desk, managers=managers))
    board.colony(h=900 if passes else 100, stock=200, riot=0, red=0, td=0).do("next", 0)
    words = str(next(one for one in board.state["summary"] if one["id"] == "decrees"))
    assert ("passed with" in words, "was rejected" in words) == (passes, not passes)
    assert board.seat(0)["cr"] == before + (gained if passes else 0)
    assert card["number"] in board.table["discard"]
