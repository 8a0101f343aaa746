"""Faults of readers seen in the field (B01 to B23), each with the bytes in which it was seen."""

from __future__ import annotations

import asyncio

import pytest
from reader_bench import Bench

from firmware.drivers.pn532_errors import (
    BusStuck,
    ReaderError,
    ReaderNoAck,
    ReaderTimeout,
    TagRemoved,
)
from firmware.drivers.pn532_frame import IS_ACK, IS_ANSWER, FrameFinder
from firmware.drivers.pn532_watch import POLL_MS, ReaderWatch
from firmware.drivers.taps import LIFT, TAP, TapTracker
from shared_rules.catalog import FAULT_ABSENT, FAULT_HUNG, FAULT_RESET_NOT_WIRED, FAULT_SCL_STUCK
from tools.virtual.pn532_chip import ENDLESS, frame
from tools.virtual.tags import Ntag213, Phone

ONE_TAG = bytes.fromhex("0000FF0CF4D54B010100040804DEADBEEF9600")


def written(bench: Bench) -> list[bytes]:
    """What the driver has sent over I2C."""
    return [data for kind, data in bench.bus.log if kind == "w"]


async def started(bench: Bench) -> Bench:
    await bench.reader.start()
    return bench


# -- B01: a scan that was given up ---------------------------------------------------------------------------------


async def test_b01_start_makes_the_retries_finite(i2c: Bench) -> None:
    await started(i2c)
    assert bytes.fromhex("0000FF06FAD43205FF0102F300") in written(i2c)


async def test_b01_a_scan_given_up_is_aborted_and_its_late_answer_is_never_taken(bench: Bench) -> None:
    await started(bench)
    bench.chip.retries = ENDLESS  # as if the chip had lost its setting
    bench.chip.faults.deaf_while_scanning = True
    with pytest.raises(ReaderTimeout):
        await bench.reader.poll()
    assert bench.chip.aborts
    bench.chip.inject(ONE_TAG)  # comes where the next command's ACK is due
    await bench.reader.start()
    assert bench.reader.firmware == (0x32, 1, 6, 7)
    assert await bench.reader.poll() == []


async def test_b01_a_stale_answer_between_command_and_ack_is_dropped(bench: Bench) -> None:
    await started(bench)
    bench.chip.faults.swallow = 1
    bench.clock.at(bench.clock.ms + 3, lambda: bench.chip.inject(ONE_TAG))
    assert await bench.reader.poll() == []
    assert bench.reader.stale == 1


async def test_b01_an_answer_to_another_command_is_not_taken_for_this_one(bench: Bench) -> None:
    await started(bench)
    bench.chip.script(0x4A, bytes.fromhex("0000FF06FAD50332010607E800") + frame(b"\xd5\x4b\x00"))
    if bench.transport.stream:  # on a packet bus the second frame never shows, and the command is repeated
        assert await bench.reader.poll() == []
        assert bench.reader.stale == 1
    else:
        with pytest.raises(ReaderTimeout):
            await bench.reader.poll()
        assert await bench.reader.poll() == []


@pytest.mark.parametrize("turns", range(1, 12))
async def test_b01_a_cancelled_poll_leaves_nothing_behind(bench: Bench, turns: int) -> None:
    await started(bench)
    bench.chip.retries = ENDLESS
    bench.chip.faults.deaf_while_scanning = True
    task = asyncio.create_task(bench.reader.poll())
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    bench.chip.field = [Ntag213()]
    assert len(await bench.reader.poll()) == 1


async def test_b01_only_a_clean_answer_counts_as_absence(bench: Bench) -> None:
    watch, tracker = ReaderWatch(bench.reader, bench.clock.now), TapTracker()
    bench.chip.field = [Ntag213()]
    assert [kind for kind, _ in tracker.update(await watch.step())] == [TAP]
    bench.chip.faults.mute = {0x4A}
    for _ in range(2):  # a third failure in a row would start the reader again
        assert await watch.step() is None
        assert tracker.update(None) == []
    bench.chip.faults.mute = set()
    bench.chip.field = []
    events = []
    for _ in range(3):
        assert not events
        events += tracker.update(await watch.step())
    assert events == [(LIFT, Ntag213().uid)]


