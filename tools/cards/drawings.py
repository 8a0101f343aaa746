"""Line drawings by name: the companion's own icons and miniatures, and what only paper needs.

"icon:power" and "mini:obelisk" are the drawings that the pages show (host/web/assets), so that table and screen look
alike; "glyph:gavel" is drawn below on the same field of 24 x 24, y downwards.
"""

import xml.etree.ElementTree as ElementTree
from functools import cache
from pathlib import Path
from typing import Any

from fontTools.pens.basePen import BasePen  # type: ignore[import-untyped]
from fontTools.svgLib.path import PathBuilder, parse_path  # type: ignore[import-untyped]
from reportlab.lib.colors import HexColor
from reportlab.lib.units import mm

from tools.cards.pen import Pen

ASSETS = Path(__file__).parents[2] / "host/web/assets"
SVG = "{http://www.w3.org/2000/svg}"
GLYPHS = {
    "gavel": "M4 20.5h10M5.5 18h7M9 5.5 15.5 12M6.5 8 13 14.5M9.5 5 6 8.5M16 11.5 12.5 15M12.5 8.5 20.5 16.5",
    "flask": "M9.5 3h5M10.5 3v6L5 18.3A1.8 1.8 0 0 0 6.6 21h10.8a1.8 1.8 0 0 0 1.6-2.7L13.5 9V3M7.8 15.5h8.4",
    "compass": "M12 3a9 9 0 1 0 .01 0ZM15.8 8.2 13.6 13.6 8.2 15.8 10.4 10.4ZM12 3v1.8M12 19.2V21M3 12h1.8"
    "M19.2 12H21",
    "stamp": "M9 12.5c1.5-2 0-4 0-6a3 3 0 0 1 6 0c0 2-1.5 4 0 6M4.5 12.5h15v4.5h-15ZM4.5 20.5h15",
    "cards": "M8.5 6.5h10.5v14.5H8.5ZM5 17.5V3h10.5M11.5 11h4.5M11.5 14.5h4.5",
    "flip": "M4 9a8.5 8.5 0 0 1 15-1.5M19.5 3.5v4.5H15M20 15a8.5 8.5 0 0 1-15 1.5M4.5 20.5V16H9",
    "shuffle": "M3 7.5h4l9 9h5M3 16.5h4l2.7-2.7M13.3 10.2 16 7.5h5M18 4.5l3 3-3 3M18 13.5l3 3-3 3",
    "finish": "M9.5 3h5M10.5 3v6L5 18.3A1.8 1.8 0 0 0 6.6 21h10.8a1.8 1.8 0 0 0 1.6-2.7L13.5 9V3"
    "M8.8 15.5l2.2 2.2 4.2-4.4",
    "exchange": "M4 8.5h14M14.5 5l3.5 3.5L14.5 12M20 16H6M9.5 12.5 6 16l3.5 3.5",
    "copy": "M8.5 8.5h12v12h-12ZM4 15.5V4h11.5M14.5 11.5v6M11.5 14.5h6",
    "hands": "M2.5 8.5h4l5 2.5 4-2.5h6M2.5 15.5h3l5.5 4 7-5M11.5 11l-2.5 2.5c1.5 1.2 3 .8 4.5-.8l5.5 4",
    "goal": "M12 3a9 9 0 1 0 .01 0ZM12 7.5a4.5 4.5 0 1 0 .01 0ZM12 12h.01",
    "letter": "M3 5.5h18v13H3ZM3 6l9 7.5L21 6",
    "lantern": "M9 5.5h6M10 5.5 12 2.5 14 5.5M8 8.5h8l1.5 9h-11ZM8.5 20.5h7"
    "M12 11c1.5 2 2 2.8 2 3.8a2 2 0 0 1-4 0c0-1 .5-1.8 2-3.8Z",
    "lock": "M5.5 10.5h13v10h-13ZM8.5 10.5v-3a3.5 3.5 0 0 1 7 0v3M12 14.5v2.5",
    "leaf": "M5 19.5C3.5 10 9 4.5 20 4c.5 10-4 16-12.5 14.5M5 19.5C8 14.5 11.5 11 15.5 8.5M9.5 14.8v-4.3"
    "M12.3 11.6h3.7",
    "moon": "M15.5 3.5a9 9 0 1 0 5 13A7.5 7.5 0 0 1 15.5 3.5Z",
    "pick": "M4.5 20 15 9.5M8 5.5c5-2 9.5.5 11.5 8M13.5 6l5 5",
    "book": "M12 6.5C10 4.5 7 4 3.5 4v14.5c3.5 0 6.5.5 8.5 2.5 2-2 5-2.5 8.5-2.5V4C17 4 14 4.5 12 6.5ZM12 6.5V21",
    "crane": "M4 20.5h16M7 20.5V6.5M7 6.5h11.5M7 6.5l3.5-3M16 6.5v4M13.5 10.5h5v4h-5Z",
    "cross_med": "M9.5 4h5v5.5H20v5h-5.5V20h-5v-5.5H4v-5h5.5Z",
    "coins": "M12 4.5c4 0 7 1.2 7 2.7s-3 2.7-7 2.7-7-1.2-7-2.7 3-2.7 7-2.7Z"
    "M5 7.2v5c0 1.5 3 2.7 7 2.7s7-1.2 7-2.7v-5M5 12.2v5c0 1.5 3 2.7 7 2.7s7-1.2 7-2.7v-5",
    "scales": "M12 3.5v17M7.5 20.5h9M4 7l8-1.5L20 7M4 7l-2.5 6.5a3 3 0 0 0 5 0ZM20 7l-2.5 6.5a3 3 0 0 0 5 0Z",
    "storm": "M7 13.5a4 4 0 0 1-.4-8 5.5 5.5 0 0 1 10.6-1.3 4.7 4.7 0 0 1 .3 9.3M12.5 11 9.5 15.5h4l-3 5.5",
    "drop_acc": "M5 5.5h14v15H5ZM5 12c2.3-1.5 4.7 1.5 7 0s4.7-1.5 7 0M8.5 5.5v-2h7v2",
    "bed": "M3 19.5v-13M3 16h18v3.5M21 16v-3.5a3 3 0 0 0-3-3H10V16M6.5 10.5a1.5 1.5 0 1 0 .01 0Z",
    "crown": "M3.5 18.5h17M4.5 15.5 3.5 7l5 3.5L12 4.5l3.5 6 5-3.5-1 8.5Z",
    "hub": "M12 2.5 20.5 7.3v9.4L12 21.5 3.5 16.7V7.3ZM12 8a4 4 0 1 0 .01 0ZM12 2.5V8M20.5 16.7l-5-2.9"
    "M3.5 16.7l5-2.9",
}  # fmt: skip
PAINT = {  # classes of the miniatures: fill, line, width of the line
    "ma": ("#d5deec", "#5d7097", 0.6), "mb": ("#93a5c6", "#5d7097", 0.6), "mc": ("#46577a", "", 0.0),
    "me": ("#3f6fb8", "#24477c", 0.6), "mf": ("#5fae7c", "", 0.0), "mt": ("#bcd9ea", "#7fa3bd", 1.0),
    "mg": ("#ffc66b", "", 0.0), "ml": ("", "#5d7097", 1.6), "mk": ("", "#d5deec", 2.2), "mw": ("", "#f4f7fd", 2.2),
}  # fmt: skip


