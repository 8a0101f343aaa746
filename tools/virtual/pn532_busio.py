"""The simulated PN532 as CircuitPython's `busio` and `digitalio` show it: for the library that proves the simulator."""

from __future__ import annotations

import errno

from tools.virtual.pn532_ports import ADDRESS, HsuPort, I2cPort, SimPin, SpiPort


class BusioPin(SimPin):
    """`digitalio.DigitalInOut`: `value` is a property."""

    direction: object = None

    @property
    def value(self) -> bool:
        """The level."""
        return bool(self())

    @value.setter
    def value(self, level: bool) -> None:
        self(int(level))

    def switch_to_output(self, value: bool = False, **_: object) -> None:
        """Drive the pin to `value`."""
        self(int(value))


class _Lockable:
    _locked = False

    def try_lock(self) -> bool:
        """Take the bus."""
        taken, self._locked = not self._locked, True
        return taken

    def unlock(self) -> None:
        """Give the bus back."""
        self._locked = False


class BusioI2C(_Lockable):
    """`busio.I2C`."""

    def __init__(self, port: I2cPort) -> None:
        self.port = port

    def writeto(self, address: int, buffer: bytes, *, start: int = 0, end: int | None = None) -> None:
        """One write transaction."""
        if address != ADDRESS:
            raise OSError(errno.ENODEV)
        self.port.write(bytes(buffer[start:end]))

    def readfrom_into(self, address: int, buffer: bytearray, *, start: int = 0, end: int | None = None) -> None:
        """One read transaction."""
        if address != ADDRESS:
            raise OSError(errno.ENODEV)
        stop = len(buffer) if end is None else end
        buffer[start:stop] = self.port.read(stop - start)


class BusioSPI(_Lockable):
    """`busio.SPI`."""

    def __init__(self, port: SpiPort) -> None:
        self.port = port

    def configure(self, **settings: int) -> None:
        """Apply bus settings."""
        self.port.garbled = bool(settings.get("polarity", 0) or settings.get("phase", 0))

    def write(self, buffer: bytes) -> None:
        """Clock bytes out."""
        self.port.transfer(bytes(buffer))

    def write_readinto(self, out: bytes, into: bytearray) -> None:
        """Clock bytes out and in."""
        into[:] = self.port.transfer(bytes(out))


class BusioUART:
    """`busio.UART`."""

    def __init__(self, port: HsuPort) -> None:
        self.port = port

    @property
    def in_waiting(self) -> int:
        """Bytes waiting."""
        return self.port.waiting

    def reset_input_buffer(self) -> None:
        """Forget what has come."""
        self.port.read(self.port.waiting)

    def read(self, count: int) -> bytes | None:
        """Up to `count` bytes; None at the timeout."""
        return self.port.read(count) or None

    def write(self, data: bytes) -> int:
        """Send bytes."""
        self.port.write(bytes(data))
        return len(data)
