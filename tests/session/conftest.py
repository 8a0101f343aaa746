"""A session over a real store with the toy title, two Managers and a game running."""

import pytest
import toy_game
from table_rig import UP, DeskArc, Events

from firmware.arc.snapshot import Files
from firmware.arc.snapshot import Store as SnapshotStore
from host.session.session import Session
from host.store.store import Store

SEED = 31415926535897932384626433832795028841


@pytest.fixture
def store(tmp_path):
    opened = Store.open(tmp_path / "colony.db")
    yield opened
    opened.close()


@pytest.fixture
async def session(store):
    made = Session(store, toy_game)
    assert (await made.new_game({"seats": 2}, seed=SEED)).ok
    yield made
    await made.close()


@pytest.fixture
def events():
    return Events()


@pytest.fixture
def desk_arc(tmp_path):
    folder = tmp_path / "flash"
    folder.mkdir()
    return DeskArc(SnapshotStore(Files(str(folder))))


@pytest.fixture
async def arc(session, desk_arc):
    """The ARC, attached and connected."""
    session.attach_arc(desk_arc)
    session.on_link_state(UP)
    await session.settle()
    return desk_arc
