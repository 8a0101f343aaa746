"""`colony replay FILE` in a browser: keys, buttons, slider, another seat's eyes, on a tablet and on a phone."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from chromium import PHONE, ROOT, TABLET, Watched
from hands import shown
from playwright.async_api import Page, expect

from host.session.playback import Playback
from host.store.gamefile import dump_game
from shared_rules.beyond_humanity import game
from tools.golden.plan import referee
from tools.golden.played import file_of

START_S = 40.0


@pytest.fixture(scope="module")
def playback() -> Playback:
    """A referee game of three bots."""
    slot = referee("browser", "semi", 3, "greedy")
    options, log = slot.play(3)
    file, _ = file_of(slot.name, options, 3, log)
    made = Playback(game, file)
    made.open_now()
    return made


@pytest.fixture
async def address(playback: Playback, tmp_path: Path) -> AsyncIterator[str]:
    """Where `colony replay` shows it."""
    path = tmp_path / "evening.colony"
    path.write_bytes(chained_bytes(playback))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "host.cli", "replay", str(path), "--no-browser", "--listen", "127.0.0.1:0",
        cwd=ROOT, stdout=asyncio.subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stdout is not None
    async with asyncio.timeout(START_S):
        while not (found := re.search(r"open at (\S+)", (await process.stdout.readline()).decode())):
            assert process.returncode is None
    yield found.group(1)
    process.terminate()
    await process.wait()


def chained_bytes(playback: Playback) -> bytes:
    """The playback's file as an export writes it."""
    from dataclasses import replace

    from host.store.entries import chained

    head, entries = playback.file.game.genesis, []
    for entry in playback.file.entries:
        entries.append(chained(head, entry.seq, entry.actor, entry.action, entry.digest))
        head = entries[-1].hash
    return dump_game(replace(playback.file, entries=entries, words=tuple(playback.words)), True, None)


async def at(page: Page, number: int) -> None:
    await expect(page.locator(f'[data-replay][data-at="{number}"]')).to_be_visible()


async def test_a_game_is_watched_with_keys_buttons_and_slider(
    address: str, watched: Watched, playback: Playback
) -> None:
    for size in (TABLET, PHONE):
        page = await watched.open(size, address)
        await at(page, 0)
        await shown(page, "replay-begin")
        for key, number in (
            ("ArrowRight", 1),
            ("ArrowRight", 2),
            ("ArrowLeft", 1),
            ("End", playback.length),
            ("Home", 0),
        ):
            await page.keyboard.press(key)
            await at(page, number)
        second, third = (first for number, first in playback.rounds if number in (2, 3))
        await page.keyboard.press("PageDown")
        await at(page, second)
        await page.locator('[data-key="replay-round-on"]').click()
        await at(page, third)
        await page.select_option('select[name="at"]', label="Round 2")
        await at(page, second)
        await expect(page.locator(".replay-words")).to_contain_text("Round 2 begins.")
        await page.select_option('select[name="audience"]', "seat:1")
        hand = playback.view(second, "seat:1")["you"]["hand"]
        await expect(page.locator(".replay-stage").get_by_text(hand[0]["title"]).first).to_be_attached()
        await shown(page, "replay-seat")
        await slide(page, playback)
        await page.keyboard.press("End")
        await at(page, playback.length)
        await shown(page, "replay-end")


async def slide(page: Page, playback: Playback) -> None:
    """Draw the slider to the left; wherever it is let go, there the game is."""
    slider = page.locator("[data-slide]")
    box = await slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    await page.mouse.move(box["x"] + box["width"] * 0.9, middle)
    await page.mouse.down()
    for part in range(8, 3, -1):
        await page.mouse.move(box["x"] + box["width"] * part / 10, middle)
    await page.mouse.up()
    await expect(page.locator("[data-replay]")).to_have_attribute("data-at", near(playback.length * 0.4))
    await expect(slider).to_have_value(near(playback.length * 0.4))


def near(number: float) -> re.Pattern[str]:
    """A whole number as text, give or take what a pixel of the slider is worth."""
    return re.compile("^(" + "|".join(str(round(number) + more) for more in range(-4, 5)) + ")$")


async def test_it_runs_by_itself_until_space_is_pressed(address: str, watched: Watched) -> None:
    page = await watched.open(TABLET, address)
    await at(page, 0)
    await page.select_option('select[name="pace"]', "fast")
    await page.keyboard.press(" ")
    await expect(page.locator("[data-replay]")).to_have_attribute("data-at", re.compile("^([3-9]|[1-9][0-9]+)$"))
    await page.keyboard.press(" ")
    await expect(page.locator('[data-key="replay-run"]')).to_have_attribute("aria-label", "Let it run")
