"""The reader on a healthy chip, over each wire."""

from __future__ import annotations

import pytest
from reader_bench import Bench

from firmware.drivers.pn532_errors import ReaderMisuse, TagRefused, TagRemoved, TagTooSmall
from firmware.drivers.pn532_tags import read_message, read_piece
from firmware.drivers.pn532_write import write_message
from shared_rules.ndef import piece_message
from tools.virtual.tags import Classic1K, Ntag213, Ntag215, Phone


async def test_start_configures_the_chip_and_reads_its_version(bench: Bench) -> None:
    await bench.reader.start()
    assert bench.reader.firmware == (0x32, 1, 6, 7)
    assert bench.reader.reset_wired is True
    assert not bench.reader.notices
    assert [code for code, _ in bench.chip.commands] == [0x14, 0x02, 0x32]
    assert bench.chip.retries == 2


async def test_poll_lists_no_tag_one_tag_two_tags(bench: Bench) -> None:
    await bench.reader.start()
    assert await bench.reader.poll() == []
    bench.chip.field = [Ntag213()]
    (one,) = await bench.reader.poll()
    assert (one.uid.hex(), one.atqa, one.sak) == ("04112233445566", 0x0044, 0x00)
    bench.chip.field = [Classic1K(), Ntag213()]
    assert [target.uid.hex() for target in await bench.reader.poll()] == ["04112233445566", "deadbeef"]


async def test_ntag_pages_are_read_and_written(bench: Bench) -> None:
    bench.chip.field = [tag := Ntag213()]
    await bench.reader.start()
    (target,) = await bench.reader.poll()
    await bench.reader.ntag_write(8, b"ABCD", target)
    page = bytearray(16)
    await bench.reader.read_ntag(7, page, target)
    assert page[4:8] == b"ABCD" == tag.memory[32:36]


async def test_classic_blocks_are_read_and_written_with_the_right_key(bench: Bench) -> None:
    bench.chip.field = [Classic1K()]
    await bench.reader.start()
    (target,) = await bench.reader.poll()
    assert await bench.reader.classic_auth(4, b"\xff" * 6, target)
    await bench.reader.classic_write(5, bytes(range(16)), target)
    block = bytearray(16)
    await bench.reader.classic_read(5, block, target)
    assert block == bytes(range(16))


@pytest.mark.parametrize("tag", [Ntag213, Ntag215])
async def test_a_piece_written_to_a_tag_is_found_again(bench: Bench, tag: type[Ntag213]) -> None:
    bench.chip.field = [tag()]
    await bench.reader.start()
    (target,) = await bench.reader.poll()
    await write_message(bench.reader, target, piece_message("decree/17"))
    (target,) = await bench.reader.poll()
    assert await read_piece(bench.reader, target) == "decree/17"


async def test_a_piece_on_a_classic_card_is_found(bench: Bench) -> None:
    card = Classic1K()
    message = piece_message("manager/3")
    area = bytes([0x03, len(message)]) + message + b"\xfe"
    for number in range(0, len(area), 16):
        block = 4 * (1 + number // 48) + number // 16 % 3
        card.memory[block * 16 : block * 16 + 16] = area[number : number + 16].ljust(16, b"\0")
    card.set_keys(1, b"\xd3\xf7" * 3, b"\xff" * 6)
    bench.chip.field = [card]
    await bench.reader.start()
    (target,) = await bench.reader.poll()
    assert await read_piece(bench.reader, target) == "manager/3"


async def test_a_factory_new_tag_has_an_empty_message_and_a_phone_none(bench: Bench) -> None:
    bench.chip.field = [Ntag213()]
    await bench.reader.start()
    (target,) = await bench.reader.poll()
    assert await read_message(bench.reader, target) == b""
    bench.chip.field = [Phone()]
    (target,) = await bench.reader.poll()
    assert await read_message(bench.reader, target) is None
    assert await read_piece(bench.reader, target) == ""


async def test_a_tag_pulled_while_written_holds_an_empty_message_or_the_whole_new_one(i2c: Bench) -> None:
    await i2c.reader.start()
    for cut in range(1, 80):
        tag = Ntag215()
        i2c.chip.field = [tag]
        (target,) = await i2c.reader.poll()
        await write_message(i2c.reader, target, piece_message("manager/1"))
        (target,) = await i2c.reader.poll()
        tag.exchanges, tag.pull_after = 0, cut
        whole = True
        try:
            await write_message(i2c.reader, target, piece_message("decree/59"))
        except TagRemoved:
            whole = False
        tag.pull_after = None
        (target,) = await i2c.reader.poll()
        message = await read_message(i2c.reader, target)  # raises for a mixture that is no message
        old, new = piece_message("manager/1"), piece_message("decree/59")
        assert message in ((new,) if whole else (old, b"", new))


async def test_too_long_a_message_is_refused_before_the_first_write(bench: Bench) -> None:
    bench.chip.field = [tag := Ntag213()]
    await bench.reader.start()
    (target,) = await bench.reader.poll()
    with pytest.raises(TagTooSmall):
        await write_message(bench.reader, target, bytes(140))
    assert tag.writes == []


async def test_a_locked_page_is_a_refusal_and_the_next_read_works(bench: Bench) -> None:
    bench.chip.field = [tag := Ntag213()]
    tag.memory[10] = 0x20  # page 5 locked
    await bench.reader.start()
    (target,) = await bench.reader.poll()
    with pytest.raises(TagRefused):
        await bench.reader.ntag_write(5, b"xxxx", target)
    page = bytearray(16)
    await bench.reader.read_ntag(4, page, target)
    assert page[:4] == tag.memory[16:20]


async def test_two_commands_at_once_are_our_own_bug(bench: Bench) -> None:
    await bench.reader.start()
    first = bench.reader.poll()
    first.send(None)
    with pytest.raises(ReaderMisuse):
        await bench.reader.poll()
    first.close()
    assert await bench.reader.poll() == []
