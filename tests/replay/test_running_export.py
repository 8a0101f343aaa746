"""The export of a game that goes on: told in words that everybody may read, everything hidden is sealed."""

import json

import pytest

from host.session.session import Session
from host.store.errors import ForeignFile, WrongPassphrase
from host.store.gamefile import dump_game, load_game
from host.store.store import Store
from shared_rules.beyond_humanity import game


def choices(session, seat, kind=None):
    actions = session.view(f"seat:{seat}")["you"]["actions"]
    return [action for action in actions if action["kind"] not in ("undo", "pass") and kind in (None, action["kind"])]


async def do(session, action):
    outcome = await session.act(action, session.revision, f"seat:{action['seat']}")
    assert outcome.ok, outcome.sentence


async def play_until(session, kind):
    """The first legal action of whoever is asked, until somebody may do `kind`."""
    while True:
        seat = session.to_act[0]
        if choices(session, seat, kind):
            return seat
        actions = session.view(f"seat:{seat}")["you"]["actions"]
        await do(session, choices(session, seat)[0] if choices(session, seat) else actions[0])


async def exported(session, path, passphrase=None):
    await session.export(path, passphrase)
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def openly(lines):
    """What can be read in an editor, without what is random or a time."""
    header = {name: value for name, value in lines[0].items() if name not in ("secret", "created_utc_s", "game_id")}
    header.pop("genesis")
    entries = [{name: value for name, value in line.items() if name != "at_utc_s"} for line in lines[1:-1]]
    return header, entries


@pytest.mark.rule("BHC-3.1-11", "BHC-2.4-8")
async def test_two_games_that_differ_in_a_secret_choice_read_the_same(tmp_path):
    """Noninterference: whatever a seat keeps or chooses in secret changes no open byte of the file."""
    read = []
    for choice in (0, -1):
        store = Store.open(tmp_path / f"{choice}.db")
        session = Session(store, game)
        session.on_link_state(type("Up", (), {"words": "", "connected": True}))
        await session.new_game({"mode": "semi", "managers": [3, 8, 5], "planet": "trappist-1-e", "level": "referee"}, 7)
        seat = session.to_act[0]
        await do(session, choices(session, seat, "keep")[choice])
        await play_until(session, "choose")
        seat = session.to_act[0]
        assert len(choices(session, seat, "choose")) > 1
        await do(session, choices(session, seat, "choose")[choice])
        read.append(openly(await exported(session, tmp_path / f"{choice}.colony")))
        await session.close()
        store.close()
    assert read[0] == read[1]
    assert "in secret" in read[0][1][-1]["words"]


async def test_a_running_game_shows_words_and_no_actions_digests_or_seed(tmp_path, session):
    await play_until(session, "choose")
    lines = await exported(session, tmp_path / "running.colony")
    assert {name for line in lines[1:-1] for name in line} == {"seq", "actor", "words", "at_utc_s"}
    assert all(line["words"].endswith((".", "!", "?", "”")) for line in lines[1:-1])
    data = (tmp_path / "running.colony").read_bytes()
    assert str(session._core.record.seed).encode() not in data
    assert lines[0]["secret"]["kind"] == "curtain"


async def test_it_is_played_on_elsewhere_from_the_file_alone(tmp_path, session):
    await play_until(session, "choose")
    await exported(session, tmp_path / "running.colony", "the well is dry")
    store = Store.open(tmp_path / "elsewhere.db")
    there = Session(store, game)
    with pytest.raises(WrongPassphrase):
        await there.import_game(tmp_path / "running.colony", "the well is deep")
    await there.import_game(tmp_path / "running.colony", "the well is dry")
    assert there.digest == session.digest
    await there.close()
    store.close()


async def test_a_running_game_can_be_watched_as_the_table_saw_it_and_by_nobody_else(session):
    await play_until(session, "choose")
    playback = await session.playback()
    assert playback.audiences == ["table"]
    assert playback.length == session._core.seq
    shown = playback.view(playback.length, "table")
    assert shown == session._core.table_view
    assert shown["you"] is None


async def test_an_ended_game_is_open(path, whole):
    header, first, *_ = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert header["secret"] == {"kind": "open", "seed": str(whole.game.seed)}
    assert (first["seq"], first["action"]["kind"]) == (1, "keep")
    assert first["words"].endswith("chose Goals in secret.")
    assert set(header["fingerprint"]) == {"rules", "content"}
    assert load_game(path.read_bytes(), "evening", None) == whole


def test_a_sealed_part_that_lost_entries_is_named(whole):
    lines = dump_game(whole, open_secret=False, passphrase=None, veiled=True).splitlines(keepends=True)
    import hashlib

    body = b"".join([*lines[:2], *lines[3:-1]])
    closing = {"end": len(whole.entries) - 1, "sha256": hashlib.sha256(body).hexdigest()}
    with pytest.raises(ForeignFile, match="evening: the sealed part does not fit"):
        load_game(body + json.dumps(closing).encode() + b"\n", "evening", None)


def test_a_running_game_of_the_first_format_is_still_read(whole):
    """Format 1 had neither words nor fingerprint; saves of it are on players' disks."""
    import hashlib

    lines = [json.loads(line) for line in dump_game(whole, open_secret=True, passphrase=None).splitlines()]
    lines[0]["format"] = 1
    del lines[0]["fingerprint"]
    for line in lines[1:-1]:
        del line["words"]
    body = b"".join(json.dumps(line).encode() + b"\n" for line in lines[:-1])
    closing = {"end": len(whole.entries), "sha256": hashlib.sha256(body).hexdigest()}
    read = load_game(body + json.dumps(closing).encode() + b"\n", "evening", None)
    assert read == whole
    assert (read.words, read.fingerprint) == ((), None)
