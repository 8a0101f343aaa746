"""PN532 over HSU, its serial interface: 115200 baud, no handshake, no status.

Rule 1: a start always sends the wake preamble: after power-up and after a reset the chip sleeps and hears nothing else.
Rule 2: the UART is made with `timeout=0`: a read takes what is there.
"""

from shared_rules.compat import const, sleep_ms, ticks_diff, ticks_ms

POLL_MS = const(1)
_WAKE = b"\x55\x55\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"


class Pn532Hsu:
    """Transport over a `machine.UART` (or anything with `any`, `readinto` and `write`)."""

    stream = True
    tells_absence = False  # a missing reader is an error of the bus, not silence
    restarts = False

    def __init__(self, uart, now=ticks_ms, sleep=sleep_ms):
        self._uart = uart
        self._now = now
        self._sleep = sleep

    def check(self):
        """A serial line cannot be held."""

    async def wake(self, sleep):
        """Wake the chip and give it the time it needs."""
        self._uart.write(_WAKE)
        await sleep(5)

    async def ready(self, timeout_ms):
        """True once bytes have come."""
        started = self._now()
        while not self._uart.any():
            if ticks_diff(self._now(), started) >= timeout_ms:
                return False
            await self._sleep(POLL_MS)
        return True

    def write(self, frame):
        """Send one frame."""
        self._uart.write(frame)

    def read_into(self, buf, count):
        """Read up to `count` bytes that are there into `buf`; returns how many."""
        return self._uart.readinto(buf[: min(count, len(buf))]) or 0
