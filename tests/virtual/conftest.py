"""A level 1 table with a host at the other end, on a clock that jumps."""

import asyncio
import contextlib
import sys
from pathlib import Path

import pytest

from firmware.drivers.taps import MISSES
from host.link.memory import memory_pair
from shared_rules.wire import messages
from tools.virtual.memory_arc import MemoryArc
from tools.virtual.probe import Probe
from tools.virtual.quicktime import run_quick
from tools.virtual.table import VirtualTable

sys.path.append(str(Path(__file__).resolve().parents[1]))

from wire.cddl_judge import violation


@pytest.fixture(scope="session")
def cddl():
    """Checks that a packet to the host fits docs/protocol.cddl."""

    def check(packet):
        assert not violation(packet, messages.TO_HOST)

    return check


class Bench:
    """Table, ARC and host. The host beats and, while `acks`, acknowledges."""

    def __init__(self, flash, check):
        self.table = VirtualTable()
        self._usb, port = memory_pair(room_bytes=4096)
        self.arc = MemoryArc(self.table, port, flash)
        self.host = Probe(check=check)
        self.acks = True
        self.beats = True
        self.given = []
        self._jobs = []

    def start(self):
        self.arc.start()
        self._jobs = [asyncio.create_task(self._listen()), asyncio.create_task(self._beat())]

    def stop(self):
        for job in self._jobs:
            job.cancel()

    async def _listen(self):
        while True:
            data = await self._usb.read()
            while self.table.host_stalled:  # noqa: ASYNC110 - the fault is a flag of the table
                await asyncio.sleep(0.05)
            for _, fields in self.host.feed(data):
                if self.acks and "seq" in fields:
                    await self.send(self.host.ack(fields))

    async def _beat(self):
        while True:
            if self.beats and not self.table.host_stalled:
                await self.send(self.host.beat())
            await asyncio.sleep(0.9)

    async def send(self, data):
        await self._usb.write(data)

    async def greet(self, session=None):
        """HELLO until WELCOME."""
        seen = len(self.host.seen)
        await self.send(self.host.hello(session))
        await self.until(lambda: any(name == "WELCOME" for name, _ in self.host.seen[seen:]))
        await self.settled()

    async def settled(self):
        """Until the reader has looked so often that what is laid now is new (taps.py, Rule 5), if it looks at all."""
        chip = self.table.chip
        enough = chip.looks + MISSES + 1
        with contextlib.suppress(AssertionError):
            await self.until(lambda: chip.looks >= enough, 2)

    async def command(self, name, **fields):
        """Send a command; the RESULT's fields."""
        await self.send(self.host.command(name, **fields))
        number = self.host.last_command
        await self.until(lambda: number in self.host.results())
        return self.host.results()[number][1]

    async def event(self, name, limit_s=5, **wanted):
        """Wait for the first event `name` not given out before with these fields."""
        found = []

        def look():
            for event in self.host.events(name):
                if event not in self.given and all(event[1][key] == value for key, value in wanted.items()):
                    found.append(event)
                    return True
            return False

        await self.until(look, limit_s)
        self.given.append(found[0])
        return found[0][1]

    async def until(self, condition, limit_s=5):
        """Let table time pass until `condition()`."""
        loop = asyncio.get_running_loop()
        end = loop.time() + limit_s
        while not condition():
            for job in self._jobs:
                if job.done():
                    job.result()
            assert loop.time() < end, f"not within {limit_s} s: {self.host.seen[-10:]}"
            await asyncio.sleep(0.01)

    async def light(self, pattern, limit_s=5):
        """Wait until the ARC shows `pattern`."""
        await self.until(lambda: self.table.state()["arc"]["light"]["pattern"] == pattern, limit_s)

    async def module_light(self, unit, pattern, limit_s=5):
        """Wait until a module shows `pattern`."""
        await self.until(lambda: self.table.state()["modules"][str(unit)]["light"]["pattern"] == pattern, limit_s)


@pytest.fixture
def play(tmp_path, cddl):
    """Run `scene(bench)` on a fresh table in table time."""

    def run(scene, start_ms=None):
        async def main():
            bench = Bench(tmp_path / "flash", cddl)
            bench.start()
            try:
                return await scene(bench)
            finally:
                bench.stop()
                await bench.arc.stop()

        return run_quick(main(), start_ms)

    return run
