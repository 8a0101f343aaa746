"""Of a picture only what differs is sent, and the browser makes the same picture of it."""

import random
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from referee_games import newest
from test_pictures import four, press_any

from host.web.changes import changed, changes

LINES = st.lists(st.sampled_from(["", "<p>", "</p>", "Round 1", "é 𝛼\u2028\r", "<b>1</b>"]), max_size=30).map("\n".join)


@given(LINES, LINES)
def test_the_changes_give_the_new_picture_exactly(old: str, new: str) -> None:
    assert changed(old, changes(old, new)) == new


def test_what_is_the_same_is_not_sent_again() -> None:
    old = "\n".join(f"<p>{n}</p>" for n in range(100))
    new = old.replace("<p>50</p>", "<p>fifty</p>").replace("<p>70</p>\n", "")
    assert changes(old, new) == [[0, 50], "<p>fifty</p>", [51, 70], [71, 100]]
    assert changes(old, old) == [[0, 100]]


async def test_a_press_in_a_referee_game_sends_a_part_of_the_page(tmp_path: Path) -> None:
    place, pages = await four(tmp_path)
    dice, whole, sent = random.Random(5), 0, 0
    before = [newest(page, canvas) for page, canvas in pages]
    for number in range(1, 31):
        await press_any(place, pages, dice, number)
        now = [newest(page, canvas) for page, canvas in pages]
        for old, new in zip(before, now, strict=True):
            made = changes(old, new)
            assert changed(old, made) == new
            whole, sent = whole + len(new), sent + len(str(made))
        before = now
    assert sent < whole / 3
    await place.close()
