"""The hub: hands at the virtual table, what is connected in words, and following the table's stream."""

import asyncio

import pytest
from fastapi import Request
from web_games import Canvas, Link, Table, played

from host.link.errors import VirtualError
from host.web.app import same_origin
from host.web.errors import BadPress
from host.web.hub import VIRTUAL_DOINGS, Hub, follow
from host.web.pages import StartPage, TablePage
from host.web.pairing import LOCAL, WATCHER, Pairing


class Hands:
    """A control socket's client at its edge: notes calls, refuses one piece, streams what it is given."""

    def __init__(self) -> None:
        self.calls: list[tuple] = []
        self.states: asyncio.Queue = asyncio.Queue()

    def __getattr__(self, name: str):
        async def call(*arguments) -> None:
            if arguments == ("decree/13",):
                raise VirtualError("decree/13 lies on the ARC already: lift it first")
            self.calls.append((name, *arguments))

        return call

    async def watch(self):
        while True:
            state = await self.states.get()
            if state is None:
                raise VirtualError("The virtual ARC has ended.")
            yield state


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.fixture
def hub_with_table(hands: Hands) -> Hub:
    return Hub(Table(played()), Link, Pairing(), hands)


DOINGS = [
    ({"do": "tap", "piece": "decree/4"}, ("tap", "decree/4")),
    ({"do": "lift", "piece": "decree/4"}, ("lift", "decree/4")),
    ({"do": "attach", "unit": 6, "to": [0, 2], "port": 0}, ("attach", 6, (0, 2), 0)),
    ({"do": "detach", "unit": 6}, ("detach", 6)),
    ({"do": "join", "a": [6, 1], "b": [7, 2]}, ("join", (6, 1), (7, 2))),
    ({"do": "part", "a": [6, 1]}, ("part", (6, 1))),
    ({"do": "battery", "volts": 4.4}, ("battery", 4.4)),
    ({"do": "fault", "kind": "phone", "on": True}, ("fault", "phone", True)),
    ({"do": "reset"}, ("reset",)),
    ({"do": "power_cut"}, ("power_cut",)),
]


def test_every_doing_is_tried_here() -> None:
    assert {doing["do"] for doing, _ in DOINGS} == set(VIRTUAL_DOINGS)


@pytest.mark.parametrize(("doing", "call"), DOINGS, ids=[doing["do"] for doing, _ in DOINGS])
async def test_a_hand_reaches_the_virtual_hardware(hub_with_table: Hub, hands: Hands, doing: dict, call: tuple) -> None:
    assert await hub_with_table.on_table(doing) == ""
    assert hands.calls == [call]


async def test_what_the_table_refuses_is_a_sentence(hub_with_table: Hub) -> None:
    assert "lift it first" in await hub_with_table.on_table({"do": "tap", "piece": "decree/13"})


@pytest.mark.parametrize("doing", [{}, {"do": "close"}, {"do": "attach"}, {"do": "attach", "unit": "x", "to": 3}])
async def test_nonsense_reaches_nothing(hub_with_table: Hub, hands: Hands, doing: dict) -> None:
    with pytest.raises(BadPress):
        await hub_with_table.on_table(doing)
    assert hands.calls == []


async def test_a_watcher_has_no_hands(hub_with_table: Hub, hands: Hands) -> None:
    canvas = Canvas()
    await TablePage(hub_with_table, canvas, WATCHER).on_doing({"do": "tap", "piece": "decree/4"})
    assert hands.calls == []
    assert "only watching" in canvas.toasts[0][0]


async def test_the_stream_is_followed_and_opened_again(hub_with_table: Hub, hands: Hands) -> None:
    told: list = []

    class Watcher:
        def poke(self) -> None:
            told.append(hub_with_table.virtual_state)
            news.set()

    news = asyncio.Event()
    hub_with_table.watchers.add(Watcher())
    task = asyncio.create_task(follow(hands, hub_with_table, retry_s=0))
    for state in ({"field": []}, None, {"field": ["governor"]}):
        news.clear()
        hands.states.put_nowait(state)
        await asyncio.wait_for(news.wait(), 2)
    task.cancel()
    assert told == [{"field": []}, None, {"field": ["governor"]}]


def test_the_start_page_says_what_is_connected(hub_with_table: Hub) -> None:
    hub_with_table.virtual_state = {"modules": {"3": {"joined": True}, "4": {"joined": False}}}
    hub_with_table.session.notices = [{"id": 1, "kind": "battery", "text": "The ARC's batteries are low."}]
    page = StartPage(hub_with_table, Canvas(), LOCAL).picture()
    for words in ("The ARC is connected.", "1 of 32 modules", "batteries are low", "No other tablet"):
        assert words in page


class Drawn:
    """The table's element: keeps what it was told to draw."""

    def __init__(self) -> None:
        self.shown: list[tuple] = []

    def show(self, *shown) -> None:
        self.shown.append(shown)


async def test_a_slow_browser_gets_the_newest_table_and_never_a_queue(hub_with_table: Hub) -> None:
    page = TablePage(hub_with_table, Canvas(), LOCAL)
    page.table = Drawn()
    page.open()
    for volts in (6.0, 5.9, 5.8):
        hub_with_table.take_virtual({"battery_volts": volts})
    assert [shown[0] for shown in page.table.shown] == [None]
    page.states.shown(page.table.shown[0][-1])
    assert [shown[0] for shown in page.table.shown] == [None, {"battery_volts": 5.8}]
    page.close()


@pytest.mark.parametrize(
    ("origin", "own"),
    [(None, True), ("http://127.0.0.1:8080", True), ("http://evil.example", False), ("null", False)],
)
def test_only_our_own_pages_may_load_a_file(origin: str | None, own: bool) -> None:
    headers = [(b"host", b"127.0.0.1:8080")] + ([(b"origin", origin.encode())] if origin else [])
    assert same_origin(Request({"type": "http", "headers": headers})) is own
