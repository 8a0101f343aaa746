"""Opening a save: recognise it, back it up, migrate it, set the pragmas.

Rule 1: `application_id` marks our files and `user_version` is the number of the last schema file applied.
Rule 2: a newer or foreign file is refused before anything is written to it.
Rule 3: each schema file is one transaction, version included; before the first, the old save is copied aside.
Rule 4: WAL with synchronous=FULL: a commit that returned survives a power cut (SQLite docs, "WAL-mode durability").
"""

import contextlib
import os
import sqlite3
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

from host.store.errors import ForeignFile, NewerSave, StoreError, StoreLocked, StoreUnavailable

APPLICATION_ID = 0x43415243  # "CARC"
BUSY_TIMEOUT_MS = 5000  # longer than any backup or virus scanner was seen to hold a small file


def migrations() -> list[tuple[int, str]]:
    """Number and SQL of every schema file, in order."""
    files = resources.files("host.store.schema").iterdir()
    found = sorted((int(file.name[:3]), file.read_text("utf-8")) for file in files if file.name.endswith(".sql"))
    assert [number for number, _ in found] == list(range(1, len(found) + 1)), "schema files are numbered without gaps"
    return found


def newest_version() -> int:
    """The schema that this companion writes."""
    return migrations()[-1][0]


@contextlib.contextmanager
def named_errors(path: object) -> Iterator[None]:
    """Turn sqlite3's errors into ours, with what to do."""
    try:
        yield
    except sqlite3.OperationalError as error:
        text = str(error)
        if "locked" in text or "busy" in text:
            raise StoreLocked(f"Another program is writing to the save {path}. Close it; nothing is lost.") from error
        if "full" in text or "readonly" in text or "unable to open" in text or "disk I/O" in text:
            raise StoreUnavailable(f"The save {path} cannot be written: {text}. Check the disk.") from error
        if "decode" not in text:  # a text that is none any more: damaged, as below
            raise
        raise _damaged(path, error) from error
    except sqlite3.DatabaseError as error:
        if isinstance(error, (sqlite3.IntegrityError, sqlite3.ProgrammingError)):
            raise
        raise _damaged(path, error) from error


def _damaged(path: object, error: sqlite3.Error) -> ForeignFile:
    return ForeignFile(
        f"{path} is not a Colony save, or it is damaged: {error}. Move it away and start again: "
        "a game that you saved to a file can then be loaded on the start page."
    )


def open_database(path: Path, busy_timeout_ms: int = BUSY_TIMEOUT_MS, upto: int | None = None) -> sqlite3.Connection:
    """Open or make the save at `path`, migrated to the newest schema (`upto`: an older one, for fixtures).

    Raises NewerSave, ForeignFile, StoreLocked, StoreUnavailable.
    """
    with named_errors(path):
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        try:
            connection.execute(f"PRAGMA busy_timeout = {busy_timeout_ms}")
            version = recognise(connection, path)
            _set_pragmas(connection)
            _migrate(connection, path, version, upto)
        except BaseException:
            connection.close()
            raise
        # The file holds the seed and would tell hidden values to whoever shares the computer.
        with contextlib.suppress(OSError):
            os.chmod(path, 0o600)
        return connection


def recognise(connection: sqlite3.Connection, path: Path) -> int:
    """The schema version of a file, 0 for an empty one. Raises ForeignFile or NewerSave."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if application != APPLICATION_ID and (application or tables):
        raise ForeignFile(f"{path} is a database of another program. Choose another folder with --data.")
    if version > newest_version():
        raise NewerSave(
            f"This save was made by a newer companion (schema {version}, this one knows {newest_version()}): "
            f"update the companion. {path} was left as it is."
        )
    return version


def _set_pragmas(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA trusted_schema = OFF")


def _migrate(connection: sqlite3.Connection, path: Path, version: int, upto: int | None) -> None:
    pending = [(number, sql) for number, sql in migrations() if version < number <= (upto or number)]
    if version and pending:
        back_up(connection, path.with_name(f"{path.stem}.schema-{version}.backup.db"))
    for number, sql in pending:
        marks = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {number};"
        try:
            connection.executescript(f"BEGIN IMMEDIATE; {sql} {marks} COMMIT;")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            if "locked" in str(error):
                raise
            raise StoreError(f"The save could not be brought to schema {number}: {error}. It is unchanged.") from error


def back_up(connection: sqlite3.Connection, target: Path) -> None:
    """Copy a save, newest moves included, to `target`: never there in half (temporary name, then rename)."""
    temporary = target.with_name(target.name + ".part")
    temporary.unlink(missing_ok=True)
    copy = sqlite3.connect(temporary)
    try:
        connection.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    finally:
        copy.close()
    replace_durably(temporary, target)


def replace_durably(temporary: Path, target: Path) -> None:
    """Rename after the content reached the disk, and make the rename itself durable."""
    descriptor = os.open(temporary, os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    os.replace(temporary, target)
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def restore(backup: Path, target: Path) -> None:
    """Put a backup in the place of a save that nobody has open.

    Side files of the old save are removed first: SQLite would replay a left-over -wal into the restored file.
    Raises ForeignFile or NewerSave when the backup is not a save of ours.
    """
    with named_errors(backup):
        source = sqlite3.connect(f"{backup.resolve().as_uri()}?mode=ro", uri=True)
        try:
            if recognise(source, backup) == 0:
                raise ForeignFile(f"{backup} is empty; it cannot be restored.")
            temporary = target.with_name(target.name + ".restore")
            temporary.unlink(missing_ok=True)
            back_up(source, temporary)
        finally:
            source.close()
    for suffix in ("-wal", "-shm", "-journal"):
        target.with_name(target.name + suffix).unlink(missing_ok=True)
    os.replace(temporary, target)
