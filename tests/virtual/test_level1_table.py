"""The firmware around the virtual table at level 1: what happens on the table, what the host hears, what lights."""

import asyncio
import gc
import tracemalloc

import pytest

from shared_rules import catalog
from shared_rules.wire import messages
from shared_rules.wire.frames import crc32
from tools.virtual.box import uid_of
from tools.virtual.table import TableError


def test_tap_becomes_event_ack_and_light(play):
    async def scene(bench):
        await bench.light("no_host")
        await bench.greet()
        await bench.light("connected")
        bench.table.tap("decree/17")
        tap = await bench.event("TAP")
        assert (tap["piece"], tap["uid"], tap["tag"]) == ("decree/17", uid_of("decree/17"), catalog.TAG_NTAG)
        assert tap["session"] == bench.host.session
        for verdict, pattern in ((catalog.VERDICT_ASKING, "tap_asking"), (catalog.VERDICT_REFUSED, "tap_refused"),
                                 (catalog.VERDICT_ACCEPTED, "tap_accepted")):
            result = await bench.command("VERDICT", boot=tap["boot"], seq=tap["seq"], verdict=verdict)
            assert result["code"] == messages.OK
            await bench.light(pattern, 0.1)
        await bench.light("connected")
        bench.table.lift("decree/17")
        assert (await bench.event("LIFT"))["uid"] == tap["uid"]
        assert len(bench.host.events("TAP")) == 1
        assert len(bench.arc.app.journal) == 0

    play(scene)


def test_b29_resting_tag_is_one_tap_and_b31_lifts_make_more(play):
    async def scene(bench):
        await bench.greet()
        for _ in range(3):
            bench.table.tap("manager/3")
            await bench.event("TAP")
            await asyncio.sleep(3)
            bench.table.lift()
            await bench.event("LIFT")
        assert len(bench.host.events("TAP")) == 3

    play(scene)


def test_tap_without_host_is_refused_by_light_and_never_acts_later(play):
    async def scene(bench):
        await bench.light("no_host")
        bench.table.tap("decree/17")
        await bench.light("tap_refused")
        await bench.light("no_host")
        await bench.greet()
        await asyncio.sleep(3)
        assert bench.host.events("TAP") == []
        bench.table.lift()
        bench_after = await bench.event("LIFT")
        assert bench_after["uid"] == uid_of("decree/17")

    play(scene)


def test_attach_becomes_module_attached_and_topology_with_a_loop(play):
    async def scene(bench):
        await bench.greet()
        bench.table.attach(6, (0, 1), 2)
        attached = await bench.event("MODULE_ATTACHED")
        assert (attached["unit"], attached["kind"], attached["ports"]) == (6, catalog.kind_of(6), 4)
        await bench.module_light(6, "attached")
        bench.table.attach(7, (6, 0))
        bench.table.join((7, 3), (0, 4))
        edges = [(0, 1, 6, 2), (0, 4, 7, 3), (6, 0, 7, 0)]
        await bench.until(lambda: any([tuple(e) for e in fields["edges"]] == edges
                                      for _, fields in bench.host.events("TOPOLOGY")))
        result = await bench.command("LIGHTS", patterns=[(6, catalog.CONSTRUCTION), (0, catalog.WIN)])
        assert result["code"] == messages.OK
        await bench.module_light(6, "construction")
        await bench.light("win")
        bench.table.detach(7)
        assert (await bench.event("MODULE_LOST"))["unit"] == 7
        await bench.until(lambda: bench.host.events("TOPOLOGY")[-1][1]["edges"] == [[0, 1, 6, 2]])

    play(scene)


def test_module_that_comes_back_shows_the_wished_light(play):
    async def scene(bench):
        await bench.greet()
        bench.table.attach(9)
        await bench.event("MODULE_ATTACHED")
        await bench.command("LIGHTS", patterns=[(9, catalog.TIER_2)])
        bench.table.detach(9)
        await bench.event("MODULE_LOST")
        bench.table.attach(9)
        await bench.event("MODULE_ATTACHED")
        await bench.module_light(9, "tier_2")

    play(scene)


