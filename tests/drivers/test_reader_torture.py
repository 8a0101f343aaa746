"""Whatever happens between chip and driver: a poll tells the truth or nothing, and a healthy chip is found again."""

from __future__ import annotations

import asyncio

from hypothesis import example, given, settings
from hypothesis import strategies as st
from reader_bench import Bench

from firmware.drivers.pn532_errors import ReaderError
from firmware.drivers.pn532_frame import IS_ANSWER, MORE, NOTHING, PARAMS, FrameFinder, build
from firmware.drivers.pn532_tags import read_piece
from firmware.drivers.pn532_watch import LAST_PAUSE_MS, ReaderWatch
from shared_rules.ndef import piece_message
from tools.virtual.pn532_chip import Faults, frame
from tools.virtual.tags import Classic1K, Ntag213, Phone, Tag


def piece_tag(piece: str) -> Ntag213:
    tag = Ntag213()
    message = piece_message(piece)
    tag.fill(bytes([0x03, len(message)]) + message + b"\xfe")
    return tag


faults = st.one_of(
    st.builds(dict, damage=st.integers(1, 5)),
    st.builds(dict, swallow=st.integers(1, 5)),
    st.builds(dict, noise_before=st.binary(max_size=9)),
    st.builds(dict, noise_after=st.binary(max_size=9)),
    st.builds(dict, mute=st.sets(st.sampled_from([0x02, 0x14, 0x32, 0x40, 0x4A]), min_size=1)),
    st.just({"hung": True}),
    st.just({"absent": True}),
    st.just({"scl_held": True}),
    st.just({"reset_not_wired": True}),
    st.just({"deaf_while_scanning": True}),
    st.just({"deaf_after_abort_ms": 3}),
)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("fault"), faults),
        st.tuples(st.just("field"), st.sets(st.sampled_from([0, 1, 2]), max_size=2)),
        st.tuples(st.just("poll"), st.integers(1, 3)),
        st.tuples(st.just("cancel"), st.integers(1, 20)),
        st.tuples(st.just("wait"), st.integers(0, 6000)),
        st.tuples(st.just("noise"), st.binary(max_size=30)),
    ),
    max_size=14,
)


async def play(wire: str, plan: list[tuple[str, object]]) -> None:
    bench = Bench(wire)
    watch = ReaderWatch(bench.reader, bench.clock.now)
    box: list[Tag] = [piece_tag("decree/17"), Classic1K(), Phone()]
    for what, value in plan:
        if what == "fault":
            bench.chip.faults = Faults(**value)
        elif what == "field":
            bench.chip.field = [box[number] for number in value]
        elif what == "wait":
            bench.clock.advance(value)
        elif what == "noise" and bench.chip.alive:
            bench.chip.inject(value)
        elif what == "cancel":
            await cancelled(watch, value)
        elif what == "poll":
            for _ in range(value):
                await check(bench, watch)
    bench.chip.faults = Faults()
    bench.clock.advance(LAST_PAUSE_MS)
    for _ in range(6):
        await check(bench, watch)
    assert watch.fault == 0
    bench.chip.field = [box[0]]
    (target,) = await watch.step()
    assert await read_piece(bench.reader, target) == "decree/17"


async def check(bench: Bench, watch: ReaderWatch) -> None:
    """A poll that knows anything knows the field as it is, and what it reads there is right."""
    targets = await watch.step()
    if targets is None:
        return
    assert [target.uid for target in targets] == sorted(tag.uid for tag in bench.chip.field)
    for target in targets:
        try:
            piece = await read_piece(bench.reader, target)
        except ReaderError:
            continue
        assert piece == ("decree/17" if target.uid == Ntag213().uid else "")


async def cancelled(watch: ReaderWatch, turns: int) -> None:
    task = asyncio.ensure_future(watch.step())
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["i2c", "spi", "hsu", "slow_hsu"]), steps)
@example("i2c", [("poll", 1), ("fault", {"hung": True}), ("poll", 3), ("wait", 6000), ("poll", 1)])
def test_a_poll_tells_the_truth_or_nothing_and_a_healthy_chip_is_found_again(
    wire: str, plan: list[tuple[str, object]]
) -> None:
    asyncio.run(play(wire, plan))


@given(st.integers(0, 255), st.binary(max_size=50))
def test_a_built_frame_is_the_chips_own_form(code: int, params: bytes) -> None:
    buf = bytearray(64)
    buf[PARAMS : PARAMS + len(params)] = params
    assert buf[: build(buf, code, len(params))] == frame(bytes([0xD4, code]) + params)


@given(st.binary(max_size=250), st.integers(0, 255), st.integers(0, 9), st.binary(max_size=9))
def test_a_frame_is_found_behind_zeros_and_only_when_it_is_whole(
    body: bytes, code: int, zeros: int, behind: bytes
) -> None:
    whole = bytes(zeros) + frame(bytes([0xD5, code]) + body)
    finder = FrameFinder()
    for cut in range(len(whole) - 1):
        assert finder.scan(whole, cut) in (NOTHING, MORE)
    assert finder.scan(whole + behind, len(whole + behind)) == IS_ANSWER
    assert (finder.code, finder.length, finder.end) == (code, len(body), len(whole))
    assert whole[finder.start : finder.start + finder.length] == body


@given(st.binary(max_size=300))
def test_any_bytes_are_scanned_within_their_bounds(data: bytes) -> None:
    finder = FrameFinder()
    kind = finder.scan(data, len(data))
    if kind == MORE:
        assert len(data) < finder.need <= len(data) + 270
    elif kind == IS_ANSWER:
        assert finder.start + finder.length < len(data)
