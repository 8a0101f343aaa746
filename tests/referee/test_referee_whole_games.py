"""Whole random referee games: what `legal` lists is all that is needed, and nothing is lost."""

import json
import random

import pytest

from shared_rules.beyond_humanity import content, game
from shared_rules.engine.reasons import Refusal

GAMES = 24


def start(seed):
    dice = random.Random(seed)
    options = {
        "mode": ("semi", "coop", "solo")[seed % 3],
        "managers": dice.sample(range(1, 10), 2 + seed % 4),
        "planet": dice.choice(content.get()["planets"])["id"],
        "level": "referee",
    }
    return game.setup(options, seed), dice


def choices(state):
    return [action for action in game.legal(state) if action["kind"] != "undo"]


def tokens(state):
    """How many tokens of each currency there are, wherever they lie."""
    board = state["board"]
    found = dict(board["bank"])
    for own in board["seats"].values():
        for name in found:
            found[name] += own[name]
        found["xp"] += own["proposal"]["xp"] if own["proposal"] else 0
        for slot in ("expedition", "research"):
            for price in own[slot]["paid"].values() if own[slot] else ():
                for name, count in price.items():
                    found[name] += count
    return found


def decrees(state):
    """All Decree cards, wherever they lie."""
    board = state["board"]
    found = board["decrees"] + board["discard"]
    for own in board["seats"].values():
        found = found + own["hand"] + (own["proposal"]["cards"] if own["proposal"] else [])
    laid = [card["number"] for card in state["desk"]["cards"] if card["kind"] == "decree" and not card["stopped"]]
    return sorted(found + laid)


def artifacts(state):
    board = state["board"]
    found = board["artifacts"] + board["public"]
    for own in board["seats"].values():
        found = found + own["trophies"] + [own[s]["artifact"] for s in ("expedition", "research") if own[s]]
    return sorted(found)


def check(state):
    """What holds after every action."""
    count = len(state["desk"]["managers"]) if state["mode"] != "solo" else 3
    assert tokens(state) == {"cr": 60, "tg": 40, "pa": count + 3, "xp": 60}
    assert decrees(state) == list(range(1, 61))
    assert artifacts(state) == list(range(1, 41))
    for own in state["board"]["seats"].values():
        assert min(own[name] for name in ("cr", "tg", "pa", "xp")) >= 0
    taken = [name for name in state["board"]["tokens"].values() if name not in ("none", "arc/0/0")]
    shared = [own for own in state["board"]["seats"].values() if own["shared"]]
    if state["phase"] > 2 and state["stage"] == "play":  # else tokens of a closed Round stand, and no share is counted
        assert len(taken) - len(set(taken)) <= len(shared)
    assert len(state["table"]["edges"]) <= 17
    assert (state["stage"] == "play") == bool(game.to_act(state))


def play(seed, each=None):
    """A whole random game; its final state and the kinds of actions that were taken."""
    state, dice = start(seed)
    kinds = set()
    while state["stage"] == "play":
        action = dice.choice(choices(state))
        kinds.add(action["kind"])
        state = game.apply(state, action)
        if each:
            each(state)
    return state, kinds


@pytest.fixture(scope="module")
def played():
    return [play(seed, check) for seed in range(GAMES)]


@pytest.mark.rule("BHC-4-1", "BHC-3.1-20", "BHC-3.1-21", "BHC-3.1-24", "BHC-4.7.7-1", "BHC-1.1-4", "BHC-1.1-5")
def test_random_games_end_with_a_result_and_lose_no_token_and_no_card(played):
    for state, _ in played:
        result = game.result(state)
        assert state["stage"] == "over"
        assert 1 <= state["round"] <= 20
        assert result["positive"] == bool(result["seats"])
        assert game.legal(state) == []
        assert json.loads(json.dumps(state, allow_nan=False)) == state


