"""What players feel: from a card on the ARC to the page, from NEXT to every tablet, and from the command to the page.

Companion and virtual ARC run as they do at a table, in processes of their own; the pages are in a real Chromium.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import math
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

from host import paths
from host.link.control import VirtualClient
from host.link.discovery import read_virtual
from host.link.state import LinkPhase, LinkState
from host.session.session import Session
from host.store.store import Store
from shared_rules.beyond_humanity import game
from shared_rules.compat import ticks_diff, ticks_ms
from tools.bench.errors import CannotMeasure

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

CHROMIUM_ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")
READY = re.compile(r"open at (\S+)")
START_DEADLINE_S = 40.0
PAGE_DEADLINE_MS = 15_000
MANAGERS = [1, 3, 8]
OPTIONS = {"mode": "semi", "managers": MANAGERS, "planet": "trappist-1-e"}
PAGES = 3
ROUND = ".round b"
LIFTED_S = 0.4  # the ARC confirms a removal by three looks before the next tap
ASKS_OWNER = "Lay the token of its owner"
# Presses the first of some buttons that is there; gives the time of the press.
PRESS = """selectors => {
  const at = Date.now();
  for (const selector of selectors) {
    const button = document.querySelector(selector);
    if (button) { button.click(); break; }
  }
  return at;
}"""
# The page itself notes when its document changes to what is waited for: no polling from outside, no wait for a frame.
WATCH = """([selector, text, there]) => {
  window.shownAt = new Promise(done => {
    const look = () => {
      const found = document.querySelector(selector);
      if (Boolean(found && found.textContent.includes(text)) !== there) return;
      watcher.disconnect();
      done(Date.now());
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, {childList: true, subtree: true, characterData: true});
    look();
  });
  return true;
}"""


@contextlib.asynccontextmanager
async def companion(folder: Path, arc: str = "virtual") -> AsyncIterator[str]:
    """`colony play --arc ARC` on `folder`; gives its address."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "host.cli", "play", "--arc", arc, "--no-browser"),
        *("--listen", "127.0.0.1:0", "--data", str(folder)),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(START_DEADLINE_S):
            while not (found := READY.search((await process.stdout.readline()).decode())):
                if process.returncode is not None:
                    raise CannotMeasure("the companion did not start")
        yield found[1]
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGINT)
        await process.wait()


@contextlib.asynccontextmanager
async def browser() -> AsyncIterator[Browser]:
    """A headless Chromium. Raises CannotMeasure where there is none."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        raise CannotMeasure("there is no Chromium here")
    try:
        from playwright.async_api import async_playwright
    except ImportError:
        raise CannotMeasure("the Python package playwright is not installed: pip install -e '.[test]'") from None
    async with async_playwright() as playwright:
        made = await playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        try:
            yield made
        finally:
            await made.close()


@contextlib.asynccontextmanager
async def table(rounds: int = 0) -> AsyncIterator[tuple[str, VirtualClient, Browser]]:
    """A companion with a game begun (and `rounds` Rounds played), hands at its virtual table, and a browser."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        await begin_game(folder, rounds)
        async with companion(folder) as address, browser() as chromium:
            virtual = read_virtual(folder)
            assert virtual is not None
            async with await VirtualClient.connect(virtual.control_host, virtual.control_port) as hands:
                yield address, hands, chromium


async def begin_game(folder: Path, rounds: int) -> None:
    """Put a game of some Rounds into the store of `folder`."""
    with contextlib.closing(Store.open(folder / paths.DATABASE)) as store:
        session = Session(store, game)
        session.on_link_state(LinkState(LinkPhase.CONNECTED, "The bench stands in for the ARC."))
        await session.new_game(OPTIONS, seed=20)
        for _ in range(rounds):
            await play_round(session)
        await session.close()


async def play_round(session: Session) -> None:
    """The shortest Round there is: Continue to its end, NEXT, yes."""
    while (seen := session.view("table")) and seen["stage"] == "play" and seen["phase"] < 6:
        await session.act({"kind": "phase"}, session.revision, "bench")
    for action in ({"kind": "next"}, {"kind": "answer", "choice": "yes"}):
        await session.act(action, session.revision, "bench")


async def open_page(chromium: Browser, address: str) -> Page:
    """The round screen, ready to be pressed."""
    page = await chromium.new_page(viewport={"width": 1024, "height": 768})
    page.set_default_timeout(PAGE_DEADLINE_MS)
    await page.goto(f"{address}/play")
    await page.wait_for_selector(".round b")
    return page


