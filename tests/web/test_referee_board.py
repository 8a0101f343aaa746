"""The choices of a referee game on the page: whatever the rules list can be pressed, in words."""

import json
import random
import re

import pytest
from referee_games import MODES, walk

from host.web.referee_board import FIELDS, Offer, Picks
from host.web.referee_model import board_of
from host.web.referee_words import WORDS, goal_text, goals_of, words
from shared_rules.beyond_humanity import game

INTERNAL = re.compile(r"\b(None|True|False|dict)\b|[{}]|\b(cr|tg|pa|xp|dec)\b|/\d")
GOALS_TRIED = 3  # of ten sets of three


def seats_asked(mode: str, seed: int, most: int):
    """(view of a seat that has to choose) at every moment of a random game."""
    for state in walk(MODES[mode], seed, most):
        for seat in game.to_act(state):
            yield game.view(state, f"seat:{seat}")


def reach(view, action) -> None:
    """Press the things of an action one after the other, as a player would; the last press is the action."""
    picks = Picks()
    for _ in range(len(FIELDS[action["kind"]]) + 1):
        offer, kind = Offer(view, picks), action["kind"]
        done = offer.complete(kind)
        if done == action:
            return
        if "token" in action and offer.picks["token"] != action["token"]:
            offer.pick({"token": action["token"]})
            continue
        name = offer.question(kind)
        if not name:
            assert {"act": action} in [choice.press for choice in offer.choices(kind)]
            return
        press = offer.press(kind, **{name: action[name]})
        assert press is not None, (action, name)
        assert press in [choice.press for choice in offer.choices(kind)]
        if "act" in press:
            assert press["act"] == action
            return
        offer.pick(press["fields"])
    raise AssertionError(f"not reached: {action}")


def reach_goals(view, action) -> None:
    offer = Offer(view, Picks())
    for goal in action["goals"]:
        offer.toggle(goal)
    assert offer.kept() == action


@pytest.mark.parametrize(
    ("mode", "seed", "most"), [("semi", 3, 150), ("semi", 11, 60), ("coop", 4, 60), ("solo", 9, 90)]
)
def test_every_legal_action_can_be_reached_by_pressing(mode, seed, most):
    dice, met = random.Random(seed), set()
    for view in seats_asked(mode, seed, most):
        actions = [action for action in view["you"]["actions"] if action["kind"] != "undo"]
        for action in dice.sample(actions, min(len(actions), 3)):
            met.add(action["kind"])
            if action["kind"] == "keep":
                reach_goals(view, action)
            elif action["kind"] in FIELDS:
                reach(view, action)
            else:
                assert action in Offer(view, Picks()).plain
    assert len(met) > 8, met


@pytest.mark.parametrize(("mode", "seed"), [("semi", 21), ("solo", 22)])
def test_every_choice_has_words_of_the_game(mode, seed):
    for view in seats_asked(mode, seed, 36):
        for action in view["you"]["actions"]:
            said = words(view, action)
            assert said[0].isupper(), said
            assert not INTERNAL.search(said), said


def test_every_kind_of_action_of_the_rules_has_words_and_a_way_to_be_picked():
    from shared_rules.beyond_humanity.referee import play  # the table of steps is the rules' own list

    assert set(play.STEPS) - {"goals_kept"}  # the steps there are
    plain = set(WORDS) - set(FIELDS)
    assert plain == {"keep", "face", "hire", "upkeep", "drop", "done", "pass", "exchange", "stop", "introduce",
                     "withdraw", "next", "undo"}  # fmt: skip


def asked(state, do, **own):
    """The view of seat 0 that is asked to do something which random players seldom meet."""
    board = state["board"]
    seats = {**board["seats"], "0": {**board["seats"]["0"], **own}}
    step = {"do": do, "seat": 0, "args": [1], "token": "0"}
    made = {**state, "board": {**board, "seats": seats, "todo": [step, *board["todo"]]}}
    return game.view(made, "seat:0")


def test_an_ability_is_moved_by_pressing_two_slots():
    state = next(state for state in walk(MODES["semi"], 5) if state["board"]["todo"][0]["do"] == "regular")
    view = asked(state, "move", abilities=[4, None, 9])
    moves = [action for action in view["you"]["actions"] if action["kind"] == "move"]
    assert len(moves) == 4
    for action in moves:
        reach(view, action)
        assert INTERNAL.search(words(view, action)) is None


