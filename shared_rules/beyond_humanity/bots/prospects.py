"""How good a state is for a seat, in Victory Points: `prospects`. For states that a bot has made up itself.

Theory: a finished game is worth its points, a lost one `LOST`. Before the end: the points that are there already, Goals
as they stand now (they may change), and what threatens the Colony.
"""

from typing import Any

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import game
from shared_rules.beyond_humanity.referee import pieces, scoring
from shared_rules.beyond_humanity.referee import proposals as rules_of_proposals
from shared_rules.beyond_humanity.rules import endings

LOST = {"semi": -40.0, "coop": -60.0, "solo": -60.0}
RIVALRY = 0.3  # what a point of the best other seat takes away: only who has most wins
WON = 25.0  # in co-op and solo the sign of the points decides
GOALS_NOW = 0.6  # how far a Goal that stands well or badly now can be trusted
TOKENS = {"cr": 0.5, "tg": 0.5, "pa": 1.0, "xp": 0.35}
CARD = 0.5
UNFINISHED = 1.0  # VP of a proposal with all its endorsements
FIELD = 0.8
RIOT, DEPENDENCE, CRITICAL, ALARMING = 12.0, 5.0, 5.0, 1.5
MODULE_STANDS = 0.5  # for everybody
LEAD = 12.0  # points of Support by which the Presidency is nearly sure


def prospects(state: Any, seat: int) -> float:
    """Expected points of the seat with an eye on its rivals (semi-coop), or of all together (co-op, solo)."""
    result = game.result(state)
    semi = state["mode"] == "semi"
    if result:
        if not result["positive"]:
            return LOST[state["mode"]]
        if semi:
            totals = [one["total"] for one in result["seats"]]
            return float(totals[seat] - RIVALRY * max(totals[:seat] + totals[seat + 1 :]))
        return float(result["total"] + (WON if result["won"] else -WON))
    left = (state["rounds"] - state["round"]) / state["rounds"]
    worth = -_threats(state)
    worth += MODULE_STANDS * len(state["table"]["units"])
    facts, count = _facts(state), len(state["desk"]["managers"])
    if semi:
        each = [_own(state, one, facts, left) for one in range(count)]
        return worth + each[seat] - RIVALRY * max(each[:seat] + each[seat + 1 :])
    common = sum(_goal(name, facts) for name in state["board"]["common"])
    together = sum(_own(state, one, facts, left) for one in range(count))
    return worth + common + together + sum(endings.common_points(state).values())


def goal_points(state: Any, seat: int, name: str) -> float | None:
    """What a Goal would bring the seat as things stand; None after a loss, which takes all Goals their worth."""
    if state["stage"] == "over" and not game.result(state)["positive"]:
        return None
    facts = dict(_facts(state), own=scoring.own_facts(state, seat))
    return float(scoring.judge(name, facts)["vp"])


def _facts(state: Any) -> dict[str, Any]:
    return {
        "colony": scoring.colony_facts(state),
        "team": scoring.team_facts(state),
        "managers": rules_of_proposals.managers_counted(state),
    }


def _goal(name: str, facts: dict[str, Any]) -> float:
    goal = pieces.goal(name)
    vp: float = scoring.judge(name, facts)["vp"]
    return GOALS_NOW * vp + (1 - GOALS_NOW) * 0.5 * (goal["levels"][-1]["vp"] - goal["miss"])


def _own(state: Any, seat: int, facts: dict[str, Any], left: float) -> float:
    desk, own = state["desk"]["managers"][seat], state["board"]["seats"][str(seat)]
    worth = endings.MODULE_VP * len(desk["modules"]) + endings.GREEN_VP * desk["greens"]
    worth += endings.AMBASSADOR_VP * desk["ambassador"]
    if state["mode"] == "semi":
        worth += _presidency(state, seat)
    known = dict(facts, own=scoring.own_facts(state, seat))
    worth += sum(_goal(name, known) for name in own["goals"])
    worth += sum(pieces.artifact(number)["vp"] for number in own["trophies"]) + scoring.ability_points(state, seat)
    tokens = sum(own[currency] * each for currency, each in TOKENS.items()) + CARD * len(own["hand"])
    worth += min(1.0, 4 * left) * tokens
    for slot, steps in (("expedition", 0), ("research", 2)):
        if own[slot]:
            worth += FIELD * (steps + len(own[slot]["paid"])) * min(1.0, 8 * left)
    if own["proposal"]:
        worth += UNFINISHED * len(own["proposal"]["cards"]) / own["proposal"]["need"]
    return float(worth)


def _presidency(state: Any, seat: int) -> float:
    support = [manager["support"] for manager in state["desk"]["managers"]]
    most = max(value for one, value in enumerate(support) if one != seat)
    chance = min(1.0, max(0.0, 0.5 + (support[seat] - most) / (2 * LEAD)))
    return endings.PRESIDENT_VP * chance


def _threats(state: Any) -> float:
    colony = state["colony"]
    worth = RIOT * colony["riot"] + DEPENDENCE * colony["td"] ** 2
    for name in ("h", "s"):
        below = max(0, model.POOR - colony[name]) / (model.POOR - model.ALARMING)
        worth += CRITICAL if colony[name] < model.ALARMING else ALARMING * below
    return float(worth + (CRITICAL if colony["t"] < model.ALARMING else 0.0))
