"""Games in the store, as the session plays them: start, load, move as a file, keep on the ARC. Holds no game itself.

Rule 1: whatever comes from outside (file, ARC) is folded by the rules before it is kept.
Rule 2: a game's revision counts from a base that is stored, so that the revision never falls from game to game and is
        the same after a restart: a press made before it is recognised as made before it.
"""

import asyncio
import logging
import secrets
from dataclasses import replace
from pathlib import Path
from typing import Any

from host.session.arcside import ArcLike, read_snapshot
from host.session.core import Core
from host.session.errors import NoSnapshot
from host.session.fingerprint import fingerprint
from host.session.game import Game, rules_name, title_of
from host.session.playback import Playback
from host.session.replay import Verify
from host.session.snapshot import pack_snapshot, unpack_snapshot
from host.store.entries import OVER, GameRecord
from host.store.store import Store

log = logging.getLogger(__name__)

SEED_BITS = 128  # the game folds it; this many so that a hash over it cannot be guessed back
REVISION = "revision"  # setting: {"game_id", "base"}


class Library:
    """Games of one title in one store."""

    def __init__(self, store: Store, game: Game) -> None:
        self._store = store
        self._game = game

    async def start(self, options: dict[str, Any], seed: int | None, before: Core | None, shown: int) -> Core:
        """A new game; `before` is closed when it has ended, else parked. Raises Refusal, StoreError."""
        seed = secrets.randbits(SEED_BITS) if seed is None else seed
        self._game.setup(options, seed)  # refused options must not leave a game behind
        if before is not None and self._game.result(before.state) is not None:
            await self._store.set_status(before.record.game_id, OVER)
        title = title_of(self._game, options)
        game_id = await self._store.create_game(options, seed, title, rules_name(self._game))
        log.info("new game %s: %s", game_id, title)
        return await self.load(await self._store.game(game_id), shown)

    async def load(self, record: GameRecord, shown: int) -> Core:
        """The game of a record, folded and checked; `shown` is the revision that pages have seen.

        Raises StoreTampered, ReplayMismatch, WrongRules.
        """
        entries = await self._store.entries(record.game_id)
        core = Core(self._game, record, entries, base=0)
        core.base = await self._base(record.game_id, len(entries), shown)
        return core

    async def _base(self, game_id: str, length: int, shown: int) -> int:
        kept = await self._store.setting(REVISION)
        if kept is not None and kept["game_id"] == game_id:
            return int(kept["base"])
        last = kept["base"] + await self._store.length(kept["game_id"]) if kept else 0
        base = max(last, shown) + 1 - length
        await self._store.set_setting(REVISION, {"game_id": game_id, "base": base})
        return int(base)

    # -- moving ------------------------------------------------------------------------------------------------------

    async def export(self, game_id: str, path: Path, passphrase: str | None) -> None:
        """Write one game to one file, told in words; what is hidden is sealed until it has ended (docs/replays.md)."""
        playback = await self.playback(game_id)
        ended = playback.ended or playback.file.game.status == OVER
        found = fingerprint(self._game) if playback.difference is None else None
        file = replace(playback.file, words=tuple(playback.words), fingerprint=found)
        await self._store.export_file(file, path, passphrase, ended, playback.veiled)

    async def playback(self, game_id: str) -> Playback:
        """One game of the store, folded and checked, to be stepped through."""
        playback = Playback(self._game, await self._store.game_file(game_id))
        await playback.open()
        return playback

    async def take_file(self, path: Path, passphrase: str | None) -> GameRecord:
        """Check a file and keep its game. Raises ForeignFile, StoreTampered, ReplayMismatch and others by name."""
        return await self._store.import_game(path, Verify(self._game), passphrase)

    async def take_snapshot(self, arc: ArcLike | None) -> GameRecord:
        """Check what the ARC keeps and keep it here. Raises NoSnapshot, StoreConflict, LinkError."""
        data = await read_snapshot(arc) if arc is not None else None
        if data is None:
            raise NoSnapshot("The ARC holds no game.")
        return await self._store.adopt(await asyncio.to_thread(unpack_snapshot, data, self._game))

    async def snapshot(self, core: Core) -> bytes:
        """A game as the ARC keeps it."""
        file = await self._store.game_file(core.record.game_id)
        return await asyncio.to_thread(pack_snapshot, file)
