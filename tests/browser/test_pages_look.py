"""Every page at a tablet's and at a phone's size: fits, can be hit with a finger, speaks to players."""

import pytest
from chromium import PHONE, TABLET, Companion, Watched
from hands import Hands, new_game, shown
from playwright.async_api import Page, expect

TABS = ("status", "resources", "population", "special", "economy")


class Both:
    """A tablet and a phone on the same page."""

    def __init__(self, tablet: Page, phone: Page) -> None:
        self.pages = (tablet, phone)

    async def go(self, address: str) -> None:
        for page in self.pages:
            await page.goto(address)

    async def press(self, selector: str) -> None:
        for page in self.pages:
            await page.locator(selector).first.click()

    async def see(self, selector: str) -> None:
        for page in self.pages:
            await expect(page.locator(selector).first).to_be_visible()
            await page.locator(selector).first.scroll_into_view_if_needed()

    async def shown(self, name: str) -> None:
        for page in self.pages:
            await shown(page, name)


async def set_up(both: Both) -> None:
    """The setup guide, pressed on the tablet and followed by both."""
    tablet = both.pages[0]
    await both.see('[data-choice="semi"]')
    await both.shown("setup-mode")
    await tablet.locator('[data-choice="semi"]').click()
    await both.see('[data-key="manager/4"]')
    await tablet.locator('[data-key="manager/4"]').click()
    await tablet.locator('[data-key="manager/7"]').click()
    await both.see('[data-key="manager/7"][aria-pressed="true"]')
    await both.shown("setup-managers")
    await tablet.locator('[data-choice="done"]').click()
    await both.see('[data-choice="teegarden-b"]')
    await both.shown("setup-planet")
    await tablet.locator('[data-choice="teegarden-b"]').click()
    await both.see('[data-choice="begin"]')
    await both.shown("setup-ready")
    await tablet.locator('[data-choice="begin"]').click()
    await both.see(".play .round")


async def play_a_round(page: Page, look: bool = False) -> None:
    """Through the phases and NEXT, or to the end of the game."""
    while await page.locator('[data-key="continue"]').count():
        phase = await page.locator(".phases li.now").inner_text()
        await page.locator('[data-key="continue"]').click()
        await expect(page.locator(".phases li.now")).not_to_have_text(phase)
    before = await page.locator(".round b").inner_text()
    await page.locator('[data-key="next"]').click()
    await page.locator('[data-choice="yes"]').click()
    await expect(page.locator(f".end, .round b:text-is('{int(before) + 1}')").first).to_be_visible()
    if await page.locator('[data-key="summary"]').count():
        await Hands(page).read_summary()


@pytest.mark.slow(25)
@pytest.mark.timeout(180)
async def test_every_page_at_both_sizes(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    both = Both(await watched.open(TABLET, address), await watched.open(PHONE, address))
    tablet = both.pages[0]
    await both.see('[data-key="new-companion"]')
    await both.shown("start")
    await new_game(tablet)
    await both.go(f"{address}/table")
    await both.see('[data-choice="semi"]')
    await both.shown("table-new")
    await both.go(f"{address}/play")
    await set_up(both)

    await both.shown("play")
    for tab in TABS:
        await both.press(f'[data-key="more-{tab}"]')
        await both.see(f'[data-tab="{tab}"].opened')
        await both.shown(f"tab-{tab}")
        await both.press(f'[data-key="more-{tab}"]')
    await both.press('[data-key="menu"]')
    await both.see('[data-modal][data-key="menu"]')
    await both.shown("menu")
    await both.press("[data-escape]")

    while await tablet.locator('[data-key="continue"]').count():
        phase = await tablet.locator(".phases li.now").inner_text()
        await tablet.locator('[data-key="continue"]').click()
        await expect(tablet.locator(".phases li.now")).not_to_have_text(phase)
    await tablet.locator('[data-key="next"]').click()
    await both.see('[data-key="dialog-next"]')
    await both.shown("next-confirm")
    await tablet.locator('[data-choice="yes"]').click()
    await both.see('[data-modal][data-key="summary"]')
    await both.shown("summary-1")
    await both.press('[data-key="go-on"]')
    await both.press('[data-key="go-on"]')
    await both.shown("summary-3")
    for page in both.pages:
        await Hands(page).read_summary()
    await both.shown("play-round-2")
    await both.go(f"{address}/table")
    await both.see(".panel .round")
    await both.press('[data-dock="decrees"]')
    await both.shown("table-decrees")
    await both.go(f"{address}/pair")
    await both.shown("pair")
    await both.go(address)
    await both.see('a[href="/play"]')
    await both.shown("start-running")


@pytest.mark.timeout(180)
async def test_a_game_to_its_end(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    tablet = await watched.open(TABLET, address)
    await new_game(tablet)
    await tablet.goto(f"{address}/play")
    both = Both(tablet, await watched.open(PHONE, f"{address}/play"))
    await set_up(both)
    for _ in range(20):
        await play_a_round(tablet)
        if await tablet.locator(".end").count():
            break
    await both.see(".end")
    await both.shown("end")
    while await tablet.locator('.end input[name="vp"]').count():
        left = await tablet.locator('.end input[name="vp"]').count()
        await tablet.locator('.end input[name="vp"]').first.fill(str(7 * left))
        await tablet.locator(".end form button").first.click()
        await expect(tablet.locator('.end input[name="vp"]')).to_have_count(left - 1)
    await both.see(".end h1")
    await both.shown("result")
