"""Figures of a series from the rows of its games: everything that the report shows, as one plain dict (JSON).

Survival is a positive ending; in co-op and solo `won` asks for a total above zero as well. The value of a card or tile
compares the seats that used it with those that did not: VP in games that survived (semi-co-op), the share of victories
as a multiple of the fair share (1 is fair), and for Modules survival of games in which it stood.

Rule 1: what was never seen has its entry as well, so that a dead card is visible.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from statistics import fmean, median
from typing import Any

from shared_rules.beyond_humanity import content
from shared_rules.beyond_humanity.bots.record import EMERGENCIES
from shared_rules.beyond_humanity.content import box
from shared_rules.beyond_humanity.rules.endings import TEXTS
from tools.lab.rows import Row
from tools.lab.series import Series
from tools.lab.stats import Figure, difference, mean, ratio, rounded, share


def make(series: Series, rows: list[Row]) -> dict[str, Any]:
    """The figures of one series."""
    semi = [row for row in rows if row["mode"] == "semi" and row["positive"]]
    return {
        "name": series.name,
        "about": series.about,
        "seed": series.seed,
        "games": len(rows),
        "planned": series.games,
        "options": series.described(),
        "survival": _survival(rows),
        "won": share(sum(row["won"] for row in rows), len(rows)),
        "by_mode": _by(rows, lambda row: row["mode"]),
        "by_planet": _by(rows, lambda row: row["planet"]),
        "by_players": _by(rows, lambda row: str(row["players"])),
        "rounds": rounds(rows),
        "endings": _counted(TEXTS, (name for row in rows for name in row["endings"]), len(rows)),
        "emergencies": _counted(EMERGENCIES, (name for row in rows for name in row["emergencies"]), len(rows)),
        "vp": vp(semi),
        "totals": mean([row["total"] for row in rows if row["total"] is not None]),
        "bots": _bots(semi),
        "lead": lead(semi),
        "managers": _managers(semi),
        "items": {kind: items(kind, names, rows) for kind, names in catalogue().items()},
    }


def _survival(rows: list[Row]) -> Figure:
    return share(sum(row["positive"] for row in rows), len(rows))


def _by(rows: list[Row], key: Callable[[Row], str]) -> dict[str, Any]:
    """Survival and victory by a property of the game."""
    made = {}
    for name in sorted({key(row) for row in rows}):
        some = [row for row in rows if key(row) == name]
        totals = mean([row["total"] for row in some if row["total"] is not None])
        won = share(sum(row["won"] for row in some), len(some))
        made[name] = {"survival": _survival(some), "won": won, "rounds": rounds(some)["median"], "total": totals}
    return made


def rounds(rows: list[Row]) -> dict[str, Any]:
    """Length of the games in Rounds."""
    lengths = [row["rounds"] for row in rows]
    return {
        "median": median(lengths) if lengths else None,
        "counts": {str(length): count for length, count in sorted(Counter(lengths).items())},
    }


def _counted(names: Iterable[str], seen: Iterable[str], of: int) -> dict[str, Figure]:
    counts = Counter(seen)
    return {name: share(counts[name], of) for name in names}


# -- points --------------------------------------------------------------------------------------------------------


def _seats(rows: list[Row]) -> list[Row]:
    return [seat for row in rows for seat in row["seats"]]


def vp(rows: list[Row]) -> dict[str, Any]:
    """Mean VP by source: of all seats, of those that won, of the others."""
    seats = _seats(rows)
    groups = {"all": seats, "winners": [s for s in seats if s["win"]], "others": [s for s in seats if not s["win"]]}
    return {name: _sources(some) for name, some in groups.items()}


def _sources(seats: list[Row]) -> dict[str, Any]:
    sources = sorted({source for seat in seats for source in seat["points"]})
    means = {source: rounded(sum(seat["points"][source] for seat in seats) / len(seats)) for source in sources}
    return {"total": mean([seat["total"] for seat in seats]), "sources": means}


def _fair(rows: list[Row], wanted: Callable[[Row], bool]) -> tuple[float, float, int]:
    """(victories, victories that would be fair, seats) of the wanted seats."""
    wins = fair = 0.0
    count = 0
    for row in rows:
        for seat in row["seats"]:
            if wanted(seat):
                wins, fair, count = wins + seat["win"], fair + 1 / row["players"], count + 1
    return wins, fair, count


def win_ratio(rows: list[Row], wanted: Callable[[Row], bool]) -> Figure:
    """Victories as a multiple of the fair share, with the interval of the share of victories."""
    wins, fair, count = _fair(rows, wanted)
    if not count:
        return {"of": 0, "ratio": None, "low": None, "high": None}
    part = share(wins, count)
    each = fair / count
    low, high = rounded(part["low"] / each), rounded(part["high"] / each)
    return {"of": count, "ratio": rounded(wins / fair), "low": low, "high": high}


def _bots(rows: list[Row]) -> dict[str, Any]:
    """VP and victories by the bot that played the seat."""
    names = sorted({seat["bot"] for seat in _seats(rows)})
    return {
        name: {
            "vp": mean([seat["total"] for seat in _seats(rows) if seat["bot"] == name]),
            "wins": win_ratio(rows, lambda seat, name=name: bool(seat["bot"] == name)),  # type: ignore[misc]
        }
        for name in names
    }


def lead(rows: list[Row], ahead: str = "lookahead", behind: str = "greedy") -> Figure:
    """VP of one bot as a multiple of another's, game by game where both sit at the table; see `stats.ratio`."""
    both = []
    for row in rows:
        each = [[seat["total"] for seat in row["seats"] if seat["bot"] == name] for name in (ahead, behind)]
        if all(each):
            both.append([fmean(totals) for totals in each])
    return ratio([one for one, _ in both], [other for _, other in both])


