"""What the session wants of the ARC: lights as a difference, verdicts in time, the game's snapshot, a fresh report."""

import asyncio

import pytest
import toy_game
from table_rig import DOWN, UP, press, register

from host.session.arcside import ArcSide
from host.session.errors import LocalSessionError, NoSnapshot
from host.session.session import Session
from host.session.snapshot import pack_snapshot, unpack_snapshot
from host.store.errors import StoreConflict, StoreLocked
from host.store.store import Store
from shared_rules.catalog import OPERATIONAL


async def test_lights_are_sent_as_the_difference_to_what_the_arc_was_told(session, arc, events):
    for unit in (2, 5):
        await session.on_arc_event(events.make("MODULE_ATTACHED", unit=unit))
        await session.settle()
    await press(session, "next")
    await session.settle()
    sent = [fields["patterns"] for fields in arc.named("LIGHTS")]
    assert [[unit for unit, _ in patterns] for patterns in sent] == [[0], [2], [5]]
    assert arc.lights == {0: "connected", 2: "operational", 5: "operational"}


async def test_a_reconnected_arc_is_told_every_light_and_asked_what_it_sees(session, arc, events):
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=2))
    await session.settle()
    session.on_link_state(DOWN)
    arc.lights.clear()
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=5))
    assert arc.lights == {}
    session.on_link_state(UP)
    await session.settle()
    assert arc.lights == {0: "connected", 2: "operational", 5: "operational"}
    assert len(arc.named("SENSE")) == 2


async def test_a_verdict_is_not_kept_for_a_later_connection(session, arc, events):
    session.on_link_state(DOWN)
    await session.on_arc_event(events.tap("decree/3"))
    session.on_link_state(UP)
    await session.settle()
    assert arc.verdicts == []


async def test_a_link_that_breaks_under_a_command_ends_the_work_until_it_is_back(session, arc, events):
    arc.broken = True
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=2))
    await session.settle()
    session.on_link_state(DOWN)
    arc.broken = False
    session.on_link_state(UP)
    await session.settle()
    assert arc.lights[2] == "operational"


async def test_a_command_that_the_arc_refuses_is_a_line_for_players(session, arc, events, monkeypatch):
    monkeypatch.setattr(arc, "_answer", lambda name, fields: (1, b""))
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=2))
    await session.settle()
    assert [notice["text"] for notice in session.notices] == ["The ARC refused LIGHTS: command not understood."]


async def test_a_snapshot_that_cannot_be_made_does_not_silence_the_arc(desk_arc):
    async def locked():
        raise StoreLocked("Another program is writing to the save.")

    async def huge():
        return bytes(300_000)

    async def broken():
        raise KeyError("seed 12345")

    told = []
    side = ArcSide(desk_arc, told.append)
    task = asyncio.ensure_future(side.run())
    side.connected(True)
    for make in (locked, huge, broken):
        side.snapshot(make)
        await side.settle()
    side.lights({2: OPERATIONAL})
    await side.settle()
    assert desk_arc.lights == {2: "operational"}
    assert [text.split()[0] for text in told] == ["Another", "The", "The"]
    assert "12345" not in "".join(told)
    assert desk_arc.named("SNAPSHOT_BEGIN") == []
    task.cancel()


async def test_a_light_that_does_not_exist_is_a_mistake_that_is_not_stored(session, store, events):
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=2))
    outcome = await session.act({"kind": "odd_light"}, session.revision, "tablet:1")
    assert outcome.code == "our_bug"
    assert len(await store.entries(session.game_id)) == 1


async def test_a_session_takes_one_arc(session, arc):
    with pytest.raises(LocalSessionError):
        session.attach_arc(arc)


async def test_after_next_the_arc_keeps_the_game_and_another_computer_picks_it_up(tmp_path, session, arc, events):
    await register(session, events, 3, 2)
    await press(session, "next")
    await session.settle()
    other_store = Store.open(tmp_path / "other.db")
    other = Session(other_store, toy_game)
    other.attach_arc(arc)
    other.on_link_state(UP)
    await other.restore_from_arc()
    assert (other.digest, other.game_id) == (session.digest, session.game_id)
    assert await other_store.entries(other.game_id) == await session._store.entries(session.game_id)
    assert await other.resume()
    await press(other, "next")
    await other.close()
    other_store.close()


