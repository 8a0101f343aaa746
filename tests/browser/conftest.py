"""A real companion with the virtual ARC, and a real Chromium; skipped, with the reason, where there is none."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from chromium import ARGUMENTS, CHROMIUM, Companion, Watched
from playwright.async_api import Browser, async_playwright


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything here needs a browser; without one the reason is printed."""
    for item in items:
        if Path(item.fspath).parent != Path(__file__).parent:
            continue
        item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.slow(10))
        if CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason="no Chromium here: install the Debian package `chromium`"))


@pytest.fixture
def companion(tmp_path: Path) -> Iterator[Companion]:
    made = Companion(tmp_path, "127.0.0.1:0")
    yield made
    if made.process.poll() is None:
        made.stop()


@pytest.fixture
def open_companion(tmp_path: Path) -> Iterator[Companion]:
    """One that serves the whole network, so that this machine can also come as a stranger."""
    made = Companion(tmp_path, "0.0.0.0:0")
    yield made
    if made.process.poll() is None:
        made.stop()


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        made = await playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield made
        await made.close()


@pytest.fixture
async def watched(browser: Browser) -> AsyncIterator[Watched]:
    made = Watched(browser)
    yield made
    assert made.outside() == [], "a page asked an outside address"
    assert made.errors == [], "a page has an error in its script"