def test_a_socket_is_copied_by_pressing_it():
    state = next(state for state in walk(MODES["semi"], 5) if state["board"]["todo"][0]["do"] == "regular")
    progress = [*state["colony"]["progress"][:6], 128, *state["colony"]["progress"][7:]]
    tokens = {**state["board"]["tokens"], "1": "storage/6/0"}  # given another token on the Storage
    state = {
        **state,
        "colony": {**state["colony"], "progress": progress},
        "board": {**state["board"], "tokens": tokens},
    }
    view = asked(state, "copy")
    copies = [action for action in view["you"]["actions"] if action["kind"] == "copy"]
    assert copies
    lit = [
        item
        for group in board_of(view, Offer(view, Picks()))["modules"]
        for s in group["sockets"]
        for item in s["choices"]
    ]
    assert [item["press"]["act"] for item in lit if item["on"]] == copies
    assert all(words(view, action).startswith("Copy ") for action in copies)


def test_a_lit_socket_is_legal_and_a_dark_one_asks_the_rules_why_not():
    for view in seats_asked("semi", 5, 60):
        if view["turn"]["do"] != "regular":
            continue
        board = board_of(view, Offer(view, Picks()))
        legal = [action for action in view["you"]["actions"] if action["kind"] == "place"]
        lit = [item for group in board["modules"] for socket in group["sockets"] for item in socket["choices"]]
        assert [item["press"]["act"] for item in lit if item["on"]] == sorted(
            legal, key=lambda action: [item["press"]["act"] for item in lit].index(action)
        )
        assert len([item for item in lit if item["on"]]) == len(legal)
        dark = [item["press"]["act"] for item in lit if not item["on"]]
        assert all(action["kind"] == "place" and action not in legal for action in dark)


def test_onlookers_get_a_table_without_a_press():
    state = next(state for state in walk(MODES["semi"], 5) if state["board"]["todo"][0]["do"] == "regular")
    board = board_of(game.view(state, "table"), None)
    assert '"press": {' not in json.dumps(board)
    assert board["hand"] == []


def test_a_long_question_gets_the_room_of_the_table_and_a_short_one_does_not():
    goals = next(seats_asked("semi", 3, 1))
    assert Offer(goals, Picks()).roomy  # five Goals
    assert not any(Offer(view, Picks()).roomy for view in seats_asked("semi", 3, 20) if view["turn"]["do"] == "face")
    hire = next(view for view in seats_asked("solo", 9, 10) if view["turn"]["do"] == "hire")
    assert Offer(hire, Picks()).roomy  # nine Assistants with two sides each


def test_a_solo_player_reads_of_no_other_managers():
    for view in seats_asked("solo", 9, 60):
        board = board_of(view, Offer(view, Picks()))
        cards = [*board["goals"], *view["you"]["offered"]]
        read = [board["ask"]["text"], *(card["words"] for card in goals_of(view, cards))]
        assert not [one for one in read if re.search("everybody|together|each Manager", one)]


def test_what_a_solo_goal_asks_for_counts_three_managers():
    """BHC-A3.4: a team Goal is counted for three Managers, so "5 Credits for each" are 15."""
    view = next(seats_asked("solo", 9, 1))
    text = "At the end the Managers together have at least 1 completed Artifact for each Manager: +8 VP."
    assert goal_text(view, text) == "At the end you have at least 3 completed Artifacts: +8 VP."
    assert goal_text(next(seats_asked("coop", 4, 1)), text) == text


def test_a_secret_choice_is_confirmed_by_one_button_that_names_the_card():
    view = next(view for view in seats_asked("semi", 3, 150) if view["turn"]["do"] == "choose")
    picks = Picks()
    card = next(a["card"] for a in view["you"]["actions"] if a["kind"] == "choose" and a["card"] != "none")
    Offer(view, picks).pick({"card": card})
    offer = Offer(view, picks)
    done = offer.complete("choose")
    assert offer.confirm(done).startswith("Choose ")
    assert "fee" in offer.confirm(done)
