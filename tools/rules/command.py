"""The command line of `colony rules`."""

import argparse
import json
import sys

from tools.rules import enforced
from tools.rules.coverage import ROOT, Coverage, compare


def register(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add `colony rules coverage` and `colony rules enforced` to the command."""
    rules = subparsers.add_parser("rules", help="rule statements and the tests that cite them")
    actions = rules.add_subparsers(dest="rules_action", required=True)
    coverage = actions.add_parser("coverage", help="which statements are cited, missing or unknown")
    coverage.add_argument("--game", "--title", help="one table of docs/rules, for example beyond_humanity")
    coverage.add_argument("--list", choices=("cited", "missing", "table"), help="list these statements")
    coverage.add_argument(
        "--strict", action="store_true", help="list missing statements and end with 1 if there are any"
    )
    coverage.add_argument("--json", action="store_true", help="print one JSON object")
    coverage.set_defaults(run=run)
    named = actions.add_parser("enforced", help="statements that code names in a comment but no test cites")
    named.add_argument("--strict", action="store_true", help="end with 1 if there are any")
    named.add_argument("--json", action="store_true", help="print one JSON object")
    named.set_defaults(run=run_enforced)


def run(arguments: argparse.Namespace) -> int:
    """Print the coverage; 1 if a cited id does not exist (or, with --strict, if a statement is missing)."""
    tables, unknown = compare(ROOT / "docs" / "rules", ROOT / "tests")
    tables = [table for table in tables if arguments.game in (None, table.game)]
    if not tables:
        print(f"There is no table of that name in docs/rules: {arguments.game}", file=sys.stderr)
        return 2
    if arguments.json:
        print(json.dumps(_as_json(tables, unknown)))
    else:
        _print(tables, unknown, "missing" if arguments.strict else arguments.list)
    missing = any(table.missing for table in tables)
    return 1 if unknown or (arguments.strict and missing) else 0


def run_enforced(arguments: argparse.Namespace) -> int:
    """Print what code names and no test cites; 1 if an id does not exist (or, with --strict, if one is not cited)."""
    found = enforced.compare(ROOT)
    if arguments.json:
        print(json.dumps({"cited": found.cited, "uncited": found.uncited, "unknown": found.unknown}))
    else:
        print(f"code names {len(found.cited) + len(found.uncited)} statements: {len(found.uncited)} cited by no test")
        for rule, places in found.uncited.items():
            print(f"  {rule}  {', '.join(places)}")
        for rule, places in found.unknown.items():
            print(f"unknown id {rule} at {', '.join(places)}", file=sys.stderr)
    return 1 if found.unknown or (arguments.strict and found.uncited) else 0


def _as_json(tables: list[Coverage], unknown: list[tuple[str, str]]) -> dict[str, object]:
    games = {
        table.game: {"cited": len(table.cited), "table": table.table, "missing": table.missing} for table in tables
    }
    return {"games": games, "unknown": [{"id": rule, "place": place} for rule, place in unknown]}


def _print(tables: list[Coverage], unknown: list[tuple[str, str]], listed: str | None) -> None:
    for table in tables:
        counts = f"{len(table.cited)} cited, {len(table.table)} for the table, {len(table.missing)} missing"
        print(f"{table.game}: {table.total} statements: {counts}")
        if listed == "cited":
            for rule, places in table.cited.items():
                print(f"  {rule}  {', '.join(places)}")
        elif listed == "table":
            for rule, reason in table.table.items():
                print(f"  {rule}  {reason or 'no reason is given'}")
        elif listed:
            for rule in table.missing:
                print(f"  {rule}")
    for rule, place in unknown:
        print(f"unknown id {rule} at {place}", file=sys.stderr)


def main() -> int:
    """`python -m tools.rules.command coverage`, for a checkout without the installed command."""
    parser = argparse.ArgumentParser(prog="colony")
    register(parser.add_subparsers(required=True))
    arguments = parser.parse_args(["rules", *sys.argv[1:]])
    return int(arguments.run(arguments))


if __name__ == "__main__":
    sys.exit(main())
