"""Writing pieces: onto new tags, onto tags that hold something or cannot take it, and with a tag pulled away."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tag_bench import Ntag216

from firmware.drivers.pn532 import NFC_KEY
from firmware.drivers.pn532_errors import TagRefused, TagRemoved
from firmware.drivers.pn532_tags import read_message, read_piece
from shared_rules.ndef import find_piece, message_in, piece_message, record
from shared_rules.ndef_write import message_length_at, rewrite
from tools.tags import classic, ntag
from tools.tags.errors import TagUnfit, WriteUnproved
from tools.tags.looking import LOCKED, NOT_READY, PARTLY, STRANGE, look
from tools.tags.message import Content, compose, encode
from tools.tags.writing import Wish, write
from tools.virtual.tags import GET_VERSION, NAK, Classic1K, Ntag213, Ntag215, Phone

NTAGS = [Ntag213, Ntag215, Ntag216]
URL = record(1, b"U", b"\x04zpr.au/x")
CARD = b"\x04\x11\x22\x33\x44\x55\x66"


async def written(bench, tag, piece="decree/17", **given):
    return await write(bench.reader, await bench.only(tag), Wish(piece, **given))


@pytest.mark.parametrize("kind", NTAGS)
async def test_a_new_tag_becomes_a_piece_that_the_arc_reads(ready, kind):
    tag = kind()
    assert (await written(ready, tag)).writes > 0
    assert find_piece(tag.user) == "decree/17"
    assert await read_piece(ready.reader, await ready.only(tag)) == "decree/17"
    assert all(4 <= page < tag.user_end for page in tag.writes)


@pytest.mark.parametrize("kind", NTAGS)
async def test_b57_the_lock_block_of_a_tag_stays_byte_for_byte(ready, kind):
    tag = kind()
    lock = bytes.fromhex("0103A01044") if kind is Ntag213 else bytes.fromhex("FD0411223344")
    tag.fill(lock + b"\x03\x00\xfe")
    await written(ready, tag)
    assert tag.user.startswith(lock + b"\x03")
    assert find_piece(tag.user) == "decree/17"


async def test_a_second_time_nothing_is_written(ready):
    tag = Ntag215()
    await written(ready, tag)
    tag.writes.clear()
    assert (await written(ready, tag)).writes == 0
    assert tag.writes == []


@pytest.mark.parametrize("size", [0, 1, 12, 40, 60, 90])
async def test_b43_what_was_there_before_is_read_and_replaced_whole(ready, size):
    tag = Ntag213()
    body = encode([(1, b"T", b"", b"\x02en" + bytes(65 + n % 26 for n in range(size)))])
    tag.fill(tag.factory[:5] + bytes((3, len(body))) + body + b"\xfe")
    before = (await written(ready, tag)).before
    assert before.others[0][3][3:] == bytes(65 + n % 26 for n in range(size))
    assert find_piece(tag.user) == "decree/17"


async def test_the_address_that_a_phone_wrote_stays_behind_the_piece(ready):
    tag = Ntag213()
    tag.fill(bytes((3, len(URL))) + URL + b"\xfe")
    await written(ready, tag)
    seen = (await look(ready.reader, await ready.only(tag))).content
    assert (seen.piece, seen.foreign) == ("decree/17", ['the address "https://zpr.au/x"'])
    await written(ready, tag, over=True)
    assert (await look(ready.reader, await ready.only(tag))).content == Content("decree/17")


async def test_what_does_not_fit_beside_a_long_text_is_refused_and_replaced_only_when_asked(ready):
    tag = Ntag213()
    body = encode([(1, b"T", b"", b"\x02en" + b"x" * 110)])
    tag.fill(bytes((3, len(body))) + body + b"\xfe")
    with pytest.raises(TagUnfit, match=r"no room .* 144.*--over"):
        await written(ready, tag)
    assert tag.writes == [], "refused before the first write"
    await written(ready, tag, over=True)
    assert find_piece(tag.user) == "decree/17"


async def test_b56_a_long_message_ends_at_the_last_user_page(ready):
    for kind in NTAGS:
        tag = kind()
        room = (tag.user_end - 4) * 4
        body = encode([(1, b"T", b"", b"\x02en" + b"y" * (room - len(compose("decree/17", ())) - 16))])
        tag.fill(bytes((3, 0xFF, len(body) >> 8, len(body) & 0xFF)) + body + b"\xfe")
        behind = bytes(tag.memory[tag.user_end * 4 :])
        await written(ready, tag)
        assert find_piece(tag.user) == "decree/17"
        assert max(tag.writes) < tag.user_end
        assert bytes(tag.memory[tag.user_end * 4 :]) == behind


async def test_b46_a_capability_byte_that_lies_is_not_believed(ready):
    tag = Ntag213()
    tag.memory[14] = 0xFF
    tag.fill(b"\x03\xff\x01")
    seen = await look(ready.reader, await ready.only(tag))
    assert "damaged" in seen.content.trouble
    await written(ready, tag)
    assert find_piece(tag.user) == "decree/17"


@pytest.mark.parametrize("junk", ["03ff", "01ff" + "00" * 20, "0312D1", "0304D1013F5400", "aa" * 144])
async def test_a_damaged_tag_is_named_and_can_be_written(ready, junk):
    tag = Ntag213()
    tag.fill(bytes.fromhex(junk))
    assert (await look(ready.reader, await ready.only(tag))).content.piece is None
    await written(ready, tag)
    assert find_piece(tag.user) == "decree/17"


async def test_a_tag_that_was_never_formatted_gets_its_container(ready):
    tag = Ntag216()
    tag.memory[12:20] = bytes(8)
    assert (await look(ready.reader, await ready.only(tag))).state == NOT_READY
    await written(ready, tag)
    assert tag.memory[12:16] == b"\xe1\x10\x6d\x00"
    tag.memory[12:16] = b"\x55\x00\x00\x00"
    with pytest.raises(TagUnfit, match="something else"):
        await written(ready, tag)


# -- pulled away -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Ntag213, Classic1K])
async def test_b42_a_tag_pulled_at_any_moment_holds_old_new_or_nothing_and_the_next_tap_writes_it(ready, kind):
    pulled = 0
    for exchanges in range(1, 60 if kind is Classic1K else 24):
        tag = kind(pull_after=exchanges) if kind is Classic1K else kind(CARD, pull_after=exchanges)
        if kind is Ntag213:
            tag.fill(bytes((3, len(URL))) + URL + b"\xfe")
        kept = {}
        try:
            await written(ready, tag, kept=kept)
            break
        except (TagRemoved, TagUnfit):
            pulled += 1
        tag.pull_after = None
        if kind is Ntag213:
            assert message_in(tag.user) in (URL, b"", compose("decree/17", message_others()))
        await written(ready, tag, kept=kept)
        assert await read_piece(ready.reader, await ready.only(tag)) == "decree/17"
        if kind is Ntag213:
            assert (await look(ready.reader, await ready.only(tag))).content.foreign, "the address survives as well"
    assert pulled > 10


@given(
    st.sampled_from([b"", bytes.fromhex("0103A00C34"), bytes.fromhex("FD0411223344")]),
    st.lists(st.tuples(st.sampled_from([1, 2, 4]), st.binary(min_size=1, max_size=9), st.just(b""),
                       st.binary(max_size=400)), min_size=1, max_size=3),
)  # fmt: skip
def test_b42_what_is_left_of_an_emptied_message_is_no_block(before, old):
    new = piece_message("decree/17")
    area = bytearray(rewrite(before + b"\x03\x00\xfe" + bytes(2000), encode(old)).ljust(2000, b"\x00"))
    area[message_length_at(area)] = 0
    assert message_in(area) == b""
    assert rewrite(area, new) == rewrite(before + b"\x03\x00\xfe" + bytes(2000), new)


def test_b57_true_blocks_behind_an_empty_message_stay():
    behind = bytes.fromhex("FD0411223344") + bytes.fromhex("0203A00C34")
    new = rewrite(b"\x03\x00" + behind + b"\xfe" + bytes(200), piece_message("decree/17"))
    assert behind + b"\xfe" in new


def message_others():
    return ((1, b"U", b"", b"\x04zpr.au/x"),)


async def test_a_write_that_does_not_hold_is_not_believed(ready, monkeypatch):
    tag = Ntag213()
    sound = tag._write

    def worn(page, data):
        answer = sound(page, data)
        tag.memory[30] = 0x55
        return answer

    monkeypatch.setattr(tag, "_write", worn)
    with pytest.raises(WriteUnproved, match="read back"):
        await written(ready, tag)


# -- locks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", NTAGS)
async def test_a_locked_tag_is_named_takes_nothing_more_and_is_still_read(ready, kind):
    tag = kind()
    await written(ready, tag)
    target = await ready.only(tag)
    await ntag.lock(ready.reader, target, await ntag.model_of(ready.reader, target))
    assert all(tag._locked(page) for page in range(3, tag.user_end))
    assert tag.memory[15] & 0x0F == 0x0F, "phones see that it is read-only"
    seen = await look(ready.reader, await ready.only(tag))
    assert (seen.locked, seen.content.piece) == (LOCKED, "decree/17")
    assert (await written(ready, tag)).writes == 0, "it is this piece already"
    tag.writes.clear()
    with pytest.raises(TagUnfit, match="locked for ever"):
        await written(ready, tag, "decree/18", over=True)
    assert tag.writes == []


async def test_locking_that_was_interrupted_is_finished_by_the_next_tap(ready):
    for exchanges in range(1, 9):
        tag = Ntag215()
        target = await ready.only(tag)
        model = await ntag.model_of(ready.reader, target)
        tag.pull_after = tag.exchanges + exchanges
        try:
            await ntag.lock(ready.reader, target, model)
        except TagRemoved:
            tag.pull_after = None
            target = await ready.only(tag)
            await ntag.lock(ready.reader, target, model)
        assert all(tag._locked(page) for page in range(3, tag.user_end))


async def test_one_locked_page_in_the_way_is_found_before_the_first_write(ready):
    tag = Ntag213()
    tag.memory[tag.user_end * 4] = 0x01  # pages 16 and 17
    assert (await look(ready.reader, await ready.only(tag))).locked == PARTLY
    await written(ready, tag)  # they are not needed for this one
    body = encode([(1, b"T", b"", b"\x02en" + bytes(range(48, 108)))])
    tag.fill(b"\x03" + bytes((len(body),)) + body + b"\xfe")
    tag.writes.clear()
    with pytest.raises(TagUnfit, match="locked"):
        await written(ready, tag)
    assert tag.writes == []


async def test_a_tag_with_a_password_says_so(ready, monkeypatch):
    tag = Ntag213()
    monkeypatch.setattr(tag, "_write", lambda page, data: b"\x00")
    with pytest.raises(TagUnfit, match="password"):
        await written(ready, tag)


async def test_b35_b36_a_phone_is_neither_read_nor_written(ready):
    phone = Phone()
    assert (await look(ready.reader, await ready.only(phone))).model == "phone or bank card"
    with pytest.raises(TagUnfit, match="cannot be pieces"):
        await written(ready, phone)
    assert phone.exchanges == 0


class Older(Ntag213):
    """An Ultralight or NTAG203: it refuses GET_VERSION."""

    def answer(self, data):
        return NAK if data[0] == GET_VERSION else super().answer(data)


@pytest.mark.parametrize("message", [piece_message("decree/4"), b""])
async def test_a_tag_of_unknown_size_is_looked_at_and_not_written(ready, message):
    tag, odd = Older(), Ntag213()
    tag.fill(bytes((3, len(message))) + message + b"\xfe")
    odd.storage_code = 0x0B
    for one in (tag, odd):
        assert (await look(ready.reader, await ready.only(one))).model == "tag of an unknown size"
        with pytest.raises(TagUnfit, match="how large"):
            await written(ready, one)
        assert one.writes == []


# -- MIFARE Classic --------------------------------------------------------------------------------------------------


def test_the_directory_is_the_one_of_the_application_note():
    """First bytes of the MAD of a 1K card whose 15 sectors are all NFC's: 14 01 03 E1."""
    assert classic.directory(16)[:4] == bytes.fromhex("140103e1")
    assert classic.directory(16)[4:] == b"\x03\xe1" * 14


