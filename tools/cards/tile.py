"""Draws Module tiles and the ARC's tile: what the Module does, and circles of a token's size where tokens are put.

A circle with "/" offers a choice, one with "+" gives all; two circles behind each other copy; the large socket of the
ARC holds any number of tokens.
"""

from tools.cards import drawings, marks, nature
from tools.cards.card import EDGE, PAPER, QUIET, SHADE, sky_of, title_bar
from tools.cards.pen import BOLD, FONT, Pen
from tools.cards.piece import INK, TOKEN_MM, Piece, Socket

R = TOKEN_MM[0] / 2
DIVIDERS = {"or": "/", "and": "+", "large": "/"}


def module(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """A Module tile: picture, influences, and the Action Socket if it has one."""
    title_bar(pen, Piece(piece.title, piece.band, piece.colour, foot=piece.foot), w, h)
    left, top = EDGE + 1.6, h - 14.2
    wide = 36 if piece.sockets else w - 2 * EDGE - 3.2
    rows = (len(piece.levels) + len(piece.extras) + 1) // 2
    low = EDGE + 2 * R + 3.4 if piece.sockets else EDGE + 2.4 + 7.4 * max(1, rows)
    nature.window(pen, left, low, wide, top - low, sky_of(piece.colour), piece.emblem, piece.foot)
    x = left
    for sign, words in (("glyph:stamp", piece.corner), ("icon:phase_3", piece.text)):
        wide = pen.width(words, 7) + 6.8
        pen.box(x + 1, top - 6.4, wide, 5.4, fill=PAPER, round_=1.6)
        drawings.draw(pen, sign, x + 3.8, top - 3.7, 4, INK, 2.0)
        pen.line(words, x + 6.2, top - 4.6, 7, wide)
        x += wide + 0.8
    if not piece.sockets:
        half = (w - 2 * EDGE - 6) / 2
        columns = (Piece("", "", "", levels=piece.levels[::2], extras=piece.extras[::2]),
                   Piece("", "", "", levels=piece.levels[1::2], extras=piece.extras[1::2]))  # fmt: skip
        for column, half_of in enumerate(columns):
            influences(pen, half_of, left + 1 + column * (half + 1), low - 0.6, half, EDGE + 1)
        return
    influences(pen, piece, left + 38, top - 0.4, w - EDGE - left - 39.4, EDGE + 24)
    pen.shape([(left + 38, EDGE + 24.6), (w - EDGE - 2, EDGE + 24.6)], line=SHADE, width=0.4, closed=False)
    for each in piece.sockets:
        socket(pen, each, left + R + 0.4, EDGE + R + 1.6)
        pen.words(each.words, left + 2 * R + 2.6, EDGE + 23.4, w - 2 * EDGE - 2 * R - 5.4, 21.6, 10)


def influences(pen: Pen, piece: Piece, x: float, top: float, room: float, bottom: float) -> None:
    """Signs, words and steps, then what is counted otherwise."""
    rows = len(piece.levels) + len(piece.extras)
    step = min(7.4, (top - bottom) / max(1, rows))
    y = top - step / 2
    for sign, words, level in piece.levels:
        marks.sign(pen, sign, x + 2, y, min(5.2, step), INK)
        pen.line(words, x + 5.2, y - 0.8, 6.8, room - 14.4, FONT, INK)
        marks.steps(pen, level, x + room - 9.2, y)
        y -= step
    for sign, words in piece.extras:
        marks.sign(pen, sign, x + 2, y, min(4.8, step), INK)
        pen.line(words, x + 4.8, y - 0.8, 7, room - 4.8, BOLD, INK)
        y -= step


def socket(pen: Pen, it: Socket, x: float, y: float) -> None:
    """The circle in which a token is put, with the signs of its actions."""
    if it.join == "copy":
        pen.disc(x + 1.2, y + 1.2, R - 1.2, fill=SHADE, line=INK, width=0.4)
    pen.disc(x, y, R - (1.2 if it.join == "copy" else 0), fill="#ffffff", line=INK, width=0.7)
    pen.disc(x, y, R - 2, line=INK, width=0.2, dash=0.9)
    count = len(it.actions)
    size = {1: 13.0, 2: 9.6}.get(count, 5.2)
    if count <= 2:
        for index, (sign, _) in enumerate(it.actions):
            marks.sign(pen, sign, x + (index - (count - 1) / 2) * 14, y, size, INK)
        if count == 2:
            pen.line(DIVIDERS[it.join], x, y - 2.6, 20, 8, BOLD, INK, "middle")
        return
    for index, (sign, _) in enumerate(it.actions):
        at = y + ((count - 1) / 2 - index) * 5.6
        marks.sign(pen, sign, x + 1, at, size, INK)
        if index:
            pen.line(DIVIDERS[it.join], x - 6.4, at - 1.2, 9, 4, BOLD, INK, "middle")


def hub(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """The ARC's tile: the large socket and four single ones."""
    title_bar(pen, Piece(piece.title, piece.band, piece.colour, foot=piece.foot), w, h)
    left, top = EDGE + 1.6, h - 14.2
    nature.window(pen, left, 44, 42, top - 44, sky_of(piece.colour), piece.emblem, piece.foot)
    influences(pen, piece, left + 1, 42.6, 40, EDGE + 4)
    large, singles = piece.sockets[0], piece.sockets[1:]
    x, wide, high = left + 45, 54, top - EDGE - 1.6
    pen.box(x, EDGE + 1.6, wide, high, fill="#ffffff", line=INK, width=0.7, round_=R)
    pen.box(x + 2, EDGE + 3.6, wide - 4, high - 4, line=INK, width=0.2, round_=R - 2)
    for index, (sign, _) in enumerate(large.actions):
        marks.sign(pen, sign, x + wide / 2 + (index - 0.5) * 24, top - 16, 14, INK)
    pen.line("/", x + wide / 2, top - 19.4, 26, 10, BOLD, INK, "middle")
    pen.words(large.words, x + 7, top - 26, wide - 14, 14, 9, middle=True)
    for column in (0, 1):
        pen.disc(x + wide / 2 + (column - 0.5) * 21, EDGE + 24, 9.4, line=QUIET, width=0.25, dash=0.9)
    pen.words("Any number of tokens, again and again", x + 7, EDGE + 11, wide - 14, 8, 7, FONT, QUIET, True)
    for index, each in enumerate(singles):
        at = x + wide + 20 + index % 2 * 40
        y = top - R - 0.4 - index // 2 * 41
        socket(pen, each, at, y)
        pen.words(each.words, at - 19, y - R - 0.6, 38, 9, 7.5, middle=True)
