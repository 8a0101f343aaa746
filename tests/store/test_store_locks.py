"""A save that another program holds: waited for, then refused by name; nothing is lost or doubled."""

import sqlite3
import threading

import pytest
from store_games import Event, moves

from host.store.errors import StoreLocked, StoreUnavailable
from host.store.store import Store


@pytest.fixture
def hasty(tmp_path, store):
    """A second store on the same file that waits 30 ms for a lock."""
    opened = Store.open(tmp_path / "colony.db", busy_timeout_ms=30)
    yield opened
    opened.close()


@pytest.fixture
def holder(tmp_path, game):
    """Another program with an open write transaction, begun after the game was made."""
    tool = sqlite3.connect(tmp_path / "colony.db", isolation_level=None, check_same_thread=False)
    tool.execute("BEGIN IMMEDIATE")
    yield tool
    tool.close()


async def test_an_append_waits_for_another_program_to_finish(holder, game, hasty):
    timer = threading.Timer(0.05, holder.execute, ["COMMIT"])
    timer.start()
    assert await hasty.append(game.game_id, moves(game, 1), Event(1, 1))
    timer.join()


async def test_a_save_held_too_long_is_named_and_the_event_stays_for_the_next_try(holder, game, hasty):
    with pytest.raises(StoreLocked, match="nothing is lost"):
        await hasty.append(game.game_id, moves(game, 1), Event(1, 1))
    holder.execute("ROLLBACK")
    assert await hasty.append(game.game_id, moves(game, 1), Event(1, 1))
    assert await hasty.length(game.game_id) == 1


async def test_reading_goes_on_while_another_program_writes(holder, game, hasty):
    assert await hasty.entries(game.game_id) == []


async def test_a_full_disk_is_named_and_nothing_is_half_written(store, game):
    pages = store._writer._connection.execute("PRAGMA page_count").fetchone()[0]
    await store._writer.read(lambda db: db.execute(f"PRAGMA max_page_count = {pages + 1}").fetchone())
    with pytest.raises(StoreUnavailable, match="full"):
        await store.append(game.game_id, moves(game, 500), Event(1, 1))
    assert await store.length(game.game_id) == 0
    assert not await store.seen(1, 1)


def test_a_folder_that_is_missing_is_named(tmp_path):
    with pytest.raises(StoreUnavailable, match="unable to open"):
        Store.open(tmp_path / "no" / "colony.db")
