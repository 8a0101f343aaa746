"""Random and damaged input in bulk: named refusals only, the neighbours of a bad frame arrive, memory stays bounded."""

import pytest
from dual.harness import run_cpython
from fuzz_script import run

from host.link.packets import decode_packet
from shared_rules.wire import cbor, frames
from shared_rules.wire.errors import CborError

# A million where the host's codec has to agree and a million where memory is short, in parts that two workers share.
PART, SEEDS = 250_000, (2026, 2027, 2028, 2029)
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


@pytest.mark.slow(10)
@pytest.mark.parametrize("seed", SEEDS)
def test_1_000_000_bad_inputs(seed):
    outcomes, _ = run(PART, seed, host_agrees)
    assert sum(count for reason, count in outcomes.items() if not reason.startswith("frame")) == PART
    assert outcomes.keys() >= {"TAP", "no message", *cbor.REASONS, *FRAME_FAULTS} - {cbor.TOO_MANY}


def test_no_input_makes_the_decoders_reserve_more_than_a_small_multiple_of_its_length():
    """An input is at most 600 bytes long and may claim anything. An error with its traceback costs about 5 KB here."""
    assert run_cpython("tests/wire/memory_script.py", "4000", "5").strip() == "4000"


@pytest.mark.slow(10)
@pytest.mark.timeout(150)
@pytest.mark.parametrize("seed", SEEDS)
def test_1_000_000_bad_inputs_in_96_kb(run_micropython, seed):
    """One byte too much on a heap that the script itself fills for the most part ends it."""
    given = ("tests/wire/fuzz_script.py", str(PART), str(seed))
    printed = run_micropython(*given, heap_bytes=96 * 1024, timeout_s=140)
    assert "checksum" in printed
