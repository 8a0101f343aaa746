"""ARC events become game actions, sentences or lines to put back; each acts once."""

import asyncio

import pytest
from table_rig import DOWN, UID, UP, press, register, texts, to_do

from host.session.session import Session
from host.store.errors import StoreLocked, TagRefused, TagTaken
from host.store.store import Store
from shared_rules.catalog import (
    FAULT_ABSENT,
    FAULT_ADDRESS_CLASH,
    FAULT_HUNG,
    PART_READER,
    TAG_CLASSIC,
    TAG_PHONE,
    VERDICT_ACCEPTED,
    VERDICT_ASKING,
    VERDICT_REFUSED,
)


async def test_a_decree_and_its_owners_token_are_registered(session, arc, events):
    await session.on_arc_event(events.tap("decree/3"))
    assert session.view("table")["dialog"]["id"] == "owner"
    await session.on_arc_event(events.tap("manager/2"))
    assert session.view("table")["managers"][1]["vp"] == 2
    await session.settle()
    assert arc.verdicts == [(1, VERDICT_ASKING), (2, VERDICT_ACCEPTED)]


async def test_an_event_that_is_delivered_again_has_no_second_effect(session, store, events):
    event = events.tap("decree/3")
    for _ in range(3):
        await session.on_arc_event(event)
    assert len(await store.entries(session.game_id)) == 1


async def test_an_event_that_is_delivered_again_later_does_not_act_on_what_is_now(session, events):
    came, went = events.make("MODULE_ATTACHED", unit=2), events.make("MODULE_LOST", unit=2)
    for event in (came, went):
        await session.on_arc_event(event)
    before = (session.digest, session.revision)
    await session.on_arc_event(came)
    assert (session.digest, session.revision, session.view("table")["lights"]) == (*before, {})


async def test_an_event_that_was_committed_before_a_crash_has_no_second_effect_after_it(session, store, events):
    import toy_game

    event = events.make("MODULE_ATTACHED", unit=6)
    await session.on_arc_event(event)
    again = Session(store, toy_game)
    await again.resume()
    await again.on_arc_event(event)
    assert (again.digest, again.revision) == (session.digest, session.revision)


async def test_an_event_that_cannot_be_stored_raises_so_that_it_is_not_acknowledged(tmp_path, session, events):
    import sqlite3

    import toy_game

    hasty_store = Store.open(tmp_path / "colony.db", busy_timeout_ms=10)
    hasty = Session(hasty_store, toy_game)
    await hasty.resume()
    tool = sqlite3.connect(tmp_path / "colony.db", isolation_level=None)
    tool.execute("BEGIN IMMEDIATE")
    event, before = events.tap("decree/3"), hasty.digest
    with pytest.raises(StoreLocked):
        await hasty.on_arc_event(event)
    assert hasty.digest == before
    tool.close()
    await hasty.on_arc_event(event)
    assert hasty.view("table")["dialog"]["id"] == "owner"
    hasty_store.close()


async def test_a_refused_tap_says_why_on_the_screen_and_by_light(session, arc, events):
    await register(session, events, 3, 2)
    await session.on_arc_event(events.tap("decree/3"))
    assert texts(session) == ["Decree 3 is registered already."]
    await session.settle()
    assert arc.verdicts[-1] == (3, VERDICT_REFUSED)
    await session.on_arc_event(events.tap("decree/4"))
    assert texts(session) == []


@pytest.mark.parametrize(
    "fields",
    [
        {"tag": TAG_PHONE, "uid": bytes.fromhex("08a1b2c3")},
        {"tag": TAG_CLASSIC, "uid": bytes.fromhex("08112233")},  # a bank card that passes for a plain card
    ],
)
async def test_phones_and_bank_cards_are_refused(session, arc, events, fields):
    await session.on_arc_event(events.make("TAP", **fields))
    assert texts(session) == ["Phones and bank cards cannot be pieces: take it off the ARC."]
    with pytest.raises(TagRefused):
        await session.teach_tag(fields["uid"], "decree/3")


async def test_an_unknown_tag_is_offered_for_teaching_and_then_acts(session, events):
    await session.on_arc_event(events.make("TAP"))
    assert "not known" in texts(session)[0]
    assert session.unknown_uid == UID
    await session.teach_tag(session.unknown_uid, "decree/3")
    await session.on_arc_event(events.make("TAP"))
    assert session.view("table")["dialog"]["id"] == "owner"
    with pytest.raises(TagTaken, match="decree/3"):
        await session.teach_tag(UID, "decree/4")


async def test_a_tag_whose_record_contradicts_what_was_taught_is_not_guessed(session, store, events):
    await store.bind_tag(UID, "decree/4")
    await session.on_arc_event(events.tap("decree/3"))
    assert "says Decree 3 but was taught as Decree 4" in texts(session)[0]
    assert session.view("table")["dialog"] is None


