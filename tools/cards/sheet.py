"""Puts the pieces of a deck on sheets: as many as fit, with cut marks outside; backs mirrored for the long edge.

Print both sides, turning over the long edge; the back of each piece then lies behind it whatever the printer's margin.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from reportlab.lib import pagesizes
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from tools.cards import face
from tools.cards.deck import Deck, Piece

PAPERS = {"a4": pagesizes.A4, "letter": pagesizes.LETTER}
MARGIN = 8 * mm
MARK = 4 * mm
GAP = 0.6 * mm


def grid(deck: Deck, paper: tuple[float, float]) -> tuple[int, int, tuple[float, float]]:
    """Columns, rows and the sheet turned the way that holds more pieces."""
    best = (0, 0, paper)
    for sheet in (paper, (paper[1], paper[0])):
        columns = int((sheet[0] - 2 * MARGIN + GAP) // (deck.width_mm * mm + GAP))
        rows = int((sheet[1] - 2 * MARGIN + GAP) // (deck.height_mm * mm + GAP))
        if columns * rows > best[0] * best[1]:
            best = (columns, rows, sheet)
    return best


def places(deck: Deck, columns: int, rows: int, sheet: tuple[float, float]) -> list[tuple[float, float]]:
    """Lower left corners in reading order, the whole in the middle of the sheet."""
    width, height = deck.width_mm * mm, deck.height_mm * mm
    left = (sheet[0] - columns * width - (columns - 1) * GAP) / 2
    bottom = (sheet[1] - rows * height - (rows - 1) * GAP) / 2
    return [
        (left + column * (width + GAP), bottom + (rows - 1 - row) * (height + GAP))
        for row in range(rows)
        for column in range(columns)
    ]


def write(decks: Sequence[Deck], path: Path, paper: str) -> int:
    """One PDF with these decks; the number of its pages."""
    face.load_fonts()
    canvas = Canvas(str(path), pagesize=PAPERS[paper], invariant=1)
    canvas.setTitle("Beyond Humanity: Colonies")
    pages = 0
    for deck in decks:
        pages += _deck(canvas, deck, PAPERS[paper])
    canvas.save()
    return pages


def _deck(canvas: Canvas, deck: Deck, paper: tuple[float, float]) -> int:
    columns, rows, sheet = grid(deck, paper)
    at = places(deck, columns, rows, sheet)
    mirrored = [at[row * columns + columns - 1 - column] for row in range(rows) for column in range(columns)]
    pages = 0
    for fronts, backs in _sheets(deck, columns * rows):
        for pieces, where in ((fronts, at), (backs, mirrored)):
            if pieces:
                _page(canvas, deck, pieces, where, sheet)
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
          sheet: tuple[float, float]) -> None:
    canvas.setPageSize(sheet)
    width, height = deck.width_mm * mm, deck.height_mm * mm
    for piece, (x, y) in zip(pieces, at, strict=False):
        face.draw(canvas, piece, x, y, width, height)
    _cut_marks(canvas, at[: len(at)], width, height, sheet)
    canvas.showPage()


def _cut_marks(canvas: Canvas, at: Sequence[tuple[float, float]], width: float, height: float,
               sheet: tuple[float, float]) -> None:
    """Short lines outside of the pieces, at every edge that is cut."""
    canvas.setLineWidth(0.25)
    canvas.setStrokeColorRGB(0, 0, 0)
    left, right = min(x for x, _ in at), max(x for x, _ in at) + width
    bottom, top = min(y for _, y in at), max(y for _, y in at) + height
    for x in {edge for corner, _ in at for edge in (corner, corner + width)}:
        canvas.line(x, top + 1 * mm, x, top + 1 * mm + MARK)
        canvas.line(x, bottom - 1 * mm, x, bottom - 1 * mm - MARK)
    for y in {edge for _, corner in at for edge in (corner, corner + height)}:
        canvas.line(left - 1 * mm, y, left - 1 * mm - MARK, y)
        canvas.line(right + 1 * mm, y, right + 1 * mm + MARK, y)
