"""Planets for players: a picture drawn from measured figures, and those figures in words.

Rule 1: only what astronomers can see is told or drawn: size, weight, light, star, distance; and one of five words for
the difficulty. What a planet does to a game stays hidden until it was investigated (BHC-A4.2-3).
Rule 2: the same planet looks the same everywhere; only its id and its figures decide.
Shared gradients and the clip (ids `pl-*`) are in assets/icons.svg, once per page, so that 60 pictures stay small.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

from markupsafe import Markup

from host.plurals import counted
from shared_rules.beyond_humanity import exoplanets
from shared_rules.beyond_humanity.content import schema

# Figures of the charted planets, whose game is set by hand: hundredths of Earth's radius, gravity and light; class.
CHARTED = {
    "proxima-cen-b": (107, 93, 65, "M"),
    "trappist-1-e": (92, 82, 66, "M"),
    "teegarden-b": (102, 111, 115, "M"),
    "lhs-1140-b": (173, 187, 43, "M"),
    "toi-700-d": (114, 119, 87, "M"),
}
STAR_WORDS = {"F": "white star", "G": "yellow star like the Sun", "K": "orange star", "M": "red dwarf"}
# (light below which it holds in hundredths, id, word)
CLIMATES = (
    (45, "ice", "frozen"),
    (75, "cold", "cold"),
    (130, "mild", "mild"),
    (400, "hot", "hot"),
    (1500, "scorched", "scorched"),
    (1 << 40, "molten", "molten"),
)
DIFFICULTIES = ("gentle", "fair", "demanding", "hard", "extreme")
BANDED = 200  # radius in hundredths from which bands of cloud hide the ground


@dataclass(frozen=True)
class Figures:
    """Radius, gravity and light in hundredths of Earth's; the star's class; tags of the environment."""

    radius: int
    gravity: int
    light: int
    star: str
    tags: tuple[str, ...] = ()

    @property
    def climate(self) -> str:
        return next(name for limit, name, _ in CLIMATES if self.light < limit)

    @property
    def climate_word(self) -> str:
        return next(word for limit, _, word in CLIMATES if self.light < limit)

    @property
    def celsius(self) -> int:
        """Mean temperature under air like Earth's: 255 K at Earth's light, 0.3 of it thrown back, and 33 K of air."""
        return round(255 * sqrt(sqrt(self.light / 100)) + 33 - 273)


@cache
def measured() -> dict[str, Figures]:
    """Figures of every planet of the catalogue by name and of the charted ones by id."""
    known = {planet: Figures(*figures) for planet, figures in CHARTED.items()}
    text = (Path(schema.FOLDER) / "exoplanets.csv").read_text(encoding="utf-8")
    for facts in exoplanets.read_csv(text):
        made = exoplanets.environment(facts)
        star = facts["spectral"][:1].upper()
        known[facts["name"]] = Figures(
            made["radius"], made["gravity"], made["light"], star if star in STAR_WORDS else "K", tuple(made["tags"])
        )
    return known


def figures(planet: dict[str, Any]) -> Figures:
    """Figures of a planet of the view; of one that nobody has measured an Earth-like guess, always the same."""
    known = measured()
    found = known.get(planet["id"]) or known.get(planet["name"])
    if found:
        return found
    seed = zlib.crc32(planet["id"].encode())
    return Figures(80 + seed % 60, 100, 60 + seed // 60 % 60, "K")


def difficulty(planet: dict[str, Any]) -> int:
    """1 to 5, as the view has it: an index of DIFFICULTIES from 1."""
    return int(planet["difficulty"])


def needed(planet: dict[str, Any]) -> int:
    """VP that Cooperative and Solo need on a planet, from the view's sentence."""
    return int("".join(letter for letter in planet["coop_needs"] if letter.isdigit()) or 0)


def told(planet: dict[str, Any]) -> list[tuple[str, str]]:
    """What is known of a planet: (label, value)."""
    seen = figures(planet)
    return [
        ("Distance", f"{planet['distance_ly']:,} ly"),
        ("Year", counted(planet["period_days"], "day")),
        ("Size", f"{seen.radius / 100:.1f} × Earth"),
        ("Gravity", f"{seen.gravity / 100:.1f} g"),
        ("Light", f"{seen.light:,} %"),
        ("With Earth's air", f"{seen.celsius:,} °C".replace("-", "−")),
    ]


ORDERS: dict[str, tuple[str, Callable[[dict[str, Any]], Any] | None]] = {
    "group": ("Charted first", None),
    "distance": ("Nearest first", lambda planet: planet["distance_ly"]),
    "difficulty": ("Gentlest first", lambda planet: (difficulty(planet), planet["distance_ly"])),
    "needed": ("Fewest VP needed", lambda planet: (needed(planet), planet["distance_ly"])),
    "name": ("By name", lambda planet: planet["name"].lower()),
}


def ordered(planets: list[dict[str, Any]], order: str) -> list[dict[str, Any]]:
    """The planets of the view in one of ORDERS."""
    key = ORDERS.get(order, ORDERS["group"])[1]
    return sorted(planets, key=key) if key else planets


# -- the picture ---------------------------------------------------------------------------------------------------