def test_every_kind_of_action_turns_up_in_random_games(played):
    seen = set().union(*[kinds for _, kinds in played])
    assert seen >= {
        "keep", "face", "place", "endorse", "stop", "assistant", "pass", "upkeep", "drop", "build", "ability", "choose",
        "introduce", "withdraw", "next", "expedition", "research", "exchange", "discard", "flip", "hire", "columns",
        "goal",
    }  # fmt: skip


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_everything_that_legal_lists_is_accepted_and_changes_no_older_state(seed):
    state, dice = start(seed)
    while state["stage"] == "play":
        before = game.digest(state)
        for seat in range(len(state["desk"]["managers"])):
            for action in game.legal(state, seat):
                assert action["seat"] == seat
                if dice.randrange(12) == 0:
                    game.apply(state, action)
        assert game.digest(state) == before
        state = game.apply(state, dice.choice(choices(state)))


def test_equal_seeds_and_actions_give_equal_games():
    assert game.digest(play(11)[0]) == game.digest(play(11)[0])


def scrambled(state, seat):
    """The same game with everything exchanged that `seat` (None: the table) must not know."""
    board = dict(state["board"])
    deck, goals, cards = list(board["decrees"]), list(board["goals"]), list(board["artifacts"])
    seats = {}
    for name, own in board["seats"].items():
        own = dict(own)
        if name != str(seat):
            count = min(len(own["hand"]), len(deck))
            own["hand"], deck = sorted(deck[:count] + own["hand"][count:]), deck[count:] + own["hand"][:count]
            count = min(len(own["goals"]), len(goals))
            own["goals"], goals = goals[:count] + own["goals"][count:], goals[count:] + own["goals"][:count]
            own["secret"] = own["secret"] and "none"
            for slot in ("expedition", "research"):
                if own[slot] and cards:
                    own[slot] = dict(own[slot], artifact=cards[0])
        if own["proposal"]:
            own["proposal"] = dict(own["proposal"], cards=own["proposal"]["cards"][::-1])
        seats[name] = own
    board.update(seats=seats, decrees=deck[::-1], goals=goals[::-1], artifacts=cards[::-1])
    board["discard"] = board["discard"][::-1]
    return dict(state, board=board, chance=[1, 2, 3, 4])


@pytest.mark.rule("BHC-3.1-11", "BHC-3.2-2", "BHC-4.10.1-5", "BHC-2.4-8")
@pytest.mark.parametrize("seed", [6, 7, 9])
def test_no_view_changes_with_what_its_audience_must_not_know(seed):
    state, dice = start(seed)
    count = 0
    while state["stage"] == "play":
        if count % 9 == 0:
            other = scrambled(state, None)
            assert json.dumps(game.view(state, "table")) == json.dumps(game.view(other, "table"))
            for seat in range(len(state["desk"]["managers"])):
                who = f"seat:{seat}"
                other = scrambled(state, seat)
                assert json.dumps(game.view(state, who)) == json.dumps(game.view(other, who))
        count += 1
        state = game.apply(state, dice.choice(choices(state)))


JUNK = (None, True, -1, 99, 10**30, "", "arc/0/0", "none", "decree/x", [], [0], {}, {"seat": 0}, 1.5)


@pytest.mark.parametrize("seed", [15, 16, 17])
def test_whatever_is_sent_is_accepted_or_refused_in_words(seed):
    state, dice = start(seed)
    refused = []
    while state["stage"] == "play":
        action = dice.choice(choices(state))
        wrong = dict(action, **{dice.choice([*action, "kind", "seat", "token", "option"]): dice.choice(JUNK)})
        wrong = dice.choice(
            [wrong, dict(wrong, kind=dice.choice(["place", "choose", "undo", "endorse", "pass", "tap"]))]
        )
        try:
            game.apply(state, dice.choice([wrong, wrong, dice.choice(JUNK)]))
        except Refusal as refusal:
            refused.append(refusal)
        state = game.apply(state, action)
    assert len(refused) > 50
    assert all(refusal.code and refusal.sentence.endswith(".") for refusal in refused)


def test_a_number_of_another_kind_is_no_answer():
    state, _ = start(0)
    while state["board"]["todo"][0]["do"] != "face":
        state = game.apply(state, choices(state)[0])
    action = choices(state)[1]
    assert action["face"] == 1
    for face in (True, 1.0):
        with pytest.raises(Refusal):
            game.apply(state, dict(action, face=face))
