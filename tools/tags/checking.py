"""`check`: what each tag that is laid is, by its own record and by the table, in sentences."""

from dataclasses import dataclass, field
from typing import Any

from firmware.drivers.pn532_errors import ReaderError, TagRefused, TagRemoved
from host.plurals import counted
from tools.tags.desk import Desk
from tools.tags.ledger import Ledger, Row
from tools.tags.looking import Look, look
from tools.tags.teaching import EARLY, STOP
from tools.tags.writing import PHONE

KEYS = f"Lay one tag after the other on the reader; {STOP} and Enter, or Ctrl-C: enough."
MISSING_SHOWN = 12


@dataclass
class Check:
    """One look through a box."""

    desk: Desk
    ledger: Ledger
    names: dict[str, str]
    seen: dict[bytes, str | None] = field(default_factory=dict)

    async def run(self) -> None:
        """Until somebody types s."""
        self.desk.say(KEYS)
        while (came := await self.desk.next()) != STOP:
            if isinstance(came, str):
                self.desk.say(KEYS)
            else:
                await self._laid(came)

    async def _laid(self, target: Any) -> None:
        try:
            found = await look(self.desk.reader, target)
        except TagRemoved:
            self.desk.again()
            self.desk.say(EARLY)
            return
        except TagRefused as error:
            self.desk.say(f"{spaced(target.uid)}: it gives no answer to what it was asked ({error}). Lay it again.")
            return
        except ReaderError as error:
            self.desk.again()
            await self.desk.stumbled(error)
            return
        rows = await self.ledger.rows()
        self.desk.say(" ".join([f"{found.model} {spaced(found.uid)}:", *self.verdict(found, rows)]))

    def verdict(self, found: Look, rows: list[Row]) -> list[str]:
        """Sentences on one tag, and a note that it was seen."""
        if not found.bindable:
            return [PHONE]
        bound = next((row for row in rows if row.uid == found.uid), None)
        said, content = [self._which(found.content.piece, bound)], found.content
        piece = found.content.piece or (bound.piece if bound else None)
        if bound and bound.box != self.ledger.box:
            said.append(f"It belongs to the box {bound.box}.")
        twins = [row.uid for row in rows if (row.piece, row.box) == (piece, self.ledger.box) and row.uid != found.uid]
        twins += [uid for uid, other in self.seen.items() if other == piece and uid not in (*twins, found.uid)]
        if piece and twins and (bound is None or bound.box == self.ledger.box):
            said.append(f"Duplicate: this piece has another tag here, {', '.join(map(spaced, twins))}.")
        said += self._state(found)
        if content.foreign:
            said.append(f"Something else is on it: {', '.join(content.foreign)}.")
        self.seen[found.uid] = piece if bound is None or bound.box == self.ledger.box else None
        return said

    def _which(self, record: str | None, bound: Row | None) -> str:
        name = self.names.get
        if record and record not in self.names:
            return f'It says that it is "{record}", and this box has no such piece.'
        if record and bound and record != bound.piece:
            here, there = name(record), name(bound.piece, bound.piece)
            return f"It says that it is {here}, and the table has it as {there}: write it anew or forget it."
        if record and bound:
            return f"{name(record)}, by its record and by the table."
        if record:
            return f"{name(record)}, by its record; the table does not know it, and need not."
        if bound:
            return f"{name(bound.piece, bound.piece)}, by the table."
        return "No piece: the table does not know it."

    @staticmethod
    def _state(found: Look) -> list[str]:
        content, said = found.content, []
        if found.state:
            said.append(f"It is {found.state}.")
        elif content.trouble:
            said.append(f"Damaged: {content.trouble}.")
        elif not content.piece and not content.others:
            said.append("It is empty.")
        if found.locked:
            said.append(f"It is {found.locked}: its record can not be changed any more.")
        return said

    def summary(self) -> str:
        """What was seen, and which pieces of the box were not."""
        pieces = {piece for piece in self.seen.values() if piece}
        words = f"{counted(len(self.seen), 'tag')}, {len(pieces)} of {len(self.names)} pieces seen."
        missing = [name for piece, name in self.names.items() if piece not in pieces]
        if not pieces or not missing:
            return words
        more = f" and {len(missing) - MISSING_SHOWN} more" if len(missing) > MISSING_SHOWN else ""
        return f"{words} Not seen: {'; '.join(missing[:MISSING_SHOWN])}{more}."


def spaced(uid: bytes) -> str:
    """A UID as people compare it."""
    return uid.hex(" ").upper()
