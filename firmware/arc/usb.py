"""The console of MicroPython as a binary port that never waits.

Rule 1: only the byte streams below `sys.stdin` and `sys.stdout`: text streams turn 0A into 0D 0A (B71).
Rule 2: one byte for each readiness check: a longer read waits until all its bytes are there (B74), a longer write
until all of them found room (B72). `write_bytes` may be larger where a port is known to take that much.
Rule 3: Ctrl-C is switched off by the caller before the first byte.
"""

import select
import sys


class ConsolePort:
    """USB CDC on the chip, a pseudo-terminal in the virtual ARC."""

    def __init__(self, write_bytes=1):
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
        self._readable, self._writable = select.poll(), select.poll()
        self._readable.register(sys.stdin, select.POLLIN)
        self._writable.register(sys.stdout, select.POLLOUT)
        self._one = bytearray(1)
        self._piece = bytearray(write_bytes)
        self._back = None

    def read_into(self, buf):
        """Bytes that were there, at most len(buf)."""
        count = 0
        if self._back is not None and len(buf):
            buf[0], self._back = self._back, None
            count = 1
        while count < len(buf) and self._is_ready(self._readable, select.POLLIN):
            if not self._in.readinto(self._one):
                break
            buf[count] = self._one[0]
            count += 1
        return count

    def unread(self, byte):
        """Give one byte back: it comes first in the next read."""
        self._back = byte

    def write(self, buf):
        """Bytes accepted; stops at the first moment without room."""
        sent, piece = 0, self._piece
        while sent < len(buf) and self._is_ready(self._writable, select.POLLOUT):
            if len(piece) <= len(buf) - sent:
                for i in range(len(piece)):
                    piece[i] = buf[sent + i]
                count = self._out.write(piece)  # a slice for each byte would be garbage for each byte
            else:
                count = self._out.write(buf[sent:])
            if not count:
                break
            sent += count
        return sent

    @staticmethod
    def _is_ready(poller, wanted):
        for ready in poller.ipoll(0):
            return bool(ready[1] & wanted)
        return False
