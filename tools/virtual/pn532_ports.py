"""The wires between a `Pn532Chip` and a host: I2C, SPI and HSU, and MicroPython's `machine` objects over them.

Rule 1: I2C answers at 0x24 and puts the status byte in front of every read; a read of that byte alone takes nothing.
Rule 2: SPI sends the lowest bit first; 0x02 asks for status, 0x01 writes, 0x03 reads, one of them after each select.
Rule 3: HSU has no status: bytes come when they come, and a sleeping chip hears nothing before `55 55` and 7 zeros.
Rule 4: a stuck or missing device costs the caller what it costs on real hardware: `block(ms)` passes that time.
"""

from __future__ import annotations

import errno
import math
from collections import deque
from collections.abc import Callable

from tools.virtual.pn532_chip import REMEMBERED, Pn532Chip

ADDRESS = 0x24
STATUS, WRITE, READ = 0x02, 0x01, 0x03
PREAMBLE = b"\x55\x55" + bytes(7)
MIRRORED = bytes(int(f"{n:08b}"[::-1], 2) for n in range(256))


def _no_block(duration_ms: float) -> None:
    """For clocks that run by themselves."""


class SimPin:
    """A pin; `level` computes what an input reads, `changed` hears what an output is driven to."""

    def __init__(self, level: Callable[[], int] | None = None, changed: Callable[[int], None] | None = None) -> None:
        self._level = level
        self._changed = changed
        self._driven = 1

    def __call__(self, level: int | None = None) -> int:
        if level is None:
            return self._level() if self._level else self._driven
        self._driven = int(level)
        if self._changed:
            self._changed(self._driven)
        return self._driven


class MachinePin(SimPin):
    """`machine.Pin`: `value()` reads, `value(x)` drives."""

    def value(self, level: int | None = None) -> int:
        """Read the pin, or drive it to `level`."""
        return self(level)


class I2cPort:
    """The chip as an I2C target. `write` and `read` raise OSError as a controller would."""

    def __init__(self, chip: Pn532Chip, *, block: Callable[[float], None] = _no_block, timeout_ms: float = 20) -> None:
        self.chip = chip
        self.block = block
        self.timeout_ms = timeout_ms

    def _address(self) -> None:
        if self.chip.faults.scl_held:
            self.block(self.timeout_ms)
            raise OSError(errno.ETIMEDOUT, "SCL is held low")
        if self.chip.faults.absent or self.chip.in_reset:
            raise OSError(errno.ENODEV, "no answer at this address")
        if self.chip.asleep:
            self.chip.wake()
        self.chip.start_packet()

    def write(self, data: bytes) -> None:
        """One write transaction."""
        self._address()
        self.chip.write(data)

    def read(self, count: int) -> bytes:
        """One read transaction of `count` bytes, the status byte first."""
        self._address()
        if not self.chip.ready:
            return bytes(count)
        body = self.chip.read(count - 1) if count > 1 else b""
        return (b"\x01" + body).ljust(count, b"\x00")

    @property
    def scl(self) -> int:
        """Level of the clock line at rest."""
        return int(not self.chip.faults.scl_held)


class SpiPort:
    """The chip as an SPI device; bytes here are as they are on the wire, lowest bit first."""

    def __init__(self, chip: Pn532Chip) -> None:
        self.chip = chip
        self.garbled = False  # somebody else's bus settings are in force
        self.latches_status = False  # one status for each select, as some boards do (fault B17)
        self._latched: int | None = None
        self._mode: int | None = None
        self._selected = False

    def select(self, level: int) -> None:
        """The NSS line: falling starts a transaction and wakes the chip."""
        if self._selected and level and self._mode == WRITE:
            self.chip.start_packet()
        if not self._selected and not level:
            self._mode = self._latched = None
            if self.chip.asleep and self.chip.alive:
                self.chip.wake()
        self._selected = not level

    def transfer(self, data: bytes) -> bytes:
        """Clock `data` in and get as many bytes back."""
        return bytes(self._byte(byte) for byte in data)

    def _byte(self, wire: int) -> int:
        if not self._selected or not self.chip.alive:
            return 0xFF
        byte = wire if self.garbled else MIRRORED[wire]
        if self._mode is None:
            self._mode = byte
            return 0x00
        if self._mode == STATUS:
            if self._latched is None or not self.latches_status:
                self._latched = int(self.chip.ready)
            return MIRRORED[self._latched]
        if self._mode == WRITE:
            self.chip.write(bytes([byte]))
            return 0x00
        return MIRRORED[(self.chip.read(1) or b"\x00")[0]] if self._mode == READ else 0x00