async def test_b01_protocol_faults_are_tried_again_and_bus_faults_reopen(i2c: Bench) -> None:
    watch = ReaderWatch(i2c.reader, i2c.clock.now)
    assert await watch.step() == []
    i2c.chip.script(0x4A, bytes.fromhex("0000FF01FF7F8100"))
    assert await watch.step() == []
    assert watch.starts == 1
    i2c.chip.faults.absent = True
    assert await watch.step() is None
    i2c.chip.faults.absent = False
    i2c.clock.advance(100)
    assert await watch.step() == []
    assert watch.starts == 2


# -- B04: reset ----------------------------------------------------------------------------------------------------


def test_b04_the_firmware_answer_is_the_one_of_the_field() -> None:
    assert frame(b"\xd5\x03\x32\x01\x06\x07") == bytes.fromhex("0000FF06FAD50332010607E800")


async def test_b04_a_hung_chip_is_cured_by_the_reset_pulse(bench: Bench) -> None:
    bench.chip.faults.hung = True
    await bench.reader.start()
    assert bench.reader.reset_wired
    assert bench.reader.notices == []


async def test_b04_a_pulse_without_effect_is_reported_once(bench: Bench) -> None:
    bench.chip.faults.reset_not_wired = True
    await bench.reader.start()
    assert bench.reader.notices == [FAULT_RESET_NOT_WIRED]
    bench.chip.faults.hung = True
    for _ in range(3):
        with pytest.raises(ReaderNoAck):
            await bench.reader.start()
    assert bench.reader.notices == [FAULT_RESET_NOT_WIRED]


async def test_b04_a_chip_hung_at_boot_ends_within_a_bound(bench: Bench) -> None:
    bench.chip.faults.hung = bench.chip.faults.reset_not_wired = True
    with pytest.raises(ReaderNoAck) as caught:
        await bench.reader.start()
    assert bench.clock.ms < 250
    there = bench.transport.tells_absence  # over the other wires it might as well be missing
    assert bench.reader.notices == ([FAULT_RESET_NOT_WIRED] if there else [])
    assert caught.value.fault == (FAULT_HUNG if there else FAULT_ABSENT)


async def test_b04_a_reader_that_was_pulled_says_nothing_about_the_reset_line(bench: Bench) -> None:
    await bench.reader.start()
    bench.chip.faults.absent = True
    with pytest.raises(ReaderError):
        await bench.reader.start()
    assert bench.reader.notices == []
    assert bench.reader.reset_wired


# -- B05: the reader is pulled -------------------------------------------------------------------------------------


async def test_b05_a_pulled_reader_costs_the_others_nothing_and_is_found_again(bench: Bench) -> None:
    watch = ReaderWatch(bench.reader, bench.clock.now)
    assert await watch.step() == []
    bench.chip.faults.absent = True
    gaps: list[float] = []

    async def modules() -> None:
        last = bench.clock.ms
        while True:
            await asyncio.sleep(0)
            gaps.append(bench.clock.ms - last)
            last = bench.clock.ms

    others = asyncio.create_task(modules())
    tries, starts = [], bench.reader.start

    async def counted() -> None:
        tries.append(bench.clock.ms)
        await starts()

    bench.reader.start = counted  # type: ignore[method-assign]
    while bench.clock.ms < 30_000:
        assert await watch.step() is None
        await bench.clock.sleep(10)
    others.cancel()
    assert watch.fault in (FAULT_ABSENT, FAULT_HUNG)
    assert max(gaps) <= 20
    assert len(tries) < 12
    assert tries[-1] - tries[-2] >= 5000
    bench.chip.faults.absent = False
    bench.clock.advance(5000)
    assert await watch.step() == []
    assert watch.fault == 0


async def test_b05_a_reader_missing_at_boot_is_found_when_it_is_plugged_in(bench: Bench) -> None:
    bench.chip.faults.absent = True
    watch = ReaderWatch(bench.reader, bench.clock.now)
    assert await watch.step() is None
    assert watch.fault == FAULT_ABSENT
    bench.chip.faults.absent = False
    bench.clock.advance(101)
    assert await watch.step() == []


# -- B07 to B14: frames, acknowledgements, wake-up -----------------------------------------------------------------


