"""Draws one piece into a rectangle. Lengths in points, from the lower left corner, as reportlab has them.

Rule 1: text is never cut: it shrinks down to `SMALLEST_PT`, and what then does not fit is an error with a name.
Rule 2: colour is never alone: signs have shapes, bands have words.
"""

from pathlib import Path

import reportlab
from reportlab.lib.colors import HexColor, white
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Paragraph, Table

from host.errors import UserError
from tools.cards import marks
from tools.cards.deck import INK, Piece

FONT, BOLD, ITALIC = "Vera", "VeraBd", "VeraIt"
SMALLEST_PT = 5.5
TAG_MM = 25  # a round sticker tag
_PAD = 3.2 * mm
_PAPER = "#fbf8f1"


class DoesNotFit(UserError):
    """A piece has more text than its card holds."""


def load_fonts() -> None:
    """The fonts that come with reportlab: free to embed, with every letter that the content uses (tested)."""
    folder = Path(reportlab.__file__).parent / "fonts"
    for name in (FONT, BOLD, ITALIC):
        if name not in pdfmetrics.getRegisteredFontNames():
            pdfmetrics.registerFont(TTFont(name, folder / f"{name}.ttf"))


def draw(canvas: Canvas, piece: Piece, x: float, y: float, width: float, height: float) -> None:
    """The whole piece. DoesNotFit names the piece whose text is too long."""
    canvas.saveState()
    canvas.translate(x, y)
    canvas.setFillColor(HexColor(_PAPER))
    canvas.roundRect(0, 0, width, height, 3 * mm, stroke=0, fill=1)
    if width == height and not piece.rows and not piece.text:
        _token(canvas, piece, width)
    elif piece.corner or piece.text or piece.rows:
        _front(canvas, piece, width, height)
    else:
        _back(canvas, piece, width, height)
    canvas.restoreState()


def _token(canvas: Canvas, piece: Piece, size: float) -> None:
    canvas.setStrokeColor(HexColor(piece.colour))
    canvas.setLineWidth(1.6 * mm)
    canvas.circle(size / 2, size / 2, size / 2 - 1.5 * mm, stroke=1, fill=0)
    canvas.setFillColor(HexColor(piece.colour))
    if piece.mark:
        marks.draw(canvas, marks.SHAPES[piece.mark[0]], size / 2, size * 0.6, size * 0.15)
    y = size * 0.3 if piece.mark else size * 0.46
    canvas.setFillColor(HexColor(INK))
    _line(canvas, piece.title, BOLD, 7.5, size / 2, y, size - 8 * mm)
    _line(canvas, piece.foot, FONT, 5, size / 2, y - 3 * mm, size - 12 * mm)


def _back(canvas: Canvas, piece: Piece, width: float, height: float) -> None:
    canvas.setFillColor(HexColor(piece.colour))
    canvas.roundRect(2 * mm, 2 * mm, width - 4 * mm, height - 4 * mm, 2 * mm, stroke=0, fill=1)
    canvas.setStrokeColor(white)
    canvas.setLineWidth(0.4 * mm)
    canvas.roundRect(3.5 * mm, 3.5 * mm, width - 7 * mm, height - 7 * mm, 1.5 * mm, stroke=1, fill=0)
    canvas.setFillColor(white)
    _line(canvas, piece.band, BOLD, 15, width / 2, height * 0.8, width - 12 * mm)
    _line(canvas, piece.title, FONT, 6.5, width / 2, height * 0.12, width - 12 * mm)
    if piece.tag:
        canvas.setDash(2, 2)
        canvas.circle(width / 2, height / 2, TAG_MM / 2 * mm, stroke=1, fill=0)
        canvas.setDash()
        _line(canvas, "tag here", FONT, 6, width / 2, height / 2 - 2, TAG_MM * mm)


def _front(canvas: Canvas, piece: Piece, width: float, height: float) -> None:
    band = 12.5 * mm
    canvas.setFillColor(HexColor(piece.colour))
    canvas.roundRect(0, height - band, width, band, 3 * mm, stroke=0, fill=1)
    canvas.rect(0, height - band, width, band / 2, stroke=0, fill=1)
    canvas.setFillColor(white)
    left = _PAD
    if piece.mark:
        marks.draw(canvas, marks.SHAPES[piece.mark[0]], left + 2 * mm, height - 5.4 * mm, 2.2 * mm)
        left += 6 * mm
    room = width - left - _PAD
    if piece.corner:
        canvas.setFont(BOLD, 8)
        canvas.drawRightString(width - _PAD, height - 10.6 * mm, piece.corner)
    _left(canvas, piece.title, BOLD, 10, left, height - 6.4 * mm, room)
    _left(canvas, piece.band, FONT, 6.2, left, height - 10.6 * mm, room - len(piece.corner) * 2 * mm)
    top = height - band - 2 * mm
    top = _signs(canvas, piece, top)
    top = _price(canvas, piece, width, top)
    top = _rows(canvas, piece, width, top)
    _words(canvas, piece, width, top)
    canvas.setFillColor(HexColor("#6b7480"))
    canvas.setFont(FONT, 5)
    canvas.drawString(_PAD, 2.2 * mm, piece.foot)