async def test_a_factory_card_is_formatted_and_written(ready):
    card = Classic1K()
    assert (await look(ready.reader, await ready.only(card))).state == NOT_READY
    await written(ready, card, "manager/3")
    assert bytes(card.memory[16:48]) == classic.directory(16)
    assert card.memory[48:54] == classic.MAD_KEY
    assert all(card.memory[64 * n + 48 : 64 * n + 54] == NFC_KEY for n in range(1, 16))
    assert await read_piece(ready.reader, await ready.only(card)) == "manager/3"
    assert (await written(ready, card, "manager/3")).writes == 0


async def test_a_card_that_a_phone_wrote_keeps_the_address(ready):
    card = Classic1K()
    await written(ready, card)
    body = encode([*message_others(), (1, b"T", b"", b"\x02en" + b"t" * 200)])
    area = b"\x03" + bytes((len(body),)) + body + b"\xfe"
    for number, at in enumerate(range(0, len(area), 16)):
        block = 4 * (1 + number // 3) + number % 3
        card.memory[block * 16 : block * 16 + 16] = area[at : at + 16].ljust(16, b"\x00")
    await written(ready, card, "decree/2")
    seen = (await look(ready.reader, await ready.only(card))).content
    assert (seen.piece, len(seen.foreign)) == ("decree/2", 2)


@pytest.mark.parametrize("sector", [1, 9])
async def test_b40_a_card_with_keys_of_its_own_is_left_as_it_is(ready, sector):
    card = Classic1K()
    card.set_keys(sector, b"secret", b"secret")
    before = bytes(card.memory)
    with pytest.raises(TagUnfit, match=f"Sector {sector} .* keys of its own"):
        await written(ready, card)
    card.set_keys(0, b"secret", b"secret")
    card.set_keys(1, b"secret", b"secret")
    assert (await look(ready.reader, await ready.only(card))).state == STRANGE
    with pytest.raises(TagUnfit, match="keys of its own"):
        await written(ready, card)
    assert bytes(card.memory)[128:576] == before[128:576]


async def test_a_factory_card_with_data_is_asked_about(ready):
    card = Classic1K()
    card.memory[64:80] = b"hotel room 12   "
    with pytest.raises(TagUnfit, match="data of something else"):
        await written(ready, card)
    await written(ready, card, over=True)
    assert await read_message(ready.reader, await ready.only(card)) == compose("decree/17", ())


async def test_a_refused_page_is_told_apart_from_a_tag_that_is_gone(ready):
    tag = Ntag213()
    target = await ready.only(tag)
    with pytest.raises(TagRefused):
        await ready.reader.read_ntag(200, bytearray(16), target)
    ready.chip.field = []
    with pytest.raises(TagRemoved):
        await ready.reader.read_ntag(4, bytearray(16), target)
