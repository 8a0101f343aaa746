"""`colony boards`: which boards there are, how they are wired, and whether that can work."""

import argparse
import sys

import boards as data
from boards import parts
from host.errors import EXIT_USAGE
from shared_rules import catalog
from tools.boards import catalogue, drawing, modulebus, power, wiring


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `colony boards list | show NAME | check`."""
    parser = commands.add_parser("boards", help="wiring of ARC and module boards, checked and drawn")
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("list", help="boards that there is a file for").set_defaults(run=_list)
    show = actions.add_parser("show", help="the wiring table of one board")
    names = ", ".join(catalogue.names())
    show.add_argument("name", nargs="?", choices=catalogue.names(), metavar="NAME", help=names)
    show.add_argument("--reader", choices=data.READERS, default=data.READERS[0], help="how the PN532 is wired (ARC)")
    show.set_defaults(run=_show)
    actions.add_parser("check", help="pins, currents and the bus against their limits").set_defaults(run=_check)


def _list(_args: argparse.Namespace) -> int:
    for name in catalogue.names():
        board = catalogue.board(name)
        print(f"{name:20} {board.ROLE:7} on {catalogue.carrier(board)['title']}")
    return 0


def _show(args: argparse.Namespace) -> int:
    if args.name is None:
        print("Which one? `colony boards show NAME`, NAME is one of:", file=sys.stderr)
        print("\n".join(f"  {name}" for name in catalogue.names()), file=sys.stderr)
        return EXIT_USAGE
    board = catalogue.board(args.name)
    reader = args.reader if board.ROLE == "arc" else None
    print(drawing.table(board, reader))
    if board.ROLE == "arc":
        ohm = board.MODULE_BUS["pull_up_ohm"]
        print(f"\nPull-ups of {ohm} ohm from SDA and SCL of the corridors to 3V3, here and nowhere else.")
    return 0


def problems() -> list[str]:
    """Everything that is wrong, each line with the board it is about."""
    module = catalogue.board("module_rp2040_zero")
    found = []
    for name in catalogue.names():
        board = catalogue.board(name)
        lines = wiring.problems(board)
        if board.ROLE == "arc":
            lines += power.problems(board, module) + modulebus.problems(board)
        found += [f"{name}: {line}" for line in lines]
    return found


def _check(_args: argparse.Namespace) -> int:
    arc, module = catalogue.board("arc_pico"), catalogue.board("module_rp2040_zero")
    print(f"Table with {catalog.CORRIDORS} modules, current by light pattern:")
    for draw in power.draws(arc, module, catalog.CORRIDORS):
        print(f"  {draw.pattern:15} {draw.peak_ma:5.0f} mA at most, {draw.mean_ma:5.0f} mA in the mean")
    for supply in parts.SUPPLIES.values():
        most = power.most_modules(arc, module, supply["most_ma"])
        print(f"{supply['title']}: up to {most} modules at a time.")
    least, highest = modulebus.pull_up_ohm(arc.MODULE_BUS["freq_hz"], catalog.CORRIDORS)
    print(
        f"Module bus with {catalog.CORRIDORS} modules: {modulebus.capacitance_pf(catalog.CORRIDORS)} pF, pull-ups "
        f"{least:.0f} to {highest:.0f} ohm, built with {arc.MODULE_BUS['pull_up_ohm']}; up to "
        f"{modulebus.most_modules(arc)} modules at 400 kHz."
    )
    found = problems()
    print("\n".join(found) or f"All {len(catalogue.names())} boards are in order.")
    return 1 if found else 0
