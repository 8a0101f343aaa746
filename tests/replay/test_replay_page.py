"""The replay page without a browser: where its buttons lead, who can be looked at, and that it runs by itself."""

import asyncio
import re
from dataclasses import replace
from types import SimpleNamespace

import pytest
from whole_games import file_of, hand_of, played_back

from host.session.errors import ReplayMismatch
from host.web import replay
from host.web.pairing import LOCAL, WATCHER
from host.web.replay import ReplayPage
from tools.golden.tables import Table

INTERNAL = re.compile(r"\b(None|True|False|undefined|null|NaN|Undefined)\b|[{}]")


class Canvas:
    """Keeps what is drawn."""

    def __init__(self):
        self.html, self.toasts = "", []

    def show(self, html, serial, answered):
        self.html, self.serial = html, serial

    def toast(self, text, kind):
        self.toasts.append(text)


def page_of(playback, access=LOCAL):
    page = ReplayPage(SimpleNamespace(), Canvas(), access)
    page.show(playback)
    return page


async def press(page, form=None, **do):
    await page.press({"do": do, "rev": 0, "number": 1, "form": form or {}})
    page.shown(page.canvas.serial)


def text(html):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", html))


async def test_its_buttons_lead_through_the_game(playback):
    page, last = page_of(playback), playback.length
    for do, at in (
        ({"ui": "step", "by": 1}, 1),
        ({"ui": "step", "by": -1}, 0),
        ({"ui": "step", "by": -1}, 0),
        ({"ui": "go", "at": last}, last),
        ({"ui": "step", "by": 1}, last),
        ({"ui": "go", "at": 10**9}, last),
    ):
        await press(page, **do)
        assert page.stage.at == at
    await press(page, {"at": "33"}, ui="go")
    assert page.stage.at == 33
    assert "Entry 33 of" in text(page.canvas.html)
    assert playback.words[32] in text(page.canvas.html).replace("&#39;", "'")


async def test_it_jumps_by_rounds(playback):
    page = page_of(playback)
    (_, second), (_, third) = playback.rounds[1:3]
    page.go(second + 3)
    assert (page.bar(playback)["before"], page.bar(playback)["after"]) == (second, third)
    page.go(second)
    assert page.bar(playback)["before"] == playback.rounds[0][1]
    page.go(playback.length)
    assert page.bar(playback)["after"] == playback.length


async def test_a_seat_is_looked_at_through_its_own_eyes(playback):
    page = page_of(playback)
    at, card = hand_of(playback, 1)
    page.go(at)
    title = card["title"]
    assert title not in text(page.picture())
    await press(page, {"audience": "seat:1"}, ui="audience")
    assert title in text(page.picture()).replace("&#39;", "'")


@pytest.mark.rule("BHC-3.1-11")
async def test_no_press_shows_a_hand_of_a_game_that_goes_on(part):
    page = page_of(played_back(part))
    await press(page, {"audience": "seat:1"}, ui="audience")
    assert page.stage.audience == "table"
    assert page.canvas.toasts
    assert "when the game is over" in text(page.picture())


@pytest.mark.parametrize("do", [{"ui": "go"}, {"ui": "go", "at": "x"}, {"ui": "step", "by": []}, {"own": "new"},
                                {"act": {"kind": "next"}}])  # fmt: skip
async def test_other_presses_change_nothing(playback, do):
    page = page_of(playback)
    page.go(5)
    await press(page, **do)
    assert page.stage.at == 5
    assert page.canvas.toasts


async def test_it_runs_by_itself_until_the_end_or_a_press(playback, monkeypatch):
    monkeypatch.setattr(replay, "PACES_S", {"normal": 0.0, "fast": 0.0})
    page, seen = page_of(playback), []
    monkeypatch.setattr(page, "poke", lambda: seen.append(page.stage.at))
    page.go(playback.length - 3)
    page.on_ui("run", {})
    for _ in range(50):
        await asyncio.sleep(0)
    assert seen == [playback.length - 2, playback.length - 1, playback.length]
    page.on_ui("run", {})
    assert (page.playing, page.stage.at) == (True, 0)
    page.on_ui("step", {"by": 1})
    assert (page.playing, page.stage.at) == (False, 1)
    page.close()


def test_every_picture_is_whole_and_says_nothing_internal(playback):
    page = page_of(playback, WATCHER)
    for at in [*range(0, playback.length, 61), playback.length]:
        for audience in playback.audiences:
            page.stage.audience = audience
            page.go(at)
            assert not INTERNAL.search(text(page.picture())), (at, audience, INTERNAL.search(text(page.picture())))
            assert 'data-do="{&#34;act' not in page.picture()


def test_a_game_at_the_table_is_shown_from_its_setup_to_its_points():
    options = {"mode": "coop", "managers": [3, 8], "planet": "trappist-1-e"}
    table = Table(options, 3, "idle", by_hand=True).play()
    playback = played_back(file_of(table.options, 3, table.log))
    page = page_of(playback)
    stages = set()
    for at in [*range(0, playback.length, 4), playback.length]:
        page.go(at)
        stages.add(playback.view(at, "table")["stage"])
        assert not INTERNAL.search(text(page.picture()))
    assert stages == {"setup", "play", "over"}


async def test_what_cannot_be_shown_is_said(whole):
    page = ReplayPage(SimpleNamespace(), Canvas(), LOCAL)
    assert "being read" in page.picture()

    async def fail():
        raise ReplayMismatch("This save is of another game.", 0)

    page.watch(fail)
    await page._loading
    assert "This save is of another game." in text(page.canvas.html)
    page.close()


def test_a_difference_is_told_on_the_page(part):
    entries = [replace(entry, digest="0" * 64) if entry.seq >= 30 else entry for entry in part.entries]
    page = page_of(played_back(replace(part, entries=entries, fingerprint={"rules": "x", "content": "y"})))
    shown = text(page.picture()).replace("&#39;", "'")
    assert "From entry 30 of" in shown
    assert "Its cards and numbers are not those of this companion." in shown


async def test_from_a_chosen_game_there_is_a_way_back_to_the_list_and_from_a_file_there_is_none(playback):
    chosen, alone = page_of(playback), page_of(playback)
    chosen.games = replay.GAMES
    assert 'data-key="replay-close" href="/games"' in chosen.picture()
    assert "replay-close" not in alone.picture()
    # while it is read, or where it cannot be shown, as well
    chosen.stage.playback = None
    assert 'href="/games"' in chosen.picture()
