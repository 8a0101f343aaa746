"""The real firmware files under the real MicroPython, on a real pseudo-terminal."""

import asyncio
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from level2_bench import virtual_arc

from firmware.arc.app import SAFE_MODE
from host.link.control import VirtualClient
from shared_rules import catalog
from shared_rules.wire import messages
from shared_rules.wire.frames import crc32
from tools.virtual.ends import has_pty
from tools.virtual.micro_arc import micropython_command

ROOT = Path(__file__).resolve().parents[2]
pytestmark = [
    pytest.mark.skipif(micropython_command() is None or not has_pty(), reason="no MicroPython or no pty here"),
    pytest.mark.timeout(80),
]
GAME = bytes(range(256)) * 5


async def store_game(host):
    await host.command("SNAPSHOT_BEGIN", length=len(GAME), crc=crc32(GAME))
    for offset in range(0, len(GAME), messages.CHUNK_BYTES):
        await host.command("SNAPSHOT_DATA", offset=offset, data=GAME[offset : offset + messages.CHUNK_BYTES])
    assert (await host.command("SNAPSHOT_COMMIT"))["code"] == messages.OK


async def test_tap_verdict_modules_and_lights(tmp_path, cddl):
    async with virtual_arc(tmp_path, cddl) as host:
        table = host.running.table
        await host.light("no_host")
        welcome = await host.greet(0x03030303)  # full of Ctrl-C: data, not an interrupt
        assert (welcome["board"], welcome["reset"]) == ("arc_pico", "power on")
        await host.light("connected")
        table.tap("decree/17")
        tap = await host.event("TAP")
        assert (tap["piece"], tap["session"]) == ("decree/17", 0x03030303)
        await host.command("VERDICT", boot=tap["boot"], seq=tap["seq"], verdict=catalog.VERDICT_ACCEPTED)
        await host.light("tap_accepted")
        table.lift("decree/17")
        await host.event("LIFT")
        table.attach(6, (0, 1), 2)
        table.attach(7, (6, 0), 1)
        table.join((7, 3), (0, 4))
        await host.event("MODULE_ATTACHED", unit=6)
        await host.event("MODULE_ATTACHED", unit=7)
        await host.until(lambda: host.edges() == [[0, 1, 6, 2], [0, 4, 7, 3], [6, 0, 7, 1]])
        await host.command("LIGHTS", patterns=[(6, catalog.CONSTRUCTION), (7, catalog.TIER_2)])
        await host.light("construction", 6)
        await host.light("tier_2", 7)
        table.detach(7)
        await host.event("MODULE_LOST", unit=7)
        assert host.probe.dropped == {}


async def test_b71_b84_power_cut_keeps_every_byte_of_the_snapshot_and_changes_the_boot(tmp_path, cddl):
    async with virtual_arc(tmp_path, cddl) as host:
        first = await host.greet(1)
        host.running.table.attach(3)
        await host.event("MODULE_ATTACHED", unit=3)
        await store_game(host)
        await host.running.arc.restart("power on")
        second = await host.greet(2)
        assert second["boot"] != first["boot"]
        assert second["reset"] == "power on"
        await host.event("MODULE_ATTACHED", unit=3, boot=second["boot"])
        info = await host.command("SNAPSHOT_INFO")
        assert info["value"] == len(GAME).to_bytes(4, "little") + crc32(GAME).to_bytes(4, "little")
        back = b""
        while len(back) < len(GAME):
            back += (await host.command("SNAPSHOT_READ", offset=len(back)))["value"]
        assert back == GAME


async def test_b86_service_leads_to_the_repl_and_a_reset_back(tmp_path, cddl):
    async with virtual_arc(tmp_path, cddl) as host:
        await host.greet(1)
        host.beats = host.acks = False  # frames would be typed into the REPL
        assert (await host.command("SERVICE"))["code"] == messages.OK
        await host.until(lambda: b">>> " in host.text)
        host.write(b"6 * 7\r")
        await host.until(lambda: b"42" in host.text)
        host.write(b"import machine; machine.reset()\r")
        assert (await host.greet(2))["session"] == 2


async def hands_of(host):
    address, _, port = host.running.control.rpartition(":")
    return await VirtualClient.connect(address, int(port))


