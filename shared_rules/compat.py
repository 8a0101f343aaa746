"""The only module that knows which interpreter it runs on: CPython (host, tests) or MicroPython (ARC, modules).

Everything device-side takes time, sleeping, `const` and exclusive sections from here, so that the same file runs on
both. Millisecond ticks wrap: compare them with `ticks_diff` only (MicroPython docs, module `time`).
"""

import sys

MICROPYTHON = sys.implementation.name == "micropython"

if MICROPYTHON:
    from asyncio import sleep_ms as sleep_ms
    from time import ticks_add as ticks_add
    from time import ticks_diff as ticks_diff
    from time import ticks_ms as ticks_ms
    from time import ticks_us as ticks_us

    from micropython import const
else:
    import asyncio as _asyncio
    import time as _time

    # As on the chip, so that tests meet the wrap; MicroPython's 64-bit unix port wraps at 2**62.
    TICKS_PERIOD = 1 << 30
    _HALF = TICKS_PERIOD >> 1
    _clock_ns = _time.monotonic_ns

    def set_clock(clock_ns=_time.monotonic_ns):
        """Tests and the fast virtual table run device code on another clock; no argument gives the real one back."""
        global _clock_ns
        _clock_ns = clock_ns

    def const(value):
        """Mark a constant; MicroPython folds it at compile time."""
        return value

    def ticks_ms():
        """Milliseconds of a monotonic clock, wrapped at TICKS_PERIOD."""
        return (_clock_ns() // 1_000_000) & (TICKS_PERIOD - 1)

    def ticks_us():
        """Microseconds of a monotonic clock, wrapped at TICKS_PERIOD."""
        return (_clock_ns() // 1_000) & (TICKS_PERIOD - 1)

    def ticks_add(ticks, delta):
        """`ticks` moved by `delta`, wrapped."""
        return (ticks + delta) & (TICKS_PERIOD - 1)

    def ticks_diff(end, start):
        """Signed distance from `start` to `end`, right across the wrap for distances under half the period."""
        return ((end - start + _HALF) & (TICKS_PERIOD - 1)) - _HALF

    async def sleep_ms(duration_ms):
        """Let other tasks run for `duration_ms`."""
        await _asyncio.sleep(duration_ms / 1000)
