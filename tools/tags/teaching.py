"""`learn` and `write`: the pieces of a box, one after the other.

Rule 1: a piece that has a tag in this box is done: the walk can be stopped and gone on with at any time.
Rule 2: a tag that cannot be this piece is refused with the reason, and the same piece is asked for again.
Rule 3: a tag is bound after it was read (and written) as a whole. One taken away too early is nothing; the next tap
        goes on.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from firmware.drivers.pn532_errors import ReaderError, TagRefused, TagRemoved
from host.store.errors import TagTaken
from shared_rules.catalog import TAG_NTAG
from tools.tags import ntag
from tools.tags.desk import Desk
from tools.tags.errors import TagUnfit, WriteUnproved
from tools.tags.ledger import Change, Ledger
from tools.tags.looking import look
from tools.tags.writing import PHONE, Wish, write

UNDO, LEAVE, STOP = "u", "n", "s"
KEYS = f"{UNDO} and Enter: undo the last; {LEAVE}: leave this one out; {STOP}: stop here and go on another time."
EARLY = "It was taken away too early. Lay it again and hold it still."


@dataclass(frozen=True)
class Options:
    """`writes`: put a record on each tag. `over`: replace what somebody else wrote. `lock`: for ever, after writing.

    `more`: also pieces that have a tag already get one more.
    """

    writes: bool = False
    over: bool = False
    lock: bool = False
    more: bool = False


@dataclass
class Walk:
    """One walk through pieces. `names`: what players call them; `progress(done, total)` after each."""

    desk: Desk
    ledger: Ledger
    names: dict[str, str]
    options: Options
    progress: Callable[[int, int], None] = lambda done, total: None
    _done: list[tuple[str, Change]] = field(default_factory=list)
    _undone: set[bytes] = field(default_factory=set)
    _kept: dict[bytes, Any] = field(default_factory=dict)

    async def run(self, pieces: list[str]) -> int:
        """Ask for each piece that is left; returns how many are still left when it ends."""
        here = set() if self.options.more else await self.ledger.pieces_here()
        left = [piece for piece in pieces if piece not in here]
        total = len(pieces)
        self.desk.say(KEYS if left else "All of these have a tag already; --more gives them one more.")
        asked = None
        while left:
            self.progress(total - len(left), total)
            if asked != left[0]:
                asked = left[0]
                self.desk.say(f"Lay {self.names[asked]} on the reader.")
            came = await self.desk.next()
            if came == STOP:
                break
            if came == UNDO:
                await self._undo(left)
            elif came == LEAVE:
                left.append(left.pop(0)) if len(left) > 1 else self.desk.say("It is the only one that is left.")
            elif isinstance(came, str):
                self.desk.say(KEYS)
            elif await self._laid(came, left[0]):
                left.pop(0)
        self.progress(total - len(left), total)
        return len(left)

    async def _undo(self, left: list[str]) -> None:
        if not self._done:
            self.desk.say("There is nothing to undo.")
            return
        piece, change = self._done.pop()
        await self.ledger.undo(change)
        self._undone.add(change.uid)
        left.insert(0, piece)
        still = " Its record stays on the tag until another is written." if self.options.writes else ""
        self.desk.say(f"Undone: {self.names[piece]} has lost its tag again.{still}")

    async def _laid(self, target: Any, piece: str) -> bool:
        """Whether the tag has become the piece; if not, the reason was said."""
        try:
            said = await self._become(target, piece)
        except (TagUnfit, WriteUnproved, TagTaken) as error:
            self.desk.say(str(error))
            return False
        except TagRemoved:
            self.desk.again()
            self.desk.say(f"{self.names[piece]}: {EARLY}")
            return False
        except TagRefused as error:
            self.desk.say(f"The tag gives no answer to what it was asked ({error}). Lay it again.")
            return False
        except ReaderError as error:
            self.desk.again()
            await self.desk.stumbled(error)
            self.desk.say("The reader stumbled. Lay it again.")
            return False
        self.desk.say(f"{self.names[piece]}: {said}")
        return True

    async def _become(self, target: Any, piece: str) -> str:
        if not target.bindable:
            raise TagUnfit(PHONE)
        await self._refuse_bound(target.uid, piece)
        seen = await look(self.desk.reader, target)
        known = seen.content.piece
        mine = self.options.over or target.uid in self._undone
        if known not in (None, piece) and not (self.options.writes and mine):
            cure = "--over writes over it." if self.options.writes else "`colony tags write` makes it another piece."
            raise TagUnfit(f"This tag says that it is {self.names.get(known or '', known)}.", cure)
        said = await self._write(target, piece) if self.options.writes else "learnt."
        self._done.append((piece, await self.ledger.bind(target.uid, piece)))
        foreign = seen.content.foreign
        if foreign:
            stays = "is gone" if self.options.writes and self.options.over else "stays on it"
            said += f" What else was there {stays}: {', '.join(foreign)}."
        if seen.content.trouble and not self.options.writes:
            said += f" By the way, {seen.content.trouble}; its number alone is enough."
        return said

    async def _refuse_bound(self, uid: bytes, piece: str) -> None:
        """Both a tag that was laid twice and a copy with the same number (B26)."""
        for row in await self.ledger.rows():
            if row.uid != uid:
                continue
            if row.piece != piece:
                what = f"This tag is {self.names.get(row.piece, row.piece)} already, in the box {row.box}."
                raise TagUnfit(what, f"Take another, or first: colony tags forget {uid.hex()}")
            if row.box != self.ledger.box:
                raise TagUnfit(f"This tag belongs to the box {row.box}.", "Put that one away; here lies another box.")

    async def _write(self, target: Any, piece: str) -> str:
        reader = self.desk.reader
        written = await write(reader, target, Wish(piece, self.options.over, self._kept))
        said = "written and read back." if written.writes else "it was written already; read back."
        if written.before.trouble:
            said += f" Before, {written.before.trouble}."
        if self.options.lock:
            if target.kind != TAG_NTAG:
                return said + " Cards of this kind are not locked."
            await ntag.lock(reader, target, await ntag.model_of(reader, target))
            said += " Locked for ever."
        return said
