"""A running virtual table: the right level for this machine, the control socket, and the file that names both.

`DIR/virtual.json`: {"pid", "born_s", "port": "/dev/pts/N" or "tcp://127.0.0.1:N", "control": "127.0.0.1:N",
"level": 1 or 2, "companion": true when a companion started it}. While the cable is pulled the file has no port.
`DIR/table.json` keeps the layout of the table (layout.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import threading
from pathlib import Path

from host import paths
from tools.virtual.ends import Plug, has_pty, make_end
from tools.virtual.i2c_bus import SimI2cBus
from tools.virtual.layout import Layout
from tools.virtual.memory_arc import MemoryArc
from tools.virtual.micro_arc import ARC_HEAP, MicroArc, micropython_command
from tools.virtual.rack import RackDiorama
from tools.virtual.server import ControlServer
from tools.virtual.table import VirtualTable

VIRTUAL_FILE = paths.VIRTUAL


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

    def __init__(
        self,
        folder: Path,
        level: int | None = None,
        pty: bool | None = None,
        heap: str = ARC_HEAP,
        linger_s: float | None = None,
    ) -> None:
        self.folder = folder
        self._linger_s = linger_s
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
        self._layout = layout = Layout(self.folder, self.table)
        layout.restore()
        server = ControlServer(self.table, self.arc, self._write_file, layout.look)
        self._server = server
        if rack:
            rack.on_light = lambda: self.table.on_change()
        self.arc.start()
        self.control = await server.start()
        self._write_file()

    async def stop(self) -> None:
        """Switch everything off; the file goes first."""
        live = paths.read_live(self.folder / VIRTUAL_FILE)
        if live and live.get("control") == self.control:  # else the folder was cleared and is another one's now
            (self.folder / VIRTUAL_FILE).unlink(missing_ok=True)
        self._layout.look()
        await self._server.stop()
        await self.arc.stop()
        self.plug.plug(False)

    async def until_alone(self, for_s: float) -> None:
        """Until nobody has been at the control socket for that long."""
        await self._server.until_alone(for_s)

    @property
    def port(self) -> str:
        """What a host opens now."""
        return self.plug.name

    def _write_file(self) -> None:
        facts: dict[str, object] = {**paths.identity(), "control": self.control, "level": self.level}
        if self._linger_s is not None:
            facts["companion"] = True
        if self.port:
            facts["port"] = self.port
        fresh = self.folder / (VIRTUAL_FILE + ".new")
        fresh.write_text(json.dumps(facts), encoding="utf-8")
        fresh.replace(self.folder / VIRTUAL_FILE)


async def run_until_stopped(
    folder: Path, level: int | None, pty: bool | None = None, linger_s: float | None = None
) -> Running:
    """Run in `folder` until SIGINT or SIGTERM. `linger_s`: a companion started it, so it also ends that long after
    standard input has, unless another companion is at the control socket by then."""
    running = Running(folder, level, pty, linger_s=linger_s)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        with contextlib.suppress(NotImplementedError, AttributeError):  # Windows: Ctrl-C raises KeyboardInterrupt
            loop.add_signal_handler(getattr(signal, name), stop.set)
    await running.start()
    print(f"Virtual ARC, level {running.level}: port {running.port}, control {running.control}", flush=True)
    orphaned = None if linger_s is None else asyncio.create_task(_stop_when_orphaned(running, stop, linger_s))
    try:
        await stop.wait()
    finally:
        if orphaned:
            orphaned.cancel()
        await running.stop()
    return running


async def _stop_when_orphaned(running: Running, stop: asyncio.Event, linger_s: float) -> None:
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()

    def wait_for_end() -> None:
        while os.read(0, 4096):
            pass
        with contextlib.suppress(RuntimeError):  # the loop ended first
            loop.call_soon_threadsafe(ended.set)

    # A thread, because not every platform lets a loop watch standard input; not sys.stdin, whose lock Python wants
    # when it exits.
    threading.Thread(target=wait_for_end, daemon=True).start()
    await ended.wait()
    await running.until_alone(linger_s)
    stop.set()
