"""The pieces of a box: their ids, their names, and how a person may name some of them."""

import re
from collections.abc import Sequence

from host.web import pieces as known
from tools.tags.errors import UnknownPiece

_RANGE = re.compile(r"([a-z]+)[/ ]?(\d+)(?:-(\d+))?\Z")


def names() -> dict[str, str]:
    """Piece id -> what a player calls it, in the order of the box."""
    return {each["piece"]: _name(each) for each in known.pieces(known.content())}


def _name(each: dict[str, str]) -> str:
    kind, _, number = each["piece"].partition("/")
    plain = f"{kind.title()} {number}".strip()
    return f"{plain}, {each['name']}" if number and each["name"] != plain else each["name"]


def chosen(words: Sequence[str], box: Sequence[str]) -> list[str]:
    """The pieces that `words` name, in the order given: "decree", "decree/17", "decree/5-9"; all of `box` without any.

    Raises UnknownPiece.
    """
    found: dict[str, None] = {}
    for word in words:
        found.update(dict.fromkeys(_meant(word.lower(), box)))
    return list(found) or list(box)


def _meant(word: str, box: Sequence[str]) -> list[str]:
    match = _RANGE.match(word)
    if match is None:
        meant = [piece for piece in box if piece.partition("/")[0] == word]
    else:
        kind, first, last = match.groups()
        meant = [f"{kind}/{number}" for number in range(int(first), int(last or first) + 1)]
    if not meant or not set(meant) <= set(box):
        kinds = ", ".join(dict.fromkeys(piece.partition("/")[0] for piece in box))
        raise UnknownPiece(f"There is no piece {word}.", f"Name them like decree/17 or decree/5-9; kinds: {kinds}.")
    return meant
