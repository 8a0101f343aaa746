"""What no two pieces share: skies, ridges, crystals, shells, plants and probes, grown from the piece's own number.

The same piece always grows the same picture: `Random` is seeded with its foot line.
"""

import math
from collections.abc import Callable
from random import Random

from tools.cards import drawings
from tools.cards.pen import Pen

LINE = "#ffd9a0"
SKIES = {  # colour of a deck -> low and high sky, ridge, planet
    "green": ("#2f7f6a", "#0d2234", "#12352f", "#7fc8a9"),
    "red": ("#a5483f", "#22122b", "#3a1a24", "#e2926b"),
    "blue": ("#3b77a8", "#0c1630", "#14284a", "#9cc4e8"),
    "sand": ("#a98246", "#241c2c", "#3d2d22", "#e0be85"),
    "violet": ("#69528f", "#161230", "#281f45", "#bda8e0"),
}


def window(pen: Pen, x: float, y: float, w: float, h: float, sky: str, emblem: tuple[str, ...], seed: str) -> None:
    """A view out of the Colony: sky, stars, a planet, ridges, and before them the emblem."""
    rng, (low, high, ridge, planet) = Random(seed), SKIES[sky]
    size = min(h * 0.72, w * 0.46 if w > 45 else w * 0.7)
    with pen.inside(x, y, w, h, 1.2):
        pen.fade(x, y, h, low, high)
        for _ in range(int(w * h / 45)):
            side = rng.choice((0.2, 0.3, 0.45))
            pen.square(x + rng.random() * w, y + h * (0.3 + 0.7 * rng.random()), side, "#ffffff", 0.8)
        _planet(pen, rng, x + w * rng.choice((0.14, 0.24, 0.8, 0.9)), y + h * rng.uniform(0.68, 0.9),
                h * rng.uniform(0.13, 0.26), planet, high)  # fmt: skip
        for depth, share in ((0.42, 0.3), (0.75, 0.2)):
            _ridge(pen, rng, x, y, w, h * share, ridge, depth)
        for index, name in enumerate(emblem[1:3]):
            _emblem(pen, rng, name, x + w * (0.12 if index == 0 else 0.88), y + h * 0.33, size * 0.36)
        _emblem(pen, rng, emblem[0], x + w / 2, y + h * (0.47 if "mini" in emblem[0] else 0.5), size)


def _planet(pen: Pen, rng: Random, x: float, y: float, r: float, colour: str, dark: str) -> None:
    pen.disc(x, y, r, fill=colour, alpha=0.8)
    pen.disc(x + r * 0.35, y - r * 0.25, r, fill=dark, alpha=0.5)
    if rng.random() < 0.5:
        tilt = rng.uniform(-0.5, 0.5)
        ring = [(math.cos(a) * r * 1.7, math.sin(a) * r * 0.4) for a in (math.tau * i / 48 for i in range(49))]
        pen.shape([(x + a * math.cos(tilt) - b * math.sin(tilt), y + a * math.sin(tilt) + b * math.cos(tilt))
                   for a, b in ring], line=colour, width=0.3, alpha=0.9)  # fmt: skip


def _ridge(pen: Pen, rng: Random, x: float, y: float, w: float, h: float, colour: str, alpha: float) -> None:
    count = rng.randint(7, 11)
    tops = [(x + w * i / count, y + h * rng.uniform(0.35, 1)) for i in range(count + 1)]
    pen.shape([(x - 1, y - 1), *tops, (x + w + 1, y - 1)], fill=colour, alpha=alpha)


def _emblem(pen: Pen, rng: Random, name: str, x: float, y: float, size: float) -> None:
    kind, _, what = name.partition(":")
    if kind == "grown":
        GROWN[what](pen, rng, x, y, size)
        return
    if kind == "mini":
        drawings.draw(pen, name, x, y, size * 1.12)
        return
    pen.disc(x, y, size * 0.56, fill="#0b1424", line=LINE, width=0.35, alpha=0.55)
    pen.disc(x, y, size * 0.62, line=LINE, width=0.2, alpha=0.6)
    drawings.draw(pen, name, x, y, size * 0.78, LINE, 1.5)


# -- grown things, each around (x, y) within `size` ------------------------------------------------------------------


def _crystal(pen: Pen, rng: Random, x: float, y: float, size: float) -> None:
    hue = rng.choice(("#b9a3ef", "#9fd8e8", "#e8b7a0", "#b5e3b0", "#e6d98f"))
    for lean in sorted((rng.uniform(-0.8, 0.8) for _ in range(rng.randint(4, 7))), key=abs, reverse=True):
        long, wide = size * rng.uniform(0.45, 0.95) * (1 - 0.35 * abs(lean)), size * rng.uniform(0.07, 0.13)
        up, across = (math.sin(lean), math.cos(lean)), (math.cos(lean), -math.sin(lean))

        def at(a: float, b: float, up: tuple[float, float] = up,
               across: tuple[float, float] = across) -> tuple[float, float]:  # fmt: skip
            return x + up[0] * a + across[0] * b, y - size * 0.45 + up[1] * a + across[1] * b

        left = [at(0, -wide), at(long * 0.82, -wide), at(long, 0), at(0, wide * 0.2)]
        pen.shape(left, fill=hue, line="#ffffff", width=0.2)
        pen.shape([at(0, wide * 0.2), at(long, 0), at(long * 0.78, wide), at(0, wide)], fill="#ffffff", line="#ffffff",
                  width=0.2, alpha=0.45)  # fmt: skip
    pen.shape([(x + size * dx, y - size * 0.45 + size * dy) for dx, dy in ((-0.5, 0), (-0.3, 0.12), (0, 0.07),
              (0.3, 0.13), (0.5, 0), (0, -0.05))], fill="#4a3b34")  # fmt: skip


