"""NTAG213, 215, 216: which pages are locked, making an unformatted one ready, locking for ever.

Rule 1: lock bits only ever go on; the order of locking is capability container, dynamic bits, static bits, so that one
        that was interrupted can be gone on with.
Rule 2: a page that is locked is known before the first page is written.
Source: NXP NTAG213/215/216 rev. 3.2, 8.5; NFC Forum Type 2 Tag 1.1, 6.1.
"""

from dataclasses import dataclass
from typing import Any

from firmware.drivers.pn532_tags import FIRST_PAGE, NDEF_MAGIC, user_bytes
from tools.tags.errors import TagUnfit, WriteUnproved

CONTAINER_PAGE, STATIC_PAGE, STATIC_END = 3, 2, 16
READ_ONLY = 0x0F  # in the container's last byte
STATIC_LOCK = b"\xff\xff"


@dataclass(frozen=True)
class Model:
    """One size of tag. `lock_page`: dynamic lock bits, right behind the user pages; each locks `step` pages."""

    name: str
    user_bytes: int
    lock_page: int
    step: int
    lock: bytes  # all pages, and no bit can be changed after
    size_code: int  # in the capability container


_MODELS = {
    model.user_bytes: model
    for model in (
        Model("NTAG213", 144, 0x28, 2, b"\xff\x0f\x3f", 0x12),
        Model("NTAG215", 504, 0x82, 16, b"\xff\x00\x0f", 0x3E),
        Model("NTAG216", 888, 0xE2, 16, b"\xff\x3f\x7f", 0x6D),
    )
}


@dataclass(frozen=True)
class Locks:
    """`pages`: user pages that are locked; `read_only`: the container forbids writing; `formatted`: NDEF at all."""

    pages: frozenset[int]
    read_only: bool
    formatted: bool
    container: bytes


async def model_of(reader: Any, target: Any) -> Model:
    """Which NTAG it is. Raises TagRefused for another tag, TagRemoved."""
    return _MODELS[await user_bytes(reader, target)]


async def locks_of(reader: Any, target: Any, model: Model) -> Locks:
    """What may be written."""
    head, tail = bytearray(16), bytearray(16)
    await reader.read_ntag(0, head, target)
    await reader.read_ntag(model.lock_page, tail, target)
    static, dynamic = head[10] | head[11] << 8, tail[0] | tail[1] << 8
    pages = {page for page in range(CONTAINER_PAGE, STATIC_END) if static >> page & 1}
    pages |= {page for page in range(STATIC_END, model.lock_page) if dynamic >> ((page - STATIC_END) // model.step) & 1}
    container = bytes(head[12:16])
    formatted = container[0] == NDEF_MAGIC
    return Locks(frozenset(pages), formatted and container[3] & 0x0F == READ_ONLY, formatted, container)


async def make_ready(reader: Any, target: Any, model: Model, locks: Locks) -> None:
    """Give a tag that was never formatted its container. TagUnfit: something else is there, and bits never go off."""
    if locks.formatted:
        return
    if any(locks.container) or CONTAINER_PAGE in locks.pages:
        raise TagUnfit("This tag was made ready for something else and can not be changed.", "It can be learnt.")
    await reader.ntag_write(CONTAINER_PAGE, bytes((NDEF_MAGIC, 0x10, model.size_code, 0)), target)


def refuse_locked(locks: Locks, plan: list[tuple[int, bytes]]) -> None:
    """TagUnfit when a page that has to be written is locked."""
    if plan and (locks.read_only or any(FIRST_PAGE + at // 4 in locks.pages for at, _ in plan)):
        raise TagUnfit("This tag is locked for ever: nothing can be written on it.", "It can be learnt as it is.")


async def lock(reader: Any, target: Any, model: Model) -> None:
    """Lock all pages for ever, and see that it is so. Raises TagRemoved, TagRefused, WriteUnproved."""
    locks = await locks_of(reader, target, model)
    if not locks.read_only and CONTAINER_PAGE not in locks.pages:
        await reader.ntag_write(CONTAINER_PAGE, locks.container[:3] + bytes((locks.container[3] | READ_ONLY,)), target)
    await reader.ntag_write(model.lock_page, model.lock + b"\x00", target)
    head = bytearray(16)
    await reader.read_ntag(0, head, target)
    await reader.ntag_write(STATIC_PAGE, bytes(head[8:10]) + STATIC_LOCK, target)
    await reader.select(target)
    if len((await locks_of(reader, target, model)).pages) != model.lock_page - CONTAINER_PAGE:
        raise WriteUnproved("The tag is not locked everywhere.", "Lay it again.")
