"""Whole games of bots as files, and a session in which a referee game runs."""

from dataclasses import replace

import pytest
from whole_games import OPTIONS, SEED, UP, file_of, played_back

from host.session.session import Session
from host.store.gamefile import dump_game
from host.store.store import Store
from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.bots import driver


@pytest.fixture(scope="session")
def whole():
    """A whole game of three greedy bots, with its words."""
    actions = driver.play(OPTIONS, SEED, "greedy").actions
    file = file_of(OPTIONS, SEED, [(f"seat:{action['seat']}", action) for action in actions])
    return replace(file, words=tuple(played_back(file).words))


@pytest.fixture(scope="session")
def playback(whole):
    return played_back(whole)


@pytest.fixture(scope="session")
def part(whole):
    """Its first entries, as of a game that goes on."""
    return replace(whole, entries=whole.entries[:60], words=whole.words[:60])


@pytest.fixture
def path(tmp_path, whole):
    """The whole game as an exported file."""
    made = tmp_path / "evening.colony"
    made.write_bytes(dump_game(whole, open_secret=True, passphrase=None))
    return made


@pytest.fixture
async def session(tmp_path):
    """A referee game of three people that has just begun."""
    store = Store.open(tmp_path / "colony.db")
    made = Session(store, game)
    made.on_link_state(UP)
    assert (await made.new_game(OPTIONS, seed=SEED)).ok
    yield made
    await made.close()
    store.close()
