"""Putting an NDEF message on a tag: the new user area, computed as a whole before anything is written.

Rule 1: blocks that are there (lock control, memory control, proprietary) stay, byte for byte and in their order.
Rule 2: the capacity is checked here, against the real size of the user area.
"""

from shared_rules.compat import const
from shared_rules.ndef import MESSAGE, TERMINATOR, NdefError, NdefTruncated, tlv_at, walk

CONTROLS = (0x01, 0x02)  # lock control, memory control
CONTROL_BYTES = const(3)
PROPRIETARY = const(0xFD)


class NdefTooLong(NdefError):
    """The message does not fit the tag; raised before anything is written."""


def message_length_at(area):
    """Where the length byte of the first message lies, or -1. A zero there makes the message empty."""
    at = 0
    while at < len(area):
        block = tlv_at(area, at)
        if block is None or area[at] == TERMINATOR:
            break
        if area[at] == MESSAGE:
            return at + 1
        at = block[2]
    return -1


def rewrite(area, message):
    """The bytes to put at the start of the user area `area` (all of it, its size is the capacity) to carry `message`.

    Blocks before and behind the old message stay as they are. Padded to whole pages of 4 bytes. Raises NdefTooLong,
    NdefTruncated.
    """
    before = 0
    behind = b""
    for tag, start, end in walk(area, MESSAGE):
        if tag == MESSAGE:
            behind = _behind(area[end:], start == end)
        elif tag != TERMINATOR:
            before = end
    size = len(message)
    head = bytes((MESSAGE, size)) if size < 0xFF else bytes((MESSAGE, 0xFF, size >> 8 & 0xFF, size & 0xFF))
    out = bytes(area[:before]) + head + bytes(message) + behind
    if len(out) < len(area):
        out += b"\xfe"
    out += bytes(-len(out) % 4)
    if len(out) > len(area) or size > 0xFFFE:
        raise NdefTooLong("message of %d bytes on a tag of %d" % (size, len(area)))
    return out


def _behind(rest, emptied):
    """The blocks in `rest`, which follows a message. Behind an empty one may lie what is left of a message that was
    made empty when its tag was taken away: that is no block, and is known by kinds and lengths that no block has."""
    try:
        blocks = walk(rest)
    except NdefTruncated:
        if emptied:
            return b""
        raise
    out = b""
    for tag, start, end in blocks:
        if emptied and not (tag in (TERMINATOR, PROPRIETARY) or (tag in CONTROLS and end - start == CONTROL_BYTES)):
            return b""
        if tag != TERMINATOR:
            out += _block_bytes(rest, end, tag)
    return out


def _block_bytes(area, end, tag):
    """The whole block `tag` that ends at `end`, found by walking again (blocks behind a message are rare)."""
    at = 0
    while at < end:
        block = tlv_at(area, at)
        if block[2] == end and block[0] == tag:
            break
        at = block[2]
    return bytes(area[at:end])
