"""`machine` of the ARC's RP2040 as far as the firmware uses it, served by the broker. Runs under MicroPython."""

import os

from rpc import ADC as _ADC
from rpc import (
    FEED,
    I2C_READ,
    I2C_WRITE,
    MEM_READ,
    MEM_WRITE,
    PIN_GET,
    PIN_SET,
    PIXELS,
    RESET,
    Rpc,
)

PWRON_RESET = 1
WDT_RESET = 3

rpc = Rpc(int(os.getenv("COLONY_RPC_FD")))
_lines = {}  # pin number -> bus that it belongs to
_byte = bytearray(1)
_word = bytearray(2)


class Pin:
    """A pin; an output remembers its level, so that setting it again costs nothing."""

    IN, OUT, OPEN_DRAIN, PULL_UP, PULL_DOWN = 0, 1, 2, 1, 2

    def __init__(self, number, mode=-1, pull=-1, value=None):
        self.number = number
        self._level = None
        if value is not None:
            self.value(value)

    def init(self, mode=-1, pull=-1, value=None):
        """Set up anew."""
        self._level = None
        if value is not None:
            self.value(value)

    def value(self, level=None):
        """Read, or drive."""
        if level is None:
            if self.number in _lines and rpc.lines_high(_lines[self.number]):
                return 1
            rpc.call(PIN_GET, self.number, into=_byte)
            return _byte[0]
        if level != self._level:
            self._level = level
            rpc.call(PIN_SET, self.number, 1 if level else 0)
        return None


class I2C:
    """A controller; timeouts are the broker's business."""

    def __init__(self, number, sda=None, scl=None, freq=400_000, timeout=50_000):
        self._number = number
        for pin in (sda, scl):
            _lines[pin.number] = number

    def writeto(self, addr, buf, stop=True):
        """Bytes to a target."""
        rpc.call(I2C_WRITE, self._number, addr, out=buf)
        return len(buf)

    def readfrom_into(self, addr, buf, stop=True):
        """Bytes from a target."""
        rpc.call(I2C_READ, self._number, addr, into=buf)

    def writeto_mem(self, addr, memaddr, buf):
        """Bytes to a register."""
        rpc.call(MEM_WRITE, self._number, addr, memaddr, out=buf)

    def readfrom_mem_into(self, addr, memaddr, buf):
        """Bytes from a register."""
        rpc.call(MEM_READ, self._number, addr, memaddr, into=buf)


class ADC:
    """A converter channel by its pin."""

    def __init__(self, pin):
        self._pin = pin

    def read_u16(self):
        """0..65535."""
        rpc.call(_ADC, self._pin, into=_word)
        return _word[0] | _word[1] << 8


class WDT:
    """The watchdog; the broker bites."""

    def __init__(self, timeout):
        self._timeout = bytes((timeout & 0xFF, timeout >> 8))
        self.feed()

    def feed(self):
        """Not yet."""
        rpc.call(FEED, out=self._timeout)


def bitstream(pin, encoding, timing, data):
    """Pixels, as they go over the wire."""
    rpc.call(PIXELS, pin.number, out=data)


def reset():
    """The broker ends this process; the next one starts over."""
    rpc.call(RESET)
    while True:
        rpc.call(PIN_GET, 0, into=_byte)


def reset_cause():
    """Why this life started."""
    return WDT_RESET if os.getenv("COLONY_RESET") != "power" else PWRON_RESET


def unique_id():
    """The chip's 8 bytes."""
    return b"VIRTUAL2"
