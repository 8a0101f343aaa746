"""One open page: bounded pictures, presses that name what was seen, and who may press."""

import pytest
from web_games import Canvas, Table, played

from host.web.client import READ_ONLY
from host.web.hub import STALE_WORDS, Hub
from host.web.pages import RoundPage, StartPage, TablePage
from host.web.pairing import LOCAL, WATCHER


@pytest.fixture
async def page(hub: Hub, canvas: Canvas) -> RoundPage:
    made = RoundPage(hub, canvas, LOCAL)
    made.open()
    return made


def change(hub: Hub, table: Table, *actions: dict) -> None:
    table.shown = played(*actions)
    table.revision += 1
    hub.changed()


async def test_a_page_draws_the_state_at_once(page: RoundPage, canvas: Canvas) -> None:
    assert len(canvas.drawn) == 1
    assert "TRAPPIST-1 e" in canvas.drawn[0][0]
    assert 'data-rev="5"' in canvas.drawn[0][0]


async def test_a_slow_tablet_gets_the_newest_state_next_and_never_a_queue(
    page: RoundPage, canvas: Canvas, hub: Hub, table: Table
) -> None:
    change(hub, table, {"kind": "phase"})
    change(hub, table, {"kind": "phase"}, {"kind": "phase"})
    change(hub, table, {"kind": "phase"}, {"kind": "phase"}, {"kind": "phase"})
    assert len(canvas.drawn) == 1, "nothing is sent before the last picture was shown"
    page.shown(canvas.drawn[0][1])
    assert len(canvas.drawn) == 2
    assert 'data-rev="8"' in canvas.drawn[1][0], "the states between are left out"


async def test_an_old_answer_releases_nothing(page: RoundPage, canvas: Canvas, hub: Hub, table: Table) -> None:
    change(hub, table, {"kind": "phase"})
    page.shown(canvas.drawn[0][1] - 1)
    assert len(canvas.drawn) == 1


async def test_the_same_picture_is_not_sent_twice(page: RoundPage, canvas: Canvas, hub: Hub) -> None:
    page.shown(1)
    hub.changed()
    assert len(canvas.drawn) == 1


async def test_a_closed_page_is_left_alone(page: RoundPage, canvas: Canvas, hub: Hub, table: Table) -> None:
    page.close()
    change(hub, table, {"kind": "phase"})
    assert len(canvas.drawn) == 1


async def test_nothing_is_drawn_for_a_browser_that_is_away_and_the_newest_when_it_is_back(
    page: RoundPage, canvas: Canvas, hub: Hub, table: Table
) -> None:
    # given a page with its picture shown, whose browser then loses its connection
    page.shown(canvas.drawn[0][1])
    page.away()
    assert page not in hub.watchers
    # when the game moves on twice, and something of the page's own asks to be drawn
    change(hub, table, {"kind": "phase"})
    change(hub, table, {"kind": "phase"}, {"kind": "phase"})
    page.poke()
    assert len(canvas.drawn) == 1
    # then the browser that comes back gets the newest state alone
    page.open()
    assert [html.count('data-rev="7"') > 0 for html, _ in canvas.drawn] == [False, True]


async def test_a_press_goes_to_the_game_with_what_the_player_saw(page: RoundPage, table: Table) -> None:
    await page.press({"do": {"act": {"kind": "phase"}}, "rev": 5, "form": {}})
    assert table.pressed == [{"kind": "phase"}]


async def test_a_stale_press_is_answered_already_done(page: RoundPage, table: Table, canvas: Canvas) -> None:
    await page.press({"do": {"act": {"kind": "phase"}}, "rev": 4, "form": {}})
    assert table.pressed == []
    assert canvas.toasts == [(STALE_WORDS, "bad")]


async def test_a_watcher_cannot_press(hub: Hub, canvas: Canvas, table: Table) -> None:
    page = RoundPage(hub, canvas, WATCHER)
    page.open()
    await page.press({"do": {"act": {"kind": "phase"}}, "rev": 5, "form": {}})
    assert table.pressed == []
    assert canvas.toasts == [(READ_ONLY, "bad")]
    assert "data-key=continue" not in canvas.drawn[0][0]
    assert "only watching" in canvas.drawn[0][0]


@pytest.mark.parametrize("kind", ["tap", "attach", "detach", "topology", "no such thing"])
async def test_no_browser_can_play_the_arc(page: RoundPage, table: Table, canvas: Canvas, kind: str) -> None:
    await page.press({"do": {"act": {"kind": kind, "piece": "governor"}}, "rev": 5, "form": {}})
    assert table.pressed == []
    assert canvas.toasts[0][1] == "bad"


