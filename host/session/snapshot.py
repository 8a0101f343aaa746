"""A game as the bytes that the ARC keeps, so that another computer can pick it up from the ARC alone.

    "CAS1", game id (32 hex digits), sealed( zlib( JSON of what the game started from, its actions and its last hash ) )

Rule 1: digests and hashes of the entries are left out; folding gives them again and the last hash proves them.
Rule 2: sealed as a running game's export is (host/store/seal.py): the ARC is handed around at the table.
"""

import json
import zlib
from typing import Any

from host.session.errors import NoSnapshot
from host.session.game import Game
from host.session.replay import replay
from host.store.entries import PARKED, Entry, GameRecord, canonical, chained
from host.store.errors import StoreError
from host.store.gamefile import GameFile
from host.store.seal import seal_bytes, unseal_bytes
from shared_rules.engine.reasons import RulesError

MAGIC = b"CAS1"
ID_BYTES = 32
MOST_BYTES = 262144  # SNAPSHOT_BEGIN, shared_rules/wire/messages.py
MOST_PLAIN_BYTES = 16 << 20


def pack_snapshot(file: GameFile) -> bytes:
    """The bytes for the ARC."""
    game, entries = file.game, file.entries
    kept = {
        "title": game.title,
        "rules": game.rules,
        "options": game.options,
        "seed": str(game.seed),
        "created": int(game.created_utc_s),
        "log": [[entry.actor, entry.action, int(entry.at_utc_s)] for entry in entries],
        "head": entries[-1].hash if entries else game.genesis,
    }
    game_id = game.game_id.encode()
    return MAGIC + game_id + seal_bytes(zlib.compress(canonical(kept), 9), None, game_id)


def unpack_snapshot(data: bytes, game: Game) -> GameFile:
    """The game in a snapshot, folded and proved by its last hash. Raises NoSnapshot, WrongRules."""
    game_id, sealed = data[len(MAGIC) : len(MAGIC) + ID_BYTES], data[len(MAGIC) + ID_BYTES :]
    if not data.startswith(MAGIC):
        raise NoSnapshot("The ARC holds no game of a Colony companion.")
    try:
        unpacker = zlib.decompressobj()
        kept = json.loads(unpacker.decompress(unseal_bytes(sealed, None, game_id), MOST_PLAIN_BYTES))
        texts = (game_id.decode(), kept["title"], kept["rules"], kept["options"], int(kept["seed"]))
        record = GameRecord(*texts, PARKED, float(kept["created"]))
        file = GameFile(record, _entries(game, record, kept["log"]))
    except (StoreError, RulesError, zlib.error, ValueError, KeyError, TypeError) as error:
        raise NoSnapshot("The game that the ARC holds is damaged and cannot be picked up.") from error
    head = file.entries[-1].hash if file.entries else record.genesis
    if head != kept["head"]:
        raise NoSnapshot("The game that the ARC holds replays differently with this companion's rules.")
    return file


def _entries(game: Game, record: GameRecord, rows: list[Any]) -> list[Entry]:
    """Fold the actions and chain them anew."""
    state, head, entries = replay(game, record, []), record.genesis, []
    for seq, (actor, action, at_utc_s) in enumerate(rows, start=1):
        state = game.apply(state, action)
        entry = chained(head, seq, actor, action, game.digest(state), float(at_utc_s))
        entries.append(entry)
        head = entry.hash
    return entries
