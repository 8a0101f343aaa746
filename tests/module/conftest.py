"""A module bus with simulated boards on a clock that the test moves."""

import asyncio

import pytest

from firmware.drivers.modulebus import ModuleBus
from tools.virtual.diorama import Diorama
from tools.virtual.i2c_bus import SimI2cBus


class Rig:
    """ARC side and boards. `run(ms)` lets the bus loop live for that long, one millisecond per step."""

    def __init__(self, units=range(1, 33)):
        self.ms = 1000
        self.wire = SimI2cBus()
        self.table = Diorama(self.wire, self.now, units)
        self.events = []
        self.bus = ModuleBus(
            self.wire, self.wire.sda, self.wire.scl, self.now, self.table.ports(), self._on_event
        )

    def now(self):
        return self.ms & ((1 << 30) - 1)

    def _on_event(self, name, fields):
        self.events.append((name, fields))

    def run(self, ms):
        end = self.ms + ms
        while self.ms < end:
            asyncio.run(self._step())

    async def _step(self):
        for _ in range(50):
            await self.bus.step()
            self.ms += 1

    def plug(self, unit):
        """Put a board on the bus without a corridor."""
        self.table.boards[unit].boot()
        self.wire.attach(self.table.boards[unit])

    def pull(self, unit):
        self.wire.detach(self.table.boards[unit])

    def take(self, name):
        """Fields of every event `name` so far, which are then forgotten."""
        found = [fields for seen, fields in self.events if seen == name]
        self.events = [event for event in self.events if event[0] != name]
        return found


@pytest.fixture
def rig():
    return Rig()
