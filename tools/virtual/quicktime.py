"""An asyncio loop whose clock jumps: while nothing can happen, it goes straight to the next timer.

Minutes of table time pass in milliseconds and always in the same order. Only for purely in-memory runs: where a socket
or a process takes part, the world outside keeps real time and the jumping clock would run away from it.
"""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

from shared_rules import compat

Result = TypeVar("Result")


class _JumpSelector(selectors.DefaultSelector):
    """Asks the real selector without waiting; where the loop would wait, the clock moves instead."""

    def __init__(self) -> None:
        super().__init__()
        self.now_s = 1000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Ready files, or none and a later clock."""
        if timeout is None:
            return super().select(None)
        ready = super().select(0)
        if not ready and timeout > 0:
            self.now_s += timeout
        return ready


class QuickLoop(asyncio.SelectorEventLoop):
    """The loop; `time()` is table time in seconds."""

    def __init__(self) -> None:
        self._jump = _JumpSelector()
        super().__init__(self._jump)

    def time(self) -> float:
        """Seconds of table time."""
        return self._jump.now_s


def run_quick(main: Coroutine[Any, Any, Result], start_ms: int | None = None) -> Result:
    """Run `main` on a QuickLoop with the device clock tied to it; `start_ms` sets the device's ticks at the start."""
    loop = QuickLoop()
    shift_ns = 0 if start_ms is None else start_ms * 1_000_000 - int(loop.time() * 1e9)
    compat.set_clock(lambda: int(loop.time() * 1e9) + shift_ns)
    try:
        return loop.run_until_complete(main)
    finally:
        try:
            for task in asyncio.all_tasks(loop):
                task.cancel()
            loop.run_until_complete(asyncio.sleep(0))
            loop.close()
        finally:
            compat.set_clock()
