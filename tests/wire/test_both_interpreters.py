"""The same checks on CPython and on MicroPython, with equal output."""

import pytest
from both_script import FAULTS
from wire_samples import rows

HEAP_BYTES = 192 * 1024  # the script itself takes most of it


@pytest.mark.parametrize("part", ["vectors", "faults", "frames", "messages", "soak"])
def test_the_wire_is_the_same_on_both(run_both, part):
    printed = run_both("tests/wire/both_script.py", part, heap_bytes=HEAP_BYTES).splitlines()
    least = {"vectors": 81, "faults": len(FAULTS), "frames": 150, "messages": len(rows("golden_messages.tsv")),
             "soak": 1}  # fmt: skip
    assert len(printed) >= least[part]


def test_20_000_bad_inputs_end_the_same_on_both_and_in_little_memory(run_both):
    printed = run_both("tests/wire/fuzz_script.py", "20000", "7", heap_bytes=96 * 1024)
    assert "checksum" in printed
