"""The wire on one interpreter: `both_script.py PART`. What it prints must be the same on the other one.

Plain asserts, no pytest: MicroPython runs this file too. Run from the repository's root.
"""

import binascii
import sys

from shared_rules.wire import cbor, frames, messages
from shared_rules.wire.errors import CborError, MessageError, MessageFieldError

FOLDER = "tests/wire/"
# Field-fault catalogue: row, bytes, the refusal. Each of these got through a decoder somewhere.
FAULTS = (
    ("B98", b"\x9f", cbor.INDEFINITE),
    ("B98", b"\x9a\x00\x00\x4e\x1b\x9a\x00\x00\x4e\x16", cbor.NON_CANONICAL),
    ("B98", b"\x99\x07\xd3\x99\x07\xd0" + bytes(2000), cbor.TOO_MANY),
    ("B98", b"\x99\x4e\x1b\x99\x4e\x18", cbor.TRUNCATED),
    ("B98", b"\x9b" + b"\xff" * 8, cbor.TRUNCATED),
    ("B98", b"\x5b" + b"\x7f" * 8, cbor.TRUNCATED),
    ("B98", b"\x99\x04\x00" + bytes(1024), cbor.TOO_MANY),
    ("B98", b"\xbb\x80\x00\x00\x00\x00\x00\x00\x00", cbor.TRUNCATED),
    ("B99", b"\x81" * 1000 + b"\x00", cbor.TOO_DEEP),
    ("B99", b"\x81" * 9 + b"\x00", cbor.TOO_DEEP),
    ("B99", b"\x81" * 8 + b"\x80", cbor.TOO_DEEP),
    ("B99", b"\x81" * 8 + b"\xa0", cbor.TOO_DEEP),
    ("B99", b"\xa1\x00" * 9 + b"\x00", cbor.TOO_DEEP),
    ("B102", b"\x5f\x5f\x41\x00\xff\xff", cbor.INDEFINITE),
    ("B103", b"\xa1\x80\x01", cbor.KEY_TYPE),
    ("B103", b"\xa1\x20\x01", cbor.KEY_TYPE),
    ("B103", b"\xa1\x19\x01\x00\x01", cbor.KEY_TYPE),
    ("B104", b"\x63\xc3\xbc\xc3", cbor.BAD_UTF8),
    ("B105", b"\x63\xed\xa0\x80", cbor.BAD_UTF8),
    ("B105", b"\x66\xed\xa0\xbd\xed\xb8\x80", cbor.BAD_UTF8),
    ("B106", b"\xf9\xe7\x00", cbor.FLOAT),
    ("B106", b"\xf9\x7e\x00", cbor.FLOAT),
    ("B106", b"\xf9\x80\x01", cbor.FLOAT),
    ("B106", b"\xf9\x80\x00", cbor.FLOAT),
    ("B108", b"\x3b" + b"\xff" * 8, cbor.INT_RANGE),
    ("B108", b"\x3b\x80\x00\x00\x00\x00\x00\x00\x00", cbor.INT_RANGE),
    ("overlong", b"\x62\xc0\x80", cbor.BAD_UTF8),
    ("overlong", b"\x63\xe0\x9f\xbf", cbor.BAD_UTF8),
    ("overlong", b"\x64\xf0\x8f\xbf\xbf", cbor.BAD_UTF8),
    ("beyond U+10FFFF", b"\x64\xf4\x90\x80\x80", cbor.BAD_UTF8),
    ("beyond U+10FFFF", b"\x64\xf5\x80\x80\x80", cbor.BAD_UTF8),
    ("continuation alone", b"\x61\x80", cbor.BAD_UTF8),
    ("bad continuation", b"\x63\xe6\xb0\x41", cbor.BAD_UTF8),
    ("long form", b"\x18\x17", cbor.NON_CANONICAL),
    ("long form", b"\x19\x00\xff", cbor.NON_CANONICAL),
    ("long form", b"\x1a\x00\x00\xff\xff", cbor.NON_CANONICAL),
    ("long form", b"\x1b\x00\x00\x00\x00\xff\xff\xff\xff", cbor.NON_CANONICAL),
    ("long form", b"\x38\x17", cbor.NON_CANONICAL),
    ("long length", b"\x58\x01\x00", cbor.NON_CANONICAL),
    ("long count", b"\x98\x01\x00", cbor.NON_CANONICAL),
    ("same key", b"\xa2\x01\x00\x01\x00", cbor.KEY_REPEATED),
    ("same key, later", b"\xa3\x01\x00\x02\x00\x01\x00", cbor.KEY_REPEATED),
    ("keys not in order", b"\xa2\x02\x00\x01\x00", cbor.KEY_ORDER),
    ("reserved", b"\x1c", cbor.RESERVED),
    ("reserved", b"\x7e", cbor.RESERVED),
    ("reserved", b"\xdd", cbor.RESERVED),
    ("reserved", b"\xfd", cbor.RESERVED),
    ("integer without end", b"\x1f", cbor.RESERVED),
    ("tag", b"\xc0\x60", cbor.TAG),
    ("simple", b"\xe0", cbor.SIMPLE),
    ("simple false, long", b"\xf8\x14", cbor.SIMPLE),
    ("break", b"\xff", cbor.BREAK),
    ("break in an array", b"\x81\xff", cbor.BREAK),
    ("nothing", b"", cbor.TRUNCATED),
    ("half a head", b"\x19\x01", cbor.TRUNCATED),
    ("half a string", b"\x44\x01\x02\x03", cbor.TRUNCATED),
    ("half an array", b"\x82\x01", cbor.TRUNCATED),
    ("half a map", b"\xa1\x01", cbor.TRUNCATED),
    ("two values", b"\x00\x00", cbor.TRAILING),
)
EDGES = (
    (b"\x20", -1),
    (b"\x3b\x7f\xff\xff\xff\xff\xff\xff\xff", -(1 << 63)),
    (b"\x1b\xff\xff\xff\xff\xff\xff\xff\xff", (1 << 64) - 1),
    (b"\x99\x01\x00" + bytes(256), [0] * 256),
    (b"\x59\x01\x00" + bytes(256), bytes(256)),
    (b"\x81" * 8 + b"\x00", [[[[[[[[0]]]]]]]]),
    (b"\x99\x03\xff" + bytes(1023), [0] * 1023),
    (b"\xa2\x00\xf6\x18\xff\xf5", {0: None, 255: True}),
    (b"\x64\xf4\x8f\xbf\xbf", "\U0010ffff"),
    (b"\x63\xed\x9f\xbf", "\ud7ff"),
)
FRAME_LENGTHS = list(range(1, 140))
FRAME_LENGTHS += [249, 250, 251, 252, 253, 254, 255, 256, 504, 508, 512]
UNSENDABLE = (
    (1.0, cbor.FLOAT),
    (-0.0, cbor.FLOAT),
    (1 << 64, cbor.INT_RANGE),
    (-(1 << 63) - 1, cbor.INT_RANGE),
    ({"a": 1}, cbor.KEY_TYPE),
    ({-1: 1}, cbor.KEY_TYPE),
    ({256: 1}, cbor.KEY_TYPE),
    ({True: 1}, cbor.KEY_TYPE),
    ([[[[[[[[[0]]]]]]]]], cbor.TOO_DEEP),
    ([0] * 1024, cbor.TOO_MANY),
    ("\ud800", cbor.BAD_UTF8),
    (object(), cbor.TYPE),
    ({1, 2}, cbor.TYPE),
    (bytes(1600), cbor.NO_ROOM),
    ([1 << 40] * 400, cbor.NO_ROOM),
)


