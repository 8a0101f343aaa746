"""One game as the lab counts it, a "row": the record of `bots.driver.play` (docs/bots.md) turned from games to seats.

Row: index, mode, planet, players, rounds, endings, positive, won, total (co-op and solo), `emergencies` and `uses` (of
sockets and Assistants, which the record counts by game), and by seat: manager, bot, total and points by source (VP,
empty after a loss), win (the share of the victory), `used` (by kind, names), `passed` (Decrees) and `met` (Goals).

Rule 1: the row holds what figures.py counts and little else; it goes from a worker to the main process.
"""

from __future__ import annotations

from typing import Any

from tools.lab.series import Game

Row = dict[str, Any]
KINDS = {"module": ("modules", "type"), "decree": ("decrees", "number"), "directive": ("directives", "number"),
         "ability": ("abilities", "ability"), "artifact": ("artifacts", "artifact")}  # fmt: skip


def of(played: Game, record: dict[str, Any]) -> Row:
    """The row of a game."""
    kept = ("mode", "planet", "players", "rounds", "endings", "positive", "won", "total")
    made: Row = {name: record[name] for name in kept}
    made["index"], made["choices"] = played.index, record["choices"]
    made["emergencies"] = sorted(name for name, rounds in record["emergencies"].items() if rounds)
    made["uses"] = {"assistant": sorted(record["assistants"]), "socket": sorted(record["sockets"])}
    made["common"] = record["common"] or {}
    made["seats"] = [_seat(played, record, seat) for seat in range(record["players"])]
    return made


def _seat(played: Game, record: dict[str, Any], seat: int) -> Row:
    own = record["seats"][seat]
    used = {kind: _names(record[field], key, seat) for kind, (field, key) in KINDS.items()}
    goals = own["goals"] + (record["common_goals"] if record["mode"] != "semi" else [])
    used["goal"] = sorted(goal["goal"] for goal in goals)
    return {
        "manager": own["manager"],
        "bot": played.bots[seat],
        "total": own["total"],
        "points": own["vp"],
        "win": 1 / len(record["winners"]) if seat in record["winners"] else 0.0,
        "used": used,
        "passed": _names([entry for entry in record["decrees"] if entry["passed"]], "number", seat),
        "met": sorted(goal["goal"] for goal in goals if goal["level"]),
    }


def _names(entries: list[dict[str, Any]], key: str, seat: int) -> list[str]:
    return sorted({str(entry[key]) for entry in entries if entry["seat"] == seat})
