"""Blocking calls from MicroPython to the broker over an inherited socket. Runs under MicroPython.

Request: op, a, b, c (one byte each), bytes out, bytes in (u16 little endian each), then the bytes out.
Answer: one byte of errno (0 = fine), then exactly the bytes in. `tools/virtual/broker.py` is the other end. A refused
transfer has 0x80 added when both lines of the bus were high at its end: a driver looks at them next, and need not ask.
"""

import os
import struct
import time

I2C_WRITE, I2C_READ, MEM_WRITE, MEM_READ, PIN_GET, PIN_SET, ADC, PIXELS, SHOWN, RESET, FEED = range(1, 12)

_HEAD = "<BBBBHH"
_HEAD_BYTES = 8
_MOST = 600
_LINES_HIGH = 0x80
_FRESH_US = 1000


class Rpc:
    """`fd` is the socket's file number."""

    def __init__(self, fd):
        self._file = open(fd, "r+b")
        self._out = bytearray(_HEAD_BYTES + _MOST)
        self._view = memoryview(self._out)
        self._in = bytearray(1 + _MOST)
        self._in_view = memoryview(self._in)
        self._high_bus = None  # bus whose lines were high at `_high_at`, when the last call ended
        self._high_at = 0

    def lines_high(self, bus):
        """Whether the call just before this one told that both lines of `bus` are high."""
        return self._high_bus == bus and time.ticks_diff(time.ticks_us(), self._high_at) < _FRESH_US

    def call(self, op, a=0, b=0, c=0, out=b"", into=None):
        """Do one thing; fills `into`. Raises OSError with the broker's errno."""
        count, wanted = len(out), len(into) if into is not None else 0
        struct.pack_into(_HEAD, self._out, 0, op, a, b, c, count, wanted)
        if count:
            self._view[_HEAD_BYTES : _HEAD_BYTES + count] = out
        self._file.write(self._view[: _HEAD_BYTES + count])
        if self._file.readinto(self._in_view[: 1 + wanted]) != 1 + wanted:
            self.die()
        status = self._in[0]
        self._high_bus = a if status & _LINES_HIGH else None
        if status:
            self._high_at = time.ticks_us()
            raise OSError(status & ~_LINES_HIGH)
        if wanted:
            into[:] = self._in_view[1 : 1 + wanted]

    @staticmethod
    def die():
        """The broker is gone: so is this board. SystemExit would be caught by the firmware, rightly."""
        os.system("kill -9 $PPID")
