"""Puts the pieces of a deck on sheets: as many as fit, with cut marks outside; backs mirrored for the long edge.

Print both sides, turning over the long edge; the back of each piece then lies behind it whatever the printer's margin.
Around each piece its edge's colour goes on by the bleed, so a cut that is a little off leaves no white line.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from reportlab import rl_config
from reportlab.lib import pagesizes
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from host.errors import UserError
from tools.cards import face
from tools.cards.piece import Deck, Piece

PAPERS = {"a4": pagesizes.A4, "letter": pagesizes.LETTER}
MARGIN = 8 * mm
MARK = 4 * mm
BLEED_MM = 0.6


def grid(deck: Deck, paper: tuple[float, float], bleed_mm: float = BLEED_MM) -> tuple[int, int, tuple[float, float]]:
    """Columns, rows and the sheet turned the way that holds more pieces."""
    best, around = (0, 0, paper), 2 * bleed_mm * mm
    for sheet in (paper, (paper[1], paper[0])):
        columns = int((sheet[0] - 2 * MARGIN) // (deck.width_mm * mm + around))
        rows = int((sheet[1] - 2 * MARGIN) // (deck.height_mm * mm + around))
        if columns * rows > best[0] * best[1]:
            best = (columns, rows, sheet)
    return best


def places(deck: Deck, columns: int, rows: int, sheet: tuple[float, float],
           bleed_mm: float = BLEED_MM) -> list[tuple[float, float]]:  # fmt: skip
    """Lower left corners in reading order, the whole in the middle of the sheet."""
    width, height = deck.width_mm * mm, deck.height_mm * mm
    gap = 2 * bleed_mm * mm
    left = (sheet[0] - columns * width - (columns - 1) * gap) / 2
    bottom = (sheet[1] - rows * height - (rows - 1) * gap) / 2
    return [
        (left + column * (width + gap), bottom + (rows - 1 - row) * (height + gap))
        for row in range(rows)
        for column in range(columns)
    ]


def write(decks: Sequence[Deck], path: Path, paper: str, bleed_mm: float = BLEED_MM) -> int:
    """One PDF with these decks; the number of its pages."""
    face.load_fonts()
    rl_config.useA85 = 0  # bytes as they are: smaller and quicker
    canvas = Canvas(str(path), pagesize=PAPERS[paper], invariant=1)
    canvas.setTitle("Beyond Humanity: Colonies")
    pages = 0
    for deck in decks:
        pages += _deck(canvas, deck, PAPERS[paper], bleed_mm)
    canvas.save()
    return pages


def room_for_bleed_mm(deck: Deck, paper: tuple[float, float]) -> float:
    """The widest bleed with which one piece still fits; UserError when the piece alone does not."""
    rooms = [
        min(sheet[0] - 2 * MARGIN - deck.width_mm * mm, sheet[1] - 2 * MARGIN - deck.height_mm * mm) / 2 / mm
        for sheet in (paper, (paper[1], paper[0]))
    ]
    if max(rooms) < 0:
        raise UserError(f"The {deck.name} do not fit on this paper.")
    return max(rooms)


def _deck(canvas: Canvas, deck: Deck, paper: tuple[float, float], bleed_mm: float) -> int:
    bleed_mm = min(bleed_mm, room_for_bleed_mm(deck, paper) - 0.01)
    columns, rows, sheet = grid(deck, paper, bleed_mm)
    at = places(deck, columns, rows, sheet, bleed_mm)
    mirrored = [at[row * columns + columns - 1 - column] for row in range(rows) for column in range(columns)]
    pages = 0
    for fronts, backs in _sheets(deck, columns * rows):
        for pieces, where in ((fronts, at), (backs, mirrored)):
            if pieces:
                _page(canvas, deck, pieces, where, sheet, bleed_mm)
                pages += 1
    return pages


def _sheets(deck: Deck, count: int) -> Iterator[tuple[Sequence[Piece], Sequence[Piece]]]:
    for first in range(0, len(deck.fronts), count):
        fronts = deck.fronts[first : first + count]
        if len(deck.backs) == 1:
            yield fronts, deck.backs * len(fronts)
        else:
            yield fronts, deck.backs[first : first + count]


def _page(canvas: Canvas, deck: Deck, pieces: Sequence[Piece], at: Sequence[tuple[float, float]],
          sheet: tuple[float, float], bleed_mm: float) -> None:  # fmt: skip
    canvas.setPageSize(sheet)
    width, height = deck.width_mm * mm, deck.height_mm * mm
    for piece, (x, y) in zip(pieces, at, strict=False):
        face.draw(canvas, piece, x, y, width, height, bleed_mm * mm)
    _cut_marks(canvas, [place for _, place in zip(pieces, at, strict=False)], width, height, bleed_mm * mm)
    canvas.showPage()


def _cut_marks(canvas: Canvas, at: Sequence[tuple[float, float]], width: float, height: float, bleed: float) -> None:
    """Short lines outside of the pieces and their bleed, at every edge that is cut."""
    canvas.setLineWidth(0.25)
    canvas.setStrokeColorRGB(0, 0, 0)
    off = bleed + 0.6 * mm
    left, right = min(x for x, _ in at) - off, max(x for x, _ in at) + width + off
    bottom, top = min(y for _, y in at) - off, max(y for _, y in at) + height + off
    for x in {edge for corner, _ in at for edge in (corner, corner + width)}:
        canvas.line(x, top, x, top + MARK)
        canvas.line(x, bottom, x, bottom - MARK)
    for y in {edge for _, corner in at for edge in (corner, corner + height)}:
        canvas.line(left, y, left - MARK, y)
        canvas.line(right, y, right + MARK, y)
