"""The pieces of one box: 80 of them, each with an NTAG213 that carries its piece id as an NDEF record.

UIDs are made from the piece id, so the same piece has the same UID in every run: tag tables stay valid.
"""

from __future__ import annotations

import zlib

from shared_rules import catalog, ndef, ndef_write
from tools.virtual.tags import Ntag213, Tag


class BoxError(ValueError):
    """A piece that the box does not hold, as a sentence."""


def piece_ids() -> list[str]:
    """Every piece of the box: `manager/1` .. `manager/9`, `decree/1` .. , `governor`, ..."""
    ids = []
    for kind, count in catalog.PIECE_COUNTS:
        ids += [kind] if count == 1 else [f"{kind}/{number}" for number in range(1, count + 1)]
    return ids


def uid_of(piece: str) -> bytes:
    """The 7-byte UID of a piece; 04 is NXP's maker code."""
    return b"\x04" + zlib.crc32(piece.encode()).to_bytes(4, "big") + bytes((len(piece), 0x80))


def tag_of(piece: str) -> Tag:
    """A fresh tag with the piece's record on it."""
    tag = Ntag213(uid_of(piece))
    tag.fill(ndef_write.rewrite(tag.user, ndef.piece_message(piece)))
    return tag


def check_piece(piece: str) -> str:
    """`piece` when the box holds it. BoxError with what the box holds instead."""
    if piece in piece_ids():
        return piece
    kind, _, number = piece.partition("/")
    counts = dict(catalog.PIECE_COUNTS)
    if kind not in counts:
        raise BoxError(f'there is no piece "{piece}": the box holds {", ".join(counts)}')
    if counts[kind] == 1:
        raise BoxError(f'there is one {kind} only: write "{kind}"')
    if not number:
        raise BoxError(f"which {kind}? The box holds {kind}/1 to {kind}/{counts[kind]}")
    raise BoxError(f"there is no {kind} {number}: the box holds {kind}/1 to {kind}/{counts[kind]}")


def uids() -> dict[bytes, str]:
    """Piece by UID."""
    return {uid_of(piece): piece for piece in piece_ids()}