GROUND = {
    "ice": ("#c9dcea", "#f4fbff", "#8fb3cc"),
    "cold": ("#7f8fa0", "#e8eef4", "#5d5348"),
    "mild": ("#3d76ac", "#f2f7fb", "#5c8f55"),
    "hot": ("#c98f4e", "#ecc88d", "#97602c"),
    "scorched": ("#8a4a31", "#c2724a", "#57271a"),
    "molten": ("#2c1a17", "#ff9a3d", "#ff5a1f"),
}  # climate: ground, bright, dark
CLOUDS = {
    "ice": ("#9fc4dd", "#d9ecf7", "#6f9dbd"),
    "cold": ("#8ea9c4", "#dfe9f2", "#6580a0"),
    "mild": ("#b7a98f", "#efe6d2", "#8d7a5f"),
    "hot": ("#d3a15f", "#f3d9a6", "#a56f3b"),
    "scorched": ("#b3623f", "#e7a574", "#7a3823"),
    "molten": ("#7c2f23", "#f08a4b", "#4a1813"),
}  # the same for worlds under bands of cloud


class Dice:
    """Numbers that an id decides."""

    def __init__(self, planet: str) -> None:
        self.state = zlib.crc32(planet.encode()) or 1

    def upto(self, most: int) -> int:
        """0..most."""
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % (most + 1)


def _bands(dice: Dice, bright: str, dark: str) -> str:
    edges = [-20, *sorted(dice.upto(36) - 18 for _ in range(6)), 20]
    return "".join(
        f'<rect x="-21" y="{top}" width="42" height="{max(1, low - top)}" fill="{(bright, dark)[n % 2]}" '
        f'opacity=".{3 + n % 3}"/>'
        for n, (top, low) in enumerate(pairwise(edges))
    )


def _blobs(dice: Dice, colour: str, count: int, size: int) -> str:
    return "".join(
        f'<ellipse cx="{dice.upto(30) - 15}" cy="{dice.upto(26) - 13}" rx="{2 + dice.upto(size)}" '
        f'ry="{1 + dice.upto(size // 2)}" fill="{colour}" transform="rotate({dice.upto(60) - 30})"/>'
        for _ in range(count)
    )


def _caps(size: int, colour: str) -> str:
    return "".join(f'<ellipse cx="0" cy="{side * 20}" rx="14" ry="{size}" fill="{colour}"/>' for side in (-1, 1))


def _cracks(dice: Dice, colour: str, count: int) -> str:
    def step() -> str:
        return f"l{dice.upto(14) - 7} {dice.upto(14) - 7}"

    path = "".join(f"M{dice.upto(32) - 16} {dice.upto(32) - 16}{step()}{step()}" for _ in range(count))
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.1" stroke-linecap="round"/>'


def _surface(seen: Figures, dice: Dice) -> str:
    _, bright, dark = (CLOUDS if seen.radius >= BANDED else GROUND)[seen.climate]
    if seen.radius >= BANDED:
        return _bands(dice, bright, dark)
    drawn = {
        "ice": lambda: _blobs(dice, dark, 2, 6) + _caps(9, bright) + _cracks(dice, "#7fa6c2", 4),
        "cold": lambda: _blobs(dice, dark, 5, 8) + _caps(6, bright),
        "mild": lambda: _blobs(dice, dark, 5, 8) + _caps(3, bright) + _blobs(dice, "#ffffffb0", 4, 6),
        "hot": lambda: _bands(dice, bright, dark) + _blobs(dice, dark, 3, 3),
        "scorched": lambda: _blobs(dice, dark, 6, 5) + _blobs(dice, bright, 4, 2),
        "molten": lambda: _blobs(dice, bright, 3, 4) + _cracks(dice, dark, 7),
    }
    return drawn[seen.climate]()


def art(planet: dict[str, Any], size_px: int = 72) -> Markup:
    """A drawing of a planet of the view beside its star. All of it is made of numbers and of colours from here."""
    seen, dice = figures(planet), Dice(planet["id"])
    scale = min(1.15, max(0.5, 0.82 * sqrt(seen.radius / 100)))
    ground = (CLOUDS if seen.radius >= BANDED else GROUND)[seen.climate][0]
    shade = "pl-locked" if "tides" in seen.tags or planet["period_days"] < 10 else "pl-shade"
    glow = 6 + min(9, seen.light // 60)
    flares = '<path d="M3 17q5 3 3 9M17 3q3 5 9 3" class="pl-flare"/>' if "flares" in seen.tags else ""
    return Markup(
        f'<svg class="planet" viewBox="0 0 64 64" width="{size_px}" height="{size_px}" aria-hidden="true">'
        f'<circle cx="7" cy="7" r="{glow}" fill="url(#pl-star-{seen.star})"/>{flares}'
        f'<g transform="translate(37 37) scale({scale:.2f}) rotate({dice.upto(40) - 20})"><g clip-path="url(#pl-clip)">'
        f'<circle r="20" fill="{ground}"/>{_surface(seen, dice)}</g></g>'
        f'<circle cx="37" cy="37" r="{20 * scale + 0.4:.1f}" fill="url(#{shade})"/></svg>'
    )
