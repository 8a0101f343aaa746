"""Where Victory Points come from in whole games that greedy bots play."""

import random

import pytest

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.bots import driver

# The Presidency is of one Manager only and the Order of Command is given, so both stay out (resolution at BHC-2.2-6).
SOURCES = ("modules", "green_decrees", "ambassador", "artifacts", "abilities")


def seats_of_won_games(games):
    """The record's row of every seat of so many games that ended well."""
    rows, seed = [], 0
    while games:
        dice = random.Random(seed)
        managers = dice.sample(range(1, 10), 2 + seed % 4)
        planet = dice.choice(content.get()["planets"])["id"]
        record = driver.play({"mode": "semi", "managers": managers, "planet": planet}, seed, "greedy").record
        seed += 1
        if record["positive"]:
            games -= 1
            rows += record["seats"]
        assert seed < 400, "hardly any game ends well"
    return rows


@pytest.mark.rule("BHC-2.2-6")
@pytest.mark.parametrize("games", [20, pytest.param(100, marks=pytest.mark.slow)])
def test_fulfilled_goals_are_the_main_way_to_victory_points(games):
    rows = seats_of_won_games(games)
    goals = sum(goal["vp"] for row in rows for goal in row["goals"] if goal["level"])
    for source in SOURCES:
        assert goals > sum(row["vp"][source] for row in rows), source
