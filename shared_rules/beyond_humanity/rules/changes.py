"""What a scenario changes of the core rules, asked for by the rules at the place where they need it (BHC-A4.1-9).

`state["scenario"]` is None or holds `rules`, lists of the closed vocabulary in scenarios.py. Rule changes travel in the
state, so a game needs no catalogue of scenarios.

Rule 1: a scenario takes precedence over the core rules; what it does not name stays as it is.
Rule 2: without a scenario every question here costs one look at the state.
"""

from shared_rules.beyond_humanity.colony import BUILD_STOCK
from shared_rules.beyond_humanity.tables import GROUPS, RESOURCES, STATUSES

FIELDS = ("h", "s", "t", "hazard", "immigration")  # of the planet; the other ones are of the first colony


def rules(state):
    """The rule changes of the game."""
    scenario = state.get("scenario")
    return scenario["rules"] if scenario else ()


def more(state, *words):
    """The sum of the numbers of all rules that begin with these words."""
    found = rules(state)
    return sum([rule[-1] for rule in found if tuple(rule[:-1]) == words]) if found else 0


def instead(state, usual, *words):
    """The number of the rule that begins with these words, else the usual one."""
    for rule in rules(state):
        if tuple(rule[:-1]) == words:
            return rule[-1]
    return usual


def holds(state, *words):
    """Whether there is exactly this rule: ("no", "campaigns"), ("closed", "rounds")."""
    for rule in rules(state):
        if tuple(rule) == words:
            return True
    return False


def named(state, kind):
    """What the rules of a kind name: Modules of "add" and "remove"."""
    return [rule[1] for rule in rules(state) if rule[0] == kind]


def occurrence(state):
    """The Occurrence that comes in this Round whatever chance would choose, or None."""
    for rule in rules(state):
        if rule[0] == "every" and state["round"] % rule[1] == 0:
            return rule[2]
    return None


def world(state, planet):
    """The planet as it is played."""
    if not rules(state):
        return planet
    colony = dict(planet["colony"])
    for field in FIELDS:
        colony[field] += more(state, "colony", field)
    colony["stock"] += more(state, "colony", "stock")
    colony["production"] = [
        made + more(state, "production", name) for made, name in zip(colony["production"], RESOURCES)
    ]
    colony["population"] = [
        max(0, people + more(state, "population", name)) for people, name in zip(colony["population"], GROUPS)
    ]
    return dict(planet, colony=colony)


def before_month(state, colony):
    """The colony when its month begins: what comes or goes every month, and what construction costs beside the usual.

    STOCK only adds up until the month looks for a loan, so an amount that is taken here is taken as if by the month.
    """
    if not rules(state):
        return colony
    people = [max(0, count + more(state, "monthly", name)) for count, name in zip(colony["pop"], GROUPS)]
    colony = dict(colony, pop=people, stock=colony["stock"] - building_costs(state, colony))
    for field, name in zip(("h", "s", "t"), STATUSES):
        colony[field] = min(1000, max(0, colony[field] + more(state, "monthly", name)))
    return colony


def building_costs(state, colony):
    """STOCK that all construction of the month costs beside the usual price per Module."""
    price = instead(state, BUILD_STOCK, "construction")
    return (price - BUILD_STOCK) * (len(colony["rate"]) - colony["rate"].count(0)) if price != BUILD_STOCK else 0
