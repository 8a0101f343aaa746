"""How many colony-months a core settles. Times are the best of several: other programs only ever add."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from shared_rules.beyond_humanity import arrays, content
from shared_rules.beyond_humanity import colony as model
from shared_rules.beyond_humanity.rules import start

COLONIES = 16_384
SIZES = (1_000, 10_000, 100_000, 1_000_000)
SCALAR_MONTHS = 400


def best_s(work: Callable[[], object], repeats: int) -> float:
    """Seconds of the quickest run of `work` after one that is not counted."""
    work()
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return min(times)
