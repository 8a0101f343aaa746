"""The tag table of the save, box by box.

Rule 1: one UID is one piece, in whichever box (B26); the same piece may have a tag in each of several boxes.
Rule 2: a tag that was taught elsewhere (the companion's start page) belongs to the first box.
Rule 3: a change is one transaction, and knows what was before it, so that it can be undone.
"""

import json
import sqlite3
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from host.store import table
from host.store.store import Store

FIRST_BOX = "first"
BOXES = "tag_boxes"  # setting: UID in hex -> box


@dataclass(frozen=True, order=True)
class Row:
    """A bound tag."""

    box: str
    piece: str
    uid: bytes


@dataclass(frozen=True)
class Change:
    """What became of a tag: `before` and `after`, None for not bound."""

    uid: bytes
    before: Row | None
    after: Row | None


class Ledger:
    """The table as it is used at `box`."""

    def __init__(self, store: Store, box: str = FIRST_BOX, clock: Callable[[], float] = time.time) -> None:
        self.box = box
        self._store = store
        self._clock = clock

    async def rows(self) -> list[Row]:
        """Everything, sorted by box, piece and UID."""
        return await self._store.read(rows)

    async def pieces_here(self) -> set[str]:
        """Pieces of this box that have a tag."""
        return {row.piece for row in await self.rows() if row.box == self.box}

    async def bind(self, uid: bytes, piece: str) -> Change:
        """Bind a tag to a piece of this box. Raises TagTaken, TagRefused."""
        return await self._put(uid, Row(self.box, piece, uid))

    async def free(self, uid: bytes) -> Change:
        """Forget a tag."""
        return await self._put(uid, None)

    async def undo(self, change: Change) -> None:
        """Make it as it was before."""
        await self._store.write(lambda db: _set(db, change.uid, change.before, self._clock()))

    async def put_all(self, found: Iterable[Row]) -> None:
        """Bind all of these, whatever they were bound to: all or none."""
        now = self._clock()

        def job(db: sqlite3.Connection) -> None:
            for row in found:
                _set(db, row.uid, row, now)

        await self._store.write(job)

    async def _put(self, uid: bytes, after: Row | None) -> Change:
        now = self._clock()

        def job(db: sqlite3.Connection) -> Change:
            before = next((row for row in rows(db) if row.uid == uid), None)
            if before is not None and after is not None and before.piece != after.piece:
                table.bind_tag(db, uid, after.piece, now)  # raises TagTaken in the store's own words
            _set(db, uid, after, now)
            return Change(uid, before, after)

        return await self._store.write(job)


def rows(db: sqlite3.Connection) -> list[Row]:
    """Job for Store.read."""
    boxes = table.get_setting(db, BOXES, {})
    return sorted(
        Row(boxes.get(uid, FIRST_BOX), piece, bytes.fromhex(uid)) for uid, piece in table.all_tags(db).items()
    )


def _set(db: sqlite3.Connection, uid: bytes, row: Row | None, now_utc_s: float) -> None:
    boxes = table.get_setting(db, BOXES, {})
    boxes.pop(uid.hex(), None)
    if row is None or table.piece_of(db, uid) != row.piece:
        table.free_tag(db, uid)
    if row is not None:
        table.bind_tag(db, uid, row.piece, now_utc_s)
        if row.box != FIRST_BOX:
            boxes[uid.hex()] = row.box
    table.set_setting(db, BOXES, json.dumps(boxes, sort_keys=True))
