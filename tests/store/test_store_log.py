"""The log is append-only, chained, and grows by whole transactions; an ARC event counts once."""

import asyncio
import sqlite3

import pytest
from store_games import SEED, Event, moves

from host.store.errors import LocalStoreError, StoreConflict, StoreTampered
from host.store.store import Store


async def test_entries_come_back_as_they_were_appended(store, game):
    entries = moves(game, 5)
    await store.append(game.game_id, entries[:2])
    await store.append(game.game_id, entries[2:])
    assert await store.entries(game.game_id) == entries
    assert await store.length(game.game_id) == 5


async def test_a_new_game_parks_the_one_that_ran(store, game):
    second = await store.create_game({}, 1, "Second")
    assert (await store.running_game()).game_id == second
    assert (await store.game(game.game_id)).status == "parked"
    await store.set_status(game.game_id, "running")
    assert (await store.running_game()).game_id == game.game_id


async def test_an_entry_that_does_not_follow_the_last_one_is_refused_and_nothing_is_kept(store, game):
    entries = moves(game, 3)
    await store.append(game.game_id, entries[:1])
    with pytest.raises(StoreConflict, match="entry 3 does not follow entry 1"):
        await store.append(game.game_id, [entries[2]])
    with pytest.raises(StoreConflict, match="entry 2 does not follow"):
        await store.append(game.game_id, moves(game, 1, first=2, head="ab" * 32))
    assert await store.entries(game.game_id) == entries[:1]


async def test_two_companions_on_one_game_cannot_both_write(tmp_path, store, game):
    entries, other = moves(game, 1), moves(game, 1, what="next")
    second = Store.open(tmp_path / "colony.db")
    await store.append(game.game_id, entries)
    with pytest.raises(StoreConflict):
        await second.append(game.game_id, other)
    second.close()


@pytest.mark.parametrize("statement", [
    "UPDATE entries SET actor = 'x'",
    "DELETE FROM entries",
    "DELETE FROM arc_events",
    "UPDATE arc_events SET name = 'x'",
    "UPDATE games SET seed = '1'",
    "UPDATE games SET options = '{}'",
    "DELETE FROM games",
])  # fmt: skip
async def test_the_database_itself_refuses_to_change_the_past(tmp_path, store, game, statement):
    await store.append(game.game_id, moves(game, 2), Event(1, 1))
    tool = sqlite3.connect(tmp_path / "colony.db")
    with pytest.raises(sqlite3.IntegrityError, match=r"append-only|keeps what it started|are kept"):
        tool.execute(statement)
    tool.close()


@pytest.mark.parametrize(
    ("change", "seq"),
    [
        ('UPDATE entries SET action = \'{"kind":"tap","piece":"decree/60"}\' WHERE seq = 3', 3),
        ("UPDATE entries SET digest = 'ff' WHERE seq = 5", 5),
        ("UPDATE entries SET actor = 'seat:1' WHERE seq = 1", 1),
        ("DELETE FROM entries WHERE seq = 4", 4),
        ("UPDATE games SET seed = '1'", 1),
        ("UPDATE games SET options = '{\"seats\":4}'", 1),
    ],
)
async def test_tampering_is_found_at_its_entry(tmp_path, store, game, change, seq):
    await store.append(game.game_id, moves(game, 5))
    tool = sqlite3.connect(tmp_path / "colony.db")
    for (trigger,) in tool.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        tool.execute(f"DROP TRIGGER {trigger}")
    tool.execute(change)
    tool.commit()
    tool.close()
    with pytest.raises(StoreTampered) as caught:
        await store.entries(game.game_id)
    assert caught.value.seq == seq


async def test_an_event_and_its_entries_are_recorded_once_and_together(store, game):
    entries = moves(game, 2)
    assert await store.append(game.game_id, entries[:1], Event(7, 1))
    assert not await store.append(game.game_id, entries[1:], Event(7, 1))
    assert await store.entries(game.game_id) == entries[:1]
    assert await store.seen(7, 1)


async def test_an_event_whose_entries_are_refused_is_not_recorded(store, game):
    with pytest.raises(StoreConflict):
        await store.append(game.game_id, moves(game, 1, first=2), Event(7, 1))
    assert not await store.seen(7, 1)


async def test_events_of_two_boots_are_two_events(store):
    assert await store.record_event(Event(1, 1))
    assert await store.record_event(Event(2, 1))
    assert not await store.record_event(Event(1, 1))


async def test_the_highest_boot_and_sequence_numbers_fit(store):
    top = 0xFFFFFFFF
    assert await store.record_event(Event(top, top))
    assert await store.seen(top, top)


async def test_a_cancelled_caller_does_not_tear_a_write(store, game):
    task = asyncio.ensure_future(store.append(game.game_id, moves(game, 3)))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await store.length(game.game_id) in (0, 3)


async def test_floats_and_objects_cannot_enter_a_log(store):
    for bad in ({"x": 1.5}, {"x": float("nan")}, {"x": object()}, {1: 2}):
        with pytest.raises(LocalStoreError):
            await store.create_game(bad, 1, "T")


async def test_the_seed_is_in_no_repr(game):
    assert str(SEED) not in repr(game)