async def test_a_companion_that_resumes_its_own_game_leaves_the_arcs_game_alone(tmp_path, session, arc, events):
    await press(session, "next")
    await session.settle()
    other_store = Store.open(tmp_path / "other.db")
    await Session(other_store, toy_game).new_game({"seats": 3})
    other = Session(other_store, toy_game)
    other.attach_arc(arc)
    other.on_link_state(UP)
    await other.resume()
    await other.settle()
    await other.restore_from_arc()
    assert (other.digest, other.game_id) == (session.digest, session.game_id)
    await other.close()
    other_store.close()


async def test_what_was_registered_after_the_last_next_is_not_on_the_arc(tmp_path, session, arc, events):
    await press(session, "next")
    await session.settle()
    digest = session.digest
    await register(session, events, 3, 2)
    await session.settle()
    other_store = Store.open(tmp_path / "other.db")
    other = Session(other_store, toy_game)
    other.attach_arc(arc)
    await other.restore_from_arc()
    assert other.digest == digest
    await other.close()
    other_store.close()


@pytest.mark.parametrize("cut", range(1, 6))
async def test_a_snapshot_cut_at_any_command_is_sent_again_and_the_old_one_holds_meanwhile(session, arc, events, cut):
    for decree in range(1, 10):
        await register(session, events, decree, 1 + decree % 2)
    await press(session, "next")
    await session.settle()
    old = arc.snapshots.newest
    arc.fail_at = len(arc.commands) + cut
    await press(session, "next")
    await session.settle()
    if arc.fail_at is None:  # the cut came within the snapshot
        assert arc.snapshots.newest is old
        session.on_link_state(DOWN)
        session.on_link_state(UP)
        await session.settle()
    arc.fail_at = None
    data = b"".join(arc.snapshots.read(at)[1] for at in range(0, arc.snapshots.newest.length, 384))
    assert len(unpack_snapshot(data, toy_game).entries) == session._core.seq


async def test_an_older_snapshot_does_not_set_a_game_back(session, arc):
    await press(session, "next")
    await session.settle()
    session.on_link_state(DOWN)
    await press(session, "next")
    with pytest.raises(StoreConflict, match="played on here"):
        await session.restore_from_arc()


async def test_an_arc_without_a_game_says_so(session, desk_arc):
    with pytest.raises(NoSnapshot, match="holds no game"):
        await session.restore_from_arc()
    session.attach_arc(desk_arc)
    with pytest.raises(NoSnapshot, match="holds no game"):
        await session.restore_from_arc()


async def test_damaged_and_foreign_snapshots_are_refused_by_name(session, store):
    data = pack_snapshot(await store.game_file(session.game_id))
    assert unpack_snapshot(data, toy_game).game.seed == (await store.game(session.game_id)).seed
    for bad in (b"", b"CAS1", data[:-1], b"XXXX" + data[4:], data[:50] + bytes([data[50] ^ 1]) + data[51:]):
        with pytest.raises(NoSnapshot):
            unpack_snapshot(bad, toy_game)


async def test_a_snapshot_that_replays_to_another_game_is_refused(session, store, events, monkeypatch):
    await register(session, events, 3, 2)
    data = pack_snapshot(await store.game_file(session.game_id))
    monkeypatch.setattr(toy_game, "VP_REGISTERED", 3)
    with pytest.raises(NoSnapshot, match="replays differently"):
        unpack_snapshot(data, toy_game)


async def test_a_verdict_does_not_wait_for_a_long_snapshot(desk_arc):
    side = ArcSide(desk_arc)
    task = asyncio.ensure_future(side.run())
    side.connected(True)
    real = desk_arc.command

    async def command(name, **fields):
        if name == "SNAPSHOT_DATA" and fields["offset"] == 384:
            side.verdict(77, 1, 0)
        return await real(name, **fields)

    desk_arc.command = command

    async def make():
        return bytes(384 * 10)

    side.snapshot(make)
    await side.settle()
    names = [name for name, _ in desk_arc.commands]
    assert names.index("VERDICT") < names.index("SNAPSHOT_COMMIT") - 5
    task.cancel()


async def test_the_snapshot_of_a_long_evening_fits_the_arc(session, store, events):
    for decree in range(1, 10):
        await register(session, events, decree, 1)
    file = await store.game_file(session.game_id)
    per_entry = len(pack_snapshot(file)) / len(file.entries)
    assert per_entry * 1000 < 65536
