"""What a tag in the field is and holds. Reading only."""

from dataclasses import dataclass
from typing import Any

from firmware.drivers.pn532_errors import TagRefused
from firmware.drivers.pn532_tags import read_area
from shared_rules.catalog import TAG_CLASSIC, TAG_NAMES, TAG_NTAG, TAG_PHONE
from tools.tags import classic, ntag
from tools.tags.message import Content, content_of

NOTHING = Content()
LOCKED, PARTLY = "locked", "locked in part"
UNKNOWN, LONGER = "tag of an unknown size", "not read to its end"
NOT_READY, STRANGE = "not formatted", "protected by keys of its own"


@dataclass(frozen=True)
class Look:
    """A tag as it lies there. `locked`: "", LOCKED or PARTLY; `state`: "" or why there is no message."""

    uid: bytes
    kind: int
    model: str
    content: Content = NOTHING
    locked: str = ""
    state: str = ""

    @property
    def bindable(self) -> bool:
        """False for phones and bank cards."""
        return self.kind != TAG_PHONE


async def look(reader: Any, target: Any) -> Look:
    """Read a tag. Raises ReaderError (TagRemoved: it was taken away, and nothing of it counts)."""
    if target.kind == TAG_NTAG:
        return await _ntag(reader, target)
    if target.kind == TAG_CLASSIC:
        return await _classic(reader, target)
    return Look(target.uid, target.kind, TAG_NAMES[target.kind])


async def _ntag(reader: Any, target: Any) -> Look:
    try:
        model = await ntag.model_of(reader, target)
    except TagRefused:
        return await _unknown(reader, target)
    locks = await ntag.locks_of(reader, target, model)
    locked = LOCKED if locks.read_only or len(locks.pages) >= model.lock_page - 4 else PARTLY if locks.pages else ""
    if not locks.formatted:
        return Look(target.uid, target.kind, model.name, locked=locked, state=NOT_READY)
    return Look(target.uid, target.kind, model.name, content_of(await read_area(reader, target)), locked)


async def _unknown(reader: Any, target: Any) -> Look:
    """A Type 2 tag that does not say its size (NTAG203, Ultralight): its number is enough to be learnt."""
    try:
        content = content_of(await read_area(reader, target))
    except TagRefused:
        return Look(target.uid, target.kind, UNKNOWN, state=LONGER)
    return Look(target.uid, target.kind, UNKNOWN, content)


async def _classic(reader: Any, target: Any) -> Look:
    name = TAG_NAMES[TAG_CLASSIC]
    state = await classic.state(reader, target)
    if state == classic.READY:
        try:
            return Look(target.uid, target.kind, name, content_of(await read_area(reader, target)))
        except TagRefused:  # its message runs into a sector that does not open
            return Look(target.uid, target.kind, name, Content(trouble="its message is damaged"))
    return Look(target.uid, target.kind, name, state=NOT_READY if state == classic.FACTORY else STRANGE)
