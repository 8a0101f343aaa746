"""What a press costs: one picture for each browser, made of parts that are drawn once, and the same as drawn anew."""

import random
from pathlib import Path

import pytest
from referee_games import Place, newest
from web_games import Canvas

from host.web import views
from host.web.pairing import Access
from host.web.referee import RefereePage

FOUR = [Access(may_act=True, local=True, holder=f"here:{name}") for name in "abcd"]


async def four(folder: Path) -> tuple[Place, list[tuple[RefereePage, Canvas]]]:
    """A game of four people at four browsers who have read the summary."""
    place = await Place(folder).begin(managers=[3, 8, 5, 1])
    for seat, access in enumerate(FOUR):
        place.desk.claim(access, [seat])
    pages = [place.page(access) for access in FOUR]
    for page, canvas in pages:
        newest(page, canvas)
    return place, pages


async def press_any(place: Place, pages: list[tuple[RefereePage, Canvas]], dice: random.Random, number: int) -> None:
    """One of the seats that are asked does something on its own browser; everybody has been told on return."""
    seat = place.session.to_act[0]
    view = place.session.view(f"seat:{seat}")
    assert view is not None
    action = dice.choice([one for one in view["you"]["actions"] if one["kind"] != "undo"])
    await pages[seat][0].press({"do": {"act": action}, "rev": place.session.revision, "number": number})
    await place.session._subscribers.settle()


async def test_a_press_draws_one_picture_on_each_browser(tmp_path: Path) -> None:
    place, pages = await four(tmp_path)
    dice = random.Random(3)
    for number in range(1, 21):
        before = [len(canvas.drawn) for _, canvas in pages]
        await press_any(place, pages, dice, number)
        for page, canvas in pages:
            page.shown(canvas.drawn[-1][1])
        assert [len(canvas.drawn) for _, canvas in pages] == [count + 1 for count in before]
        assert len({canvas.drawn[-1][0].split('data-rev="')[1].split('"')[0] for _, canvas in pages}) == 1
    await place.close()


async def test_parts_drawn_earlier_are_what_would_be_drawn_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place, pages = await four(tmp_path)
    dice = random.Random(4)
    plain = views.environment()
    plain.globals["kept"] = lambda macro, *drawn_from: macro(*drawn_from)
    for number in range(1, 41):
        await press_any(place, pages, dice, number)
        pictures = [newest(page, canvas) for page, canvas in pages]
        with monkeypatch.context() as anew:
            anew.setattr(views, "ENVIRONMENT", plain)
            assert [page.picture() for page, _ in pages] == pictures
    await place.close()


def test_parts_are_kept_up_to_a_bound_and_the_oldest_go_first() -> None:
    drawn: list[int] = []
    fragments = views.Fragments(2)

    def macro(number: int) -> str:
        drawn.append(number)
        return str(number)

    for number in (1, 2, 1, 3, 1, 2):
        assert fragments.kept(macro, number) == str(number)
    assert drawn == [1, 2, 3, 2]
    assert len(fragments) == 2
