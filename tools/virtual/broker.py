"""The broker of level 2: serves the ARC's pins and buses from the virtual table. `mpy/rpc.py` is the other end.

Rule 1: one request, one answer; the firmware blocks meanwhile, as it does on a real bus. So an answer never waits.
Rule 2: what a bus refuses is an errno in the answer, never an exception here.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import struct
from collections.abc import Callable

from boards import arc_pico
from tools.virtual.i2c_bus import SimI2cBus
from tools.virtual.pn532_ports import MachineI2C
from tools.virtual.rack import RackDiorama
from tools.virtual.table import VirtualTable

_HEAD = struct.Struct("<BBBBHH")
LINES_HIGH = 0x80  # added to the errno of a refused transfer
I2C_OPS = 4  # the first so many requests are transfers
Handler = Callable[[int, int, int, bytes, int], bytes]


class Broker:
    """Answers on `sock` for as long as the ARC's process lives. `on_reset` is called when the firmware restarts itself,
    `on_starved` when its watchdog was not fed in time."""

    def __init__(
        self, table: VirtualTable, sock: socket.socket, on_reset: Callable[[], None], on_starved: Callable[[], None]
    ) -> None:
        self._table = table
        self._sock = sock
        self._on_reset = on_reset
        self._on_starved = on_starved
        self._input = bytearray()
        self._dog: asyncio.TimerHandle | None = None
        self._drive = 0
        self.calls = 0
        self._buses: dict[int, SimI2cBus | MachineI2C] = {
            arc_pico.MODULE_BUS["i2c"]: table.bus,
            arc_pico.READER["i2c"]: MachineI2C(table.reader),
        }
        self._handlers: tuple[Handler, ...] = (
            self._i2c_write, self._i2c_read, self._mem_write, self._mem_read, self._pin_get, self._pin_set, self._adc,
            self._pixels, self._shown, self._reset, self._feed,
        )  # fmt: skip
        self._gets = self._inputs()
        self._sets = self._outputs()
        asyncio.get_running_loop().add_reader(sock, self._readable)

    def close(self) -> None:
        """The ARC is gone."""
        asyncio.get_running_loop().remove_reader(self._sock)
        self._sock.close()
        if self._dog:
            self._dog.cancel()

    # -- pins ------------------------------------------------------------------------------------------------------

    def _inputs(self) -> dict[int, Callable[[], int]]:
        table, reader, wires = self._table, arc_pico.READER, arc_pico.MODULE_BUS
        ports = table.diorama.ports()
        gets: dict[int, Callable[[], int]] = {
            reader["irq"]: lambda: int(not table.chip.ready),
            reader["scl"]: lambda: table.reader.scl,
            wires["sda"]: table.bus.sda.value,
            wires["scl"]: table.bus.scl.value,
        }
        for port, pin in enumerate(arc_pico.PORTS):
            gets[pin] = lambda port=port: int(not ports.sense() >> port & 1)  # type: ignore[misc]
        return gets

    def _outputs(self) -> dict[int, Callable[[int], object]]:
        table, wires = self._table, arc_pico.MODULE_BUS
        sets: dict[int, Callable[[int], object]] = {
            arc_pico.READER["reset"]: table.chip.reset_level,
            wires["sda"]: table.bus.sda.value,
            wires["scl"]: table.bus.scl.value,
        }
        for port, pin in enumerate(arc_pico.PORTS):
            sets[pin] = lambda level, port=port: self._drive_port(port, level)  # type: ignore[misc]
        return sets

    def _drive_port(self, port: int, level: int) -> None:
        self._drive = self._drive & ~(1 << port) | (0 if level else 1 << port)
        self._table.diorama.ports().drive(self._drive)
        if isinstance(self._table.diorama, RackDiorama):
            self._table.diorama.spread(0)

    # -- requests --------------------------------------------------------------------------------------------------

    def _readable(self) -> None:
        try:
            data = self._sock.recv(4096)
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self._sock)
            return
        self._input += data
        while len(self._input) >= _HEAD.size:
            op, a, b, c, count, wanted = _HEAD.unpack_from(self._input)
            if len(self._input) < _HEAD.size + count:
                return
            out = bytes(self._input[_HEAD.size : _HEAD.size + count])
            del self._input[: _HEAD.size + count]
            with contextlib.suppress(OSError):  # the process may die while it waits
                self._sock.send(self._answer(op, a, b, c, out, wanted))

    def _answer(self, op: int, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        self.calls += 1
        try:
            data = self._handlers[op - 1](a, b, c, out, wanted)
        except OSError as error:
            status = error.errno if error.errno and error.errno < LINES_HIGH else errno.EIO
            if a == arc_pico.MODULE_BUS["i2c"] and op <= I2C_OPS and self._lines_high():
                status |= LINES_HIGH
            return bytes((status,)) + bytes(wanted)
        return b"\x00" + data

    def _lines_high(self) -> bool:
        return bool(self._table.bus.sda.value() and self._table.bus.scl.value())

    def _i2c_write(self, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        self._buses[a].writeto(b, out)
        return b""

    def _i2c_read(self, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        data = bytearray(wanted)
        self._buses[a].readfrom_into(b, data)
        return bytes(data)

    def _mem_write(self, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        self._buses[a].writeto(b, bytes((c,)) + out)
        return b""

    def _mem_read(self, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        data = bytearray(wanted)
        self._table.bus.readfrom_mem_into(b, c, data)
        return bytes(data)

    def _pin_get(self, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        get = self._gets.get(a)
        return bytes((get() if get else 1,))

    def _pin_set(self, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        if a in self._sets:
            self._sets[a](b)
        return b""

    def _adc(self, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        return self._table.adc_u16(arc_pico.BATTERY).to_bytes(2, "little")

    def _pixels(self, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        order = str(arc_pico.LIGHT["order"])
        self._table.arc_rgb = (out[order.index("R")], out[order.index("G")], out[order.index("B")])
        return b""

    def _shown(self, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        self._table.arc_light = a
        self._table.arc_on = True
        self._table.on_change()
        return b""

    def _reset(self, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        asyncio.get_running_loop().call_soon(self._on_reset)
        return b""

    def _feed(self, a: int, b: int, c: int, out: bytes, wanted: int) -> bytes:
        if self._dog:
            self._dog.cancel()
        limit_s = int.from_bytes(out, "little") / 1000
        self._dog = asyncio.get_running_loop().call_later(limit_s, self._on_starved)
        return b""
