"""Refusals at referee level: each names the rule in a player's words, and nothing of the program's."""

import random
import re

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.beyond_humanity.referee import deeds, lacks
from shared_rules.engine.reasons import Refusal

LARGE, CREDITS, GOODS, CAMPAIGN, FIELDS = (f"arc/0/{index}" for index in range(5))
CONSULATE, MARKET = 24, 32
INTERNAL = re.compile(r"[_/{}\[\]<>]|\bNone\b|\bseat\b|\btoken \d")


def told(board, kind, seat, **fields):
    """(code, sentence) of a refusal."""
    with pytest.raises(Refusal) as caught:
        game.apply(board.state, dict({"kind": kind, "seat": seat}, **fields))
    return caught.value.code, caught.value.sentence


@pytest.mark.rule("BHC-4.7.4-4", "BHC-4.7.4-3")
def test_a_field_that_can_not_be_paid_says_what_it_costs(board):
    board.give(0, cr=1, tg=1)
    code, words = told(board, "place", 0, socket=FIELDS, option=0)
    assert code == "not_possible"
    assert words == "A field is filled whole in one action: 2 Credits or 2 Terran Goods. You have less."
    board.own(0, research={"artifact": 3, "paid": {"1": {"pa": 1}}})
    words = told(board, "place", 0, socket=FIELDS, option=1)[1]
    assert words == "A field is filled whole in one action: 3 Experience. You have less."


@pytest.mark.rule("BHC-4.10.1-7", "BHC-4.7.5-9", "BHC-4.7.4-2")
def test_slots_say_what_they_wait_for(new_board):
    board = new_board((2, 3, 4)).until("regular")  # Giselle Carter's Assistant completes a Research
    seat = board.step["seat"]
    board.own(seat, expedition={"artifact": 3, "paid": {"0": {}, "1": {}}}, research={"artifact": 4, "paid": {}})
    assert "waits" in told(board, "place", seat, socket=FIELDS, option=0)[1]
    board.own(seat, expedition=None, research=None)
    assert "Research slot is empty" in told(board, "place", seat, socket=FIELDS, option=1)[1]
    board.until("assistant").give(board.step["seat"], tg=3)
    words = told(board, "assistant", board.step["seat"], socket="assistant/2", option=0)[1]
    assert words == "Your Research slot is empty: there is nothing to complete."


@pytest.mark.rule("BHC-4.7.3-1", "BHC-4.9.1-1", "BHC-1.1-4")
def test_an_endorsement_says_what_it_lacks(board):
    board.own(0, hand=[])
    assert "your hand is empty" in told(board, "place", 0, socket=LARGE, option=1)[1]
    board.own(0, hand=[1], proposal={"unit": 2, "need": 1, "cards": [9], "xp": 0})
    assert "one at a time" in told(board, "place", 0, socket=LARGE, option=1)[1]
    board.own(0, proposal=None).built(*range(1, 18))
    assert "17 Module Connectors" in told(board, "place", 0, socket=LARGE, option=1)[1]


@pytest.mark.rule("BHC-4.7.5-1", "BHC-4.7.5-7", "BHC-4.7.5-8")
def test_copying_and_exchanging_say_what_they_lack(board):
    board.built(CONSULATE, MARKET).give(0, cr=1)
    assert "nothing to copy" in told(board, "place", 0, socket="consulate/24/0", option=0)[1]
    words = told(board, "place", 0, socket="galactic_marketplace/32/0", option=0)[1]
    assert words == "This exchange takes 2 Credits; you have 1."
    code, words = told(board, "place", 0, socket="galactic_marketplace/32/0", option=9)
    assert (code, words) == ("no_choice", "That Action Socket offers other actions.")


@pytest.mark.rule("BHC-4.4-9", "BHC-4.6-10", "BHC-4.11-4")
def test_prices_are_named(board):
    board.until("assistant", 0).give(0, pa=0)
    assert "The price is 1 Political Advantage" in told(board, "assistant", 0, socket="advisor/proxy", option=0)[1]
    board.until("choose").own(0, hand=[1]).give(0, cr=0)
    assert told(board, "choose", 0, card="decree/1")[1] == "Its fee is 1 Credit: your Repositories hold less."
    board.give(0, xp=7).until("ability", 0)
    words = told(board, "ability", 0, slot=1, ability=8)[1]
    assert words == "That slot costs 10 Experience, whatever the Ability; you have 7."


