"""An I2C bus in memory, with the methods of MicroPython's `machine.I2C` as the RP2040 has them.

It counts the bits that a real bus would carry, keeps the two lines that a driver may look at, and misbehaves on order.
Errors are the ones the RP2040 gives: OSError EIO for a missing acknowledge, ETIMEDOUT for a line that does not move.
A write of no bytes does not exist there (B61), so it is refused here.

Bits of a transfer: start, nine per byte (address bytes included), stop; a repeated start counts one.
"""

import errno
from collections.abc import Callable
from typing import Protocol

BUS_HZ = 400_000
TIMEOUT_US = 5_000


class Target(Protocol):
    """A device on the bus. `write` takes the bytes after the address, `read` gives `count` bytes."""

    address: int

    def write(self, data: bytes) -> None: ...

    def read(self, count: int) -> bytes: ...


class Line:
    """One open-drain wire: `.value()` is the level, `.value(0)` pulls, `.value(1)` lets go."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.held = False  # a device pulls it low
        self.pulled = False  # the controller pulls it low
        self.on_rise: Callable[[], None] = lambda: None

    def value(self, level: int | None = None) -> int:
        if level is not None:
            rises = self.pulled and bool(level)
            self.pulled = not level
            if rises and not self.held:
                self.on_rise()
        return int(not (self.held or self.pulled))


class Mischief:
    """One fault for the transfers of an address; it wears off after `times`.

    flip: XOR `mask` into byte `at`; cut: the transfer breaks off after `at` bytes; shift: the address byte comes first
    and pushes the data along (B64); nak: no answer; stretch: the clock is held for `at` microseconds (B58);
    flip_write and cut_write: the same on the way to the board, byte 0 being the register address.
    """

    def __init__(self, kind: str, address: int, at: int = 0, mask: int = 1, times: int = 1) -> None:
        self.kind, self.address, self.at, self.mask, self.times = kind, address, at, mask, times


class SimI2cBus:
    """The bus. Targets join with `attach` and leave with `detach`; several may claim one address."""

    def __init__(self, timeout_us: int = TIMEOUT_US) -> None:
        self.targets: list[Target] = []
        self.sda, self.scl = Line("SDA"), Line("SCL")
        self.timeout_us = timeout_us
        self.bits = 0
        self.transfers = 0
        self.every_address = False
        self.arbitration = True  # colliding targets: the loser falls silent (RP2040), or both go on (wired AND)
        self.mischief: list[Mischief] = []
        self.before_transfer: Callable[[int], None] = lambda address: None
        self._pulses_left = 0
        self.scl.on_rise = self._clocked

    # -- machine.I2C ----------------------------------------------------------------------------------------------

    def readfrom_into(self, addr: int, buf: bytearray, stop: bool = True) -> None:
        targets = self._begin(addr)
        self._bits(2 + 9)
        buf[:] = self._read(targets, addr, len(buf))

    def writeto(self, addr: int, buf: bytes, stop: bool = True) -> int:
        if not len(buf):
            raise ValueError("the RP2040 cannot write zero bytes: probe by reading")
        targets = self._begin(addr)
        self._bits(2 + 9)
        self._write(targets, addr, bytes(buf))
        return len(buf)

    def readfrom_mem_into(self, addr: int, memaddr: int, buf: bytearray) -> None:
        targets = self._begin(addr)
        self._bits(1 + 9)
        self._write(targets, addr, bytes((memaddr,)))
        self._bits(1 + 9 + 1)
        buf[:] = self._read(targets, addr, len(buf))

    def writeto_mem(self, addr: int, memaddr: int, buf: bytes) -> None:
        self.writeto(addr, bytes((memaddr,)) + bytes(buf))

    def readfrom(self, addr: int, nbytes: int, stop: bool = True) -> bytes:
        buf = bytearray(nbytes)
        self.readfrom_into(addr, buf)
        return bytes(buf)

    def readfrom_mem(self, addr: int, memaddr: int, nbytes: int) -> bytes:
        buf = bytearray(nbytes)
        self.readfrom_mem_into(addr, memaddr, buf)
        return bytes(buf)

    def scan(self) -> list[int]:
        return sorted({target.address for target in self.targets})

    # -- wiring and faults ----------------------------------------------------------------------------------------

    def attach(self, target: Target) -> None:
        if target not in self.targets:
            self.targets.append(target)

    def detach(self, target: Target) -> None:
        if target in self.targets:
            self.targets.remove(target)

    def hold_sda(self, pulses: int) -> None:
        """A target holds SDA until the clock has ticked `pulses` times; 0 lets go, a large number is for ever."""
        self._pulses_left = pulses
        self.sda.held = pulses > 0

    def hold_scl(self, held: bool) -> None:
        """A target holds SCL low."""
        self.scl.held = held

    def harm(self, kind: str, address: int, at: int = 0, mask: int = 1, times: int = 1) -> Mischief:
        """Order a fault; see Mischief."""
        self.mischief.append(Mischief(kind, address, at, mask, times))
        return self.mischief[-1]

    @property
    def busy_s(self) -> float:
        """Time that the bits so far take at 400 kHz."""
        return self.bits / BUS_HZ

    # -- inside ---------------------------------------------------------------------------------------------------

    def _begin(self, addr: int) -> list[Target]:
        self.transfers += 1
        self.before_transfer(addr)
        if self.scl.held or self.sda.held:
            raise OSError(errno.ETIMEDOUT, "line held low")
        targets = [target for target in self.targets if target.address == addr]
        if self._strikes("nak", addr) or not (targets or self.every_address):
            self._bits(2 + 9)
            raise OSError(errno.EIO, "no acknowledge")
        stretch = self._strikes("stretch", addr)
        if stretch:
            self._bits(min(stretch.at, self.timeout_us) * BUS_HZ // 1_000_000)
            if stretch.at > self.timeout_us:
                raise OSError(errno.ETIMEDOUT, "clock held too long")
        return targets

    def _write(self, targets: list[Target], addr: int, data: bytes) -> None:
        flip = self._strikes("flip_write", addr) if len(data) > 1 else None
        if flip:
            data = data[: flip.at] + bytes((data[flip.at] ^ flip.mask,)) + data[flip.at + 1 :]
        cut = self._strikes("cut_write", addr) if len(data) > 1 else None
        if cut:
            data = data[: cut.at]
        self._bits(9 * len(data))
        for target in targets:
            target.write(data)
        if cut:
            raise OSError(errno.EIO, "cut off")

    def _read(self, targets: list[Target], addr: int, count: int) -> bytes:
        self._bits(9 * count)
        data = self._collide([target.read(count) for target in targets], count)
        if self._strikes("shift", addr):
            data = (bytes((addr << 1 | 1,)) + data)[:count]
        flip = self._strikes("flip", addr)
        if flip:
            data = data[: flip.at] + bytes((data[flip.at] ^ flip.mask,)) + data[flip.at + 1 :]
        if self._strikes("cut", addr):
            raise OSError(errno.EIO, "cut off")
        return data

    def _collide(self, answers: list[bytes], count: int) -> bytes:
        if not answers:
            return bytes(count)  # nobody really there: SDA held low reads as zeros
        if self.arbitration:
            return min(answers)  # the first differing bit: who sends 0 goes on, who sends 1 falls silent
        merged = answers[0]
        for answer in answers[1:]:
            merged = bytes(a & b for a, b in zip(merged, answer, strict=True))
        return merged

    def _strikes(self, kind: str, addr: int) -> Mischief | None:
        for trouble in self.mischief:
            if trouble.kind == kind and trouble.address == addr and trouble.times > 0:
                trouble.times -= 1
                return trouble
        return None

    def _bits(self, count: int) -> None:
        self.bits += count

    def _clocked(self) -> None:
        if self._pulses_left:
            self._pulses_left -= 1
            self.sda.held = self._pulses_left > 0
