"""A store on a real disk, with a running game."""

import pytest
from store_games import SEED

from host.store.store import Store


@pytest.fixture
def store(tmp_path):
    opened = Store.open(tmp_path / "colony.db")
    yield opened
    opened.close()


@pytest.fixture
async def game(store):
    """A running game without entries."""
    return await store.game(await store.create_game({"seats": 3}, SEED, "Toy Colony", "toy 1"))