def test_identify_blinks_one_module_for_five_seconds(play):
    async def scene(bench):
        await bench.greet()
        assert (await bench.command("IDENTIFY", unit=4))["code"] == messages.BAD_COMMAND
        bench.table.attach(4)
        await bench.event("MODULE_ATTACHED")
        assert (await bench.command("IDENTIFY", unit=4))["code"] == messages.OK
        await bench.module_light(4, "identify", 1)
        await bench.module_light(4, "attached", 6)

    play(scene)


def test_power_cut_means_a_new_boot_and_the_same_snapshot(play):
    async def scene(bench):
        game = bytes(range(256)) * 8
        await bench.greet()
        assert (await bench.command("SNAPSHOT_INFO"))["code"] == messages.NOTHING_STORED
        await bench.command("SNAPSHOT_BEGIN", length=len(game), crc=crc32(game))
        for offset in range(0, len(game), messages.CHUNK_BYTES):
            await bench.command("SNAPSHOT_DATA", offset=offset, data=game[offset : offset + messages.CHUNK_BYTES])
        assert (await bench.command("SNAPSHOT_COMMIT"))["code"] == messages.OK
        boot = bench.host.seen[0][1]["boot"]
        await bench.arc.restart("power on")
        await bench.greet(8)
        assert bench.host.events()[-1][1]["boot"] != boot or bench.arc.app.journal.boot != boot
        info = (await bench.command("SNAPSHOT_INFO"))["value"]
        assert info == len(game).to_bytes(4, "little") + crc32(game).to_bytes(4, "little")
        back = b""
        while len(back) < len(game):
            back += (await bench.command("SNAPSHOT_READ", offset=len(back)))["value"]
        assert back == game

    play(scene)


def test_journal_outlives_a_pulled_cable(play):
    async def scene(bench):
        await bench.greet()
        bench.acks = False
        bench.table.tap("governor")
        await bench.event("TAP")
        bench.beats = False
        await bench.light("no_host", 10)
        before = [raw for raw in bench.host.raw if messages.unpack(raw, messages.TO_HOST)[0] == "TAP"]
        bench.acks = bench.beats = True
        await bench.greet(99)
        await bench.until(lambda: len(bench.arc.app.journal) == 0)
        after = [raw for raw in bench.host.raw if messages.unpack(raw, messages.TO_HOST)[0] == "TAP"]
        assert len(after) > len(before)
        assert len(set(after)) == 1

    play(scene)


def test_b72_host_that_stops_reading_freezes_nothing(play):
    async def scene(bench):
        await bench.greet()
        bench.table.fault("host_stall")
        bench.table.attach(3)
        await bench.module_light(3, "attached")
        await bench.light("no_host", 10)
        bench.table.fault("host_stall", on=False)
        await bench.greet(8)
        await bench.event("MODULE_ATTACHED", unit=3)

    play(scene)


def test_overflow_is_told_and_the_state_is_announced_anew(play):
    async def scene(bench):
        await bench.greet()
        bench.acks = False
        bench.arc.app.journal._capacity = 16
        for _ in range(10):
            bench.table.attach(5)
            await asyncio.sleep(1)
            bench.table.detach(5)
            await asyncio.sleep(1.5)
        assert bench.arc.app.journal.lost
        bench.table.tap("decree/1")
        await bench.light("tap_refused")
        bench.table.attach(8)
        await asyncio.sleep(1)
        bench.acks = True
        await bench.send(bench.host.ack(bench.host.events()[0][1]))
        fault = await bench.event("FAULT", 20, part=catalog.PART_LINK, code=catalog.FAULT_OVERFLOW)
        attached = await bench.event("MODULE_ATTACHED", unit=8)
        assert attached["seq"] > fault["seq"]
        await bench.event("FAULT_CLEARED", part=catalog.PART_LINK)
        later = [event for event in bench.host.events() if event[1]["seq"] > fault["seq"]]
        assert ("MODULE_LOST", 5) in [(name, fields.get("unit")) for name, fields in later]
        assert "TOPOLOGY" in [name for name, _ in later]
        assert not bench.arc.app.journal.lost

    play(scene)


