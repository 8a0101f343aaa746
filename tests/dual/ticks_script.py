"""Ticks across their wrap, whatever the period here is (field fault B78: plain subtraction fails after 12.4 days)."""

import asyncio

from shared_rules.compat import sleep_ms, ticks_add, ticks_diff, ticks_ms, ticks_us

highest = ticks_add(0, -1)
assert highest > 0
assert highest & (highest + 1) == 0, "the period is a power of two"
for before, after in ((1, 0), (1000, 999), (500, 60_000)):
    start = ticks_add(highest, 1 - before)
    end = ticks_add(start, before + after)
    assert end == after, "wrapped"
    assert end - start < 0, "plain subtraction is wrong here"
    print(ticks_diff(end, start), ticks_diff(start, end))


async def measure():
    start_ms, start_us = ticks_ms(), ticks_us()
    await sleep_ms(20)
    print(ticks_diff(ticks_ms(), start_ms) >= 19, ticks_diff(ticks_us(), start_us) >= 19_000)


asyncio.run(measure())