async def shown_at_s(page: Page) -> float:
    """When the page showed what WATCH was told, by the clock of this machine."""
    return float(await page.evaluate("window.shownAt")) / 1000


def p99(values: list[float]) -> float:
    """The 99th percentile by nearest rank: for fewer than a hundred values the worst."""
    return sorted(values)[math.ceil(0.99 * len(values)) - 1]


def tap_to_page_p99(quick: bool) -> float:
    """Milliseconds. Each tap is a Decree laid down; it is taken back by the page's button."""
    return p99(_quick()[0] if quick else asyncio.run(_times(100, 0))[0]) * 1000


def next_to_pages_p99(quick: bool) -> float:
    """Milliseconds until the last of three pages shows the new Round."""
    if quick:
        return p99(_quick()[1]) * 1000
    times: list[float] = []
    while len(times) < 100:
        times += asyncio.run(_times(0, 18))[1]
    return p99(times) * 1000


@functools.cache
def _quick() -> tuple[list[float], list[float]]:
    """Few of both at one table: a start takes longer than the measurement."""
    return asyncio.run(_times(6, 4))


async def _times(taps: int, rounds: int) -> tuple[list[float], list[float]]:
    """Seconds of each tap and each NEXT (fewer when the game ends); the first of each loads pictures and is not in."""
    async with table() as (address, hands, chromium):
        pages = [await open_page(chromium, address) for _ in range(PAGES if rounds else 1)]
        tapped: list[float] = []
        nexts: list[float] = []
        await _go_to_next(pages[0])
        while taps and len(tapped) <= taps:
            tapped.append(await _tap(pages[0], hands, f"decree/{1 + len(tapped) % 60}"))
        while rounds and len(nexts) <= rounds and await _go_to_next(pages[0]):
            nexts.append(await _press_next(pages))
        return tapped[1:], nexts[1:]


async def _tap(page: Page, hands: VirtualClient, piece: str) -> float:
    """Seconds from the reader's first answer that has the card in it to the page that asks for its owner."""
    await page.evaluate(WATCH, ["body", ASKS_OWNER, True])
    await hands.tap(piece)
    shown_s = await shown_at_s(page)
    seen_ago_ms: int = ticks_diff(ticks_ms(), (await hands.state())["found_ms"])
    took_s = shown_s - (time.time() - seen_ago_ms / 1000)
    await hands.lift(piece)
    await page.evaluate(PRESS, ['[data-choice="cancel"]'])
    await page.wait_for_function(f"!document.body.textContent.includes('{ASKS_OWNER}')")
    await asyncio.sleep(LIFTED_S)
    return took_s


async def _go_to_next(page: Page) -> bool:
    """Read the summary and continue to the last phase; False when the game is over."""
    while not await page.locator('[data-key="next"].btn-main:not([disabled])').count():
        if await page.locator(".phases").count() == 0:
            return False
        await page.evaluate(PRESS, ['[data-key="go-on"]', '[data-key="to-round"]', '[data-key="continue"]'])
        await asyncio.sleep(0.05)
    return True


async def _press_next(pages: list[Page]) -> float:
    """Seconds from "yes" to the last page that shows the new Round (or the end of the game)."""
    first = pages[0]
    before = await first.inner_text(ROUND)
    await first.evaluate(PRESS, ['[data-key="next"]'])
    await first.wait_for_selector('[data-choice="yes"]')
    for page in pages:
        await page.evaluate(WATCH, [ROUND, before, False])
    pressed_s = float(await first.evaluate(PRESS, ['[data-choice="yes"]'])) / 1000
    return max([await shown_at_s(page) for page in pages]) - pressed_s


def cold_start(_quick: bool) -> float:
    """Seconds, with an empty data folder."""
    return asyncio.run(_start(0))


def resume_20_rounds(_quick: bool) -> float:
    """Seconds, with a game at the end of its 20 Rounds (or where the Colony was lost)."""
    return asyncio.run(_start(20))


async def _start(rounds: int) -> float:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if rounds:
            await begin_game(folder, rounds)
        async with browser() as chromium:
            page = await chromium.new_page()
            begun = time.monotonic()
            async with companion(folder) as address:
                await page.goto(address)
                await page.wait_for_selector('[data-key="learn"]' if not rounds else "[data-key]")
                return time.monotonic() - begun