async def test_b07_each_answer_is_read_to_its_last_byte(bench: Bench) -> None:
    bench.chip.field = [Ntag213()]
    await started(bench)
    page = bytearray(16)
    (target,) = await bench.reader.poll()
    await bench.reader.read_ntag(4, page, target)
    assert not bench.chip.ready


async def test_b07_a_postamble_left_over_does_not_shift_the_next_exchange(bench: Bench) -> None:
    await started(bench)
    bench.chip.inject(bytes.fromhex("0000FF02FED5151600"))
    assert bench.chip.read(8) == bytes.fromhex("0000FF02FED51516")
    assert bench.chip.ready
    assert await bench.reader.poll() == []
    assert not bench.chip.ready


async def test_b08_a_first_command_without_ack_is_sent_again_unchanged(i2c: Bench) -> None:
    i2c.reader.reset_wired = True  # skip the self-test, whose command would be the one that is swallowed
    i2c.chip.faults.swallow = 1
    await started(i2c)
    sam = bytes.fromhex("0000FF05FBD414011401") + bytes.fromhex("0200")
    assert written(i2c).count(sam) == 2
    assert i2c.reader.resends == 1


async def test_b08_after_three_the_driver_gives_up(bench: Bench) -> None:
    await started(bench)
    bench.chip.faults.swallow = 3
    before = bench.clock.ms
    with pytest.raises(ReaderNoAck):
        await bench.reader.poll()
    assert bench.clock.ms - before < 120


@pytest.mark.parametrize("deaf_ms", [2, 10])
async def test_b09_a_command_right_after_an_abort_gets_through(bench: Bench, deaf_ms: int) -> None:
    await started(bench)
    bench.chip.faults.mute = {0x4A}
    with pytest.raises(ReaderTimeout):
        await bench.reader.poll()
    bench.chip.faults.mute = set()
    bench.chip.faults.deaf_after_abort_ms = deaf_ms
    assert await bench.reader.poll() == []


async def test_b10_more_than_one_leading_zero(bench: Bench) -> None:
    bench.chip.script(0x14, bytes.fromhex("00000000FF02FED5151600"))
    await started(bench)
    assert bench.reader.resends == 0


async def test_b12_a_long_answer_is_read_by_its_own_length(bench: Bench) -> None:
    await started(bench)
    bench.chip.script(0x4A, bytes.fromhex("0000FF15EBD54B010103442007041122334455660675778102801200"))
    (target,) = await bench.reader.poll()
    assert target.uid.hex() == "04112233445566"
    assert target.sak == 0x20


@pytest.mark.parametrize("history", [0, 1, 17, 18, 19, 20, 60, 200])
async def test_b12_answers_of_any_length(bench: Bench, history: int) -> None:
    await started(bench)
    bench.chip.field = [Phone(ats=bytes(range(1, history + 1))), Ntag213()]
    assert [target.uid.hex() for target in await bench.reader.poll()] == ["04112233445566", "08a1b2c3"]
    assert bench.reader.stale == 0


async def test_b14_hsu_wakes_the_chip_at_every_start() -> None:
    bench = Bench("hsu", reset=False)
    assert bench.chip.asleep
    await bench.reader.start()
    bench.chip.asleep = True
    await bench.reader.start()
    assert [code for code, _ in bench.chip.commands] == [0x14, 0x02, 0x32] * 2
    assert 0x16 not in {code for code, _ in bench.chip.commands}


# -- B17 to B19: SPI -----------------------------------------------------------------------------------------------


async def test_b17_a_tag_laid_during_the_wait_is_noticed_when_it_comes() -> None:
    bench = await started(Bench("spi"))
    bench.port.latches_status = True
    bench.chip.retries = ENDLESS  # so that the wait is long
    before = bench.clock.ms
    bench.clock.at(before + 200, lambda: bench.chip.field.append(Ntag213()))
    assert len(await bench.reader.poll()) == 1
    assert 200 <= bench.clock.ms - before < 210


async def test_b18_every_status_query_sends_the_same_bytes() -> None:
    bench = await started(Bench("spi"))
    bench.bus.log.clear()
    await bench.reader.poll()
    heads = [data for data in bench.bus.log if len(data) == 1]
    assert heads.count(b"\x40") > 5  # status
    assert set(heads) == {b"\x40", b"\x80", b"\xc0"}