async def test_b82_ctrl_c_in_the_first_moments_leads_to_the_repl(tmp_path, cddl):
    async with virtual_arc(tmp_path, cddl) as host:
        host.beats = False
        host.write(b"\r\x03\x03")  # what mpremote sends
        await host.until(lambda: b">>> " in host.text)


async def test_b70_b83_a_crash_is_recorded_and_three_lead_to_safe_mode(tmp_path, cddl):
    def two_crashes(flash):
        (flash / "bad_ends").write_text("2")
        (flash / "crash.txt").write_text("Traceback:\nValueError: the third")

    async with virtual_arc(tmp_path, cddl, prepare=two_crashes) as host:
        welcome = await host.greet(1)
        assert welcome["reset"] == "crash"
        fault = await host.event("FAULT", part=catalog.PART_TASK, code=catalog.FAULT_CRASH)
        assert fault["detail"] == SAFE_MODE % "ValueError: the third"
        host.running.table.attach(1)
        host.running.table.tap("governor")
        await host.light("fault")
        assert (await host.command("SENSE"))["code"] == messages.OK
        assert host.probe.events("TAP", "MODULE_ATTACHED") == []
        assert (await host.command("RESET"))["code"] == messages.OK
        await host.greet(2)
        await host.event("MODULE_ATTACHED", unit=1)


async def test_b83_safe_mode_after_three_hangs_is_told_too(tmp_path, cddl):
    """A watchdog bite leaves no crash record; the ARC has neither reader nor bus all the same."""
    async with virtual_arc(tmp_path, cddl) as host:
        for session in range(1, 5):
            await host.greet(session)
            if session < 4:
                await host.running.arc.restart("watchdog")
        fault = await host.event("FAULT", part=catalog.PART_TASK, code=catalog.FAULT_CRASH)
        assert fault["detail"] == SAFE_MODE % "the program hung"
        await host.light("fault")


async def test_the_reset_button_is_no_bad_end_however_often_it_is_pressed(tmp_path, cddl):
    """given three presses without a healthy minute between, then the table still reads pieces and modules"""
    async with virtual_arc(tmp_path, cddl) as host, await hands_of(host) as hands:
        for session in range(1, 5):
            await hands.reset()
            await host.greet(session)
        await hands.attach(6)
        await host.event("MODULE_ATTACHED", unit=6)
        await hands.tap("governor")
        await host.event("TAP", piece="governor")


async def test_b72_host_that_stops_reading_stops_neither_lights_nor_bus(tmp_path, cddl):
    async with virtual_arc(tmp_path, cddl) as host:
        await host.greet(1)
        host.running.table.fault("host_stall")
        host.running.table.attach(5)
        await host.light("attached", 5)
        host.running.table.tap("decree/2")
        host.running.table.fault("host_stall", on=False)
        await host.event("MODULE_ATTACHED", unit=5)
        await host.event("TAP")


async def test_b72_b73_full_pipe_to_the_host_costs_nothing_but_time(tmp_path, cddl):
    async with virtual_arc(tmp_path, cddl) as host:
        await host.greet(1)
        await store_game(host)
        host.read(False)
        first = host.probe.last_command + 1
        for _ in range(40):  # 40 answers of 384 bytes: twice what the pipe holds
            host.write(host.probe.command("SNAPSHOT_READ", offset=0))
        host.running.table.attach(4)
        await host.light("attached", 4)
        host.running.table.detach(4)
        await asyncio.sleep(0.8)
        host.read(True)
        await host.until(lambda: set(range(first, host.probe.last_command + 1)) <= set(host.probe.results()))
        await host.event("MODULE_LOST", unit=4)
        assert host.probe.dropped == {}


async def test_a_rack_or_an_arc_that_dies_is_started_again(tmp_path, cddl):
    async with virtual_arc(tmp_path, cddl) as host:
        first = await host.greet(1)
        host.running.table.attach(9)
        await host.event("MODULE_ATTACHED", unit=9)
        arc, rack = host.running.arc.pids()
        await host.command("LIGHTS", patterns=[(9, catalog.TIER_2)])
        await host.light("tier_2", 9)
        os.kill(rack, signal.SIGKILL)
        await host.light("dark", 9)
        await host.light("tier_2", 9)
        os.kill(arc, signal.SIGKILL)
        second = await host.greet(2)
        assert second["boot"] != first["boot"]
        await host.event("MODULE_ATTACHED", unit=9, boot=second["boot"])


