-- Exogen profiles (docs/exogen.md): append-only logs, the box that is bound to one of them, and the games begun for it.

CREATE TABLE exogen_profiles (
    profile_id    TEXT PRIMARY KEY,         -- 32 hex digits
    created_utc_s REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE exogen_entries (
    profile_id TEXT NOT NULL REFERENCES exogen_profiles (profile_id),
    seq        INTEGER NOT NULL CHECK (seq >= 1),
    action     TEXT NOT NULL,               -- canonical JSON
    hash       TEXT NOT NULL,               -- chained
    at_utc_s   REAL NOT NULL,
    PRIMARY KEY (profile_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE exogen_box (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    set_id     TEXT NOT NULL,               -- of this game set, made once
    profile_id TEXT REFERENCES exogen_profiles (profile_id)
) STRICT;

CREATE TABLE exogen_games (
    game_id     TEXT PRIMARY KEY REFERENCES games (game_id),
    profile_id  TEXT NOT NULL REFERENCES exogen_profiles (profile_id),
    seen        INTEGER NOT NULL DEFAULT 0, -- entries when it was last looked at and had not ended
    settled     INTEGER NOT NULL DEFAULT 0  -- 1: it has counted, or never will
) STRICT, WITHOUT ROWID;

-- A game that is begun here counts for the profile of this box; it is noted in the transaction that makes the game.
-- Games that are taken from a file or an ARC come in parked or over: they were begun elsewhere and do not count.
CREATE TRIGGER exogen_game_begun AFTER INSERT ON games WHEN NEW.status = 'running'
BEGIN
    INSERT INTO exogen_games (game_id, profile_id)
    SELECT NEW.game_id, profile_id FROM exogen_box WHERE profile_id IS NOT NULL;
END;

CREATE TRIGGER exogen_entries_no_update BEFORE UPDATE ON exogen_entries
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER exogen_entries_no_delete BEFORE DELETE ON exogen_entries
BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
CREATE TRIGGER exogen_profiles_no_delete BEFORE DELETE ON exogen_profiles
BEGIN SELECT RAISE(ABORT, 'profiles are kept'); END;
CREATE TRIGGER exogen_box_set_fixed BEFORE UPDATE OF set_id ON exogen_box
BEGIN SELECT RAISE(ABORT, 'a game set keeps its id'); END;
