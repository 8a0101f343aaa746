"""A running virtual table: the right level for this machine, the control socket, and the file that names both.

`DIR/virtual.json`: {"pid", "port": "/dev/pts/N" or "tcp://127.0.0.1:N", "control": "127.0.0.1:N", "level": 1 or 2}.
While the cable is pulled the file has no port.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from pathlib import Path

from tools.virtual.ends import Plug, has_pty, make_end
from tools.virtual.i2c_bus import SimI2cBus
from tools.virtual.memory_arc import MemoryArc
from tools.virtual.micro_arc import ARC_HEAP, MicroArc, micropython_command
from tools.virtual.rack import RackDiorama
from tools.virtual.server import ControlServer
from tools.virtual.table import VirtualTable

VIRTUAL_FILE = "virtual.json"


class PluggedMemoryArc(MemoryArc):
    """Level 1 behind a pseudo-terminal or TCP."""

    usb: Plug

    def plug(self, in_: bool) -> None:
        """Pull the USB cable or put it back."""
        self.usb.plug(in_)


def best_level() -> int:
    """2 where MicroPython and pseudo-terminals are, else 1."""
    return 2 if micropython_command() and has_pty() else 1


class Running:
    """Table, ARC and control socket in `folder`, from `start` to `stop`."""

    def __init__(self, folder: Path, level: int | None = None, pty: bool | None = None, heap: str = ARC_HEAP) -> None:
        self.folder = folder
        self.level = level or best_level()
        self._pty = pty
        self._heap = heap
        self.control = ""

    async def start(self) -> None:
        """Switch everything on."""
        rack = RackDiorama(SimI2cBus()) if self.level == 2 else None
        self.table = VirtualTable(diorama=rack)
        plug = Plug(lambda: make_end(True if self.level == 2 else self._pty), lambda: self.table.host_stalled)
        self.plug = plug
        flash = self.folder / "flash"
        self.arc: MicroArc | PluggedMemoryArc
        if self.level == 2:
            self.arc = MicroArc(self.table, plug, flash, self.folder / "virtual-arc.log", self._heap)
        else:
            self.arc = PluggedMemoryArc(self.table, plug, flash)
        server = ControlServer(self.table, self.arc, self._write_file)
        self._server = server
        if rack:
            rack.on_light = lambda: self.table.on_change()
        self.arc.start()
        self.control = await server.start()
        self._write_file()

    async def stop(self) -> None:
        """Switch everything off; the file goes first."""
        (self.folder / VIRTUAL_FILE).unlink(missing_ok=True)
        await self._server.stop()
        await self.arc.stop()
        self.plug.plug(False)

    @property
    def port(self) -> str:
        """What a host opens now."""
        return self.plug.name

    def _write_file(self) -> None:
        facts: dict[str, object] = {"pid": os.getpid(), "control": self.control, "level": self.level}
        if self.port:
            facts["port"] = self.port
        fresh = self.folder / (VIRTUAL_FILE + ".new")
        fresh.write_text(json.dumps(facts), encoding="utf-8")
        fresh.replace(self.folder / VIRTUAL_FILE)


async def run_until_stopped(folder: Path, level: int | None, pty: bool | None = None) -> Running:
    """Run in `folder` until SIGINT or SIGTERM."""
    running = Running(folder, level, pty)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C raises KeyboardInterrupt instead
            loop.add_signal_handler(number, stop.set)
    await running.start()
    print(f"Virtual ARC, level {running.level}: port {running.port}, control {running.control}", flush=True)
    try:
        await stop.wait()
    finally:
        await running.stop()
    return running
