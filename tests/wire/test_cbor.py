"""The CBOR profile against things not written here: RFC 8949 Appendix A and cbor2."""

import binascii
import datetime
import math
from typing import Any

import cbor2
import pytest
from both_script import FAULTS
from fuzz_script import NASTY, SAMPLES
from hypothesis import example, given
from hypothesis import strategies as st
from wire_samples import VALUES, rows

from host.link.packets import decode_packet
from shared_rules.wire import cbor
from shared_rules.wire.errors import CborEncodeError, CborError

VECTORS = rows("rfc8949_appendix_a.tsv")
NAMES = {**vars(cbor2), "datetime": datetime, "inf": math.inf, "nan": math.nan}


def outcome(decode: Any, data: bytes) -> tuple[str, Any]:
    """("accepted", value) or ("refused", reason)."""
    try:
        return "accepted", decode(data)
    except CborError as error:
        return "refused", error.reason


def same(a: Any, b: Any) -> bool:
    """Equal values of equal types, with equal order of keys: 1 is not True here."""
    return repr(a) == repr(b)


def test_the_vectors_are_the_81_of_the_rfc_and_cbor2_reads_them_as_listed():
    assert len(VECTORS) == 81
    for packet, value, *_ in VECTORS:
        assert same(cbor2.loads(bytes.fromhex(packet)), eval(value, NAMES)), packet


@pytest.mark.parametrize("decode", [cbor.decode, decode_packet], ids=["device", "host"])
@pytest.mark.parametrize(("packet", "value", "refusal"), [(*row, "")[:3] for row in VECTORS])
def test_appendix_a(packet, value, refusal, decode):
    data = bytes.fromhex(packet)
    if refusal:
        assert outcome(decode, data) == ("refused", getattr(cbor, refusal))
        return
    assert same(decode(data), eval(value))
    assert cbor.encode(eval(value)) == data


@pytest.mark.parametrize("decode", [cbor.decode, decode_packet], ids=["device", "host"])
@pytest.mark.parametrize(("row", "data", "reason"), FAULTS, ids=[f"{row} {data[:6].hex()}" for row, data, _ in FAULTS])
def test_inputs_that_broke_decoders_in_the_field_are_refused_by_name(row, data, reason, decode):
    assert outcome(decode, data) == ("refused", reason)


def test_every_refusal_is_reached_by_some_input():
    assert {reason for _, _, reason in FAULTS} == set(cbor.REASONS)


@given(VALUES)
def test_what_we_encode_cbor2_reads_and_the_other_way_round(value):
    data = cbor.encode(value, 20_000)
    assert data == cbor2.dumps(value)
    assert same(cbor2.loads(data), value)
    assert same(cbor.decode(data), value)
    assert same(cbor.decode(memoryview(bytearray(data))), value)
    assert same(decode_packet(data), value)


@given(st.dictionaries(st.integers(0, 255), st.integers(0, 9)))
def test_the_order_in_which_a_map_was_filled_does_not_show(value):
    backwards = dict(reversed(value.items()))
    assert cbor.encode(value, 4096) == cbor.encode(backwards, 4096) == cbor2.dumps(value, canonical=True)


@st.composite
def damaged(draw: Any) -> bytes:
    """Bytes near the profile: good packets and nasty heads, cut and joined."""
    part = st.one_of(st.sampled_from(SAMPLES), st.sampled_from(NASTY), st.binary(max_size=6), VALUES.map(cbor2.dumps))
    data = bytearray(b"".join(draw(st.lists(part, min_size=1, max_size=3))))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(data)))
        data[at : at + draw(st.integers(0, 3))] = draw(st.binary(max_size=3))
    return bytes(data)


@given(st.one_of(damaged(), st.binary(max_size=40)))
@example(b"\xc5\x82\x1a\x00\xff\xff\xff\x01")  # a bigfloat: 2 ** 16777215, if a decoder computes it
@example(b"\xd8\x1c\x81\xd8\x1d\x00")  # a list that holds itself
@example(b"\xd9\x01\x00\x82\x61\x61\xd8\x19\x00")  # string references
@example(b"\x82\x00\x99\x03\xff" + bytes(1023))  # one item too many, each count small enough
@example(b"\xd9\xd9\xf7\x00")  # the tag that says "this is CBOR"
def test_device_and_host_accept_the_same_bytes_with_the_same_values(data):
    device, host = outcome(cbor.decode, data), outcome(decode_packet, data)
    assert same(device, host)
    if device[0] == "accepted":
        assert cbor.encode(device[1], len(data)) == data


@pytest.mark.parametrize("tag", ["d8236161", "d825" + "50" + "00" * 16, "d9010280", "d81c80", "c24101", "d9d9f700"])
def test_a_tag_is_refused_before_cbor2_makes_something_of_it(tag):
    assert cbor2.loads(bytes.fromhex(tag)) is not None
    with pytest.raises(CborError, match=cbor.TAG) as caught:
        decode_packet(bytes.fromhex(tag))
    assert isinstance(caught.value.__cause__, cbor2.CBORDecodeError)


@given(VALUES, st.integers(0, 40))
def test_encode_into_fits_exactly_or_refuses(value, less):
    data = cbor.encode(value, 20_000)
    buf = bytearray(len(data))
    assert cbor.encode_into(value, buf) == len(data)
    assert buf == data
    if 0 < less <= len(data):
        with pytest.raises(CborEncodeError, match=cbor.NO_ROOM):
            cbor.encode_into(value, memoryview(buf)[less:])


def test_a_refusal_says_where():
    with pytest.raises(CborError, match="tag at byte 2") as caught:
        cbor.decode(b"\x82\x00\xc0\x00")
    assert (caught.value.reason, caught.value.offset) == (cbor.TAG, 2)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), st.integers(0, 60))
def test_text_is_cut_at_a_character_border(text, limit):
    cut = cbor.cut_text(text, limit)
    assert text.startswith(cut)
    assert len(cut.encode()) <= limit
    following = text[len(cut) :][:1]
    assert not following or len((cut + following).encode()) > limit


@given(st.binary(max_size=8))
def test_utf8_is_judged_as_python_judges_it(data):
    try:
        data.decode()
        valid = True
    except UnicodeDecodeError:
        valid = False
    assert cbor.utf8_valid(data, 0, len(data)) == valid


def test_every_utf8_sequence_of_two_to_four_bytes_at_the_borders():
    borders = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE,
               0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]  # fmt: skip
    for a in borders:
        for b in borders:
            for c in borders:
                data = bytes((a, b, c, 0x80))
                text = data.decode(errors="replace")
                valid = "\ufffd" not in text
                assert cbor.utf8_valid(data, 0, 4) == valid, binascii.hexlify(data)
