"""`machine` of module boards, many in one process. Runs under MicroPython.

`bench[0]` is the board that is being wired: what is made while it stands there belongs to it.
"""

bench = [None]


class Unit:
    """One board's silicon: memory of the I2C target, sense lines, driven lines."""

    def __init__(self, number, chip):
        self.number = number
        self.chip = chip
        self.memory = None
        self.heard = None
        self.sense = 0
        self.drive = 0
        self.ports = []


class Pin:
    """A pin; sense lines are open drain, low = asserted."""

    IN, OUT, OPEN_DRAIN, PULL_UP = 0, 1, 2, 1

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self._unit = bench[0]
        self._bit = 0
        if mode == Pin.OPEN_DRAIN:
            self._bit = 1 << len(self._unit.ports)
            self._unit.ports.append(number)

    def value(self, level=None):
        """Read, or drive."""
        if level is None:
            return 0 if (self._unit.sense | self._unit.drive) & self._bit else 1
        if level:
            self._unit.drive &= ~self._bit
        else:
            self._unit.drive |= self._bit
        return None


class I2CTarget:
    """A target in memory mode; the broker keeps the copy that the ARC reads."""

    IRQ_END_READ, IRQ_END_WRITE = 1, 2

    def __init__(self, number, addr, mem=None, sda=None, scl=None):
        self._unit = bench[0]
        self._unit.memory = mem

    def irq(self, handler, trigger=0, hard=False):
        """Called after each access."""
        self._unit.heard = handler

    def deinit(self):
        """Off the bus."""


class WDT:
    """Not used on the rack: one hung board would be a hung rack."""

    def __init__(self, timeout):
        self.timeout = timeout

    def feed(self):
        """Nothing to feed."""


def bitstream(pin, encoding, timing, data):
    """Nobody sees single pixels of a module; its pattern is in the STATE block."""


def unique_id():
    """The chip of the board on the bench."""
    return bench[0].chip
