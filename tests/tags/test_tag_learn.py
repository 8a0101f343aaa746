"""A box is taught: in order, with mistakes, with interruptions, and beside another box."""

import pytest
from tag_bench import ntags

from host.store.errors import TagRefused
from shared_rules.ndef import find_piece, piece_message
from tools.tags import pieces
from tools.tags.errors import ReaderGone, UnknownPiece
from tools.tags.ledger import Ledger
from tools.tags.teaching import Options, Walk
from tools.virtual.tags import Classic1K, Ntag213, Phone

NAMES = {"decree/1": "Decree 1", "decree/2": "Decree 2", "governor": "Governor's token"}
BOX = list(NAMES)
LEARN, WRITE = Options(), Options(writes=True)


@pytest.fixture
def walk(bench, ledger):
    """walk(options) runs through the box with what the hand does; returns how many pieces are left."""

    async def run(options=LEARN, at=ledger):
        seen = []
        await bench.desk.start()
        left = await Walk(bench.desk, at, NAMES, options, lambda done, total: seen.append(done)).run(BOX)
        assert seen == sorted(seen) or "undo" in " ".join(bench.said).lower()
        return left

    return run


async def table(ledger):
    return {row.piece: row.uid for row in await ledger.rows()}


async def test_each_piece_is_asked_for_and_learnt(bench, ledger, walk):
    tags = ntags(3)
    for tag in tags:
        bench.hand.lays(tag)
    assert await walk() == 0
    assert await table(ledger) == dict(zip(BOX, (tag.uid for tag in tags), strict=True))
    asked = [line for line in bench.said if line.startswith("Lay ")]
    assert asked == [f"Lay {NAMES[piece]} on the reader." for piece in BOX]


async def test_what_is_learnt_stays_and_the_next_walk_goes_on_there(bench, ledger, walk):
    first, second, third = ntags(3)
    bench.hand.lays(first)
    assert await walk() == 2
    bench.said.clear()
    bench.hand.lays(second)
    bench.hand.lays(third)
    assert await walk() == 0
    assert bench.said[1] == "Lay Decree 2 on the reader."
    assert await walk() == 0
    assert bench.heard("All of these have a tag already")
    assert len(await ledger.rows()) == 3


async def test_u_undoes_the_last_and_asks_for_it_again(bench, ledger, walk):
    wrong, right = ntags(2)
    bench.hand.lays(wrong)
    bench.hand.types("u")
    bench.hand.types("u")
    bench.hand.lays(right)
    assert await walk() == 2
    assert await table(ledger) == {"decree/1": right.uid}
    assert bench.heard("Undone: Decree 1")
    assert bench.heard("nothing to undo")


async def test_n_leaves_a_piece_for_later_and_other_words_show_the_keys(bench, ledger, walk):
    tag, other = ntags(2)
    bench.hand.types("n")
    bench.hand.types("what?")
    bench.hand.lays(tag)
    bench.hand.lays(other)
    assert await walk() == 1
    assert await table(ledger) == {"decree/2": tag.uid, "governor": other.uid}
    assert sum("stop here" in line for line in bench.said) == 2


async def test_b26_one_number_is_one_piece_and_the_earlier_one_is_named(bench, ledger, walk):
    tag, copy = ntags(1)[0], ntags(1)[0]
    bench.hand.lays(tag)
    bench.hand.lays(copy)
    assert await walk() == 2
    assert bench.heard("This tag is Decree 1 already, in the box first.")
    assert await table(ledger) == {"decree/1": tag.uid}


async def test_b29_a_tag_that_is_held_counts_once(bench, ledger, walk):
    tag = ntags(1)[0]
    bench.hand.holds(tag, pauses=40)
    assert await walk() == 2
    assert not bench.heard("already")


async def test_b29_a_tag_that_slips_out_of_the_field_for_a_moment_is_not_laid_twice(bench, ledger, walk):
    tag = ntags(1)[0]
    for _ in range(4):
        bench.hand.holds(tag, pauses=2)
        bench.hand.holds(pauses=1)
    assert await walk() == 2
    assert not bench.heard("already")


async def test_b35_a_phone_is_refused_at_each_tap_and_no_row_is_made(bench, ledger, walk):
    for uid in (b"\x08\xa1\xb2\xc3", b"\x08\x11\x22\x33"):
        bench.hand.lays(Phone(uid))
    assert await walk() == 3
    assert sum("cannot be pieces" in line for line in bench.said) == 2
    assert await ledger.rows() == []
    with pytest.raises(TagRefused):
        await ledger.bind(b"\x08\xa1\xb2\xc3", "decree/1")


async def test_b37_a_number_that_begins_with_88_is_taken_as_it_is(bench, ledger, walk):
    bench.hand.lays(Classic1K(bytes.fromhex("88010203")))
    assert await walk() == 2
    assert await table(ledger) == {"decree/1": bytes.fromhex("88010203")}


async def test_b24_two_tags_at_once_are_told_once_and_one_that_stays_is_taken(bench, ledger, walk):
    one, two = ntags(2)
    bench.hand.holds(one, two, pauses=5)
    bench.hand.lays(two)
    assert await walk() == 2
    assert sum("Two tags" in line for line in bench.said) == 1
    assert await table(ledger) == {"decree/1": two.uid}


async def test_b42_taken_away_too_early_it_is_named_and_the_next_tap_goes_on(bench, ledger, walk):
    tag = Ntag213(pull_after=9)
    bench.hand.lays(tag)
    bench.hand.does(lambda: setattr(tag, "pull_after", None))
    bench.hand.lays(tag)
    assert await walk(WRITE) == 2
    assert bench.heard("Decree 1: It was taken away too early")
    assert find_piece(tag.user) == "decree/1"
    assert await table(ledger) == {"decree/1": tag.uid}


