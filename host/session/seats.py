"""Who sits where at referee level: which browser holds which seat of which game. No I/O, no rules.

Theory: a holder is the hash of a secret that only one browser has (host/web/pairing.py). What a seat may see goes to
its holder alone, and only its holder acts for it; a bot's seat has no holder. A browser may hold several (hot seat).

Rule 1: a seat that somebody holds is never given to another: it has to be left or freed first, which everybody sees.
Rule 2: seats belong to a game; another game starts with all seats free, and a game that comes back finds its own again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

GAMES_MAX = 16  # of older games the seats are forgotten
PERSON = "person"

Kept = dict[str, dict[str, str]]  # game id -> seat as text -> holder


def players_of(view: dict[str, object], options: dict[str, object]) -> list[str]:
    """Who plays each seat: "person" or a bot's name. The view says it; an older save's options may."""
    managers = view.get("managers")
    count = len(managers) if isinstance(managers, list) else 0
    told = view.get("players") or options.get("seats") or {}
    named = dict(enumerate(told)) if isinstance(told, list) else told
    assert isinstance(named, dict)
    return [str(named.get(str(seat), named.get(seat, PERSON)) or PERSON) for seat in range(count)]


@dataclass
class Seats:
    """`keep` is called with plain data after each change."""

    keep: Callable[[Kept], None] = lambda kept: None
    games: dict[str, dict[int, str]] = field(default_factory=dict)

    def load(self, kept: Kept) -> None:
        """Take over what `keep` stored earlier."""
        self.games = {game: {int(seat): holder for seat, holder in seats.items()} for game, seats in kept.items()}

    def holder(self, game_id: str, seat: int) -> str:
        """Who holds a seat, or ""."""
        return self.games.get(game_id, {}).get(seat, "")

    def held(self, game_id: str, holder: str) -> list[int]:
        """The seats of a holder, lowest first."""
        if not holder:
            return []
        return sorted(seat for seat, one in self.games.get(game_id, {}).items() if one == holder)

    def claim(self, game_id: str, seat: int, holder: str) -> bool:
        """Sit down. False where somebody else sits there, or the browser has no name to be known by."""
        if not holder or self.holder(game_id, seat) not in ("", holder):
            return False
        game = self.games.pop(game_id, {})
        game[seat] = holder
        self.games[game_id] = game  # the newest last
        while len(self.games) > GAMES_MAX:
            del self.games[next(iter(self.games))]
        self._kept()
        return True

    def free(self, game_id: str, seat: int) -> bool:
        """Nobody holds the seat any more. False where nobody did."""
        found = self.games.get(game_id, {}).pop(seat, "")
        self._kept()
        return bool(found)

    def forget(self, holders: Iterable[str]) -> None:
        """Free all seats of holders that may not take part any more."""
        gone = set(holders)
        for game_id, seats in self.games.items():
            self.games[game_id] = {seat: holder for seat, holder in seats.items() if holder not in gone}
        self._kept()

    def _kept(self) -> None:
        self.keep({game: {str(seat): one for seat, one in seats.items()} for game, seats in self.games.items()})
