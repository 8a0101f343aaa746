"""Signs drawn as shapes: those of the Managers, of the currencies and of actions. Colour is never alone: shapes differ
and words stand beside them."""

import math

from tools.cards import drawings
from tools.cards.pen import BOLD, Pen

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
STATUSES = (("icon:happiness", "Happiness"), ("icon:security", "Security"), ("icon:technical", "Technical"))
GAIN, LOSS = "#2a7048", "#9c2f3c"
# Currency -> shape, colour, short name, long name.
CURRENCIES: dict[str, tuple[Points, str, str, str]] = {
    "cr": (_ring(48), "#9a6f12", "CR", "Credits"),
    "tg": (_ring(4, 45), "#33648f", "TG", "Terran Goods"),
    "pa": (_ring(5, inner=0.62), "#9c2f3c", "PA", "Political Advantage"),
    "xp": (_ring(6), "#2a7048", "XP", "Experience"),
    "dec": ([(-0.72, -1), (0.72, -1), (0.72, 1), (-0.72, 1)], "#57406f", "§", "Decree card"),
}


def shape(pen: Pen, sign: str, x: float, y: float, r: float, colour: str) -> None:
    """A Manager's sign around (x, y)."""
    pen.shape([(x + dx * r, y + dy * r) for dx, dy in SHAPES[sign]], fill=colour)


def coin(pen: Pen, currency: str, x: float, y: float, r: float, text: str = "", pale: bool = False) -> None:
    """The shape of a currency with a number in it; pale for places that are still empty."""
    points, colour = CURRENCIES[currency][:2]
    made = [(x + dx * r, y + dy * r) for dx, dy in points]
    pen.shape(made, fill="" if pale else colour, line=colour if pale else "#ffffff", width=0.35)
    if text:
        size = max(6.0, r * 2.5 if len(text) < 2 else r * 2.0)
        pen.line(text, x, y - size * 0.128, size, 2 * r, BOLD, colour if pale else "#ffffff", "middle")


def price(pen: Pen, amounts: tuple[tuple[str, int], ...], x: float, y: float, r: float = 2.5, size: float = 8) -> float:
    """Amounts in a row from x, middle at y; "free" when there are none. Where it ended."""
    if not amounts:
        return x + pen.line("free", x, y - size * 0.13, size, 20)
    for currency, count in amounts:
        coin(pen, currency, x + r, y, r, str(count))
        name = CURRENCIES[currency][2]
        x += 2 * r + 0.8
        if currency != "dec":
            x += pen.line(name, x, y - size * 0.13, size, 20) + 1.8
    return x


def price_width(pen: Pen, amounts: tuple[tuple[str, int], ...], r: float = 2.5, size: float = 8) -> float:
    if not amounts:
        return pen.width("free", size)
    return sum(2 * r + 2.6 + pen.width(CURRENCIES[name][2], size) for name, _ in amounts) - 1.8


def steps(pen: Pen, level: int, x: float, y: float, size: float = 2.6) -> None:
    """A level as plus or minus signs: filled squares going up, outlined ones going down."""
    for index in range(abs(level)):
        left = x + index * (size + 0.7)
        up = level > 0
        pen.box(left, y - size / 2, size, size, fill=GAIN if up else "#ffffff", line=GAIN if up else LOSS, round_=0.5)
        ink, mid, reach = "#ffffff" if up else LOSS, left + size / 2, size * 0.3
        pen.shape([(mid - reach, y), (mid + reach, y)], line=ink, width=0.45, closed=False)
        if up:
            pen.shape([(mid, y - reach), (mid, y + reach)], line=ink, width=0.45, closed=False)


def status(pen: Pen, index: int, level: int, x: float, y: float, r: float = 4.4) -> None:
    """A disc with the sign of Happiness, Security or Technical and how far it moves it."""
    colour = GAIN if level > 0 else LOSS
    pen.disc(x, y, r, fill="#ffffff", line=colour, width=0.6)
    drawings.draw(pen, STATUSES[index][0], x, y, r * 1.45, colour, 2.0)
    w = r * 1.5
    pen.box(x - w / 2, y - r - 2.4, w, 3.6, fill=colour, line="#ffffff", width=0.3, round_=1.2)
    pen.line(f"{'+' if level > 0 else '−'}{abs(level)}", x, y - r - 1.6, 8, w, BOLD, "#ffffff", "middle")


def sign(pen: Pen, name: str, x: float, y: float, size: float, colour: str = "#232f42") -> None:
    """Whatever has a name: "cr 2" is a coin, "★" a Manager's sign, else a drawing."""
    kind, _, count = name.partition(" ")
    if kind == "swap":
        given, number, gained, most = count.split()
        coin(pen, given, x - size * 0.66, y, size * 0.36, number)
        drawings.draw(pen, "icon:next", x, y, size * 0.55, colour)
        coin(pen, gained, x + size * 0.66, y, size * 0.36, most)
    elif kind in CURRENCIES:
        named = size >= 9
        coin(pen, kind, x, y + (1.6 if named else 0), size / 2, count)
        if named:
            words = CURRENCIES[kind][2] if kind != "dec" else "Decrees" if count != "1" else "Decree"
            pen.line(
                words, x, y - size / 2 - 1.2, 8 if size > 12 else 6.6, size + 4, BOLD, CURRENCIES[kind][1], "middle"
            )
    elif name in SHAPES:
        shape(pen, name, x, y, size / 2, colour)
    else:
        drawings.draw(pen, name, x, y, size, colour)
