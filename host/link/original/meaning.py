"""What payloads of the published hub mean, as far as its community knows, and the requests that it understands.

Titles and numbers of the published cards are not ours: which card of the box stands for which piece of ours is told by
a table that the owner supplies, `original_box.csv` in the data folder: lines of class,id,piece, as in `2,17,decree/5`.
Without a line the number is taken as it is.
"""

import csv
from dataclasses import dataclass
from pathlib import Path

from host.errors import UserError
from shared_rules.catalog import PIECE_COUNTS, UNIT_COUNT

EVENT = b"\x02\x01"
BUILDING, TAPPED = 1, 2  # categories of an event
MANAGER, DECREE, TOKEN, CARD = 1, 2, 3, 4  # classes of a tap
FIRST_DIRECTIVE = 201
TOKENS = {1: "governor", 2: "ambassador"}
REFUSED = b"\x00\xff"

ASK_DEVICE = b"\x03\x01"
ASK_BATTERY = b"\x03\x02"
ASK_FIRMWARE = b"\x03\x03"
ASK_MODULES = b"\x02\x03"
SHOW_WIN = b"\x02\x04\xff\x01"
SHOW_LOSS = b"\x02\x04\xff\x02"
VOLTS_PER_COUNT = 0.0004615
TABLE = "original_box.csv"


@dataclass(frozen=True)
class Tap:
    """A card or token lay on the hub. `piece` is ours, or empty when there is none for it."""

    kind: int
    number: int
    piece: str


@dataclass(frozen=True)
class Building:
    """A module was noticed; what `detail` says is not known."""

    unit: int
    detail: bytes


@dataclass(frozen=True)
class Battery:
    """Supply voltage."""

    millivolts: int


@dataclass(frozen=True)
class Refused:
    """The hub's answer to what it does not allow (before a game was authenticated, to nearly everything)."""

    status: int


@dataclass(frozen=True)
class Unknown:
    """A payload that nobody has understood yet."""

    payload: bytes


Meaning = Tap | Building | Battery | Refused | Unknown
Pieces = dict[tuple[int, int], str]


def read(payload: bytes, pieces: Pieces) -> Meaning:
    """What a payload means; Unknown for everything that is not exactly as described."""
    if payload.startswith(EVENT) and len(payload) >= 5:
        return _event(payload[2], payload[3], payload[4:], pieces) or Unknown(payload)
    if payload.startswith(ASK_BATTERY) and len(payload) == 4:
        return Battery(round(int.from_bytes(payload[2:4], "little") * VOLTS_PER_COUNT * 1000))
    if payload.startswith(REFUSED) and len(payload) == 3:
        return Refused(payload[2])
    return Unknown(payload)


def _event(category: int, first: int, rest: bytes, pieces: Pieces) -> Meaning | None:
    if category == BUILDING and 1 <= first <= UNIT_COUNT:
        return Building(first, rest)
    if category == TAPPED and MANAGER <= first <= CARD and len(rest) == 1:
        number = rest[0]
        return Tap(first, number, pieces.get((first, number), plain_piece(first, number)))
    return None


def plain_piece(kind: int, number: int) -> str:
    """Our piece of the same number, or empty."""
    piece = {
        MANAGER: f"manager/{number}",
        DECREE: f"decree/{number}" if number < FIRST_DIRECTIVE else f"directive/{number - FIRST_DIRECTIVE + 1}",
        TOKEN: TOKENS.get(number, ""),
    }.get(kind, "")
    return piece if is_piece(piece) else ""


def is_piece(piece: str) -> bool:
    """Whether the catalogue has this piece."""
    kind, _, number = piece.partition("/")
    count = dict(PIECE_COUNTS).get(kind, 0)
    return count == 1 if piece == kind else number.isdecimal() and 1 <= int(number) <= count > 1


def load_pieces(path: Path) -> Pieces:
    """The owner's table; empty where there is no file. UserError names the line that can not be read."""
    if not path.exists():
        return {}
    found: Pieces = {}
    with path.open(newline="", encoding="utf-8") as file:
        for number, row in enumerate(csv.reader(file), 1):
            if not row or row[0].lstrip().startswith("#"):
                continue
            kind, card, piece = [cell.strip() for cell in (*row, "", "", "")[:3]]
            if not (kind.isdecimal() and card.isdecimal() and is_piece(piece)):
                raise UserError(f"{path}, line {number} can not be read.", "Write class,id,piece, as in 2,17,decree/5.")
            found[int(kind), int(card)] = piece
    return found
