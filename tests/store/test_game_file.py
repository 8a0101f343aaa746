"""One game as one file: readable, whole or not there, and refused by name where it is foreign or damaged."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from store_games import SEED, moves

from host.store.entries import OVER, GameRecord, canonical
from host.store.errors import ForeignFile, NewerSave, StoreConflict, StoreError, StoreUnavailable, WrongPassphrase
from host.store.gamefile import GameFile, dump_game, load_game
from host.store.store import Store

RECORD = GameRecord("ab" * 16, "Toy Colony", "toy 1", {"seats": 3}, SEED, "running", 1000.0)
FILE = GameFile(RECORD, moves(RECORD, 6))
DATA = dump_game(FILE, open_secret=False, passphrase=None)


def unchecked(_):
    """These tests use entries of no real title; replaying is tested with the session."""


async def test_a_game_moves_to_another_computer_as_one_file(tmp_path, store, game):
    await store.append(game.game_id, moves(game, 10))
    await store.export_game(game.game_id, tmp_path / "evening.colony")
    other = Store.open(tmp_path / "other.db")
    there = await other.import_game(tmp_path / "evening.colony", unchecked)
    assert (there, there.seed) == (await other.game(game.game_id), SEED)
    assert await other.entries(game.game_id) == moves(game, 10)
    assert sorted(path.name for path in tmp_path.glob("evening*")) == ["evening.colony"]
    other.close()


async def test_a_game_that_was_played_on_elsewhere_only_grows(tmp_path, store, game):
    entries = moves(game, 4)
    await store.append(game.game_id, entries[:2])
    (tmp_path / "file").write_bytes(dump_game(GameFile(game, entries), False, None))
    await store.import_game(tmp_path / "file", unchecked)
    assert await store.entries(game.game_id) == entries


async def test_a_game_that_went_on_differently_is_refused_naming_where_they_part(tmp_path, store, game):
    entries = moves(game, 2)
    await store.append(game.game_id, [*entries, *moves(game, 1, first=3, head=entries[-1].hash)])
    forked = [*entries, *moves(game, 2, first=3, head=entries[-1].hash, what="next")]
    (tmp_path / "file").write_bytes(dump_game(GameFile(game, forked), False, None))
    with pytest.raises(StoreConflict, match="from entry 3 on"):
        await store.import_game(tmp_path / "file", unchecked)
    assert await store.length(game.game_id) == 3


async def test_an_older_copy_does_not_set_a_game_back(tmp_path, store, game):
    await store.append(game.game_id, moves(game, 4))
    (tmp_path / "file").write_bytes(dump_game(GameFile(game, moves(game, 3)), False, None))
    with pytest.raises(StoreConflict, match="played on here: 4 entries, the file has 3"):
        await store.import_game(tmp_path / "file", unchecked)


async def test_a_file_that_does_not_verify_is_not_kept(tmp_path, store):
    (tmp_path / "file").write_bytes(DATA)

    def refuse(file):
        raise StoreError("replays differently")

    with pytest.raises(StoreError, match="replays differently"):
        await store.import_game(tmp_path / "file", refuse)
    assert await store.games() == []


def test_the_file_can_be_read_by_people():
    header, *entries, end = [json.loads(line) for line in DATA.splitlines()]
    assert (header["colony"], header["format"], header["title"]) == ("game", 2, "Toy Colony")
    assert entries[2]["action"] == {"kind": "tap", "piece": "decree/3"}
    assert end["end"] == 6


@pytest.mark.parametrize("passphrase", [None, "the well is dry"])
def test_the_seed_of_a_running_game_is_not_in_the_file(passphrase):
    data = dump_game(FILE, open_secret=False, passphrase=passphrase)
    for form in (str(SEED).encode(), b"%x" % SEED, SEED.to_bytes(16, "big"), SEED.to_bytes(16, "little")):
        assert form not in data
    assert load_game(data, "file", passphrase) == load_game(DATA, "file", None)


def test_a_sealed_save_opens_only_with_its_passphrase():
    data = dump_game(FILE, open_secret=False, passphrase="the well is dry")
    assert load_game(data, "file", "the well is dry").game.seed == SEED
    for wrong in (None, "", "The well is dry"):
        with pytest.raises(WrongPassphrase):
            load_game(data, "file", wrong)


def test_an_ended_game_is_exported_in_clear():
    ended = GameFile(GameRecord("ab" * 16, "T", "toy 1", {}, SEED, OVER, 1.0), [])
    data = dump_game(ended, open_secret=True, passphrase=None)
    assert str(SEED).encode() in data
    assert load_game(data, "file", None).game.status == OVER


def relined(change):
    """DATA with `change(list of parsed lines)`, its closing hash left as it was."""
    lines = [json.loads(line) for line in DATA.splitlines()]
    change(lines)
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (b"", ForeignFile, "line 1: not readable"),
        (b"\x89PNG\r\n\x1a\n", ForeignFile, "line 1: not readable"),
        (b"[" * 100_000, ForeignFile, "line 1: not readable"),
        (b'{"name": "package"}\n', ForeignFile, "no game header"),
        (relined(lambda lines: lines[0].update(format=3)), NewerSave, r"format 3\): update the companion"),
        (DATA[: len(DATA) // 2], ForeignFile, "cut short"),
        (DATA[:-1], ForeignFile, "cut short"),
        (DATA + b"\n", ForeignFile, "line 9|cut short"),
        (relined(lambda lines: lines.pop(3)), ForeignFile, "holds 5 entries, its closing line says 6"),
        (relined(lambda lines: lines[3]["action"].update(piece="decree/60")), ForeignFile, "does not match the hash"),
    ],
)
def test_foreign_and_damaged_files_are_refused_naming_what_and_where(data, error, words):
    with pytest.raises(error, match=words) as caught:
        load_game(data, "evening.colony", None)
    assert str(caught.value).startswith("evening.colony")


def resealed(change):
    """As `relined`, but with the closing hash made right: somebody who knows the format."""
    import hashlib

    body = b"".join(line + b"\n" for line in relined(change).splitlines()[:-1])
    end = {"end": body.count(b"\n") - 1, "sha256": hashlib.sha256(body).hexdigest()}
    return body + json.dumps(end).encode() + b"\n"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines[3]["action"].update(piece="decree/60"), "Entry 3"),
        (lambda lines: lines[5].update(actor="seat:1"), "Entry 5"),
        (lambda lines: lines.pop(4), "lacks entry 4"),
        (lambda lines: lines[0]["options"].update(seats=5), "line 1"),
        (lambda lines: lines[0].update(genesis="cd" * 32), "does not open"),
        (lambda lines: lines[0].pop("options"), "line 1.*options"),
        (lambda lines: lines[0].update(created_utc_s=1e300), "line 1.*a time"),
        (lambda lines: lines[2].update(at_utc_s=float("nan")), "line 3.*a time"),
        (lambda lines: lines[2].pop("digest"), "line 3.*digest"),
        (lambda lines: lines[2].update(action=[1]), "line 3"),
        (lambda lines: lines[1].update(action={"x": 1.5}), "cannot be part of a log"),
        (lambda lines: lines[1].update(hash="zz"), "Entry 1"),
    ],
)
def test_even_with_a_right_closing_hash_a_changed_game_is_refused(change, words):
    with pytest.raises(StoreError, match=words):
        load_game(resealed(change), "evening.colony", None)


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_a_damaged_file_is_refused_by_a_named_error_and_never_taken(data):
    at = data.draw(st.integers(0, len(DATA) - 1))
    damaged = bytearray(DATA)
    damaged[at] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(StoreError):
        load_game(bytes(damaged), "file", None)


def test_an_unwritable_place_and_a_missing_file_are_named(tmp_path):
    from host.store.gamefile import read_game_file, write_game_file

    with pytest.raises(StoreUnavailable, match="cannot be written"):
        write_game_file(tmp_path / "no" / "file", DATA)
    with pytest.raises(StoreUnavailable, match="cannot be read"):
        read_game_file(tmp_path / "missing", None)


def test_canonical_json_has_one_spelling():
    assert canonical({"b": 1, "a": [True, None, "ä"]}) == '{"a":[true,null,"ä"],"b":1}'.encode()
