"""An asyncio event loop that lives in emulated time: time-outs, sleeps and latencies are the chip's, and repeatable.

Whenever the loop would wait, the emulator runs instead, until a chip sends something or the next timer is due.
Work for other threads (a store's writer) is waited for on the spot: it takes no emulated time.
"""

import asyncio
import selectors
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from tools.emulator.process import Emulator, Report

_LONGEST_S = 3600.0


class _Selector(selectors.SelectSelector):
    """Waits by letting emulated time pass. Nothing outside of the emulator can wake this loop."""

    advance: Callable[[float], None]

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None or timeout > 0:
            self.advance(_LONGEST_S if timeout is None else timeout)
        return []


class EmulatedLoop(asyncio.SelectorEventLoop):
    """`listen(chip, hear)`: bytes that the chip sends by USB arrive at `hear`."""

    def __init__(self, emulator: Emulator) -> None:
        self.emulator = emulator
        self.frames: list[tuple[str, float, bytes]] = []  # chip, microseconds, bytes of its strip as they went out
        self._hear: dict[str, Callable[[bytes], None]] = {}
        selector = _Selector()
        selector.advance = self._advance
        super().__init__(selector)
        emulator.on_report = self._reported

    def time(self) -> float:
        """Seconds of emulated time."""
        return self.emulator.micros / 1e6

    def run_in_executor(  # type: ignore[override]
        self, executor: Executor | None, func: Callable[..., Any], *args: Any
    ) -> "asyncio.Future[Any]":
        """The finished future of `func(*args)`, run in `executor` or, without one, here."""
        future = self.create_future()
        try:
            future.set_result(executor.submit(func, *args).result() if executor else func(*args))
        except Exception as error:
            future.set_exception(error)
        return future

    def listen(self, chip: str, hear: Callable[[bytes], None]) -> None:
        """Let `hear` have what `chip` sends from now on."""
        self._hear[chip] = hear

    def _advance(self, timeout_s: float) -> None:
        self.emulator.run(timeout_s * 1e6, until=self._hear)

    def _reported(self, report: Report) -> None:
        self.frames += report.frames
        for chip, data in report.serial.items():
            if chip in self._hear:
                self.call_soon(self._hear[chip], data)
