"""Signs drawn as shapes: those of the Managers and of the three statuses. No font has to have them."""

import math
from collections.abc import Iterable

from reportlab.pdfgen.canvas import Canvas

Points = list[tuple[float, float]]


def _ring(corners: int, turn_deg: float = 90, inner: float | None = None) -> Points:
    """Corners of a regular polygon of radius 1, or of a star whose inner radius is `inner`."""
    radii = (1.0,) if inner is None else (1.0, inner)
    count = corners * len(radii)
    angles = [math.radians(turn_deg + 360 * step / count) for step in range(count)]
    return [(math.cos(a) * radii[i % len(radii)], math.sin(a) * radii[i % len(radii)]) for i, a in enumerate(angles)]


_CROSS = [(-0.35, 1), (0.35, 1), (0.35, 0.35), (1, 0.35), (1, -0.35), (0.35, -0.35), (0.35, -1), (-0.35, -1),
          (-0.35, -0.35), (-1, -0.35), (-1, 0.35), (-0.35, 0.35)]  # fmt: skip
SHAPES: dict[str, Points] = {
    "▲": _ring(3), "▼": _ring(3, 270), "■": _ring(4, 45), "◆": _ring(4), "★": _ring(5, inner=0.42),
    "✦": _ring(4, inner=0.36), "✚": _CROSS, "⬟": _ring(5), "●": _ring(48),
}  # fmt: skip
# Heart, shield and cog for Happiness, Security and Technical.
_HEART = [(0, -0.95), (-0.95, 0.1), (-0.95, 0.55), (-0.6, 0.9), (-0.25, 0.85), (0, 0.5), (0.25, 0.85), (0.6, 0.9),
          (0.95, 0.55), (0.95, 0.1)]  # fmt: skip
_SHIELD = [(0, 1), (0.85, 0.7), (0.8, -0.15), (0.45, -0.7), (0, -1), (-0.45, -0.7), (-0.8, -0.15), (-0.85, 0.7)]
STATUSES: tuple[Points, ...] = (_HEART, _SHIELD, _ring(8, inner=0.68))


def draw(canvas: Canvas, points: Iterable[tuple[float, float]], x: float, y: float, radius: float) -> None:
    """Fill a shape around (x, y) in the canvas's fill colour."""
    path = canvas.beginPath()
    for index, (dx, dy) in enumerate(points):
        (path.moveTo if index == 0 else path.lineTo)(x + dx * radius, y + dy * radius)
    path.close()
    canvas.drawPath(path, stroke=0, fill=1)
