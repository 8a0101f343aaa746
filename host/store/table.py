"""Tags, settings and paired tablets: what belongs to the table and not to one game. Jobs for the writer thread.

Rule 1: one UID is one piece. Binding it again is refused and names the earlier piece; unbinding is its own step.
Rule 2: a 4-byte UID that starts with 08 is random (ISO/IEC 14443-3): phones and bank cards. It is never bound.
Rule 3: a pairing token is kept as its hash: the file alone lets nobody in.
"""

import hashlib
import json
import logging
import secrets
import sqlite3
from typing import Any

from host.store.errors import TagRefused, TagTaken

log = logging.getLogger(__name__)

RANDOM_UID_FIRST = 0x08
TOKEN_BYTES = 16


def is_random_uid(uid: bytes) -> bool:
    """Whether a UID changes with each tap, as those of phones and bank cards do."""
    return len(uid) == 4 and uid[0] == RANDOM_UID_FIRST


def bind_tag(db: sqlite3.Connection, uid: bytes, piece: str, at_utc_s: float) -> None:
    """Bind a tag to a piece. A piece may have several tags. Raises TagTaken, TagRefused."""
    if is_random_uid(uid):
        raise TagRefused("Phones and bank cards show a new number at each tap: they cannot be pieces.")
    bound = piece_of(db, uid)
    if bound is not None and bound != piece:
        raise TagTaken(f"This tag is bound to {bound} already. Free it there before it becomes {piece}.")
    db.execute("INSERT OR IGNORE INTO tags VALUES (?, ?, ?)", (uid.hex(), piece, at_utc_s))


def free_tag(db: sqlite3.Connection, uid: bytes) -> None:
    """Forget what a tag is bound to."""
    db.execute("DELETE FROM tags WHERE uid = ?", (uid.hex(),))


def piece_of(db: sqlite3.Connection, uid: bytes) -> str | None:
    """The piece that a UID is bound to."""
    row = db.execute("SELECT piece FROM tags WHERE uid = ?", (uid.hex(),)).fetchone()
    return row[0] if row else None


def all_tags(db: sqlite3.Connection) -> dict[str, str]:
    """UID in hex -> piece."""
    return dict(db.execute("SELECT uid, piece FROM tags ORDER BY piece, uid"))


def get_setting(db: sqlite3.Connection, name: str, default: Any) -> Any:
    """A JSON value by name; one that is damaged is as if it had never been kept: no setting is worth a closed table."""
    row = db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
    try:
        return json.loads(row[0]) if row else default
    except (ValueError, RecursionError):
        log.error("the setting %s was damaged; it is as at the beginning", name)
        return default


def set_setting(db: sqlite3.Connection, name: str, text: str) -> None:
    """Keep JSON text under a name."""
    db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, text))


def _hashed(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def issue_token(db: sqlite3.Connection, label: str, at_utc_s: float) -> str:
    """A new token for one tablet, 22 characters that are safe in a URL."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    db.execute("INSERT INTO pairings VALUES (?, ?, ?, NULL)", (_hashed(token), label, at_utc_s))
    return token


def verify_token(db: sqlite3.Connection, token: str) -> str | None:
    """The label that a valid token was issued for, else None."""
    row = db.execute(
        "SELECT label FROM pairings WHERE token_hash = ? AND revoked_utc_s IS NULL", (_hashed(token),)
    ).fetchone()
    return row[0] if row else None


def revoke_token(db: sqlite3.Connection, token: str, at_utc_s: float) -> bool:
    """End one token; False when it was not valid."""
    statement = "UPDATE pairings SET revoked_utc_s = ? WHERE token_hash = ? AND revoked_utc_s IS NULL"
    return db.execute(statement, (at_utc_s, _hashed(token))).rowcount == 1


def revoke_all_tokens(db: sqlite3.Connection, at_utc_s: float) -> int:
    """End every token; the number of those that were valid."""
    return db.execute("UPDATE pairings SET revoked_utc_s = ? WHERE revoked_utc_s IS NULL", (at_utc_s,)).rowcount
