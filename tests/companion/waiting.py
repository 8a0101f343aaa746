"""Waiting for what other processes do."""

import asyncio


async def until(condition, limit_s=15.0):
    """Wait for something that processes do; they have no clock that jumps."""
    async with asyncio.timeout(limit_s):
        while not (found := condition()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    return found
