"""Whole games between bots, by the quick way and by the rules' own."""

import gc
import json

import pytest

from shared_rules.beyond_humanity import bots, game
from shared_rules.beyond_humanity.bots import driver
from shared_rules.beyond_humanity.rules import offers
from tools.bench import games


def without_undo(state):
    return game.digest(dict(state, undo=[]))


@pytest.mark.parametrize("names", ["random", "greedy"])
def test_the_quick_way_and_the_rules_agree_on_every_state(names, options):
    quick = []
    played = driver.play(options, 11, names, watch=lambda state, _action: quick.append(without_undo(state)))
    state = game.setup(dict(options, level="referee"), 11)
    for index, action in enumerate(played.actions):
        state = game.apply(state, action)
        assert without_undo(state) == quick[index]
    assert game.digest(state) == game.digest(played.state)
    assert len(played.actions) == played.record["choices"] == len(quick)


def test_equal_seeds_play_equal_games(options):
    assert driver.play(options, 3, "greedy").record == driver.play(options, 3, "greedy").record


def test_a_record_tells_what_happened(options):
    played = driver.play(options, 4, "greedy")
    record, result = played.record, game.result(played.state)
    assert json.loads(json.dumps(record)) == record
    assert record["endings"] == result["endings"]
    assert record["rounds"] == played.state["round"] == len(record["occurrences"])
    assert record["winners"] == result["winners"]
    built = [(row["unit"], row["seat"]) for row in record["modules"]]
    desk = played.state["desk"]["managers"]
    assert sorted(built) == sorted((unit, seat) for seat, own in enumerate(desk) for unit in own["modules"])
    trophies = {(number, seat["seat"]) for seat in record["seats"] for number in seat["trophies"]}
    assert {(row["artifact"], row["seat"]) for row in record["artifacts"]} == trophies
    green = [row for row in record["decrees"] if row["passed"]]
    assert len(green) >= sum(own["greens"] for own in desk)
    for seat in record["seats"]:
        assert seat["total"] == (sum(seat["vp"].values()) if result["positive"] else None)


def test_seats_can_have_different_players():
    options = {"mode": "semi", "managers": [3, 8], "planet": "trappist-1-e"}
    record = driver.play(options, 1, ["random", "greedy"]).record
    assert [seat["bot"] for seat in record["seats"]] == ["random", "greedy"]


def test_a_wrong_name_or_number_of_bots_is_refused_in_words():
    with pytest.raises(bots.UnknownBot, match="there are: random, greedy, lookahead"):
        bots.make("deep", 1)
    with pytest.raises(ValueError, match="2 seats need 2 bots, not 3"):
        driver.crew({"mode": "semi", "managers": [3, 8]}, ["greedy"] * 3, 1)


def test_a_game_leaves_nothing_for_the_collector():
    """The driver plays without the search for cycles, so there must be none."""
    options = {"mode": "semi", "managers": [3, 8], "planet": "trappist-1-e"}
    driver.play(options, 1, "greedy")
    gc.collect()
    was = gc.isenabled()
    gc.disable()
    try:
        driver.play(options, 2, ["greedy", "random"])
        assert gc.collect() == 0
    finally:
        if was:
            gc.enable()


@pytest.mark.slow
def test_memory_stays_flat():
    """`python -m tools.bench.games 10000` shows it for more of them."""
    assert games.grown(150) < 400_000


@pytest.mark.parametrize("scenario", [one["id"] for one in offers.scenarios()])
def test_scenarios_are_played_to_their_end(scenario):
    record = driver.play({"managers": [3, 8], "scenario": scenario}, 5, "greedy").record
    assert record["endings"]
    assert record["scenario"] == scenario
