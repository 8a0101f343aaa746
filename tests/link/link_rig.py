"""Helpers of the link tests: an event loop with virtual time and the real firmware link as the other end."""

import asyncio
import contextlib
import os
import selectors
import tty
from dataclasses import dataclass

import pytest

from firmware.arc.journal import Journal
from firmware.arc.link import Link, command_names
from host.link.connection import Connection
from host.link.errors import LinkError
from host.link.memory import CLEAN, MemoryPort, memory_pair
from host.link.state import Welcome
from host.link.transport import Candidate, Found
from shared_rules.wire.messages import OK

TICKS_MASK = (1 << 30) - 1
POLL_S = 0.2  # how often the firmware looks at its clock when no bytes come


class _JumpingSelector(selectors.DefaultSelector):
    """Where a loop would wait, time jumps."""

    def __init__(self, loop):
        super().__init__()
        self._loop = loop

    def select(self, timeout=None):
        if timeout is None:
            raise AssertionError("everything waits and no timer is set: a deadlock")
        self._loop.now_s += max(0.0, timeout)
        return super().select(0)


class VirtualLoop(asyncio.SelectorEventLoop):
    """asyncio on virtual time: `now_s` moves only when nothing can run. `stall` blocks it, as a busy host does."""

    def __init__(self):
        self.now_s = 1000.0
        super().__init__(_JumpingSelector(self))

    def time(self):
        return self.now_s

    def stall(self, duration_s):
        self.now_s += duration_s


class Cable:
    """What the firmware holds as its USB port; the companion's end can be pulled and plugged in again."""

    def __init__(self):
        self.port: MemoryPort | None = None
        self.plugged = asyncio.Event()

    def plug(self, port):
        self.pull()
        self.port = port
        self.plugged.set()

    def pull(self):
        if self.port is not None:
            self.port.close()
        self.port = None

    def read_into(self, buf):
        return self.port.read_into(buf) if self.port else 0

    def write(self, buf):
        return self.port.write(buf) if self.port else len(buf)


IDENTITY = {"firmware": "test", "board": "arc_pico", "chip": bytes(range(8)), "reset": "power"}


class Device:
    """The real journal and link of the firmware over a cable, without reader, bus and lights.

    `executed` lists the commands carried out, as (name, fields). `pump` is the firmware's link task.
    """

    def __init__(self, boot=1):
        self.cable = Cable()
        self.executed = []
        self.sessions = []
        self.boot(boot)

    def boot(self, boot):
        """A power cycle: everything in RAM is gone."""
        self.journal = Journal(boot)
        handlers = {name: self._handler(name) for name in command_names()}
        self.link = Link(self.cable, self.journal, IDENTITY, handlers, self.sessions.append, self._ticks)

    def _handler(self, name):
        def handle(fields):
            self.executed.append((name, fields))
            return OK, b""

        return handle

    @staticmethod
    def _ticks():
        return int(asyncio.get_running_loop().time() * 1000) & TICKS_MASK

    async def pump(self, before_step=lambda: None):
        while True:
            before_step()
            while self.link.step():
                pass
            await self._something()

    async def _something(self):
        waits = self.cable.port.incoming.changed if self.cable.port else self.cable.plugged
        waits.clear()
        try:
            async with asyncio.timeout(POLL_S):
                await waits.wait()
        except TimeoutError:
            pass

    def tap(self, piece="decree/17"):
        return self.journal.add(
            "TAP",
            {
                "session": self.link.session or 0,
                "at_ms": 0,
                "uid": b"\x04\x01\x02\x03\x04\x05\x06",
                "tag": 1,
                "piece": piece,
            },
        )


class MemoryOpener:
    """Plugs a new cable into the device at each opening. `candidates` may be emptied to unplug it."""

    def __init__(self, device, to_arc=CLEAN, to_host=CLEAN, rng=None, room_bytes=65536):
        self.device = device
        self.faults = (to_arc, to_host)
        self.rng = rng
        self.room_bytes = room_bytes
        self.plugged_in = True
        self.name = "memory"
        self.opened = 0

    async def find(self):
        return Found((Candidate(self.name, self.open),) if self.plugged_in else (), "Looking for the ARC: plug it in.")

    async def open(self):
        self.opened += 1
        transport, port = memory_pair(*self.faults, self.rng, self.name, self.room_bytes)
        self.device.cable.plug(port)
        return transport


@dataclass
class Rig:
    """An open session with a pumped device. `events` are the committed ones, `serving` is the task of `serve`."""

    connection: Connection
    welcome: Welcome
    serving: asyncio.Task
    events: list


async def _at_once():
    pass


@contextlib.asynccontextmanager
async def open_session(
    device, *, commit=_at_once, faults=CLEAN, rng=None, room_bytes=65536, pump_after_s=0.0, transport=None, port=None
):
    """Greet and serve `device` over a new memory pair (or the given one); `await commit()` stores an event."""
    if transport is None:
        transport, port = memory_pair(faults, faults, rng, room_bytes=room_bytes)
    device.cable.plug(port)
    committed = []

    async def on_event(event):
        await commit()
        committed.append(event)

    async def pump():
        await asyncio.sleep(pump_after_s)
        await device.pump()

    pumping = asyncio.create_task(pump())
    connection = Connection(transport, on_event)
    try:
        welcome = await connection.greet()
        serving = asyncio.create_task(connection.serve())
        await asyncio.sleep(0)
        yield Rig(connection, welcome, serving, committed)
        serving.cancel()
        with contextlib.suppress(asyncio.CancelledError, LinkError):
            await serving
    finally:
        pumping.cancel()
        await asyncio.wait((pumping,))
        await connection.close()


async def raises_soon(task, *kinds, within_s=60):
    """The error that ends `task`, one of `kinds`."""
    with pytest.raises(kinds) as caught:
        async with asyncio.timeout(within_s):
            await asyncio.shield(task)
    return caught.value


class DescriptorPort:
    """A pseudo-terminal's master or a socket as the firmware's USB port: non-blocking both ways."""

    def __init__(self, fd):
        self.fd = fd
        os.set_blocking(fd, False)

    def read_into(self, buf):
        try:
            data = os.read(self.fd, len(buf))
        except OSError:  # nothing now, or nobody at the other end
            return 0
        buf[: len(data)] = data
        return len(data)

    def write(self, buf):
        try:
            return os.write(self.fd, buf)
        except BlockingIOError:
            return 0
        except OSError:
            return len(buf)


class PtyBoard:
    """The firmware's link behind a real pseudo-terminal; `path` is what the companion opens."""

    def __init__(self, device):
        self.device = device
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self._slave = slave  # held, so that the master sees no hang-up while the companion is away
        device.cable.plug(DescriptorPort(self.master))

    async def pump(self):
        loop = asyncio.get_running_loop()
        while True:
            while self.device.link.step():
                pass
            ready = asyncio.Event()
            loop.add_reader(self.master, ready.set)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_S):
                    await ready.wait()
            loop.remove_reader(self.master)

    def unplug(self):
        os.close(self._slave)
        os.close(self.master)
        self.device.cable.port = None
