"""`check` names what each tag is; the table travels as one file."""

import argparse
import asyncio

import pytest
from filelock import FileLock
from tag_bench import Ntag216, ntags

from host.store.store import Store
from shared_rules.ndef import piece_message, record
from tools.tags import command, session, tablefile
from tools.tags.checking import Check
from tools.tags.errors import BadTable, TableInUse
from tools.tags.ledger import FIRST_BOX, Ledger, Row
from tools.virtual.tags import Classic1K, Ntag213, Phone

NAMES = {"decree/1": "Decree 1", "decree/2": "Decree 2", "governor": "Governor's token"}


def holding(message, number=9):
    tag = Ntag216(bytes([0x04, 0xB0, 0, 0, 0, 0, number]))
    tag.fill(bytes((3, len(message))) + message + b"\xfe")
    return tag


@pytest.fixture
def check(bench, ledger):
    """check(*tags): what is said of each, and the summary."""

    async def run(*tags, at=ledger):
        bench.said.clear()
        for tag in tags:
            bench.hand.lays(tag)
        one = Check(bench.desk, at, NAMES)
        await bench.desk.start()
        await one.run()
        return [line.partition(": ")[2] for line in bench.said[1:]], one.summary()

    return run


async def test_by_record_by_table_by_both_and_by_neither(check, ledger):
    written, learnt, both, none = (
        holding(piece_message("decree/1"), 1), *ntags(1), holding(piece_message("governor"), 3), *ntags(1, first=4),
    )  # fmt: skip
    await ledger.bind(learnt.uid, "decree/2")
    await ledger.bind(both.uid, "governor")
    said, summary = await check(written, learnt, both, none)
    assert said[0] == "Decree 1, by its record; the table does not know it, and need not."
    assert said[1] == "Decree 2, by the table. It is empty."
    assert said[2] == "Governor's token, by its record and by the table."
    assert said[3] == "No piece: the table does not know it. It is empty."
    assert summary == "4 tags, 3 of 3 pieces seen."


async def test_a_record_that_contradicts_the_table_is_said(check, ledger):
    tag = holding(piece_message("decree/1"))
    await ledger.bind(tag.uid, "decree/2")
    (said,), summary = await check(tag)
    assert said.startswith("It says that it is Decree 1, and the table has it as Decree 2")
    assert "Not seen: Decree 2; Governor's token." in summary


@pytest.mark.parametrize(
    ("message", "words"),
    [
        (record(1, b"U", b"\x04zpr.au/x"), 'the address "https://zpr.au/x"'),
        (record(1, b"U", b"\x24odd"), 'the address "odd"'),
        (record(1, b"T", b"\x02enmilk\nbread\x1b[2J"), 'the text "milk bread [2J"'),
        (record(1, b"T", b"\x82en" + "für".encode("utf-16")), 'the text "für"'),
        (record(4, b"android.com:pkg", b"a"), 'a record of the type "android.com:pkg"'),
        (record(1, b"T", b"\x25en"), 'a damaged record of the type "T"'),
        (record(1, b"T", b"\x02en" + b"x" * 200), '"' + "x" * 60 + '…"'),
        (record(1, b"Sp", record(1, b"U", b"\x03a.org/") + record(2, b"image/png", b"")), '"http://a.org/"'),
    ],
    ids=["b53_prefix", "b53_unknown_prefix", "control", "utf16", "b48_external", "b51_language", "long", "poster"],
)
async def test_what_a_phone_wrote_is_quoted(check, message, words):
    (said,), _ = await check(holding(message))
    assert f"Something else is on it: {words}" in said or words in said
    assert said.startswith("No piece")


@pytest.mark.parametrize(
    ("area", "words"),
    [
        ("0103A00C340309D101055402656E7031FE", 'the text "p1"'),  # b44
        ("0312910105540265 6E703151010554 02656E7032FE", 'the text "p1", the text "p2"'),  # b47
        ("030CB1010454 02656E7056000131FE", 'the text "p1"'),  # b49
        ("03FF012C00", "Damaged: its message is damaged"),  # b46
        ("03FF01", "Damaged: its message is damaged"),
        ("0309D1013F54", "Damaged: its message is damaged"),
        ("0300FE", "It is empty."),
    ],
)
async def test_b44_b46_b47_b49_the_rows_of_the_field(check, area, words):
    tag = Ntag213()
    tag.memory[16:] = bytes(len(tag.memory) - 16)
    tag.fill(bytes.fromhex(area))
    if area == "03FF01":
        tag.memory[16:160] = bytes.fromhex("00" * 141 + area)  # cut off by the end of the tag
    (said,), _ = await check(tag)
    assert words in said


