"""The list of games over a real store: what it says, what it leads to, and going on with a game that was put aside."""

import re

import pytest
from whole_games import OPTIONS

from host.web import files
from host.web.hub import Hub
from host.web.pairing import LOCAL, WATCHER, Pairing
from host.web.replay_games import GamesPage


class Canvas:
    """Keeps what is drawn, said and left for."""

    def __init__(self):
        self.html, self.toasts, self.left = "", [], []

    def show(self, html, serial, answered):
        self.html, self.serial = html, serial

    def toast(self, text, kind):
        self.toasts.append(text)

    def leave(self, address):
        self.left.append(address)


class Link:
    words, connected = "The ARC is connected.", True


@pytest.fixture
async def two_games(session):
    """An older game that was put aside, and the one that runs."""
    older = session.game_id
    assert (await session.new_game({**OPTIONS, "mode": "coop"}, seed=8)).ok
    return older, session.game_id


def page_of(session, access=LOCAL):
    return GamesPage(Hub(session, Link, Pairing()), Canvas(), access)


async def opened(page):
    page.open()
    await page._asking
    page.shown(page.canvas.serial)
    return page.canvas.html


async def press(page, **do):
    await page.press({"do": do, "rev": 0, "number": 1})
    page.shown(page.canvas.serial)


async def test_every_game_can_be_watched_and_exported(session, two_games):
    html = await opened(page_of(session))
    for game_id in two_games:
        assert f'href="/replay?game={game_id}"' in html
        assert f'href="/game/save?game={game_id}"' in html
    words = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))
    assert "TRAPPIST-1 e · Cooperative · a table on the screens" in words
    assert "TRAPPIST-1 e · Semi-Cooperative · a table on the screens" in words
    assert "Mac McCain" in words
    assert "Round 1 of 20 · on the table" in words
    assert "Round 1 of 20 · put aside" in words
    assert words.count("Go on with it") == 1


async def test_who_only_watches_may_not_export(session, two_games):
    html = await opened(page_of(session, WATCHER))
    assert "/replay?game=" in html
    assert "/game/save" not in html
    assert "Go on with it" not in html


async def test_going_on_asks_first_and_puts_the_running_game_aside(session, two_games):
    older, newer = two_games
    page = page_of(session)
    await opened(page)
    await press(page, ui="sheet", sheet=f"go-{older}")
    assert "The running game is put aside." in page.canvas.html
    await press(page, own="go-on", game=older)
    assert session.game_id == older
    assert page.canvas.left == ["/play"]
    assert {record.game_id: record.status for record in await session.games()} == {older: "running", newer: "parked"}


async def test_a_game_that_is_not_put_aside_is_not_gone_on_with(session, two_games):
    page = page_of(session)
    await opened(page)
    await press(page, own="go-on", game="f" * 32)
    assert page.canvas.toasts == ["That game is not put aside any more."]
    assert session.game_id == two_games[1]


async def test_another_game_than_the_running_one_is_exported_by_its_name(session, two_games):
    older, _ = two_games
    name, content = await files.save(session, older)
    assert name == f"colony-{older[:8]}.colony"
    assert older.encode() in content.splitlines()[0]


async def test_an_ended_game_is_over_and_not_put_aside_when_another_goes_on(session, path):
    older = session.game_id
    await session.import_game(path)
    ended = session.game_id
    html = await opened(page_of(session))
    assert html.count("Watch again") == 1
    await session.play(older)
    assert {record.game_id: record.status for record in await session.games()} == {older: "running", ended: "over"}
