"""The greedy bot: every legal action gets a worth from the table of worths, and the best one is taken.

Theory: `needs.Needs` says what the Colony needs, `purse.Purse` what tokens are worth, `mind.Mind` what both mean to
the seat in this Round, `turn.Turn` what it means in this choice. On them stand one judge for each kind of action
(`judges.JUDGES`) and one for each effect of a socket (`socket_effects.EFFECTS`). The bot looks no step ahead, except
that a socket is worth what its effects are.

Rule 1: a choice depends on the sight alone; equal worths go to the action that is listed first.
"""

from typing import Any

from shared_rules.beyond_humanity.bots import sight as sights
from shared_rules.beyond_humanity.bots.judges import JUDGES, Action, best_endorsement
from shared_rules.beyond_humanity.bots.mind import Mind
from shared_rules.beyond_humanity.bots.needs import Needs
from shared_rules.beyond_humanity.bots.purse import Purse
from shared_rules.beyond_humanity.bots.turn import Turn
from shared_rules.beyond_humanity.bots.worths import WORTHS

FIRST = ("build", "next", "introduce")  # whatever comes first: ports of the ARC, through which no damage spreads
NOTHING = float("-inf")
MOST_SHARED = 16  # tables of worths of which findings are kept
_SHARED: dict[int, tuple[Any, Any, Any, Needs]] = {}  # by id of the worths: worths, the last Colony, proposals, needs


def needs_of(sight: Any, worths: dict[str, Any]) -> Needs:
    """What the Colony needs: the same for every seat with the same worths, since it is public."""
    if sight.key is None:
        return Needs(sight, worths)
    last = _SHARED.get(id(worths))
    if last is None or last[1] is not sight.key or last[2] != sight.proposed:
        if len(_SHARED) > MOST_SHARED:
            _SHARED.clear()
        last = _SHARED[id(worths)] = (worths, sight.key, sight.proposed, Needs(sight, worths))
    return last[3]


class Greedy:
    """Takes the action of most worth. `worths`: numbers that replace those of the table."""

    name = "greedy"

    def __init__(self, _seed: int = 0, worths: dict[str, Any] | None = None) -> None:
        self.worths = WORTHS | worths if worths else WORTHS
        self._mind: tuple[Any, Any, Any] = (None, None, None)  # the Colony, what else it is about, and the mind
        self._purse: tuple[Any, Any] = (None, None)

    def choose(self, view: Any, actions: list[Action]) -> Action:
        """The best of `actions`."""
        if len(actions) == 1 or actions[0]["kind"] in FIRST:
            return actions[0]
        return self.best(sights.of(view), actions)

    def best(self, sight: Any, actions: list[Action]) -> Action:
        """The action of most worth; UNDO is none."""
        turn = Turn(sight, self.mind(sight))
        best, most, socket = actions[0], NOTHING, turn.socket
        if best["kind"] == "endorse":
            return best_endorsement(turn, actions)
        for action in actions:
            kind = action["kind"]
            if kind == "place":
                worth = socket(action["socket"])[action["option"]]
            elif kind == "undo":
                continue
            else:
                worth = JUDGES[kind](turn, action)
            if worth > most:
                best, most = action, worth
        return best

    def scored(self, sight: Any, actions: list[Action]) -> list[tuple[float, Action]]:
        """All actions with their worths, in their order; UNDO is left out."""
        turn = Turn(sight, self.mind(sight))
        return [(JUDGES[one["kind"]](turn, one), one) for one in actions if one["kind"] != "undo"]

    def mind(self, sight: Any) -> Mind:
        """The mind about this Round, kept as long as what it depends on stays the same."""
        colony, before, mind = self._mind
        about = (sight.seat, sight.round, sight.proposed, sight.goals, sight.common)
        if colony is None or colony is not sight.key or before != about:
            mind = Mind(sight, needs_of(sight, self.worths), self._purse_of(sight))
            self._mind = (sight.key, about, mind)
        return mind  # type: ignore[no-any-return]

    def _purse_of(self, sight: Any) -> Purse:
        """The purse of this Round, likewise."""
        key = (sight.seat, sight.round, sight.goals, sight.common)
        before, purse = self._purse
        if before != key:
            purse = Purse(sight, self.worths)
            self._purse = (key, purse)
        return purse  # type: ignore[no-any-return]
