"""A game while it is played for a golden file: every accepted action with who took it, and the file in the end."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from host.session.fingerprint import fingerprint
from host.store.entries import OVER, Entry, GameRecord
from host.store.gamefile import GameFile
from shared_rules.beyond_humanity import game
from shared_rules.engine.reasons import Refusal

Action = dict[str, Any]


@dataclass
class Played:
    """`state` is the newest; `log` holds (actor, action)."""

    options: dict[str, Any]
    seed: int
    log: list[tuple[str, Action]] = field(default_factory=list)
    state: Any = None

    def __post_init__(self) -> None:
        self.state = game.setup(self.options, self.seed)

    def do(self, actor: str, action: Action) -> bool:
        """Whether the rules took it."""
        try:
            self.state = game.apply(self.state, action)
        except Refusal:
            return False
        self.log.append((actor, action))
        return True


def file_of(name: str, options: dict[str, Any], seed: int, log: Sequence[tuple[str, Action]]) -> tuple[GameFile, Any]:
    """The file of a log, folded once more for its digests, and the final state."""
    game_id = hashlib.sha256(f"golden {name} {seed}".encode()).hexdigest()[:32]
    record = GameRecord(game_id, game.TITLE, game.NAME, options, seed, OVER, 0.0)
    state, entries = game.setup(options, seed), []
    for seq, (actor, action) in enumerate(log, start=1):
        state = game.apply(state, action)
        entries.append(Entry(seq, actor, action, game.digest(state), ""))
    return GameFile(record, entries, (), fingerprint(game)), state
