"""Draws boards: a Manager's, the solo one, and the reference cards. Slots are as large as what lies on them."""

from tools.cards import drawings, marks
from tools.cards.card import EDGE, PAPER, QUIET, SHADE, title_bar
from tools.cards.pen import BOLD, FONT, ITALIC, Pen, height_of
from tools.cards.piece import ABILITY_MM, COIN_MM, INK, TOKEN_MM, Piece

TRACK_STEP = 18.2  # from one row of Repositories to the next
NAME = 43  # what "Political Advantage" takes
NOTES = 102  # what the notes beside the last row of XP take
HELP_PT = 7.0
ARROWS = {
    "▲": ((-1, -0.8), (1, -0.8), (0, 1)), "▼": ((-1, 0.8), (1, 0.8), (0, -1)), "▶": ((-0.8, 1), (-0.8, -1), (1, 0)),
    "◀": ((0.8, 1), (0.8, -1), (-1, 0)),
}  # fmt: skip


def manager(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """Name and sign, three Ability slots, Repositories, and arrows to what lies around the board."""
    top = _head(pen, piece, w, h)
    x, room = EDGE + 3, w - 2 * EDGE - 6
    for index, price in enumerate(piece.slots[0]):
        ability(pen, x + index * (room - ABILITY_MM[0]) / 2, top - ABILITY_MM[1] - 1.6, price)
    y = top - ABILITY_MM[1] - 3
    for currency, left, high, slots in tracks_of(dict(piece.tracks), x, y, room):
        _track(pen, currency, left, high, slots)
    _beside(pen, w, y - 2 * TRACK_STEP)


Slots = list[tuple[float, float, float]]  # left, lower edge, side


def tracks_of(limits: dict[str, int], x: float, top: float, room: float) -> list[tuple[str, float, float, Slots]]:
    """(currency, left, top, its slots) for each Repository: CR, then TG and PA in a row, XP in the rows it needs.

    Slots are as large as a token, and smaller only where a Repository holds more than a row has room for.
    """
    side = min(COIN_MM[0], room / limits["cr"], (room - 4) / (limits["tg"] + limits["pa"]))
    while (limits["xp"] - room // side) * side > room - NOTES:
        side -= 0.1
    places = (("cr", x, 0), ("tg", x, 1), ("pa", x + room - max(NAME, limits["pa"] * side), 1), ("xp", x, 2))
    made = []
    for currency, left, row in places:
        y, per_row = top - row * TRACK_STEP, int(room // side)
        slots = [
            (left + index % per_row * side, y - 3.8 - side * (1 + index // per_row), side)
            for index in range(limits[currency])
        ]
        made.append((currency, left, y, slots))
    return made


def _head(pen: Pen, piece: Piece, w: float, h: float) -> float:
    pen.box(EDGE, EDGE, w - 2 * EDGE, h - 17 - EDGE, fill=PAPER, round_=2)
    pen.disc(11, h - 9, 6.4, fill=PAPER)
    marks.shape(pen, piece.mark[0] if piece.mark else "●", 11, h - 9, 4.4, piece.colour)
    pen.line(piece.title, 20, h - 8.2, 16, 80, BOLD, "#ffffff")
    pen.line(piece.band, 20, h - 13.4, 8, 100, ITALIC, "#ffffff")
    pen.disc(w - 11, h - 9, 6.4, fill=PAPER)
    pen.line(piece.corner, w - 11, h - 11, 16, 10, BOLD, piece.colour, "middle")
    pen.line("Order of Command", w - 19, h - 8, 7.5, 60, BOLD, "#ffffff", "right")
    pen.line(piece.text, w - 19, h - 12.6, 6.6, 74, FONT, "#ffffff", "right")
    return h - 17


def ability(pen: Pen, x: float, y: float, price: str, turned: bool = False) -> None:
    """A slot for an Ability tile with its price."""
    w, h = ABILITY_MM[::-1] if turned else ABILITY_MM
    pen.box(x, y, w, h, fill=SHADE, line=QUIET, width=0.3, round_=1.6)
    drawings.draw(pen, "icon:trophy", x + w / 2, y + h / 2 + 5, 11, "#b9a981", 1.4)
    marks.coin(pen, "xp", x + w / 2 - 5, y + h / 2 - 6, 4, price.split()[0])
    pen.line("XP", x + w / 2 + 0.6, y + h / 2 - 7.2, 9.5, 10)
    pen.line("Ability", x + w / 2, y + h / 2 - 14.6, 7, w, FONT, QUIET, "middle")


def _track(pen: Pen, currency: str, x: float, top: float, slots: Slots) -> None:
    """The name of a Repository and its numbered slots."""
    _, colour, short, name = marks.CURRENCIES[currency]
    marks.coin(pen, currency, x + 1.8, top - 1.8, 1.8)
    pen.line(f"{short}  {name}", x + 4.6, top - 2.8, 7.4, 60, BOLD, colour)
    for number, (left, low, side) in enumerate(slots, 1):
        pen.box(left + 0.3, low + 0.3, side - 0.6, side - 0.6, fill="#ffffff", line=colour, width=0.25, round_=1.2)
        marks.coin(pen, currency, left + side / 2, low + side / 2, side * 0.34, str(number), pale=True)


def _beside(pen: Pen, w: float, top: float) -> None:
    """What lies around the board, in the corner that the tracks leave free."""
    lines = (("▲", "Expedition above"), ("▲", "Research above"), ("◀", "Goals, Directive left"),
             ("▶", "Proposal: tile and endorsements right"), ("▼", "Hand of Decrees below"),
             ("▼", "ID token in front"))  # fmt: skip
    for index, (arrow, words) in enumerate(lines):
        column, row = divmod(index, 3)
        x, y = w - EDGE - 98 + column * 40, top - 21 - row * 4.4
        turn = ARROWS[arrow]
        pen.shape([(x + dx * 1.3, y + 0.9 + dy * 1.3) for dx, dy in turn], fill=QUIET)
        pen.line(words, x + 3, y, 7.2, 56, FONT, QUIET)


def solo(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """Three columns of sockets, Abilities at the left for rows and below for columns, Repositories at the right."""
    pen.box(EDGE, EDGE, w - 2 * EDGE, h - 10 - EDGE, fill=PAPER, round_=2)
    pen.line(piece.title, 6, h - 7.4, 14, 100, BOLD, "#ffffff")
    pen.line(piece.band, w - 6, h - 7, 8.5, 130, FONT, "#ffffff", "right")
    wide, high = ABILITY_MM
    bottom, left = EDGE + 0.8, EDGE + 2
    base = bottom + wide + 1
    for row, price in enumerate(piece.slots[0]):
        ability(pen, left, base + (2 - row) * (high + 0.8), price)
    for column, price in enumerate(piece.slots[1]):
        x = left + wide + 3 + column * (high + 2)
        ability(pen, x, bottom, price, turned=True)
        _column(pen, piece.sockets[column].actions, x, base, high)
    pen.words(piece.text, left + 1, base - 4, wide - 3, wide - 6, 9)
    _stores(pen, piece, left + wide + 3 + 3 * (high + 2) + 1, bottom, w - EDGE - 2, h - 10.6)


def _column(pen: Pen, price: tuple[tuple[str, str], ...], x: float, base: float, wide: float) -> None:
    r, top = TOKEN_MM[0] / 2, base + 3 * (wide + 0.8)
    amounts = tuple((name, int(count)) for name, count in price)
    at = x + (wide - marks.price_width(pen, amounts, 2.2)) / 2
    marks.price(pen, amounts, at, top - 1.6, 2.2)
    for row in range(3):
        y = base + row * (wide + 0.8) + wide / 2 - 1
        pen.disc(x + wide / 2, y, r, fill="#ffffff", line=INK, width=0.7)
        pen.disc(x + wide / 2, y, r - 2, line=INK, width=0.2, dash=0.9)
        pen.line("ID token", x + wide / 2, y - 0.8, 7, 20, FONT, QUIET, "middle")


def _stores(pen: Pen, piece: Piece, x: float, bottom: float, right: float, top: float) -> None:
    rows = [*piece.tracks, ("Expedition", 0), ("Research", 0)]
    step = (top - bottom) / len(rows)
    for index, (name, limit) in enumerate(rows):
        y = top - (index + 1) * step
        pen.box(x, y + 1, right - x, step - 2, fill="#ffffff", line=QUIET, width=0.3, round_=1.6)
        if limit:
            _, colour, short, words = marks.CURRENCIES[name]
            marks.coin(pen, name, x + 6.5, y + step - 8, 4.4, short)
            pen.line(words, x + 13, y + step - 7, 9, right - x - 14, BOLD, colour)
            pen.line(f"up to {limit}", x + 13, y + step - 11.4, 8, 40, FONT, QUIET)
        else:
            sign = "glyph:compass" if name == "Expedition" else "glyph:flask"
            drawings.draw(pen, sign, x + 6.5, y + step - 8, 8)
            pen.line(name, x + 13, y + step - 7, 9, right - x - 14)
            pen.line("its Artifact lies here", x + 13, y + step - 11.4, 7.5, right - x - 14, FONT, QUIET)


def phases(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """The six phases of a Round with what is done in them."""
    title_bar(pen, piece, w, h)
    x, top, room = EDGE + 1.6, h - 14.4, w - 2 * EDGE - 3.2
    heights = [height_of(words, room - 10.4, HELP_PT) + 5.4 for _, words in piece.extras]
    gap = (top - EDGE - 1 - sum(heights)) / len(heights)
    for index, ((name, words), high) in enumerate(zip(piece.extras, heights, strict=True)):
        if index % 2 == 0:
            pen.box(x - 0.6, top - high - gap / 2, room + 1.2, high + gap, fill=SHADE, round_=1)
        drawings.draw(pen, f"icon:phase_{index + 1}", x + 4.4, top - high / 2, 8)
        pen.line(f"{index + 1}  {name}", x + 10, top - 3.4, 8, room - 10)
        pen.words(words, x + 10, top - 4.4, room - 10.4, high - 5.2, HELP_PT)
        top -= high + gap


def legend(pen: Pen, piece: Piece, w: float, h: float) -> None:
    """Every sign with its name, in two columns."""
    title_bar(pen, piece, w, h)
    x, top, room = EDGE + 2, h - 15, (w - 2 * EDGE - 4) / 2
    rows = (len(piece.extras) + 1) // 2
    step = (top - EDGE - 1) / rows
    for index, (sign, name) in enumerate(piece.extras):
        column, row = divmod(index, rows)
        y = top - (row + 0.5) * step
        marks.sign(pen, sign, x + column * room + 2.6, y, min(4.8, step - 0.6))
        pen.line(name, x + column * room + 7, y - 0.9, 7.4, room - 8, FONT)
