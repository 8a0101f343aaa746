"""Referee games in Chromium: one person and three bots, two tablets with two seats, one tablet passed around, solo."""

from pathlib import Path

import pytest
from chromium import PHONE, TABLET, Watched
from hands import shown
from playwright.async_api import Page, expect
from referee_hands import NEWS, Player, companion_with

TABS_MOST = 90  # presses of the tab key to something lit
PRESSES_MOST = 120  # to the end of a Round
# The answer's picture is there, and not only the mark on the button that was pressed.
ANSWERED = f"before => ({NEWS})(before) && !document.querySelector('.screen-root .busy')"
# The browser takes the focus from what is gone, disabled or covered when it draws next.
FOCUSED = """async () => {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  return document.activeElement !== document.body;
}"""
UNTICKED = '[data-key^="keep-"][aria-pressed="false"]'
WIDE = (1280, 800)
NEXT, SUMMARY = '[data-key="next"][data-legal]', '[data-key="summary"]'
SECTIONS = ("table", "colony", "managers", "abilities", "log")


async def look_around(page: Page, name: str) -> None:
    """Screenshots of every part, upright on a phone as well."""
    for section in SECTIONS:
        await page.locator(f'[data-key="go-{section}"]').click()
        await expect(page.locator(f'[data-key="go-{section}"][aria-current]')).to_have_count(1)
        await shown(page, f"referee-{name}-{section}")
    await page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for section in ("you", *SECTIONS):
        await page.locator(f'[data-key="go-{section}"]').click()
        await expect(page.locator(f'.rf[data-section="{section}"]')).to_have_count(1)
        await shown(page, f"referee-{name}-{section}")
    await page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
    await page.locator('[data-key="go-table"]').click()


async def keep_three_in_sight(page: Page, player: Player) -> None:
    """Whoever has ticked three Goals sees the button that keeps them, on every screen."""
    for _ in range(3):
        await player.press(UNTICKED)
    for width, height in (WIDE, PHONE, TABLET):
        await page.set_viewport_size({"width": width, "height": height})
        await expect(page.locator('[data-key="keep"]')).to_be_in_viewport(ratio=0.9)


async def enter(page: Page) -> None:
    """Press what has the focus; something has it afterwards too."""
    before = await page.evaluate("document.querySelector('.screen-root').innerHTML")
    await page.keyboard.press("Enter")
    await page.wait_for_function(ANSWERED, arg=before)
    assert await page.evaluate(FOCUSED), "the focus is lost"


@pytest.mark.slow(40)
@pytest.mark.timeout(180)
async def test_a_game_of_one_person_and_three_bots_is_played_to_its_end(tmp_path: Path, watched: Watched) -> None:
    companion = await companion_with(tmp_path, seats={"1": "random", "2": "random", "3": "random"})
    try:
        page = await watched.open(TABLET, f"{await companion.address()}/play")
        player = Player(page, seed=3)
        await expect(page.locator(".rf")).to_be_visible()
        await shown(page, "referee-no-seat")
        await player.sit(0)
        await shown(page, "referee-goals")
        await keep_three_in_sight(page, player)
        assert await player.play(30) == 30
        await player.past_summary()
        await look_around(page, "early")
        await page.reload()
        await player.past_summary()
        await expect(page.locator('[data-part="you"]')).to_be_visible()  # the seat is kept
        assert await player.play(40) == 40 or await player.ended()
        await player.past_summary()
        if not await player.ended():
            await look_around(page, "late")
        await player.play(1500)
        await expect(page.locator(".end h1")).to_be_visible()
        await shown(page, "referee-end")
        await page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        await shown(page, "referee-end")
        assert "Traceback" not in companion.said()
    finally:
        assert companion.stop() == 0


@pytest.mark.parametrize("mode", ["semi", "coop"])
async def test_a_tablet_is_passed_around(tmp_path: Path, watched: Watched, mode: str) -> None:
    companion = await companion_with(tmp_path, mode=mode, managers=[3, 8])
    try:
        page = await watched.open(TABLET, f"{await companion.address()}/play")
        player = Player(page, seed=5)
        await page.locator('[data-key="sit-all"]').click()
        await expect(page.locator('[data-key="curtain"]')).to_be_visible()
        await shown(page, f"referee-curtain-{mode}")
        assert await player.play(50) == 50
        await player.past_summary()
        await shown(page, f"referee-hot-seat-{mode}")
    finally:
        assert companion.stop() == 0


async def test_a_solo_game_on_a_phone(tmp_path: Path, watched: Watched) -> None:
    companion = await companion_with(tmp_path, mode="solo", managers=[])
    try:
        page = await watched.open(PHONE, f"{await companion.address()}/play", touch=True)
        player = Player(page, seed=6)
        await player.sit(0)
        await shown(page, "referee-solo-goals")
        assert await player.play(40) == 40
        await player.past_summary()
        await shown(page, "referee-solo")
        await page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
        await shown(page, "referee-solo")
        # and with keys only: whatever is pressed, the focus goes on at what is asked next
        for _ in range(6):
            await player.past_summary()
            for _ in range(TABS_MOST):
                await page.keyboard.press("Tab")
                if await page.evaluate("document.activeElement.matches('[data-legal]')"):
                    break
            assert await page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
            await enter(page)
        # and the summary of a Round is leafed through with Enter alone
        await player.past_summary()
        for _ in range(PRESSES_MOST):
            if await page.locator(NEXT).count():
                break
            await player.press_something()
        await page.locator(NEXT).focus()
        await enter(page)
        await expect(page.locator(SUMMARY)).to_be_visible()
        while await page.locator(SUMMARY).count():
            await enter(page)
    finally:
        assert companion.stop() == 0
