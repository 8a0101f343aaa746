"""Virtual ARCs as processes of their own."""

import asyncio
import sys

import psutil
import pytest


@pytest.fixture(autouse=True)
def no_process_left():
    """Whatever a test does, its processes are gone afterwards."""
    yield
    left = psutil.Process().children(recursive=True)
    for process in left:
        process.kill()
    psutil.wait_procs(left, 5)
    assert not [process for process in left if "host.cli" in " ".join(_words(process))]


def _words(process):
    try:
        return process.cmdline()
    except psutil.Error:
        return []


@pytest.fixture
async def colony(tmp_path):
    """Start `colony ...` as a process, its standard input ours to close."""
    started = []

    async def start(*words):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "host.cli", *words, "--data", str(tmp_path),
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.DEVNULL,
        )  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        if process.returncode is None:
            process.kill()
        await process.wait()  # or its pipes are closed by a loop that is gone
