"""What a piece is: its words, signs and sockets, without a thought of how it is drawn. Sizes in millimetres."""

from dataclasses import dataclass, field

GREEN, RED, BLUE, YELLOW, INK, SAND = "#2a7048", "#9c2f3c", "#28558c", "#9a6f12", "#232f42", "#846a35"

CARD_MM = (63, 88)
TILE_MM = (80, 80)
ARC_MM = (186, 100)
TOKEN_MM = (30, 30)  # a round sticker of 25 mm fits inside; what it is put on has circles of this size
COIN_MM = (11, 11)  # as large as the slots of the boards
ENDORSE_MM = (40, 40)
ABILITY_MM = (58, 38)
BOARD_MM = (190, 130)
SOLO_MM = (255, 192)
REFERENCE_MM = (80, 110)


@dataclass(frozen=True)
class Socket:
    """An Action Socket: how its actions are joined ("one", "or", "and", "copy", "large"), sign and words of each."""

    join: str
    actions: tuple[tuple[str, str], ...]
    words: str


@dataclass(frozen=True)
class Piece:
    """One piece. `look` is how it is drawn. Signs are names of `marks.draw`."""

    title: str
    band: str
    colour: str
    look: str = "card"
    corner: str = ""
    price: tuple[tuple[str, int], ...] | None = None  # currency, how many; () is free
    text: str = ""
    story: str = ""
    foot: str = ""
    signs: tuple[int, int, int] = (0, 0, 0)  # Happiness, Security, Technical, -3 to 3
    levels: tuple[tuple[str, str, int], ...] = ()  # sign, word, steps
    extras: tuple[tuple[str, str], ...] = ()  # sign, words
    sockets: tuple[Socket, ...] = ()
    tracks: tuple[tuple[str, int], ...] = ()  # currency, limit
    slots: tuple[tuple[str, ...], ...] = ()  # prices of Ability slots, by row of slots
    emblem: tuple[str, ...] = ()  # names of drawings, the main one first
    mark: tuple[str, str] | None = None  # a Manager's sign, its colour
    tag: bool = False  # an RFID tag goes under it


@dataclass(frozen=True)
class Deck:
    """Pieces of one size; `backs` are as many as the fronts, one for all, or none."""

    name: str
    width_mm: float
    height_mm: float
    fronts: tuple[Piece, ...]
    backs: tuple[Piece, ...] = field(default=())
