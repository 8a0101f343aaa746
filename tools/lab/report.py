"""The report: one HTML file that opens offline, and the figures as JSON.

A section has sentences, plots as SVG and one table of texts, whose rows may be marked as outside of their target.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from tools.lab import plots, targets
from tools.lab.series import planet_name
from tools.lab.stats import Figure

PLANET_BAND, LENGTH_BAND, MANAGER_BAND = (0.45, 0.75), (14.0, 20.0), targets.MANAGER_SHARE
KINDS = {
    "module": ("Modules", "A Module is used when a Manager submits it."),
    "decree": ("Decrees", "A Decree is used when it is introduced, whether it passes or not."),
    "directive": ("Directives", "A Directive is used when it is introduced."),
    "ability": ("Abilities", "An Ability is used when it is bought."),
    "artifact": ("Artifacts", "An Artifact is used when it is completed."),
    "goal": ("Goals", "A Goal is used when it is held at the end; only games that survived tell."),
    "assistant": ("Assistants and Advisors", "Counted by game: the record does not tell by which Manager."),
    "socket": ("Action Sockets", "Counted by game: the record does not tell by which Manager."),
}
ABOUT_VALUE = (
    "VP: how many more points the Managers had who used it than those who did not, in games that survived. "
    "Victories: their share as a multiple of the fair one. Survival: of the games in which it was used. None of this "
    "proves a cause: what is expensive is used by those who do well anyway. The interval holds 95 %."
)


@dataclass
class Section:
    """One heading of the report."""

    title: str
    sentences: list[str]
    plots: list[str] = field(default_factory=list)
    heads: list[str] = field(default_factory=list)
    rows: list[tuple[bool, list[str]]] = field(default_factory=list)


def write(folder: Path, name: str, figures: list[dict[str, Any]], judged: list[targets.Target], digest: str) -> Path:
    """Write NAME.html and NAME.json into the folder; returns the path of the HTML."""
    folder.mkdir(parents=True, exist_ok=True)
    data = {"content": digest, "targets": judged, "series": figures}
    (folder / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    page = folder / f"{name}.html"
    page.write_text(html(figures, judged, digest), encoding="utf-8")
    return page


def html(figures: list[dict[str, Any]], judged: list[targets.Target], digest: str) -> str:
    """The whole page."""
    here = Environment(loader=FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True)
    here.filters["planet"] = planet_name
    chapters = [(made, sections(made)) for made in figures]
    shown = [(target, targets.shown(target)) for target in judged]
    return here.get_template("report.html").render(chapters=chapters, targets=shown, digest=digest)


def sections(made: dict[str, Any]) -> list[Section]:
    """The sections of one series."""
    name = made["name"]
    found = [_outcome(name, made), _length(name, made), _emergencies(name, made)]
    if made["vp"]["all"]["sources"]:
        found += [_points(name, made), _managers(name, made)]
    if len(made["bots"]) > 1:
        found.append(_bots(made))
    return found + [_items(name, kind, made["items"][kind]) for kind in made["items"]]


def _outcome(name: str, made: dict[str, Any]) -> Section:
    survived = made["survival"]
    words = [
        f"{survived['rate']:.0%} of {made['games']} games ended well (95 %: {survived['low']:.0%} to "
        f"{survived['high']:.0%}). The hatched band is the target of four greedy bots in semi-co-op.",
        "In co-op and solo a game is won if the points of all, the planet's modifier among them, are above zero.",
    ]
    drawn, rows = [], []
    for field_name, what in (("by_mode", "mode"), ("by_planet", "planet"), ("by_players", "Managers")):
        parts = made[field_name]
        if field_name == "by_planet":
            parts = {planet_name(planet): part for planet, part in parts.items()}
        if len(parts) > 1 or field_name == "by_planet":
            bars = [(label, part["survival"]) for label, part in parts.items()]
            drawn.append(plots.shares(f"{name}: survival by {what}", bars, f"survival by {what}", PLANET_BAND))
        rows += [(False, [what, label, _share(part["survival"]), _share(part["won"]), _mean(part["total"])])
                 for label, part in parts.items()]  # fmt: skip
    return Section("Who survives", words, drawn, ["by", "", "survived", "won", "points together"], rows)


def _length(name: str, made: dict[str, Any]) -> Section:
    median = made["rounds"]["median"]
    outside = not LENGTH_BAND[0] <= (median or 0) <= LENGTH_BAND[1]
    words = [f"Half of the games lasted {median} Rounds or less; the target for the median is 14 to 20."]
    if outside:
        words.append("This is outside of the target.")
    ends = [(not part["count"], [label, _share(part)]) for label, part in made["endings"].items()]
    drawn = [
        plots.lengths(f"{name}: length", made["rounds"]["counts"], LENGTH_BAND),
        plots.shares(f"{name}: endings", list(made["endings"].items()), "games with this ending"),
    ]
    words.append(
        "Riot, dependence and depopulation are losses; the others end a game well. One that never came is marked."
    )
    return Section("How long, and how it ends", words, drawn, ["ending", "games"], ends)


def _emergencies(name: str, made: dict[str, Any]) -> Section:
    bars = list(made["emergencies"].items())
    rows = [(not part["count"], [label.replace("_", " "), _share(part)]) for label, part in bars]
    words = [
        "In how many games each emergency was there at the end of a Round at least once; one that never came is marked."
    ]
    return Section(
        "Emergencies", words, [plots.shares(f"{name}: emergencies", bars, "games")], ["emergency", "games"], rows
    )


def _points(name: str, made: dict[str, Any]) -> Section:
    groups = {group: part["sources"] for group, part in made["vp"].items() if part["sources"]}
    words = [
        "Mean victory points by source in semi-co-op games that survived: of all Managers, of winners, of the others."
    ]
    sources = sorted({source for parts in groups.values() for source in parts})
    rows = [(False, [source.replace("_", " "), *[f"{parts.get(source, 0):.1f}" for parts in groups.values()]])
            for source in sources]  # fmt: skip
    rows.append((False, ["together", *[_mean(made["vp"][group]["total"]) for group in groups]]))
    return Section(
        "Where points come from", words, [plots.stacked(f"{name}: VP", groups, "VP")], ["source", *groups], rows
    )


def _managers(name: str, made: dict[str, Any]) -> Section:
    known = {m["name"]: m for m in made["managers"].values() if m["wins"]["of"]}
    bars = [(label, manager["wins"]) for label, manager in known.items()]
    words = ["Share of the victories as a multiple of the fair share (100 % is fair, the target is 60 to 150 %)."]
    low, high = MANAGER_BAND
    rows = [(not low <= m["wins"]["ratio"] <= high, [label, _ratio(m["wins"]), _mean(m["total"])])
            for label, m in known.items()]  # fmt: skip
    drawn = [
        plots.shares(f"{name}: Managers", bars, "victories against the fair share", MANAGER_BAND),
        plots.stacked(f"{name}: VP of Managers", {label: m["sources"] for label, m in known.items()}, "VP"),
    ]
    return Section("Managers", words, drawn, ["Manager", "victories", "VP"], rows)


def _bots(made: dict[str, Any]) -> Section:
    rows = [(False, [bot, _mean(part["vp"]), _ratio(part["wins"])]) for bot, part in made["bots"].items()]
    words = ["Bots that met at the same tables, in games that survived."]
    return Section("Bots", words, [], ["bot", "VP", "victories"], rows)


def _items(name: str, kind: str, items: dict[str, Any]) -> Section:
    title, about = KINDS[kind]
    seats = any("vp_gain" in item for item in items.values())
    least = targets.SEEN_LEAST if kind in ("module", "decree") else 0.0
    drawn = []
    known = [
        (item["name"], item["vp_gain"]) for item in items.values() if seats and item["vp_gain"]["mean"] is not None
    ]
    if known:
        known.sort(key=lambda row: -row[1]["mean"])
        drawn = [plots.gains(f"{name}: {title}", known, "VP more than without it")]
    rows = [(_rare(item, least), _item_row(item, seats)) for item in items.values()]
    heads = ["", "games", "VP", "victories", "without it", "survival", "without it", "passed or met"]
    words = [about, ABOUT_VALUE if seats else "Survival of the games in which it was used, and of the others."]
    words += [f"Marked: used in less than {least:.0%} of the games."] if least else ["Marked: never used."]
    return Section(title, words, drawn, heads if seats else ["", "games", "survival", "without it"], rows)


def _rare(item: dict[str, Any], least: float) -> bool:
    rate = item["games"]["rate"] or 0.0
    return bool(rate < least) if least else not item["games"]["count"]


def _item_row(item: dict[str, Any], seats: bool) -> list[str]:
    survival = [_share(item["survival"]), _share(item["survival_without"])]
    if not seats:
        return [item["name"], _share(item["games"]), *survival]
    extra = item.get("passed") or item.get("met")
    value = [_gain(item["vp_gain"]), _ratio(item["wins"]), _ratio(item["wins_without"])]
    return [item["name"], _share(item["games"]), *value, *survival, _share(extra) if extra else ""]


# -- figures in words ----------------------------------------------------------------------------------------------


def _share(part: Figure) -> str:
    return "–" if part["rate"] is None else f"{part['rate']:.0%} ({part['count']:.0f} of {part['of']})"


def _mean(part: Figure) -> str:
    if part["mean"] is None:
        return "–"
    return f"{part['mean']:.1f}" + (f" ± {part['high'] - part['mean']:.1f}" if part["high"] is not None else "")


def _gain(part: Figure) -> str:
    return "–" if part["mean"] is None else f"{part['mean']:+.1f} ({part['low']:+.1f} to {part['high']:+.1f})"


def _ratio(part: Figure) -> str:
    return "–" if part["ratio"] is None else f"{part['ratio']:.0%} ({part['low']:.0%} to {part['high']:.0%})"
