"""Plots of the report as SVG text that stands inside the HTML: matplotlib draws, nothing is fetched from anywhere.

Rule 1: equal figures give equal bytes: no date, no chance in ids.
Rule 2: what a plot says is not said by colour alone: bars have numbers, targets are hatched bands.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from typing import Any

from tools.lab.errors import LabError

try:
    import matplotlib
except ImportError as error:
    raise LabError("The plots need matplotlib:", "pip install 'colony-arc[lab]'.") from error

matplotlib.use("svg")
from matplotlib.axes import Axes
from matplotlib.figure import Figure

INK, BAR, GOOD, BAD = "#22303c", "#4c78a8", "#54a24b", "#d1495b"
SOURCES = ("#4c78a8", "#f58518", "#54a24b", "#e45756", "#72b7b2", "#b279a2", "#9d755d", "#bab0ac")
WIDTH_IN, ROW_IN = 8.0, 0.24
LEFT, BELOW_IN = 0.27, 0.55  # room for names, and for the axis below; measured layouts take three times as long
Row = tuple[str, dict[str, Any]]


def _svg(name: str, height_in: float, draw: Callable[[Axes], None]) -> str:
    """One plot as an <svg> element without prologue, metadata and namespaces, which HTML does not need."""
    with matplotlib.rc_context({"svg.hashsalt": name, "svg.fonttype": "none", "font.size": 9, "axes.edgecolor": INK}):
        figure = Figure(figsize=(WIDTH_IN, height_in))
        figure.subplots_adjust(left=LEFT, right=0.97, top=1 - 0.1 / height_in, bottom=BELOW_IN / height_in)
        axes = figure.subplots()
        axes.spines[["top", "right"]].set_visible(False)
        draw(axes)
        out = io.StringIO()
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    text = out.getvalue()
    text = re.sub(r"<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    text = re.sub(r' xmlns(:xlink)?="[^"]*"', "", text).replace("xlink:href", "href")
    return text.replace("<svg ", f'<svg role="img" aria-label="{name}" ', 1)


def _rows_in(count: int) -> float:
    return 1.0 + ROW_IN * max(3, count)


def shares(name: str, rows: Sequence[Row], unit: str, band: tuple[float, float] | None = None) -> str:
    """Horizontal bars of shares ("rate" or "ratio") with their intervals, and a band for the target."""
    most = max((part.get("rate", part.get("ratio")) or 0.0 for _label, part in rows), default=0.0)

    def draw(axes: Axes) -> None:
        for place, (label, part) in enumerate(rows):
            value = part.get("rate", part.get("ratio")) or 0.0
            axes.barh(place, value, color=BAR, height=0.62)
            axes.plot([part["low"] or 0.0, min(part["high"] or 0.0, 4.0)], [place, place], color=INK, linewidth=1.2)
            axes.annotate(f" {value:.0%} of {part['of']}", (max(value, 0.0), place + 0.02), va="center", fontsize=7.5,
                          xytext=(0, -7), textcoords="offset points")  # fmt: skip
            axes.text(-0.01, place, label, transform=axes.get_yaxis_transform(), ha="right", va="center")
        _finish(axes, len(rows), unit)
        if band:
            axes.axvspan(*band, facecolor="none", edgecolor=GOOD, hatch="//", alpha=0.35, linewidth=0)
        axes.set_xlim(right=max(axes.get_xlim()[1], most * 1.14))  # room for the figures behind the longest bar
        axes.xaxis.set_major_formatter(lambda value, _place: f"{value:.0%}")

    return _svg(name, 0.6 + 0.36 * max(2, len(rows)), draw)


def gains(name: str, rows: Sequence[Row], unit: str) -> str:
    """Points with intervals about zero: what those that used something had more than those that did not."""

    def draw(axes: Axes) -> None:
        for place, (label, part) in enumerate(rows):
            colour = INK if part["low"] <= 0 <= part["high"] else GOOD if part["mean"] > 0 else BAD
            axes.plot([part["low"], part["high"]], [place, place], color=colour, linewidth=1.4)
            axes.plot(part["mean"], place, marker="o" if colour == INK else "D", color=colour, markersize=4)
            axes.text(-0.01, place, label, transform=axes.get_yaxis_transform(), ha="right", va="center")
        axes.axvline(0, color=INK, linewidth=0.8)
        _finish(axes, len(rows), unit)

    return _svg(name, _rows_in(len(rows)), draw)


def _finish(axes: Axes, count: int, unit: str) -> None:
    axes.set_yticks([])
    axes.set_ylim(max(count, 1) - 0.4, -0.6)
    axes.set_xlabel(unit)
    axes.grid(axis="x", alpha=0.25)


def lengths(name: str, counts: dict[str, int], band: tuple[float, float]) -> str:
    """How many games ended in each Round."""

    def draw(axes: Axes) -> None:
        axes.bar([int(number) for number in counts], list(counts.values()), color=BAR)
        axes.axvspan(*band, facecolor="none", edgecolor=GOOD, hatch="//", alpha=0.25, linewidth=0)
        axes.set_xlabel("Rounds played")
        axes.set_ylabel("games")
        axes.set_xlim(0, 21)
        axes.set_xticks(range(1, 21))

    return _svg(name, 2.6, draw)


def stacked(name: str, groups: dict[str, dict[str, float]], unit: str) -> str:
    """Mean VP by source, one bar a group; what is below zero goes to the left."""

    def draw(axes: Axes) -> None:
        sources = sorted({source for parts in groups.values() for source in parts})
        right, left = dict.fromkeys(groups, 0.0), dict.fromkeys(groups, 0.0)
        for colour, source in zip(SOURCES, sources, strict=False):
            for place, (group, parts) in enumerate(groups.items()):
                value = parts.get(source, 0.0)
                ends = right if value >= 0 else left
                label = source.replace("_", " ") if place == 0 else None
                axes.barh(place, value, left=ends[group], color=colour, label=label, height=0.62, edgecolor="white")
                if abs(value) >= 2:
                    axes.text(ends[group] + value / 2, place, f"{value:.0f}", ha="center", va="center", fontsize=7.5)
                ends[group] += value
        for place, group in enumerate(groups):
            axes.text(-0.01, place, group, transform=axes.get_yaxis_transform(), ha="right", va="center")
        _finish(axes, len(groups), unit)
        axes.legend(loc="upper right", ncols=2, fontsize=7.5, framealpha=0.6)

    return _svg(name, 1.0 + 0.42 * max(3, len(groups)), draw)