def _signs(canvas: Canvas, piece: Piece, top: float) -> float:
    """Shapes of the statuses that a card moves, each as often as it does, with plus or minus."""
    if not any(piece.signs):
        return top
    x = _PAD + 2 * mm
    for points, level in zip(marks.STATUSES, piece.signs, strict=True):
        if not level:
            continue
        canvas.setFillColor(HexColor("#2e7d4f" if level > 0 else "#a8323e"))
        canvas.setFont(BOLD, 9)
        canvas.drawString(x - 2 * mm, top - 4.4 * mm, "+" if level > 0 else "−")
        x += 2.6 * mm
        for _ in range(abs(level)):
            marks.draw(canvas, points, x, top - 3.2 * mm, 1.9 * mm)
            x += 4.4 * mm
        x += 2 * mm
    return top - 7 * mm


def _price(canvas: Canvas, piece: Piece, width: float, top: float) -> float:
    if not piece.price:
        return top
    canvas.setFillColor(HexColor("#ece4d2"))
    canvas.rect(0, top - 6 * mm, width, 6 * mm, stroke=0, fill=1)
    canvas.setFillColor(HexColor(INK))
    _left(canvas, f"Price: {piece.price}", BOLD, 7.2, _PAD, top - 4.1 * mm, width - 2 * _PAD)
    return top - 8 * mm


def _rows(canvas: Canvas, piece: Piece, width: float, top: float) -> float:
    if not piece.rows:
        return top
    large = width > 120 * mm
    table = Table(piece.rows, colWidths=[(width - 2 * _PAD) * 0.52, (width - 2 * _PAD) * 0.48])
    size = 9 if large else 6.6
    table.setStyle([
        ("FONT", (0, 0), (0, -1), FONT, size), ("FONT", (1, 0), (1, -1), BOLD, size),
        ("TOPPADDING", (0, 0), (-1, -1), 0.8), ("BOTTOMPADDING", (0, 0), (-1, -1), 1.2),
        ("LEFTPADDING", (0, 0), (-1, -1), 0), ("TEXTCOLOR", (0, 0), (-1, -1), HexColor(INK)),
        ("LINEBELOW", (0, 0), (-1, -2), 0.3, HexColor("#d8cfba")),
    ])  # fmt: skip
    _, used = table.wrap(width - 2 * _PAD, top)
    table.drawOn(canvas, _PAD, top - used)
    return float(top - used - 2 * mm)


def _style(font: str, size: float) -> ParagraphStyle:
    return ParagraphStyle("", None, fontName=font, fontSize=size, leading=size * 1.28, textColor=HexColor(INK))


def _words(canvas: Canvas, piece: Piece, width: float, top: float) -> None:
    bottom, room = 5 * mm, width - 2 * _PAD
    size = 10.0 if width > 120 * mm else 7.6
    while size >= SMALLEST_PT:
        made = [
            Paragraph(text, _style(font, size)) for text, font in ((piece.text, FONT), (piece.story, ITALIC)) if text
        ]
        heights = [paragraph.wrap(room, top)[1] for paragraph in made]
        if sum(heights) + 2 * mm * max(0, len(made) - 1) <= top - bottom:
            break
        size -= 0.25
    else:
        raise DoesNotFit(f"{piece.title} ({piece.foot}) has more text than its card holds.", "Shorten its text.")
    if not made:
        return
    made[0].drawOn(canvas, _PAD, top - heights[0])
    if len(made) == 2:
        made[1].drawOn(canvas, _PAD, bottom)


def _fit(text: str, font: str, size: float, room: float) -> float:
    """The size at which `text` is at most `room` wide."""
    width = pdfmetrics.stringWidth(text, font, size)
    fits = size if width <= room else size * room / width
    if fits < SMALLEST_PT - 1.5:
        raise DoesNotFit(f"The line {text!r} is too long for its place.")
    return float(fits)


def _line(canvas: Canvas, text: str, font: str, size: float, x: float, y: float, room: float) -> None:
    canvas.setFont(font, _fit(text, font, size, room))
    canvas.drawCentredString(x, y, text)


def _left(canvas: Canvas, text: str, font: str, size: float, x: float, y: float, room: float) -> None:
    canvas.setFont(font, _fit(text, font, size, room))
    canvas.drawString(x, y, text)
