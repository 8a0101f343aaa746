"""The store: games, their logs, ARC events, tags, settings and pairings in one SQLite file. Async facade.

Theory: the session decides, the store remembers. What `append` and `record_event` confirmed survives a crash of the
companion and a power cut (database.py, Rule 4), so the session may acknowledge it to the ARC and to a tablet.
"""

import json
import time
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from host.store import log, table
from host.store.database import BUSY_TIMEOUT_MS, back_up
from host.store.entries import RUNNING, Entry, EventLike, GameRecord
from host.store.errors import LocalStoreError
from host.store.gamefile import GameFile, dump_game, read_game_file, write_game_file
from host.store.writer import Writer

T = TypeVar("T")


class Store:
    """One open save. `clock` gives UTC in seconds."""

    def __init__(self, writer: Writer, clock: Callable[[], float] = time.time) -> None:
        self._writer = writer
        self._clock = clock

    @classmethod
    def open(
        cls, path: Path | str, clock: Callable[[], float] = time.time, busy_timeout_ms: int = BUSY_TIMEOUT_MS
    ) -> "Store":
        """Open or make a save. Raises NewerSave, ForeignFile, StoreLocked, StoreUnavailable."""
        return cls(Writer(Path(path), busy_timeout_ms), clock)

    @property
    def path(self) -> Path:
        """The database file."""
        return self._writer.path

    def close(self) -> None:
        """Finish pending writes and close the file."""
        self._writer.close()

    async def backup(self, target: Path) -> None:
        """Copy the whole save, newest moves included, to `target` (temporary name, then rename)."""
        await self._writer.read(lambda db: back_up(db, target))

    # -- games -----------------------------------------------------------------------------------------------------

    async def create_game(
        self, options: dict[str, Any], seed: int, title: str, rules: str = "", status: str = RUNNING
    ) -> str:
        """Start a game and return its id; it becomes the running one, the earlier one is parked."""
        game = GameRecord(uuid.uuid4().hex, title, rules, options, seed, status, self._clock())
        await self._writer.write(lambda db: log.insert_game(db, game))
        return game.game_id

    async def game(self, game_id: str) -> GameRecord:
        """What a game started from. Raises LocalStoreError for an unknown id."""
        found = await self._writer.read(lambda db: log.find_game(db, game_id))
        if found is None:
            raise LocalStoreError(f"There is no game {game_id}.")
        return found

    async def running_game(self) -> GameRecord | None:
        """The game to resume."""
        return await self._writer.read(log.find_running)

    async def games(self) -> list[GameRecord]:
        """All games, newest first."""
        return await self._writer.read(log.list_games)

    async def set_status(self, game_id: str, status: str) -> None:
        """`running` (parks the other), `parked` or `over`."""
        await self._writer.write(lambda db: log.set_status(db, game_id, status))

    async def entries(self, game_id: str) -> list[Entry]:
        """The whole log of a game with its chain checked. Raises StoreTampered naming the entry."""
        game = await self.game(game_id)
        return await self._writer.read(lambda db: log.read_entries(db, game))

    async def length(self, game_id: str) -> int:
        """The number of entries of a game."""
        return await self._writer.read(lambda db: log.count_entries(db, game_id))

    async def append(self, game_id: str, entries: Sequence[Entry], event: EventLike | None = None) -> bool:
        """Add entries, and the ARC event that caused them, in one transaction that is on the disk on return.

        False (and nothing written) when the event was recorded before.
        Raises StoreConflict, StoreLocked, StoreUnavailable.
        """
        now = self._clock()
        span = (entries[0].seq, entries[-1].seq) if entries else None

        def job(db: Any) -> bool:
            if event is not None and not log.insert_event(db, event, game_id, span, now):
                return False
            log.append_entries(db, game_id, entries)
            return True

        return await self._writer.write(job)

    # -- ARC events ------------------------------------------------------------------------------------------------

    async def record_event(self, event: EventLike, game_id: str | None = None) -> bool:
        """Record an event that causes no entry; False when it was recorded before."""
        now = self._clock()
        return await self._writer.write(lambda db: log.insert_event(db, event, game_id, None, now))

    async def seen(self, boot: int, seq: int) -> bool:
        """Whether an event was recorded."""
        return await self._writer.read(lambda db: log.event_known(db, boot, seq))

    # -- one game as one file ----------------------------------------------------------------------------------------

    async def game_file(self, game_id: str) -> GameFile:
        """A game with its whole log, chain checked."""
        return GameFile(await self.game(game_id), await self.entries(game_id))

    async def export_game(
        self, game_id: str, path: Path, passphrase: str | None = None, open_secret: bool = False
    ) -> None:
        """Write a game to one readable file. The seed is sealed unless `open_secret` (a game that has ended)."""
        await self.export_file(await self.game_file(game_id), path, passphrase, open_secret)

    async def export_file(
        self, file: GameFile, path: Path, passphrase: str | None, open_secret: bool, veiled: bool = False
    ) -> None:
        """Write `file`; `veiled` seals what was done as well as the seed (host/store/gamefile.py)."""
        await self._writer.read(lambda _: write_game_file(path, dump_game(file, open_secret, passphrase, veiled)))

    async def import_game(
        self, path: Path, verify: Callable[[GameFile], None], passphrase: str | None = None
    ) -> GameRecord:
        """Take a game from a file: checks the file, its chain, and (`verify`) every digest by folding.

        A game that is here already only grows. Raises ForeignFile, NewerSave, StoreTampered, StoreConflict,
        WrongPassphrase and what `verify` raises. The game is parked unless it is over; the session resumes it.
        """
        file = read_game_file(path, passphrase)
        verify(file)
        return await self.adopt(file)

    async def adopt(self, file: GameFile) -> GameRecord:
        """Keep a checked game; when it is here already, add only the entries that are missing."""

        def job(db: Any) -> None:
            known = log.find_game(db, file.game.game_id)
            if known is None:
                log.insert_game(db, file.game)
                log.append_entries(db, file.game.game_id, file.entries)
                return
            here = log.read_entries(db, known)
            file.check_extends(known, here)
            log.append_entries(db, known.game_id, file.entries[len(here) :])

        await self._writer.write(job)
        return await self.game(file.game.game_id)

    # -- tags --------------------------------------------------------------------------------------------------------

    async def bind_tag(self, uid: bytes, piece: str) -> None:
        """Bind a UID to a piece. Raises TagTaken (names the earlier piece), TagRefused (phone, bank card)."""
        now = self._clock()
        await self._writer.write(lambda db: table.bind_tag(db, uid, piece, now))

    async def free_tag(self, uid: bytes) -> None:
        """Forget what a UID is bound to."""
        await self._writer.write(lambda db: table.free_tag(db, uid))

    async def piece_of(self, uid: bytes) -> str | None:
        """The piece of a UID."""
        return await self._writer.read(lambda db: table.piece_of(db, uid))

    async def tags(self) -> dict[str, str]:
        """UID in hex -> piece."""
        return await self._writer.read(table.all_tags)

    # -- settings and pairings -----------------------------------------------------------------------------------------

    async def setting(self, name: str, default: Any = None) -> Any:
        """A setting by name."""
        return await self._writer.read(lambda db: table.get_setting(db, name, default))

    async def set_setting(self, name: str, value: Any) -> None:
        """Keep a JSON value under a name."""
        try:
            text = json.dumps(value, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise LocalStoreError(f"The setting {name} is no JSON value: {error}.") from None
        await self._writer.write(lambda db: table.set_setting(db, name, text))

    async def issue_token(self, label: str) -> str:
        """A new pairing token for one tablet."""
        now = self._clock()
        return await self._writer.write(lambda db: table.issue_token(db, label, now))

    async def verify_token(self, token: str) -> str | None:
        """The label of a valid token, else None."""
        return await self._writer.read(lambda db: table.verify_token(db, token))

    async def revoke_token(self, token: str) -> bool:
        """End a token; False when it was not valid."""
        now = self._clock()
        return await self._writer.write(lambda db: table.revoke_token(db, token, now))

    async def revoke_all_tokens(self) -> int:
        """End every token; returns how many were valid."""
        now = self._clock()
        return await self._writer.write(lambda db: table.revoke_all_tokens(db, now))

    # -- other parts that keep their own tables in the save --------------------------------------------------------

    async def read(self, job: Callable[[Any], T]) -> T:
        """Run `job(connection)` outside of a transaction (host/store/exogen.py)."""
        return await self._writer.read(job)

    async def write(self, job: Callable[[Any], T]) -> T:
        """Run `job(connection)` in one transaction that is on the disk on return."""
        return await self._writer.write(job)
