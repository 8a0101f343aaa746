"""PN532 over HSU, its serial interface: 115200 baud, no handshake, no status.

Rule 1: a start always sends the wake preamble: after power-up and after a reset the chip sleeps and hears nothing else.
Rule 2: the UART is made with `timeout=0`: a read takes what is there.
"""

_WAKE = b"\x55\x55\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"


class Pn532Hsu:
    """Transport over a `machine.UART` (or anything with `any`, `readinto` and `write`)."""

    stream = True
    tells_absence = False  # a missing reader is an error of the bus, not silence
    restarts = False

    def __init__(self, uart):
        self._uart = uart

    def check(self):
        """A serial line cannot be held."""

    async def wake(self, sleep):
        """Wake the chip and give it the time it needs."""
        self._uart.write(_WAKE)
        await sleep(5)

    def waiting(self):
        """True when bytes have come."""
        return self._uart.any() > 0

    def missed(self):
        """There is no other way to look."""
        return False

    def write(self, frame):
        """Send one frame."""
        self._uart.write(frame)

    def read_into(self, buf, count):
        """Read up to `count` bytes that are there into `buf`; returns how many."""
        return self._uart.readinto(buf[: min(count, len(buf))]) or 0
