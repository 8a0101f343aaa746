"""PN532 over I2C: address 0x24, a ready byte in front of every read. The reader never shares the module bus.

Rule 1: the controller is made with an explicit timeout (`timeout=20_000` microseconds), so that a lost reader or a
        held clock costs 20 ms and not a second.
Rule 2: a read that stopped too early cannot be continued here: the chip is asked to send the frame again (`restarts`).
Rule 3: with `sda` and `scl` given (pin objects that read the lines), both must be high before a command.
"""

from firmware.drivers.pn532_errors import BusStuck
from shared_rules.compat import const

ADDRESS = const(0x24)


class Pn532I2c:
    """Transport over a `machine.I2C`. `irq`: pin that is low when the chip has something to say; None: ask it."""

    stream = False
    tells_absence = True  # a missing reader is an error of the bus, not silence
    restarts = True

    def __init__(self, i2c, irq=None, sda=None, scl=None):
        self._i2c = i2c
        self._irq = irq
        self._sda = sda
        self._scl = scl
        self._status = bytearray(1)

    def check(self):
        """Raise BusStuck when a line is held low."""
        if self._scl is not None and not self._scl.value():
            raise BusStuck("SCL")
        if self._sda is not None and not self._sda.value():
            raise BusStuck("SDA")

    async def wake(self, sleep):
        """Nothing to do: being addressed wakes the chip."""

    def waiting(self):
        """True when the chip has something to read. Raises OSError."""
        return not self._irq.value() if self._irq is not None else self._ask()

    def missed(self):
        """True when the chip has something to read and the IRQ line did not show it: that line is not used any more."""
        if self._irq is None or not self._ask():
            return False
        self._irq = None
        return True

    def _ask(self):
        self._i2c.readfrom_into(ADDRESS, self._status)
        return self._status[0] == 1

    def write(self, frame):
        """Send one frame. Raises OSError."""
        self._i2c.writeto(ADDRESS, frame)

    def read_into(self, buf, count):
        """Read up to `count` bytes into `buf`, the ready byte among them; returns how many."""
        count = min(count, len(buf))
        self._i2c.readfrom_into(ADDRESS, buf[:count])
        return count
