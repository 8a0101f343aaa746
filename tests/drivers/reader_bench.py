"""Readers on simulated chips, on a clock that only moves when somebody waits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from firmware.drivers.pn532 import Pn532
from firmware.drivers.pn532_hsu import Pn532Hsu
from firmware.drivers.pn532_i2c import Pn532I2c
from firmware.drivers.pn532_spi import Pn532Spi
from tools.virtual.pn532_chip import Pn532Chip
from tools.virtual.pn532_ports import HsuPort, I2cPort, MachineI2C, MachinePin, MachineSPI, MachineUART, SpiPort


class Clock:
    """Virtual milliseconds. `at(ms, action)` lets something happen while others wait."""

    def __init__(self) -> None:
        self.ms = 0.0
        self._plan: list[tuple[float, Callable[[], None]]] = []

    def now(self) -> int:
        return int(self.ms)

    def at(self, ms: float, action: Callable[[], None]) -> None:
        self._plan.append((ms, action))

    def advance(self, duration_ms: float) -> None:
        self.ms += duration_ms
        for entry in [entry for entry in self._plan if entry[0] <= self.ms]:
            self._plan.remove(entry)
            entry[1]()

    async def sleep(self, duration_ms: float) -> None:
        self.advance(duration_ms)
        await asyncio.sleep(0)


class SlowUART(MachineUART):
    """A serial line at 115200 baud; each look at it costs 0.3 ms, as it may under MicroPython."""

    def __init__(self, port: HsuPort, clock: Clock) -> None:
        super().__init__(port)
        self.clock = clock

    def any(self) -> int:
        self.clock.advance(0.3)
        return super().any()


class Bench:
    """A chip, a wire and our driver on it."""

    def __init__(self, wire: str, *, irq: bool = False, reset: bool = True, lines: bool = False) -> None:
        self.clock = clock = Clock()
        self.chip = chip = Pn532Chip(lambda: clock.ms, sleeps_at_power_up="hsu" in wire)
        irq_pin = MachinePin(level=lambda: int(not chip.ready)) if irq else None
        if wire == "i2c":
            self.port = I2cPort(chip, block=clock.advance)
            self.bus = MachineI2C(self.port)
            scl = MachinePin(level=lambda: self.port.scl) if lines else None
            transport = Pn532I2c(self.bus, irq=irq_pin, scl=scl)
        elif wire == "spi":
            self.port = SpiPort(chip)
            self.bus = MachineSPI(self.port)
            transport = Pn532Spi(self.bus, MachinePin(changed=self.port.select), irq=irq_pin)
        else:
            self.port = HsuPort(chip, bytes_per_ms=11.5 if wire == "slow_hsu" else None)
            self.bus = SlowUART(self.port, clock) if wire == "slow_hsu" else MachineUART(self.port)
            transport = Pn532Hsu(self.bus)
        self.transport = transport
        self.reset_pin = MachinePin(changed=chip.reset_level) if reset else None
        self.reader = Pn532(transport, self.reset_pin, clock.now, clock.sleep)