class _Steps(BasePen):  # type: ignore[misc]
    """Takes an outline apart into what a path of reportlab is asked for."""

    def __init__(self) -> None:
        super().__init__(None)
        self.steps: list[tuple[str, tuple[float, ...]]] = []

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self.steps.append(("moveTo", pt))

    def _lineTo(self, pt: tuple[float, float]) -> None:
        self.steps.append(("lineTo", pt))

    def _curveToOne(self, pt1: Any, pt2: Any, pt3: Any) -> None:
        self.steps.append(("curveTo", (*pt1, *pt2, *pt3)))

    def _closePath(self) -> None:
        self.steps.append(("close", ()))


@cache
def _steps(outline: str) -> list[tuple[str, tuple[float, ...]]]:
    pen = _Steps()
    parse_path(outline, pen)
    return pen.steps


@cache
def _symbols() -> dict[str, tuple[float, tuple[tuple[str, str], ...]]]:
    """Name -> (side of its field, ((class, outline), ...))."""
    found: dict[str, tuple[float, tuple[tuple[str, str], ...]]] = {
        f"glyph:{name}": (24.0, (("", outline),)) for name, outline in GLYPHS.items()
    }
    for kind, file in (("icon", "icons.svg"), ("mini", "minis.svg")):
        for symbol in ElementTree.parse(ASSETS / file).iter(f"{SVG}symbol"):
            name, side = symbol.attrib["id"].split("-", 1)[1], float(symbol.attrib["viewBox"].split()[2])
            found[f"{kind}:{name}"] = (side, tuple(_outlines(symbol)))
    return found


def _outlines(symbol: ElementTree.Element) -> list[tuple[str, str]]:
    made = []
    for element in symbol.iter():
        builder = PathBuilder()
        builder.add_path_from_element(element)
        made += [(element.attrib.get("class", ""), outline) for outline in builder.paths]
    return made


def names() -> set[str]:
    """All drawings there are."""
    return set(_symbols())


def draw(pen: Pen, name: str, x: float, y: float, size: float, colour: str = "#232f42", width: float = 1.8) -> None:
    """The drawing around (x, y). Icons are lines of one colour; miniatures have their own colours."""
    side, outlines = _symbols()[name]
    canvas, scale = pen.canvas, size * mm / side
    canvas.saveState()
    canvas.translate((x - size / 2) * mm, (y + size / 2) * mm)
    canvas.scale(scale, -scale)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for kind, outline in outlines:
        fill, line, wide = PAINT.get(kind, ("", colour, width))
        path = canvas.beginPath()
        for step, numbers in _steps(outline):
            getattr(path, step)(*numbers)
        if fill:
            canvas.setFillColor(HexColor(fill), 1)
        if line:
            canvas.setStrokeColor(HexColor(line), 1)
            canvas.setLineWidth(wide)
        canvas.drawPath(path, stroke=int(bool(line)), fill=int(bool(fill)))
    canvas.restoreState()
