"""The contract of a title: plain functions over plain data. A module such as shared_rules.beyond_humanity.game has it.

Names: `NAME` (of the rules, kept in the save) and `TITLE` (for players).
"""

from typing import Any, Protocol

State = Any
TABLE = "table"  # the audience that sees what lies open


class Game(Protocol):
    """See the module's header. `apply` is pure and raises shared_rules.engine.reasons.Refusal."""

    def setup(self, options: dict[str, Any], seed: int) -> State: ...
    def to_act(self, state: State) -> list[int]: ...
    def legal(self, state: State, seat: int) -> list[dict[str, Any]]: ...
    def apply(self, state: State, action: dict[str, Any]) -> State: ...
    def view(self, state: State, audience: str) -> dict[str, Any]: ...
    def result(self, state: State) -> dict[str, Any] | None: ...
    def digest(self, state: State) -> str: ...


def rules_name(game: Game) -> str:
    """What the save calls these rules."""
    return str(getattr(game, "NAME", getattr(game, "__name__", type(game).__name__)))


def title_of(game: Game, options: dict[str, Any]) -> str:
    """The game's name for players."""
    return str(options.get("title") or getattr(game, "TITLE", rules_name(game)))
