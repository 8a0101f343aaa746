"""Readers on simulated chips, one fixture for every wire and one for I2C alone."""

from __future__ import annotations

import pytest
from reader_bench import Bench


@pytest.fixture(params=["i2c", "spi", "hsu", "slow_hsu"])
def bench(request: pytest.FixtureRequest) -> Bench:
    """The same table over each wire."""
    return Bench(request.param)


@pytest.fixture
def i2c() -> Bench:
    """Over I2C only, where the wire itself is the matter."""
    return Bench("i2c")
