"""Hidden values leave the session in no form: view, log line, error, export, repr, ARC snapshot."""

import base64
import json
import logging
import zlib

from table_rig import UP, press, register

from host.store.seal import unseal_bytes

SEED = 31415926535897932384626433832795028841


def spellings(number):
    """A hidden number in the forms in which it could slip out."""
    found = {str(number).encode(), b"%x" % number, b"%X" % number, f"{number:,}".encode()}
    length = (number.bit_length() + 7) // 8
    for raw in (number.to_bytes(length, "big"), number.to_bytes(length, "little")):
        if length > 3:  # shorter ones occur by chance
            found |= {raw, base64.b64encode(raw).rstrip(b"="), base64.b85encode(raw)}
    return found


def secrets_of(session):
    """Every hidden number of the toy title's state."""
    state = session._core.state
    return [SEED, *state["purses"]]


def assert_hidden(data, numbers):
    for number in numbers:
        for form in spellings(number):
            assert form not in data, f"{form!r} got out"


async def play_an_evening(session, events):
    """Registrations, refusals, an UNDO, a mistake of the rules, link losses."""
    hidden = []
    for decree in range(1, 6):
        await register(session, events, decree, 1 + decree % 2)
        await session.on_arc_event(events.tap(f"decree/{decree}"))
        hidden += secrets_of(session)
    await session.on_arc_event(events.tap("governor"))
    await press(session, "answer", choice="undo")
    for kind in ("break", "leak"):  # mistakes of the rules; the second one's error quotes the whole state
        await session.act({"kind": kind}, session.revision, "tablet:1")
    await session.act({"kind": "next"}, 0, "tablet:1")
    await press(session, "next")
    await session.settle()
    return set(hidden + secrets_of(session))


async def test_no_log_line_view_or_notice_holds_a_hidden_value(session, arc, events, caplog):
    caplog.set_level(logging.DEBUG)
    views = []
    session.subscribe(lambda: views.append([session.view(who) for who in ("table", "seat:0", "seat:1")]))
    hidden = await play_an_evening(session, events)
    lines = "\n".join([record.getMessage() for record in caplog.records] + [caplog.text])
    assert "entry 3 by arc: tap decree/2" in lines
    assert "the rules failed (ValueError) on leak" in lines
    assert "toy_game.py" in lines
    assert len(hidden) >= 7
    assert_hidden(lines.encode(), hidden)
    assert views
    assert_hidden(json.dumps(views).encode(), hidden)
    assert_hidden(repr([session.notices, session, await session._store.games()]).encode(), hidden)


async def test_the_export_of_a_running_game_holds_no_hidden_value(tmp_path, session, events):
    hidden = await play_an_evening(session, events)
    await session.export(tmp_path / "evening.colony")
    data = (tmp_path / "evening.colony").read_bytes()
    assert_hidden(data, hidden)
    await session.export(tmp_path / "sealed.colony", "the well is dry")
    assert_hidden((tmp_path / "sealed.colony").read_bytes(), hidden)


async def test_the_export_of_an_ended_game_is_open(tmp_path, session, events):
    for _ in range(3):
        await press(session, "next")
    assert session.result
    await session.export(tmp_path / "evening.colony")
    assert str(SEED).encode() in (tmp_path / "evening.colony").read_bytes()


async def test_the_snapshot_on_the_arc_is_sealed(session, arc, events):
    hidden = await play_an_evening(session, events)
    data = b"".join(fields["data"] for fields in arc.named("SNAPSHOT_DATA"))
    assert data
    assert_hidden(data, hidden)
    newest = arc.snapshots.newest.length
    whole = b"".join(arc.snapshots.read(at)[1] for at in range(0, newest, 384))
    opened = zlib.decompress(unseal_bytes(whole[36:], None, whole[4:36]))
    assert str(SEED).encode() in opened  # the search above would have found it


async def test_this_search_finds_what_gets_out(session, events):
    """The test's own test: the state itself is full of what must not leave."""
    await register(session, events, 1, 1)
    data = json.dumps(session._core.state).encode()
    found = [number for number in secrets_of(session)[1:] if any(form in data for form in spellings(number))]
    assert len(found) == 2


async def test_the_arc_is_told_nothing_but_messages_of_the_table(session, arc, events):
    await play_an_evening(session, events)
    session.on_link_state(UP)
    assert {name for name, _ in arc.commands} <= {
        "VERDICT", "SENSE", "LIGHTS", "SNAPSHOT_BEGIN", "SNAPSHOT_DATA", "SNAPSHOT_COMMIT",
    }  # fmt: skip
