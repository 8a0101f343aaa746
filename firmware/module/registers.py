"""Register map of a module board: the one home of every offset. docs/module-bus.md is generated from it.

Theory: the board is an I2C target in memory mode, so the ARC reads and writes these bytes while its program runs.
Nothing stops both from touching a block at once. Every block therefore ends with a CRC-32 over the rest of it.

Rule 1: a block whose CRC fails was torn (or garbled): it is never used, only read again or waited for.
Rule 2: a block of zeros is invalid by format: a target with nothing prepared sends zeros, whose CRC is not zero.
Rule 3: the ARC writes CONTROL in one transfer of at most 13 bytes, which fits the 16-byte FIFO of the RP2040's target.
Rule 4: the board prepares STATE apart and copies it in whole.
Rule 5: STATE begins with a byte that hops unpredictably on each board, then carries a tag of the identity. When two
boards share an address, the first differing bit decides who is heard: the hopping byte makes the winner change, and the
tag then shows two boards. Without it the same board would always win and the other would stay unseen.
"""

import struct
from binascii import crc32

from shared_rules.compat import const

MAP_VERSION = const(1)
MEMORY_BYTES = const(128)

IDENTITY = const(0x00)
IDENTITY_BYTES = const(20)
CONTROL = const(0x20)
CONTROL_BYTES = const(12)
STATE = const(0x40)
STATE_BYTES = const(16)
SCRATCH = const(0x60)
SCRATCH_BYTES = const(8)

MAGIC = b"CM"
CRC_BYTES = const(4)

IDENTITY_FORMAT = "<2sBBBBH8s"
CONTROL_FORMAT = "<BBHHBB"
STATE_FORMAT = "<BBBBBBIH"

# Flags in STATE
FLAG_TORN = const(0x01)  # CONTROL stayed invalid for longer than one transfer can take
FLAG_BAD_VALUE = const(0x02)  # CONTROL was whole, but named a pattern that this board does not know
FLAG_SILENT = const(0x04)  # the ARC was silent just before

# (field, offset in the block, bytes, meaning); little endian
IDENTITY_FIELDS = (
    ("magic", 0, 2, "the letters CM"),
    ("map", 2, 1, "version of this map"),
    ("unit", 3, 1, "unit number in the box, 1..32; the bus address is 0x0F + unit"),
    ("kind", 4, 1, "type number: the lowest unit number of the same tile"),
    ("ports", 5, 1, "corridor sockets"),
    ("firmware", 6, 2, "build of the board's program"),
    ("chip", 8, 8, "unique id of the chip"),
    ("crc", 16, 4, "CRC-32 of bytes 0..15"),
)
CONTROL_FIELDS = (
    ("sequence", 0, 1, "1..255, changed with each new order; 0 is an order never given"),
    ("pattern", 1, 1, "position in the light table"),
    ("period_ms", 2, 2, "length of one light cycle; 0 leaves it as in the table"),
    ("phase_ms", 4, 2, "where in the cycle the light starts"),
    ("brightness", 6, 1, "0..255; 0 is dark"),
    ("drive", 7, 1, "ports whose sense line the board asserts (pulls low), bit 0 is port 0"),
    ("crc", 8, 4, "CRC-32 of bytes 0..7: the commit mark"),
)
STATE_FIELDS = (
    ("hop", 0, 1, "unpredictable, new at each refresh (rule 5)"),
    ("applied", 1, 1, "sequence of the order in force; 0 after a start"),
    ("sense", 2, 1, "ports whose line is asserted, though not by this board"),
    ("drive", 3, 1, "ports that the board asserts now"),
    ("flags", 4, 1, "1 control torn, 2 unknown value in control, 4 was left alone before"),
    ("pattern", 5, 1, "pattern that is shown now"),
    ("uptime_ms", 6, 4, "since start, wraps"),
    ("tag", 10, 2, "low half of the identity's CRC"),
    ("crc", 12, 4, "CRC-32 of bytes 0..11"),
)
SCRATCH_FIELDS = (("scratch", 0, 8, "means nothing: the ARC tries writes of 1, 2, 3 ... bytes here (no CRC)"),)
# (name, start, bytes, writer, fields)
BLOCKS = (
    ("IDENTITY", IDENTITY, IDENTITY_BYTES, "board", IDENTITY_FIELDS),
    ("CONTROL", CONTROL, CONTROL_BYTES, "ARC", CONTROL_FIELDS),
    ("STATE", STATE, STATE_BYTES, "board", STATE_FIELDS),
    ("SCRATCH", SCRATCH, SCRATCH_BYTES, "ARC", SCRATCH_FIELDS),
)


def seal(block):
    """Put the CRC over all but the last four bytes into the last four."""
    body = len(block) - CRC_BYTES
    struct.pack_into("<I", block, body, crc32(memoryview(block)[:body]) & 0xFFFFFFFF)


def sealed(block):
    """Whether the block is whole."""
    body = len(block) - CRC_BYTES
    return crc32(memoryview(block)[:body]) & 0xFFFFFFFF == struct.unpack_from("<I", block, body)[0]


def pack_identity(block, unit, kind, ports, firmware, chip):
    """Fill an IDENTITY block of IDENTITY_BYTES; `chip` is 8 bytes."""
    struct.pack_into(IDENTITY_FORMAT, block, 0, MAGIC, MAP_VERSION, unit, kind, ports, firmware, chip)
    seal(block)


def unpack_identity(block):
    """(magic, map, unit, kind, ports, firmware, chip) of a block, sealed or not."""
    return struct.unpack_from(IDENTITY_FORMAT, block, 0)


def identity_tag(block):
    """The 16-bit tag that STATE repeats."""
    return struct.unpack_from("<H", block, IDENTITY_BYTES - CRC_BYTES)[0]


def pack_control(block, sequence, pattern, drive, period_ms=0, phase_ms=0, brightness=255):
    """Fill a CONTROL block of CONTROL_BYTES."""
    struct.pack_into(CONTROL_FORMAT, block, 0, sequence, pattern, period_ms, phase_ms, brightness, drive)
    seal(block)


def unpack_control(block):
    """(sequence, pattern, period_ms, phase_ms, brightness, drive)."""
    return struct.unpack_from(CONTROL_FORMAT, block, 0)


def pack_state(block, hop, applied, sense, drive, flags, pattern, uptime_ms, tag):
    """Fill a STATE block of STATE_BYTES."""
    struct.pack_into(STATE_FORMAT, block, 0, hop, applied, sense, drive, flags, pattern, uptime_ms, tag)
    seal(block)


def unpack_state(block):
    """(hop, applied, sense, drive, flags, pattern, uptime_ms, tag)."""
    return struct.unpack_from(STATE_FORMAT, block, 0)
