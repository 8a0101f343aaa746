"""Entries and events to put into a store."""

from dataclasses import dataclass

from host.store.entries import chained

SEED = 271828182845904523536


@dataclass(frozen=True)
class Event:
    """An ARC event as the store sees it."""

    boot: int
    seq: int
    name: str = "TAP"
    raw: bytes = b"\x01\x02"


def moves(game, count, first=1, head=None, what="tap"):
    """`count` chained entries of a game, from number `first` on, behind `head`."""
    entries, head = [], head or game.genesis
    for seq in range(first, first + count):
        entry = chained(head, seq, "arc", {"kind": what, "piece": f"decree/{seq}"}, f"{seq:064x}", 1000.0 + seq)
        entries.append(entry)
        head = entry.hash
    return entries
