"""The setup at a tablet's and at a phone's size: both ways, all choosers, help, a lesson and a scenario."""

import pytest
from chromium import PHONE, TABLET, Companion, Watched
from contrast import faint
from hands import new_game, shown
from playwright.async_api import expect
from test_pages_look import Both


@pytest.mark.timeout(180)
async def test_a_game_at_the_table_with_a_scenario(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    tablet = await watched.open(TABLET, address)
    both = Both(tablet, await watched.open(PHONE, address))
    await new_game(tablet)
    await both.go(f"{address}/setup")
    await tablet.locator('[data-choice="coop"]').click()
    for number in (3, 8):
        await tablet.locator(f'[data-key="manager/{number}"]').click()
    await tablet.locator('[data-choice="done"]').click()

    # planets: all of them, found by a word, sorted, and none that does not fit
    await both.see('[data-choice="teegarden-b"]')
    await both.shown("setup-planet-coop")
    await tablet.locator('[data-filter="planet"]').fill("trappist frozen")
    await expect(tablet.locator('[data-choice="trappist-1-f"]')).to_be_visible()
    await expect(tablet.locator('[data-choice="teegarden-b"]')).to_be_hidden()
    await tablet.locator('[data-key="order-needed"]').click()
    await expect(tablet.locator('[data-key="order-needed"]')).to_have_attribute("aria-pressed", "true")
    await expect(tablet.locator('[data-choice="teegarden-b"]')).to_be_hidden()
    await tablet.locator('[data-filter="planet"]').fill("nowhere")
    await expect(tablet.locator('[data-none="planet"]')).to_be_visible()
    await shown(tablet, "setup-planet-none")
    await tablet.locator('[data-filter="planet"]').fill("")
    await tablet.locator('[data-choice="trappist-1-e"]').click()

    await both.see('[data-choice="extras"]')
    await tablet.locator('[data-choice="extras"]').click()
    await both.see('[data-choice="fleet/academy"]')
    await both.shown("setup-extras")
    await tablet.locator('[data-choice="fleet/academy"]').click()
    await expect(tablet.locator('[data-choice="fleet/academy"]')).to_have_attribute("aria-pressed", "true")
    await tablet.locator('[data-choice="scenario/grey_fleet"]').click()
    for name in ("story", "rules"):
        await both.see(".story" if name == "story" else ".note-warm")
        await both.shown(f"setup-{name}")
        await tablet.locator('[data-choice="on"]').click()
    await both.see('[data-choice="begin"]')
    await both.shown("setup-ready-scenario")
    await tablet.locator('[data-choice="begin"]').click()

    # both screens of this computer go on to the table
    await both.see(".panel .scenario")
    await both.shown("table-scenario")
    await both.go(f"{address}/play")
    await both.press('[data-key="scenario"]')
    await both.see('[data-modal][data-key="scenario"]')
    await both.shown("scenario")


@pytest.mark.timeout(180)
async def test_a_game_on_screens_with_bots(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    tablet = await watched.open(TABLET, address)
    both = Both(tablet, await watched.open(PHONE, address))
    await tablet.locator('[data-key="new-referee"]').click()
    await tablet.wait_for_url("**/setup")
    await both.go(f"{address}/setup")
    await both.see('[data-choice="solo"]')
    await tablet.locator('[data-choice="semi"]').click()
    for number in (3, 8, 5):
        await tablet.locator(f'[data-key="manager/{number}"]').click()
    await tablet.locator('[data-choice="done"]').click()
    await both.see(".seats")
    for choice in ("1/greedy", "2/random"):
        await tablet.locator(f'[data-choice="{choice}"]').click()
        await expect(tablet.locator(f'[data-choice="{choice}"]')).to_have_attribute("aria-pressed", "true")
    await both.shown("setup-seats")
    await tablet.locator('[data-choice="done"]').click()
    await tablet.locator('[data-choice="gj-1002-b"]').click()
    await both.see('[data-choice="begin"]')
    await both.shown("setup-ready-screens")
    await tablet.locator('[data-choice="begin"]').click()
    for page in both.pages:
        await page.wait_for_url("**/play")


@pytest.mark.timeout(180)
async def test_help_and_a_lesson(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    tablet = await watched.open(TABLET, address)
    both = Both(tablet, await watched.open(PHONE, address))
    await both.press(".help-link")
    await both.see("#words")
    await both.shown("help")
    faded = await tablet.add_style_tag(content=".words dd { color: #4a5876 !important; }")
    assert len(await faint(tablet)) > 20, "the look for faint texts sees none"
    await faded.evaluate("style => style.remove()")
    await tablet.locator('[data-filter="word"]').fill("loan earth")
    await expect(tablet.locator("#w-loan")).to_be_visible()
    await expect(tablet.locator("#w-campaign")).to_be_hidden()
    await both.press("[data-back]")
    await both.press('[data-key="learn"]')
    await both.see('[data-modal][data-key="learn"]')
    await both.shown("learn")
    await expect(tablet.locator(".facts")).to_contain_text("Talking to the ARC")
    await tablet.locator('[data-key="learn-companion-first_month"]').click()
    await tablet.wait_for_url("**/table")
    await both.go(f"{address}/table")
    await both.see(".guide")
    await both.shown("lesson")
    await both.press(".term")
    await both.see(".toast-said")
    await tablet.locator('[data-key="guide-on"]').click()
    await both.see('[data-key="guide-2"]')
