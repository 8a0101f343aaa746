"""How many colony-months a core settles, on random colonies.

Times are processor time, all threads together, and the best of several: other programs only ever add. Runs of the
sizes that are compared take turns, so that a busy moment meets all of them.
"""

from __future__ import annotations

import functools
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from shared_rules.beyond_humanity import arrays, content
from shared_rules.beyond_humanity import colony as model
from tools import colony_samples as samples

COLONIES = 16_384
SIZES = (1_000, 10_000, 100_000, 1_000_000)
QUICK_SIZES = SIZES[:-1]  # a million takes half a gigabyte
POOL = 2_000  # different colonies; larger numbers repeat them
SCALAR_MONTHS = 200
LEAST_COLONIES = 20_000  # of one timing, so that it takes some milliseconds
REPEATS, QUICK_REPEATS = 25, 8

Arrays = dict[str, "np.ndarray[Any, Any]"]
Inputs = tuple[Arrays, Arrays, "np.ndarray[Any, Any]"]
Work = Callable[[], object]


@functools.cache
def pool() -> list[tuple[dict[str, Any], dict[str, Any], list[int]]]:
    """Colonies in any condition, with their rolls and corridors."""
    dice = samples.Dice(2026)
    return [(samples.colony(dice), samples.roll(dice), samples.masks(dice)) for _ in range(POOL)]


def inputs(count: int) -> Inputs:
    """The pool over and over up to `count` colonies, as arrays."""
    colonies = arrays.pack([colony for colony, _, _ in pool()])
    rolls = arrays.pack_rolls([roll for _, roll, _ in pool()])
    masks = arrays.pack_masks([mask for _, _, mask in pool()])
    which = np.arange(count) % POOL

    def tiled(packed: Arrays) -> Arrays:
        return {name: value.take(which, axis=-1) for name, value in packed.items()}

    return tiled(colonies), tiled(rolls), masks.take(which, axis=-1)


def land() -> tuple[Any, dict[str, Any]]:
    """Tables of the modules, and a planet."""
    known = content.get()
    return known["tables"], known["planets"][1]["colony"]


def settle(data: Inputs, times: int) -> None:
    """The same month `times` times over; results are dropped block by block."""
    tables, planet = land()
    for _ in range(times):
        for _ in arrays.months(tables, planet, *data):
            pass


def settle_one_by_one() -> None:
    """SCALAR_MONTHS months of plain integers."""
    tables, planet = land()
    for colony, roll, mask in pool()[:SCALAR_MONTHS]:
        model.month(model.Ints, tables, planet, colony, roll, mask)


def best_s(works: list[Work], repeats: int) -> list[float]:
    """Seconds of the quickest run of each, after one of each that is not counted."""
    for work in works:
        work()
    best = [float("inf")] * len(works)
    for _ in range(repeats):
        for index, work in enumerate(works):
            begun = time.process_time()
            work()
            best[index] = min(best[index], time.process_time() - begun)
    return best


def months_of(count: int) -> tuple[Work, int]:
    """Work on `count` colonies, and how many colony-months it is."""
    times = max(1, LEAST_COLONIES // count)
    return functools.partial(settle, inputs(count), times), count * times


def _repeats(quick: bool) -> int:
    return QUICK_REPEATS if quick else REPEATS


def kernel_months_per_s(quick: bool) -> float:
    """Colony-months a second of COLONIES colonies."""
    work, done = months_of(COLONIES)
    return done / best_s([work], 4 * _repeats(quick))[0]


def kernel_speedup(quick: bool) -> float:
    """How many times as many months as with plain integers under this Python."""
    work, done = months_of(COLONIES)
    many_s, one_s = best_s([work, settle_one_by_one], 2 * _repeats(quick))
    return (one_s / SCALAR_MONTHS) / (many_s / done)


def costs_s(quick: bool) -> dict[int, float]:
    """Seconds for one month of one colony, by how many there are."""
    sizes = QUICK_SIZES if quick else SIZES
    works = [months_of(count) for count in sizes]
    best = best_s([work for work, _ in works], _repeats(quick))
    return {count: took / done for count, took, (_, done) in zip(sizes, best, works, strict=True)}


def kernel_cost_growth(quick: bool) -> float:
    """The dearest size against the cheapest; quick without the million."""
    costs = costs_s(quick).values()
    return max(costs) / min(costs)


def main() -> None:
    """All figures with the costs behind them."""
    for count, cost in costs_s(False).items():
        print(f"{count:9,d} colonies: {cost * 1e9:5.0f} ns a month")
    print(
        f"{kernel_months_per_s(False) / 1e6:.2f} million colony-months/s, {kernel_speedup(False):.0f} x plain integers"
    )


if __name__ == "__main__":
    main()
