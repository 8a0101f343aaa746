"""`colony play` as players start it: comes up, says what it is, is alone, and ends in order."""

import asyncio
import json
import os
import signal
import sys

import pytest

from host import paths
from host.link.discovery import read_virtual

LIMIT_S = 30
TOLD = {
    *("url", "pid", "arc", "arc_connected", "arc_port", "virtual", "game", "stage", "round", "rounds", "waiting_for"),
    *("paired_tablets", "open_pages", "notices"),
}


async def run(folder, *words):
    """`colony WORDS` to its end: (exit code, output, errors)."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "host.cli", *words, "--data", str(folder)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(LIMIT_S):
        said, errors = await process.communicate()
    return process.returncode, said.decode(), errors.decode()


@pytest.fixture
async def table(colony, tmp_path):
    """A companion with a virtual ARC that talks to it."""
    process = await colony("play", "--arc", "virtual", "--no-browser", "--listen", "127.0.0.1:0")
    async with asyncio.timeout(LIMIT_S):
        while not (await facts(tmp_path)).get("arc_connected"):
            assert process.returncode is None
            await asyncio.sleep(0.1)
    return process


async def facts(folder):
    code, said, _ = await run(folder, "status", "--json")
    return json.loads(said) if code == 0 else {}


async def test_a_running_table_tells_what_it_is_stays_alone_and_ends_in_order(table, tmp_path):
    """One companion for all of it: a start takes seconds."""
    told = await facts(tmp_path)
    assert told["arc_port"].startswith("/dev/pts/")
    assert told["virtual"] is True
    assert told["game"] is None
    assert set(told) <= TOLD

    # when a second one is started on the same folder
    code, _, errors = await run(tmp_path, "play", "--arc", "virtual", "--no-browser", "--listen", "127.0.0.1:0")
    assert code == 1
    assert told["url"] in errors

    # when the doctor comes, it asks the companion and leaves the port alone
    code, said, _ = await run(tmp_path, "doctor")
    assert code == 0, said
    assert "A companion runs at" in said
    assert (await facts(tmp_path))["arc_connected"]

    # when Ctrl-C is pressed, no file is left that lies
    table.send_signal(signal.SIGINT)
    async with asyncio.timeout(LIMIT_S):
        assert await table.wait() == 0
    assert not (tmp_path / paths.COMPANION).exists()
    assert read_virtual(tmp_path) is None


async def test_a_terminal_that_stops_to_listen_does_not_close_the_table(tmp_path):
    """given `colony play | head -0`"""
    reads, writes = os.pipe()
    os.close(reads)
    words = ("play", "--arc", "virtual", "--no-browser", "--listen", "127.0.0.1:0", "--data", str(tmp_path))
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "host.cli", *words, stdout=writes)
    os.close(writes)
    async with asyncio.timeout(LIMIT_S):
        while not (await facts(tmp_path)).get("arc_connected"):
            assert process.returncode is None
            await asyncio.sleep(0.1)
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
