"""A simulated module board: the real `ModuleApp` of the firmware over a register map on the simulated bus.

The app is stepped whenever the ARC touches the board, and by `step` from outside, as if it had been running all the
time: the virtual table of 32 boards then costs nothing while nobody looks. `lazy=False` leaves the stepping to
`app.run()` or to the test, for cases in which the ARC reads what the program has not yet prepared.
"""

import hashlib
from collections.abc import Callable

from firmware.drivers.lights import Light
from firmware.module import registers
from firmware.module.app import FIRMWARE, ModuleApp
from shared_rules import catalog
from shared_rules.compat import ticks_ms


class NoPorts:
    """Ports of a board that nothing is joined to."""

    def drive(self, mask: int) -> None: ...

    def sense(self) -> int:
        return 0


class Pixels:
    """Keeps the last bytes that the strip got."""

    def __init__(self) -> None:
        self.rgb = (0, 0, 0)
        self.writes = 0

    def write(self, rgb_bytes: bytes) -> None:
        self.rgb = (rgb_bytes[0], rgb_bytes[1], rgb_bytes[2])
        self.writes += 1


def chip_of(unit: int, copy: int = 0) -> bytes:
    """A made-up unique chip id; `copy` tells boards of the same unit apart."""
    return hashlib.sha256(b"module %d copy %d" % (unit, copy)).digest()[:8]


class SimBoard:
    """Module board of `unit`: an I2C target with the memory mode of `machine.I2CTarget`."""

    def __init__(
        self,
        unit: int,
        ports: object | None = None,
        now: Callable[[], int] = ticks_ms,
        chip: bytes | None = None,
        lazy: bool = True,
    ) -> None:
        self.unit = unit
        self.address = catalog.BUS_BASE + unit
        self.chip = chip or chip_of(unit)
        self.lazy = lazy
        self._ports = ports or NoPorts()
        self._now = now
        self._pointer = 0
        self.boot()

    def boot(self) -> None:
        """Power-up: an empty register map and a new program."""
        self.memory = bytearray(registers.MEMORY_BYTES)
        self.pixels = Pixels()
        self.light = Light(self.pixels, self._now)
        kind, ports = catalog.kind_of(self.unit), catalog.port_count(self.unit)
        identity = (self.unit, kind, ports, FIRMWARE, self.chip)
        self.app = ModuleApp(self.memory, self._ports, self.light, identity, self._now)
        self.app.step()

    def step(self) -> None:
        """Let the program do one pass."""
        self.app.step()

    def write(self, data: bytes) -> None:
        """The ARC wrote: the register address, then bytes for it on."""
        if not data:
            return
        self._pointer = data[0]
        for value in data[1:]:
            self.memory[self._pointer % len(self.memory)] = value
            self._pointer += 1
        self._touched()

    def read(self, count: int) -> bytes:
        """The ARC reads on from the register address."""
        self._touched()
        start, self._pointer = self._pointer, self._pointer + count
        return bytes(self.memory[(start + index) % len(self.memory)] for index in range(count))

    def _touched(self) -> None:
        self.app.heard()
        if self.lazy:
            self.app.step()