async def test_b84_unreadable_records_are_defaults_not_a_loop(tmp_path, cddl):
    def damage(flash):
        for name in ("boots", "bad_ends", "crash.txt", "snapshot.0", "snapshot.1"):
            (flash / name).write_bytes(b"\xff\xfe\x00" * 40)

    async with virtual_arc(tmp_path, cddl, prepare=damage) as host:
        await host.greet(1)
        assert (await host.event("FAULT", part=catalog.PART_STORE))["code"] == catalog.FAULT_UNREADABLE
        assert (await host.command("SNAPSHOT_INFO"))["code"] == messages.NOTHING_STORED
        await store_game(host)
        await host.event("FAULT_CLEARED", part=catalog.PART_STORE)


@pytest.mark.parametrize("size", [63, 64, 65, 127, 128])
async def test_b74_b75_packet_sizes_with_pauses_inside(tmp_path, cddl, size):
    async with virtual_arc(tmp_path, cddl) as host:
        await host.greet(1)
        await host.command("SNAPSHOT_BEGIN", length=size, crc=crc32(b"x" * size))
        frame = host.probe.command("SNAPSHOT_DATA", offset=0, data=b"x" * size)
        number = host.probe.last_command
        padded = frame.rjust(-(-len(frame) // size) * size, b"\x00")
        host.beats = host.acks = False  # nothing may come between the pieces
        for at in range(0, len(padded), 7):
            host.write(padded[at : at + 7])
            await asyncio.sleep(0)
        host.beats = host.acks = True
        await host.until(lambda: number in host.probe.results())
        assert (await host.command("SNAPSHOT_COMMIT"))["code"] == messages.OK


async def test_all_32_modules_and_the_heap(tmp_path, cddl, monkeypatch):
    """The budget is 96 KB in use on the chip, where code is frozen into flash and words have 4 bytes.

    Here words have 8 bytes and the code lies on the heap; the log says how much that is. What remains must stay within
    half the budget on the chip, so 96 KB here: importing leaves up to 45 KB there (docs/virtual-arc.md).
    """
    monkeypatch.setattr("tools.virtual.diorama.CORRIDORS", 40)  # the box has 17: only a bench joins them all
    async with virtual_arc(tmp_path, cddl) as host:
        await host.greet(1)
        for unit in range(1, 33):
            host.running.table.attach(unit)
        await host.until(lambda: len(host.probe.events("MODULE_ATTACHED")) == 32, 20)
        await host.until(lambda: len(host.edges()) == 32, 30)

        def full():
            told = [fields for name, fields in host.probe.seen if name == "STATUS"]
            return [fields for fields in told if fields["modules"] == 32]

        await host.until(full, 8)
        status = full()[-1]
        log = (tmp_path / "virtual-arc.log").read_text()
        code_bytes = int(re.search(r"code on the heap: (\d+)", log)[1])
        assert status["heap_used"] - code_bytes <= 96 * 1024


@pytest.mark.slow
async def test_b83_watchdog_restarts_a_stopped_program(tmp_path, cddl):
    async with virtual_arc(tmp_path, cddl) as host:
        await host.greet(1)
        os.kill(host.running.arc.pids()[0], signal.SIGSTOP)
        host.beats = False
        await asyncio.sleep(8.5)
        host.beats = True
        assert (await host.greet(2))["reset"] == "watchdog"


def children_of(pid):
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if parent == pid:
                found.append(int(entry.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="parent-death signal is Linux")
def test_both_processes_die_with_the_parent(tmp_path):
    parent = subprocess.Popen(
        [sys.executable, "-m", "tools.virtual", "run", "--level", "2", "--data", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    assert b"level 2" in parent.stdout.readline()
    children = children_of(parent.pid)
    assert len(children) == 2
    parent.kill()
    parent.wait()
    end_s = time.monotonic() + 5
    while any(
        Path(f"/proc/{pid}/exe").exists() and "Z" not in Path(f"/proc/{pid}/stat").read_text().split()[2]
        for pid in children
    ):
        assert time.monotonic() < end_s, "a MicroPython process outlived its parent"
        time.sleep(0.02)
    parent.stdout.close()
