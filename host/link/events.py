"""Events of the ARC on the host's side: the value that travels up, and the order book that makes each count once.

Theory: the ARC numbers events from 1 in each boot without gaps and keeps each until it is acknowledged; acks are
cumulative. So the host takes events only in order: the next one is queued for its commit, a committed one is
acknowledged again without effect, anything later is dropped, because the ARC sends it again. Where a session starts in
the numbering is told by WELCOME (`first`). Numbers are compared as serial numbers (RFC 1982), so the wrap is no case.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any

_MASK = 0xFFFFFFFF
_HALF = 0x80000000


@dataclass(frozen=True)
class ArcEvent:
    """One event, to be committed under the key (boot, seq).

    `session` is the session that delivered it; `fields` are all fields of `messages.py`, `raw` is the packet as sent.
    """

    name: str
    boot: int
    seq: int
    session: int
    fields: dict[str, Any]
    raw: bytes

    @property
    def stale(self) -> bool:
        """A tap made in an earlier session: it is recorded, but must not act in today's situation."""
        return bool(self.fields.get("session", self.session) != self.session)


class Place(Enum):
    """What to do with an arriving event."""

    NEXT = "next"  # commit it
    COMMITTED = "committed"  # acknowledge again, no effect
    QUEUED = "queued"  # its commit is under way
    GAP = "gap"  # an earlier one is missing


def serial_diff(a: int, b: int) -> int:
    """Signed distance from `b` to `a` among 32-bit serial numbers."""
    return ((a - b + _HALF) & _MASK) - _HALF


class OrderBook:
    """Which events of one boot have been seen and committed. `first` is the ARC's oldest unacknowledged one."""

    def __init__(self, boot: int, first: int) -> None:
        self.boot = boot
        self._next = first
        self._committed = (first - 1) & _MASK

    @property
    def committed(self) -> int:
        """Every event up to here is committed: the number to acknowledge."""
        return self._committed

    def place(self, seq: int) -> Place:
        """Where event `seq` stands; changes nothing."""
        if serial_diff(seq, self._committed) <= 0:
            return Place.COMMITTED
        ahead = serial_diff(seq, self._next)
        if ahead < 0:
            return Place.QUEUED
        return Place.NEXT if ahead == 0 else Place.GAP

    def take(self, seq: int) -> None:
        """Event `seq` has been queued."""
        self._next = (seq + 1) & _MASK

    def commit(self, seq: int) -> None:
        """Event `seq` is in the store."""
        self._committed = seq
