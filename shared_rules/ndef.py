"""NDEF on tags: the TLV blocks of the user area, the records of a message, and our own piece record.

Rule 1: every offset comes from a length field, and every length is checked against the bytes that are there.
Rule 2: whatever is not ours is skipped by its length, never interpreted and never changed.
Rule 3: nothing half-read is returned: a cut-off block or record raises NdefTruncated.

TLV (NFC Forum Type 2 Tag): `00` fills one byte, `FE` ends, all else is tag, length, value; a length byte of `FF` means
that two more bytes carry the length. `01` lock control, `02` memory control, `03` NDEF message, `FD` proprietary.

The piece record (ours): external type `colony.arc:piece`, payload = version 1, piece id in ASCII, CRC-32 of both,
little endian (ISO-HDLC: polynomial 04C11DB7, reflected, start and final XOR FFFFFFFF; "123456789" gives CBF43926).
"""

import binascii

from shared_rules.compat import const

NULL = const(0x00)
MESSAGE = const(0x03)
TERMINATOR = const(0xFE)

EXTERNAL = const(4)  # type name formats (TNF) that matter here
UNCHANGED = const(6)

PIECE_TYPE = b"colony.arc:piece"
PIECE_VERSION = const(1)
PIECE_LETTERS = const(40)
RECORDS = const(16)  # a message with more is refused: it is none of ours, and memory is short

class NdefError(ValueError):
    """The data on the tag cannot be read as NDEF."""


class NdefTruncated(NdefError):
    """A length points past the end of the data."""


class NdefUnsupported(NdefError):
    """Legal, but nothing that this reader handles."""


# -- TLV blocks --------------------------------------------------------------------------------------------------------


def tlv_at(data, at):
    """The block at `at`: (tag, start of value, end of block), or None when its length field is not all there."""
    tag = data[at]
    if tag in (NULL, TERMINATOR):
        return tag, at + 1, at + 1
    if at + 1 >= len(data):
        return None
    if data[at + 1] != 0xFF:
        return tag, at + 2, at + 2 + data[at + 1]
    if at + 3 >= len(data):
        return None
    return tag, at + 4, at + 4 + (data[at + 2] << 8 | data[at + 3])


def walk(data, last=TERMINATOR):
    """Blocks of a user area as (tag, start of value, end), up to the terminator or to the first block `last`.

    Filling bytes are left out. Raises NdefTruncated.
    """
    blocks = []
    at = 0
    while at < len(data):
        block = tlv_at(data, at)
        if block is None or block[2] > len(data):
            raise NdefTruncated("block at byte %d points past the end" % at)
        if block[0] != NULL:
            blocks.append(block)
        if block[0] in (TERMINATOR, last):
            break
        at = block[2]
    return blocks


def needed(data):
    """Bytes of the user area needed to go on; 0 when `data` holds the whole message, or ends without one."""
    at = 0
    while at < len(data):
        block = tlv_at(data, at)
        if block is None:
            return at + 4
        if block[2] > len(data):
            return block[2]
        if block[0] in (MESSAGE, TERMINATOR):
            return 0
        at = block[2]
    return at + 1


def message_in(data):
    """The first NDEF message of a user area: b"" when it is empty, None when there is none. Raises NdefTruncated."""
    for tag, start, end in walk(data, MESSAGE):
        if tag == MESSAGE:
            return bytes(data[start:end])
    return None


# -- records -----------------------------------------------------------------------------------------------------------


def record(tnf, kind, payload, first=True, last=True):
    """One record: type name format, type, payload (bytes); `first` and `last` mark its place in the message."""
    head = tnf | (0x80 if first else 0) | (0x40 if last else 0)
    if len(payload) < 256:
        return bytes((head | 0x10, len(kind), len(payload))) + kind + payload
    size = len(payload)
    return bytes((head, len(kind))) + size.to_bytes(4, "big") + kind + payload


def records(message):
    """Records of a message as (tnf, type, id, payload), chunks joined. Raises NdefTruncated, NdefUnsupported."""
    out = []
    at = 0
    chunked = False
    while at < len(message):
        head, kind, name, payload, at = _record_at(message, at)
        if chunked:
            if head & 7 != UNCHANGED or kind:
                raise NdefError("chunk of a record expected")
            out[-1] = (out[-1][0], out[-1][1], out[-1][2], out[-1][3] + payload)
        elif len(out) == RECORDS:
            raise NdefUnsupported("more than %d records" % RECORDS)
        else:
            out.append((head & 7, kind, name, payload))
        chunked = bool(head & 0x20)
        if head & 0x40 and not chunked:
            break
    if chunked:
        raise NdefTruncated("last chunk is missing")
    return out


def _record_at(message, at):
    """(head byte, type, id, payload, end) of the record at `at`."""
    head = message[at]
    short = head & 0x10
    named = head & 0x08
    fields = at + 2 + (1 if short else 4) + (1 if named else 0)
    if fields > len(message):
        raise NdefTruncated("record head cut off")
    kind_size = message[at + 1]
    size = message[at + 2]
    if not short:
        size = size << 24 | message[at + 3] << 16 | message[at + 4] << 8 | message[at + 5]
    name_size = message[fields - 1] if named else 0
    name = fields + kind_size
    payload = name + name_size
    if payload + size > len(message):
        raise NdefTruncated("record of %d bytes, %d left" % (size, len(message) - payload))
    return head, message[fields:name], message[name:payload], message[payload : payload + size], payload + size


def utf8(data):
    """The bytes as text. Raises NdefError."""
    try:
        return str(data, "utf-8")
    except UnicodeError:
        raise NdefError("text is not UTF-8")


# -- pieces ------------------------------------------------------------------------------------------------------------


def piece_message(piece):
    """The NDEF message that names a piece, for example "decree/17". Raises NdefError for an id that is none."""
    body = bytes((PIECE_VERSION,)) + piece.encode()
    if not _is_piece(piece):
        raise NdefError("not a piece id: %r" % piece)
    return record(EXTERNAL, PIECE_TYPE, body + binascii.crc32(body).to_bytes(4, "little"))


def piece_in(message):
    """The piece id of the first piece record in a message, or None. Raises NdefError when the record is damaged."""
    for tnf, kind, _, payload in records(message):
        if tnf != EXTERNAL or bytes(kind).lower() != PIECE_TYPE:
            continue
        if len(payload) < 6 or payload[0] != PIECE_VERSION:
            raise NdefUnsupported("piece record of another version")
        if binascii.crc32(payload[:-4]) != int.from_bytes(payload[-4:], "little"):
            raise NdefError("piece record fails its check")
        piece = utf8(payload[1:-4])
        if not _is_piece(piece):
            raise NdefError("piece record without a piece id")
        return piece
    return None


def find_piece(data):
    """The piece id in a tag's user area (from page 4 on), or None when there is none that can be trusted."""
    try:
        message = message_in(data)
        return piece_in(message) if message else None
    except NdefError:
        return None


def _is_piece(piece):
    """Lower-case letters, digits, "_", "-", with "/" between parts."""
    if not 0 < len(piece) <= PIECE_LETTERS or piece[0] == "/" or piece[-1] == "/":
        return False
    return all("a" <= c <= "z" or "0" <= c <= "9" or c in "_-/" for c in piece)
