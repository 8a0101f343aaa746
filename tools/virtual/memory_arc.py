"""Level 1: the firmware's own logic under CPython, around a virtual table, in one asyncio loop.

`ArcApp`, drivers and `ModuleApp` are the files of the real boards; chip, bus and pins are simulated in memory. It runs
on the loop's clock: real time for the table in the browser, a jumping clock for tests (`quicktime`).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from boards import arc_pico
from firmware.arc.app import RUN, ArcApp
from firmware.arc.snapshot import Files, Store
from firmware.arc.start import Life
from firmware.drivers.battery import Battery
from firmware.drivers.lights import Light
from firmware.drivers.modulebus import ModuleBus
from firmware.drivers.pn532 import Pn532
from firmware.drivers.pn532_i2c import Pn532I2c
from tools.virtual.pn532_ports import MachineI2C, MachinePin
from tools.virtual.table import VirtualTable

CHIP = b"VIRTUAL1"


class UsbPort(Protocol):
    """What the firmware calls USB: neither method waits."""

    def read_into(self, buf: bytearray) -> int:
        """Bytes taken into `buf`; 0 when there are none now."""

    def write(self, buf: memoryview) -> int:
        """Bytes accepted."""


class PipePort:
    """USB in memory: the ARC's port, and `read`/`write`/`close` for the host end.

    `stalled` models a host that holds the port open and does not read; the buffers are as small as those of USB CDC.
    """

    ROOM_BYTES = 4096
    name = "memory"

    def __init__(self, stalled: Callable[[], bool] = lambda: False) -> None:
        self._to_arc, self._to_host = bytearray(), bytearray()
        self._stalled = stalled
        self._news = asyncio.Event()
        self.closed = False

    def read_into(self, buf: bytearray) -> int:
        """The ARC reads."""
        count = min(len(buf), len(self._to_arc))
        buf[:count] = self._to_arc[:count]
        del self._to_arc[:count]
        return count

    def write(self, buf: memoryview) -> int:
        """The ARC writes."""
        count = min(len(buf), self.ROOM_BYTES - len(self._to_host))
        self._to_host += buf[:count]
        if count and not self._stalled():
            self._news.set()
        return count

    async def host_read(self) -> bytes:
        """Wait for bytes from the ARC; b"" once closed."""
        while not self._to_host and not self.closed:
            self._news.clear()
            await self._news.wait()
        data, self._to_host = bytes(self._to_host), bytearray()
        return data

    def host_write(self, data: bytes) -> None:
        """Send bytes to the ARC."""
        self._to_arc += data

    def close(self) -> None:
        """The host lets go."""
        self.closed = True
        self._news.set()


class _Adc:
    def __init__(self, table: VirtualTable) -> None:
        self._table = table

    def read_u16(self) -> int:
        return self._table.adc_u16(arc_pico.BATTERY)


class _ArcPixels:
    def __init__(self, table: VirtualTable) -> None:
        self._table = table

    def write(self, rgb_bytes: bytes) -> None:
        self._table.arc_rgb = (rgb_bytes[0], rgb_bytes[1], rgb_bytes[2])


class _WatchedLight(Light):
    """Tells the table which pattern shows, whenever that changes."""

    def __init__(self, table: VirtualTable) -> None:
        super().__init__(_ArcPixels(table), count=arc_pico.LIGHT["pixels"])  # type: ignore[no-untyped-call]
        self._table = table
        self._told: int | None = None

    def step(self) -> bool:
        wrote = bool(super().step())  # type: ignore[no-untyped-call]
        if self.pattern != self._told:
            self._told = self._table.arc_light = self.pattern
            self._table.on_change()
        return wrote


class MemoryArc:
    """One ARC at `table`. `usb` is its port; `flash` the folder that survives a power cut."""

    def __init__(self, table: VirtualTable, usb: UsbPort, flash: Path) -> None:
        self.table = table
        self.usb = usb
        self.app: ArcApp | None = None
        self._flash = flash
        self._task: asyncio.Task[None] | None = None

    def start(self, reset: str = "power on") -> None:
        """Boot."""
        if self._task is None:
            self._task = asyncio.create_task(self._run(reset))

    async def stop(self) -> None:
        """The program ends at once, as without power."""
        task, self._task = self._task, None
        self.table.arc_on = False
        if task:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def restart(self, reset: str) -> None:
        """Restart for one of the reasons of `server.Arc`: same flash, new boot id. A power cut takes the modules' power
        too."""
        await self.stop()
        if reset == "power on":
            for unit in self.table.diorama.powered:
                self.table.diorama.boards[unit].boot()
        self.start("power on" if reset == "button" else reset)

    async def _run(self, reset: str) -> None:
        while True:
            self._flash.mkdir(parents=True, exist_ok=True)
            store = Store(Files(str(self._flash)))
            self.app = self._wire(store, Life(store, reset, os.urandom))
            self.table.arc_on = True
            how = await self.app.run()
            self.table.arc_on = False
            reset = "soft"
            if how != RUN:
                await asyncio.sleep(0.1)  # SERVICE has no REPL to go to here: it ends as a restart

    def _wire(self, store: Store, life: Life) -> ArcApp:
        table = self.table
        irq = MachinePin(level=lambda: int(not table.chip.ready))
        reset = MachinePin(changed=table.chip.reset_level)
        scl = MachinePin(level=lambda: table.reader.scl)
        reader = Pn532(Pn532I2c(MachineI2C(table.reader), irq, scl=scl), reset)
        bus = ModuleBus(table.bus, table.bus.sda, table.bus.scl, ports=table.diorama.ports())
        light = _WatchedLight(table)
        battery = Battery(_Adc(table), arc_pico.BATTERY)
        identity = life.identity(arc_pico.NAME, CHIP)
        return ArcApp(self.usb, reader, bus, light, battery, store, identity, life=life)