def _managers(rows: list[Row]) -> dict[str, Any]:
    made = {}
    for manager in content.get()["managers"]:
        number = manager["number"]
        seats = [seat for seat in _seats(rows) if seat["manager"] == number]
        wins = win_ratio(rows, lambda seat, number=number: bool(seat["manager"] == number))  # type: ignore[misc]
        made[str(number)] = {"name": manager["name"], "wins": wins, **_sources(seats)}
    return made


# -- use and value -------------------------------------------------------------------------------------------------

BY_GAME = ("assistant", "socket")  # the record does not say which seat used them


def catalogue() -> dict[str, dict[str, str]]:
    """By kind of `used`: names of everything that could be used, by id."""
    known, more = content.get(), box.get()
    faces = {
        f"{card['number']}/{side}": face["name"]
        for card in more["assistants"]
        for side, face in enumerate(card["faces"])
    }
    return {
        "module": {tile["type"]: tile["name"] for tile in known["modules"] if tile["type"] != "arc"},
        "decree": {str(card["number"]): card["title"] for card in known["decrees"]},
        "directive": {str(card["number"]): card["title"] for card in known["directives"]},
        "ability": {str(tile["number"]): tile["name"] for tile in more["abilities"]},
        "artifact": {str(card["number"]): card["name"] for card in more["artifacts"]},
        "assistant": {**faces, **{advisor["id"]: advisor["name"] for advisor in more["advisors"]}},
        "socket": _sockets(known["modules"]),
        "goal": {
            f"{colour}/{goal['number']}": goal["name"] for colour, goals in more["goals"].items() for goal in goals
        },
    }


def _sockets(tiles: list[dict[str, Any]]) -> dict[str, str]:
    """Modules that have a socket, and each socket of the ARC."""
    found = {}
    for tile in tiles:
        for index, words in enumerate(tile["tier1"].get("sockets", ())):
            found[f"{tile['type']}/{index}"] = f"{tile['name']}: {words}"
        if "socket" in tile["tier1"]:
            found[tile["type"]] = tile["name"]
    return found


def items(kind: str, names: dict[str, str], rows: list[Row]) -> dict[str, Any]:
    """Use and value of everything of one kind."""
    return {name: {"name": title, **_item(kind, name, rows)} for name, title in names.items()}


def _item(kind: str, name: str, rows: list[Row]) -> dict[str, Any]:
    using = [row for row in rows if _in_game(kind, name, row)]
    without = [row for row in rows if not _in_game(kind, name, row)]
    made = {
        "games": share(len(using), len(rows)),
        "survival": _survival(using),
        "survival_without": _survival(without),
    }
    return made if kind in BY_GAME else {**made, **_of_seats(kind, name, rows), **_extra(kind, name, rows)}


def _of_seats(kind: str, name: str, rows: list[Row]) -> dict[str, Any]:
    """VP and victories of the seats that used it, against those that did not."""
    semi = [row for row in rows if row["mode"] == "semi" and row["positive"]]
    users = [seat["total"] for seat in _seats(semi) if name in seat["used"][kind]]
    others = [seat["total"] for seat in _seats(semi) if name not in seat["used"][kind]]
    return {
        "vp_gain": difference(users, others),
        "wins": win_ratio(semi, lambda seat: name in seat["used"][kind]),
        "wins_without": win_ratio(semi, lambda seat: name not in seat["used"][kind]),
    }


def _in_game(kind: str, name: str, row: Row) -> bool:
    if kind in row["uses"]:
        return name in row["uses"][kind]
    return any(name in seat["used"][kind] for seat in row["seats"])


def _extra(kind: str, name: str, rows: list[Row]) -> dict[str, Any]:
    """How many Decrees passed of those that were introduced, how many Goals were met of those that were held."""
    field = {"decree": "passed", "goal": "met"}.get(kind)
    if field is None:
        return {}
    seats = [
        seat for seat in _seats(rows) if name in seat["used"][kind] and (kind == "decree" or seat["total"] is not None)
    ]
    return {field: share(sum(name in seat[field] for seat in seats), len(seats))}
