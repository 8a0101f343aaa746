"""Old saves open, newer and foreign files are refused by name, and a backup stands before anything is changed."""

import shutil
import sqlite3
import stat
from pathlib import Path

import pytest
from store_games import moves

from host.store import database
from host.store.database import newest_version, open_database, restore
from host.store.errors import ForeignFile, NewerSave, StoreError
from host.store.store import Store

DATABASES = Path(__file__).parents[1] / "databases"
OLD_GAME = "0123456789abcdef0123456789abcdef"


@pytest.fixture(params=range(1, newest_version() + 1), ids=lambda version: f"schema-{version}")
def old_save(request, tmp_path):
    """A copy of the save that each released schema left, with its schema number."""
    path = tmp_path / "colony.db"
    shutil.copy(DATABASES / f"schema-{request.param}.db", path)
    return request.param, path


async def test_a_save_of_each_schema_opens_with_its_game(old_save):
    version, path = old_save
    store = Store.open(path)
    game = await store.running_game()
    assert (game.game_id, game.title, game.options) == (OLD_GAME, "Toy Colony", {"rounds": 3, "seats": 3})
    assert len(await store.entries(OLD_GAME)) == 4
    assert await store.seen(77, 1)
    await store.bind_tag(bytes.fromhex("04112233445566"), "decree/17")
    store.close()
    assert (path.with_name(f"colony.schema-{version}.backup.db").exists()) == (version < newest_version())


async def test_the_backup_is_the_old_save(old_save):
    version, path = old_save
    if version == newest_version():
        pytest.skip("nothing to migrate")
    Store.open(path).close()
    kept = sqlite3.connect(path.with_name(f"colony.schema-{version}.backup.db"))
    assert kept.execute("PRAGMA user_version").fetchone() == (version,)
    assert kept.execute("SELECT count(*) FROM entries").fetchone() == (4,)
    kept.close()


def test_every_released_schema_has_a_save_among_the_fixtures():
    assert [DATABASES.joinpath(f"schema-{n}.db").exists() for n in range(1, newest_version() + 1)] == [
        True
    ] * newest_version()


def test_a_migrated_save_has_the_schema_of_a_new_one(old_save, tmp_path):
    _, path = old_save

    def schema(file):
        connection = open_database(file)
        rows = connection.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()
        connection.close()
        return rows

    assert schema(path) == schema(tmp_path / "new.db")


def test_a_newer_save_is_refused_by_name_and_left_alone(tmp_path):
    path = tmp_path / "colony.db"
    Store.open(path).close()
    tool = sqlite3.connect(path)
    tool.execute("PRAGMA user_version = 99")
    tool.close()
    before = path.read_bytes()
    with pytest.raises(NewerSave, match=r"newer companion \(schema 99.*update"):
        Store.open(path)
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "colony.db"
    tool = sqlite3.connect(path)
    tool.execute("CREATE TABLE bookmarks (url)")
    tool.commit()
    tool.close()
    before = path.read_bytes()
    with pytest.raises(ForeignFile, match="another program"):
        Store.open(path)
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path):
    path = tmp_path / "colony.db"
    path.write_bytes(b"photos of the cat, sorted by mood" * 100)
    with pytest.raises(ForeignFile, match="not a Colony save"):
        Store.open(path)


def test_a_migration_that_fails_leaves_the_save_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "colony.db"
    shutil.copy(DATABASES / "schema-1.db", path)
    real = database.migrations()
    broken = [real[0], (2, "CREATE TABLE half (x); CREATE TABLE games (y);")]
    monkeypatch.setattr(database, "migrations", lambda: broken)
    with pytest.raises(StoreError, match=r"schema 2.*unchanged"):
        open_database(path)
    tool = sqlite3.connect(path)
    assert tool.execute("PRAGMA user_version").fetchone() == (1,)
    assert tool.execute("SELECT count(*) FROM sqlite_master WHERE name = 'half'").fetchone() == (0,)
    tool.close()


def test_only_the_owner_may_read_a_save(tmp_path):
    path = tmp_path / "colony.db"
    Store.open(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_durability_is_full(tmp_path):
    connection = open_database(tmp_path / "colony.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    assert connection.execute("PRAGMA busy_timeout").fetchone() == (5000,)
    connection.close()


@pytest.mark.parametrize("leftover", ["-wal", "-shm", "-journal"])
async def test_restoring_a_backup_removes_side_files_of_the_other_copy(tmp_path, store, game, leftover):
    await store.append(game.game_id, moves(game, 2))
    await store.backup(tmp_path / "old.db")
    # A newer life of the same save is killed, its side files stay.
    other = tmp_path / "other"
    other.mkdir()
    target = other / "colony.db"
    restore(tmp_path / "old.db", target)
    newer = Store.open(target)
    await newer.append(game.game_id, moves(game, 3, first=3, head=moves(game, 2)[-1].hash))
    shutil.copytree(other, tmp_path / "killed")
    newer.close()
    killed = tmp_path / "killed" / "colony.db"
    killed.with_name(killed.name + leftover).touch()
    restore(tmp_path / "old.db", killed)
    again = Store.open(killed)
    assert await again.length(game.game_id) == 2
    again.close()


async def test_a_copy_by_backup_holds_the_newest_moves_although_the_file_alone_does_not(tmp_path, store, game):
    await store.append(game.game_id, moves(game, 10))
    await store.backup(tmp_path / "copy.db")
    assert not list(tmp_path.glob("*.part"))
    copy = Store.open(tmp_path / "copy.db")
    assert await copy.length(game.game_id) == 10
    copy.close()


def test_restoring_something_else_is_refused(tmp_path):
    stranger = tmp_path / "stranger.db"
    sqlite3.connect(stranger).close()
    stranger.write_bytes(b"")
    with pytest.raises(ForeignFile, match="empty"):
        restore(stranger, tmp_path / "colony.db")
