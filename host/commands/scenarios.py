"""`colony scenarios`: what there is, and adding more from a file."""

import argparse
from pathlib import Path

from host import paths


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the parser."""
    parser = subparsers.add_parser("scenarios", help="the scenarios of this table; add more of them")
    actions = parser.add_subparsers(metavar="WHAT", dest="what", required=True)
    listed = actions.add_parser("list", help="list all scenarios")
    listed.set_defaults(run=_list)
    added = actions.add_parser("add", help="check a file of scenarios and keep it for every setup")
    added.add_argument("file", metavar="FILE.toml", type=Path, help="written like scenarios.toml (docs/content.md)")
    added.set_defaults(run=_add)
    for sub in (listed, added):
        paths.add_data_option(sub)


def _list(arguments: argparse.Namespace) -> int:
    from host import own_scenarios
    from shared_rules.beyond_humanity.content import box

    added = own_scenarios.load(paths.data_dir(arguments.data))
    for entry in [*box.get()["scenarios"], *added]:
        words = "  added" if entry in added else ""
        print(f"{entry['name']:24} difficulty {entry['difficulty']}  {entry['mode']}{words}")
    return 0


def _add(arguments: argparse.Namespace) -> int:
    from host import own_scenarios

    names = own_scenarios.add(paths.data_dir(arguments.data), arguments.file)
    print(f"Every new game offers: {', '.join(names)}.")
    return 0