def test_sense_repeats_modules_topology_and_supply(play):
    async def scene(bench):
        await bench.greet()
        bench.table.attach(2)
        await bench.event("MODULE_ATTACHED")
        await bench.until(lambda: any(fields["edges"] for _, fields in bench.host.events("TOPOLOGY")))
        count = len(bench.host.events())
        await bench.command("SENSE")
        await bench.until(lambda: len(bench.host.events()) >= count + 3)
        names = {name for name, _ in bench.host.events()[count:]}
        assert {"MODULE_ATTACHED", "TOPOLOGY", "BATTERY"} <= names

    play(scene)


def test_low_battery_is_told_and_shown(play):
    async def scene(bench):
        await bench.greet()
        full = await bench.event("BATTERY")
        assert 5900 <= full["millivolts"] <= 6100
        bench.table.set_battery(4.2)
        low = await bench.event("BATTERY")
        assert low["low"]
        assert 4150 <= low["millivolts"] <= 4250
        await bench.light("battery_low")
        bench.table.set_battery(5.0)
        await bench.event("BATTERY", low=False)
        await bench.light("connected")

    play(scene)


@pytest.mark.parametrize(("kind", "part", "code"), [
    ("reader_hung", catalog.PART_READER, None),
    ("reader_absent", catalog.PART_READER, catalog.FAULT_ABSENT),
    ("reader_scl", catalog.PART_READER, catalog.FAULT_SCL_STUCK),
    ("bus_sda", catalog.PART_BUS, catalog.FAULT_SDA_STUCK),
    ("bus_scl", catalog.PART_BUS, catalog.FAULT_SCL_STUCK),
    ("bus_every", catalog.PART_BUS, catalog.FAULT_EVERY_ADDRESS),
])
def test_faults_are_named_shown_and_cleared_and_the_rest_goes_on(play, kind, part, code):
    async def scene(bench):
        await bench.greet()
        bench.table.attach(1)
        await bench.event("MODULE_ATTACHED")
        bench.table.fault(kind)
        fault = await bench.event("FAULT", 10, part=part)
        assert code in (None, fault["code"])
        if kind == "reader_hung":  # its reset pin cures it
            return
        await bench.light("fault")
        assert (await bench.command("IDENTIFY", unit=0))["code"] == messages.OK
        bench.table.fault(kind, on=False)
        await bench.event("FAULT_CLEARED", 10, part=part)
        await bench.light("connected", 10)

    play(scene)


def test_b04_reset_pin_without_effect_is_told_once_and_the_reader_works(play):
    async def scene(bench):
        bench.table.fault("reader_reset")
        await bench.greet()
        await bench.event("FAULT", part=catalog.PART_READER, code=catalog.FAULT_RESET_NOT_WIRED)
        bench.table.tap("decree/3")
        await bench.event("TAP")
        await bench.light("connected")
        assert len(bench.host.events("FAULT")) == 1

    play(scene)


def test_two_tags_and_phones_are_told_apart(play):
    async def scene(bench):
        await bench.greet()
        bench.table.fault("two_tags")
        many = await bench.event("TAGS_MANY")
        assert len(many["uids"]) == 2
        bench.table.lift()
        await asyncio.sleep(1)
        bench.table.fault("phone")
        assert (await bench.event("TAP"))["tag"] == catalog.TAG_PHONE

    play(scene)


