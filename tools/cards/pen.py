"""A pen that draws in millimetres from the lower left corner of a piece.

Rule 1: text is never cut: it shrinks down to `SMALLEST_PT`, and what then does not fit is an error with a name.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

import reportlab
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph

from host.errors import UserError

FONT, BOLD, ITALIC = "Vera", "VeraBd", "VeraIt"
SMALLEST_PT = 6.0
PT_MM = 1 / mm  # millimetres of a point
Points = Iterable[tuple[float, float]]


class DoesNotFit(UserError):
    """A piece has more text than its card holds."""


def load_fonts() -> None:
    """The fonts that come with reportlab: free to embed, with every letter that the content uses (tested)."""
    folder = Path(reportlab.__file__).parent / "fonts"
    for name in (FONT, BOLD, ITALIC):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, folder / f"{name}.ttf"))


def mixed(colour: str, other: str, share: float) -> str:
    """A colour that lies `share` of the way to another."""
    pairs = ((int(colour[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(one + (two - one) * share):02x}" for one, two in pairs)


def _paragraph(text: str, size: float, font: str, colour: str, middle: bool) -> Paragraph:
    style = ParagraphStyle("", None, fontName=font, fontSize=size, leading=size * 1.27, textColor=HexColor(colour),
                           alignment=1 if middle else 0)  # fmt: skip
    return Paragraph(escape(text), style)


def height_of(text: str, room: float, size_pt: float, font: str = FONT) -> float:
    """Millimetres that a paragraph takes; 0 for none."""
    return float(_paragraph(text, size_pt, font, "#000000", False).wrap(room * mm, 1000)[1] * PT_MM) if text else 0.0


class Pen:
    """`who` names the piece in complaints. Colours are "#rrggbb"; an empty one draws nothing."""

    def __init__(self, canvas: Canvas, who: str) -> None:
        self.canvas = canvas
        self.who = who

    # -- shapes ----------------------------------------------------------------------------------------------------

    def _ready(self, fill: str, line: str, width: float, alpha: float) -> tuple[int, int]:
        if fill:
            self.canvas.setFillColor(HexColor(fill), alpha)
        if line:
            self.canvas.setStrokeColor(HexColor(line), alpha)
            self.canvas.setLineWidth(width * mm)
        return int(bool(line)), int(bool(fill))

    def box(self, x: float, y: float, w: float, h: float, fill: str = "", line: str = "", width: float = 0.3,
            round_: float = 0, alpha: float = 1) -> None:  # fmt: skip
        stroke, filled = self._ready(fill, line, width, alpha)
        self.canvas.roundRect(x * mm, y * mm, w * mm, h * mm, round_ * mm, stroke=stroke, fill=filled)

    def square(self, x: float, y: float, side: float, fill: str, alpha: float = 1) -> None:
        """A dot, as small as a star."""
        self._ready(fill, "", 0, alpha)
        self.canvas.rect(x * mm, y * mm, side * mm, side * mm, stroke=0, fill=1)

    def disc(self, x: float, y: float, r: float, fill: str = "", line: str = "", width: float = 0.3,
             alpha: float = 1, dash: float = 0) -> None:  # fmt: skip
        stroke, filled = self._ready(fill, line, width, alpha)
        self.canvas.setDash(*([dash * mm, dash * mm] if dash else []))
        self.canvas.circle(x * mm, y * mm, r * mm, stroke=stroke, fill=filled)
        self.canvas.setDash()

    def shape(self, points: Points, fill: str = "", line: str = "", width: float = 0.3, closed: bool = True,
              alpha: float = 1) -> None:  # fmt: skip
        stroke, filled = self._ready(fill, line, width, alpha)
        self.canvas.setLineJoin(1)
        self.canvas.setLineCap(1)
        path = self.canvas.beginPath()
        for index, (x, y) in enumerate(points):
            (path.moveTo if index == 0 else path.lineTo)(x * mm, y * mm)
        if closed:
            path.close()
        self.canvas.drawPath(path, stroke=stroke, fill=filled)

    @contextmanager
    def inside(self, x: float, y: float, w: float, h: float, round_: float = 0) -> Iterator[None]:
        """What is drawn meanwhile is cut at a rectangle."""
        self.canvas.saveState()
        path = self.canvas.beginPath()
        path.roundRect(x * mm, y * mm, w * mm, h * mm, round_ * mm)
        self.canvas.clipPath(path, stroke=0, fill=0)
        yield
        self.canvas.restoreState()

    def fade(self, x: float, y: float, h: float, low: str, high: str) -> None:
        """A vertical change of colour over everything `inside`."""
        self.canvas.linearGradient(x * mm, y * mm, x * mm, (y + h) * mm, (HexColor(low), HexColor(high)))

    # -- text ------------------------------------------------------------------------------------------------------

    def width(self, text: str, size_pt: float, font: str = BOLD) -> float:
        return float(pdfmetrics.stringWidth(text, font, size_pt)) * PT_MM

    def line(self, text: str, x: float, y: float, size_pt: float, room: float, font: str = BOLD,
             colour: str = "#232f42", at: str = "left") -> float:  # fmt: skip
        """One line, its foot at y; smaller when `room` is narrow. Its width; DoesNotFit."""
        wide = self.width(text, size_pt, font)
        size = size_pt if wide <= room else size_pt * room / wide
        if size < SMALLEST_PT - 0.01:
            raise DoesNotFit(f"{self.who}: the line {text!r} is too long for its place.")
        self.canvas.setFillColor(HexColor(colour), 1)
        self.canvas.setFont(font, size)
        draw = {"left": "drawString", "middle": "drawCentredString", "right": "drawRightString"}[at]
        getattr(self.canvas, draw)(x * mm, y * mm, text)
        return min(wide, room)

    def words(self, text: str, x: float, top: float, room: float, height: float, size_pt: float = 9,
              font: str = FONT, colour: str = "#232f42", middle: bool = False) -> float:  # fmt: skip
        """A paragraph below `top`, in the largest size up to `size_pt` that fits. Its height; DoesNotFit."""
        size = size_pt
        while size >= SMALLEST_PT:
            made = _paragraph(text, size, font, colour, middle)
            used = float(made.wrap(room * mm, 1000)[1] * PT_MM)
            if used <= height + 0.01:
                self.canvas.setFillColor(HexColor(colour), 1)
                made.drawOn(self.canvas, x * mm, (top - used) * mm)
                return used
            size -= 0.25
        raise DoesNotFit(f"{self.who} has more text than its card holds.", "Shorten its text.")
