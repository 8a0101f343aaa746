"""Values that the store keeps: games, log entries, and the hash chain over them. No I/O.

Theory: a game is its genesis (id, title, rules, options, seed) and a log. Every entry's hash covers the hash before it,
so a changed, missing or swapped entry is noticed at that entry, and a log cannot be put under another game's genesis.

Rule 1: what is hashed is canonical (shared_rules/engine/canonical.py): no floats, so no NaN and no rounding.
Rule 2: the seed never appears in a repr, so it cannot reach a log line by accident.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from host.store.errors import LocalStoreError, StoreTampered
from shared_rules.engine.canonical import canonical as canonical_bytes
from shared_rules.engine.log import chain_hash

Action = dict[str, Any]

RUNNING = "running"  # the game that the companion resumes
PARKED = "parked"  # kept, not resumed by itself
OVER = "over"  # ended; kept to be looked at


def canonical(value: Any) -> bytes:
    """`value` as canonical JSON in UTF-8. Raises LocalStoreError for what a log cannot hold (floats, objects)."""
    try:
        packed: bytes = canonical_bytes(value)
    except (TypeError, ValueError, RecursionError) as error:  # ValueError: text that is no Unicode
        raise LocalStoreError(f"This value cannot be part of a log: {error}.") from None
    return packed


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log. `digest` is the hex digest of the state after it; `seq` counts from 1."""

    seq: int
    actor: str
    action: Action
    digest: str
    hash: str
    at_utc_s: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What a game starts from. `rules` names the game module; `seed` stays out of every repr."""

    game_id: str
    title: str
    rules: str
    options: dict[str, Any]
    seed: int = field(repr=False)
    status: str = RUNNING
    created_utc_s: float = 0.0

    @property
    def genesis(self) -> str:
        """The hash that entry 1 is chained to."""
        start = ["colony-game", 1, self.game_id, self.title, self.rules, self.options, str(self.seed)]
        return hashlib.sha256(canonical(start)).hexdigest()


class EventLike(Protocol):
    """What the store needs to know about an ARC event (host/link's ArcEvent has it)."""

    @property
    def name(self) -> str: ...
    @property
    def boot(self) -> int: ...
    @property
    def seq(self) -> int: ...
    @property
    def raw(self) -> bytes: ...


def link_hash(previous: str, seq: int, actor: str, action: Action, digest: str) -> str:
    """The hash of an entry behind the hash `previous`. Raises LocalStoreError for what a log cannot hold."""
    canonical([actor, action, digest])
    hashed: str = chain_hash(previous, seq, actor, action, digest)
    return hashed


def chained(previous: str, seq: int, actor: str, action: Action, digest: str, at_utc_s: float = 0.0) -> Entry:
    """A new entry that follows the hash `previous` (the genesis for seq 1)."""
    return Entry(seq, actor, action, digest, link_hash(previous, seq, actor, action, digest), at_utc_s)


def check_chain(game: GameRecord, entries: Iterable[Entry]) -> str:
    """Check numbers and hashes of a whole log and return its last hash.

    Raises StoreTampered with the first bad entry.
    """
    head, expected = game.genesis, 1
    for entry in entries:
        if entry.seq != expected:
            raise StoreTampered(f"The log of this game lacks entry {expected}.", expected)
        if entry.hash != link_hash(head, entry.seq, entry.actor, entry.action, entry.digest):
            text = f"Entry {entry.seq} of this game was changed after it was written; the entries before it are sound."
            raise StoreTampered(text, entry.seq)
        head, expected = entry.hash, expected + 1
    return head