async def test_written_pieces_are_learnt_as_well(bench, ledger, walk):
    tags = [*ntags(2), Classic1K()]
    for tag in tags:
        bench.hand.lays(tag)
    assert await walk(WRITE) == 0
    assert [find_piece(tag.user) for tag in tags[:2]] == BOX[:2]
    assert len(await ledger.rows()) == 3


async def test_a_tag_that_says_another_piece_is_refused_until_over(bench, ledger, walk):
    tag = ntags(1)[0]
    body = piece_message("governor")
    tag.fill(bytes((3, len(body))) + body + b"\xfe")
    bench.hand.lays(tag)
    assert await walk() == 3
    assert bench.heard("says that it is Governor's token")
    bench.hand.lays(tag)
    assert await walk(WRITE) == 3
    assert bench.heard("--over")
    bench.hand.lays(tag)
    assert await walk(Options(writes=True, over=True)) == 2
    assert find_piece(tag.user) == "decree/1"


async def test_after_an_undo_the_same_tag_can_be_written_as_another_piece(bench, ledger, walk):
    tag = ntags(1)[0]
    bench.hand.lays(tag)
    bench.hand.types("u")
    bench.hand.types("n")
    bench.hand.lays(tag)
    assert await walk(WRITE) == 2
    assert find_piece(tag.user) == "decree/2"
    assert await table(ledger) == {"decree/2": tag.uid}


async def test_locking_is_told_for_each_tag(bench, ledger, walk):
    tag = ntags(1)[0]
    bench.hand.lays(tag)
    bench.hand.lays(Classic1K())
    assert await walk(Options(writes=True, lock=True)) == 1
    assert bench.heard("Decree 1: written and read back. Locked for ever.")
    assert bench.heard("not locked")
    assert tag._locked(4)


async def test_a_locked_tag_is_learnt_though_it_cannot_be_written(bench, ledger, walk):
    tag = ntags(1)[0]
    tag.memory[10:12] = b"\xff\xff"
    bench.hand.lays(tag)
    assert await walk(WRITE) == 3
    assert bench.heard("locked for ever")
    bench.hand.lays(tag)
    assert await walk() == 2


async def test_a_tag_that_cannot_be_read_is_learnt_by_its_number(bench, ledger, walk):
    tag, strange = Ntag213(), Classic1K()
    tag.storage_code = 0x0B
    tag.fill(b"\x03\x40" + bytes(64))
    for sector in range(16):
        strange.set_keys(sector, b"secret", b"secret")
    bench.hand.lays(tag)
    bench.hand.lays(strange)
    assert await walk() == 1
    assert len(await ledger.rows()) == 2


async def test_two_boxes_have_each_their_own_tags_of_the_same_pieces(bench, ledger, store, walk):
    second = Ledger(store, "second")
    tags = ntags(4)
    bench.hand.lays(tags[0])
    assert await walk() == 2
    bench.hand.lays(tags[0])
    bench.hand.lays(tags[1])
    assert await walk(at=second) == 2
    assert bench.heard("belongs to the box first")
    assert [(row.box, row.piece) for row in await second.rows()] == [("first", "decree/1"), ("second", "decree/1")]


async def test_more_gives_a_piece_one_more_tag(bench, ledger, walk):
    one, two = ntags(2)
    bench.hand.lays(one)
    await walk()
    bench.hand.lays(two)
    await walk(Options(more=True))
    assert [row.piece for row in await ledger.rows()] == ["decree/1", "decree/1"]


async def test_b01_a_reader_that_stumbles_is_started_again_and_the_piece_is_asked_for_still(bench, ledger, walk):
    tag = ntags(1)[0]
    bench.hand.does(lambda: setattr(bench.chip.faults, "swallow", 3))
    bench.hand.lays(tag)
    bench.hand.lays(tag)
    assert await walk() == 2
    assert bench.line.aborts > 0
    assert await table(ledger) == {"decree/1": tag.uid}


async def test_a_reader_that_is_gone_ends_the_walk_with_a_sentence(bench, ledger, walk):
    bench.hand.lays(ntags(1)[0])
    bench.hand.does(lambda: setattr(bench.line, "fails", True))
    bench.hand.waits(5)
    with pytest.raises(ReaderGone, match="unplugged"):
        await walk()
    assert len(await ledger.rows()) == 1, "what was learnt is kept"


async def test_a_reader_that_falls_silent_is_given_up_after_some_tries(bench, walk):
    bench.hand.does(lambda: setattr(bench.chip.faults, "hung", True))
    bench.hand.waits(30)
    with pytest.raises(ReaderGone, match="does not answer any more"):
        await walk()


def test_a_person_names_pieces_by_kind_number_and_range():
    names = pieces.names()
    box = list(names)
    assert len(box) == 80
    assert names["decree/1"].startswith("Decree 1, ")
    assert pieces.chosen([], box) == box
    assert pieces.chosen(["Decree/58-60", "governor", "decree/59", "manager1"], box) == [
        "decree/58", "decree/59", "decree/60", "governor", "manager/1",
    ]  # fmt: skip
    assert len(pieces.chosen(["directive"], box)) == 9
    for wrong in ("decree/61", "decree/9-5", "card", "decree/", "17"):
        with pytest.raises(UnknownPiece, match="no piece"):
            pieces.chosen([wrong], box)
