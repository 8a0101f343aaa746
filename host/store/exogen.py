"""Exogen profiles in the store: their logs, the box that is bound to one, and the games that were begun for it.

Theory: a profile's log grows in the same way as a game's. Reading, folding, judging and adding are one transaction, so
two writers (the companion and a `colony exogen` beside it) can not both add the same game.

Rule 1: an entry is only added behind the last one, after the rules have taken it; hashes cover what went before.
Rule 2: what was confirmed is on the disk (database.py, Rule 4).
"""

import hashlib
import sqlite3
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from host.store.entries import Action, canonical
from host.store.errors import LocalStoreError, StoreTampered
from host.store.log import read_action

Judge = Callable[[Sequence[Action]], object]  # folds a whole log; raises what the rules raise


@dataclass(frozen=True, slots=True)
class ProfileEntry:
    """One line of a profile's log; `seq` counts from 1."""

    seq: int
    action: Action
    hash: str
    at_utc_s: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class ProfileLog:
    """A profile: its id (32 hex digits), when it was made, and its whole log."""

    profile_id: str
    created_utc_s: float
    entries: Sequence[ProfileEntry]

    @property
    def actions(self) -> list[Action]:
        """What is folded."""
        return [entry.action for entry in self.entries]


@dataclass(frozen=True, slots=True)
class BegunGame:
    """A game that was begun at this table for a profile and has not counted yet."""

    game_id: str
    profile_id: str
    seen: int  # entries when it was last looked at


def first_hash(profile_id: str) -> str:
    """The hash that entry 1 is chained to."""
    return hashlib.sha256(canonical(["colony-exogen", 1, profile_id])).hexdigest()


def entry_hash(previous: str, seq: int, action: Action) -> str:
    """The hash of an entry behind the hash `previous`."""
    return hashlib.sha256(canonical([previous, seq, action])).hexdigest()


def chain(profile_id: str, actions: Iterable[tuple[Action, float]]) -> list[ProfileEntry]:
    """Entries of a new log from (action, at_utc_s)."""
    head, made = first_hash(profile_id), []
    for seq, (action, at_utc_s) in enumerate(actions, start=1):
        head = entry_hash(head, seq, action)
        made.append(ProfileEntry(seq, action, head, at_utc_s))
    return made


def check_chain(log: ProfileLog) -> None:
    """Check numbers and hashes. Raises StoreTampered with the first bad entry."""
    head = first_hash(log.profile_id)
    for expected, entry in enumerate(log.entries, start=1):
        head = entry_hash(head, expected, entry.action)
        if (entry.seq, entry.hash) != (expected, head):
            raise StoreTampered(f"Entry {expected} of this profile was changed after it was written.", expected)


# -- jobs for the writer thread ---------------------------------------------------------------------------------------


def insert_profile(db: sqlite3.Connection, log: ProfileLog) -> None:
    """Add a profile with its whole log."""
    db.execute("INSERT INTO exogen_profiles VALUES (?, ?)", (log.profile_id, log.created_utc_s))
    _insert(db, log.profile_id, log.entries)


def _insert(db: sqlite3.Connection, profile_id: str, entries: Sequence[ProfileEntry]) -> None:
    rows = [(profile_id, e.seq, canonical(e.action).decode(), e.hash, e.at_utc_s) for e in entries]
    db.executemany("INSERT INTO exogen_entries VALUES (?, ?, ?, ?, ?)", rows)


def find_profile(db: sqlite3.Connection, profile_id: str) -> ProfileLog | None:
    """A profile with its log, chain checked. Raises StoreTampered."""
    made = db.execute("SELECT created_utc_s FROM exogen_profiles WHERE profile_id = ?", (profile_id,)).fetchone()
    if made is None:
        return None
    rows = db.execute(
        "SELECT seq, action, hash, at_utc_s FROM exogen_entries WHERE profile_id = ? ORDER BY seq", (profile_id,)
    )
    entries = [ProfileEntry(seq, read_action(seq, action), *rest) for seq, action, *rest in rows]
    log = ProfileLog(profile_id, made[0], entries)
    check_chain(log)
    return log


def list_profiles(db: sqlite3.Connection) -> list[str]:
    """Ids of all profiles, oldest first."""
    rows = db.execute("SELECT profile_id FROM exogen_profiles ORDER BY created_utc_s, profile_id")
    return [profile_id for (profile_id,) in rows]


def append(
    db: sqlite3.Connection, profile_id: str, actions: Sequence[tuple[Action, float]], judge: Judge
) -> ProfileLog:
    """Add actions behind the last entry, once the rules have taken the whole log. Raises what `judge` raises."""
    log = find_profile(db, profile_id)
    if log is None:
        raise LocalStoreError(f"There is no profile {profile_id}.")
    judge([*log.actions, *(action for action, _ in actions)])
    whole = chain(profile_id, [*((e.action, e.at_utc_s) for e in log.entries), *actions])
    _insert(db, profile_id, whole[len(log.entries) :])
    return ProfileLog(profile_id, log.created_utc_s, whole)


def get_box(db: sqlite3.Connection) -> tuple[str, str | None]:
    """(id of this game set, profile that it is bound to). The id is made when it is first asked for."""
    found: tuple[str, str | None] | None = db.execute("SELECT set_id, profile_id FROM exogen_box").fetchone()
    if found is None:
        found = (uuid.uuid4().hex[:12], None)
        db.execute("INSERT INTO exogen_box VALUES (1, ?, ?)", found)
    return found


def bind(db: sqlite3.Connection, profile_id: str | None) -> None:
    """Bind this game set to one profile, or to none."""
    get_box(db)
    db.execute("UPDATE exogen_box SET profile_id = ?", (profile_id,))


def begun_games(db: sqlite3.Connection) -> list[BegunGame]:
    """Games that were begun here for a profile and are not settled, oldest first."""
    rows = db.execute(
        "SELECT e.game_id, e.profile_id, e.seen FROM exogen_games e JOIN games g USING (game_id) WHERE e.settled = 0 "
        "ORDER BY g.created_utc_s, e.game_id"
    )
    return [BegunGame(*row) for row in rows]


def look(db: sqlite3.Connection, game_id: str, seen: int, settled: bool) -> None:
    """Remember that a game was looked at when it had `seen` entries; settled games are not looked at again."""
    db.execute("UPDATE exogen_games SET seen = ?, settled = ? WHERE game_id = ?", (seen, int(settled), game_id))


def settle(
    db: sqlite3.Connection, game: BegunGame, seen: int, action: Action | None, at_utc_s: float, judge: Judge
) -> None:
    """Let a finished game count (`action`; None: it does not), once, and settle it, in one transaction."""
    if db.execute("SELECT settled FROM exogen_games WHERE game_id = ?", (game.game_id,)).fetchone() == (0,):
        if action is not None:
            append(db, game.profile_id, [(action, at_utc_s)], judge)
        look(db, game.game_id, seen, True)
