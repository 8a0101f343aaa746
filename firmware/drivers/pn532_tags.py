"""What is on a tag: the NDEF message of an NTAG21x or a MIFARE Classic, and the piece that it names.

Rule 1: no more is read than the message needs: its length is known after the first 16 bytes.
Rule 2: a page that fails ends the read ("removed in read"); what was read so far is never parsed.
Rule 3: sizes are bounded by the tag's real memory, never by what its capability container claims.
Rule 4: a write is checked as a whole before its first page, and stays inside the user pages.

Classic cards are read by the NFC Forum mapping (NXP AN1304): sectors 1 to 15, public key, trailers left out.
"""

from firmware.drivers.pn532 import AUTH_A, NFC_KEY
from firmware.drivers.pn532_errors import ReaderMisuse, TagRefused, TagTooSmall
from shared_rules.catalog import TAG_CLASSIC, TAG_NTAG
from shared_rules.compat import const
from shared_rules.ndef import NdefTooLong, find_piece, message_in, message_length_at, needed, rewrite

FIRST_PAGE = const(4)
CHUNK = const(16)
CLASSIC_BYTES = const(720)  # 15 sectors of 3 blocks
NDEF_MAGIC = const(0xE1)

# GET_VERSION's size byte -> bytes of the user area: 213 pages 04h..27h, 215 04h..81h, 216 04h..E1h
USER_BYTES = {0x0F: 144, 0x11: 504, 0x13: 888}


async def read_piece(reader, target):
    """The piece id on `target`, "" when there is none. Raises ReaderError."""
    area = await read_area(reader, target)
    return (find_piece(area) or "") if area else ""


async def read_message(reader, target):
    """The NDEF message on `target` as bytes; None when the tag carries none. Raises ReaderError, NdefError."""
    area = await read_area(reader, target)
    return message_in(area) if area else None


async def read_area(reader, target):
    """As much of the user area as holds the message; b"" for tags that are not read (phones) or not formatted."""
    if target.kind == TAG_NTAG:
        return await _ntag_area(reader, target)
    if target.kind == TAG_CLASSIC:
        return await _collect(_ClassicBlocks(reader, target), CLASSIC_BYTES)
    return b""


async def _ntag_area(reader, target):
    head = bytearray(CHUNK)
    await reader.read_ntag(3, head, target)
    if head[0] != NDEF_MAGIC:
        return b""
    # The container's size byte may be wrong, so the real size is asked for as soon as it matters.
    first = needed(memoryview(head)[4:])
    if not first:
        return bytes(head[4:])
    return await _collect(_NtagPages(reader, target), await user_bytes(reader, target))


async def user_bytes(reader, target):
    """Size of an NTAG's user area in bytes. Raises TagRefused for tags that do not say what they are."""
    version = await reader.ntag_version(target)
    size = USER_BYTES.get(version[6])
    if size is None:
        raise TagRefused("NTAG of unknown size %02x" % version[6])
    return size


async def read_user(reader, target, count):
    """The first `count` bytes of an NTAG's user area. Raises ReaderMisuse past its end, TagRemoved."""
    if not 0 <= count <= await user_bytes(reader, target):
        raise ReaderMisuse("the tag has no %d user bytes" % count)
    area = bytearray(count + -count % CHUNK)
    await _fill(_NtagPages(reader, target), area, 0)
    return bytes(area[:count])


async def _collect(source, capacity):
    """Read until the message is whole, or as far as the tag goes; a message that claims more stays cut off."""
    area = bytearray(CHUNK)
    await _fill(source, area, 0)
    size = needed(area)
    while size and size <= capacity:
        done = len(area)
        grown = bytearray(size + -size % CHUNK)
        grown[:done] = area
        area = grown
        await _fill(source, area, done)
        size = needed(area)
    return bytes(area[: min(len(area), capacity)])


async def _fill(source, area, start):
    chunk = bytearray(CHUNK)
    for at in range(start, len(area), CHUNK):
        await source.read(at // CHUNK, chunk)
        area[at : at + CHUNK] = chunk


class _NtagPages:
    """Chunk n of the user area is the four pages from 4 + 4 n on."""

    def __init__(self, reader, target):
        self._reader = reader
        self._target = target

    async def read(self, number, chunk):
        await self._reader.read_ntag(FIRST_PAGE + 4 * number, chunk, self._target)


class _ClassicBlocks:
    """Chunk n is data block n: three to a sector, sector 0 left out; each sector is opened once."""

    def __init__(self, reader, target):
        self._reader = reader
        self._target = target
        self._open = 0

    async def read(self, number, chunk):
        sector = 1 + number // 3
        block = 4 * sector + number % 3
        if sector != self._open:
            if not await self._reader.classic_auth(block, NFC_KEY, self._target, AUTH_A):
                raise TagRefused("sector %d does not open with the NFC key" % sector)
            self._open = sector
        await self._reader.classic_read(block, chunk, self._target)


async def write_message(reader, target, message):
    """Write an NDEF message to an NTAG213/215/216, other TLV blocks left alone; returns the number of pages written.

    The old message is made empty first and the new length is written last, so that a tag pulled away in between
    holds an empty message and no mixture. Raises TagTooSmall before anything is written, TagRemoved, TagRefused,
    ReaderMisuse, NdefError.
    """
    if target.kind != TAG_NTAG:
        raise ReaderMisuse("only NTAG pieces are written")
    capacity = await user_bytes(reader, target)
    area = await read_user(reader, target, capacity)
    try:
        new = rewrite(area, message)
    except NdefTooLong as error:
        raise TagTooSmall(str(error))
    plan = _page_plan(area, new)
    for at, page in plan:
        await reader.ntag_write(FIRST_PAGE + at // 4, page, target)
    return len(plan)


def _page_plan(area, new):
    """Page writes [(offset, 4 bytes)] that make `area` begin with `new`; pages that stay as they are are left out."""
    plan = [(at, new[at : at + 4]) for at in range(len(new) - 4, -1, -4) if new[at : at + 4] != area[at : at + 4]]
    length_at = message_length_at(area)
    if plan and length_at >= 0 and area[length_at]:
        at = length_at - length_at % 4
        page = bytearray(area[at : at + 4])
        page[length_at - at] = 0
        plan.insert(0, (at, bytes(page)))
        if plan[-1][0] != at:
            plan.append((at, new[at : at + 4]))
    return plan
