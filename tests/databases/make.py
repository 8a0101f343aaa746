"""Writes the save of one schema. Run once when a schema is released; the file is then a fixture for ever.

python tests/databases/make.py 2
"""

import sys
from pathlib import Path

from host.store import log
from host.store.database import open_database
from host.store.entries import GameRecord, chained
from shared_rules.engine.canonical import digest

FOLDER = Path(__file__).parent
GAME = GameRecord("0123456789abcdef0123456789abcdef", "Toy Colony", "toy 1", {"rounds": 3, "seats": 3}, 20261130)
ACTIONS = ({"kind": "tap", "piece": "decree/17"}, {"kind": "tap", "piece": "manager/2"}, {"kind": "attach", "unit": 6})


class _Event:
    name, boot, seq, raw = "TAP", 77, 1, b"\x8a\x10"


def make(version: int) -> None:
    """Write tests/databases/schema-N.db."""
    path = FOLDER / f"schema-{version}.db"
    path.unlink(missing_ok=True)
    connection = open_database(path, upto=version)
    log.insert_game(connection, GAME)
    head, entries = GAME.genesis, []
    for seq, action in enumerate([*ACTIONS, {"kind": "next"}], start=1):
        entries.append(chained(head, seq, "arc", action, digest([seq]), 1796000000.0 + seq))
        head = entries[-1].hash
    log.append_entries(connection, GAME.game_id, entries)
    log.insert_event(connection, _Event(), GAME.game_id, (1, 1), 1796000001.0)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.close()


if __name__ == "__main__":
    make(int(sys.argv[1]))