class HsuPort:
    """The chip as a serial device. `bytes_per_ms`: 11.5 at 115200 baud; None: whole frames arrive at once."""

    def __init__(self, chip: Pn532Chip, *, bytes_per_ms: float | None = None) -> None:
        self.chip = chip
        self.bytes_per_ms = bytes_per_ms
        self._line_free_ms = 0.0
        self._heard = bytearray()
        self._received = bytearray()

    def write(self, data: bytes) -> None:
        """Bytes on the chip's RX line."""
        if not self.chip.alive:
            return
        if self.chip.asleep:
            self._heard += data
            at = self._heard.find(PREAMBLE)
            if at < 0:
                return
            data = bytes(self._heard[at + len(PREAMBLE) :])
            self._heard.clear()
            self.chip.wake()
        self.chip.write(data)

    @property
    def waiting(self) -> int:
        """Bytes that have come and were not read."""
        while self.chip.ready:
            data = self.chip.read(512)
            self._received += data
            if self.bytes_per_ms:
                self._line_free_ms = max(self._line_free_ms, self.chip.now_ms()) + len(data) / self.bytes_per_ms
        late_ms = self._line_free_ms - self.chip.now_ms()
        on_the_way = math.ceil(late_ms * self.bytes_per_ms) if self.bytes_per_ms and late_ms > 0 else 0
        return max(0, len(self._received) - on_the_way)

    def read(self, count: int) -> bytes:
        """Up to `count` bytes that are there."""
        count = min(count, self.waiting)
        data = bytes(self._received[:count])
        del self._received[:count]
        return data


# -- as `machine` shows them ------------------------------------------------------------------------------------------


class MachineI2C:
    """`machine.I2C` with nothing but the reader on it."""

    def __init__(self, port: I2cPort) -> None:
        self.port = port
        self.log: deque[tuple[str, bytes]] = deque(maxlen=REMEMBERED)  # the newest transactions, for tests

    def _check(self, addr: int) -> None:
        if addr != ADDRESS:
            raise OSError(errno.ENODEV)

    def writeto(self, addr: int, buf: bytes | bytearray | memoryview) -> int:
        """One write transaction; the number of bytes taken."""
        self._check(addr)
        self.log.append(("w", bytes(buf)))
        self.port.write(bytes(buf))
        return len(buf)

    def readfrom_into(self, addr: int, buf: bytearray | memoryview) -> None:
        """Fill `buf` by one read transaction."""
        self._check(addr)
        buf[:] = self.port.read(len(buf))
        self.log.append(("r", bytes(buf)))


class MachineSPI:
    """`machine.SPI` as the rp2 port has it: highest bit first only, so the driver has to mirror."""

    def __init__(self, port: SpiPort) -> None:
        self.port = port
        self.settings: dict[str, int] = {}
        self.log: deque[bytes] = deque(maxlen=REMEMBERED)

    def init(self, **settings: int) -> None:
        """Apply bus settings; mode 0 is the one that the chip understands."""
        self.settings = settings
        self.port.garbled = bool(settings.get("polarity", 0) or settings.get("phase", 0))

    def write(self, buf: bytes | bytearray | memoryview) -> None:
        """Clock bytes out."""
        self.log.append(bytes(buf))
        self.port.transfer(bytes(buf))

    def readinto(self, buf: bytearray | memoryview, write: int = 0) -> None:
        """Fill `buf` while sending `write`."""
        buf[:] = self.port.transfer(bytes([write]) * len(buf))


class MachineUART:
    """`machine.UART` with timeout 0."""

    def __init__(self, port: HsuPort) -> None:
        self.port = port

    def any(self) -> int:
        """Bytes waiting."""
        return self.port.waiting

    def readinto(self, buf: bytearray | memoryview, nbytes: int | None = None) -> int | None:
        """Read what is there into `buf`; None when there is nothing."""
        data = self.port.read(min(len(buf), nbytes if nbytes is not None else len(buf)))
        buf[: len(data)] = data
        return len(data) or None

    def write(self, buf: bytes | bytearray | memoryview) -> int:
        """Send bytes."""
        self.port.write(bytes(buf))
        return len(buf)
