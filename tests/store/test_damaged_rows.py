"""A disk that forgot some bits: what is damaged is named, and nothing else is kept from being used."""

import contextlib
import sqlite3
from pathlib import Path

import pytest

from host.commands.doctor import _save
from host.session.session import Session
from host.store import database
from host.store.errors import ForeignFile, StoreError, StoreTampered, StoreUnavailable
from host.store.store import Store
from shared_rules.beyond_humanity import game

OPTIONS = {"mode": "semi", "managers": [1, 3, 8], "planet": "trappist-1-e", "level": "referee"}
ANOTHER = "INSERT INTO settings VALUES ('broken', '{\"a\":')"


@pytest.fixture
async def save(tmp_path: Path) -> Path:
    """A save with a running game of a few entries."""
    store = Store.open(tmp_path / "colony.db")
    session = Session(store, game)
    await session.new_game(OPTIONS, seed=5)
    for _ in range(3):
        seat = session.to_act[0]
        view = session.view(f"seat:{seat}")
        assert view is not None
        assert (await session.act(view["you"]["actions"][0], session.revision, "test")).ok
    await session.close()
    store.close()
    return tmp_path / "colony.db"


def harm(save: Path, statement: str) -> None:
    """What no companion does: the guards are taken away, and something is written over."""
    with contextlib.closing(sqlite3.connect(save)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        db.execute(statement)
        db.commit()


@pytest.mark.parametrize(
    ("statement", "error", "words"),
    [
        ("UPDATE entries SET action = '{\"kind\":' WHERE seq = 3", StoreTampered, "Entry 3 is damaged"),
        ("UPDATE entries SET action = '7' WHERE seq = 3", StoreTampered, "Entry 3 is damaged"),
        ("UPDATE entries SET hash = '00' WHERE seq = 3", StoreTampered, "Entry 3"),
        ("UPDATE entries SET action = CAST(x'ff00' AS TEXT) WHERE seq = 3", ForeignFile, "it is damaged"),
        ("UPDATE games SET options = '{'", StoreTampered, "started from is damaged"),
        ("UPDATE games SET seed = 'seven'", StoreTampered, "started from is damaged"),
    ],
)
async def test_a_damaged_game_is_refused_in_words_and_the_table_opens_all_the_same(save, statement, error, words):
    harm(save, statement)
    store = Store.open(save)
    session = Session(store, game)
    with pytest.raises(error, match=words):
        await session.resume()
    assert [words in notice["text"] for notice in session.notices] == [True], "players are told"
    assert (await session.new_game(OPTIONS, seed=6)).ok
    await session.close()
    store.close()


async def test_a_damaged_setting_is_as_if_it_had_not_been_kept(save):
    harm(save, ANOTHER)
    store = Store.open(save)
    assert await store.setting("broken", ["as at first"]) == ["as at first"]
    store.close()


async def test_a_full_disk_keeps_the_game_as_it_was_and_goes_on_when_there_is_room(save):
    store = Store.open(save)
    session = Session(store, game)
    await session.resume()
    (pages,) = await store.read(lambda db: db.execute("PRAGMA page_count").fetchone())
    await store.read(lambda db: db.execute(f"PRAGMA max_page_count = {pages}").fetchone())
    for _ in range(100):  # until the last page is full
        view = session.view(f"seat:{session.to_act[0]}")
        assert view is not None
        action = next(one for one in view["you"]["actions"] if one["kind"] != "undo")
        before = session.digest, session.revision
        outcome = await session.act(action, session.revision, "test")
        if not outcome.ok:
            break
    assert outcome.code == "not_stored"
    assert "disk is full" in outcome.sentence
    assert (session.digest, session.revision) == before
    await store.read(lambda db: db.execute("PRAGMA max_page_count = 1000000").fetchone())
    assert (await session.act(action, session.revision, "test")).ok
    await session.close()
    store.close()


async def test_the_doctor_calls_only_damage_damage(save, monkeypatch):
    def full(*_arguments, **_options):
        raise StoreUnavailable(f"The save {save} cannot be written: database or disk is full. Check the disk.")

    monkeypatch.setattr(Store, "open", full)
    found = await _save(save.parent)
    assert not found.good
    assert "disk is full" in found.what
    assert "damaged" not in found.cure


def test_errors_of_the_database_that_are_ours_stay_ours(tmp_path):
    with pytest.raises(sqlite3.OperationalError, match="no such table"), database.named_errors(tmp_path):
        sqlite3.connect(":memory:").execute("SELECT * FROM elsewhere")
    assert issubclass(ForeignFile, StoreError)