def rows(name):
    """The lines of a data file, split at tabs, without the comment."""
    with open(FOLDER + name, encoding="utf-8") as file:
        return [line.rstrip("\n").split("\t") for line in file if not line.startswith("#")]


def refusal(data):
    """Why `data` is refused. Ends the script by any other error."""
    try:
        value = cbor.decode(data)
    except CborError as error:
        return error.reason
    return "accepted: " + repr(value)


def unsent(value):
    """Why `value` cannot be sent, or nothing."""
    try:
        cbor.encode(value, 1500)
    except CborError as error:
        return error.reason
    return ""


def check_vectors():
    """RFC 8949 Appendix A."""
    for row in rows("rfc8949_appendix_a.tsv"):
        data = binascii.unhexlify(row[0])
        if len(row) > 2:
            assert refusal(data) == getattr(cbor, row[2]), row
            print(row[0], refusal(data))
            continue
        value = eval(row[1])
        got = cbor.decode(data)
        assert got == value, row
        assert type(got) is type(value), row
        assert cbor.decode(memoryview(data)) == cbor.decode(bytearray(data)) == value, row
        assert cbor.encode(value) == data, row
        print(row[0], "accepted")


def check_faults():
    """The field-fault catalogue, and what the encoder must not send."""
    for name, data, reason in FAULTS:
        assert refusal(data) == reason, (name, refusal(data), reason)
        print(name, reason)
    for data, value in EDGES:
        assert cbor.decode(data) == value, data
        assert cbor.encode(value, 2000) == data, data
    for value, reason in UNSENDABLE:
        assert unsent(value) == reason, reason
        print("not sent:", reason)
    for limit in range(8):
        print(limit, binascii.hexlify(cbor.cut_text("üa水b", limit).encode()))


