"""The star chart of Exogen at both sizes, with a mouse, with keys alone, and into the setup of a game."""

import json
from pathlib import Path

import pytest
from chromium import PHONE, TABLET, Companion, Watched
from hands import new_game, shown
from playwright.async_api import Page, expect


async def tab_to(page: Page, key: str) -> None:
    """Press Tab until the control has the focus."""
    for _ in range(80):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement?.dataset?.key ?? ''") == key:
            return
    raise AssertionError(f"{key} is not reached with Tab")


async def with_keys(page: Page) -> None:
    """From the list to an explored planet, without a pointer."""
    await tab_to(page, "part-sight")
    await page.keyboard.press("Enter")
    await expect(page.locator(".xg-rows")).to_be_visible()
    await tab_to(page, "row-ross-128-b")
    await page.keyboard.press("Space")
    await expect(page.locator(".xg-card h2")).to_have_text("Ross 128 b")
    await page.locator('[data-key="profile"]').focus()
    await tab_to(page, "explore")
    await page.keyboard.press("Enter")
    await expect(page.locator(".xg-card")).to_contain_text("Surveyed")


async def save_and_load(page: Page, folder: Path) -> None:
    """The profile as a file, and back."""
    await page.locator('[data-key="profile"]').click()
    async with page.expect_download() as waiting:
        await page.locator('a[href="/exogen/save"]').click()
    download = await waiting.value
    await download.save_as(folder / download.suggested_filename)
    lines = (folder / "ada.exogen").read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["name"] == "Ada"
    await page.locator('[data-modal] input[type="file"]').set_input_files(folder / "ada.exogen")
    await expect(page.locator(".toast")).to_contain_text("nothing in the file is new")
    (folder / "cat.exogen").write_text("meow", encoding="utf-8")
    await page.locator('[data-modal] input[type="file"]').set_input_files(folder / "cat.exogen")
    await expect(page.locator(".toast")).to_contain_text("not readable")
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-modal]")).to_have_count(0)


@pytest.mark.rule("BHC-A4.2-2", "BHC-A4.2-3", "BHC-A4.2-5", "BHC-A4.2-6")
@pytest.mark.timeout(150)
async def test_from_a_name_to_a_prepared_planet_in_the_setup(
    companion: Companion, watched: Watched, tmp_path: Path
) -> None:
    address = await companion.address()
    tablet = await watched.open(TABLET, address)
    await tablet.locator('a[href="/exogen"]').click()
    phone = await watched.open(PHONE, f"{address}/exogen")
    for page in (tablet, phone):
        await expect(page.locator(".xg-sky")).to_be_visible()
        await shown(page, "exogen-none")

    await tablet.locator('input[name="name"]').fill("Ada")
    await tablet.keyboard.press("Enter")
    for page in (tablet, phone):
        await expect(page.locator(".xg-figures")).to_contain_text("50 ly")
    await with_keys(tablet)
    await tablet.locator('[data-key="star-Proxima Centauri"]').click()
    await tablet.locator('[data-key="pioneers"]').click()
    await expect(tablet.locator('[data-modal][data-key="pioneers"]')).to_be_visible()
    await shown(tablet, "exogen-missions")
    await tablet.locator('[data-key="mission-heralds"]').click()
    for page in (tablet, phone):
        await expect(page.locator(".note-good")).to_contain_text("Pioneers prepare Proxima Centauri b")
        await page.locator('[data-key="part-open"]').scroll_into_view_if_needed()
        await shown(page, "exogen-prepared")
    await save_and_load(tablet, tmp_path)

    await tablet.goto(address)
    await new_game(tablet)
    await tablet.locator('[data-choice="semi"]').click()
    for number in (2, 5):
        await tablet.locator(f'[data-key="manager/{number}"]').click()
    await tablet.locator('[data-choice="done"]').click()
    await expect(tablet.locator('[data-choice="ross-128-b"]')).to_be_visible()
    await expect(tablet.locator('[data-choice="kepler-90-i"]')).to_have_count(0)
    await expect(tablet.locator('[data-choice="proxima-cen-b"]')).to_contain_text("More Citizens want to come")
    await expect(tablet.locator('[data-choice="trappist-1-e"]')).not_to_contain_text("Happiness")
    await shown(tablet, "exogen-setup")
    await tablet.locator('[data-choice="proxima-cen-b"]').click()
    await tablet.locator('[data-choice="begin"]').click()
    await tablet.wait_for_url("**/table")
    await tablet.goto(f"{address}/exogen")
    await expect(tablet.locator(".xg-figures")).to_be_visible()
    await expect(tablet.locator(".note-good")).to_have_count(0)  # the game has begun: the mission is used up
