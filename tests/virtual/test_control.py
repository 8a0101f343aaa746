"""The control socket and `colony virtual`, against running virtual ARCs."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest
from level2_bench import virtual_arc

from host.cli import main as colony
from host.link.control import VirtualClient
from host.link.errors import VirtualError
from tools.virtual.ends import TcpEnd, has_pty
from tools.virtual.micro_arc import micropython_command
from tools.virtual.probe import Probe
from tools.virtual.running import Running

ROOT = Path(__file__).resolve().parents[2]
needs_pty = pytest.mark.skipif(not has_pty(), reason="no pty here")
LEVELS = [
    pytest.param(1, marks=needs_pty),
    pytest.param(2, marks=pytest.mark.skipif(micropython_command() is None or not has_pty(), reason="no MicroPython")),
]
pytestmark = pytest.mark.timeout(40)


async def client_of(host):
    address, _, port = host.running.control.rpartition(":")
    return await VirtualClient.connect(address, int(port))


@pytest.mark.parametrize("level", LEVELS)
async def test_the_same_hands_work_at_both_levels(tmp_path, cddl, level):
    async with virtual_arc(tmp_path, cddl, level) as host, await client_of(host) as hands:
        facts = json.loads((tmp_path / "virtual.json").read_text())
        assert facts["level"] == level
        await host.greet(5)
        await hands.tap("decree/17")
        await host.event("TAP", piece="decree/17")
        await hands.attach(6, (0, 1))
        await host.event("MODULE_ATTACHED", unit=6)
        assert (await hands.state())["modules"]["6"]["joined"]
        await hands.join((6, 1), (0, 3))
        await host.until(lambda: [0, 3, 6, 1] in host.edges())
        await hands.part((0, 3))
        await hands.battery(4.1)
        assert (await host.event("BATTERY", low=True))["millivolts"] < 4200
        await hands.fault("reader_absent")
        await host.event("FAULT", part=1)
        await hands.fault("reader_absent", on=False)
        await host.event("FAULT_CLEARED", part=1)
        with pytest.raises(VirtualError, match="decree/1 to decree/60"):
            await hands.tap("decree/61")
        await hands.lift("decree/17")
        await hands.detach(6)
        boot = host.probe.seen[0][1]["boot"]
        await hands.reset()
        assert (await host.greet(6))["boot"] != boot
        await hands.power_cut()
        assert (await host.greet(7))["reset"] == "power on"


@pytest.mark.parametrize("level", LEVELS)
async def test_a_pulled_cable_ends_the_port_and_comes_back_as_another(tmp_path, cddl, level):
    async with virtual_arc(tmp_path, cddl, level) as host, await client_of(host) as hands:
        await host.greet(1)
        host.beats = False
        await hands.fault("unplugged")
        assert "port" not in json.loads((tmp_path / "virtual.json").read_text())
        await host.light("no_host")
        host.close()
        await hands.fault("unplugged", on=False)
        assert json.loads((tmp_path / "virtual.json").read_text())["port"] == host.running.port
        host.beats = True
        host.open()
        assert (await host.greet(2))["session"] == 2


async def test_watch_gives_the_state_at_once_and_after_each_change(tmp_path, cddl):
    running = Running(tmp_path, 1, pty=False)
    await running.start()
    try:
        address, _, port = running.control.rpartition(":")
        client = await VirtualClient.connect(address, int(port))
        watch = client.watch()
        first = await asyncio.wait_for(anext(watch), 5)
        assert first["field"] == []
        await client.tap("governor")
        while True:
            state = await asyncio.wait_for(anext(watch), 5)
            if state["field"] == ["governor"] and state["arc"]["light"]["pattern"] == "tap_refused":
                break
        await watch.aclose()
        await client.close()
    finally:
        await running.stop()


async def test_level_1_serves_over_tcp_where_there_is_no_pty(tmp_path, cddl):
    running = Running(tmp_path, 1, pty=False)
    await running.start()
    try:
        assert isinstance(running.plug.end, TcpEnd)
        port = json.loads((tmp_path / "virtual.json").read_text())["port"]
        assert port.startswith("tcp://127.0.0.1:")
        reader, writer = await asyncio.open_connection("127.0.0.1", int(port.rsplit(":", 1)[1]))
        host = Probe(check=cddl)
        writer.write(host.hello())
        while not host.seen:
            host.feed(await asyncio.wait_for(reader.read(4096), 5))
        assert host.seen[0][0] == "WELCOME"
        writer.close()
    finally:
        await running.stop()
    assert not (tmp_path / "virtual.json").exists()


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"nonsense\n", "do what? One of: tap"),
        (b"[1]\n", "do what?"),
        (b'{"do": "tap"}\n', "tap was not understood"),
        (b'{"do": "attach", "unit": "x"}\n', "attach was not understood"),
        (b'{"do": "join", "a": [0], "b": [1, 2]}\n', "join was not understood"),
    ],
)
async def test_bad_requests_get_a_sentence_and_the_connection_stays(tmp_path, line, sentence):
    running = Running(tmp_path, 1, pty=False)
    await running.start()
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(running.control.rsplit(":", 1)[1]))
        for request, wanted in ((line, sentence), (b'{"do": "state"}\n', None)):
            writer.write(request)
            answer = json.loads(await asyncio.wait_for(reader.readline(), 5))
            assert answer["ok"] == (wanted is None)
            assert wanted is None or wanted in answer["error"]
        writer.close()
    finally:
        await running.stop()


def test_colony_virtual_from_the_command_line(tmp_path, capsys):
    process = subprocess.Popen(
        [sys.executable, "-m", "tools.virtual", "run", "--tcp", "--data", str(tmp_path)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
    )
    data = ["--data", str(tmp_path)]
    try:
        assert b"level 1" in process.stdout.readline()
        for words in (
            ["tap", "decree/17"],
            ["attach", "6", "--to", "ARC:1"],
            ["attach", "7"],
            ["join", "6:2", "7:2"],
            ["part", "6:2"],
            ["battery", "5.1"],
            ["fault", "board_dead", "7"],
            ["state"],
        ):
            assert colony(["virtual", *words, *data]) == 0, words
        shown = capsys.readouterr().out
        assert "joined at ARC:1" in shown
        assert "ARC:1 - 6:0" in shown
        assert colony(["virtual", "state", "--json", *data]) == 0
        state = json.loads(capsys.readouterr().out)
        assert (state["field"], state["battery_volts"], state["faults"]) == (["decree/17"], 5.1, ["board_dead 7"])
        for words in (["lift"], ["fault", "board_dead", "7", "--off"], ["detach", "7"], ["reset"], ["power-cut"]):
            assert colony(["virtual", *words, *data]) == 0, words
        capsys.readouterr()
        assert colony(["virtual", "tap", "decree/61", *data]) == 1
        assert "the box holds decree/1 to decree/60" in capsys.readouterr().err
        assert colony(["virtual", "attach", "7", "--to", "here", *data]) == 1
        assert "write UNIT:PORT" in capsys.readouterr().err
        assert colony(["virtual", "run", "--tcp", *data]) == 1
        assert "runs in" in capsys.readouterr().err
    finally:
        process.terminate()
        process.wait(10)
        process.stdout.close()
    assert process.returncode == 0
    assert colony(["virtual", "state", *data]) == 1
    assert "No virtual ARC runs" in capsys.readouterr().err


async def test_a_watcher_that_went_away_is_forgotten_while_nothing_changes(tmp_path):
    """Given many watchers that closed their sockets, when the table lies still, then nobody is served any more."""
    running = Running(tmp_path, level=1, pty=False)
    await running.start()
    try:
        host, _, port = running.control.rpartition(":")
        for _ in range(20):
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(b'{"do": "watch"}\n')
            await reader.readline()
            writer.close()
        async with asyncio.timeout(5):
            await running.until_alone(0.1)
    finally:
        await running.stop()


@pytest.mark.parametrize(
    "line",
    [b"{", b"", b"[]", b"null", b"\xff", b"[" * 50_000, b'{"do": []}', b'{"do": "tap"}', b'{"do": "lift", "piece": 5}',
     b'{"do": "tap", "piece": {}}', b'{"do": "attach", "unit": 1e400}', b'{"do": "attach", "unit": 6, "to": 5}',
     b'{"do": "attach", "unit": ' + b"9" * 5000 + b"}", b'{"do": "battery", "volts": NaN}',
     b'{"do": "fault", "kind": "board_dead", "unit": 1e400}'],
)  # fmt: skip
async def test_a_malformed_request_is_answered_and_costs_nobody_the_connection(tmp_path, line):
    running = Running(tmp_path, level=1, pty=False)
    await running.start()
    try:
        host, _, port = running.control.rpartition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(line + b'\n{"do": "state"}\n')
        refused, state = json.loads(await reader.readline()), json.loads(await reader.readline())
        assert refused["ok"] is False
        assert len(refused["error"]) > 10
        assert state["ok"] is True
        writer.close()
    finally:
        await running.stop()
