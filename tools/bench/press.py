"""A press at referee level, from the finger on one browser to what four browsers show, and what it costs on the way.

Four people sit at four browsers (contexts of their own in one Chromium) and press lit things at random. No ARC is
connected: at referee level none is needed, and nothing of it is between a press and the pages.
Times depend on what else the machine does; processor time and bytes of a press do not, so `python -m tools.bench.press`
prints them too, to compare one state of the code with another.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import sys
import tempfile
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import psutil

from host import paths
from host.session.session import Session
from host.store.store import Store
from shared_rules.beyond_humanity import game
from tools.bench.table import PAGE_DEADLINE_MS, browser, companion, p99, shown_at_s

if TYPE_CHECKING:
    from playwright.async_api import Browser, Page

NO_ARC = "tcp://127.0.0.1:9"  # nobody listens there
OPTIONS = {"mode": "semi", "managers": [3, 8, 5, 1], "planet": "trappist-1-e", "level": "referee"}
SEATS = 4
PRESSES, QUICK_PRESSES = 100, 15
WARM_UP = 3  # presses that load pictures and fill caches; they are not in
SETTLE_S = 0.05  # in which what follows a press (answers, the next look of a busy page) belongs to it
PATIENCE = 40  # looks in a row at pages on which nothing is lit: the game is over
SITTING = '[data-part="you"]'
# The page itself notes when it shows another revision than `before`.
WATCH = """before => {
  window.shownAt = new Promise(done => {
    const look = () => {
      const shown = document.querySelector("[data-rev]");
      if (!shown || shown.dataset.rev === before) return;
      watcher.disconnect();
      done(Date.now());
    };
    const watcher = new MutationObserver(look);
    watcher.observe(document.body, {childList: true, subtree: true, attributes: true, attributeFilter: ["data-rev"]});
    look();
  });
  return true;
}"""
REVISION = "document.querySelector('[data-rev]').dataset.rev"
# What is lit: [things that act, things that pick]; none while something that has to be read lies over the page.
LIT = """() => {
  const over = document.querySelector('[data-key="go-on"], [data-key="to-round"]');
  if (over) { over.click(); return [0, 0]; }
  const lit = [...document.querySelectorAll("[data-legal]")];
  window.lit = [lit.filter(it => it.dataset.do.includes('"act"')), lit.filter(it => !it.dataset.do.includes('"act"'))];
  return window.lit.map(found => found.length);
}"""
PRESS = "([kind, index]) => { const at = Date.now(); window.lit[kind][index].click(); return at; }"


@dataclass
class Cost:
    """What some presses took: seconds each; of processors in all, by companion and browser; bytes sent to pages."""

    times_s: list[float] = field(default_factory=list)
    companion_s: float = 0.0
    browser_s: float = 0.0
    sent_bytes: int = 0


@contextlib.asynccontextmanager
async def four_pages() -> AsyncIterator[tuple[list[Page], psutil.Process]]:
    """Four browsers with a seat each in a game that has just begun, and the companion's process."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        await _begin(folder)
        async with companion(folder, NO_ARC) as address, browser() as chromium:
            live = paths.read_live(folder / paths.COMPANION)
            assert live is not None
            yield [await _seated(chromium, address, seat) for seat in range(SEATS)], psutil.Process(live["pid"])


async def _begin(folder: Path) -> None:
    with contextlib.closing(Store.open(folder / paths.DATABASE)) as store:
        session = Session(store, game)
        await session.new_game(OPTIONS, seed=5)
        await session.close()


async def _seated(chromium: Browser, address: str, seat: int) -> Page:
    """A browser of its own that has sat down."""
    context = await chromium.new_context(viewport={"width": 1024, "height": 768})
    page = await context.new_page()
    page.set_default_timeout(PAGE_DEADLINE_MS)
    await page.goto(f"{address}/play")
    await page.locator(f'[data-key="sit-{seat}"]').click()
    await page.wait_for_selector(SITTING)
    return page


def _processor_s(process: psutil.Process) -> float:
    spent = process.cpu_times()
    return float(spent.user + spent.system)


def _chromium() -> list[psutil.Process]:
    """All processes of the browser that this process has started."""
    found = []
    for child in psutil.Process(os.getpid()).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess):
            found += [child] if "chrom" in child.name() else []
    return found


def _spent_s(processes: list[psutil.Process]) -> dict[psutil.Process, float]:
    """Processor time of each until now. Not of those that are gone: a browser ends a helper process when it likes."""
    found = {}
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            found[process] = _processor_s(process)
    return found


async def measure(presses: int) -> Cost:
    """Play until so many presses have been timed (fewer when the game ends)."""
    dice, cost, made, idle = random.Random(1), Cost(), 0, 0
    async with four_pages() as (pages, process):
        frames = [await _counted(page) for page in pages]
        while made < presses + WARM_UP and idle < PATIENCE:
            lit = [await page.evaluate(LIT) for page in pages]
            acting = [page for page, found in zip(pages, lit, strict=True) if found[0]]
            picking = [page for page, found in zip(pages, lit, strict=True) if found[1]]
            idle = 0 if acting or picking else idle + 1
            if acting:
                page = dice.choice(acting)
                count = lit[pages.index(page)][0]
                await _timed(pages, page, dice.randrange(count), process, frames, cost if made >= WARM_UP else Cost())
                made += 1
            elif picking:
                page = dice.choice(picking)
                await page.evaluate(PRESS, [1, dice.randrange(lit[pages.index(page)][1])])
            await asyncio.sleep(SETTLE_S)
    return cost


async def _counted(page: Page) -> list[int]:
    """Bytes of frames that the page receives from now on, as a list that grows."""
    found: list[int] = []
    session = await page.context.new_cdp_session(page)
    session.on(
        "Network.webSocketFrameReceived", lambda event: found.append(len(event["response"]["payloadData"].encode()))
    )
    await session.send("Network.enable")
    return found


async def _timed(
    pages: list[Page], page: Page, index: int, process: psutil.Process, frames: list[list[int]], cost: Cost
) -> None:
    before = await page.evaluate(REVISION)
    for other in pages:
        await other.evaluate(WATCH, before)
    chromium, sent = _chromium(), sum(map(sum, frames))
    begun = _spent_s([process, *chromium])
    pressed_s = float(await page.evaluate(PRESS, [0, index])) / 1000
    cost.times_s.append(max([await shown_at_s(other) for other in pages]) - pressed_s)
    await asyncio.sleep(SETTLE_S)
    spent = {one: until - begun[one] for one, until in _spent_s(list(begun)).items()}
    cost.companion_s += spent.pop(process, 0.0)
    cost.browser_s += sum(spent.values())
    cost.sent_bytes += sum(map(sum, frames)) - sent


def press_to_four_pages_p99(quick: bool) -> float:
    """Milliseconds until the last of four pages shows what a press came to."""
    return p99(asyncio.run(measure(QUICK_PRESSES if quick else PRESSES)).times_s) * 1000


def main() -> None:
    """`python -m tools.bench.press [PRESSES]`: times, processor time and bytes of a press."""
    cost = asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else PRESSES))
    count = len(cost.times_s)
    print(f"{count} presses: median {median(cost.times_s) * 1000:.0f} ms, p99 {p99(cost.times_s) * 1000:.0f} ms")
    spent = f"companion {cost.companion_s / count * 1000:.1f} ms, browser {cost.browser_s / count * 1000:.1f} ms"
    print(f"a press costs in processor time: {spent}; sent to four pages: {cost.sent_bytes / count / 1000:.1f} KB")


if __name__ == "__main__":
    main()
