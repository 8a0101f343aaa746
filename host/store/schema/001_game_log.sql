-- Games, their append-only logs, and the ARC events that were received.
-- One numbered file is one migration; a file that has been released is never edited.

CREATE TABLE games (
    game_id       TEXT PRIMARY KEY,
    title         TEXT NOT NULL,
    rules         TEXT NOT NULL,
    options       TEXT NOT NULL,            -- canonical JSON
    seed          TEXT NOT NULL,            -- decimal; hidden from players
    status        TEXT NOT NULL CHECK (status IN ('running', 'parked', 'over')),
    created_utc_s REAL NOT NULL
) STRICT;

CREATE UNIQUE INDEX one_running_game ON games (status) WHERE status = 'running';

CREATE TABLE entries (
    game_id  TEXT NOT NULL REFERENCES games (game_id),
    seq      INTEGER NOT NULL CHECK (seq >= 1),
    actor    TEXT NOT NULL,
    action   TEXT NOT NULL,                 -- canonical JSON
    digest   TEXT NOT NULL,                 -- of the state after this entry
    hash     TEXT NOT NULL,                 -- chained, host/store/entries.py
    at_utc_s REAL NOT NULL,
    PRIMARY KEY (game_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE arc_events (
    boot      INTEGER NOT NULL,
    seq       INTEGER NOT NULL,
    name      TEXT NOT NULL,
    packet    BLOB NOT NULL,
    game_id   TEXT REFERENCES games (game_id),
    first_seq INTEGER,                      -- entries that this event caused: first and last, or NULL
    last_seq  INTEGER,
    at_utc_s  REAL NOT NULL,
    PRIMARY KEY (boot, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER entries_no_update BEFORE UPDATE ON entries
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER entries_no_delete BEFORE DELETE ON entries
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER arc_events_no_update BEFORE UPDATE ON arc_events
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER arc_events_no_delete BEFORE DELETE ON arc_events
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER games_genesis_fixed BEFORE UPDATE OF game_id, title, rules, options, seed, created_utc_s ON games
BEGIN SELECT RAISE(ABORT, 'a game keeps what it started from'); END;
CREATE TRIGGER games_no_delete BEFORE DELETE ON games
BEGIN SELECT RAISE(ABORT, 'games are kept'); END;
