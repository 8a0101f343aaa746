"""`colony version`: what is installed, in the words that a bug report needs."""

import argparse
import platform
from importlib.metadata import version

from shared_rules import catalog
from shared_rules.wire import messages
from shared_rules.wire.version import PROTOCOL


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser("version", help="print versions of companion, protocol and tables")
    parser.set_defaults(run=run)


def run(_arguments: argparse.Namespace) -> int:
    """Print one `name value` pair a line."""
    rows = (
        ("colony", version("colony-arc")),
        ("protocol", PROTOCOL),
        ("message table", f"{messages.table_crc():08x}"),
        ("catalogue", catalog.CATALOGUE),
        ("python", platform.python_version()),
        ("system", platform.platform()),
    )
    for name, value in rows:
        print(f"{name:<14} {value}")
    return 0
