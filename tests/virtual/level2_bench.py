"""A virtual table in this process, with a minimal host on the real pseudo-terminal. Every wait has a limit."""

import asyncio
import contextlib
import os

from firmware.drivers.taps import MISSES
from tools.virtual.probe import Probe
from tools.virtual.running import Running

LIMIT_S = 8.0


class PtyHost:
    """Opens the port as the companion would, beats and acknowledges."""

    def __init__(self, running, check):
        self.running = running
        self.probe = Probe(check=check)
        self.text = b""
        self.taken = []
        self.acks = self.beats = True
        self._file = None
        self._news = asyncio.Event()
        self._beater = None

    def open(self):
        loop = asyncio.get_running_loop()
        self._file = os.open(self.running.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        loop.add_reader(self._file, self._readable)
        self._beater = loop.create_task(self._beat())

    def close(self):
        asyncio.get_running_loop().remove_reader(self._file)
        self._beater.cancel()
        os.close(self._file)

    def read(self, on):
        """Stop to read, as a busy host does, or go on."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._file, self._readable) if on else loop.remove_reader(self._file)

    def write(self, data):
        os.write(self._file, data)

    def _readable(self):
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._file, 4096)
            self.text += data
            for _, fields in self.probe.feed(data):
                if self.acks and "seq" in fields:
                    self.write(self.probe.ack(fields))
            self._news.set()

    async def _beat(self):
        while True:
            if self.beats:
                self.write(self.probe.beat())
            await asyncio.sleep(0.9)

    async def until(self, condition, limit_s=LIMIT_S):
        """Wait for `condition()`; looked at when bytes come, and ten times a second for what the table shows."""
        loop = asyncio.get_running_loop()
        end_s = loop.time() + limit_s
        while not condition():
            left_s = end_s - loop.time()
            assert left_s > 0, f"not within {limit_s} s: {self.probe.seen[-8:]} {self.text[-200:]!r}"
            self._news.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), min(left_s, 0.1))

    async def greet(self, session):
        """HELLO each half second, as an ARC that boots may miss one; the WELCOME's fields."""
        seen = len(self.probe.seen)

        def welcome():
            found = [fields for name, fields in self.probe.seen[seen:] if name == "WELCOME"]
            return [fields for fields in found if fields["session"] == session]

        for _ in range(int(LIMIT_S * 2)):
            self.write(self.probe.hello(session))
            with contextlib.suppress(AssertionError):
                await self.until(welcome, 0.5)
                await self.settled()
                return welcome()[0]
        raise AssertionError(f"no WELCOME: {self.text[-300:]!r}")

    async def settled(self):
        """Until the reader has looked so often that what is laid now is new (taps.py, Rule 5), if it looks at all."""
        chip = self.running.table.chip
        enough = chip.looks + MISSES + 1
        with contextlib.suppress(AssertionError):
            await self.until(lambda: chip.looks >= enough, 1)

    async def event(self, name, limit_s=LIMIT_S, **wanted):
        """The first event `name` with these fields that was not given out before."""

        def look():
            return [
                event for event in self.probe.events(name)
                if event not in self.taken and all(event[1][key] == value for key, value in wanted.items())
            ]

        await self.until(look, limit_s)
        self.taken.append(look()[0])
        return self.taken[-1][1]

    async def command(self, name, **fields):
        """Send; the RESULT's fields."""
        self.write(self.probe.command(name, **fields))
        number = self.probe.last_command
        await self.until(lambda: number in self.probe.results())
        return self.probe.results()[number][1]

    async def light(self, pattern, unit=0, limit_s=LIMIT_S):
        """Wait until the ARC or a module shows `pattern`."""

        def shown():
            state = self.running.table.state()
            part = state["modules"][str(unit)] if unit else state["arc"]
            return part["light"]["pattern"] == pattern

        await self.until(shown, limit_s)

    def edges(self):
        told = self.probe.events("TOPOLOGY")
        return told[-1][1]["edges"] if told else []


@contextlib.asynccontextmanager
async def virtual_arc(folder, check, level=2, pty=None, prepare=lambda flash: None):
    """A running table and an open host. `prepare` may put files into the flash first."""
    (folder / "flash").mkdir(parents=True, exist_ok=True)
    prepare(folder / "flash")
    running = Running(folder, level, pty)
    await running.start()
    host = PtyHost(running, check)
    try:
        host.open()
        yield host
        host.close()
    finally:
        await running.stop()
