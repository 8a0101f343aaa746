"""A module bus with simulated boards on a clock that the test moves."""

import pytest

from firmware.drivers.modulebus import ModuleBus
from shared_rules.compat import TICKS_PERIOD
from tools.virtual.diorama import Diorama
from tools.virtual.i2c_bus import SimI2cBus

WORK_MS, REST_MS = 2, 4  # what one step costs on the chip, about: transfer and Python; and the rest of `ModuleBus.run`


class Rig:
    """ARC side and boards. `run(ms)` lets the bus loop live for that long."""

    def __init__(self, units=range(1, 33), start_ms=1000):
        self.ms = start_ms
        self.wire = SimI2cBus()
        self.table = Diorama(self.wire, self.now, units)
        self.events = []
        self.said_at = []
        self.bus = ModuleBus(self.wire, self.wire.sda, self.wire.scl, self.now, self.table.ports(), self._on_event)

    def now(self):
        return self.ms & (TICKS_PERIOD - 1)

    def _on_event(self, name, fields):
        self.events.append((name, fields))
        self.said_at.append((self.ms, name, fields))

    def step(self):
        """One step of the bus; the clock moves on by what it costs. True when there was work."""
        try:
            self.bus.step().send(None)
        except StopIteration as done:
            self.ms += WORK_MS if done.value else REST_MS
            return done.value
        raise AssertionError("a step must not wait")

    def run(self, ms):
        end = self.ms + ms
        while self.ms < end:
            self.step()

    def settle(self, at_most_ms=20_000):
        """Run until the published topology is the true one of the powered boards; returns how long that took."""
        start = self.ms
        while self.ms - start < at_most_ms:
            self.run(20)
            if self.bus.edges == self.true_edges() and set(self.bus.present) == self.table.powered:
                return self.ms - start
        raise AssertionError(f"sensed {self.bus.edges}, true {self.true_edges()}, present {sorted(self.bus.present)}")

    def true_edges(self):
        on = self.table.powered | {0}
        return [edge for edge in self.table.corridors.edges() if edge[0] in on and edge[2] in on]

    def plug(self, *units):
        """Put boards on the bus without corridors."""
        for unit in units:
            self.table.boards[unit].boot()
            self.wire.attach(self.table.boards[unit])

    def pull(self, unit):
        self.wire.detach(self.table.boards[unit])

    def take(self, name):
        """Fields of every event `name` so far, which are then forgotten."""
        found = [fields for seen, fields in self.events if seen == name]
        self.events = [event for event in self.events if event[0] != name]
        return found

    def said(self, name):
        """(ms, fields) of every event `name` since the start."""
        return [(ms, fields) for ms, seen, fields in self.said_at if seen == name]


@pytest.fixture
def rig():
    return Rig()


@pytest.fixture
def make_rig():
    return Rig
