"""The plans of the look-ahead bot: what it changes in the greedy bot's table of worths, by mode.

Where the numbers come from: every worth was multiplied at random, for each seat (semi-coop) or each table (co-op) of
some six hundred games between greedy bots, and points, survival or victories were explained by the factors (least
squares). What stood out was then played against the plain table.
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


PLANS: dict[str, Changes] = {
    # The own points first: own Modules, green Decrees and Support instead of Artifacts and others' Modules. Statuses
    # and Resources count more as well, and Goals, which were chosen as likely ones, draw less: who wants nothing but
    # points loses the Colony for all.
    "semi": times(
        module=2.0, green=2.0, support=1.6, cr=1.6, dec=1.4, xp=0.6, field=0.5, share=0.8, goal_pull=0.5,
        level=1.6, icon=1.4, missing=1.4, thin=1.4,
    ),
    # The common sum: what keeps statuses up and Resources flowing; fewer Modules, and no STOCK for its own sake.
    "coop": times(
        level=2.0, icon=1.4, missing=2.0, thin=2.0, endorse=0.6, stock=0.5, stock_month=0.5, scientists=0.7, cr=1.3,
    ),
}  # fmt: skip
PLANS["solo"] = PLANS["coop"]