async def test_two_tags_at_once_are_refused(session, arc, events):
    await session.on_arc_event(events.make("TAGS_MANY", uids=[UID, UID[::-1]]))
    assert texts(session) == ["Two tags lie on the ARC: take one away."]
    await session.settle()
    assert arc.verdicts == [(1, VERDICT_REFUSED)]


async def test_a_lifted_tag_and_an_event_of_a_newer_firmware_change_nothing(session, store, events):
    before = session.revision
    await session.on_arc_event(events.make("LIFT", uid=UID))
    assert (session.revision, await store.seen(77, 1)) == (before, True)


async def test_battery_and_faults_are_lines_for_players_and_no_game_actions(session, store, events):
    await session.on_arc_event(events.make("BATTERY", millivolts=4300, low=True))
    await session.on_arc_event(events.make("FAULT", part=PART_READER, code=FAULT_HUNG, detail="no answer"))
    assert texts(session) == [
        "The ARC's batteries are low (4.3 V): change them soon.",
        "ARC, reader: does not answer (no answer). `colony doctor` says what to do.",
    ]
    await session.on_arc_event(events.make("FAULT_CLEARED", part=PART_READER, code=FAULT_HUNG))
    await session.on_arc_event(events.make("BATTERY", millivolts=5900, low=False))
    assert texts(session) == []
    assert await store.entries(session.game_id) == []


async def test_faults_of_an_arc_that_started_anew_are_gone_unless_it_tells_them_again(session, events):
    """An ARC in safe mode whose power is cut comes back well, and cannot say that something is over."""
    session.on_link_state(UP)
    for code in (FAULT_HUNG, FAULT_ABSENT):
        await session.on_arc_event(events.make("FAULT", part=PART_READER, code=code, detail=""))
    await session.on_arc_event(events.make("BATTERY", millivolts=4100, low=True))
    await session.on_arc_event(events.make("MODULE_CONFLICT", unit=6, code=FAULT_ADDRESS_CLASH))
    assert len(texts(session)) == 4
    session.on_link_state(DOWN)
    assert len(texts(session)) == 4
    session.on_link_state(UP)
    assert texts(session) == []
    await session.on_arc_event(events.make("FAULT", part=PART_READER, code=FAULT_ABSENT, detail=""))
    assert len(texts(session)) == 1


async def test_a_conflict_is_over_when_the_boards_are_taken_off(session, events):
    await session.on_arc_event(events.make("MODULE_CONFLICT", unit=6, code=FAULT_ADDRESS_CLASH))
    assert len(texts(session)) == 1
    await session.on_arc_event(events.make("MODULE_LOST", unit=6))
    assert texts(session) == []


async def test_a_tap_without_a_game_is_refused_and_recorded(store, events):
    import toy_game

    session = Session(store, toy_game)
    await session.on_arc_event(events.tap("decree/3"))
    assert texts(session) == ["No game is running: start one on the screen."]
    assert await store.seen(77, 1)


# -- modules and corridors: expected and sensed -------------------------------------------------------------------


async def test_modules_and_corridors_reach_the_game(session, store, events):
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=2))
    await session.on_arc_event(events.make("TOPOLOGY", edges=[(2, 1, 0, 3)]))
    await session.on_arc_event(events.make("TOPOLOGY", edges=[(0, 3, 2, 1)]))  # the same corridor
    await session.on_arc_event(events.make("MODULE_LOST", unit=2))
    actions = [entry.action for entry in await store.entries(session.game_id)]
    assert actions == [
        {"kind": "attach", "unit": 2},
        {"kind": "topology", "edges": [[0, 3, 2, 1]]},
        {"kind": "detach", "unit": 2},
    ]


async def test_a_module_that_the_game_refuses_is_to_be_taken_off_and_shows_it(session, arc, events):
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=13))
    assert to_do(session) == ["off:13"]
    line = session.view("table")["put_back"][0]
    assert line == "Take the Atmospheric Synthesizer (module 13) off: it is not part of this game."
    await session.settle()
    assert arc.lights[13] == "module_refused"
    await session.on_arc_event(events.make("MODULE_LOST", unit=13))
    assert to_do(session) == []
    await session.settle()
    assert arc.lights[13] == "dark"


async def test_a_module_that_must_stay_is_to_be_connected_again(session, events):
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=6))
    await session.on_arc_event(events.make("MODULE_LOST", unit=6))
    assert to_do(session) == ["on:6"]
    revision = session.revision
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=6))
    assert (to_do(session), session.revision) == ([], revision)


async def test_after_a_restart_of_the_arc_known_modules_are_no_news_and_missing_ones_are_named(session, events):
    for unit in (2, 5):
        await session.on_arc_event(events.make("MODULE_ATTACHED", unit=unit))
    revision = session.revision
    session.on_link_state(UP)
    events.boot, events.seq = 78, 0
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=2))
    assert to_do(session) == []  # the report is not complete yet
    await session.on_arc_event(events.make("TOPOLOGY", edges=[]))
    assert (to_do(session), session.revision) == (["on:5"], revision)
    await session.on_arc_event(events.make("MODULE_ATTACHED", unit=5))
    assert (to_do(session), session.revision) == ([], revision)


