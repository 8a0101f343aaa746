"""The companion's link against the virtual ARC: the whole firmware behind a real pseudo-terminal or socket."""

import asyncio
import contextlib

import pytest

from firmware.drivers.taps import MISSES
from host.link.client import ArcClient
from host.link.control import VirtualClient
from host.link.discovery import open_named, read_virtual
from host.link.errors import VirtualError
from host.link.state import LinkPhase
from host.link.timing import LinkTiming
from tools.virtual.running import Running, best_level

QUICK = LinkTiming(look_pause_s=0.05, retry_first_s=0.05)
LEVEL_2 = pytest.param(
    2, None, marks=[pytest.mark.slow, pytest.mark.skipif(best_level() < 2, reason="no MicroPython here")]
)


class Watched:
    """A running client; `until(test)` waits for an event or state that `test` accepts."""

    def __init__(self, folder):
        self.events = []
        self.states = []
        self._news = asyncio.Event()
        self.client = ArcClient(open_named("virtual", folder), self._on_event, self._on_state, timing=QUICK)

    async def _on_event(self, event):
        self.events.append(event)
        self._news.set()

    def _on_state(self, state):
        self.states.append(state)
        self._news.set()

    async def until(self, test, within_s=20):
        async with asyncio.timeout(within_s):
            while not test():
                self._news.clear()
                await self._news.wait()

    async def reader_looked(self):
        """Until what is laid down is new to an ARC that has just started (firmware/drivers/taps.py, Rule 5)."""
        enough = self.chip.looks + MISSES + 1
        async with asyncio.timeout(5):
            while self.chip.looks < enough:  # noqa: ASYNC110 - the chip tells nobody when it is asked
                await asyncio.sleep(0.02)

    def saw(self, name, **fields):
        return any(event.name == name and fields.items() <= event.fields.items() for event in self.events)

    @property
    def phase(self):
        return self.client.state.phase


@contextlib.asynccontextmanager
async def table(folder, level, pty):
    running = Running(folder, level, pty)
    await running.start()
    watched = Watched(folder)
    task = asyncio.create_task(watched.client.run())
    facts = read_virtual(folder)
    try:
        async with await VirtualClient.connect(facts.control_host, facts.control_port) as hands:
            await watched.client.wait_connected(20)
            watched.chip = running.table.chip
            await watched.reader_looked()
            yield watched, hands
    finally:
        task.cancel()
        await asyncio.wait((task,))
        await running.stop()


@pytest.mark.parametrize(("level", "pty"), [(1, True), (1, False), LEVEL_2])
async def test_taps_and_modules_arrive_and_commands_are_carried_out(tmp_path, level, pty):
    async with table(tmp_path, level, pty) as (watched, hands):
        await hands.tap("decree/17")
        await watched.until(lambda: watched.saw("TAP", piece="decree/17"))
        assert await hands.attach(6, (0, 1)) == (0, 1)
        await watched.until(lambda: watched.saw("MODULE_ATTACHED", unit=6))
        assert (await watched.client.command("LIGHTS", patterns=[(6, 5)])).ok
        with pytest.raises(VirtualError, match="6"):
            await hands.attach(6, (0, 2))
        state = await hands.state()
        assert state["field"] == ["decree/17"]
        assert state["modules"]["6"]["joined"]


@pytest.mark.parametrize(("level", "pty"), [(1, True), LEVEL_2])
async def test_a_pulled_cable_is_said_and_survived(tmp_path, level, pty):
    async with table(tmp_path, level, pty) as (watched, hands):
        boot = watched.client.state.arc.boot
        await hands.fault("unplugged")
        await watched.until(lambda: watched.phase is LinkPhase.LOOKING)
        assert "cable was pulled" in watched.states[-2].words
        assert watched.client.state.words == "The virtual ARC's cable is pulled."
        await hands.fault("unplugged", False)
        await watched.until(lambda: watched.phase is LinkPhase.CONNECTED)
        assert watched.client.state.arc.boot == boot, "the ARC itself went on"


@pytest.mark.slow  # a terminal that stays open tells of a restart only by three missed beats
@pytest.mark.parametrize(("level", "pty"), [(1, True), LEVEL_2])
async def test_a_reset_and_a_power_cut_are_survived(tmp_path, level, pty):
    async with table(tmp_path, level, pty) as (watched, hands):
        boots = [watched.client.state.arc.boot]
        for strike in (hands.reset, hands.power_cut):
            await strike()
            await watched.until(lambda: watched.client.state.connected and watched.client.state.arc.boot not in boots)
            boots.append(watched.client.state.arc.boot)
        await hands.tap("governor")
        await watched.until(lambda: watched.saw("TAP", piece="governor", boot=boots[-1]))


@pytest.mark.parametrize(("level", "pty"), [LEVEL_2])
async def test_service_opens_the_console_and_resume_restarts_the_program(tmp_path, level, pty):
    """B70: after SERVICE the real MicroPython prompt stands there; the companion leaves it alone until `resume`."""
    async with table(tmp_path, level, pty) as (watched, hands):
        assert (await watched.client.command("SERVICE")).ok
        await watched.until(lambda: watched.phase is LinkPhase.RELEASED)
        watched.client.resume()
        await watched.until(lambda: watched.phase is LinkPhase.CONNECTED)
        await watched.reader_looked()
        await hands.tap("governor")
        await watched.until(lambda: watched.saw("TAP", piece="governor"))
