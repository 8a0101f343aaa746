"""A colony to work on, in good order, and one month of it."""

import pytest

from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.rules.start import new_colony, no_roll
from shared_rules.beyond_humanity.tables import PACES
from shared_rules.catalog import UNIT_TYPES

NOWHERE = [0] * 33


class Land:
    """A planet and a colony; `month` settles it and returns (colony, report)."""

    def __init__(self, **changes):
        self.planet = dict(content.get()["planets"][1]["colony"], hazard=0)
        self.colony = new_colony(content.get()["planets"][1])
        self.colony.update(acc=[40, 40, 40, 40], acc_extra=[40, 40, 40, 40], stock=200, **changes)

    def build(self, *kinds, progress=model.FULL, tier=0):
        for kind in kinds:
            unit = next(u for u, name in enumerate(UNIT_TYPES) if name == kind and not self.colony["progress"][u])
            self.colony["progress"][unit] = progress
            self.colony["tier"][unit] = tier
            self.colony["standing"] |= 1 << (unit - 1)
            if progress < model.FULL:
                self.colony["rate"][unit] = PACES[content.get()["tile"][unit]["clock"]]
        return self

    def unit(self, kind):
        return UNIT_TYPES.index(kind)

    def month(self, adjacent=NOWHERE, **roll):
        roll = dict(no_roll(), **roll)
        return model.month(model.Ints, content.get()["tables"], self.planet, self.colony, roll, adjacent)


@pytest.fixture
def land():
    return Land
