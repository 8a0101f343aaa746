"""The referendum on a Decree, and Support (docs/colony-model.md section 9). Integers only.

Rule 1: more own Support never lowers the percentage; green never does worse than red (BHC-4.8-3, 4.8.1-1, -2, -5).
Rule 2: a Decree passes with more than 50 per cent (resolution at BHC-4.8-2).
"""

from shared_rules.compat import const

DICE = const(21)  # faces of the die, taken as -10..+10 per cent: nobody is ever quite sure
BASE = const(48)  # per cent where nobody has any Support: a little short of a majority (BHC-4.8-2)
COLOUR = {"green": 7, "red": -7}  # per cent: less than Support can give (BHC-4.8.1-1, 4.8.1-2, 4.8.1-5)
GREEN_SUPPORT = const(3)  # Support for a passed green Decree: "slightly" (BHC-4.8.1-3)
STANDING_SHIFT = const(1)  # 2^n of the own Support are one per cent (BHC-2.4-1)
STANDING_MOST = const(16)  # per cent that the own Support gives at most: more than the colour (BHC-4.8.1-1)
LEAD_SHIFT = const(1)  # 2^n of Support ahead of the others' average are one per cent (BHC-2.4-4)
LEAD_MOST = const(12)  # per cent that being ahead or behind makes at most
MOOD_MIDDLE = const(500)  # Happiness at which the Citizens are neither generous nor sullen
MOOD_SHIFT = const(6)  # 2^n points of Happiness are one per cent
MOOD_MOST = const(6)  # per cent that Happiness makes at most: less than Support or colour


def _clip(value, least, most):
    return max(least, min(most, value))


def percent(supports, seat, colour, happiness, dice):
    """Approval in per cent, 1..99.

    `supports` of all seats, the proposer's `seat`, the card's `colour`, `happiness` in points, `dice` 0..20.
    """
    own = supports[seat]
    others = [value for index, value in enumerate(supports) if index != seat]
    average = sum(others) // len(others) if others else 0
    standing = _clip(own >> STANDING_SHIFT, 0, STANDING_MOST)
    lead = _clip((own - average) >> LEAD_SHIFT, -LEAD_MOST, LEAD_MOST)
    mood = _clip((happiness - MOOD_MIDDLE) >> MOOD_SHIFT, -MOOD_MOST, MOOD_MOST)
    return _clip(BASE + COLOUR[colour] + standing + lead + mood + dice - DICE // 2, 1, 99)
