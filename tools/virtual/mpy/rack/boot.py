"""The rack: the module boards of a virtual table in one MicroPython process, each with the real wiring and program.

Messages both ways: kind, unit, length (one byte each), then that many bytes. The broker sends ON (chip), OFF, WRITE
(register, bytes), HEARD, SENSE (mask); the rack sends MEM (register, bytes) and DRIVE (mask). A board makes a pass when
something reached it, and every PASS_MS for its light.
"""

import os
import select
import sys

sys.path[:] = [os.getenv("COLONY_SHIM") + "/rack", os.getenv("COLONY_CODE"), ".frozen"]

import machine  # noqa: E402

from firmware.module import main, registers  # noqa: E402
from shared_rules.compat import ticks_add, ticks_diff, ticks_ms  # noqa: E402

ON, OFF, WRITE, HEARD, SENSE, MEM, DRIVE = range(1, 8)
PASS_MS = 50
OWN_BLOCKS = ((registers.IDENTITY, registers.IDENTITY_BYTES), (registers.STATE, registers.STATE_BYTES))


class Board:
    """A powered board."""

    def __init__(self, number, chip):
        self.unit = machine.Unit(number, chip)
        machine.bench[0] = self.unit
        self.app, self._target = main.make_app(number, main.make_light())
        self._shadow = bytearray(len(self.unit.memory))
        self._told_drive = 0

    def make_pass(self, out):
        """One pass of the program; what changed goes out."""
        self.app.step()
        memory, unit = self.unit.memory, self.unit
        if memory != self._shadow:
            for start, length in OWN_BLOCKS:
                block = memory[start : start + length]
                if block != self._shadow[start : start + length]:
                    out.append(bytes((MEM, unit.number, length + 1, start)) + block)
            self._shadow[:] = memory
        if unit.drive != self._told_drive:
            self._told_drive = unit.drive
            out.append(bytes((DRIVE, unit.number, 1, unit.drive)))


class Rack:
    """All boards, and the pipe to the broker."""

    def __init__(self, fd):
        self._pipe = open(fd, "r+b")
        self._poll = select.poll()
        self._poll.register(self._pipe, select.POLLIN)
        self._head = bytearray(3)
        self._boards = {}

    def run(self):
        """Serve until the broker is gone."""
        due = ticks_ms()
        while True:
            out = []
            wait_ms = max(0, ticks_diff(due, ticks_ms())) if self._boards else 1000
            for _ in self._poll.ipoll(wait_ms):
                if not self._take(out):
                    return
            if ticks_diff(ticks_ms(), due) >= 0:
                due = ticks_add(ticks_ms(), PASS_MS)
                for board in self._boards.values():
                    board.make_pass(out)
            if out:
                self._pipe.write(b"".join(out))

    def _take(self, out):
        if self._pipe.readinto(self._head) != 3:
            return False
        kind, number, length = self._head
        data = self._pipe.read(length) if length else b""
        if kind == ON:
            self._boards[number] = Board(number, data)
        elif kind == OFF:
            self._boards.pop(number, None)
        board = self._boards.get(number)
        if board is not None:
            self._reached(board, kind, data)
            if kind != HEARD:
                board.make_pass(out)
        return True

    @staticmethod
    def _reached(board, kind, data):
        unit = board.unit
        if kind == SENSE:
            unit.sense = data[0]
            return
        if kind == WRITE:
            unit.memory[data[0] : data[0] + len(data) - 1] = data[1:]
        if kind in (WRITE, HEARD):
            unit.heard(None)


Rack(int(os.getenv("COLONY_RACK_FD"))).run()
