"""Frames against the PyPI package `cobs` and zlib, cut and damaged in every way a cable knows."""

import zlib

import pytest
from cobs import cobs
from hypothesis import given
from hypothesis import strategies as st
from wire_samples import shuffled_chunks

from shared_rules.wire import frames

LIMIT_BYTES = 512
# Many zeros, none, and blocks around 254: where COBS implementations differ.
PACKETS = st.one_of(
    st.binary(min_size=1, max_size=LIMIT_BYTES),
    st.lists(st.sampled_from([0, 1, 255]), min_size=1, max_size=LIMIT_BYTES).map(bytes),
    st.integers(240, LIMIT_BYTES).map(lambda length: b"\xff" * length),
    st.integers(240, 260).map(lambda length: bytes([*([7] * length), 0, *([7] * 240)])),
)


def frame_of(packet: bytes) -> bytes:
    """The frame as the two libraries make it."""
    return cobs.encode(packet + zlib.crc32(packet).to_bytes(4, "little")) + b"\x00"


def synced() -> frames.FrameDecoder:
    """A decoder that has seen its first delimiter."""
    decoder = frames.FrameDecoder(LIMIT_BYTES)
    decoder.feed(b"\x00")
    return decoder


@given(PACKETS)
def test_a_frame_is_what_cobs_and_zlib_make(packet):
    assert frames.encode_frame(packet) == frame_of(packet)
    assert len(frame_of(packet)) <= frames.frame_bytes(len(packet))


@given(st.lists(PACKETS, max_size=5), st.integers())
def test_frames_cut_anywhere_come_back_as_packets(packets, seed):
    stream = b"".join(map(frame_of, packets))
    decoder = synced()
    got = [packet for chunk in shuffled_chunks(stream, seed) for packet in decoder.feed(chunk)]
    assert got == packets
    assert decoder.errors == {}


@given(st.binary(max_size=600).filter(lambda data: 0 not in data), PACKETS)
def test_whatever_comes_before_the_first_delimiter_is_dropped(noise, packet):
    decoder = frames.FrameDecoder(LIMIT_BYTES)
    assert decoder.feed(noise + b"\x00" + frame_of(packet)) == [packet]
    assert decoder.errors == ({frames.UNSYNCED: 1} if noise else {})


def test_b87_one_stray_byte_before_the_first_frame_costs_nothing():
    assert frames.FrameDecoder(LIMIT_BYTES).feed(b"\x41" + b"\x00" + frame_of(b"good")) == [b"good"]


def test_b92_the_crc_is_the_one_that_the_page_names():
    assert frames.crc32(b"123456789") == 0xCBF43926 == zlib.crc32(b"123456789")
    assert frames.crc32(b"6789", frames.crc32(b"12345")) == 0xCBF43926


@pytest.mark.parametrize("size", [63, 64, 65, 127, 128])
@pytest.mark.parametrize("chunk", [1, 63, 64, 128])
def test_b75_sizes_around_a_usb_packet_need_nothing_behind_them(size, chunk):
    packet = bytes(range(1, 252))[: size - 6]  # no zeros: one code byte, four of CRC, one delimiter
    frame = frames.encode_frame(packet)
    assert len(frame) == size
    decoder = synced()
    assert [p for at in range(0, size, chunk) for p in decoder.feed(frame[at : at + chunk])] == [packet]


@given(PACKETS, PACKETS, PACKETS, st.data())
def test_damage_costs_the_frame_that_it_hit(before, hit, after, data):
    bad = bytearray(frame_of(hit)[:-1])
    at = data.draw(st.integers(0, len(bad) - 1))
    bad[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=4))
    got = synced().feed(frame_of(before) + bytes(bad) + b"\x00" + frame_of(after))
    assert got[0] == before
    assert got[-1] == after
    assert set(got[1:-1]) <= {hit}


@given(PACKETS, PACKETS, PACKETS)
def test_a_lost_delimiter_costs_the_two_frames_that_it_kept_apart(first, second, third):
    got = synced().feed(frame_of(first)[:-1] + frame_of(second) + frame_of(third))
    assert got == [third]


@given(st.integers(1, 5000), PACKETS)
def test_garbage_longer_than_the_buffer_is_dropped_up_to_the_next_delimiter(length, packet):
    decoder = synced()
    assert decoder.feed(b"\x55" * length) == []
    assert decoder.feed(b"\x00" + frame_of(packet)) == [packet]
    if length > frames.stuffed_bytes(LIMIT_BYTES + frames.CRC_BYTES):
        assert decoder.errors == {frames.TOO_LONG: 1}


def test_a_packet_one_byte_over_the_limit_is_refused_even_where_its_frame_would_fit():
    decoder = synced()
    assert decoder.feed(frame_of(bytes(LIMIT_BYTES + 1))) == []
    assert decoder.take_errors() == {frames.TOO_LONG: 1}
    assert decoder.feed(frame_of(bytes(LIMIT_BYTES))) == [bytes(LIMIT_BYTES)]


def test_padding_is_no_error():
    decoder = synced()
    assert decoder.feed(bytes(10) + frame_of(b"a") + bytes(10) + frame_of(b"b") + bytes(3)) == [b"a", b"b"]
    assert decoder.errors == {}


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (b"\x05\x01\x02", frames.BAD_COBS),
        (cobs.encode(zlib.crc32(b"").to_bytes(4, "little")), frames.TOO_SHORT),
        (b"\x01", frames.TOO_SHORT),
        (cobs.encode(b"packet" + bytes(4)), frames.BAD_CRC),
        (b"Traceback (most recent call last):\r\n>>> ", frames.BAD_COBS),
    ],
)
def test_each_kind_of_damage_has_its_name_and_its_first_bytes_are_shown(bad, reason):
    seen = []
    decoder = frames.FrameDecoder(LIMIT_BYTES, on_drop=lambda why, head: seen.append((why, head)))
    assert decoder.feed(b"\x00" + bad + b"\x00" + frame_of(b"after")) == [b"after"]
    assert seen == [(reason, bad[: decoder.HEAD_BYTES])]
    assert decoder.take_errors() == {reason: 1}
    assert decoder.take_errors() == {}
    assert decoder.errors == {reason: 1}


def test_text_that_never_becomes_a_frame_can_be_read():
    decoder = synced()
    decoder.feed(frame_of(b"last") + b"MicroPython v1.29\r\n>>> ")
    assert decoder.pending() == b"MicroPython v1.29\r\n>>> "


@given(PACKETS)
def test_encoding_in_place_needs_the_room_that_frame_bytes_says(packet):
    buf = bytearray(frames.frame_bytes(len(packet)))
    assert bytes(buf[: frames.encode_frame_into(packet, buf)]) == frame_of(packet)
    with pytest.raises(ValueError, match="too small"):
        frames.encode_frame_into(packet, buf[1:])
