"""`colony bench`: measures each budget and prints one JSON line each."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable

from tools.bench.budgets import BUDGETS, BY_NAME
from tools.bench.errors import CannotMeasure

Measurement = Callable[[bool], float]


def register(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command to the parser."""
    rows = "\n".join(f"  {budget.name:<22} {budget.what}" for budget in BUDGETS)
    parser = subparsers.add_parser(
        "bench",
        help="measure speed and memory against their budgets",
        description="One JSON line a measurement: name, value, unit, budget, better (lower or higher).",
        epilog=f"measurements:\n{rows}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these (default: all)")
    parser.add_argument("--quick", action="store_true", help="fewer repetitions; ends within 40 s")
    parser.set_defaults(run=run)


def measurements() -> dict[str, Measurement]:
    """Name -> function; imported late because of what they import."""
    from tools.bench import device, games, kernel, press, table

    found = {}
    for budget in BUDGETS:
        for module in (device, games, kernel, press, table):
            if hasattr(module, budget.name):
                found[budget.name] = getattr(module, budget.name)
    return found


def run(arguments: argparse.Namespace) -> int:
    """Measure; exit code 1 when a budget is broken or something could not be measured."""
    unknown = [name for name in arguments.names if name not in BY_NAME]
    if unknown:
        print(f"colony bench: there is no measurement {unknown[0]}; see colony bench --help", file=sys.stderr)
        return 2
    known = measurements()
    good = True
    for budget in BUDGETS:
        if arguments.names and budget.name not in arguments.names:
            continue
        try:
            value = known[budget.name](arguments.quick)
        except CannotMeasure as error:
            print(f"colony bench: {budget.name} not measured: {error}", file=sys.stderr)
            good = False
            continue
        if not budget.kept_by(value):
            print(f"colony bench: {budget.name} misses its budget: {budget.what}", file=sys.stderr)
            good = False
        line = {"name": budget.name, "value": round(value, 3), "unit": budget.unit}
        print(json.dumps({**line, "budget": budget.limit, "better": budget.better}), flush=True)
    return 0 if good else 1
