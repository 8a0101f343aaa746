"""Statements on games, entries and ARC events; each function is one job for the writer thread.

Rule 1: entries are only ever added, and only behind the entry that the caller believes to be the last.
Rule 2: an ARC event (boot, seq) is recorded once; the entries that it causes are in the same transaction.
"""

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from host.store.entries import PARKED, RUNNING, Entry, EventLike, GameRecord, canonical, check_chain, link_hash
from host.store.errors import LocalStoreError, StoreConflict, StoreTampered

Row = tuple[Any, ...]
GAME_COLUMNS = "game_id, title, rules, options, seed, status, created_utc_s"


def insert_game(db: sqlite3.Connection, game: GameRecord) -> None:
    """Add a game; when it is to run, the one that ran so far is parked."""
    if game.status == RUNNING:
        db.execute("UPDATE games SET status = ? WHERE status = ?", (PARKED, RUNNING))
    values = (game.game_id, game.title, game.rules, canonical(game.options).decode(), str(game.seed))
    db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?)", (*values, game.status, game.created_utc_s))


def _game(row: Row) -> GameRecord:
    game_id, title, rules, options, seed, status, created_utc_s = row
    try:
        return GameRecord(game_id, title, rules, dict(json.loads(options)), int(seed), status, created_utc_s)
    except (ValueError, TypeError, RecursionError):
        raise StoreTampered(f"What the game {game_id[:8]} started from is damaged.", 0) from None


def find_game(db: sqlite3.Connection, game_id: str) -> GameRecord | None:
    """The game with that id."""
    row = db.execute(f"SELECT {GAME_COLUMNS} FROM games WHERE game_id = ?", (game_id,)).fetchone()
    return _game(row) if row else None


def find_running(db: sqlite3.Connection) -> GameRecord | None:
    """The game to resume."""
    row = db.execute(f"SELECT {GAME_COLUMNS} FROM games WHERE status = ?", (RUNNING,)).fetchone()
    return _game(row) if row else None


def list_games(db: sqlite3.Connection) -> list[GameRecord]:
    """All games, newest first."""
    return [_game(row) for row in db.execute(f"SELECT {GAME_COLUMNS} FROM games ORDER BY created_utc_s DESC, game_id")]


def set_status(db: sqlite3.Connection, game_id: str, status: str) -> None:
    """Make a game the running one, park it, or close it."""
    if status == RUNNING:
        db.execute("UPDATE games SET status = ? WHERE status = ?", (PARKED, RUNNING))
    if db.execute("UPDATE games SET status = ? WHERE game_id = ?", (status, game_id)).rowcount != 1:
        raise LocalStoreError(f"There is no game {game_id}.")


def read_entries(db: sqlite3.Connection, game: GameRecord) -> list[Entry]:
    """The whole log, chain checked. Raises StoreTampered."""
    rows = db.execute(
        "SELECT seq, actor, action, digest, hash, at_utc_s FROM entries WHERE game_id = ? ORDER BY seq", (game.game_id,)
    )
    entries = [Entry(seq, actor, read_action(seq, action), *rest) for seq, actor, action, *rest in rows]
    check_chain(game, entries)
    return entries


def read_action(seq: int, text: str) -> dict[str, Any]:
    """What entry `seq` did. Raises StoreTampered."""
    try:
        return dict(json.loads(text))
    except (ValueError, TypeError, RecursionError):
        raise StoreTampered(
            f"Entry {seq} is damaged and can not be read; the entries before it are sound.", seq
        ) from None


def count_entries(db: sqlite3.Connection, game_id: str) -> int:
    """How long a log is."""
    return int(db.execute("SELECT count(*) FROM entries WHERE game_id = ?", (game_id,)).fetchone()[0])


def _head(db: sqlite3.Connection, game: GameRecord) -> tuple[int, str]:
    row = db.execute(
        "SELECT seq, hash FROM entries WHERE game_id = ? ORDER BY seq DESC LIMIT 1", (game.game_id,)
    ).fetchone()
    return row or (0, game.genesis)


def append_entries(db: sqlite3.Connection, game_id: str, entries: Sequence[Entry]) -> None:
    """Add entries behind the last one. Raises StoreConflict when they do not follow it."""
    game = find_game(db, game_id)
    if game is None:
        raise LocalStoreError(f"There is no game {game_id}.")
    seq, head = _head(db, game)
    for entry in entries:
        if entry.seq != seq + 1 or entry.hash != link_hash(head, entry.seq, entry.actor, entry.action, entry.digest):
            raise StoreConflict(
                f"Another companion has written to this game: entry {entry.seq} does not follow entry {seq}. "
                "Close the other companion; this one loads the game anew."
            )
        seq, head = entry.seq, entry.hash
    db.executemany(
        "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(game_id, e.seq, e.actor, canonical(e.action).decode(), e.digest, e.hash, e.at_utc_s) for e in entries],
    )


def event_known(db: sqlite3.Connection, boot: int, seq: int) -> bool:
    """Whether that ARC event was recorded."""
    return db.execute("SELECT 1 FROM arc_events WHERE boot = ? AND seq = ?", (boot, seq)).fetchone() is not None


def insert_event(
    db: sqlite3.Connection, event: EventLike, game_id: str | None, span: tuple[int, int] | None, at_utc_s: float
) -> bool:
    """Record an ARC event; False when it was recorded before (then nothing is written)."""
    first, last = span or (None, None)
    row = (event.boot, event.seq, event.name, event.raw, game_id, first, last, at_utc_s)
    return db.execute("INSERT OR IGNORE INTO arc_events VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row).rowcount == 1
