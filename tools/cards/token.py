"""Draws what is round or small: ID tokens with their tag, coins, and the tiles with a number."""

from tools.cards import drawings, marks
from tools.cards.card import PAPER, QUIET, TAG_MM
from tools.cards.pen import BOLD, FONT, Pen
from tools.cards.piece import INK, Piece


def token(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """The face of an ID token, to be cut round or square."""
    pen.disc(w / 2, h / 2, w / 2 - 1.4, fill=PAPER)
    pen.disc(w / 2, h / 2, w / 2 - 2.2, line=piece.colour, width=0.4)
    _sign(pen, piece, w / 2, h * 0.64, 9.2)
    pen.words(piece.title, w / 2 - 10.5, h * 0.45, 21, 6.4, 7, BOLD, INK, middle=True)
    pen.line(piece.foot, w / 2, 5.1, 6, 15, FONT, QUIET, "middle")


def back(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """The side under which the tag is stuck."""
    pen.disc(w / 2, h / 2, w / 2 - 1.4, fill=piece.colour, line="#ffffff", width=0.4)
    pen.disc(w / 2, h / 2, TAG_MM / 2, fill=PAPER, line=INK, width=0.3, dash=0.8)
    _sign(pen, piece, w / 2, h / 2 + 2.4, 8)
    pen.line("tag here", w / 2, h / 2 - 6.4, 7, 18, FONT, INK, "middle")


def _sign(pen: Pen, piece: Piece, x: float, y: float, size: float) -> None:
    if piece.mark:
        marks.shape(pen, piece.mark[0], x, y, size / 2, piece.mark[1])
    else:
        drawings.draw(pen, piece.emblem[0], x, y, size * 1.15, piece.colour, 1.8)


def coin(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """One token of the bank: shape, letters and colour tell the currency."""
    currency = piece.tracks[0][0]
    points, colour, short, _ = marks.CURRENCIES[currency]
    pen.shape([(w / 2 + dx * w * 0.43, h / 2 + dy * h * 0.43) for dx, dy in points], fill="#ffffff")
    pen.shape([(w / 2 + dx * w * 0.375, h / 2 + dy * h * 0.375) for dx, dy in points], line=colour, width=0.3)
    pen.line(short, w / 2, h / 2 - 1.25, 8.5 if currency != "pa" else 6.6, 8, BOLD, colour, "middle")


def number(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """A tile with one large number."""
    pen.box(2.6, 2.6, w - 5.2, h - 5.2, fill=PAPER, round_=2)
    drawings.draw(pen, piece.emblem[0], w * 0.3, h * 0.58, 13)
    pen.line(piece.corner, w * 0.66, h * 0.58 - 5, 40, 20, BOLD, INK, "middle")
    pen.line(piece.title, w / 2, 8.6, 8, w - 8, BOLD, INK, "middle")
    pen.line(piece.band, w / 2, 4.8, 6.6, w - 8, FONT, QUIET, "middle")