async def test_a_damaged_record_of_a_piece_is_no_piece(check):
    body = bytearray(piece_message("decree/1"))
    body[-6] ^= 1
    (said,), _ = await check(holding(bytes(body)))
    assert said.startswith("No piece")
    assert "its piece record is damaged" in said


async def test_a_piece_of_another_game_is_named_as_it_stands_there(check):
    (said,), _ = await check(holding(piece_message("dragon/7")))
    assert said == 'It says that it is "dragon/7", and this box has no such piece.'


async def test_b26_a_second_tag_for_a_piece_is_a_duplicate_but_not_in_another_box(check, ledger, store):
    one, two, other = ntags(3)
    await ledger.bind(one.uid, "decree/1")
    await ledger.bind(two.uid, "decree/1")
    await Ledger(store, "second").bind(other.uid, "decree/1")
    said, _ = await check(one, other)
    assert "Duplicate: this piece has another tag here, 04 A0 00 00 00 00 02." in said[0]
    assert "belongs to the box second" in said[1]
    assert "Duplicate" not in said[1]
    body = piece_message("decree/2")
    said, _ = await check(holding(body, 1), holding(body, 2))
    assert "Duplicate" not in said[0]
    assert "Duplicate" in said[1]


async def test_phones_classics_and_unformatted_cards(check):
    strange = Classic1K(b"\x01\x02\x03\x04")
    for sector in range(16):
        strange.set_keys(sector, b"secret", b"secret")
    (phone, new, own), summary = await check(Phone(), Classic1K(), strange)
    assert "cannot be pieces" in phone
    assert "It is not formatted." in new
    assert "It is protected by keys of its own." in own
    assert summary.startswith("2 tags, 0 of 3")


async def test_b42_pulled_in_mid_read_nothing_of_it_is_said(check, bench):
    tag = Ntag213(pull_after=2)
    await check(tag)
    assert bench.said[1] == "It was taken away too early. Lay it again and hold it still."


# -- the table as a file -----------------------------------------------------------------------------------------------


def parsed(*words):
    parser = argparse.ArgumentParser()
    command.register(parser.add_subparsers())
    return parser.parse_args(["tags", *map(str, words)])


def run(*words):
    return session.run(parsed(*words))


UIDS = [bytes([4, 0xC0, 0, 0, 0, 0, n]) for n in range(4)] + [b"\xde\xad\xbe\xef"]


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "data"
    made.mkdir()
    return made


async def fill(folder, rows):
    store = Store.open(folder / "colony.db")
    await Ledger(store).put_all(rows)
    kept = await Ledger(store).rows()
    store.close()
    return kept


ROWS = [Row("second", "decree/1", UIDS[1]), Row(FIRST_BOX, "decree/1", UIDS[0]), Row(FIRST_BOX, "governor", UIDS[4])]


def test_what_is_exported_is_imported_elsewhere_as_it_was(folder, tmp_path, capsys):
    asyncio.run(fill(folder, ROWS))
    file = tmp_path / "tags.toml"
    assert run("export", file, "--data", folder) == 0
    assert '04c00000000000 = "decree/1"' in file.read_text()
    other = tmp_path / "other"
    assert run("import", file, "--data", other) == 0
    assert run("import", file, "--data", other) == 0, "a second time nothing is new"
    assert "3 tags taken: 0 new, 0 changed." in capsys.readouterr().out
    assert asyncio.run(fill(other, [])) == sorted(ROWS)
    assert run("list", "--data", other) == 0
    out = capsys.readouterr().out
    assert "DE AD BE EF" in out
    assert "Box second: 1 of 80" in out