@pytest.mark.parametrize(
    "press",
    [
        {},
        {"do": "x"},
        {"do": {"own": "what"}},
        {"do": {"own": ["new"]}},
        {"do": {"act": 5}},
        {"do": {"act": {"kind": ["phase"]}}},
        {"do": {"act": {"kind": {"kind": "phase"}}}},
        {"do": {"act": {"kind": "phase", "note": "kept for ever"}}},
        {"do": {"act": {"kind": "answer", "choice": "y" * 900_000}}},
        {"do": {"act": {"kind": "answer", "choice": {"yes": "yes"}}}},
        {"do": {"act": {"kind": "table_points", "seat": 0, "vp": 1.5}}},
        {"do": {"act": {"kind": "table_points", "seat": 0, "vp": 10**12}}},
        {"do": {}, "form": "x"},
        {"do": {"act": {"kind": "phase"}}, "rev": None},
        {"do": {"act": {"kind": "phase"}}, "rev": "5"},
        {"do": {"act": {"kind": "phase"}}, "rev": True},
        {"do": {"act": {"kind": "phase"}}, "rev": 5.0},
        {"do": {"act": {"kind": "phase"}}, "number": "one"},
        {"do": {"act": {"kind": "phase"}}, "number": -1},
        {"do": {"act": {"kind": "phase"}}, "form": {"vp": ["x"]}},
        {"do": {"act": {"kind": "phase"}}, "form": {"vp": "9" * 100_000}},
        {"do": {"act": {"kind": "phase"}}, "form": {str(n): "1" for n in range(1000)}},
    ],
)
async def test_a_press_that_makes_no_sense_is_a_sentence(
    page: RoundPage, table: Table, canvas: Canvas, press: dict
) -> None:
    await page.press({"rev": 5, **press})
    assert table.pressed == []
    assert len(canvas.toasts) == 1


@pytest.mark.parametrize("sent", [None, [], "press", 7, True, {"do": None}])
async def test_what_is_no_press_at_all_is_a_sentence_too(page: RoundPage, canvas: Canvas, sent: object) -> None:
    await page.press(sent)
    assert [kind for _, kind in canvas.toasts] == ["bad"]


@pytest.mark.parametrize("by", [None, "x", 10**9, -1, {}])
async def test_leafing_never_leaves_the_summary(page: RoundPage, by: object) -> None:
    await page.press({"do": {"ui": "page", "by": by}, "rev": 5})
    assert page.looks.page == 0


async def test_of_two_screens_that_start_a_game_at_once_the_first_one_does(hub: Hub, table: Table) -> None:
    # given two start pages that show the same state
    started: list[dict] = []

    async def new_game(options: dict) -> None:
        started.append(options)
        table.revision += 1

    table.new_game = new_game
    one, two = (StartPage(hub, Canvas(), LOCAL) for _ in range(2))
    # when both press "New game" before either has seen the other's
    for page in (one, two):
        await page.press({"do": {"own": "new"}, "rev": 5})
    # then the second does not put the first one's game aside
    assert len(started) == 1
    assert two.canvas.toasts == [(STALE_WORDS, "bad")]


class Hand:
    """The control socket's client, which nothing here may reach."""

    def tap(self, *_: object) -> None:
        raise AssertionError("a doing without sense was passed on")

    attach = battery = tap


@pytest.mark.parametrize("doing", [None, [], "tap", {}, {"do": "tap"}, {"do": ["tap"]}, {"do": "battery", "volts": "x"},
                                   {"do": "attach", "unit": float("inf"), "to": [0, 0]}])  # fmt: skip
async def test_a_hand_that_makes_no_sense_is_a_sentence(hub: Hub, canvas: Canvas, doing: object) -> None:
    hub.virtual = Hand()
    await TablePage(hub, canvas, LOCAL).on_doing(doing)
    assert [kind for _, kind in canvas.toasts] == ["bad"]


async def test_numbers_from_a_form_arrive_as_numbers(page: RoundPage, table: Table) -> None:
    press = {"do": {"act": {"kind": "table_points", "seat": 2}}, "rev": 5, "form": {"vp": "-12"}}
    await page.press(press)
    assert table.pressed == [{"kind": "table_points", "seat": 2, "vp": -12}]


async def test_details_open_for_this_browser_only(page: RoundPage, hub: Hub, canvas: Canvas) -> None:
    other_canvas = Canvas()
    other = RoundPage(hub, other_canvas, LOCAL)
    other.open()
    page.shown(1)
    await page.press({"do": {"ui": "open", "tab": "economy"}, "rev": 5, "form": {}})
    assert "under construction costs 5 STOCK" in canvas.drawn[-1][0]
    assert len(other_canvas.drawn) == 1


async def test_the_view_is_asked_for_once_for_all_pages(hub: Hub, table: Table) -> None:
    for _ in range(5):
        RoundPage(hub, Canvas(), LOCAL).open()
    assert table.asked == 1


async def test_a_press_is_answered_even_where_nothing_changes(page: RoundPage, canvas: Canvas) -> None:
    page.shown(1)
    await page.press({"do": {"ui": "say", "words": "Not yet."}, "rev": 5, "form": {}, "number": 3})
    assert canvas.toasts == [("Not yet.", "plain")]
    assert len(canvas.drawn) == 2, "the browser waits for the answer before it lets the next press through"
