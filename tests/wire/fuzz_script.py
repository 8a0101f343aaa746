"""Bad input for the decoders, the same on both interpreters: `fuzz_script.py COUNT SEED` prints what became of it.

An input is random bytes, random CBOR heads, or a good packet with some damage. It goes to the CBOR decoder and the
message check; and as damage between two good frames to the frame decoder. Whatever is not a named refusal ends the
script, and so does one byte of heap too much: the run under MicroPython has little.
"""

import sys

from shared_rules.wire import cbor, frames, messages
from shared_rules.wire.errors import CborError, MessageError

OUTCOMES = set(cbor.REASONS) | set(messages.BY_NAME) | {"no message"}
LIMIT_BYTES = 120  # longest packet of the frame decoder here: small, so that garbage outgrows it

SAMPLES = (
    messages.pack("HELLO", protocol=1, table=0xFEDCBA98, session=7, catalogue=1),
    messages.pack("TAP", boot=1, seq=300, session=70000, at_ms=2, uid=b"\x04\x00\x01\x80", tag=1, piece="decree/17"),
    messages.pack("TOPOLOGY", boot=1, seq=2, edges=[(0, 1, 6, 2), (6, 3, 32, 0), (32, 1, 0, 2)]),
    messages.pack("NOTE", text="Störung, 水, \U00010151"),
    messages.pack("RESULT", session=1, command=2, code=0, value=bytes(range(40))),
    cbor.encode([-1, -256, -(1 << 63), (1 << 64) - 1, True, None, {0: [], 1: {2: b"", 255: "ü"}}]),
    cbor.encode([[[[[[[[0]]]]]]], b"end"]),
)
# Heads and pieces that once broke a decoder somewhere.
NASTY = (
    b"\x9f", b"\xff", b"\x5f\x41\x00\xff", b"\x9a\x00\x00\x4e\x1b", b"\x9b" + b"\xff" * 8, b"\x5b" + b"\x7f" * 8,
    b"\xbb" + b"\xff" * 8, b"\x81" * 9, b"\xa1\x80\x01", b"\xc2\x49", b"\xd8\x1c", b"\xf9\x7e\x00", b"\xf8\x20",
    b"\x63\xed\xa0\x80", b"\x62\xc0\x80", b"\x64\xf4\x90\x80\x80", b"\x18\x17", b"\x19\x00\xff", b"\x3b" + b"\xff" * 8,
    b"\xa2\x01\x00\x01\x00", b"\xa2\x02\x00\x01\x00", b"\x1c", b"\xdf", b"\x00", b"\xff" * 300,
)  # fmt: skip


class Dice:
    """xorshift32 (Marsaglia 2003): the same numbers on both interpreters."""

    def __init__(self, seed):
        self.state = seed or 1

    def below(self, limit):
        x = self.state
        x ^= x << 13 & 0xFFFFFFFF
        x ^= x >> 17
        x ^= x << 5 & 0xFFFFFFFF
        self.state = x
        return x % limit

    def bytes(self, length):
        return bytes([self.below(256) for _ in range(length)])


def damage(dice, good):
    """`good` with one to three changes."""
    data = bytearray(good)
    for _ in range(1 + dice.below(3)):
        at = dice.below(len(data) + 1)
        change = dice.below(6)
        if change == 0 and at < len(data):
            data[at] ^= 1 << dice.below(8)
        elif change == 1 and at < len(data):
            data[at] = dice.below(256)
        elif change == 2:
            data = data[:at] + data[at + 1 + dice.below(4) :]
        elif change == 3:
            data = data[:at] + dice.bytes(1 + dice.below(4)) + data[at:]
        elif change == 4:
            data = data[:at] + NASTY[dice.below(len(NASTY))] + data[at:]
        else:
            data = data[:at] + data[at // 2 :]
    return bytes(data[:600])


def make_input(dice):
    """One input."""
    kind = dice.below(4)
    if kind == 0:
        return dice.bytes(dice.below(24))
    if kind == 1:
        return b"".join([bytes(((dice.below(8) << 5) | dice.below(32),)) for _ in range(1 + dice.below(12))])
    return damage(dice, SAMPLES[dice.below(len(SAMPLES))])


def judge_packet(data):
    """What the decoders say of one packet, in a word."""
    try:
        value = cbor.decode(data)
    except CborError as error:
        return error.reason
    assert cbor.encode(value, len(data)) == data, "one value, two spellings"
    try:
        return messages.check(value, messages.TO_HOST)[0]
    except MessageError:
        return "no message"


def judge_frames(dice, decoder, data):
    """A damaged frame between two good ones: both arrive, and nothing that was never sent. Returns how many came."""
    before, after = SAMPLES[dice.below(3)], SAMPLES[dice.below(3)]
    hit = SAMPLES[dice.below(len(SAMPLES))]
    bad = damage(dice, frames.encode_frame(hit)) if dice.below(2) else data
    stream = frames.encode_frame(before) + bad + b"\x00" + frames.encode_frame(after)
    cut = dice.below(len(stream))
    got = decoder.feed(stream[:cut]) + decoder.feed(memoryview(stream)[cut:])
    assert got[0] == before, "damage cost the frame before it"
    assert got[-1] == after, "damage cost the frame after it"
    for packet in got[1:-1]:
        assert packet == hit, "a packet that nobody sent"
    return len(got)


def run(count, seed, also=None):
    """(counts by outcome, checksum over all outcomes). `also(data, outcome)` may judge each packet too."""
    dice = Dice(seed)
    decoder = frames.FrameDecoder(LIMIT_BYTES)
    decoder.feed(b"\x00")
    outcomes = {}
    crc = arrived = 0
    for _ in range(count):
        data = make_input(dice)
        outcome = judge_packet(data)
        assert outcome in OUTCOMES, outcome
        if also:
            also(data, outcome)
        outcomes[outcome] = outcomes.get(outcome, 0) + 1
        arrived += judge_frames(dice, decoder, data)
        crc = frames.crc32(outcome.encode(), crc)
    outcomes["frames arrived"] = arrived
    for reason in decoder.errors:
        outcomes["frame: " + reason] = decoder.errors[reason]
    return outcomes, crc


if __name__ == "__main__":
    outcomes, crc = run(int(sys.argv[1]), int(sys.argv[2]))
    for outcome in sorted(outcomes):
        print(outcome, outcomes[outcome])
    print("checksum", crc)
