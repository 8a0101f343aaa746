-- What belongs to the table and not to one game: tags, settings, paired tablets.

CREATE TABLE tags (
    uid          TEXT PRIMARY KEY,          -- lower-case hex
    piece        TEXT NOT NULL,             -- "decree/17"
    bound_utc_s  REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tags_by_piece ON tags (piece);

CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL                     -- JSON
) STRICT, WITHOUT ROWID;

CREATE TABLE pairings (
    token_hash    TEXT PRIMARY KEY,         -- SHA-256 of the token: the token itself is not kept
    label         TEXT NOT NULL,
    issued_utc_s  REAL NOT NULL,
    revoked_utc_s REAL
) STRICT, WITHOUT ROWID;
