"""The broker's side of the rack: module boards whose program runs under MicroPython in another process.

The ARC reads a board's registers from a copy kept here: the rack sends what its program changed, and gets what the ARC
wrote. That is the memory mode of the chip's I2C target, with the copying made visible. Other end: `mpy/rack/boot.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import time
from collections.abc import Callable

from firmware.module import registers
from shared_rules import catalog
from tools.virtual.board import chip_of
from tools.virtual.diorama import Corridors, Diorama
from tools.virtual.i2c_bus import SimI2cBus

ON, OFF, WRITE, HEARD, SENSE, MEM, DRIVE = range(1, 8)
NOWHERE = -1  # bus address of a board that has not booted yet
HEARD_S = 0.5

Send = Callable[[int, int, bytes], None]


class RackBoard:
    """One board as the bus sees it: an I2C target with a copy of its memory."""

    def __init__(self, unit: int, send: Send) -> None:
        self.unit = unit
        self.address = NOWHERE
        self.chip = chip_of(unit)
        self.memory = bytearray(registers.MEMORY_BYTES)
        self.told_sense = 0
        self._send = send
        self._pointer = 0
        self._heard_at = 0.0

    def boot(self) -> None:
        """Power comes: the rack starts the program; the board is on the bus when its identity is there."""
        self.off()
        self._send(ON, self.unit, self.chip)

    def off(self) -> None:
        """Power goes."""
        self.address = NOWHERE
        self.memory = bytearray(registers.MEMORY_BYTES)
        self.told_sense = 0
        self._send(OFF, self.unit, b"")

    def changed(self, start: int, data: bytes) -> None:
        """The program wrote registers."""
        self.memory[start : start + len(data)] = data
        if start == registers.IDENTITY:
            self.address = catalog.BUS_BASE + self.unit

    def write(self, data: bytes) -> None:
        """The ARC wrote: the register, then bytes for it on."""
        self._pointer = data[0]
        if len(data) > 1:
            end = min(self._pointer + len(data) - 1, len(self.memory))
            self.memory[self._pointer : end] = data[1 : 1 + end - self._pointer]
            self._send(WRITE, self.unit, data)

    def read(self, count: int) -> bytes:
        """The ARC reads on from the register."""
        now_s = time.monotonic()
        if now_s - self._heard_at > HEARD_S:
            self._heard_at = now_s
            self._send(HEARD, self.unit, b"")
        start, self._pointer = self._pointer, self._pointer + count
        return bytes(self.memory[start : start + count]).ljust(count, b"\x00")


class RackDiorama(Diorama):
    """A diorama whose boards run on the rack. `connect` gives it the socket of a rack that has just started."""

    boards: dict[int, RackBoard]  # type: ignore[assignment]

    def __init__(self, bus: SimI2cBus) -> None:
        self.bus = bus
        self.corridors = Corridors()
        self.boards = {unit: RackBoard(unit, self._send) for unit in range(1, catalog.UNIT_COUNT + 1)}
        self.powered: set[int] = set()
        self.on_light: Callable[[], None] = lambda: None
        self._sock: socket.socket | None = None
        self._input = bytearray()

    def connect(self, sock: socket.socket) -> None:
        """A rack has started; every joined board gets its power."""
        self.disconnect()
        self._sock = sock
        sock.setblocking(False)
        asyncio.get_running_loop().add_reader(sock, self._readable)
        for unit in sorted(self.powered):
            self.boards[unit].boot()
        for unit in sorted(self.powered):
            self.spread(unit)

    def disconnect(self) -> None:
        """The rack is gone: so are its boards."""
        sock, self._sock = self._sock, None
        if sock:
            asyncio.get_running_loop().remove_reader(sock)
            sock.close()
        self._input.clear()
        self.corridors.driven.clear()
        for board in self.boards.values():
            board.off()

    def spread(self, unit: int) -> None:
        """Lines of `unit` changed: tell it and its neighbours what they sense now."""
        near = {mate[0] for end, mate in self.corridors.mates.items() if end[0] == unit} | {unit}
        for one in near & self.powered:
            sense = self.corridors.sense(one)
            board = self.boards[one]
            if sense != board.told_sense:
                board.told_sense = sense
                self._send(SENSE, one, bytes((sense,)))

    def _power(self) -> None:
        before = set(self.powered)
        super()._power()
        for unit in before - self.powered:
            self.boards[unit].off()
        for unit in self.powered:
            self.spread(unit)

    def _send(self, kind: int, unit: int, data: bytes) -> None:
        if self._sock:
            with contextlib.suppress(OSError):  # a rack that died is restarted by its keeper
                self._sock.send(bytes((kind, unit, len(data))) + data)

    def _readable(self) -> None:
        try:
            data = self._sock.recv(65536) if self._sock else b""
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self.disconnect()
            return
        self._input += data
        while len(self._input) >= 3 and len(self._input) >= 3 + self._input[2]:
            kind, unit, length = self._input[:3]
            body = bytes(self._input[3 : 3 + length])
            del self._input[: 3 + length]
            self._take(kind, unit, body)

    def _take(self, kind: int, unit: int, body: bytes) -> None:
        if unit not in self.powered:
            return
        board = self.boards[unit]
        if kind == MEM:
            shown = board.memory[registers.STATE + 5]
            board.changed(body[0], body[1:])
            if board.memory[registers.STATE + 5] != shown:
                self.on_light()
        elif kind == DRIVE:
            self.corridors.driven[unit] = body[0]
            self.spread(unit)
