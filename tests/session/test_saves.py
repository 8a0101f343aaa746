"""A game moves as one file: to another computer, back again, sealed or open; every digest is proved by folding."""

import hashlib
import json

import pytest
import toy_game
from table_rig import press, register

from host.session.errors import LocalSessionError, ReplayMismatch, WrongRules
from host.session.session import Session
from host.store.entries import chained
from host.store.errors import WrongPassphrase
from host.store.gamefile import GameFile, dump_game
from host.store.store import Store


@pytest.fixture
async def elsewhere(tmp_path):
    """A session on another computer."""
    opened = Store.open(tmp_path / "elsewhere.db")
    yield Session(opened, toy_game)
    opened.close()


@pytest.mark.parametrize("passphrase", [None, "the well is dry"])
async def test_a_running_game_moves_to_another_computer_and_back(tmp_path, session, elsewhere, events, passphrase):
    await register(session, events, 3, 2)
    await session.export(tmp_path / "there.colony", passphrase)
    await elsewhere.import_game(tmp_path / "there.colony", passphrase)
    assert elsewhere.digest == session.digest
    events.boot = 99
    await register(elsewhere, events, 4, 1)
    await elsewhere.export(tmp_path / "back.colony")
    before = session.revision
    await session.import_game(tmp_path / "back.colony")
    assert (session.digest, session.revision) == (elsewhere.digest, before + 2)


async def test_an_imported_game_becomes_the_one_that_runs(tmp_path, session, elsewhere):
    await session.export(tmp_path / "evening.colony")
    await elsewhere.new_game({"seats": 3})
    shown = elsewhere.revision
    await elsewhere.import_game(tmp_path / "evening.colony")
    assert (elsewhere.game_id, elsewhere.view("table")["managers"][-1]["seat"]) == (session.game_id, 1)
    assert elsewhere.revision > shown
    again = Session(elsewhere._store, toy_game)
    assert await again.resume()
    assert again.game_id == session.game_id


async def test_a_wrong_passphrase_changes_nothing(tmp_path, session, elsewhere):
    await session.export(tmp_path / "evening.colony", "the well is dry")
    with pytest.raises(WrongPassphrase):
        await elsewhere.import_game(tmp_path / "evening.colony", "the well is deep")
    assert elsewhere.running is False
    assert await elsewhere._store.games() == []


async def test_a_chain_that_holds_but_does_not_replay_is_refused_at_its_entry(tmp_path, session, store, elsewhere):
    """Somebody who knows the format gives himself points: hashes right, digests of no game that was ever played."""
    await press(session, "next")
    file = await store.game_file(session.game_id)
    faked = dict(toy_game.apply(session._core.state, {"kind": "next"}), vp=[99, 0])
    entry = chained(file.entries[-1].hash, 2, "arc", {"kind": "next"}, toy_game.digest(faked))
    forged = GameFile(file.game, [*file.entries, entry])
    (tmp_path / "forged.colony").write_bytes(dump_game(forged, False, None))
    with pytest.raises(ReplayMismatch, match="Entry 2") as caught:
        await elsewhere.import_game(tmp_path / "forged.colony")
    assert caught.value.seq == 2
    assert await elsewhere._store.games() == []


async def test_an_action_that_the_rules_refuse_is_refused_at_its_entry(tmp_path, session, store, elsewhere):
    file = await store.game_file(session.game_id)
    entry = chained(file.game.genesis, 1, "arc", {"kind": "tap", "piece": "governor"}, session.digest)
    (tmp_path / "f").write_bytes(dump_game(GameFile(file.game, [entry]), False, None))
    with pytest.raises(ReplayMismatch, match="refuse entry 1"):
        await elsewhere.import_game(tmp_path / "f")


async def test_an_action_that_makes_no_sense_is_refused_at_its_entry(tmp_path, session, store, elsewhere):
    file = await store.game_file(session.game_id)
    entry = chained(file.game.genesis, 1, "arc", {"kind": "tap", "piece": 5}, session.digest)
    (tmp_path / "f").write_bytes(dump_game(GameFile(file.game, [entry]), False, None))
    with pytest.raises(ReplayMismatch, match="Entry 1 of the save makes no sense"):
        await elsewhere.import_game(tmp_path / "f")


async def test_a_save_of_another_title_is_refused_by_name(tmp_path, session, elsewhere, monkeypatch):
    await session.export(tmp_path / "evening.colony")
    monkeypatch.setattr(toy_game, "NAME", "another title")
    with pytest.raises(WrongRules, match="Toy Colony"):
        await elsewhere.import_game(tmp_path / "evening.colony")


async def test_the_file_names_its_entries_digests_and_hashes(tmp_path, session, events):
    await register(session, events, 3, 2)
    await session.export(tmp_path / "evening.colony")
    data = (tmp_path / "evening.colony").read_bytes()
    header, first, second, end = [json.loads(line) for line in data.splitlines()]
    assert header["secret"]["kind"] == "curtain"
    assert second["digest"] == session.digest
    assert first["action"] == {"kind": "tap", "piece": "decree/3"}
    assert end["sha256"] == hashlib.sha256(data[: data.rindex(b'{"end"')]).hexdigest()


async def test_without_a_game_there_is_nothing_to_export(tmp_path, elsewhere):
    with pytest.raises(LocalSessionError):
        await elsewhere.export(tmp_path / "nothing.colony")
    assert not (tmp_path / "nothing.colony").exists()
