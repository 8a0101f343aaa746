"""The budgets. `better` says which way is better: "lower" or "higher"."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Budget:
    """What is measured, in which unit, and the limit that it has to keep."""

    name: str
    unit: str
    limit: float
    better: str
    what: str

    def kept_by(self, value: float) -> bool:
        """Whether `value` keeps the budget."""
        return value <= self.limit if self.better == "lower" else value >= self.limit


BUDGETS = (
    Budget(
        "kernel_months_per_s", "colony-months/s", 2.5e6, "higher", "colony kernel, numpy, one core, 16,384 colonies"
    ),
    Budget("kernel_speedup", "x", 100, "higher", "the same against plain integers"),
    Budget("kernel_cost_growth", "x", 1.5, "lower", "cost of one colony, 1,000 to 1,000,000 colonies: worst to best"),
    Budget("full_referee_game", "games/s", 20, "higher", "full referee game of four greedy bots, one core"),
    Budget("bus_enumerate_32", "x", 1.5, "lower", "time on the bus to find 32 modules, against their identity bytes"),
    Budget("arc_heap_32_modules", "KB", 96, "lower", "ARC heap in use with 32 modules, code apart, 64-bit MicroPython"),
    Budget(
        "tap_to_page_p99",
        "ms",
        100,
        "lower",
        "tap seen by the firmware of the virtual ARC to the browser's page",
    ),
    Budget("next_to_pages_p99", "ms", 150, "lower", "NEXT confirmed to the new Round on three open pages"),
    Budget("press_to_four_pages_p99", "ms", 150, "lower", "press at referee level to what it came to on four browsers"),
    Budget("cold_start", "s", 5, "lower", "`colony play` with a virtual ARC to a page that can be used"),
    Budget("resume_20_rounds", "s", 5, "lower", "the same, with a game of 20 Rounds to continue"),
)
BY_NAME = {budget.name: budget for budget in BUDGETS}
