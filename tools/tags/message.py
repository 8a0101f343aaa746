"""What an NDEF message says, in a person's words, and the message that a piece gets.

Rule 1: what somebody else wrote (a text, an address) stays on the tag, behind the record of the piece.
Rule 2: nothing of a damaged message is believed; a record of a piece that fails its check is no piece.
Rule 3: what comes from a tag is quoted, without control characters and not without end.
"""

from dataclasses import dataclass

from shared_rules.ndef import (
    EXTERNAL,
    PIECE_TYPE,
    RECORDS,
    NdefError,
    NdefUnsupported,
    message_in,
    piece_in,
    piece_message,
    record,
    records,
)
from shared_rules.ndef_text import WELL_KNOWN, text_of, uri_of
from tools.tags.errors import TagUnfit

EMPTY, MEDIA, ADDRESS = 0, 2, 3  # type name formats of the NFC Forum
SHOWN_LETTERS = 60
DEPTH = 3  # of smart posters within each other

Record = tuple[int, bytes, bytes, bytes]  # type name format, type, id, payload


@dataclass(frozen=True)
class Content:
    """`piece`: what the tag says it is. `trouble`: why it is not believed. `others`: records that are not ours."""

    piece: str | None = None
    trouble: str = ""
    others: tuple[Record, ...] = ()

    @property
    def foreign(self) -> list[str]:
        """The records that are not ours, in words."""
        return [words for each in self.others for words in record_words(each)]


def content_of(area: bytes) -> Content:
    """What is in a user area."""
    try:
        message = message_in(area)
        found = [_plain(each) for each in records(message)] if message else []
    except NdefError as error:
        return Content(trouble=f"its message is damaged ({error})")
    others = tuple(each for each in found if each[0] != EMPTY and not _ours(each))
    try:
        return Content(piece_in(message) if message else None, "", others)
    except NdefError as error:
        return Content(None, f"its piece record is damaged ({error})", others)


def _plain(each: tuple[int, bytes, bytes, bytes]) -> Record:
    return each[0], bytes(each[1]), bytes(each[2]), bytes(each[3])


def _ours(each: Record) -> bool:
    return each[0] == EXTERNAL and each[1].lower() == PIECE_TYPE


def compose(piece: str, others: tuple[Record, ...]) -> bytes:
    """The message for a piece, the records of others behind it. Raises NdefError (no piece id), TagUnfit."""
    if len(others) >= RECORDS:
        raise TagUnfit(f"This tag holds {len(others)} records of something else.", "--over replaces them.")
    ours = [_plain(each) for each in records(piece_message(piece))]
    return encode([*ours, *others])


def encode(found: list[Record]) -> bytes:
    """A message of these records."""
    out = b""
    for number, (kind, name, label, payload) in enumerate(found):
        one = record(kind, name, payload, first=number == 0, last=number == len(found) - 1)
        out += _labelled(one, name, label) if label else one
    return out


def _labelled(one: bytes, name: bytes, label: bytes) -> bytes:
    fields = 3 if one[0] & 0x10 else 6
    split = fields + len(name)
    return bytes((one[0] | 0x08,)) + one[1:fields] + bytes((len(label),)) + one[fields:split] + label + one[split:]


def record_words(each: Record, depth: int = DEPTH) -> list[str]:
    """A foreign record in words; several for a smart poster."""
    kind, name, _, payload = each
    try:
        if (kind, name) == (WELL_KNOWN, b"T"):
            return [f"the text {quoted(_text(payload))}"]
        if (kind, name) == (WELL_KNOWN, b"U"):
            return [f"the address {quoted(uri_of(payload))}"]
        if (kind, name) == (WELL_KNOWN, b"Sp") and depth:
            inner = [words for one in records(payload) for words in record_words(_plain(one), depth - 1)]
            return [words for words in inner if words.startswith("the ")] or ["an empty smart poster"]
        if kind == ADDRESS:
            return [f"a record of the type {quoted(_loose(name))}"]
    except NdefError:
        return [f"a damaged record of the type {quoted(_loose(name))}"]
    return [f"a record of the type {quoted(_loose(name))}" if name else "a record without a type"]


def _text(payload: bytes) -> str:
    """Also UTF-16, which the ARC does without; big endian where nothing says otherwise (NFC Forum Text, 3.4)."""
    try:
        return str(text_of(payload))
    except NdefUnsupported:
        body = payload[1 + (payload[0] & 0x3F) :]
        little = body[:2] == b"\xff\xfe"
        marked = little or body[:2] == b"\xfe\xff"
        return body[2 if marked else 0 :].decode("utf-16-le" if little else "utf-16-be", errors="replace")


def _loose(data: bytes) -> str:
    return data.decode("ascii", errors="replace")


def quoted(text: str) -> str:
    """Text from a tag, fit for a screen."""
    clean = "".join(letter if letter.isprintable() else " " for letter in text)
    return f'"{clean}"' if len(clean) <= SHOWN_LETTERS else f'"{clean[:SHOWN_LETTERS]}…"'
