"""Writes the figures of a check into docs/balance.md, between two marks; the words around them are people's.

Rule 1: the page names the command, the seed, the day and the content that the figures were made with; a test compares
the content's hash with the present one, so the page cannot go stale in silence.
"""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any

from tools.lab import targets
from tools.lab.errors import LabError

BEGIN, END = "<!-- figures: made by colony lab --check --doc -->", "<!-- end of figures -->"


def write(path: Path, made: dict[str, Any], judged: list[targets.Target], digest: str, games: int, seed: int) -> None:
    """Replace the part between the marks; LabError if they are missing."""
    text = path.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise LabError(f"{path} has no place for the figures:", f"put these two lines into it: {BEGIN} and {END}")
    before, rest = text.split(BEGIN, 1)
    after = rest.split(END, 1)[1]
    command = f"colony lab --check --games {games} --seed {seed} --doc {path.as_posix()}"
    parts = [
        f"Content `{digest}`, {datetime.date.today().isoformat()}, made by `{command}`.",
        _targets(judged),
        _series(made),
        _planets(made["coop"]),
        _managers(made["greedy"]),
        _counts(made),
        _sources(made["greedy"]),
    ]
    path.write_text("\n\n".join([before + BEGIN, *parts, END + after]), encoding="utf-8")


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _targets(judged: list[targets.Target]) -> str:
    rows = [["yes" if t["good"] else "**no**", t["what"], targets.shown(t), t["note"]] for t in judged]
    return "## Targets\n\n" + table(["reached", "target", "figure", "note"], rows)


def _series(made: dict[str, Any]) -> str:
    rows = []
    for name, one in made.items():
        rate = one["survival"]
        survived = f"{rate['rate']:.0%} ({rate['low']:.0%} to {rate['high']:.0%})"
        rows.append(
            [name, one["about"], str(one["games"]), survived, f"{one['won']['rate']:.0%}", str(one["rounds"]["median"])]
        )
    heads = ["series", "what", "games", "survived (95 %)", "won", "median Rounds"]
    players = made["tables"]["by_players"] | {"4": {"survival": made["greedy"]["survival"]}}
    words = ", ".join(f"{count}: {part['survival']['rate']:.0%}" for count, part in sorted(players.items()))
    return (
        "## Series\n\n"
        + table(heads, rows)
        + f"\n\nSurvival of greedy bots in semi-co-op by number of Managers: {words}."
    )


def _planets(coop: dict[str, Any]) -> str:
    rows = [
        [name, f"{part['won']['rate']:.0%}", f"{part['survival']['rate']:.0%}", f"{part['total']['mean'] or 0:.0f}"]
        for name, part in sorted(coop["by_planet"].items(), key=lambda row: -row[1]["won"]["rate"])
    ]
    return "## Co-op by planet\n\n" + table(["planet", "won", "survived", "mean points"], rows)


def _managers(greedy: dict[str, Any]) -> str:
    rows = [
        [
            m["name"],
            f"{m['wins']['ratio'] or 0:.0%}",
            f"{m['wins']['low'] or 0:.0%} to {m['wins']['high'] or 0:.0%}",
            f"{m['total']['mean'] or 0:.1f}",
        ]
        for m in greedy["managers"].values()
    ]
    return "## Managers (series greedy)\n\n" + table(
        ["Manager", "victories against the fair share", "95 %", "mean VP"], rows
    )


def _counts(made: dict[str, Any]) -> str:
    parts = []
    for field, title in (("endings", "Endings"), ("emergencies", "Emergencies")):
        names = list(next(iter(made.values()))[field])
        rows = [[name, *[f"{one[field][name]['rate']:.1%}" for one in made.values()]] for name in names]
        parts.append(f"## {title} by series\n\n" + table(["", *made], rows))
    return "\n\n".join(parts)


def _sources(greedy: dict[str, Any]) -> str:
    groups = greedy["vp"]
    sources = list(groups["all"]["sources"])
    rows = [
        [name.replace("_", " "), *[f"{group['sources'].get(name, 0):.1f}" for group in groups.values()]]
        for name in sources
    ]
    return "## VP by source (series greedy)\n\n" + table(["source", *groups], rows)
