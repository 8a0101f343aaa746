"""PN532 over SPI, mode 0, at most 5 MHz. The chip sends the lowest bit first; rp2 cannot, so bytes are mirrored here.

Rule 1: every status query is one whole select: `02` out, one byte in, deselect. A select that is kept may show an old
        status for ever.
Rule 2: command bytes are constants, never a buffer that is read into.
Rule 3: `settings` are applied before every transfer, so that another device on the bus cannot leave its own in force.
"""

_STATUS = b"\x40"  # 02h, 01h and 03h mirrored
_WRITE = b"\x80"
_READ = b"\xc0"
SETTINGS = {"baudrate": 1_000_000, "polarity": 0, "phase": 0}


def _mirror(n):
    out = 0
    for bit in range(8):
        if n >> bit & 1:
            out |= 0x80 >> bit
    return out


_MIRRORED = bytes([_mirror(n) for n in range(256)])


class Pn532Spi:
    """Transport over a `machine.SPI`; `cs` is the NSS pin. `settings` None: the bus is ours alone."""

    stream = False
    tells_absence = False  # a missing reader is an error of the bus, not silence
    restarts = False

    def __init__(self, spi, cs, irq=None, settings=SETTINGS):
        self._spi = spi
        self._cs = cs
        self._irq = irq
        self._settings = settings
        self._byte = bytearray(1)
        self._out = bytearray(72)
        self._out_view = memoryview(self._out)
        cs.value(1)

    def check(self):
        """SPI has no lines that a device could hold."""

    async def wake(self, sleep):
        """Selecting the chip wakes it; it needs 2 ms before it understands."""
        self._begin(_STATUS)
        self._cs.value(1)
        await sleep(2)

    def _begin(self, command):
        if self._settings is not None:
            self._spi.init(**self._settings)
        self._cs.value(0)
        self._spi.write(command)

    def _ask(self):
        try:
            self._begin(_STATUS)
            self._spi.readinto(self._byte)
        finally:
            self._cs.value(1)
        return self._byte[0] == 0x80

    def waiting(self):
        """True when the chip has something to read."""
        return not self._irq.value() if self._irq is not None else self._ask()

    def missed(self):
        """True when the chip has something to read and the IRQ line did not show it: that line is not used any more."""
        if self._irq is None or not self._ask():
            return False
        self._irq = None
        return True

    def write(self, frame):
        """Send one frame of at most 72 bytes."""
        for i in range(len(frame)):
            self._out[i] = _MIRRORED[frame[i]]
        try:
            self._begin(_WRITE)
            self._spi.write(self._out_view[: len(frame)])
        finally:
            self._cs.value(1)

    def read_into(self, buf, count):
        """Read up to `count` bytes into `buf`; returns how many."""
        count = min(count, len(buf))
        try:
            self._begin(_READ)
            self._spi.readinto(buf[:count])
        finally:
            self._cs.value(1)
        for i in range(count):
            buf[i] = _MIRRORED[buf[i]]
        return count
