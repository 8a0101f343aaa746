"""MIFARE Classic by the NFC Forum's mapping (NXP AN1304): sectors 1 and up hold the message, sector 0 the directory.

Rule 1: a card is made ready only when every sector opens with the factory's key or the NFC key, which is tried before
        anything is written: a card of a door or a bus has keys of its own.
Rule 2: the directory (MAD) is written last. A card without it counts as not ready, so an interrupted one is gone on
        with.
"""

from typing import Any

from firmware.drivers.pn532 import NFC_KEY
from firmware.drivers.pn532_tags import CHUNK
from tools.tags.errors import TagUnfit

FACTORY_KEY = b"\xff" * 6
MAD_KEY = bytes.fromhex("a0a1a2a3a4a5")
NFC_TRAILER = NFC_KEY + bytes.fromhex("7f078840") + FACTORY_KEY  # everybody reads and writes; mapping version 1.0
MAD_TRAILER = MAD_KEY + bytes.fromhex("787788c1") + FACTORY_KEY  # everybody reads; there is a MAD, version 1
NFC_APPLICATION = b"\x03\xe1"
EMPTY_MESSAGE = b"\x03\x00\xfe".ljust(CHUNK, b"\x00")
SECTOR_BYTES = 48
SECTORS = {0x09: 5}  # by SAK; of a 4K card only the first 16 are used
FIRST_BLOCK = 4
READY, FACTORY, STRANGE = "ready", "factory", "strange"


def sectors_of(target: Any) -> int:
    """Sectors that are used, sector 0 among them."""
    return SECTORS.get(target.sak, 16)


async def opens(reader: Any, target: Any, sector: int, key: bytes) -> bool:
    """Whether `key` opens a sector as key A."""
    return bool(await reader.classic_auth(4 * sector, key, target))


async def state(reader: Any, target: Any) -> str:
    """READY for a message, FACTORY (not formatted, or not to its end), STRANGE (keys of its own)."""
    if await opens(reader, target, 0, FACTORY_KEY):
        return FACTORY
    return READY if await opens(reader, target, 1, NFC_KEY) else STRANGE


async def capacity(reader: Any, target: Any) -> int:
    """Bytes of the user area by the directory: the sectors from 1 on that belong to NFC. TagUnfit: no directory."""
    if not await opens(reader, target, 0, MAD_KEY):
        raise TagUnfit("The directory of this card does not open: it belongs to something else.", "It can be learnt.")
    directory = bytearray(2 * CHUNK)
    for block in (1, 2):
        part = bytearray(CHUNK)
        await reader.classic_read(block, part, target)
        directory[(block - 1) * CHUNK : block * CHUNK] = part
    found = 0
    for sector in range(1, sectors_of(target)):
        if bytes(directory[2 * sector : 2 * sector + 2]) != NFC_APPLICATION:
            break
        found += 1
    return found * SECTOR_BYTES


def directory(sectors: int) -> bytes:
    """The MAD of a card with `sectors` sectors that are all NFC's: 32 bytes, its check first."""
    entries = NFC_APPLICATION * (sectors - 1)
    body = b"\x01" + entries.ljust(30, b"\x00")
    return bytes((mad_check(body),)) + body


def mad_check(data: bytes) -> int:
    """CRC-8, polynomial 1D, start C7 (NXP AN10787, 3.7)."""
    value = 0xC7
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = (value << 1 ^ 0x1D if value & 0x80 else value << 1) & 0xFF
    return value


async def make_ready(reader: Any, target: Any, over: bool) -> None:
    """Format a factory-new card. TagUnfit: it has other keys or (without `over`) data. Raises TagRemoved."""
    count = sectors_of(target)
    ready = {sector for sector in range(1, count) if await opens(reader, target, sector, NFC_KEY)}
    for sector in range(1, count):
        if sector not in ready and not await opens(reader, target, sector, FACTORY_KEY):
            raise TagUnfit(f"Sector {sector} of this card has keys of its own: it belongs to something else.",
                           "It can be learnt.")
    if 1 not in ready and not over:
        await _refuse_data(reader, target)
    for sector in range(count - 1, 0, -1):
        if sector not in ready:
            await _open(reader, target, sector)
            if sector == 1:
                await reader.classic_write(FIRST_BLOCK, EMPTY_MESSAGE, target)
            await reader.classic_write(4 * sector + 3, NFC_TRAILER, target)
    await _open(reader, target, 0)
    listed = directory(count)
    await reader.classic_write(1, listed[:CHUNK], target)
    await reader.classic_write(2, listed[CHUNK:], target)
    await reader.classic_write(3, MAD_TRAILER, target)


async def _open(reader: Any, target: Any, sector: int) -> None:
    if not await opens(reader, target, sector, FACTORY_KEY):
        raise TagUnfit(f"Sector {sector} of this card does not open any more.", "Lay it again.")


async def _refuse_data(reader: Any, target: Any) -> None:
    await _open(reader, target, 1)
    block = bytearray(CHUNK)
    await reader.classic_read(FIRST_BLOCK, block, target)
    if any(block):
        raise TagUnfit("This card holds data of something else.", "--over writes over it; or learn it as it is.")


async def write_block(reader: Any, target: Any, number: int, data: bytes) -> None:
    """Write data block `number` of the message (three to a sector). TagUnfit: its sector does not open."""
    sector = 1 + number // 3
    if not await opens(reader, target, sector, NFC_KEY):
        raise TagUnfit(f"Sector {sector} of this card does not open with the NFC key.", "It can be learnt as it is.")
    await reader.classic_write(4 * sector + number % 3, data, target)
