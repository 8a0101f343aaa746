"""Which planets can be colonised: one list for setup, lab and star chart. Host only.

Theory: there are charted planets (planets.toml, known to every device), the catalogue (exoplanets.csv), and planets
that somebody imported. All are entries like those of planets.toml; a chosen one goes into the game with its figures.

Rule 1: without an Exogen profile everything is offered; with one, the charted planets and what is explored in range
(BHC-A4.2-1, A4.2-2). Imported planets are always offered: who imports them wants to play on them.
Rule 2: a planet of the box keeps its figures: an imported one of the same id does not take its place.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from shared_rules.beyond_humanity import content, exogen

Planet = dict[str, Any]


def charted() -> list[Planet]:
    """The planets that every game offers, from near to far."""
    return sorted(content.get()["planets"], key=_by_distance)


def catalogue() -> list[Planet]:
    """All others of the box, from near to far."""
    known = {planet["id"] for planet in content.get()["planets"]}
    return sorted((one for one in content.get()["planet"].values() if one["id"] not in known), key=_by_distance)


def offered(profile: Mapping[str, Any] | None = None, own: Iterable[Planet] = ()) -> list[Planet]:
    """Planets for a new game: charted ones, imported ones (`own`), then the catalogue, each from near to far.

    `profile`: the state of an Exogen profile (exogen.fold), or None. Each planet can be given to `game.setup` as it is.
    """
    first, rest = charted(), catalogue()
    if profile is not None:
        found = exogen.offered(profile, first, rest)
        names = {planet["id"] for planet in first}
        first, rest = [one for one in found if one["id"] in names], [one for one in found if one["id"] not in names]
    return first + sorted(others(own), key=_by_distance) + rest


def others(own: Iterable[Planet]) -> list[Planet]:
    """Those planets whose id the box does not have."""
    return [planet for planet in own if planet["id"] not in content.get()["planet"]]


def _by_distance(planet: Planet) -> tuple[int, str]:
    return planet["distance_ly"], planet["id"]
