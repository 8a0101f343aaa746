"""A plain bus with the firmware of 32 boards on it, for scripts that run under MicroPython and CPython alike."""

import gc

from firmware.drivers.lights import Light
from firmware.drivers.modulebus import ModuleBus
from firmware.module import registers
from firmware.module.app import ModuleApp
from shared_rules.catalog import BUS_BASE, kind_of, port_count


class Clock:
    def __init__(self):
        self.ms = 1000

    def __call__(self):
        return self.ms


class Strip:
    rgb = b""

    def write(self, rgb_bytes):
        self.rgb = bytes(rgb_bytes)


class Lines:
    """Sense lines: `mates` maps (unit, port) to (unit, port)."""

    def __init__(self, edges):
        self.mates = {}
        self.driven = {}
        for a, b, c, d in edges:
            self.mates[(a, b)] = (c, d)
            self.mates[(c, d)] = (a, b)

    def level(self, end):
        return self.driven.get(end[0], 0) >> end[1] & 1


class Ports:
    def __init__(self, lines, unit):
        self.lines = lines
        self.unit = unit

    def drive(self, mask):
        self.lines.driven[self.unit] = mask

    def sense(self):
        mask = 0
        for port in range(port_count(self.unit)):
            end = (self.unit, port)
            mate = self.lines.mates.get(end)
            if self.lines.level(end) or (mate and self.lines.level(mate)):
                mask |= 1 << port
        return mask


class Bus:
    """Three methods of machine.I2C over the apps' memories; `boards` maps address to ModuleApp."""

    def __init__(self):
        self.boards = {}
        self.transfers = 0

    def _board(self, address):
        self.transfers += 1
        if address not in self.boards:
            raise OSError(5)
        board = self.boards[address]
        board.heard()
        return board

    def readfrom_into(self, address, buf):
        self._board(address)

    def readfrom_mem_into(self, address, start, buf):
        board = self._board(address)
        board.step()
        buf[:] = board.memory[start : start + len(buf)]

    def writeto_mem(self, address, start, buf):
        board = self._board(address)
        board.memory[start : start + len(buf)] = buf
        board.step()


def make_board(unit, lines, clock):
    chip = b"DUAL" + bytes((unit, unit * 7 & 255, 0, 1))
    identity = (unit, kind_of(unit), port_count(unit), 1, chip)
    memory = bytearray(registers.MEMORY_BYTES)
    return ModuleApp(memory, Ports(lines, unit), Light(Strip(), clock), identity, clock)


def step(bus, clock):
    """One step of a ModuleBus, which never waits."""
    work = bus.step()
    try:
        work.send(None)
    except StopIteration as done:
        clock.ms += 2 if done.value else 4


class Table:
    """ModuleBus and boards; `run(ms)` lives for that long."""

    def __init__(self, edges, on_event=None):
        self.clock = Clock()
        self.lines = Lines(edges)
        self.wire = Bus()
        gc.collect()
        self.bus = ModuleBus(self.wire, None, None, self.clock, Ports(self.lines, 0), on_event)

    def plug(self, unit):
        self.wire.boards[BUS_BASE + unit] = make_board(unit, self.lines, self.clock)

    def pull(self, unit):
        del self.wire.boards[BUS_BASE + unit]
        self.lines.driven[unit] = 0

    def run(self, ms):
        until = self.clock.ms + ms
        while self.clock.ms < until:
            step(self.bus, self.clock)
