"""A board's wiring as a picture (SVG): the bought board from above, each used pin with its wire.

The same rows as `drawing.py`; colours are those of the wires, and each wire has its words besides.
"""

from types import ModuleType
from xml.sax.saxutils import escape

from tools.boards import catalogue, drawing

PITCH, TOP, LEFT, WIDE = 24, 64, 400, 150
_COLOURS = {
    "SDA": "#2468b2", "SCL": "#8a6d00", "sense": "#7a4fb0", "PN532": "#2468b2", "pixel": "#1f8a4c",
    "battery": "#c25b12", "GND": "#222222", "3V3": "#c0302b", "VSYS": "#c0302b", "5V": "#c0302b",
}  # fmt: skip
# What is wired besides the pins of the board file: header pin by name, and where the wire goes.
_SUPPLY = {
    "arc": {"GND": "minus of everything", "3V3": "PN532 VCC, pull-ups", "VSYS": "plus of the cells, by a diode"},
    "module": {"GND": "corridor GND", "5V": "corridor 5 V, strip"},
}


def svg(board: ModuleType, reader: str | None = None) -> str:
    """The picture."""
    carrier = catalogue.carrier(board)
    wires = _wires(board, reader, carrier)
    rows = max(spot[1] for spot, *_ in wires) + 1
    height = TOP + rows * PITCH + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * LEFT + WIDE} {height}" font-family="sans-serif"'
        f' font-size="13" role="img" aria-label="{escape(_title(board, reader))}">',
        f'<rect width="100%" height="100%" fill="#ffffff"/><text x="{LEFT + WIDE / 2}" y="30" text-anchor="middle"'
        f' font-size="17" font-weight="bold">{escape(_title(board, reader))}</text>',
        f'<rect x="{LEFT}" y="{TOP - 18}" width="{WIDE}" height="{rows * PITCH + 16}" rx="8" fill="#e7efe9"'
        ' stroke="#3c6e57" stroke-width="2"/>',
        f'<rect x="{LEFT + WIDE / 2 - 22}" y="{TOP - 30}" width="44" height="24" rx="3" fill="#b9c3bd"/>'
        f'<text x="{LEFT + WIDE / 2}" y="{TOP - 13}" text-anchor="middle" font-size="11">USB</text>',
    ]
    parts += [_wire(*wire) for wire in wires]
    return "\n".join([*parts, "</svg>", ""])


def _title(board: ModuleType, reader: str | None) -> str:
    wired = f", PN532 by {reader.upper()}" if reader else ""
    return f"{catalogue.carrier(board)['title']} as {board.ROLE.upper() if board.ROLE == 'arc' else 'module'}{wired}"


Wired = tuple[tuple[int, int], str, str, str]


def _wires(board: ModuleType, reader: str | None, carrier: dict[str, object]) -> list[Wired]:
    """((side, row), name on the board, where to, colour) of each wire."""
    spots = _spots(board, carrier)
    found = []
    for gp, _, end in drawing.rows(board, reader):
        found.append((spots[gp], gp, end, _colour(end)))
    for name, end in _SUPPLY[board.ROLE].items():
        found.append((spots[name], name, end, _COLOURS[name]))
    return found


def _spots(board: ModuleType, carrier: dict[str, object]) -> dict[str, tuple[int, int]]:
    """Side (0 left, 1 right) and row of every pin."""
    header, power = carrier["header"], carrier["power"]
    assert isinstance(header, dict)
    assert isinstance(power, dict)
    if "on_board" not in carrier:  # 40 pins, counted down the left side and up the right one
        names = {f"GP{pin}": number for pin, number in header.items()} | power
        return {name: (0, number - 1) if number <= 20 else (1, 40 - number) for name, number in names.items()}
    # RP2040-Zero: supply and the high numbers on one side, the low ones on the other, the rest below.
    right = ["5V", "GND", "3V3", *(f"GP{pin}" for pin in (29, 28, 27, 26, 15, 14))]
    left = [f"GP{pin}" for pin in range(9)]
    spots = {name: (1, row) for row, name in enumerate(right)} | {name: (0, row) for row, name in enumerate(left)}
    spots |= {f"GP{pin}": (0, row) for row, pin in enumerate(range(9, 14), len(left))}
    return spots | {"GP16": (1, len(right) + 1)}


def _colour(end: str) -> str:
    return next((colour for word, colour in _COLOURS.items() if word in end), "#555555")


def _wire(spot: tuple[int, int], name: str, end: str, colour: str) -> str:
    side, row = spot
    y = TOP + row * PITCH
    edge, out = (LEFT, LEFT - 60) if side == 0 else (LEFT + WIDE, LEFT + WIDE + 60)
    inside, anchor_in = (LEFT + 12, "start") if side == 0 else (LEFT + WIDE - 12, "end")
    label, anchor_out = (out - 8, "end") if side == 0 else (out + 8, "start")
    return (
        f'<circle cx="{edge}" cy="{y}" r="5" fill="#d8b64c" stroke="#8d7420"/>'
        f'<line x1="{edge}" y1="{y}" x2="{out}" y2="{y}" stroke="{colour}" stroke-width="3"/>'
        f'<text x="{inside}" y="{y + 4}" text-anchor="{anchor_in}">{escape(name)}</text>'
        f'<text x="{label}" y="{y + 4}" text-anchor="{anchor_out}" fill="{colour}">{escape(end)}</text>'
    )
