"""The balance that the game is tuned to: the series that are played for it, and what their figures must be.

Rule 1: a target is judged by the figure itself, not by its interval; the interval stands beside it.
Rule 2: what must merely occur may occur in any series of the check.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tools.lab.series import Series, planet_name, stories

Target = dict[str, Any]
CHECK_GAMES = 400  # of the two main series; the others have their part of it
SEEN_LEAST = 0.02  # share of games in which every Module is built and every Decree introduced
MANAGER_SHARE = (0.6, 1.5)
EASIEST, HARDEST = (0.72, 0.88), (0.17, 0.33)  # "from about 80 % to about 25 %"


def suite(games: int, seed: int) -> list[Series]:
    """The series of a check, the longest first."""
    some, few = max(10, games // 2), max(8, games // 10)
    slow = max(8, games // 5)  # look-ahead takes sixty times as long; so many that its lead is known to some 5 per cent
    return [
        Series("greedy", games, seed, about="Four greedy bots in semi-co-op on the charted planets."),
        Series(
            "random", some, seed, ("semi", "coop", "solo"), (2, 3, 4, 5), bots=("random",),
            about="Random bots in all modes with 2 to 5 Managers.",
        ),
        Series(
            "lookahead", slow, seed, bots=("lookahead", "greedy", "lookahead", "greedy"),
            about="Two look-ahead bots against two greedy ones in semi-co-op.",
        ),
        Series("coop", games, seed, ("coop",), about="Four greedy bots in co-op, planet by planet."),
        Series("tables", some, seed, players=(2, 3, 5), about="Greedy bots in semi-co-op with 2, 3 and 5 Managers."),
        Series("solo", some, seed, ("solo",), about="A greedy bot alone."),
        Series("scenarios", few, seed, ("coop",), scenarios=stories(), about="Four greedy bots in the scenarios."),
    ]  # fmt: skip


def judge(made: dict[str, Any]) -> list[Target]:
    """All targets from the figures of the suite by name of series; one without its series is left out."""
    found: list[Target] = []
    if "random" in made:
        found.append(_survival("random bots lose in 80 % of games or more", made["random"], 0.0, 0.2))
    if "greedy" in made:
        greedy = made["greedy"]
        found.append(_survival("four greedy bots in semi-co-op survive 45 to 75 %", greedy, 0.45, 0.75))
        found.append(_target("median length in Rounds", greedy["rounds"]["median"], 14, 20))
        found += [_managers(greedy), *_seen(greedy)]
    if "lookahead" in made:
        found.append(_lookahead(made["lookahead"]))
    if "coop" in made:
        found += _planets(made["coop"])
    return found + _occur(made.values())


def _target(what: str, value: float | None, low: float | None, high: float | None, note: str = "") -> Target:
    good = value is not None and (low is None or value >= low) and (high is None or value <= high)
    return {"what": what, "value": value, "low": low, "high": high, "good": good, "note": note}


def _survival(what: str, figures: dict[str, Any], low: float, high: float) -> Target:
    rate = figures["survival"]
    return _target(f"{what} (survival)", rate["rate"], low, high, f"95 %: {rate['low']:.0%} to {rate['high']:.0%}")


def _managers(figures: dict[str, Any]) -> Target:
    """The Manager whose share of the victories is furthest from the fair one."""
    shares = {manager["name"]: manager["wins"]["ratio"] for manager in figures["managers"].values()}
    known = {name: ratio for name, ratio in shares.items() if ratio is not None}
    if not known:
        return _target("shares of victories of the Managers", None, *MANAGER_SHARE)
    low, high = min(known, key=lambda name: known[name]), max(known, key=lambda name: known[name])
    worst = low if MANAGER_SHARE[0] - known[low] > known[high] - MANAGER_SHARE[1] else high
    note = f"from {known[low]:.0%} ({low}) to {known[high]:.0%} ({high})"
    what = "no Manager's share of the victories leaves 60 to 150 % of the fair one"
    return _target(what, known[worst], *MANAGER_SHARE, note)


def _seen(figures: dict[str, Any]) -> list[Target]:
    found = []
    for kind, what in (("module", "every Module is built"), ("decree", "every Decree is introduced")):
        rates = {item["name"]: item["games"]["rate"] or 0.0 for item in figures["items"][kind].values()}
        rare = sorted((name for name in rates if rates[name] < SEEN_LEAST), key=lambda name: rates[name])
        note = "too rare: " + ", ".join(rare) if rare else "rarest: " + min(rates, key=lambda name: rates[name])
        found.append(_target(f"{what} in 2 % of games or more", min(rates.values()), SEEN_LEAST, None, note))
    return found


def _lookahead(figures: dict[str, Any]) -> Target:
    """The lead in VP over the games that survived. With a lost game as 0 both means shrink alike: each bot has as many
    seats in every game, so that the ratio stays."""
    what, lead = "look-ahead scores 15 % more VP than greedy at the same table", figures["lead"]
    if lead["ratio"] is None:
        return _target(what, None, 1.15, None, "no game survived")
    one, other = (figures["bots"][name]["vp"]["mean"] for name in ("lookahead", "greedy"))
    part = figures["survival"]["rate"]
    note = (
        f"{one:.1f} against {other:.1f} VP in {lead['of']} games that survived of {figures['games']}, "
        f"{one * part:.1f} against {other * part:.1f} with 0 for a lost one; standard error {lead['error']:.3f}"
    )
    return _target(what, lead["ratio"], 1.15, None, note)


def _planets(figures: dict[str, Any]) -> list[Target]:
    rates = {name: entry["won"]["rate"] for name, entry in figures["by_planet"].items()}
    easy, hard = max(rates, key=lambda name: rates[name]), min(rates, key=lambda name: rates[name])
    return [
        _target("co-op: greedy bots win on the easiest planet about 80 %", rates[easy], *EASIEST, planet_name(easy)),
        _target("co-op: greedy bots win on the hardest planet about 25 %", rates[hard], *HARDEST, planet_name(hard)),
    ]


def _occur(series: Iterable[dict[str, Any]]) -> list[Target]:
    """Endings and emergencies, each counted over all series."""
    found = []
    for field, what in (("endings", "every ending occurs"), ("emergencies", "every emergency occurs")):
        counts: dict[str, float] = {}
        for figures in series:
            for name, seen in figures[field].items():
                counts[name] = counts.get(name, 0) + seen["count"]
        missing = [name for name, count in counts.items() if not count]
        note = "never: " + ", ".join(missing) if missing else ", ".join(f"{n} {c:.0f}" for n, c in counts.items())
        rarest = min(counts.values(), default=0)
        found.append(_target(f"{what} (games with the rarest)", rarest, 1, None, note))
    return found


def line(target: Target) -> str:
    """One target in a line for a terminal."""
    mark = "pass" if target["good"] else "FAIL"
    return f"{mark}  {target['what']}: {shown(target)}" + (f" ({target['note']})" if target["note"] else "")


def shown(target: Target) -> str:
    """The value, and the limits that it should keep to."""
    limits = [f"{word} {_number(target[key])}" for key, word in (("low", "at least"), ("high", "at most"))
              if target[key] is not None]  # fmt: skip
    return f"{_number(target['value'])}, wanted {' and '.join(limits)}"


def _number(value: float | None) -> str:
    return "no figure" if value is None else f"{value:.3f}".rstrip("0").rstrip(".")
