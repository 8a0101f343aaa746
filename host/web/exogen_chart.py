"""The star chart of Exogen as numbers: where each star is drawn, and the circles of range and sight.

Theory: a map seen from the north pole of the sky, the Sun in the middle. The angle is the right ascension (0 h at the
top, counter-clockwise), the radius grows with the logarithm of the distance, so that neighbours and
far stars fit on one sheet. Declination does not fit on a flat map: stars south of the equator have another shape.

Rule 1: a star's distance from the middle is true. Stars that would cover each other are moved apart sideways only.
Rule 2: one mark for each star; its planets are pressed in the list beside it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from math import atan2, cos, hypot, log, pi, radians, sin

from host.exogen.planets import World, worlds

EDGE = 0.92  # of half the sheet: where the farthest circle is
FARTHEST_LY = 3000
SOFTEN_LY = 3  # the middle of the scale is nearly linear, so that the nearest stars do not lie on the Sun
RINGS_LY = (10, 30, 100, 300, 1000, 3000)
APART = 0.088  # of half the sheet: marks closer than this would cover each other
STEPS = 400


@dataclass(frozen=True, slots=True)
class Star:
    """A mark on the chart: `x`, `y` in per cent of the sheet from its upper left corner."""

    name: str
    worlds: tuple[World, ...]
    x: float
    y: float
    south: bool

    @property
    def distance_ly(self) -> int:
        return min(world.distance_ly for world in self.worlds)


def radius(distance_ly: float) -> float:
    """0..1 of half the sheet for a distance."""
    return min(1.0, EDGE * log(1 + distance_ly / SOFTEN_LY) / log(1 + FARTHEST_LY / SOFTEN_LY))


def percent(part: float) -> float:
    """From -1..1 to 0..100."""
    return round(50 + 50 * part, 2)


def spread(marks: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Marks (angle, radius) moved apart along their circles until none covers another, or as far as it goes."""
    angles = [angle for angle, _ in marks]
    for _ in range(STEPS):
        moved = False
        for i, (_, far_i) in enumerate(marks):
            for j in range(i):
                far_j = marks[j][1]
                gap = hypot(
                    far_i * cos(angles[i]) - far_j * cos(angles[j]), far_i * sin(angles[i]) - far_j * sin(angles[j])
                )
                if gap < APART:
                    turn = atan2(sin(angles[i] - angles[j]), cos(angles[i] - angles[j]))
                    push = 0.25 * (APART - gap + 0.001) / max(0.08, min(far_i, far_j))
                    angles[i] += push if turn >= 0 else -push
                    angles[j] -= push if turn >= 0 else -push
                    moved = True
        if not moved:
            break
    return [(angle, far) for angle, (_, far) in zip(angles, marks, strict=True)]


def place(planets: Iterable[World]) -> list[Star]:
    """The stars of planets that have a direction, from near to far."""
    systems: dict[str, list[World]] = {}
    for world in planets:
        if world.direction is not None:
            systems.setdefault(world.planet["star"], []).append(world)
    found = sorted(systems.items(), key=lambda item: (item[1][0].distance_ly, item[0]))
    marks = []
    for _, group in found:
        assert group[0].direction is not None
        marks.append((radians(group[0].direction[0]), radius(group[0].distance_ly)))
    stars = []
    for (name, group), (angle, far) in zip(found, spread(marks), strict=True):
        # 0 h at the top, counter-clockwise
        x, y = percent(-far * sin(angle)), percent(-far * cos(angle))
        direction = group[0].direction
        stars.append(Star(name, tuple(group), x, y, direction is not None and direction[1] < 0))
    return stars


@cache
def chart() -> tuple[Star, ...]:
    """All stars of the table."""
    return tuple(place(worlds().values()))


def hours() -> list[tuple[int, float, float]]:
    """(hour of right ascension, x, y) of the words at the rim."""
    return [
        (hour, percent(-0.965 * sin(hour * pi / 12)), percent(-0.965 * cos(hour * pi / 12))) for hour in (0, 6, 12, 18)
    ]
