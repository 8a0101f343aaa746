"""Traceability: reads docs/rules/*.toml and the `rule` marks of all tests, and compares them.

Theory: a mark is read from the source with `ast`, so nothing is imported and a broken test still counts as citing. Ids
may stand as text, as `"BHC-1", "BHC-2"`, or as `*[f"BHC-A5.3-{n}" for n in (5, 7)]` (one loop over plain numbers).
Rule 1: an id that no table has is an error.
Rule 2: statements for the table (`who = "table"`) can not be tested by software; they are counted apart.
"""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Coverage:
    """The statements of one game: ids by what became of them, and where each is cited."""

    game: str
    cited: dict[str, list[str]] = field(default_factory=dict)
    table: dict[str, str] = field(default_factory=dict)  # with the reason why it can not be tested
    missing: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return len(self.cited) + len(self.table) + len(self.missing)


def statements(folder: Path) -> dict[str, dict[str, dict[str, str]]]:
    """Per game (file name) the statements by id; `who` has to keep one, `reason` says why it can not be tested."""
    made: dict[str, dict[str, dict[str, str]]] = {}
    for path in sorted(folder.glob("*.toml")):
        rules = tomllib.loads(path.read_text(encoding="utf-8")).get("rule", [])
        made[path.stem] = {rule["id"]: rule for rule in rules}
    return made


def _is_rule_mark(call: ast.Call) -> bool:
    function = call.func
    return (
        isinstance(function, ast.Attribute) and function.attr == "rule" and ast.unparse(function).endswith("mark.rule")
    )


def _loop_ids(node: ast.ListComp) -> list[str]:
    """The texts of [f"X-{n}" for n in (1, 2)]."""
    loop = node.generators[0]
    if not (isinstance(node.elt, ast.JoinedStr) and isinstance(loop.target, ast.Name)):
        raise ValueError("only an f-string over one name is understood")
    values = ast.literal_eval(loop.iter)
    parts = [part.value if isinstance(part, ast.Constant) else None for part in node.elt.values]
    return ["".join(str(value) if part is None else str(part) for part in parts) for value in values]


def ids_of(call: ast.Call) -> list[str]:
    """The rule ids of one mark; ValueError if they can not be read from the source."""
    made: list[str] = []
    for argument in call.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            made.append(argument.value)
        elif isinstance(argument, ast.Starred) and isinstance(argument.value, ast.ListComp):
            made += _loop_ids(argument.value)
        else:
            raise ValueError("a rule mark holds texts, or one loop over plain numbers")
    return made


def citations(tests: Path) -> Iterator[tuple[str, str]]:
    """(rule id, place) of every mark below `tests`; place is file:line."""
    for path in sorted(tests.rglob("test_*.py")):
        source = path.read_text(encoding="utf-8")
        yield from _marks(source, str(path.relative_to(tests.parent))) if "mark.rule" in source else ()


@cache
def _marks(source: str, name: str) -> list[tuple[str, str]]:
    found = []
    for node in ast.walk(ast.parse(source, name)):
        if isinstance(node, ast.Call) and _is_rule_mark(node):
            place = f"{name}:{node.lineno}"
            try:
                found += [(rule, place) for rule in ids_of(node)]
            except ValueError as error:
                raise ValueError(f"{place}: {error}") from error
    return found


def compare(rules: Path, tests: Path) -> tuple[list[Coverage], list[tuple[str, str]]]:
    """Coverage per game, and the citations of ids that no table has."""
    known = statements(rules)
    places: dict[str, list[str]] = {}
    for rule, place in citations(tests):
        places.setdefault(rule, []).append(place)
    made = []
    for game, ids in known.items():
        coverage = Coverage(game)
        for rule, entry in ids.items():
            if rule in places:
                coverage.cited[rule] = places[rule]
            elif entry.get("who") == "table":
                coverage.table[rule] = entry.get("reason", "")
            else:
                coverage.missing.append(rule)
        made.append(coverage)
    every = {rule for ids in known.values() for rule in ids}
    unknown = [(rule, place) for rule, where in places.items() if rule not in every for place in where]
    return made, unknown
