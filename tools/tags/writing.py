"""Putting the record of a piece on a tag, and proving that it is there.

Rule 1: everything is decided before the first write: room, locks, keys.
Rule 2: the old message is made empty first and the new length comes last, so that a tag that is taken away in between
        holds an empty message and no mixture (B42). The same tag laid again is written as if nothing had been.
Rule 3: a write counts when the message was read back with the field switched off in between.
Rule 4: blocks and records of others stay, unless `over` gives their room away. `kept` remembers them by UID from the
        first write to the proof: after a tag was taken away in between they are nowhere else.
"""

from dataclasses import dataclass, field
from typing import Any

from firmware.drivers.pn532 import NFC_KEY
from firmware.drivers.pn532_errors import TagRefused
from firmware.drivers.pn532_tags import CHUNK, FIRST_PAGE, NtagPages, read_area
from firmware.drivers.pn532_write import write_plan
from shared_rules.catalog import TAG_CLASSIC, TAG_NTAG, TAG_PHONE
from shared_rules.ndef import TERMINATOR, NdefError, NdefTruncated, message_in, walk
from shared_rules.ndef_write import NdefTooLong, rewrite
from tools.tags import classic, ntag
from tools.tags.errors import TagUnfit, WriteUnproved
from tools.tags.message import Content, Record, compose, content_of

PHONE = "Phones and bank cards show a new number at each tap: they cannot be pieces."


@dataclass(frozen=True)
class Written:
    """`writes`: pages or blocks that changed, 0: it was right already. `before`: what the tag held."""

    writes: int
    before: Content


@dataclass(frozen=True)
class Wish:
    """The piece that a tag is to be; `over`: records of others may go."""

    piece: str
    over: bool = False
    kept: dict[bytes, tuple[Record, ...]] = field(default_factory=dict)


@dataclass
class _Medium:
    """The user area of tag `uid`: `source.read(n, chunk)` reads its 16 bytes n, `unit` bytes are written at once."""

    uid: bytes
    source: Any
    capacity: int
    unit: int


async def write(reader: Any, target: Any, wish: Wish) -> Written:
    """Make the tag a piece. Raises TagUnfit (nothing was written), WriteUnproved, ReaderError.

    After TagRemoved the same tag may be laid again.
    """
    if target.kind == TAG_PHONE:
        raise TagUnfit(PHONE)
    if target.kind == TAG_NTAG:
        written, message = await _write_ntag(reader, target, wish)
    elif target.kind == TAG_CLASSIC:
        written, message = await _write_classic(reader, target, wish)
    else:
        raise TagUnfit("Tags of this kind cannot be written here.", "It can be learnt.")
    await _prove(reader, target, message)
    wish.kept.pop(target.uid, None)
    return written


async def _write_ntag(reader: Any, target: Any, wish: Wish) -> tuple[Written, bytes]:
    try:
        model = await ntag.model_of(reader, target)
    except TagRefused:
        raise TagUnfit("This tag does not say how large it is: only NTAG213, 215 and 216 are written.",
                       "It can be learnt.") from None
    locks = await ntag.locks_of(reader, target, model)
    medium = _Medium(target.uid, NtagPages(reader, target), model.user_bytes, 4)
    before, plan, message = await _planned(medium, wish)
    ntag.refuse_locked(locks, plan)
    await ntag.make_ready(reader, target, model, locks)
    for at, page in plan:
        await _one(reader.ntag_write(FIRST_PAGE + at // 4, page, target))
    return Written(len(plan), before), message


async def _write_classic(reader: Any, target: Any, wish: Wish) -> tuple[Written, bytes]:
    state = await classic.state(reader, target)
    if state == classic.STRANGE:
        raise TagUnfit("This card has keys of its own: it belongs to something else.", "It can be learnt as it is.")
    if state == classic.FACTORY:
        await classic.make_ready(reader, target, wish.over)
    medium = _Medium(target.uid, _Blocks(reader, target), await classic.capacity(reader, target), CHUNK)
    before, plan, message = await _planned(medium, wish)
    for at, block in plan:
        await _one(classic.write_block(reader, target, at // CHUNK, block))
    return Written(len(plan), before), message


class _Blocks:
    """Data blocks of a Classic in the order of the message."""

    def __init__(self, reader: Any, target: Any) -> None:
        self._reader, self._target = reader, target

    async def read(self, number: int, chunk: bytearray) -> None:
        """Fill `chunk`."""
        sector = 1 + number // 3
        if not await classic.opens(self._reader, self._target, sector, NFC_KEY):
            raise TagUnfit(f"Sector {sector} of this card does not open with the NFC key.", "It can be learnt.")
        await self._reader.classic_read(4 * sector + number % 3, chunk, self._target)


async def _one(step: Any) -> None:
    try:
        await step
    except TagRefused:
        raise TagUnfit("The tag refuses to be written: it is locked or protected by a password.",
                       "It can be learnt.") from None


async def _planned(medium: _Medium, wish: Wish) -> tuple[Content, list[tuple[int, bytes]], bytes]:
    """What is there, the writes that make it the piece's, and the message that is then there."""
    area = await _read_on(medium, b"", _whole)
    before = content_of(area)
    others = before.others or wish.kept.get(medium.uid, ())
    message = compose(wish.piece, () if wish.over else others)
    new = _fitted(area, medium, message, before)
    area = await _read_on(medium, area, lambda seen: len(seen) >= len(new))
    new += area[len(new) : len(new) + -len(new) % medium.unit]
    wish.kept[medium.uid] = others
    return before, write_plan(area, new, medium.unit), message


def _fitted(area: bytes, medium: _Medium, message: bytes, before: Content) -> bytes:
    padded = area.ljust(medium.capacity, b"\x00")[: medium.capacity]
    try:
        return bytes(rewrite(padded, message))
    except NdefTooLong:
        cure = "--over replaces what is there." if before.others else ""
        raise TagUnfit(f"There is no room for {len(message)} bytes on this tag of {medium.capacity}.", cure) from None
    except NdefError:  # blocks of lengths that cannot be: nothing there can be kept
        return bytes(rewrite(bytes(medium.capacity), message))


async def _read_on(medium: _Medium, area: bytes, enough: Any) -> bytes:
    """Read 16 bytes at a time until it is enough or the tag ends."""
    seen = bytearray(area)
    chunk = bytearray(CHUNK)
    while len(seen) < medium.capacity and not enough(seen):
        await medium.source.read(len(seen) // CHUNK, chunk)
        seen += chunk
    return bytes(seen[: medium.capacity])


def _whole(area: bytes) -> bool:
    """Whether the last block is there; what is behind it is nobody's."""
    try:
        blocks = walk(area)
    except NdefTruncated:
        return False
    return bool(blocks) and blocks[-1][0] == TERMINATOR


async def _prove(reader: Any, target: Any, message: bytes) -> None:
    await reader.select(target)
    try:
        there = message_in(await read_area(reader, target))
    except NdefError:
        there = None
    if there != message:
        raise WriteUnproved("What was read back is not what was written.", "Lay it again; a worn-out tag stays so.")
