"""A referee game in the browser: a companion that has one, and players who press whatever is lit."""

import random
from pathlib import Path
from typing import Any

from chromium import Companion
from playwright.async_api import Error, Page

from host import paths
from host.session.session import Session
from host.store.store import Store
from host.web.referee_desk import PAUSE
from shared_rules.beyond_humanity import game

NO_ARC = "tcp://127.0.0.1:9"  # nobody listens there: at referee level none is needed
OPTIONS = {"mode": "semi", "managers": [3, 8, 5, 1], "planet": "trappist-1-e", "level": "referee"}
NEWS = "before => document.querySelector('.screen-root')?.innerHTML !== before"
NEWS_MS = 1500
LIT = "[data-legal]:visible"
ACTS = 0.8  # how often a press that acts is preferred to one that picks


async def companion_with(folder: Path, listen: str = "127.0.0.1:0", seed: int = 5, **options: Any) -> Companion:
    """A companion that continues a referee game; its bots do not pause."""
    store = Store.open(folder / paths.DATABASE)
    session = Session(store, game)
    outcome = await session.new_game({**OPTIONS, **options}, seed=seed)
    assert outcome.ok, outcome.sentence
    await store.set_setting(PAUSE, 0)
    await session.close()
    store.close()
    return Companion(folder, listen, NO_ARC)


class Player:
    """Presses lit things at random, like somebody who has not read the rules."""

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.dice = random.Random(seed)

    async def sit(self, *seats: int) -> None:
        """Take seats on the page's own list."""
        await self.page.locator(".rf").wait_for()
        for seat in seats:
            if not await self.page.locator('[data-key="seats"].veil').count():
                await self.page.locator('[data-key="menu"]').click()
                await self.page.locator('[data-key="menu-seats"]').click()
            await self.page.locator(f'[data-key="sit-{seat}"]').click()
            await self.page.locator('[data-key="seats"].veil').wait_for(state="detached")

    async def past_summary(self) -> None:
        """Step through the summary where it lies over the page, and past the seats for one who only watches."""
        if await self.page.locator('[data-key="seats-close"]').count():
            await self.press('[data-key="seats-close"]')
        for key in ("go-on", "to-round"):
            while await self.page.locator(f'[data-key="{key}"]').count():
                await self.press(f'[data-key="{key}"]')

    async def press(self, selector: str, at: int = 0) -> None:
        """Press one thing and wait for what comes of it; what is gone by then was pressed too late."""
        before = await self.page.evaluate("document.querySelector('.screen-root').innerHTML")
        try:
            await self.page.locator(selector).nth(at).click(timeout=NEWS_MS)
            await self.page.wait_for_function(NEWS, arg=before, timeout=NEWS_MS)
        except Error as error:
            if "Timeout" not in str(error):
                raise

    async def ended(self) -> bool:
        return bool(await self.page.locator(".end").count())

    async def press_something(self) -> bool:
        """One press on something lit; False if nothing is."""
        await self.past_summary()
        curtain = '[data-key="curtain"] .btn-main'
        if await self.page.locator(curtain).count():
            await self.press(curtain)
            return True
        acts = '[data-legal][data-do*="act"]:visible'
        wanted = acts if self.dice.random() < ACTS and await self.page.locator(acts).count() else LIT
        count = await self.page.locator(wanted).count()
        if count:
            await self.press(wanted, self.dice.randrange(count))
        return bool(count)

    async def play(self, most: int) -> int:
        """Press on until the end or `most` presses; how many were made."""
        made = 0
        for _ in range(4 * most):
            if made >= most or await self.ended():
                break
            if await self.press_something():
                made += 1
            else:
                await self.page.wait_for_timeout(50)
        return made
