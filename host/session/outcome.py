"""What became of a press or a tap, and what players are told beside the game's own view."""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

STALE = "stale"
NO_GAME = "no_game"
NO_ARC = "no_arc"
NOT_STORED = "not_stored"
OUR_BUG = "our_bug"
BAD_ACTION = "bad_action"


@dataclass(frozen=True, slots=True)
class Outcome:
    """`ok`; else `code` for programs and `sentence` for players. `revision` is the session's after it."""

    ok: bool
    code: str
    sentence: str
    revision: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A line for players. `kind`: refused, fault, battery, table or game."""

    number: int
    kind: str
    text: str


TOLD_BY_ARC = frozenset({"fault", "battery", "table"})


class Notices:
    """Bounded; a notice with the key of an earlier one replaces it."""

    MOST = 32

    def __init__(self) -> None:
        self._by_key: OrderedDict[str, Notice] = OrderedDict()
        self._number = 0

    def put(self, key: str, kind: str, text: str) -> None:
        """Show a line until `drop(key)`."""
        self._by_key.pop(key, None)
        self._number += 1
        self._by_key[key] = Notice(self._number, kind, text)
        while len(self._by_key) > self.MOST:
            self._by_key.popitem(last=False)

    def drop(self, key: str) -> None:
        """The line no longer holds."""
        self._by_key.pop(key, None)

    def drop_told_by_arc(self) -> None:
        """A fresh report begins: what still holds is told again, and what does not is never told to be over."""
        for key in [key for key, notice in self._by_key.items() if notice.kind in TOLD_BY_ARC]:
            self.drop(key)

    def shown(self) -> list[dict[str, Any]]:
        """Oldest first: {"id", "kind", "text"}."""
        return [{"id": n.number, "kind": n.kind, "text": n.text} for n in self._by_key.values()]
