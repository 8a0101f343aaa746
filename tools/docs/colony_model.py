"""Section 11 of docs/colony-model.md: every constant with its value and reason, as the source states them.

Theory: the reason of a constant is the comment behind it, or the comment line above it. `ast` finds the constants and
`tokenize` the comments; the value is the module's own.
Rule 1: the rest of the page is written by hand; only what lies between the two markers is replaced.
"""

import ast
import importlib
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "colony-model.md"
BEGIN, END = "<!-- constants: made by `make docs` -->\n", "<!-- end of constants -->\n"
# Module and what of it belongs to the model; None is everything in capitals.
SOURCES: tuple[tuple[str, tuple[str, ...] | None], ...] = (
    ("figures", None),
    ("colony", None),
    ("tables", None),
    ("votes", None),
    ("effects", ("ICON_POINTS",)),
    ("occurrences", ("STOCK_HIGH", "STOCK_LOW")),
    ("words", ("SUPPORT_STEPS", "SUPPORT_FULL")),
    ("rules.start", ("ROUNDS", "STATUS_AT_START")),
    ("rules.taps", ("CAMPAIGN_SUPPORT", "AMBASSADOR_SUPPORT")),
    ("rules.building", ("MODULE_SUPPORT",)),
    ("rules.endings", ("MODULES_TO_WIN", "POPULATION_TO_WIN", "TD_TO_LOSE", "LOAN_VP", "RIOT_VP")),
)


class Constant(NamedTuple):
    """One constant, or several that are set in one line."""

    names: tuple[str, ...]
    values: tuple[object, ...]
    reason: str


def constants(module: str, wanted: tuple[str, ...] | None = None) -> Iterator[Constant]:
    """The constants of a module of beyond_humanity in the order of its source; `reason` is "" where none is given."""
    loaded = importlib.import_module("shared_rules.beyond_humanity." + module)
    assert loaded.__file__ is not None
    source = Path(loaded.__file__).read_text(encoding="utf-8")
    comments = {
        token.start[0]: token.string.lstrip("# ").strip()
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT and "fmt:" not in token.string
    }
    above = {number for number, line in enumerate(source.splitlines(), 1) if line.startswith("#")}
    for node in ast.parse(source).body:
        if isinstance(node, ast.Assign):
            names = tuple(name.id for name in ast.walk(node.targets[0]) if isinstance(name, ast.Name))
            if all(name.isupper() for name in names) and (wanted is None or set(names) <= set(wanted)):
                reason = _reason(comments, above, node.lineno, node.end_lineno or node.lineno)
                yield Constant(names, tuple(getattr(loaded, name) for name in names), reason)


def _reason(comments: dict[int, str], above: set[int], first: int, last: int) -> str:
    for line in (first, last):
        if line in comments:
            return comments[line]
    lines: list[str] = []
    while first - 1 in above:
        first -= 1
        lines.insert(0, comments[first])
    return " ".join(lines)


def table() -> str:
    """One table for each source."""
    parts = []
    for module, wanted in SOURCES:
        path = "shared_rules/beyond_humanity/" + module.replace(".", "/") + ".py"
        parts.append(f"\n### {path}\n\n| name | value | unit and reason |\n|---|---|---|\n")
        for names, values, reason in constants(module, wanted):
            shown = ", ".join(f"`{name}`" for name in names)
            numbers = ", ".join(_text(value) for value in values)
            parts.append(f"| {shown} | {numbers} | {reason.replace('|', ' or ')} |\n")
    return "".join(parts) + "\n"


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(item)}" for key, item in value.items())
    if isinstance(value, tuple | range):
        inner = ", ".join(_text(item) for item in value)
        return f"({inner})"
    return str(value)


def page() -> str:
    """The page with its tables made anew. Raises ValueError if it has lost its markers."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    if BEGIN not in text or END not in rest:
        raise ValueError(f"{PAGE} needs the lines {BEGIN.strip()} and {END.strip()}")
    return before + BEGIN + table() + END + after
