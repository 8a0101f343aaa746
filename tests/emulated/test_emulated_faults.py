"""Trouble on the emulated table: pulled modules, stuck lines, a program that hangs. The ARC names it and goes on."""

import pytest

from shared_rules import catalog
from tools.emulator.table import MODULES

pytestmark = [pytest.mark.slow(12), pytest.mark.timeout(180)]


def faults(rig):
    """(part, code) of the faults that stand now."""
    standing = set()
    for event in rig.events:
        key = (event.fields.get("part"), event.fields.get("code"))
        if event.name == "FAULT":
            standing.add(key)
        elif event.name == "FAULT_CLEARED":
            standing.discard(key)
    return standing


def attached(rig):
    """Units that are there, by the events."""
    there = set()
    for event in rig.events:
        if event.name == "MODULE_ATTACHED":
            there.add(event.fields["unit"])
        elif event.name == "MODULE_LOST":
            there.discard(event.fields["unit"])
    return there


def test_a_module_pulled_in_mid_transfer_is_lost_and_comes_back(rig):
    rig.table.add_module(1)
    rig.table.add_board(6)

    async def job(rig):
        rig.table.join((0, 0), (1, 0))
        rig.table.join((0, 1), (6, 0))
        await rig.until(lambda: attached(rig) == {1, 6})
        # Between two checks and in the middle of bytes alike: the moment is wherever emulated time stands.
        rig.table.unplug(1)
        lost_s = await rig.until(lambda: attached(rig) == {6})
        assert lost_s < 2
        rig.table.join((0, 4), (1, 2))
        found_s = await rig.until(lambda: attached(rig) == {1, 6})
        assert found_s < 1.5, "0.5 s after the module has booted"
        await rig.until(lambda: (0, 4, 1, 2) in rig.edges())

    rig.play(job)
    assert rig.client.sessions == 1


def test_b21_b63_stuck_lines_are_named_and_cleared_and_the_link_never_falters(rig):
    rig.table.add_board(6)
    stuck = (catalog.PART_BUS, catalog.FAULT_SDA_STUCK)

    async def job(rig):
        rig.table.join((0, 0), (6, 0))
        await rig.until(lambda: attached(rig) == {6})
        rig.emulator.do("stick", bus=MODULES, sdaClocks=1_000_000_000, scl=False)
        await rig.until(lambda: stuck in faults(rig))
        assert (await rig.client.command("SENSE")).ok
        rig.emulator.do("stick", bus=MODULES, sdaClocks=5, scl=False)
        await rig.until(lambda: stuck not in faults(rig))
        await rig.until(lambda: attached(rig) == {6})
        rig.emulator.do("stick", bus=MODULES, sdaClocks=0, scl=True)
        await rig.until(lambda: (catalog.PART_BUS, catalog.FAULT_SCL_STUCK) in faults(rig))
        rig.emulator.do("stick", bus=MODULES, sdaClocks=0, scl=False)
        await rig.until(lambda: not faults(rig))

    rig.play(job, timeout_s=60)
    assert rig.client.sessions == 1


HANGS_ONCE = b"""\
import machine, time
from firmware.arc import main
from firmware.drivers import lights
began = time.ticks_ms()
step = lights.Light.step
def hang(self):
    if machine.reset_cause() != machine.WDT_RESET and time.ticks_diff(time.ticks_ms(), began) > 1500:
        while True:
            time.sleep(1)
    return step(self)
lights.Light.step = hang
main.main()
"""


def test_a_program_that_hangs_is_restarted_by_the_watchdog_and_says_so(make_rig):
    """It hangs asleep: to the watchdog that is the same as a busy loop, and emulated at no cost."""
    rig = make_rig(arc_files={"main.py": HANGS_ONCE})

    async def job(rig):
        first = rig.client.state.arc
        assert first.reset == "power on"
        await rig.until(lambda: rig.client.state.arc is None, 30)
        await rig.until(lambda: rig.client.state.arc is not None, 30)
        second = rig.client.state.arc
        assert (second.reset, second.boot != first.boot) == ("watchdog", True)

    rig.play(job, timeout_s=90)


CRASHES_ONCE = b"""\
import time
from firmware.arc import main
from firmware.drivers import lights
began = time.ticks_ms()
step = lights.Light.step
def crash(self):
    if time.ticks_diff(time.ticks_ms(), began) > 1500 and not crashed():
        open('/crashed', 'w').close()
        raise ValueError('a mistake of ours')
    return step(self)
def crashed():
    try:
        open('/crashed').close()
        return True
    except OSError:
        return False
lights.Light.step = crash
main.main()
"""


def test_b70_a_crash_leaves_a_readable_record_that_the_host_hears(make_rig):
    rig = make_rig(arc_files={"main.py": CRASHES_ONCE})
    crashed = (catalog.PART_TASK, catalog.FAULT_CRASH)

    async def job(rig):
        await rig.until(lambda: crashed in {(e.fields.get("part"), e.fields.get("code")) for e in rig.events}, 40)
        return next(e.fields["detail"] for e in rig.events if e.fields.get("code") == catalog.FAULT_CRASH)

    assert "a mistake of ours" in rig.play(job, timeout_s=90)
