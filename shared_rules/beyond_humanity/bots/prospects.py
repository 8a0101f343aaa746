"""How good the end of a game is for a seat, in Victory Points: `prospects`. For games that a bot has made up itself."""

from typing import Any

from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.referee import proposals as rules_of_proposals
from shared_rules.beyond_humanity.referee import scoring

LOST = {"semi": -40.0, "coop": -60.0, "solo": -60.0}
RIVALRY = 0.3  # what a point of the best other seat takes away: only who has most wins
WON = 25.0  # in co-op and solo the sign of the points decides


def prospects(state: Any, seat: int) -> float:
    """Points of the seat with an eye on its rivals (semi-coop), or of all together (co-op, solo)."""
    result = game.result(state)
    if not result["positive"]:
        return LOST[state["mode"]]
    if state["mode"] == "semi":
        totals = [one["total"] for one in result["seats"]]
        return float(totals[seat] - RIVALRY * max(totals[:seat] + totals[seat + 1 :]))
    return float(result["total"] + (WON if result["won"] else -WON))


def goal_points(state: Any, seat: int, name: str) -> float | None:
    """What a Goal brings the seat, whoever holds it; None after a loss, which takes all Goals their worth."""
    if not game.result(state)["positive"]:
        return None
    facts = {
        "colony": scoring.colony_facts(state),
        "team": scoring.team_facts(state),
        "managers": rules_of_proposals.managers_counted(state),
        "own": scoring.own_facts(state, seat),
    }
    return float(scoring.judge(name, facts)["vp"])
