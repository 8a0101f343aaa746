"""A level 1 table with a host at the other end, on a clock that jumps."""

import asyncio
import sys
from pathlib import Path

import pytest

from shared_rules.wire import messages
from tools.virtual.memory_arc import MemoryArc, PipePort
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
        self.usb = PipePort(stalled=lambda: self.table.host_stalled)
        self.arc = MemoryArc(self.table, self.usb, flash)
        self.host = Probe(check=check)
        self.acks = True
        self.beats = True
        self._pump = None

    def start(self):
        self.arc.start()
        self._pump = asyncio.create_task(self._run())

    async def _run(self):
        beat_at = 0
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(0.005)
            if self.table.host_stalled:
                continue
            if self.beats and loop.time() > beat_at:
                beat_at = loop.time() + 0.9
                self.usb.host_write(self.host.beat())
            if self.usb._to_host:
                for _, fields in self.host.feed(await self.usb.host_read()):
                    if self.acks and "seq" in fields:
                        self.usb.host_write(self.host.ack(fields))

    async def greet(self, session=None):
        """HELLO until WELCOME."""
        seen = len(self.host.seen)
        self.usb.host_write(self.host.hello(session))
        await self.until(lambda: any(name == "WELCOME" for name, _ in self.host.seen[seen:]))

    async def command(self, name, **fields):
        """Send a command; the RESULT's fields."""
        self.usb.host_write(self.host.command(name, **fields))
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

    given: list

    async def until(self, condition, limit_s=5):
        """Let table time pass until `condition()`."""
        loop = asyncio.get_running_loop()
        end = loop.time() + limit_s
        while not condition():
            if self._pump.done():
                self._pump.result()
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
            bench.given = []
            bench.start()
            try:
                return await scene(bench)
            finally:
                bench._pump.cancel()
                await bench.arc.stop()

        return run_quick(main(), start_ms)

    return run
