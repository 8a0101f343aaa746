"""The page of the ARC over a real companion with the virtual ARC, at both sizes."""

import pytest
from chromium import PHONE, SCREENS, TABLET, Companion, Watched
from playwright.async_api import expect


@pytest.mark.parametrize("size", [TABLET, PHONE])
async def test_the_arc_tells_its_health_and_why_it_needs_no_update(
    companion: Companion, watched: Watched, size: tuple[int, int]
) -> None:
    page = await watched.open(size, (await companion.address()).rstrip("/"))
    await page.get_by_role("link", name="The ARC").click()
    card = page.locator('[aria-label="What is connected"]')
    for words in ("Program: arc ", "KB in use", "Reader: works.", "Module bus: works.", "Batteries: "):
        await expect(card).to_contain_text(words, timeout=20_000)
    await expect(page.locator('[aria-label="Program of the ARC"]')).to_contain_text("always runs the newest program")
    assert await page.evaluate("document.documentElement.scrollWidth") <= size[0]
    SCREENS.mkdir(parents=True, exist_ok=True)
    await page.screenshot(path=SCREENS / f"arc-{size[0]}.png")