def check_frames():
    """Frames of every length around the sizes that matter, whole, byte by byte, and damaged."""
    assert frames.crc32(b"123456789") == 0xCBF43926
    decoder = frames.FrameDecoder(messages.PACKET_BYTES)
    assert decoder.feed(b"\x41\x00" + frames.encode_frame(b"good")) == [b"good"]  # B87
    for length in FRAME_LENGTHS:
        packet = bytes([(i * 7 + length) % 256 for i in range(length)])
        frame = frames.encode_frame(packet)
        assert len(frame) <= frames.frame_bytes(length)
        assert frame.find(b"\x00") == len(frame) - 1
        assert decoder.feed(frame) == [packet]
        for i in range(len(frame) - 1):
            assert decoder.feed(frame[i : i + 1]) == []
        assert decoder.feed(frame[-1:]) == [packet]
        hurt = bytearray(frame)
        hurt[length // 2] ^= 0x10
        assert decoder.feed(hurt) + decoder.feed(b"\x00" + frame) == [packet]
        print(length, len(frame), binascii.hexlify(frame[-6:]))
    assert decoder.feed(b"\x55" * 5000 + b"\x00") == []
    assert decoder.feed(frames.encode_frame(bytes(513))) == []
    for reason in frames.DROPPED:
        print(reason, decoder.errors.get(reason, 0))


def check_soak():
    """B79: thousands of packets of changing size, then a large buffer still fits."""
    decoder = frames.FrameDecoder(messages.PACKET_BYTES)
    decoder.feed(b"\x00")
    packet = bytearray(messages.PACKET_BYTES)
    frame = bytearray(frames.frame_bytes(messages.PACKET_BYTES))
    view = memoryview(packet)
    kept = []
    for i in range(30000):
        fields = {"text": "x" * (i * 7 % 121)}
        length = messages.pack_into(packet, "NOTE", fields)
        framed = frames.encode_frame_into(view[:length], frame)
        got = decoder.feed(memoryview(frame)[:framed])
        assert got == [packet[:length]]
        assert messages.unpack(got[0], messages.TO_HOST) == ("NOTE", fields)
        kept.append(got[0])
        if len(kept) > 20:
            del kept[i % 7]
    print(len(bytearray(3072)), len(kept), decoder.errors)


def check_messages():
    """Golden packets: made here, and understood here, each alone."""
    print("table", messages.table_crc())
    for name, packet, fields in rows("golden_messages.tsv"):
        packet, fields = binascii.unhexlify(packet), eval(fields)
        assert messages.pack(name, **fields) == packet, name
        direction = messages.BY_NAME[name][2]
        got, values = messages.unpack(packet, messages.TO_ARC if direction == messages.BOTH else direction)
        assert got == name
        assert sorted(values) == sorted(fields)
        again = messages.pack(name, **values)
        assert again == packet, name
        print(name, len(packet))
    for error, make in (
        (MessageFieldError, lambda: messages.pack("LIFT", boot=1, seq=-1, uid=b"1234")),
        (MessageFieldError, lambda: messages.pack("LIFT", boot=1, seq=1, uid=b"123")),
        (MessageFieldError, lambda: messages.pack("LIFT", boot=1, seq=1)),
        (MessageFieldError, lambda: messages.pack("LIFT", boot=1, seq=1, uid=b"1234", unit=1)),
        (MessageFieldError, lambda: messages.pack("LIFTS", boot=1)),
        (MessageFieldError, lambda: messages.pack("NOTE", text="ü" * 61)),
        (MessageError, lambda: messages.unpack(b"\x00", messages.TO_ARC)),
        (MessageError, lambda: messages.unpack(b"\x81\x18\xff", messages.TO_ARC)),
        (MessageError, lambda: messages.unpack(b"\x84\x04\x00\x00\x00", messages.TO_HOST)),
        (MessageError, lambda: messages.unpack(b"\x83\x03\x00\xf5", messages.TO_HOST)),
        (MessageError, lambda: messages.unpack(b"\x82\x03\x00", messages.TO_HOST)),
        (CborError, lambda: messages.unpack(b"\x83\x03\x00", messages.TO_ARC)),
    ):
        try:
            make()
        except error as fault:
            print(type(fault).__name__, fault)
        else:
            raise AssertionError("nothing refused")


PARTS = {"vectors": check_vectors, "faults": check_faults, "frames": check_frames, "messages": check_messages,
         "soak": check_soak}  # fmt: skip

if __name__ == "__main__":
    PARTS[sys.argv[1]]()
