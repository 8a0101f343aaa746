"""Endings and scoring (BHC-2.1-12 to 2.1-19, 6-1 to 6-9, 6.1-1 to 6.1-10, A2.2-8 to A2.2-16).

Rule 1: endings are looked for at each settlement, negative before positive.
Rule 2: after a positive ending the players add their table points; only then there is a result.
"""

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.rules import bars, changes
from shared_rules.beyond_humanity.rules.common import name_of, with_event
from shared_rules.beyond_humanity.rules.facts import fully_built
from shared_rules.compat import const
from shared_rules.engine.reasons import Refusal

MODULES_TO_WIN = const(15)  # BHC-2.1-13
POPULATION_TO_WIN = const(15000)  # BHC-2.1-14
TD_TO_LOSE = const(3)  # BHC-5.5.2-4
PRESIDENT_VP = const(20)  # BHC-6.1-2
MODULE_VP = const(2)  # BHC-6.1-3
GREEN_VP = const(1)  # BHC-6.1-4
AMBASSADOR_VP = const(2)  # BHC-6.1-6
LOAN_VP = const(-10)  # in co-op and solo (BHC-A2.2-13)
RIOT_VP = const(-10)  # in co-op and solo, for each Round (BHC-A2.2-14)
POINTS_LEAST, POINTS_MOST = -200, 500

SCENARIO = "scenario"  # the ending of a scenario that was not mastered; the other six are those of every game
# id -> (positive, title, text)
TEXTS = {
    "riot": (
        False,
        "Anarchy",
        "The third stage of the RIOT has come. Fires burn in the corridors, the Managers are led away by those whom "
        "they led, and soon nobody will live here.",
    ),
    "dependence": (
        False,
        "A Terran outpost",
        "The third Terran Dependence: Earth calls in its loans. Officers arrest the Managers, and a governor from "
        "Earth moves into the ARC.",
    ),
    "depopulation": (
        False,
        "An empty Colony",
        "The last inhabitants are gone. The Managers walk through dark domes and turn off the lights.",
    ),
    "rounds": (
        True,
        "The Colony endures",
        "The months of trial are over: the Colony feeds, heats and governs itself.",
    ),
    "modules": (
        True,
        "A Colony fully built",
        "Fifteen Modules work side by side: the Colony is large enough to stand alone.",
    ),
    "population": (
        True,
        "An independent city",
        "Fifteen thousand people call this place home: it is a city of its own.",
    ),
    SCENARIO: (
        False,
        "The challenge is lost",
        "What this story asked for was not done in time. Some will stay and some will leave, but it is not the Colony "
        "that was to be.",
    ),
}


def find(state):
    """Ids of the endings that hold after this settlement: the negative ones, or the positive if there is none.

    A scenario may ask for other numbers, close an ending, or keep it closed until its bar is filled (BHC-A4.1-10).
    """
    colony, last = state["colony"], state["round"] == state["rounds"]
    population = sum(colony["pop"])
    bad = [
        ("riot", colony["riot"] >= 3),
        ("dependence", colony["td"] >= changes.instead(state, TD_TO_LOSE, "lose", "td")),
        ("depopulation", population == 0),
        (SCENARIO, bars.lost(state)),
    ]
    found = [name for name, holds in bad if holds]
    if found:
        return found
    early = not bars.waiting(state)
    good = [
        ("rounds", last),
        ("modules", early and fully_built(colony) >= changes.instead(state, MODULES_TO_WIN, "win", "modules")),
        ("population", early and population >= changes.instead(state, POPULATION_TO_WIN, "win", "population")),
    ]
    found = [name for name, holds in good if holds and not changes.holds(state, "closed", name)]
    return found or ([SCENARIO] if last else [])


def close(state, ending):
    """The game is over; after a positive ending the table points are still missing."""
    positive, title, _ = TEXTS[ending[0]]
    state = with_event(state, title + ".", "good" if positive else "bad")
    return dict(
        state, stage="points" if positive else "over", ending=list(ending), desk=dict(state["desk"], pending=None)
    )


def president(state):
    """The seat with the most Support; on a tie the higher Order of Command (BHC-2.4-5)."""
    managers = state["desk"]["managers"]
    orders = content.get()["manager"]
    return max(
        range(len(managers)), key=lambda seat: (managers[seat]["support"], orders[managers[seat]["manager"]]["order"])
    )


def app_points(state, seat):
    """Points of one seat that the companion counts, by source, in VP."""
    manager = state["desk"]["managers"][seat]
    points = {
        "modules": changes.instead(state, MODULE_VP, "vp", "module") * len(manager["modules"]),
        "green_decrees": changes.instead(state, GREEN_VP, "vp", "green") * manager["greens"],
        "ambassador": AMBASSADOR_VP * manager["ambassador"],
    }
    if state["mode"] == "semi":
        points["order_of_command"] = content.get()["manager"][manager["manager"]]["order"]
        points["presidency"] = PRESIDENT_VP if seat == president(state) else 0
        if bars.points(state) is not None:
            points["scenario"] = bars.points(state)
    return points


def common_points(state):
    """Points of all together in co-op, by source, in VP (BHC-A2.2-10 to A2.2-14)."""
    points = {
        "rounds": changes.instead(state, 1, "vp", "round") * state["round"],
        "loans": LOAN_VP * state["colony"]["loans"],
        "riot_rounds": RIOT_VP * state["riot_rounds"],
        "planet": state["world"]["vp"],
    }
    if bars.points(state) is not None:
        points["scenario"] = bars.points(state)
    return points


def table_points(state, seat, points):
    """Points that a seat has counted on the table; with the last one the result is there."""
    if state["stage"] != "points":
        raise Refusal("not_now", "Table points are counted after the end of a game that was won.")
    if type(seat) is not int or not 0 <= seat < len(state["desk"]["managers"]):
        raise Refusal("unknown_seat", "Nobody sits there.")
    if type(points) is not int or not POINTS_LEAST <= points <= POINTS_MOST:
        raise Refusal("bad_points", "Table points are a whole number from %d to %d." % (POINTS_LEAST, POINTS_MOST))
    entered = dict(state["points"])
    entered[str(seat)] = points
    state = with_event(dict(state, points=entered), "%s counted %d VP on the table." % (name_of(state, seat), points))
    return dict(state, stage="over") if len(entered) == len(state["desk"]["managers"]) else state


def result(state):
    """None before the end; else who has won and every point by source."""
    if state["stage"] != "over":
        return None
    positive, title, text = TEXTS[state["ending"][0]]
    made = {"endings": list(state["ending"]), "positive": positive, "title": title, "text": text, "mode": state["mode"]}
    if not positive:
        return dict(made, winners=[], president=None, seats=[])
    seats = []
    for seat in range(len(state["desk"]["managers"])):
        points = dict(app_points(state, seat), table=state["points"][str(seat)])
        seats.append({"seat": seat, "name": name_of(state, seat), "points": points, "total": sum(points.values())})
    if state["mode"] != "semi":  # in co-op and solo the points are one sum (BHC-A3.5-2)
        return _together(state, dict(made, seats=seats, president=None))
    best = max([seat["total"] for seat in seats])
    winners = [seat["seat"] for seat in seats if seat["total"] == best]
    return dict(made, seats=seats, president=president(state), winners=winners)


def _together(state, made):
    common = common_points(state)
    total = sum(common.values()) + sum([seat["total"] for seat in made["seats"]])
    won = total > 0
    winners = [seat["seat"] for seat in made["seats"]] if won else []
    return dict(made, common=common, total=total, won=won, winners=winners)
