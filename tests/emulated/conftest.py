"""A table of emulated chips and the unmodified host link, in emulated time; skipped, with a reason, without them."""

import asyncio

import pytest

from host.link.client import ArcClient
from tools.emulator import install
from tools.emulator.errors import EmulatorMissing
from tools.emulator.loop import EmulatedLoop
from tools.emulator.process import Emulator
from tools.emulator.table import ARC, EmulatedTable
from tools.emulator.usb import EmulatedOpener


class Rig:
    """Table, loop and link client. `play(coroutine function)` runs it in emulated time with the client connected."""

    def __init__(self, arc_files=None, frozen=None):
        self.emulator = Emulator()
        self.table = EmulatedTable(self.emulator, arc_files, frozen)
        self.loop = EmulatedLoop(self.emulator)
        self.events = []
        self.reports = []
        self.client = None
        self.opener = None

    async def _keep(self, event):
        self.events.append(event)

    def play(self, job, timeout_s=30):
        """What `job(rig)` returns; it starts with the client connected."""

        async def whole():
            self.opener = EmulatedOpener(self.loop, ARC)
            self.client = ArcClient(self.opener, self._keep, on_report=lambda *report: self.reports.append(report))
            running = asyncio.create_task(self.client.run())
            try:
                await self.client.wait_connected(timeout_s)
                return await asyncio.wait_for(job(self), timeout_s)
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)

        asyncio.set_event_loop(self.loop)
        try:
            return self.loop.run_until_complete(whole())
        finally:
            asyncio.set_event_loop(None)

    async def until(self, condition, timeout_s=10):
        """Wait in emulated time until `condition()`; returns how long it took, in seconds."""
        begun = self.loop.time()
        async with asyncio.timeout(timeout_s):
            while not condition():  # noqa: ASYNC110 - time is emulated
                await asyncio.sleep(0.005)
        return self.loop.time() - begun

    async def asleep(self, seconds):
        """Let emulated time pass."""
        await asyncio.sleep(seconds)

    async def next_status(self):
        """Wait for the ARC's next STATUS; it comes every five seconds."""
        told = self.statuses
        await self.until(lambda: self.statuses > told)

    @property
    def statuses(self):
        """How many STATUS have come."""
        return sum(name == "STATUS" for name, _ in self.reports)

    def shown(self, chip):
        """The newest bytes that came out of a chip's pin for its strip."""
        return next((data for name, _, data in reversed(self.loop.frames) if name == chip), None)

    def names(self):
        """Names of the events so far."""
        return [event.name for event in self.events]

    def newest(self, name):
        """Fields of the newest event of a name, or None."""
        return next((event.fields for event in reversed(self.events) if event.name == name), None)

    def edges(self):
        """Corridors of the newest TOPOLOGY."""
        newest = self.newest("TOPOLOGY") or {"edges": []}
        return [tuple(edge) for edge in newest["edges"]]

    def close(self):
        self.loop.close()
        self.table.close()
        self.emulator.close()


@pytest.fixture
def make_rig():
    """Makes rigs and ends them."""
    try:
        install.ensure()
        install.image()
    except EmulatorMissing as missing:
        pytest.skip(str(missing))
    made = []

    def make(**given):
        made.append(Rig(**given))
        return made[-1]

    yield make
    for rig in made:
        rig.close()


@pytest.fixture
def rig(make_rig):
    return make_rig()
