"""Progress bars of a scenario: measured at every settlement, filled for good or missed at their Round (BHC-A4.1-11).

`state["bars"]` has one entry for each bar: {"done": Rounds in a row, "outcome": None, "filled" or "missed"}.

Rule 1: a bar whose miss loses the game must be filled before a number of Modules or inhabitants wins it.
Rule 2: a bar that is open when the game ends has been missed.
"""

from shared_rules.beyond_humanity import goals, scenarios
from shared_rules.beyond_humanity.rules import facts

NEW = {"done": 0, "outcome": None}


def new(state):
    """The bars on the day of landing."""
    return [dict(NEW) for _ in _bars(state)]


def _bars(state):
    scenario = state.get("scenario")
    return [scenario["progress"]] if scenario else []


def advanced(state):
    """The bars after the settlement of the Round that the state is in."""
    if not _bars(state):
        return []
    known, made = _known(state), []
    for bar, now in zip(_bars(state), state["bars"]):
        if now["outcome"] is None:
            done, outcome = scenarios.advance(bar, now["done"], goals.holds(bar["condition"], known), state["round"])
            now = {"done": done, "outcome": outcome}
        made.append(now)
    return made


def _known(state):
    return {"colony": facts.colony_facts(state), "managers": 1}


def lost(state):
    """Whether a bar that must be filled was missed."""
    return any(_decides(state, "missed"))


def waiting(state):
    """Whether a bar that must be filled is still open."""
    return any(_decides(state, None))


def _decides(state, outcome):
    return [
        now["outcome"] == outcome for bar, now in zip(_bars(state), state.get("bars", ())) if bar["missed"] == ["lose"]
    ]


def points(state):
    """VP of all bars that were not filled; None if no bar is about VP."""
    about = [(bar, now) for bar, now in zip(_bars(state), state.get("bars", ())) if bar["missed"][0] == "vp"]
    if not about:
        return None
    return sum([bar["missed"][1] for bar, now in about if now["outcome"] != "filled"])


def shown(state):
    """The bars for the screen: how far they are, what is needed, until when."""
    if not _bars(state):
        return []
    known, made = _known(state), []
    for bar, now in zip(_bars(state), state["bars"]):
        _scope, measure, op, number, _each = bar["condition"]
        hold = bar["kind"] == "hold"
        made.append(
            {
                "label": bar["label"],
                "text": bar["words"],
                "value": now["done"] if hold else known["colony"].get(measure, 0),
                "needed": bar["rounds"] if hold else number,
                "most": op == "<=" and not hold,
                "deadline_round": bar["by_round"],
                "state": now["outcome"] or "open",
            }
        )
    return made