async def test_b19_another_devices_bus_settings_do_no_harm() -> None:
    bench = await started(Bench("spi"))
    bench.bus.init(polarity=1, phase=1)
    bench.chip.field = [Ntag213()]
    assert len(await bench.reader.poll()) == 1
    assert bench.reader.resends == 0


# -- B21 to B23 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lines", [True, False])
async def test_b21_a_held_clock_is_named_and_cured_by_reset(lines: bool) -> None:
    bench = Bench("i2c", lines=lines)
    watch = ReaderWatch(bench.reader, bench.clock.now)
    assert await watch.step() == []
    bench.chip.faults.scl_held = True
    assert await watch.step() is None
    assert watch.fault == FAULT_SCL_STUCK
    bench.clock.advance(100)
    assert await watch.step() == []
    assert watch.fault == 0


@pytest.mark.parametrize("lines", [True, False])
async def test_b21_a_clock_held_for_good_stays_named_and_blocks_for_20_ms_at_most(lines: bool) -> None:
    bench = Bench("i2c", lines=lines)
    bench.chip.faults.reset_not_wired = True
    bench.chip.faults.hold_scl_after = 1
    for _ in range(3):
        with pytest.raises(BusStuck) as caught:
            await bench.reader.start()
    assert caught.value.fault == FAULT_SCL_STUCK
    assert "SCL" in str(caught.value)


async def test_b22_a_timeout_is_a_timeout(bench: Bench) -> None:
    bench.chip.field = [Ntag213()]
    await started(bench)
    (target,) = await bench.reader.poll()
    bench.chip.faults.mute = {0x40}
    with pytest.raises(ReaderTimeout):
        await bench.reader.read_ntag(4, bytearray(16), target)
    bench.chip.faults.mute = set()
    assert len(await bench.reader.poll()) == 1


async def test_b23_a_wrong_postamble_is_counted_and_the_frame_holds(bench: Bench) -> None:
    bench.chip.field = [Ntag213()]
    await started(bench)
    (target,) = await bench.reader.poll()
    bench.chip.script(0x40, bytes.fromhex("0000FF03FDD54101E95A"))
    with pytest.raises(TagRemoved):
        await bench.reader.read_ntag(4, bytearray(16), target)
    assert bench.reader.bad_postambles == 1
    assert len(await bench.reader.poll()) == 1


def test_b23_the_search_goes_on_behind_a_wrong_postamble() -> None:
    data = bytes.fromhex("0000FF03FDD54101E95A") + bytes.fromhex("0000FF00FF00")
    finder = FrameFinder()
    assert finder.scan(data, len(data)) == IS_ANSWER
    assert (finder.code, finder.length, data[finder.start]) == (0x41, 1, 0x01)
    rest = data[finder.end :]
    assert finder.scan(rest, len(rest)) == IS_ACK


@pytest.mark.parametrize("noise", ["5A", "00FF", "FFFFFF", "0000FF03FC", "00FF00"])
async def test_b23_noise_around_answers(bench: Bench, noise: str) -> None:
    await started(bench)
    bench.chip.faults.noise_before = bytes.fromhex(noise)
    bench.chip.faults.noise_after = bytes.fromhex(noise)
    bench.chip.field = [Ntag213()]
    for _ in range(4):
        assert len(await bench.reader.poll()) == 1


async def test_b23_a_damaged_answer_is_sent_again_on_request(bench: Bench) -> None:
    await started(bench)
    bench.chip.field = [Ntag213()]
    bench.chip.faults.damage = 1
    assert [target.uid.hex() for target in await _poll_twice(bench)] == ["04112233445566"]


async def _poll_twice(bench: Bench) -> list:
    try:
        return await bench.reader.poll()
    except ReaderTimeout:  # a serial line has no way to know that a frame was meant to come
        return await bench.reader.poll()


async def test_irq_line_is_used_and_a_missing_one_is_worked_around() -> None:
    bench = await started(Bench("i2c", irq=True))
    assert await bench.reader.poll() == []
    bench.bus.log.clear()
    bench.transport._irq = type("Pin", (), {"value": staticmethod(lambda: 1)})()
    assert await bench.reader.poll() == []
    before = bench.clock.ms
    assert await bench.reader.poll() == []
    assert bench.clock.ms - before < 40


def test_a_period_of_polls_allows_three_quick_taps() -> None:
    assert 4 * POLL_MS < 2000 / 3
