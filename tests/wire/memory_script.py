"""Decodes bad input in a process of its own, where no thread of a test runner counts: `memory_script.py COUNT SEED`.

Prints COUNT, or ends at the first input for which the decoders reserve more than a small multiple of its length.
"""

import sys
import tracemalloc

from fuzz_script import Dice, judge_frames, make_input

from shared_rules.wire import cbor, frames
from shared_rules.wire.errors import CborError

count, seed = int(sys.argv[1]), int(sys.argv[2])
dice, decoder = Dice(seed), frames.FrameDecoder(120)
decoder.feed(b"\x00")
tracemalloc.start()
for _ in range(count):
    data = make_input(dice)
    before, _ = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    try:
        cbor.decode(data)
    except CborError:
        pass
    judge_frames(dice, decoder, data)
    _, peak = tracemalloc.get_traced_memory()
    assert peak - before < 16_384 + 64 * len(data), (peak - before, data.hex())
print(count)
