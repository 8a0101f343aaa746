"""Faults of tags seen in the field (B24 to B43, B56, B57), each with the bytes in which it was seen."""

from __future__ import annotations

import pytest
from reader_bench import Bench

from firmware.drivers.pn532_errors import ReaderMisuse, ReaderProtocolError, TagRemoved, TagTooSmall
from firmware.drivers.pn532_tags import read_message, read_piece
from firmware.drivers.pn532_target import Target
from firmware.drivers.pn532_watch import POLL_MS, ReaderWatch
from firmware.drivers.pn532_write import read_user, write_message
from firmware.drivers.taps import LIFT, MANY, TAP, TapTracker
from shared_rules.catalog import TAG_CLASSIC, TAG_NTAG, TAG_PHONE, TAG_UNKNOWN
from shared_rules.ndef import message_in, piece_message
from tools.virtual.pn532_chip import frame
from tools.virtual.tags import CASCADE, Classic1K, Ntag, Ntag213, Ntag215, Phone, Tag

A, B = bytes.fromhex("DEADBEEF"), bytes.fromhex("04112233445566")


async def listed(bench: Bench, *answers: str) -> list[list[Target]]:
    """What the driver makes of these raw answers to its polls."""
    await bench.reader.start()
    bench.chip.script(0x4A, *[bytes.fromhex(answer) for answer in answers])
    return [await bench.reader.poll() for _ in answers]


async def laid(bench: Bench, tag: Tag) -> Target:
    """`tag` alone in the field, selected."""
    if not bench.reader.seen:
        await bench.reader.start()
    bench.chip.field = [tag]
    (target,) = await bench.reader.poll()
    return target


# -- several tags ---------------------------------------------------------------------------------------------------


async def test_b24_both_of_two_tags_are_reported_in_order(bench: Bench) -> None:
    two = "0000FF18E8D54B020100040804DEADBEEF020044000704112233445566DF00"
    ((first, second),) = await listed(bench, two)
    assert [first.uid, second.uid] == [B, A]
    assert [first.tg, second.tg] == [2, 1]
    assert TapTracker().update([first, second]) == [(MANY, [B, A])]


async def test_b24_the_driver_asks_for_two(bench: Bench) -> None:
    await bench.reader.start()
    await bench.reader.poll()
    assert (0x4A, b"\x02\x00") in bench.chip.commands


async def test_b25_a_card_that_is_listed_twice_is_one_card(bench: Bench) -> None:
    twice = frame(bytes.fromhex("D54B020100040804DEADBEEF0200040804DEADBEEF"))
    (targets,) = await listed(bench, twice.hex())
    assert [target.uid for target in targets] == [A]


async def test_b26_copies_with_one_uid_look_like_one_tag(bench: Bench) -> None:
    """The reader cannot tell copies apart; that a UID is bound to one piece only is the tag table's rule."""
    await bench.reader.start()
    bench.chip.field = [Classic1K(A), Classic1K(A)]
    assert [target.uid for target in await bench.reader.poll()] == [A]


async def test_b28_each_poll_finds_the_resting_tag(bench: Bench) -> None:
    bench.chip.faults.sticky_selection = True  # a selected tag stays silent until the field was off
    watch, tracker = ReaderWatch(bench.reader, bench.clock.now), TapTracker()
    bench.chip.field = [Ntag213()]
    events = []
    for _ in range(6):
        targets = await watch.step()
        assert targets is not None
        assert [target.uid for target in targets] == [B]
        events += tracker.update(targets)
    assert [kind for kind, _ in events] == [TAP]


async def test_b29_a_card_that_is_held_for_three_seconds_is_one_tap(bench: Bench) -> None:
    watch, tracker = ReaderWatch(bench.reader, bench.clock.now), TapTracker()
    bench.chip.field = [Classic1K()]
    events = []
    while bench.clock.ms < 3000:
        events += tracker.update(await watch.step())
        await bench.clock.sleep(POLL_MS)
    assert [kind for kind, _ in events] == [TAP]


async def test_b31_three_quick_taps_are_three_events(bench: Bench) -> None:
    watch, tracker = ReaderWatch(bench.reader, bench.clock.now), TapTracker()
    plus_one = Ntag213()
    events = tracker.update(await watch.step())
    start = bench.clock.ms
    for lift in range(3):  # laid for 200 ms, lifted for 450 ms: three taps within two seconds
        bench.clock.at(start + 650 * lift + 10, lambda: bench.chip.field.append(plus_one))
        bench.clock.at(start + 650 * lift + 210, lambda: bench.chip.field.remove(plus_one))
    while bench.clock.ms < start + 2000:
        events += tracker.update(await watch.step())
        await bench.clock.sleep(POLL_MS)
    assert [kind for kind, _ in events] == [TAP, LIFT] * 3


