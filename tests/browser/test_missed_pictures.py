"""Of each picture only the changes are sent: a browser that lacks the picture before gets the whole."""

from pathlib import Path

from chromium import TABLET, Watched
from playwright.async_api import expect
from referee_hands import Player, companion_with

# The component of the page's picture, as if it had shown something else before.
FORGET = """() => {
  for (const id of Object.keys(mounted_app.elements)) {
    const element = getElement(Number(id));
    if (element?.patch) element.shown = { text: "<p>another picture</p>", serial: 0, answered: 0 };
  }
}"""


async def test_a_browser_that_missed_a_picture_gets_the_whole_and_goes_on(tmp_path: Path, watched: Watched) -> None:
    companion = await companion_with(tmp_path, seats={"1": "random", "2": "random", "3": "random"})
    try:
        page = await watched.open(TABLET, f"{await companion.address()}/play")
        player = Player(page, seed=2)
        await player.sit(0)
        for _ in range(2):
            await page.evaluate(FORGET)
            await page.locator('[data-key="go-managers"]').click()
            await expect(page.locator('[data-part="managers"]')).to_be_visible()
            await expect(page.get_by_text("another picture")).to_have_count(0)
            await page.locator('[data-key="go-table"]').click()
            await expect(page.locator('[data-part="table"]')).to_be_attached()  # a long question may lie over it
        assert await player.play(5) == 5
        said = "".join(watched.heard)
        assert '"patch"' in said or '\\"patch\\"' in said
    finally:
        assert companion.stop() == 0