def test_clashing_and_dead_boards_do_not_take_the_others_down(play):
    async def scene(bench):
        await bench.greet()
        bench.table.attach(1)
        bench.table.attach(2)
        await bench.event("MODULE_ATTACHED", unit=1)
        await bench.event("MODULE_ATTACHED", unit=2)
        bench.table.fault("board_clash 2")
        conflict = await bench.event("MODULE_CONFLICT", 10)
        assert (conflict["unit"], conflict["code"]) == (2, catalog.FAULT_ADDRESS_CLASH)
        bench.table.fault("board_dead", unit=1)
        assert (await bench.event("MODULE_LOST", 10))["unit"] == 1
        bench.table.fault("board_dead", on=False, unit=1)
        await bench.event("MODULE_ATTACHED", unit=1)

    play(scene)


def last_edges(bench):
    told = bench.host.events("TOPOLOGY")
    return told[-1][1]["edges"] if told else []


@pytest.mark.rule("BHC-1.1-4")
def test_all_17_corridors_of_the_box_are_seen(play):
    async def scene(bench):
        await bench.greet()
        for unit in range(1, 18):
            bench.table.attach(unit)
        with pytest.raises(TableError, match="all 17 corridors are used"):
            bench.table.attach(18)
        await bench.until(lambda: len(bench.arc.app.registry.modules) == 17, 10)
        await bench.until(lambda: len(last_edges(bench)) == 17, 30)

    play(scene)


def test_all_32_modules_joined(play, monkeypatch):
    monkeypatch.setattr("tools.virtual.diorama.CORRIDORS", 40)  # the box has 17: only a bench joins them all

    async def scene(bench):
        await bench.greet()
        for unit in range(1, 33):
            bench.table.attach(unit)
        await bench.until(lambda: len(bench.arc.app.registry.modules) == 32, 10)
        await bench.until(lambda: len(last_edges(bench)) == 32, 30)
        attached = [fields["unit"] for _, fields in bench.host.events("MODULE_ATTACHED")]
        assert sorted(attached) == list(range(1, 33))

    play(scene)


def test_restart_by_command(play):
    async def scene(bench):
        await bench.greet()
        boot = bench.arc.app.journal.boot
        assert (await bench.command("RESET"))["code"] == messages.OK
        await bench.until(lambda: bench.arc.app.journal.boot != boot)
        await bench.greet(12)

    play(scene)


def test_b78_table_runs_across_the_wrap_of_the_ticks(play):
    async def scene(bench):
        await bench.greet()
        bench.table.attach(6)
        await bench.event("MODULE_ATTACHED")
        await asyncio.sleep(30)
        bench.table.tap("decree/2")
        await bench.event("TAP")
        assert bench.host.events("MODULE_LOST") == []

    play(scene, start_ms=(1 << 30) - 10_000)


def test_a_piece_that_lies_there_while_the_arc_restarts_is_not_tapped_again(play):
    """given a host that talks to the ARC before its reader has looked: the piece acted in the last life already"""

    async def scene(bench):
        await bench.greet()
        bench.table.tap("governor")
        await bench.event("TAP", piece="governor")
        await bench.arc.restart("power on")
        await bench.greet(2)
        await bench.event("TOPOLOGY")
        await asyncio.sleep(3)
        assert len(bench.host.events("TAP")) == 1
        bench.table.lift("governor")
        await bench.event("LIFT")
        bench.table.tap("governor")
        await bench.event("TAP", piece="governor")

    play(scene)


def test_a_table_that_runs_on_needs_no_more_memory(play):
    """given a tap each second, when what tests may look at is full, then nothing grows"""

    async def taps(bench, count):
        for _ in range(count):
            bench.table.tap("governor")
            await asyncio.sleep(0.5)
            bench.table.lift("governor")
            await asyncio.sleep(0.5)
        bench.host.seen.clear()
        bench.host.raw.clear()
        gc.collect()

    async def scene(bench):
        await bench.greet()
        tracemalloc.start()
        try:
            await taps(bench, 25)
            before = tracemalloc.get_traced_memory()[0]
            await taps(bench, 15)
            return tracemalloc.get_traced_memory()[0] - before
        finally:
            tracemalloc.stop()

    assert play(scene) < 50_000