@pytest.mark.rule("BHC-4.6-6")
def test_a_blocking_directive_is_told_to_whose_decree_it_stops(board):
    board.until("choose")
    for seat in range(3):
        board.own(seat, hand=[seat + 1]).give(seat, cr=3, pa=1)
    board.do("choose", 0, card="directive/3").do("choose", 1, card="decree/2").do("choose", 2, card="none")
    board.do("introduce", 0, card="directive/3")
    # Then the card of seat 1 stays in hand, which everybody is told, and nobody is asked for it
    assert board.seat(1)["hand"] == [2]
    assert "stays in hand" in board.state["events"][-1]["text"]
    assert board.step["do"] == "next"
    assert told(board, "introduce", 0, card="decree/2")[0] == "blocked"


@pytest.mark.rule("BHC-4.2-7", "BHC-4.11-3", "BHC-4.11-7", "BHC-4.10-4", "BHC-4.4-8")
@pytest.mark.parametrize(
    ("kind", "word"),
    [
        ("ability", "phase 2"),
        ("upkeep", "phase 2"),
        ("drop", "phase 2"),
        ("columns", "phase 2"),
        ("build", "phase 5"),
        ("choose", "phase 6"),
        ("introduce", "phase 6"),
        ("withdraw", "phase 6"),
        ("next", "phase 6"),
        ("keep", "beginning"),
        ("face", "beginning"),
        ("hire", "beginning"),
        ("endorse", "Action Socket"),
        ("expedition", "compass"),
        ("research", "flask"),
        ("copy", "Action Socket"),
        ("exchange", "Action Socket"),
        ("flip", "a card"),
        ("move", "stays in its slot"),
        ("discard", "demands"),
        ("goal", "drawn"),
        ("artifact", "works once"),
    ],
)
def test_what_is_tried_at_another_time_is_told_its_own_time(board, kind, word):
    code, words = told(board, kind, 0)
    assert code == "not_now"
    assert word in words
    assert words.endswith("to take a regular action.")


@pytest.mark.rule("BHC-A3.3-6", "BHC-A3.4-3", "BHC-A3.4-18")
def test_solo_has_its_own_reasons():
    class Solo:
        state = game.setup({"mode": "solo", "planet": "trappist-1-e", "level": "referee"}, 7)

    board = Solo()

    def until(do):
        while board.state["board"]["todo"][0]["do"] != do:
            quiet = [a for a in game.legal(board.state) if a["kind"] in ("pass", "done", "drop")]
            board.state = game.apply(board.state, (quiet or game.legal(board.state))[0])

    until("hire")
    board.state = game.apply(board.state, {"kind": "hire", "seat": 0, "assistant": 4, "face": 0})
    assert told(board, "hire", 0, assistant=4, face=1)[0] == "hired_already"
    until("assistant")
    assert told(board, "assistant", 0, socket="advisor/proxy", option=0, token=77)[0] == "no_token"
    until("choose")
    assert told(board, "choose", 0, card="directive/3")[0] == "no_directives"


def test_every_effect_that_may_be_impossible_says_what_it_lacks():
    assert set(lacks._LACKS) == set(deeds._POSSIBLE)


@pytest.mark.rule("BHC-A4.1-9")
def test_in_a_scenario_without_campaigns_the_socket_says_so(new_board):
    board = new_board(mode="coop", scenario="white_ward").until("regular")
    words = told(board, "place", board.step["seat"], socket=CAMPAIGN, option=0)[1]
    assert words == "There are no Campaigns in this scenario."


@pytest.mark.parametrize("seed", range(4))
def test_no_refusal_speaks_the_programs_language(seed):
    """Actions that were legal at another moment are sent again: each refusal is a sentence for players."""
    dice = random.Random(seed)
    options = {"mode": ("semi", "coop", "solo", "coop")[seed], "managers": [3, 8, 5], "level": "referee"}
    if seed == 3:
        options["scenario"] = "white_ward"
    state = game.setup(dict(options, planet=content.get()["planets"][seed]["id"]), seed)
    seen, sentences = [], {}
    while state["stage"] == "play":
        legal = game.legal(state)
        seen += dice.sample(legal, min(3, len(legal)))
        for action in dice.sample(seen, min(4, len(seen))):
            try:
                game.apply(state, action)
            except Refusal as refusal:
                sentences[refusal.sentence] = refusal.code
        state = game.apply(state, dice.choice([action for action in legal if action["kind"] != "undo"]))
    assert len(set(sentences.values())) >= 8
    for sentence in sentences:
        assert not INTERNAL.search(sentence), sentence
        assert sentence[0].isupper()
        assert sentence.endswith(".")
        assert "  " not in sentence
