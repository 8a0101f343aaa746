"""A figure against its budget and what was measured before; COLONY_WRITE_FIGURES=1 keeps the new one instead."""

import os

from tools.emulator import figures

WORSE = 1.10
HEAP_BUDGET_BYTES = 96 * 1024
# Budgets: architecture section 9. The heap budget is for frozen code.
BUDGETS = {
    "arc_frozen_heap_bytes": HEAP_BUDGET_BYTES,
    "encode_tap_us": 3000,
    "found_s": 0.5,
    "stack_bytes": 8192,
}


def judge(name, value):
    """Within the budget, and not more than 10 % above what was kept."""
    if name in BUDGETS:
        assert value <= BUDGETS[name], f"{name} is {value}, the budget {BUDGETS[name]}"
    if os.environ.get("COLONY_WRITE_FIGURES"):
        figures.keep(name, value)
        return
    kept = figures.kept()
    assert name in kept, f"{name} has no figure kept: COLONY_WRITE_FIGURES=1 writes it"
    assert value <= kept[name] * WORSE, f"{name} is {value}, more than 10 % above the kept {kept[name]}"


def name_image(name, image):
    """Keep which image the figures are of, where figures are kept."""
    if os.environ.get("COLONY_WRITE_FIGURES"):
        figures.keep(name, image)
