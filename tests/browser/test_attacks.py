"""What people and programs do that nobody planned: five hands at once, forged presses, odd screens, keys only."""

import asyncio
import contextlib
import json
import re
import sqlite3
from pathlib import Path

import pytest
from chromium import TABLET, Companion, Watched
from hands import SMALL, Hands, quick_game
from playwright.async_api import Page, expect

SIZES = {"wide": (1366, 768), "upright": (768, 1024), "side": (844, 390), "zoomed": (512, 384)}

# Sends a press as the page itself would, with whatever content (the framework's own event, by its own numbers).
FORGE = """([type, args]) => {
  for (const [id, element] of Object.entries(mounted_app.elements)) {
    const event = (element.events ?? []).find(event => event.type === type);
    if (event) window.socket.emit("event", {
      id: Number(id), client_id: window.clientId, listener_id: event.listener_id, args: [JSON.stringify(args)]});
  }
}"""
# Whatever of the controls and headings of a page lies outside of what contains it or under something else.
COVERED = """() => [...document.querySelectorAll('.screen button, .screen a.btn')].filter(element => {
  const box = element.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  if (!box.width || element.closest('[inert]') || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
  const top = document.elementFromPoint(x, y);
  const scrolled = element.closest('.board, .scroll, .front, .body, .screen, .sheet');
  const clip = scrolled?.getBoundingClientRect();
  const fixed = document.querySelector('.play > .side > .dock, .panel .dock')?.contains(top) || top?.closest('.top');
  if (clip && (y < clip.top || y > clip.bottom)) return false;
  return top && !element.contains(top) && !fixed;
}).map(element => element.outerHTML.slice(0, 90))"""


async def phase(page: Page, number: int) -> None:
    await expect(page.locator(f".phases li:nth-child({number}).now")).to_have_count(1)


def secrets(folder: Path) -> list[str]:
    """The seed of each game in the store, as it would be written."""
    with contextlib.closing(sqlite3.connect(f"file:{folder / 'colony.db'}?mode=ro", uri=True)) as store:
        return [seed for (seed,) in store.execute("SELECT seed FROM games")]


@pytest.mark.slow(20)
@pytest.mark.timeout(120)
async def test_five_tablets_keys_and_forgeries(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    page = await watched.open(TABLET, address)
    await quick_game(page, address)

    # five tablets press the same button within a moment: it counts once, the others are told
    five = [page, *[await watched.open(TABLET, f"{address}/play") for _ in range(4)]]
    for tablet in five:
        await phase(tablet, 3)
    seen = int(await page.locator("[data-rev]").get_attribute("data-rev") or 0)
    press = {"do": {"act": {"kind": "phase"}}, "rev": seen, "number": 1}
    await asyncio.gather(*(tablet.evaluate(FORGE, ["press", press]) for tablet in five))
    for tablet in five:
        await phase(tablet, 4)
    told = [await tablet.locator(".toast-bad").count() for tablet in five]
    assert sorted(told) == [0, 1, 1, 1, 1]

    # keys alone: into a dialog, round in it, out of it, and the focus is where it was
    await page.locator('[data-key="menu"]').focus()
    await page.keyboard.press("Enter")
    await expect(page.locator("[data-modal]")).to_be_visible()
    for _ in range(12):
        assert await page.evaluate(
            "() => document.activeElement === document.body || !!document.activeElement.closest('[data-modal]')"
        ), "the focus left the dialog"
        await page.keyboard.press("Tab")
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-modal]")).to_have_count(0)
    await expect(page.locator('[data-key="menu"]')).to_be_focused()

    # reload in a dialog, and the browser's back button
    await page.locator('[data-key="menu"]').click()
    await page.reload()
    await phase(page, 4)
    await page.goto(address)
    await page.go_back()
    await page.locator('[data-key="continue"]').click()
    await phase(page, 5)

    # forged presses
    rev = int(await page.locator("[data-rev]").get_attribute("data-rev") or 0)
    for forged in (
        None,
        [],
        {"do": {"act": {"kind": "tap", "piece": "governor"}}, "rev": rev},
        {"do": {"act": {"kind": "phase", "note": "y" * 500_000}}, "rev": rev},
        {"do": {"act": {"kind": "claim_governor", "seat": 99}}, "rev": rev},
        {"do": {"own": "new"}, "rev": rev},
    ):
        await page.evaluate("() => document.querySelector('.toasts').replaceChildren()")
        await page.evaluate(FORGE, ["press", forged])
        await expect(page.locator(".toast-bad")).to_have_count(1)
    await phase(page, 5)
    assert "Traceback" not in companion.said()

    # and nothing hidden was on the wire
    known = secrets(companion.folder)
    said = "".join(watched.heard)
    assert len(said) > 10_000
    assert len(known) == 1
    for secret in (*known, '"support"', '"chance"', "immigration_factor"):
        assert secret not in said


@pytest.mark.timeout(120)
async def test_other_screens_lose_nothing(companion: Companion, watched: Watched) -> None:
    """A wide screen, a tablet held upright, a phone on its side, and a tablet zoomed to 200 %."""
    address = await companion.address()
    page = await watched.open(TABLET, address)
    await quick_game(page, address)
    for path in ("/play", "/table"):
        await page.goto(address + path)
        for size in SIZES.values():
            await page.set_viewport_size({"width": size[0], "height": size[1]})
            await expect(page.locator('[data-key="continue"]')).to_be_visible()
            await page.locator('[data-key="continue"]').scroll_into_view_if_needed()
            assert await page.evaluate("document.documentElement.scrollWidth") <= size[0], (path, size)
            assert await page.evaluate(COVERED) == [], (path, size)
            assert await page.evaluate(SMALL) == [], (path, size)
            for tab in ("status", "special"):
                await page.locator(f'[data-key="more-{tab}"]').click()
                await expect(page.locator(f'[data-tab="{tab}"]')).to_have_class(re.compile("opened"))
                close = f'[data-key="more-{tab}"]' if path == "/play" else "[data-escape]"
                await page.locator(close).click()
                await expect(page.locator(f".opened, [data-tab='{tab}'].opened")).to_have_count(0)
    # at a tablet's size all five tabs and NEXT are in sight at once
    await page.goto(f"{address}/play")
    await page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
    sights = await page.evaluate(
        """() => [...document.querySelectorAll('.board .tab, [data-key="next"]')].map(element => {
          const box = element.getBoundingClientRect();
          return [box.top >= 0, box.bottom <= innerHeight, box.right <= innerWidth];
        })"""
    )
    assert sights == [[True] * 3] * 6, json.dumps(sights)
    await Hands(page).go_on(4)


async def test_wrong_addresses_end_in_words(companion: Companion, watched: Watched) -> None:
    address = await companion.address()
    page = await watched.open(TABLET, f"{address}/nowhere")
    await expect(page.locator("h1")).to_contain_text("leads nowhere")
    await page.locator("a.btn-main").click()
    await expect(page.locator(".facts")).to_be_visible()
