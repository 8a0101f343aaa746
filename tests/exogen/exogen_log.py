"""Profiles and planets for the tests of Exogen."""

from typing import Any

from shared_rules.beyond_humanity import content, exogen
from shared_rules.beyond_humanity.content.check_planets import catalogue

Action = dict[str, Any]


def named(name: str = "Ada") -> Action:
    return {"kind": "name", "name": name}


def game(number: int = 1, **others: Any) -> Action:
    """A finished game; the rest of what it says is in `others`."""
    made = {"kind": "game", "game": f"{number:032x}", "mode": "semi", "positive": True, "won": True, "vp": 60}
    return {**made, "planet": "trappist-1-e", "title": "TRAPPIST-1 e", **others}


def explore(planet: str, distance_ly: int, charted: bool = False) -> Action:
    return {"kind": "explore", "planet": planet, "distance_ly": distance_ly, "charted": charted}


def pioneer(planet: str, distance_ly: int, mission: str = "depot", charted: bool = False) -> Action:
    return {**explore(planet, distance_ly, charted), "kind": "pioneer", "mission": mission}


def profile(*actions: Action) -> dict[str, Any]:
    """The profile after its name and these actions."""
    return exogen.fold([named(), *actions])


CHARTED: list[dict[str, Any]] = content.get()["planets"]
FARTHER: list[dict[str, Any]] = catalogue()


def ids(state: dict[str, Any]) -> list[str]:
    """Planets that a game of this profile offers."""
    return [planet["id"] for planet in exogen.offered(state, CHARTED, FARTHER)]
