"""The referendum on a Decree, and Support (docs/colony-model.md section 9). Integers only.

Rule 1: more own Support never lowers the percentage; green never does worse than red (BHC-4.8-3, 4.8.1-1, -2, -5).
Rule 2: a Decree passes with more than 50 per cent (resolution at BHC-4.8-2).
"""

from shared_rules.compat import const

DICE = const(21)  # 0..20, taken as -10..+10 per cent
BASE = const(48)
COLOUR = {"green": 7, "red": -7}
GREEN_SUPPORT = const(3)  # "slightly" (BHC-4.8.1-3)


def _clip(value, least, most):
    return max(least, min(most, value))


def percent(supports, seat, colour, happiness, dice):
    """Approval in per cent, 1..99.

    `supports` of all seats, the proposer's `seat`, the card's `colour`, `happiness` in points, `dice` 0..20.
    """
    own = supports[seat]
    others = [value for index, value in enumerate(supports) if index != seat]
    average = sum(others) // len(others) if others else 0
    standing = _clip(own >> 1, 0, 16)
    lead = _clip((own - average) >> 1, -12, 12)
    mood = _clip((happiness - 500) >> 6, -6, 6)
    return _clip(BASE + COLOUR[colour] + standing + lead + mood + dice - 10, 1, 99)
