"""The catalogue of real exoplanets: exoplanets.csv, checked, and each made into a planet of the game.

The charted planets of planets.toml are offered in every game and known to the ARC; these are on the host alone.
"""

from pathlib import Path
from typing import Any

from shared_rules.beyond_humanity import exoplanets
from shared_rules.beyond_humanity.content import loader
from shared_rules.beyond_humanity.content.schema import FOLDER, ContentError, check_table, expect, full_stop

FILE = "exoplanets.csv"
LEAST = 40


def catalogue(folder: Path | str = FOLDER) -> list[dict[str, Any]]:
    """Planets like those of planets.toml; ContentError says what is wrong."""
    try:
        text = (Path(folder) / FILE).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise ContentError(f"{FILE}: file is missing") from error
    try:
        facts = exoplanets.read_csv(text)
    except exoplanets.PlanetError as error:
        raise ContentError(f"{FILE}: {error}") from error
    expect(len(facts) >= LEAST, f"{FILE}: holds {LEAST} planets or more")
    return [_checked(one) for one in facts]


def _checked(facts: dict[str, Any]) -> dict[str, Any]:
    planet: dict[str, Any] = exoplanets.derive(facts)
    check_table(planet, *loader.SCHEMAS["planets"], f"{FILE}: {facts['name']}")
    full_stop(planet["text"], f"{FILE}: {facts['name']}: text")
    return planet
