"""`colony flash arc` and `colony flash module --unit N`: from a bare board to a checked one."""

import argparse
from pathlib import Path

import boards
from host import paths
from shared_rules.catalog import UNIT_COUNT


def register(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `colony flash`."""
    parser = commands.add_parser("flash", help="put the program onto an ARC or a module board")
    roles = parser.add_subparsers(dest="role", required=True, metavar="arc|module")
    arc = roles.add_parser("arc", help="the hub")
    arc.add_argument("--reader", choices=boards.READERS, default=boards.READERS[0], help="how the PN532 is wired")
    module = roles.add_parser("module", help="a module board")
    which = module.add_mutually_exclusive_group(required=True)
    which.add_argument("--unit", type=_unit, metavar="N", help=f"its number in the box, 1..{UNIT_COUNT}")
    which.add_argument("--batch", action="store_true", help="one after the other, with a checklist that can be resumed")
    for each in (arc, module):
        each.add_argument("--port", help="serial port, if it is not found by itself")
        each.add_argument("--uf2", type=Path, metavar="FILE", help="MicroPython for a board that has none")
        paths.add_data_option(each)
        each.set_defaults(run=_run)


def _unit(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= UNIT_COUNT:
        raise argparse.ArgumentTypeError(f"a unit is a number from 1 to {UNIT_COUNT}")
    return int(text)


def _run(args: argparse.Namespace) -> int:
    from tools.flash import session  # mpremote and the compiler are needed by no other command

    return session.run(args)