def _shell(pen: Pen, rng: Random, x: float, y: float, size: float) -> None:
    turns, growth, turned = rng.uniform(2.2, 3.4), rng.uniform(0.16, 0.24), rng.uniform(0, math.tau)
    last = turns * math.tau

    def at(angle: float, share: float = 1) -> tuple[float, float]:
        r = size * 0.5 * math.exp(growth * (angle - last)) * share
        return x + r * math.cos(angle + turned), y + r * math.sin(angle + turned)

    pen.disc(x, y, size * 0.54, fill="#5b4738", line="#8d7355", width=0.3, alpha=0.85)
    count = 90
    pen.shape([at(last * i / count) for i in range(count + 1)], line="#f2dfbd", width=0.8, closed=False)
    inner = math.exp(-growth * math.tau)
    for i in range(rng.randint(26, 40)):
        angle = last - i * 0.3
        if angle > 0:
            pen.shape([at(angle), at(angle, inner + (1 - inner) * 0.15)], line="#f2dfbd", width=0.3, closed=False)


def _plant(pen: Pen, rng: Random, x: float, y: float, size: float) -> None:
    leaf = rng.choice(("#8fd19e", "#d98fa8", "#c9b4ee", "#e2c36b", "#8fc7d9"))
    spread, curl, berry = rng.uniform(0.35, 0.65), rng.uniform(-0.25, 0.25), rng.random() < 0.5

    def grow(a: float, b: float, angle: float, long: float, depth: int) -> None:
        end = a + math.cos(angle) * long, b + math.sin(angle) * long
        pen.shape([(a, b), end], line="#cfe8c0", width=0.2 + 0.16 * depth, closed=False)
        if depth == 0:
            r = size * 0.035
            if berry:
                pen.disc(*end, r, fill=leaf)
            else:
                side = (math.cos(angle + 1.5) * r, math.sin(angle + 1.5) * r)
                tip = (end[0] + math.cos(angle) * 3 * r, end[1] + math.sin(angle) * 3 * r)
                mid = ((end[0] + tip[0]) / 2, (end[1] + tip[1]) / 2)
                pen.shape([end, (mid[0] + side[0], mid[1] + side[1]), tip, (mid[0] - side[0], mid[1] - side[1])],
                          fill=leaf)  # fmt: skip
            return
        for turn in (-spread, curl * 0.5, spread)[:: 1 if depth % 2 else 2]:
            grow(*end, angle + turn + curl, long * rng.uniform(0.66, 0.82), depth - 1)

    grow(x, y - size * 0.5, math.pi / 2 - curl, size * 0.27, 4)


def _probe(pen: Pen, rng: Random, x: float, y: float, size: float) -> None:
    turned, panels, r = rng.uniform(-0.5, 0.5), rng.randint(2, 3), size * 0.13
    cos, sin = math.cos(turned), math.sin(turned)

    def put(*points: tuple[float, float], fill: str = "", line: str = "#dfe8f5", closed: bool = True) -> None:
        pen.shape([(x + a * cos - b * sin, y + a * sin + b * cos) for a, b in points], fill, line, 0.3, closed)

    for side in (-1, 1):
        put((side * r, 0), (side * r * 1.5, 0), closed=False)
        for panel in range(panels):
            near, far = side * r * (1.5 + panel * 0.95), side * r * (2.35 + panel * 0.95)
            put((near, -r), (far, -r), (far, r), (near, r), fill="#3f6fb8")
            put((near, 0), (far, 0), closed=False)
    put((-r, -r * 1.2), (r, -r * 1.2), (r, r * 1.2), (-r, r * 1.2), fill="#c9a45c")
    dish = [(math.cos(a) * r * 1.3, r * 2.5 - math.sin(a) * r * 0.8) for a in (math.pi * i / 20 for i in range(21))]
    put((0, r * 1.2), (0, r * 1.7), closed=False)
    put(*dish, fill="#d5deec")
    put((0, r * 1.8), (0, r * 3.1), closed=False)
    if rng.random() < 0.6:
        put((0, -r * 1.2), (r * rng.uniform(-0.8, 0.8), -r * 3), closed=False)


def _bones(pen: Pen, rng: Random, x: float, y: float, size: float) -> None:
    bend, count = rng.uniform(0.5, 1.1) * rng.choice((-1, 1)), rng.randint(11, 16)
    spine = [(x + size * (i / count - 0.5), y + size * 0.16 * math.sin(bend * math.pi * i / count)) for i in
             range(count + 1)]  # fmt: skip
    pen.disc(x, y, size * 0.56, fill="#5b4738", line="#8d7355", width=0.3, alpha=0.85)
    pen.shape(spine, line="#f2dfbd", width=0.7, closed=False)
    for index, (a, b) in enumerate(spine[2:-1]):
        long = size * 0.3 * math.sin(math.pi * (index + 2) / (count + 1)) * rng.uniform(0.75, 1)
        for side in (-1, 1):
            pen.shape([(a, b), (a + long * 0.35, b + side * long)], line="#f2dfbd", width=0.45, closed=False)
    a, b = spine[0]
    pen.shape([(a, b + 1.6), (a, b - 1.6), (a - size * 0.11, b)], fill="#f2dfbd")


GROWN: dict[str, Callable[[Pen, Random, float, float, float], None]] = {
    "mineral": _crystal, "fossil": _shell, "bones": _bones, "protoflora": _plant, "satellite": _probe,
}  # fmt: skip