async def test_a_module_that_is_missing_twice_is_taken_off_for_the_game(store, events, desk_arc):
    import toy_game

    session = Session(store, toy_game, grace_s=0)
    await session.new_game({"seats": 2})
    for unit in (2, 5, 6):
        await session.on_arc_event(events.make("MODULE_ATTACHED", unit=unit))
    session.attach_arc(desk_arc)
    session.on_link_state(UP)
    await session.settle()
    for _ in range(2):
        await session.on_arc_event(events.make("MODULE_ATTACHED", unit=2))
        await session.on_arc_event(events.make("TOPOLOGY", edges=[(0, 3, 2, 1)]))
        await asyncio.sleep(0)
        await session.settle()
    assert len(desk_arc.named("SENSE")) == 2
    actions = [entry.action for entry in await store.entries(session.game_id)][3:]
    assert actions == [{"kind": "detach", "unit": 5}, {"kind": "topology", "edges": [[0, 3, 2, 1]]}]
    assert to_do(session) == ["on:6"]  # the game refused to let it go
    await session.close()


async def test_a_corridor_that_comes_loose_is_told_at_once_once_a_report_was_complete(session, store, events):
    await session.on_arc_event(events.make("TOPOLOGY", edges=[(0, 3, 2, 1)]))
    session.on_link_state(UP)
    await session.on_arc_event(events.make("TOPOLOGY", edges=[(0, 3, 2, 1)]))
    await session.on_arc_event(events.make("TOPOLOGY", edges=[]))
    actions = [entry.action for entry in await store.entries(session.game_id)]
    assert actions[1:] == [{"kind": "topology", "edges": []}]


async def test_an_arc_that_has_just_started_may_not_have_found_its_corridors_yet(session, store, events):
    await session.on_arc_event(events.make("TOPOLOGY", edges=[(0, 3, 2, 1)]))
    session.on_link_state(UP)
    for edges in ([], [(0, 3, 2, 1)]):
        await session.on_arc_event(events.make("TOPOLOGY", edges=edges))
    assert len(await store.entries(session.game_id)) == 1


async def test_a_new_game_learns_what_stands_on_the_table_already(session, store, events):
    for unit in (2, 13):
        await session.on_arc_event(events.make("MODULE_ATTACHED", unit=unit))
    await session.on_arc_event(events.make("TOPOLOGY", edges=[(0, 3, 2, 1)]))
    await session.new_game({"seats": 2})
    kinds = [entry.action["kind"] for entry in await store.entries(session.game_id)]
    assert kinds == ["attach", "topology"]
    assert to_do(session) == ["off:13"]


# -- taps that come late -----------------------------------------------------------------------------------------


async def test_a_tap_delivered_after_a_link_loss_is_refused_when_the_game_has_moved_on(session, arc, events):
    tap = events.make("TAP", tapped_in=8, piece="decree/3")
    session.on_link_state(DOWN)
    await press(session, "next")
    session.on_link_state(UP)
    await session.on_arc_event(tap)
    assert "Lay it again" in texts(session)[0]
    assert session.view("table")["dialog"] is None
    await session.settle()
    assert arc.verdicts[-1][1] == VERDICT_REFUSED


async def test_taps_delivered_after_a_link_loss_act_when_nothing_happened_meanwhile(session, arc, events):
    taps = [events.make("TAP", tapped_in=8, piece=piece) for piece in ("decree/3", "manager/2")]
    session.on_link_state(DOWN)
    session.on_link_state(UP)
    for tap in taps:
        await session.on_arc_event(tap)
    assert session.view("table")["managers"][1]["vp"] == 2


async def test_a_tap_from_the_game_before_does_not_act_in_the_next_one(session, arc, events):
    tap = events.make("TAP", tapped_in=8, piece="decree/3")
    session.on_link_state(DOWN)
    await session.new_game({"seats": 2})
    session.on_link_state(UP)
    await session.on_arc_event(tap)
    assert "Lay it again" in texts(session)[0]


async def test_a_module_that_came_while_the_link_was_away_counts_whatever_was_pressed(session, arc, events):
    event = events.make("MODULE_ATTACHED", unit=2)
    session.on_link_state(DOWN)
    await press(session, "next")
    session.on_link_state(UP)
    await session.on_arc_event(event)
    assert session.view("table")["lights"] == {"2": "operational"}


async def test_what_the_link_says_is_shown(session):
    session.on_link_state(UP)
    assert session.view("table")["link"] == "The ARC is connected."
    session.on_link_state(DOWN)
    assert session.link_words == "The ARC is away: plug it in."