# -- kinds of tags and UIDs -------------------------------------------------------------------------------------------


async def test_b35_phones_and_bank_cards_are_never_bindable(bench: Bench) -> None:
    first = "0000FF0CF4D54B01010004200408A1B2C39800"
    second = "0000FF0CF4D54B01010004200408112233" + f"{-(0xD5 + 0x4B + 1 + 1 + 4 + 0x20 + 4 + 8 + 0x66) & 0xFF:02X}00"
    ((one,), (other,)) = await listed(bench, first, second)
    assert one.uid == bytes.fromhex("08A1B2C3")
    assert other.uid == bytes.fromhex("08112233")
    for target in (one, other):
        assert target.kind == TAG_PHONE
        assert not target.bindable


async def test_b36_an_iso_dep_tag_is_never_read(bench: Bench) -> None:
    target = await laid(bench, Phone())
    assert await read_piece(bench.reader, target) == ""
    assert 0x40 not in {code for code, _ in bench.chip.commands}


@pytest.mark.parametrize(
    ("sak", "kind"),
    [(0x00, TAG_NTAG), (0x08, TAG_CLASSIC), (0x18, TAG_CLASSIC), (0x09, TAG_CLASSIC), (0x20, TAG_PHONE),
     (0x28, TAG_PHONE), (0x60, TAG_PHONE), (0x10, TAG_UNKNOWN)],
)  # fmt: skip
def test_b36_the_kind_follows_from_sak(sak: int, kind: int) -> None:
    assert Target(A, 0x0004, sak).kind == kind
    assert Target(A, 0x0004, sak).bindable == (kind != TAG_PHONE)


async def test_b37_a_4_byte_uid_may_begin_with_the_cascade_byte(bench: Bench) -> None:
    ((target,),) = await listed(bench, "0000FF0CF4D54B010100040804880102034000")
    assert target.uid == bytes.fromhex("88010203")


@pytest.mark.parametrize("uid", ["DEADBEEF", "04112233445566", "04112233445566778899"])
async def test_b39_uids_carry_no_cascade_byte(bench: Bench, uid: str) -> None:
    tag = Phone(bytes.fromhex(uid))
    assert all(level[0] == CASCADE for level in tag.cascade()[:-1])
    assert (await laid(bench, tag)).uid == bytes.fromhex(uid)


@pytest.mark.parametrize("size", [0, 3, 5, 8, 11])
async def test_b37_no_other_length_is_a_uid(bench: Bench, size: int) -> None:
    listing = frame(b"\xd5\x4b\x01\x01\x00\x04\x08" + bytes([size]) + bytes(size))
    with pytest.raises(ReaderProtocolError):
        await listed(bench, listing.hex())
    assert await bench.reader.poll() == []


def test_b39_the_parts_are_those_of_the_field() -> None:
    assert [part.hex() for part in Ntag213().cascade()] == ["88041122", "33445566"]


async def test_b40_after_a_wrong_key_the_next_sector_still_reads(bench: Bench) -> None:
    target = await laid(bench, Classic1K())
    assert not await bench.reader.classic_auth(4, b"wrong!", target)
    assert await bench.reader.classic_auth(8, b"\xff" * 6, target)
    block = bytearray(b"x" * 16)
    await bench.reader.classic_read(8, block, target)
    assert block == bytes(16)


async def test_b40_a_card_taken_away_after_a_wrong_key_is_removed(bench: Bench) -> None:
    target = await laid(bench, Classic1K())
    assert not await bench.reader.classic_auth(4, b"wrong!", target)
    bench.chip.field = []
    with pytest.raises(TagRemoved):
        await bench.reader.classic_auth(8, b"\xff" * 6, target)


# -- reading ----------------------------------------------------------------------------------------------------------


async def test_b42_a_tag_pulled_in_mid_read_is_removed_and_the_next_tap_works(bench: Bench) -> None:
    tag = Ntag215()
    tag.fill(bytes([0x03, 60]) + bytes(range(60)) + b"\xfe")
    target = await laid(bench, tag)
    bench.chip.script(0x42, None, bytes.fromhex("0000FF03FDD54301E700"))
    page = bytearray(16)
    await bench.reader.read_ntag(4, page, target)
    bench.chip.script(0x40, bytes.fromhex("0000FF03FDD54101E900"))
    with pytest.raises(TagRemoved):
        await bench.reader.read_ntag(8, page, target)


