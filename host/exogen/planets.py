"""Planets as Exogen knows them: the charted ones and the catalogue, with measured figures and places in the sky.

Names, figures and directions are facts (content/exoplanets.csv, content/sky.csv: right ascension and declination of the
host star in degrees, J2000). A star that is missing in sky.csv has no place on the chart and is only listed.
"""

import csv
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from host.exogen.errors import ExogenError
from shared_rules.beyond_humanity import content, exoplanets
from shared_rules.beyond_humanity.content.schema import FOLDER

SKY = "sky.csv"


@dataclass(frozen=True, slots=True)
class World:
    """A planet: `planet` as the game has it, `facts` as measured (hundredths; None for a charted one)."""

    planet: dict[str, Any]
    charted: bool
    facts: dict[str, Any] | None
    direction: tuple[float, float] | None  # right ascension, declination in degrees

    @property
    def id(self) -> str:
        return str(self.planet["id"])

    @property
    def name(self) -> str:
        return str(self.planet["name"])

    @property
    def distance_ly(self) -> int:
        return int(self.planet["distance_ly"])


def read_sky(lines: Iterable[str]) -> dict[str, tuple[float, float]]:
    """Host star -> (right ascension, declination) in degrees."""
    return {row["hostname"]: (float(row["ra"]), float(row["dec"])) for row in csv.DictReader(lines)}


@cache
def worlds() -> dict[str, World]:
    """Every planet by id: charted ones first, each group from near to far."""
    folder = Path(FOLDER)
    sky = read_sky((folder / SKY).read_text(encoding="utf-8").splitlines())
    measured = {facts["name"]: facts for facts in exoplanets.read_csv((folder / "exoplanets.csv").read_text("utf-8"))}
    known = content.get()
    charted = {planet["id"] for planet in known["planets"]}
    made = [
        World(planet, planet["id"] in charted, measured.get(planet["name"]), sky.get(planet["star"]))
        for planet in known["planet"].values()
    ]
    made.sort(key=lambda world: (not world.charted, world.distance_ly, world.id))
    return {world.id: world for world in made}


def find(text: str) -> World:
    """The planet of an id or a name, as somebody types it. Raises ExogenError."""
    wanted = plain(text)
    for world in worlds().values():
        if wanted in (plain(world.id), plain(world.name)):
            return world
    near = [world.name for world in worlds().values() if wanted and wanted in plain(world.name)]
    hint = f"Did you mean {' or '.join(near[:3])}?" if near else "See them all: colony exogen show --all"
    raise ExogenError(f"There is no planet {text} in the catalogue.", hint)


def plain(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return "".join(letter for letter in text.lower() if letter.isalnum())
