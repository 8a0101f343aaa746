"""Lights that a game wishes, as numbers of the light language (shared_rules/catalog.py)."""

from collections.abc import Iterable, Mapping
from typing import Any

from shared_rules.catalog import ARC_UNIT, CONNECTED, LIGHTS, MODULE_REFUSED

PATTERN_CODES = {name: code for code, (name, *_) in enumerate(LIGHTS)}


def wished_lights(wished: Mapping[Any, str], refused: Iterable[int]) -> dict[int, int]:
    """Unit -> pattern number, from a view's `lights` (unit -> name) and the units that must come off again.

    The ARC itself shows CONNECTED where the game says nothing. KeyError or ValueError for what is no light or unit.
    """
    lights = {ARC_UNIT: CONNECTED}
    lights.update({int(unit): PATTERN_CODES[name] for unit, name in wished.items()})
    lights.update(dict.fromkeys(refused, MODULE_REFUSED))
    return lights
