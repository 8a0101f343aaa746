"""What is on a tag: the NDEF message of an NTAG21x or a MIFARE Classic, and the piece that it names.

Rule 1: no more is read than the message needs: its length is known after the first 16 bytes.
Rule 2: a page that fails ends the read ("removed in read"); what was read so far is never parsed.
Rule 3: sizes are bounded by the tag's real memory, never by what its capability container claims.

Writing is in `pn532_write.py`, which a table in play does not need.

Classic cards are read by the NFC Forum mapping (NXP AN1304): sectors 1 to 15, public key, trailers left out.
"""

from firmware.drivers.pn532 import AUTH_A, NFC_KEY
from firmware.drivers.pn532_errors import TagRefused
from shared_rules.catalog import TAG_CLASSIC, TAG_NTAG
from shared_rules.compat import const
from shared_rules.ndef import find_piece, message_in, needed

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
    return await _collect(NtagPages(reader, target), await user_bytes(reader, target))


async def user_bytes(reader, target):
    """Size of an NTAG's user area in bytes. Raises TagRefused for tags that do not say what they are."""
    version = await reader.ntag_version(target)
    size = USER_BYTES.get(version[6])
    if size is None:
        raise TagRefused("NTAG of unknown size %02x" % version[6])
    return size


async def _collect(source, capacity):
    """Read until the message is whole, or as far as the tag goes; a message that claims more stays cut off."""
    area = bytearray(CHUNK)
    await fill(source, area, 0)
    size = needed(area)
    while size and size <= capacity:
        done = len(area)
        grown = bytearray(size + -size % CHUNK)
        grown[:done] = area
        area = grown
        await fill(source, area, done)
        size = needed(area)
    return bytes(area[: min(len(area), capacity)])


async def fill(source, area, start):
    """Read whole chunks into `area` from byte `start` on."""
    chunk = bytearray(CHUNK)
    for at in range(start, len(area), CHUNK):
        await source.read(at // CHUNK, chunk)
        area[at : at + CHUNK] = chunk


class NtagPages:
    """Chunk n of the user area is the four pages from 4 + 4 n on."""

    def __init__(self, reader, target):
        self._reader = reader
        self._target = target

    async def read(self, number, chunk):
        """Fill `chunk`."""
        await self._reader.read_ntag(FIRST_PAGE + 4 * number, chunk, self._target)


class _ClassicBlocks:
    """Chunk n is data block n: three to a sector, sector 0 left out; each sector is opened once."""

    def __init__(self, reader, target):
        self._reader = reader
        self._target = target
        self._open = 0

    async def read(self, number, chunk):
        """Fill `chunk`."""
        sector = 1 + number // 3
        block = 4 * sector + number % 3
        if sector != self._open:
            if not await self._reader.classic_auth(block, NFC_KEY, self._target, AUTH_A):
                raise TagRefused("sector %d does not open with the NFC key" % sector)
            self._open = sector
        await self._reader.classic_read(block, chunk, self._target)