def test_conflicts_are_named_and_nothing_changes_until_replace(folder, tmp_path, capsys):
    before = asyncio.run(fill(folder, [Row(FIRST_BOX, "decree/9", UIDS[0])]))
    file = tmp_path / "tags.toml"
    tablefile.write(file, ROWS)
    with pytest.raises(BadTable, match="Nothing was changed"):
        run("import", file, "--data", folder)
    out = capsys.readouterr().out
    assert "Decree 9" in out
    assert "Decree 1" in out
    assert asyncio.run(fill(folder, [])) == before
    assert run("import", file, "--replace", "--data", folder) == 0
    assert asyncio.run(fill(folder, [])) == sorted(ROWS)
    (copy,) = folder.glob("tags-before-*.toml")
    assert tablefile.read(copy, ["decree/9"]) == before, "the table as it was is kept"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda text: "tags = " + "[" * 100_000, "is damaged"),
        (lambda text: text.replace("tags = 3", "tags = 4"), "says that it holds 4 tags, and there are 3"),
        (lambda text: text[: text.index("[box.")], "cut short"),
        (lambda text: text[:-3], "damaged"),
        (lambda text: text.replace("version = 1", "version = 2"), "newer version"),
        (lambda text: text.replace('"colony tags"', '"shopping"'), "no tag table"),
        (lambda text: text.replace("decree/1", "dragon/1"), "no such piece"),
        (lambda text: text.replace("deadbeef", "08a1b2c3"), "phone"),
        (lambda text: text.replace("deadbeef", "dead"), "no UID"),
        (lambda text: text.replace("deadbeef", "04c00000000001"), "twice"),
        (lambda text: text.replace('[box."second"]', '[box."a\\\\b"]'), "name of a box"),
        (lambda text: "", "no tag table"),
        (lambda text: text.split("[box.")[0] + "box = 3", "stand under"),
    ],
)
def test_a_file_that_is_wrong_is_refused_whole_and_says_why(folder, tmp_path, change, words):
    before = asyncio.run(fill(folder, [Row(FIRST_BOX, "decree/9", UIDS[3])]))
    file = tmp_path / "tags.toml"
    file.write_text(change(tablefile.dump(ROWS)))
    with pytest.raises(BadTable, match=words):
        run("import", file, "--data", folder)
    assert asyncio.run(fill(folder, [])) == before


def test_files_that_cannot_be_read_or_written(folder, tmp_path):
    with pytest.raises(BadTable, match="cannot be read"):
        run("import", tmp_path / "none.toml", "--data", folder)
    with pytest.raises(BadTable, match="cannot be written"):
        run("export", tmp_path / "none" / "tags.toml", "--data", folder)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadTable, match="damaged"):
        run("import", tmp_path / "bytes", "--data", folder)


def test_forget_frees_a_tag_or_a_piece_of_this_box(folder, capsys):
    asyncio.run(fill(folder, ROWS))
    assert run("forget", "DE:AD:BE:EF", "--data", folder) == 0
    assert run("forget", "decree/1", "--box", "second", "--data", folder) == 0
    assert asyncio.run(fill(folder, [])) == [Row(FIRST_BOX, "decree/1", UIDS[0])]
    with pytest.raises(BadTable, match="no tag for"):
        run("forget", "decree/1", "--box", "third", "--data", folder)
    with pytest.raises(BadTable, match="no UID"):
        run("forget", "card", "--data", folder)


@pytest.mark.parametrize("words", [["learn"], ["write"], ["check"], ["import", "f"], ["forget", "governor"]])
def test_while_a_companion_is_open_it_is_asked_for_the_table(folder, words):
    with FileLock(folder / "companion.lock"), pytest.raises(TableInUse, match="Ctrl-C"):
        run(*words, "--data", folder)
    with FileLock(folder / "companion.lock"):
        assert run("list", "--data", folder) == 0


def test_locking_asks_first(folder, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr("builtins.input", lambda words: asked.append(words) or "yes")
    monkeypatch.setattr(session, "open_port", lambda *_: pytest.fail("no reader is touched"))
    assert run("write", "--lock", "--data", folder) == 1
    assert "for ever" in asked[0]
    assert "Nothing was done" in capsys.readouterr().out
