"""The companion's virtual ARC: it always comes back, keeps its table, and never outlives its companion."""

import asyncio
import json
import os
import subprocess

import psutil
import pytest
from waiting import until

from host import paths
from host.link.control import VirtualClient
from host.link.discovery import read_virtual
from host.virtual_process import VirtualProcess

pytestmark = pytest.mark.timeout(60)


async def test_a_killed_arc_comes_back_with_its_table(tmp_path):
    """Given a table with a module, when its process is killed, then hands and module are there again."""
    keeper = VirtualProcess(tmp_path)
    async with keeper as arc, await VirtualClient.connect(arc.control_host, arc.control_port) as hands:
        keeper.on_moved = lambda arc: hands.moved(arc.control_host, arc.control_port)
        await hands.attach(6, (0, 1))
        psutil.Process(arc.pid).kill()
        fresh = await until(lambda: (found := read_virtual(tmp_path)) and found.pid != arc.pid and found)
        await until(lambda: hands._port == fresh.control_port)
        assert (await hands.state())["corridors"] == [[0, 1, 6, 0]]
    assert not psutil.pid_exists(fresh.pid)
    assert read_virtual(tmp_path) is None


async def test_an_orphan_ends_by_itself(tmp_path, colony):
    """Given a companion that was killed, when nobody takes its ARC over, then that ends."""
    process = await colony("virtual", "run", "--companion", "0.2")
    await until(lambda: read_virtual(tmp_path))
    process.stdin.close()
    assert await asyncio.wait_for(process.wait(), 15) == 0
    assert not (tmp_path / paths.VIRTUAL).exists()


async def test_an_orphan_that_was_taken_over_lives_on_and_ends_with_its_new_companion(tmp_path, colony):
    process = await colony("virtual", "run", "--companion", "0.3")
    arc = await until(lambda: read_virtual(tmp_path))
    async with VirtualProcess(tmp_path) as found, await VirtualClient.connect(arc.control_host, arc.control_port):
        assert found == arc
        process.stdin.close()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(process.wait()), 1.0)
    assert await asyncio.wait_for(process.wait(), 15) == 0


async def test_one_that_was_started_by_hand_is_left_running(tmp_path, colony):
    process = await colony("virtual", "run")
    arc = await until(lambda: read_virtual(tmp_path))
    async with VirtualProcess(tmp_path) as found:
        assert found == arc
    assert process.returncode is None


async def test_of_several_that_start_at_once_one_runs(tmp_path, colony):
    processes = [await colony("virtual", "run") for _ in range(3)]
    ended = [asyncio.ensure_future(process.wait()) for process in processes]
    while sum(one.done() for one in ended) < 2:
        await asyncio.wait([one for one in ended if not one.done()], timeout=20, return_when=asyncio.FIRST_COMPLETED)
    assert sorted(one.result() for one in ended if one.done()) == [1, 1]
    (left,) = [process for process in processes if process.returncode is None]
    assert (await until(lambda: read_virtual(tmp_path))).pid == left.pid
    left.kill()
    await asyncio.gather(*ended)


def test_another_program_with_the_number_of_a_dead_one_is_not_taken_for_it(tmp_path):
    """After a restart of the computer any program may have the number that virtual.json names."""
    path = tmp_path / "virtual.json"
    path.write_text(json.dumps(paths.identity()))
    assert paths.read_live(path)["pid"] == os.getpid()
    path.write_text(json.dumps({**paths.identity(), "born_s": 1.0}))
    assert paths.read_live(path) is None


@pytest.mark.skipif(os.name != "posix", reason="only there the dead wait to be buried")
async def test_a_dead_process_that_nobody_has_buried_is_dead(tmp_path):
    path = tmp_path / "virtual.json"
    child = subprocess.Popen(["true"])  # noqa: ASYNC220 - asyncio would bury it
    await until(lambda: psutil.Process(child.pid).status() == psutil.STATUS_ZOMBIE)
    path.write_text(json.dumps({"pid": child.pid}))
    assert paths.read_live(path) is None
    child.wait()


@pytest.mark.parametrize("text", ["", "[]", "7", "null", '{"pid": "x"}', '{"pid": -1}', '{"pid": 1e99}', '{"pid": [1]}',
                                  '{"pid": 1, "born_s": "x"}', "\x00"])  # fmt: skip
def test_a_damaged_file_names_nobody(tmp_path, text):
    path = tmp_path / "virtual.json"
    path.write_text(text, encoding="utf-8")
    assert paths.read_live(path) is None
