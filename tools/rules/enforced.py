"""Which rule statements the code names in comments and docstrings, and which of those no test cites.

Theory: code that serves a statement says so in a comment or docstring: "(BHC-4.3-2 to 4.3-6, 4.7-1)". The names are
read from the lines of the source; nothing is imported. The prefix of a game is written once and goes for the list
behind it. A section without a number of its own ("4.7") names no statement and is passed over.
Rule 1: an id that no table has is an error, in code as in tests.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tools.rules.coverage import citations, statements

FOLDERS = ("shared_rules", "host", "firmware", "boards", "tools")
_ID = r"A?\d+(?:\.\d+)*(?:-\d+)?"
_LIST = re.compile(rf"\b([A-Z]{{2,4}})-({_ID}(?:(?:,? and |, | to )(?:\1-)?(?:{_ID}|-\d+)(?![\w.]*\w))*)")
_PART = re.compile(rf"(,? and |, | to )?(?:[A-Z]{{2,4}}-)?({_ID}|-\d+)")


@dataclass
class Enforced:
    """Ids that code names, each with its places: cited by a test, cited by none, and not in any table."""

    cited: dict[str, list[str]] = field(default_factory=dict)
    uncited: dict[str, list[str]] = field(default_factory=dict)
    unknown: dict[str, list[str]] = field(default_factory=dict)


def ids_in(text: str) -> list[str]:
    """The statement ids of a comment: ["BHC-4.3-2", "BHC-4.3-3"] from "(BHC-4.3-2, -3)"; ranges are written out."""
    return [name for found in _LIST.finditer(text) for name in _expand(found[1], found[2])]


def _expand(prefix: str, listed: str) -> Iterator[str]:
    section, last = "", 0
    for found in _PART.finditer(listed):
        before, _, number = found[2].rpartition("-")
        if "-" not in found[2]:
            section, last = found[2], 0
            yield f"{prefix}-{found[2]}"  # a whole section; in games without sections a statement
            continue
        same = before in ("", section)
        section = before or section
        first = last + 1 if found[1] == " to " and same and last else int(number)
        last = int(number)
        yield from (f"{prefix}-{section}-{n}" for n in range(first, last + 1))


def _texts(path: Path) -> Iterator[tuple[int, str]]:
    """(line number, text) of every line; one that ends in a comma with the next one, since a list may go over it."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, (line, after) in enumerate(zip(lines, [*lines, ""][1:], strict=True), 1):
        yield number, f"{line} {after.strip()}" if line.endswith(",") else line


def named(root: Path) -> Iterator[tuple[str, str]]:
    """(id, place) of every statement that the code below `root` names; place is file:line."""
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            for line, text in _texts(path):
                if "-" in text:
                    yield from ((name, f"{path.relative_to(root)}:{line}") for name in ids_in(text))


def compare(root: Path) -> Enforced:
    """What the code of a checkout names, sorted by what tests and tables say of it."""
    known = {name for ids in statements(root / "docs" / "rules").values() for name in ids}
    prefixes = {name.partition("-")[0] for name in known}
    tested = {name for name, _ in citations(root / "tests")}
    made = Enforced()
    for name, place in named(root):
        prefix, _, rest = name.partition("-")
        if prefix in prefixes and (name in known or "-" in rest):
            group = made.unknown if name not in known else made.cited if name in tested else made.uncited
            places = group.setdefault(name, [])
            if place not in places:
                places.append(place)
    return made
