"""NDEF: the rows of the field (B44 to B57) with their bytes, then anything that hypothesis can think of."""

from __future__ import annotations

import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared_rules.catalog import PIECE_COUNTS
from shared_rules.ndef import (
    EXTERNAL,
    MESSAGE,
    TERMINATOR,
    NdefError,
    NdefTruncated,
    find_piece,
    message_in,
    needed,
    piece_in,
    piece_message,
    record,
    records,
    walk,
)
from shared_rules.ndef_text import WELL_KNOWN, text_of, uri_of
from shared_rules.ndef_write import NdefTooLong, rewrite


def texts(area: str) -> list[str]:
    """The Text records of a user area given in hex."""
    message = message_in(bytes.fromhex(area))
    assert message is not None
    return [text_of(payload) for tnf, kind, _, payload in records(message) if (tnf, kind) == (WELL_KNOWN, b"T")]


# -- rows ----------------------------------------------------------------------------------------------------------


def test_b44_the_lock_block_of_a_new_tag_is_walked_over() -> None:
    assert texts("0103A00C340309D101055402656E7031FE") == ["p1"]


def test_b44_filling_and_foreign_blocks_are_walked_over() -> None:
    assert texts("0000FD03112233000203AABBCC0309D101055402656E7031FE") == ["p1"]


def test_b46_a_three_byte_length() -> None:
    body = bytes(n % 256 for n in range(300))
    assert message_in(bytes.fromhex("03FF012C") + body + b"\xfe") == body


@pytest.mark.parametrize("cut", ["03FF01", "03FF012C00", "03", "0305D101", "FD", "01FF"])
def test_b46_a_length_that_is_cut_off_is_an_error(cut: str) -> None:
    with pytest.raises(NdefTruncated):
        message_in(bytes.fromhex(cut))


def test_b47_a_second_record_is_read_as_well() -> None:
    assert texts("03129101055402656E703151010554" + "02656E7032FE") == ["p1", "p2"]


def test_b47_unknown_records_around_ours_are_ignored() -> None:
    ours = record(EXTERNAL, b"colony.arc:piece", piece_message("decree/17")[3 + 16 :], first=False, last=False)
    app = bytes.fromhex("540F05616E64726F69642E636F6D3A706B67636F6D2E61")
    first = record(WELL_KNOWN, b"T", b"\x02enhello", last=False)
    message = first + ours + app
    assert find_piece(bytes([MESSAGE, len(message)]) + message + b"\xfe") == "decree/17"


def test_b47_what_follows_the_last_record_is_none() -> None:
    first, ghost = record(WELL_KNOWN, b"T", b"\x02enp1"), record(WELL_KNOWN, b"T", b"\x02enp2")
    assert [payload for *_, payload in records(first + ghost)] == [b"\x02enp1"]


def test_b48_a_record_with_a_long_type_is_skipped_by_its_lengths() -> None:
    app = bytes.fromhex("540F05616E64726F69642E636F6D3A706B67636F6D2E61")
    assert records(app) == [(EXTERNAL, b"android.com:pkg", b"", b"com.a")]
    assert piece_in(app) is None


def test_b48_a_record_with_an_id() -> None:
    assert records(bytes.fromhex("D9010502" + "54" + "6964" + "02656E7031")) == [(1, b"T", b"id", b"\x02enp1")]


def test_b49_chunks_are_joined() -> None:
    assert texts("030CB101045402656E7056000131FE") == ["p1"]


def test_b49_a_chunk_without_its_end_is_an_error() -> None:
    with pytest.raises(NdefTruncated):
        records(bytes.fromhex("B101045402656E70"))
    with pytest.raises(NdefError):
        records(bytes.fromhex("B101045402656E70" + "51010554" + "02656E7032"))


def test_b51_a_language_of_37_letters() -> None:
    assert text_of(b"\x25" + b"x" * 37 + b"hello") == "hello"
    with pytest.raises(NdefTruncated):
        text_of(b"\x25" + b"x" * 36)
    with pytest.raises(NdefError):
        text_of(b"\x82en\x00p")


def test_b53_uri_prefixes() -> None:
    (only,) = records(bytes.fromhex("D1010955047A70722E61752F78"))
    assert uri_of(only[3]) == "https://zpr.au/x"
    assert uri_of(b"\x23x") == "urn:nfc:x"
    assert uri_of(b"\x24zpr.au") == "zpr.au"
    with pytest.raises(NdefError):
        uri_of(b"")


@pytest.mark.parametrize("lock", ["0103A01044", "0103A00C34", "010300FFFF"])
def test_b57_what_a_lock_block_says_does_not_matter(lock: str) -> None:
    assert texts(lock + "0309D101055402656E7031FE") == ["p1"]


