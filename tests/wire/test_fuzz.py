"""Random and damaged input in bulk: named refusals only, the neighbours of a bad frame arrive, memory stays bounded."""

import tracemalloc

import pytest
from fuzz_script import Dice, judge_frames, make_input, run

from host.link.packets import decode_packet
from shared_rules.wire import cbor, frames
from shared_rules.wire.errors import CborError

FRAME_FAULTS = {f"frame: {reason}" for reason in frames.DROPPED if reason != frames.UNSYNCED}


def host_agrees(data: bytes, outcome: str) -> None:
    """The host's codec refuses for the same reason, or accepts as well."""
    try:
        decode_packet(data)
    except CborError as error:
        reason = error.reason
    else:
        reason = ""
    assert reason == (outcome if outcome in cbor.REASONS else ""), data.hex()


def test_20_000_bad_inputs():
    outcomes, _ = run(20_000, 11, host_agrees)
    assert outcomes.keys() >= {"TAP", "no message", *FRAME_FAULTS}


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_1_000_000_bad_inputs():
    outcomes, _ = run(1_000_000, 2026, host_agrees)
    assert sum(count for reason, count in outcomes.items() if not reason.startswith("frame")) == 1_000_000
    assert outcomes.keys() >= {"TAP", "no message", *cbor.REASONS, *FRAME_FAULTS} - {cbor.TOO_MANY}


def _reserved(decoder, dice, data):
    """The most bytes that decoding `data` reserves at one time."""
    before, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    try:
        cbor.decode(data)
    except CborError:
        pass
    judge_frames(dice, decoder, data)
    return tracemalloc.get_traced_memory()[1] - before


def test_no_input_makes_the_decoders_reserve_more_than_a_small_multiple_of_its_length():
    """An input is at most 600 bytes long and may claim anything. An error with its traceback costs about 5 KB here."""
    dice, decoder = Dice(5), frames.FrameDecoder(120)
    decoder.feed(b"\x00")
    tracemalloc.start()
    try:
        for _ in range(4_000):
            data = make_input(dice)
            bound = 16_384 + 64 * len(data)
            # Threads of the test runner reserve memory too, now and then; an input that costs much costs it each time.
            assert any(_reserved(decoder, dice, data) < bound for _ in range(3))
    finally:
        tracemalloc.stop()
