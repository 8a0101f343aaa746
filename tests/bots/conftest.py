"""Helpers for tests of bots: setups of all modes, and games followed choice by choice."""

import random
from collections.abc import Iterator

import pytest

from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.bots import driver
from shared_rules.beyond_humanity.bots.lazy import LazyView

SETUPS = {
    "semi, two": {"mode": "semi", "managers": [3, 8], "planet": "trappist-1-e"},
    "semi, three": {"mode": "semi", "managers": [9, 6, 2], "planet": "proxima-cen-b"},
    "semi, four": {"mode": "semi", "managers": [1, 4, 7, 5], "planet": "toi-700-d"},
    "semi, five": {"mode": "semi", "managers": [3, 8, 5, 1, 6], "planet": "lhs-1140-b"},
    "coop, three": {"mode": "coop", "managers": [7, 2, 9], "planet": "teegarden-b"},
    "solo": {"mode": "solo", "planet": "trappist-1-e"},
}


def followed(options, seed, names) -> Iterator[tuple[dict, int, list, object]]:
    """(state, seat, legal actions, bot) at every choice of a game that is carried out by the checking `game.apply`."""
    crew = driver.crew(options, names, seed)
    state = game.setup(dict(options, level="referee"), seed)
    while game.to_act(state):
        seat = game.to_act(state)[0]
        actions = game.legal(state, seat)
        yield state, seat, actions, crew[seat]
        state = game.apply(state, crew[seat].choose(LazyView(state, seat), actions))


@pytest.fixture
def follow():
    return followed


OFTEN = ("coop, three", "semi, two", "solo")  # the other setups are for `make slow`


@pytest.fixture(params=[pytest.param(one, marks=() if one in OFTEN else pytest.mark.slow) for one in sorted(SETUPS)])
def options(request):
    return SETUPS[request.param]


@pytest.fixture
def dice():
    return random.Random(7)
