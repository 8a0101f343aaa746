"""The look-ahead bot makes up what it does not know, from its view alone."""

import json
import random

import pytest

from shared_rules.beyond_humanity import bots, content, game
from shared_rules.beyond_humanity.bots import driver, guess, sight
from shared_rules.beyond_humanity.bots.lazy import LazyView
from shared_rules.beyond_humanity.referee import pieces
from shared_rules.beyond_humanity.referee import play as table

QUICK = {"goal_samples": 1, "horizon": 1}


def other_secrets(state, seat):
    """The same game with everything exchanged that the seat must not know, words and counts as before."""
    board = dict(state["board"])
    pile = board["decrees"] + board["discard"]
    goals, artifacts = list(board["goals"]), list(board["artifacts"])
    for name, own in board["seats"].items():
        if name != str(seat):
            pile = pile + own["hand"] + (own["proposal"]["cards"] if own["proposal"] else [])
            goals = goals + own["goals"]
    random.Random(1).shuffle(pile)
    seats = {}
    for name, own in board["seats"].items():
        if name != str(seat):
            count = len(own["hand"])
            own, pile = dict(own, hand=sorted(pile[:count])), pile[count:]
            count = len(own["goals"])
            own["goals"], goals = goals[-count:] if count else [], goals[: len(goals) - count]
            own["secret"] = own["secret"] and "none"
            if own["proposal"]:
                count = len(own["proposal"]["cards"])
                own["proposal"], pile = dict(own["proposal"], cards=pile[:count]), pile[count:]
            for slot in ("expedition", "research"):
                if own[slot] and artifacts:
                    own[slot], artifacts[0] = dict(own[slot], artifact=artifacts[0]), own[slot]["artifact"]
        seats[name] = own
    discard = len(board["discard"])
    board.update(seats=seats, discard=pile[:discard], decrees=pile[discard:], goals=goals, artifacts=artifacts[::-1])
    colony = dict(state["colony"], boost=state["colony"]["boost"] + 9)
    for name in ("h", "s", "t"):
        colony[name] += 1 if colony[name] + 1 not in (200, 400, 600) else 0
    desk = dict(state["desk"], managers=[dict(one, support=one["support"] + 5) for one in state["desk"]["managers"]])
    return dict(state, board=board, colony=colony, desk=desk, chance=[1, 2, 3, 4])


@pytest.mark.parametrize("name", ["greedy", "lookahead"])
def test_what_a_view_does_not_show_changes_no_choice(name, follow):
    options = {"mode": "semi", "managers": [3, 8, 5], "planet": "trappist-1-e"}
    settings = QUICK if name == "lookahead" else {}
    seen = 0
    for count, (state, seat, actions, _) in enumerate(follow(options, 8, "greedy")):
        other = other_secrets(state, seat)
        if count % 23 == 0 and len(actions) > 1:
            assert other["board"] != state["board"]
            assert game.view(other, f"seat:{seat}") == game.view(state, f"seat:{seat}")
            one, two = bots.make(name, 5, **settings), bots.make(name, 5, **settings)
            assert one.choose(LazyView(state, seat), actions) == two.choose(LazyView(other, seat), actions)
            seen += 1
    assert seen > 8


def test_with_the_plain_view_it_chooses_the_same(follow):
    options = {"mode": "semi", "managers": [3, 8], "planet": "trappist-1-e"}
    for count, (state, seat, actions, _) in enumerate(follow(options, 2, "greedy")):
        if count % 31 == 0:
            view = json.loads(json.dumps(game.view(state, f"seat:{seat}")))
            one, two = bots.make("lookahead", 5, **QUICK), bots.make("lookahead", 5, **QUICK)
            assert one.choose(view, actions) == two.choose(LazyView(state, seat), actions)


def shown(seen):
    return {name: getattr(seen, name) for name in sight.FROM_VIEW}


def test_a_guess_shows_the_seat_what_it_sees_and_asks_for_the_same_choice(options, follow, dice):
    seen = 0
    for state, seat, actions, _ in follow(options, 9, "greedy"):
        here = sight.of_state(state, seat)
        if here.do in guess.KNOWN_STEPS and dice.randrange(5) == 0:
            made = guess.guess(here, dice)
            assert shown(sight.of_state(made, seat)) == shown(here)
            assert table.options(made, seat) == [action for action in actions if action["kind"] != "undo"]
            seen += 1
    assert seen > 10


def test_a_guess_deals_each_card_once(options, follow, dice):
    for state, seat, _, _ in follow(options, 10, "greedy"):
        here = sight.of_state(state, seat)
        if here.do in guess.KNOWN_STEPS and dice.randrange(9) == 0:
            board = guess.guess(here, dice)["board"]
            cards = board["decrees"] + board["discard"]
            found = board["artifacts"] + board["public"]
            for own in board["seats"].values():
                cards = cards + own["hand"] + (own["proposal"]["cards"] if own["proposal"] else [])
                found = found + own["trophies"]
                found = found + [own[slot]["artifact"] for slot in ("expedition", "research") if own[slot]]
            laid = [entry["number"] for entry in here.laid if entry and entry["kind"] == "decree"]
            assert sorted(cards + laid) == sorted(content.get()["decree"])
            assert sorted(found) == sorted(pieces.box()["by_artifacts"])


def test_guesses_differ_in_what_is_hidden(follow, dice):
    options = {"mode": "semi", "managers": [3, 8, 5], "planet": "trappist-1-e"}
    state, seat = next(
        (s, seat) for s, seat, _, _ in follow(options, 3, "greedy") if s["round"] == 6 and s["phase"] == 3
    )
    made = [guess.guess(sight.of_state(state, seat), dice) for _ in range(12)]
    other = str((seat + 1) % 3)
    assert len({json.dumps(one["board"]["decrees"]) for one in made}) == 12
    assert len({json.dumps(one["board"]["seats"][other]["goals"]) for one in made}) > 6
    assert len({one["colony"]["h"] for one in made}) > 6
    assert len({one["desk"]["managers"][0]["support"] for one in made}) > 3


@pytest.mark.slow
def test_a_whole_game_with_it_ends(options):
    names = ["lookahead"] + ["greedy"] * (driver.seats_of(options) - 1)
    crew = [bots.make(name, 3, **(QUICK if name == "lookahead" else {})) for name in names]
    record = driver.play(options, 1, crew).record
    assert record["seats"][0]["bot"] == "lookahead"
    assert record["endings"]
