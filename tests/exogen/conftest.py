"""A planet near enough for a new profile."""

from typing import Any

import pytest
from exogen_log import FARTHER

from shared_rules.beyond_humanity import exogen


@pytest.fixture
def near() -> dict[str, Any]:
    """A planet of the catalogue that ships reach from the beginning."""
    return next(planet for planet in FARTHER if planet["distance_ly"] <= exogen.RANGE_LY)
