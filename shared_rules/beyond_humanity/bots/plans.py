"""The portfolios of the look-ahead bot, by mode: what each plan changes in the table of worths.

Where the numbers come from: every worth was multiplied at random, for each seat (semi-coop) or each table (co-op) of
some hundred games between greedy bots, and points, or victories, were explained by the factors (least squares). What
stood out was then played against the plain table.

Rule 1: the first plan of a mode is the one to follow until rollouts speak against it.
"""

from typing import Any

from shared_rules.beyond_humanity.bots.worths import WORTHS

Changes = dict[str, Any]


def times(**factors: float) -> Changes:
    """The worths of these names, every number of them multiplied."""
    return {name: _times(WORTHS[name], factor) for name, factor in factors.items()}


def _times(value: Any, factor: float) -> Any:
    if isinstance(value, dict):
        return {name: _times(each, factor) for name, each in value.items()}
    return tuple(each * factor for each in value) if isinstance(value, tuple) else value * factor


# The seat's own points first: work on own Modules, green Decrees and Support instead of Artifacts and others' Modules.
OWN = times(field=0.5, share=0.7, xp=0.6, support=2.0, cr=1.6, module=2.0, green=2.0, dec=1.4)

# The common sum: what keeps statuses up and Resources flowing; fewer Modules, and no STOCK for its own sake.
TOGETHER = times(
    level=2.0, icon=1.4, missing=2.0, thin=2.0, endorse=0.6, stock=0.5, stock_month=0.5, scientists=0.7, cr=1.3
)

PLANS: dict[str, dict[str, Changes]] = {
    "semi": {
        "own": OWN,
        "goals": OWN | times(goal_pull=2.0),
        "president": OWN | times(support=3.0),
        "common good": OWN | times(share=1.0, level=1.5),
    },
    "coop": {
        "together": TOGETHER,
        "goals": TOGETHER | times(goal_pull=2.0),
        "plain": {},
    },
}
PLANS["solo"] = PLANS["coop"]