async def test_b42_wherever_the_read_is_cut_nothing_partial_comes_out(bench: Bench) -> None:
    message = piece_message("ambassador/1")
    cuts = 0
    for pull_after in range(12):
        tag = Ntag215(pull_after=None)
        tag.fill(bytes([0x03, len(message)]) + message + b"\xfe")
        target = await laid(bench, tag)
        tag.exchanges, tag.pull_after = 0, pull_after
        try:
            assert await read_piece(bench.reader, target) == "ambassador/1"
        except TagRemoved:
            cuts += 1
        tag.pull_after = None
        assert await read_piece(bench.reader, await laid(bench, tag)) == "ambassador/1"
    assert 3 <= cuts < 12


async def test_b42_a_message_of_length_0_is_empty(bench: Bench) -> None:
    tag = Ntag213()
    tag.fill(b"\x03\x00\xfe")
    assert await read_message(bench.reader, await laid(bench, tag)) == b""


async def test_b42_another_tag_laid_down_in_mid_read_is_not_mixed_in(bench: Bench) -> None:
    first, second = Ntag215(), Ntag215(bytes.fromhex("04AABBCCDDEEFF"))
    for tag, letter in ((first, b"a"), (second, b"b")):
        tag.fill(bytes([0x03, 200]) + letter * 200)
    target = await laid(bench, first)
    bench.clock.at(bench.clock.ms + 12, lambda: bench.chip.field.__setitem__(0, second))
    with pytest.raises(TagRemoved):
        await read_message(bench.reader, target)


async def test_b43_reads_of_1_to_504_bytes_are_exact(i2c: Bench) -> None:
    counting = bytes(n * 7 % 251 for n in range(504))
    tag = Ntag215()
    tag.fill(counting)
    target = await laid(i2c, tag)
    for size in range(1, 505):
        assert await read_user(i2c.reader, target, size) == counting[:size]
    with pytest.raises(ReaderMisuse):
        await read_user(i2c.reader, target, 505)


async def test_b43_messages_of_every_size_come_back_whole(i2c: Bench) -> None:
    tag = Ntag215()
    target = await laid(i2c, tag)
    for size in (*range(1, 70), 60, 252, 253, 254, 255, 256, 257, 490, 499, 500):
        message = bytes(n % 253 + 1 for n in range(size))
        head = bytes([0x03, size]) if size < 255 else bytes([0x03, 0xFF, size >> 8, size & 0xFF])
        tag.fill((head + message + b"\xfe")[:504].ljust(504, b"\0"))
        assert await read_message(i2c.reader, target) == message


async def test_b43_all_wires_read_the_same(bench: Bench) -> None:
    tag = Ntag215()
    tag.fill(bytes([0x03, 60]) + bytes(range(60)) + b"\xfe")
    assert await read_message(bench.reader, await laid(bench, tag)) == bytes(range(60))


# -- writing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "last"), [(Ntag213, 0x27), (Ntag215, 0x81)])
async def test_b56_writes_stop_at_the_last_user_page(bench: Bench, kind: type[Ntag], last: int) -> None:
    tag = kind()
    target = await laid(bench, tag)
    longest = b"\xc5" * (len(tag.user) - _overhead(tag))
    with pytest.raises(TagTooSmall):
        await write_message(bench.reader, target, longest + b"\0")
    with pytest.raises(TagTooSmall):
        await write_message(bench.reader, target, bytes(130 * 4))
    assert tag.writes == []
    await write_message(bench.reader, target, longest)
    assert max(tag.writes) == last
    assert message_in(tag.user) == longest


def _overhead(tag: Ntag) -> int:
    """Bytes in front of the longest message: what the factory put there, and the message block's own head."""
    return 5 + 2 if isinstance(tag, Ntag213) else 4


async def test_b57_existing_blocks_are_left_alone(bench: Bench) -> None:
    tag = Ntag213()
    lock = bytes.fromhex("0103A01044")
    tag.fill(lock + bytes.fromhex("0300") + bytes.fromhex("FD024142FE"))
    target = await laid(bench, tag)
    await write_message(bench.reader, target, piece_message("decree/17"))
    assert tag.user.startswith(lock + b"\x03")
    assert b"\xfd\x02AB\xfe" in tag.user
    assert await read_piece(bench.reader, await laid(bench, tag)) == "decree/17"
    assert set(tag.writes) <= set(range(4, 0x28))
