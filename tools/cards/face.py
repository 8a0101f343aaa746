"""Draws one piece into a rectangle of the sheet, with as much of its edge's colour around it as the cutter may need.

Rule: colour is never alone: signs have shapes, bands have words.
"""

from collections.abc import Callable
from math import ceil
from zlib import crc32

from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tools.cards import board, card, tile, token
from tools.cards.pen import FONT, SMALLEST_PT, DoesNotFit, Pen, load_fonts
from tools.cards.piece import Piece

__all__ = ("FONT", "LOOKS", "SMALLEST_PT", "DoesNotFit", "draw", "load_fonts")

LOOKS: dict[str, Callable[[Pen, Piece, float, float], None]] = {
    "card": card.front, "assistant": card.front, "fields": card.fields, "back": card.back,
    "tile": tile.module, "arc": tile.hub, "board": board.manager, "solo": board.solo, "phases": board.phases,
    "legend": board.legend, "token": token.token, "token_back": token.back, "coin": token.coin, "number": token.number,
}  # fmt: skip
REPEATED = ("back", "coin")  # kept in the file once, however many there are; such forms know no alpha


def draw(canvas: Canvas, piece: Piece, x: float, y: float, width: float, height: float, bleed: float = 0) -> None:
    """The piece at (x, y), lengths in points. DoesNotFit names the piece whose text is too long."""
    pen = Pen(canvas, f"{piece.title} ({piece.foot})" if piece.foot else piece.title)
    name = f"piece{crc32(repr(piece).encode()):08x}" if piece.look in REPEATED else ""
    if name and not canvas.hasForm(name):
        canvas.beginForm(name, -20, -20, ceil(width) + 20, ceil(height) + 20)
        _piece(pen, piece, width / mm, height / mm, bleed / mm)
        canvas.endForm()
    canvas.saveState()
    canvas.translate(x, y)
    if name:
        canvas.doForm(name)
    else:
        _piece(pen, piece, width / mm, height / mm, bleed / mm)
    canvas.restoreState()


def _piece(pen: Pen, piece: Piece, w: float, h: float, around: float) -> None:
    pen.box(-around, -around, w + 2 * around, h + 2 * around, fill=piece.colour)
    LOOKS[piece.look](pen, piece, w, h)
