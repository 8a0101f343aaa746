"""Telling the pages that something changed: bounded, newest replaces older, nobody waits for anybody.

Rule 1: a subscriber is told that there is news, and looks for itself; what it missed it never needed.
Rule 2: one that is still busy is told once more when it is done: at most one call under way and one waiting.
Rule 3: one that raises or hangs three times in a row is dropped and logged; the others do not notice.
"""

import asyncio
import inspect
import logging
from collections.abc import Callable
from typing import Any

log = logging.getLogger(__name__)

Callback = Callable[[], Any]  # plain or async
FAILURES = 3
DEADLINE_S = 10.0  # a page that renders longer is gone


class _Subscriber:
    def __init__(self, callback: Callback, deadline_s: float) -> None:
        self.callback = callback
        self.deadline_s = deadline_s
        self.news = False
        self.failures = 0
        self.task: asyncio.Task[None] | None = None

    async def deliver(self) -> None:
        """Call until there is no more news."""
        while self.news and self.failures < FAILURES:
            self.news = False
            try:
                answer = self.callback()
                if inspect.isawaitable(answer):
                    async with asyncio.timeout(self.deadline_s):
                        await answer
                self.failures = 0
            except Exception as error:
                self.failures += 1
                log.warning("a subscriber failed (%d of %d): %s", self.failures, FAILURES, type(error).__name__)


class Subscribers:
    """The list. Use it from one event loop."""

    def __init__(self, deadline_s: float = DEADLINE_S) -> None:
        self._all: list[_Subscriber] = []
        self._deadline_s = deadline_s

    def __len__(self) -> int:
        return len(self._all)

    def add(self, callback: Callback) -> Callable[[], None]:
        """Call `callback()` after each change; returns what ends it."""
        subscriber = _Subscriber(callback, self._deadline_s)
        self._all.append(subscriber)

        def end() -> None:
            if subscriber in self._all:
                self._all.remove(subscriber)
            if subscriber.task is not None:
                subscriber.task.cancel()

        return end

    def publish(self) -> None:
        """There is news."""
        for subscriber in list(self._all):
            if subscriber.failures >= FAILURES:
                self._all.remove(subscriber)
                continue
            subscriber.news = True
            if subscriber.task is None or subscriber.task.done():
                subscriber.task = asyncio.get_running_loop().create_task(subscriber.deliver())

    async def settle(self) -> None:
        """Wait until everybody was told (tests, shutdown)."""
        tasks = [subscriber.task for subscriber in self._all if subscriber.task is not None]
        await asyncio.gather(*tasks, return_exceptions=True)
