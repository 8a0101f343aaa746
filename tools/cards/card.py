"""Draws cards: title, a window with the emblem, what it moves, its text, its price. And the backs of everything.

Edges are of one colour for 2.6 mm, so a cut that is a little off does not show.
"""

import math
from random import Random

from tools.cards import drawings, marks, nature
from tools.cards.pen import BOLD, FONT, ITALIC, Pen, height_of, mixed
from tools.cards.piece import BLUE, GREEN, INK, RED, SAND, TOKEN_MM, YELLOW, Piece

PAPER, SHADE, QUIET = "#fbf8f1", "#ece4d2", "#5a6472"
SKY = {GREEN: "green", RED: "red", BLUE: "blue", YELLOW: "sand", SAND: "sand", INK: "violet"}
TAG_MM = 25  # a round sticker tag
EDGE = 2.6
TEXT_PT, STORY_PT = 10.5, 7.4
WINDOW = 31.2  # the least height of a picture: a token fits into it


def sky_of(colour: str) -> str:
    return SKY.get(colour, "violet")


def front(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """A card, an Ability tile or a reference card."""
    title_bar(pen, piece, w, h)
    x, room, top, low = EDGE + 1.6, w - 2 * EDGE - 3.2, h - 14.2, EDGE + 1.4
    tall = h > 60
    if piece.price is not None or piece.extras:
        low = _bottom(pen, piece, w)
    story = height_of(piece.story, room - 1.2, STORY_PT, ITALIC)
    if story:
        pen.words(piece.story, x + 0.6, low + 0.6 + story, room - 1.2, story, STORY_PT, ITALIC, QUIET)
        low += story + 2
    if tall:
        top = _window(pen, piece, x, top, room, low, w)
    else:
        size, wide = h - 18.1, 12.0 if len(piece.text) > 75 else h - 18.1
        nature.window(pen, x, EDGE + 1.6, wide, size, sky_of(piece.colour), piece.emblem[:1], piece.foot)
        x, room = x + wide + 1.6, room - wide - 1.6
    if piece.text:
        pen.words(piece.text, x + 0.6, top, room - 1.2, top - low, TEXT_PT if tall else 9)


def _window(pen: Pen, piece: Piece, x: float, top: float, room: float, low: float, w: float) -> float:
    """The picture takes what the text leaves, and at least `WINDOW`; where the text may begin."""
    below = 12.5 if any(piece.signs) else 1.6
    size = max(WINDOW, top - low - below - height_of(piece.text, room - 1.2, TEXT_PT) - 0.5)
    nature.window(pen, x, top - size, room, size, sky_of(piece.colour), piece.emblem, f"{piece.band} {piece.foot}")
    if piece.look == "assistant":
        pen.disc(w / 2, top - size / 2, TOKEN_MM[0] / 2, line="#ffffff", width=0.7, dash=1.6)
    return _signs(pen, piece, x, top - size) if any(piece.signs) else top - size - below


def title_bar(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """The panel, and above it title, kind of card and the corner's badge."""
    pen.box(EDGE, EDGE, w - 2 * EDGE, h - 12.6 - EDGE, fill=PAPER, round_=1.6)
    left, room = EDGE + 1.6, w - 2 * EDGE - 3.2
    if piece.mark:
        pen.disc(left + 3.6, h - 7, 3.8, fill=PAPER)
        marks.shape(pen, piece.mark[0], left + 3.6, h - 7, 2.6, piece.mark[1])
        left, room = left + 9, room - 9
    if piece.corner:
        wide = max(8.5, pen.width(piece.corner, 9) + 3)
        pen.box(w - EDGE - 1.4 - wide, h - 10.8, wide, 7.6, fill=PAPER, round_=3.4)
        pen.line(piece.corner, w - EDGE - 1.4 - wide / 2, h - 8.2, 9, wide - 1.5, BOLD, INK, "middle")
        room -= wide + 1.5
    pen.line(piece.title, left, h - 7, 11, room, BOLD, "#ffffff")
    foot = pen.width(piece.foot, 6.2, FONT) if piece.foot else 0
    pen.line(piece.band, left, h - 11, 6.8, room - foot - 1, FONT, "#ffffff")
    pen.line(piece.foot, left + room, h - 11, 6.2, room, FONT, "#ffffff", "right")


def _signs(pen: Pen, piece: Piece, x: float, top: float) -> float:
    """Statuses that a card moves, half over the window; where the text may begin."""
    moved = [(index, level) for index, level in enumerate(piece.signs) if level]
    for place, (index, level) in enumerate(moved):
        at = x + 6 + place * 16
        marks.status(pen, index, level, at, top - 0.6)
        pen.line(marks.STATUSES[index][1], at, top - 10.2, 6.2, 15.5, FONT, QUIET, "middle")
    return top - 12


def _bottom(pen: Pen, piece: Piece, w: float) -> float:
    """The bar with the price, or with what a Goal brings; its upper edge."""
    x, y, high, room = EDGE + 1.6, EDGE + 1.6, 6.6, w - 2 * EDGE - 3.2
    pen.box(x, y, room, high, fill=SHADE, round_=1.4)
    if piece.price is not None:
        at = x + 2 + pen.line("Price", x + 2, y + 2.3, 7.2, 12, FONT, QUIET) + 2
        marks.price(pen, piece.price, at, y + high / 2)
    step = room / max(1, len(piece.extras))
    for index, (sign, words) in enumerate(piece.extras):
        left = x + index * step
        wide = pen.width(words, 8) + 6.2
        marks.sign(pen, sign, left + (step - wide) / 2 + 2.2, y + high / 2, 4.6, INK)
        pen.line(words, left + (step - wide) / 2 + 5.6, y + 2.2, 8, step - 6, BOLD, INK)
    return y + high + 1.2


def fields(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """The back of an Artifact, which lies up while its fields are filled: a place for every token."""
    title_bar(pen, piece, w, h)
    x, room = EDGE + 1.6, w - 2 * EDGE - 3.2
    nature.window(pen, x, h - 46.2, room, 32, sky_of(piece.colour), piece.emblem, "unknown")
    for row, name in enumerate(("Expedition", "Research")):
        y = h - 50 - row * 19
        drawings.draw(pen, ("glyph:compass", "glyph:flask")[row], x + 2, y + 1.1, 4)
        pen.line(f"{name}: fill one field, then the other", x + 5, y, 7, room - 5, BOLD)
        left = x
        for currency, count in piece.tracks[2 * row : 2 * row + 2]:
            pen.box(left, y - 14.6, count * 13 + 0.4, 13.6, fill=SHADE, round_=1.4)
            for slot in range(count):
                marks.coin(pen, currency, left + 6.7 + slot * 13, y - 7.8, 5.2,
                           marks.CURRENCIES[currency][2], pale=True)  # fmt: skip
            left += count * 13 + 1.6


def back(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """A net of Modules and corridors over the deck's colour; where the tag goes, or the hub's sign."""
    _net(pen, w, h, piece.band, piece.colour)
    pen.box(EDGE + 1, EDGE + 1, w - 2 * EDGE - 2, h - 2 * EDGE - 2, line="#ffffff", width=0.35, round_=2)
    r = TAG_MM / 2
    pen.disc(w / 2, h / 2, min(r + 2.2, h * 0.3), fill=piece.colour, line="#ffffff", width=0.5)
    if piece.tag:
        pen.disc(w / 2, h / 2, r, line="#ffffff", width=0.3, dash=0.8)
        drawings.draw(pen, "glyph:hub", w / 2, h / 2 + 2.4, 10, "#ffffff", 1.2)
        pen.line("tag here", w / 2, h / 2 - 6.6, 7, 20, FONT, "#ffffff", "middle")
    else:
        drawings.draw(pen, piece.emblem[0] if piece.emblem else "glyph:hub", w / 2, h / 2, min(17.0, h * 0.35),
                      "#ffffff", 1.2)  # fmt: skip
    for y, text, size in ((h - (13 if h > 60 else 8.4), piece.band, 13), (6.6 if h > 60 else 5, piece.title, 6.6)):
        wide = min(pen.width(text, size) + 5, w - 9)
        pen.box(
            w / 2 - wide / 2, y - 1.6, wide, size * 0.37 + 2.4, fill=piece.colour, line="#ffffff", width=0.3, round_=1.6
        )
        pen.line(text, w / 2, y, size, w - 13, BOLD, "#ffffff", "middle")


def _net(pen: Pen, w: float, h: float, seed: str, colour: str) -> None:
    pale, line = mixed(colour, "#ffffff", 0.1), mixed(colour, "#ffffff", 0.3)
    rng, side = Random(seed), 6.2
    high = side * math.sqrt(3)
    with pen.inside(EDGE + 1, EDGE + 1, w - 2 * EDGE - 2, h - 2 * EDGE - 2, 2):
        for column in range(int(w / (side * 1.5)) + 2):
            for row in range(int(h / high) + 2):
                x, y = column * side * 1.5, row * high + (column % 2) * high / 2
                ring = [(x + side * math.cos(a), y + side * math.sin(a)) for a in (math.tau * i / 6 for i in range(6))]
                pen.shape(ring, fill=pale if rng.random() < 0.2 else "")
                pen.shape(ring, line=line, width=0.25)
                if rng.random() < 0.35:
                    pen.disc(*rng.choice(ring), 0.7, fill=mixed(colour, "#ffffff", 0.55))
