"""Hands at the virtual table: drags what a player would drag and presses what a player would press, nothing else."""

import re

from chromium import SCREENS
from contrast import faint
from playwright.async_api import Page, expect

WAIT_MS = 12_000
expect.set_options(timeout=WAIT_MS)


INTERNAL = re.compile(r"\b(None|True|False|undefined|null|NaN|revision|seq|dict|Traceback|WebSocket)\b|[{}]")

# Every visible control that a finger may have to hit; ports and corridors have the selection bar's buttons as well.
SMALL = """() => [...document.querySelectorAll('button, a.btn, input, select, summary')].filter(element => {
  const box = element.getBoundingClientRect(), style = getComputedStyle(element);
  const hidden = !box.width || style.visibility === 'hidden' || style.opacity === '0' || style.display === 'none';
  return !hidden && element.type !== 'checkbox' && element.type !== 'range' && (box.width < 43.5 || box.height < 43.5);
}).map(element => element.outerHTML.slice(0, 120))"""


async def shown(page: Page, name: str) -> None:
    """Keep a screenshot; nothing sticks out, controls are large enough, texts stand out and hold no internal word."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    width = page.viewport_size["width"] if page.viewport_size else 0
    await page.screenshot(path=SCREENS / f"{name}-{width}.png")
    wide = await page.evaluate("document.documentElement.scrollWidth")
    assert wide <= width, f"{name} is {wide} px wide on a screen of {width}"
    assert await page.evaluate(SMALL) == [], f"{name}: too small to be hit"
    assert await faint(page) == [], f"{name}: too faint to be read"
    words = await page.locator("body").inner_text()
    assert not INTERNAL.search(words), f"{name}: {INTERNAL.search(words)}"


async def new_game(page: Page) -> None:
    """From the start page into the setup of a game at the table, once its ARC is connected."""
    await expect(page.locator(".facts")).to_contain_text("Talking to the ARC")
    await page.locator('[data-key="new-companion"]').click()
    await page.wait_for_url("**/setup")
    await expect(page.locator('[data-choice="semi"]')).to_be_visible()


async def quick_game(page: Page, address: str) -> None:
    """A game of two Managers, chosen on the screen; the page then shows the round screen."""
    await new_game(page)
    await page.locator('[data-choice="semi"]').click()
    for number in (2, 5):
        await page.locator(f'[data-key="manager/{number}"]').click()
    for choice in ("done", "teegarden-b", "begin"):
        await page.locator(f'[data-choice="{choice}"]').click()
    await page.wait_for_url("**/table")
    await page.goto(f"{address}/play")
    await expect(page.locator(".round b")).to_have_text("1")


class Hands:
    """One player at the table page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    async def _middle(self, selector: str) -> tuple[float, float]:
        box = await self.page.locator(selector).first.bounding_box()
        assert box is not None, f"{selector} is not on the screen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def drag(self, source: str, target: tuple[float, float]) -> None:
        """Press, move and let go, like a hand."""
        await self.page.locator(source).first.scroll_into_view_if_needed()
        x, y = await self._middle(source)
        mouse = self.page.mouse
        await mouse.move(x, y)
        await mouse.down()
        await mouse.move((x + target[0]) / 2, (y + target[1]) / 2, steps=4)
        await mouse.move(*target, steps=6)
        await mouse.up()

    async def lay(self, piece: str) -> None:
        """Drag a card or token onto the ARC and wait until the hand has taken it back."""
        dock = {"decree": "decrees", "directive": "directives"}.get(piece.split("/")[0], "tokens")
        await self.page.locator(f'[data-dock="{dock}"]').click()
        await self.drag(f'.vt-dock [data-piece="{piece}"]', await self._middle(".vt-arc-roof"))
        lying = self.page.locator(f'[data-lying="{piece}"]')
        await expect(lying).to_have_count(1)
        await expect(lying).to_have_count(0)

    async def connect(self, kind: str, port: str) -> int:
        """Drag the next module of a type out of the tray to a port "unit:port". Returns its unit."""
        await self.page.locator('[data-dock="modules"]').click()
        tile = self.page.locator(f'.vt-dock [data-type="{kind}"]')
        unit = int(await tile.get_attribute("data-unit") or 0)
        await self.drag(f'.vt-dock [data-type="{kind}"]', await self._middle(f'[data-port="{port}"]'))
        await expect(self.page.locator(f'.vt-stage [data-unit="{unit}"]')).to_have_count(1)
        return unit

    async def take_off(self, unit: int) -> None:
        """Drag a module back into the tray."""
        await self.drag(f'.vt-stage [data-unit="{unit}"]', await self._middle(".vt-dock"))
        await expect(self.page.locator(f'.vt-stage [data-unit="{unit}"]')).to_have_count(0)

    async def press(self, selector: str) -> None:
        await self.page.locator(selector).first.click()

    async def go_on(self, phase: int) -> None:
        """Continue to a phase."""
        await self.press('[data-key="continue"]')
        await expect(self.page.locator(f".phases li:nth-child({phase}).now")).to_have_count(1)

    async def read_summary(self) -> None:
        """Step through the screens that open a Round."""
        await expect(self.page.locator('[data-key="summary"]')).to_be_visible()
        while await self.page.locator('[data-key="go-on"]').count():
            counter = self.page.locator(".summary .row.spread small.num").first
            before = await counter.inner_text()
            await self.press('[data-key="go-on"]')
            await expect(counter).not_to_have_text(before)
        await self.press('[data-key="to-round"]')
        await expect(self.page.locator('[data-key="summary"]')).to_have_count(0)

    def light(self, unit: int) -> str:
        """Selector of the lamp of a unit (0 is the ARC)."""
        return f"#lamp-{unit}"
