"""The look-ahead bot makes up what it does not know, from its view alone."""

import json
import random

import pytest

from shared_rules.beyond_humanity import bots, content, game
from shared_rules.beyond_humanity.bots import driver, greedy, guess, lookahead, plans, sight, worths
from shared_rules.beyond_humanity.bots.greedy import FIRST
from shared_rules.beyond_humanity.bots.lazy import LazyView
from shared_rules.beyond_humanity.referee import pieces
from shared_rules.beyond_humanity.referee import play as table

QUICK = {"goal_samples": 1, "last_samples": 1}


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


def test_campaigns_are_remembered_in_what_is_made_up(follow, dice):
    options = {"mode": "semi", "managers": [3, 8], "planet": "trappist-1-e"}
    state, seat = next((s, seat) for s, seat, _, _ in follow(options, 3, "greedy") if s["round"] == 4)
    here = sight.of_state(state, seat)
    for index in (0, 1):
        times = [9 if one == index else 0 for one in (0, 1)]
        made = [guess.guess(here, dice, times)["desk"]["managers"] for _ in range(9)]
        assert all(one[index]["support"] > one[1 - index]["support"] for one in made)


def test_it_remembers_each_campaign_once(follow):
    options = {"mode": "semi", "managers": [3, 8], "planet": "trappist-1-e"}
    bot, told = bots.make("lookahead", 1, goal_samples=0, last_samples=0), {}
    for state, seat, actions, _ in follow(options, 8, "greedy"):
        if seat == 0 and len(actions) > 1 and actions[0]["kind"] not in FIRST:
            bot.choose(LazyView(state, seat), actions)
            told[state["round"]] = [one["campaigns"] for one in state["desk"]["managers"]]
    assert bot.campaigned(20) == [sum(each) for each in zip(*told.values(), strict=True)]
    assert sum(bot.campaigned(20)) > 3
    assert bot.campaigned(1) == told[1]


def test_what_rollouts_favour_in_the_last_rounds_is_taken(follow, monkeypatch):
    """Whatever the plan likes best: the made-up outcomes decide among the actions that it likes."""
    options = {"mode": "semi", "managers": [3, 8], "planet": "trappist-1-e"}
    seen = 0
    for state, seat, actions, _ in follow(options, 2, "greedy"):
        if state["round"] == state["rounds"] and state["board"]["todo"][0]["do"] == "regular":
            view, chosen = LazyView(state, seat), []
            for best in range(2):
                with monkeypatch.context() as patch:
                    values = iter([10.0 if index == best else 0.0 for index in range(lookahead.CANDIDATES)])
                    patch.setattr(lookahead, "prospects", lambda _state, _seat, values=values: next(values))
                    chosen.append(bots.make("lookahead", 1, last_samples=1).choose(view, actions))
            liked = greedy.Greedy(worths=plans.PLANS["semi"]).best(view.sight, actions)
            assert chosen[0] == liked
            assert chosen[1] != liked
            seen += 1
    assert seen >= 2


def test_plans_name_worths_that_there_are():
    for changes in plans.PLANS.values():
        for name, value in changes.items():
            known = worths.WORTHS[name]
            assert type(value) is type(known) or isinstance(known, float | int)
            if isinstance(known, tuple):
                assert len(value) == len(known)


@pytest.mark.slow
def test_a_whole_game_with_it_ends(options):
    names = ["lookahead"] + ["greedy"] * (driver.seats_of(options) - 1)
    crew = [bots.make(name, 3, **(QUICK if name == "lookahead" else {})) for name in names]
    record = driver.play(options, 1, crew).record
    assert record["seats"][0]["bot"] == "lookahead"
    assert record["endings"]
