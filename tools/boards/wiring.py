"""Can the pins do what a board file wants of them? Each check returns sentences; no sentence means that all is well."""

from collections import defaultdict
from collections.abc import Iterator
from types import ModuleType
from typing import Any

from boards import chips
from shared_rules import catalog
from tools.boards import catalogue


def problems(board: ModuleType) -> list[str]:
    """Everything that is wrong with the wiring of a board, with each reader it is made for."""
    found: list[str] = []
    for reader in catalogue.kinds(board):
        for check in (_clashes, _absent, _functions, _shared):
            found += [line for line in check(board, reader) if line not in found]
    return found + list(_limits(board))


def _clashes(board: ModuleType, reader: str | None) -> Iterator[str]:
    users = defaultdict(list)
    for use, pin in catalogue.pins(board, reader):
        users[pin].append(use)
    for pin, uses in sorted(users.items()):
        if len(uses) > 1:
            yield f"GP{pin} is used {len(uses)} times: {', '.join(uses)}. Give each a pin of its own."


def _absent(board: ModuleType, reader: str | None) -> Iterator[str]:
    carrier = catalogue.carrier(board)
    for use, pin in catalogue.pins(board, reader):
        if pin in carrier["taken"]:
            yield f"{use} is on GP{pin}, which the {carrier['title']} needs itself: {carrier['taken'][pin]}."
        elif pin not in carrier["header"] and pin not in carrier.get("on_board", {}):
            yield f"{use} is on GP{pin}, which the {carrier['title']} does not bring out."


def function_of(kind: str, pin: int) -> tuple[str, int]:
    """What a pin is to the blocks of a kind: ("sda", 0)."""
    order, first, step = chips.FUNCTIONS[kind]
    return order[pin % len(order)], (pin + first) // step % 2


def _functions(board: ModuleType, reader: str | None) -> Iterator[str]:
    for name, wiring in catalogue.buses(board, reader).items():
        for kind, (order, _, _) in chips.FUNCTIONS.items():
            if kind in wiring:
                yield from _wrong(name, kind, wiring, order)
    adc = board.BATTERY["adc"] if board.ROLE == "arc" else None
    if adc is not None and adc not in catalogue.chip(board)["adc"]:
        yield f"battery is on GP{adc}, which has no converter."


def _wrong(name: str, kind: str, wiring: dict[str, Any], order: tuple[str, ...]) -> Iterator[str]:
    for role in order:
        if role == "cs" or role not in wiring:  # the select is driven by the program: any pin does
            continue
        is_a, block = function_of(kind, wiring[role])
        if (is_a, block) != (role, wiring[kind]):
            yield (
                f"{name} {role} is on GP{wiring[role]}, which is {is_a.upper()} of {kind.upper()}{block} "
                f"and can not be {role.upper()} of {kind.upper()}{wiring[kind]}."
            )


def _shared(board: ModuleType, reader: str | None) -> Iterator[str]:
    blocks = [(kind, wiring[kind]) for wiring in catalogue.buses(board, reader).values()
              for kind in chips.FUNCTIONS if kind in wiring]
    for kind, number in sorted({block for block in blocks if blocks.count(block) > 1}):
        yield f"reader and modules share {kind.upper()}{number}: a hung reader would take the modules with it (B21)."


def _limits(board: ModuleType) -> Iterator[str]:
    most_ms = catalogue.chip(board)["watchdog_most_ms"]
    if not 2000 <= board.WATCHDOG_MS <= most_ms:
        yield f"a watchdog of {board.WATCHDOG_MS} ms: the chip counts to {most_ms}, and a start takes up to 2000 (B83)."
    ports = catalog.port_count(catalog.ARC_UNIT if board.ROLE == "arc" else 1)
    if len(board.PORTS) != ports:
        yield f"{len(board.PORTS)} corridor ports, the catalogue says {ports}."
    if board.ROLE == "arc":
        yield from _battery(board.BATTERY)


def _battery(wiring: dict[str, int]) -> Iterator[str]:
    fresh_mv = 6600  # four fresh alkaline cells
    total_ohm = wiring["divider_top_ohm"] + wiring["divider_bottom_ohm"]
    at_pin_mv = fresh_mv * wiring["divider_bottom_ohm"] // total_ohm
    if at_pin_mv > wiring["reference_mv"]:
        yield f"fresh cells put {at_pin_mv} mV on the converter, which measures up to {wiring['reference_mv']}."