def test_b57_the_writer_leaves_other_blocks_alone() -> None:
    area = bytes.fromhex("0103A01044" + "0304AABBCCDD" + "FD021122" + "FE").ljust(144, b"\0")
    new = rewrite(area, b"message")
    assert new.startswith(bytes.fromhex("0103A010440307") + b"message" + bytes.fromhex("FD021122FE"))
    assert len(new) % 4 == 0


# -- the piece record ----------------------------------------------------------------------------------------------


def test_the_check_code_is_the_one_that_is_documented() -> None:
    assert binascii.crc32(b"123456789") == 0xCBF43926
    body = b"\x01governor"
    check = binascii.crc32(body).to_bytes(4, "little")
    assert piece_message("governor") == b"\xd4\x10\x0dcolony.arc:piece" + body + check


def test_every_piece_of_the_box_fits_the_smallest_tag() -> None:
    for kind, count in PIECE_COUNTS:
        for piece in [f"{kind}/{number}" for number in range(1, count + 1)] if count > 1 else [kind]:
            area = rewrite(bytes.fromhex("0103A00C340300FE").ljust(144, b"\0"), piece_message(piece))
            assert find_piece(area) == piece


@pytest.mark.parametrize("piece", ["", "/1", "decree/", "Decree/1", "decree 1", "d" * 41, "décret/1"])
def test_an_id_that_is_none_is_refused(piece: str) -> None:
    with pytest.raises(NdefError):
        piece_message(piece)


@given(st.integers(0, 40), st.integers(1, 255))
def test_one_changed_byte_never_gives_another_piece(at: int, flip: int) -> None:
    message = bytearray(piece_message("decree/17"))
    message[at % len(message)] ^= flip
    assert find_piece(bytes([MESSAGE, len(message)]) + message + b"\xfe") in (None, "decree/17")


# -- anything at all -----------------------------------------------------------------------------------------------

kinds = st.binary(min_size=0, max_size=20)
payloads = st.binary(max_size=300)


@given(st.lists(st.tuples(st.sampled_from([1, 2, 4]), kinds, payloads), max_size=5))
def test_records_come_back_as_they_were_built(parts: list[tuple[int, bytes, bytes]]) -> None:
    last = len(parts) - 1
    message = b"".join(record(tnf, kind, body, n == 0, n == last) for n, (tnf, kind, body) in enumerate(parts))
    assert records(message) == [(tnf, kind, b"", body) for tnf, kind, body in parts]


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused_by_name(data: bytes) -> None:
    for read in (message_in, records, text_of, uri_of, piece_in, walk):
        try:
            read(data)
        except NdefError:
            continue
    find_piece(data)
    assert needed(data) >= 0


@given(st.binary(max_size=200), st.integers(0, 200))
def test_needed_never_stands_still_and_ends_where_the_message_does(area: bytes, start: int) -> None:
    have = min(start, len(area))
    for _ in range(len(area) + 1):
        size = needed(area[:have])
        if not size or size > len(area):
            break
        assert size > have
        have = size
    try:
        whole = message_in(area)
    except NdefTruncated:
        return
    if whole is not None:
        assert message_in(area[:have]) == whole


def block(tag: int, value: bytes) -> bytes:
    return bytes([tag, len(value)]) + value


# Control blocks have 3 bytes by the standard; behind an empty message others are taken for remains (rewrite).
blocks = st.one_of(
    st.just(b"\0"),
    st.builds(block, st.sampled_from([0x01, 0x02]), st.binary(min_size=3, max_size=3)),
    st.builds(block, st.just(0xFD), st.binary(max_size=20)),
)


@given(st.lists(blocks, max_size=4), st.binary(max_size=40), st.lists(blocks, max_size=4), st.binary(max_size=300))
def test_a_rewritten_area_has_the_message_and_every_other_block(
    before: list[bytes], old: bytes, behind: list[bytes], message: bytes
) -> None:
    area = b"".join(before) + bytes([MESSAGE, len(old)]) + old + b"".join(behind) + b"\xfe"
    area = area.ljust(504, b"\0")

    def others(data: bytes) -> list[bytes]:
        return [data[start - 2 : end] for tag, start, end in walk(data) if tag not in (MESSAGE, TERMINATOR)]

    try:
        new = rewrite(area, message)
    except NdefTooLong:
        assert len(message) + sum(map(len, before)) + sum(map(len, behind)) > 490
        return
    new += area[len(new) :]
    assert message_in(new) == message
    assert others(new) == others(area)
