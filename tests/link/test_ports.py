"""Real pseudo-terminals and sockets: opening, sharing, sizes, hang-up, and what is said when a port does not open."""

import asyncio
import contextlib
import errno
import grp
import multiprocessing
import os
import subprocess
import sys

import pytest
import pytest_asyncio
from link_rig import Device, PtyBoard

from host.link.client import ArcClient
from host.link.errors import PortBusy, PortMissing, PortPermission, PortUnusable, TransportClosed
from host.link.ports import busy_error, group_of, holders, permission_error
from host.link.streams import lock_out_others, open_serial, open_tcp, port_error
from host.link.timing import LinkTiming
from host.link.transport import Candidate, Found

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals")

NOBODY = 65534
# The firmware's beats cannot be scaled; pauses between tries can.
FAST = LinkTiming(look_pause_s=0.02, retry_first_s=0.02, hello_retry_s=0.2)


@pytest_asyncio.fixture
async def board():
    board = PtyBoard(Device())
    yield board
    with contextlib.suppress(OSError):
        board.unplug()


# -- the stream ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 63, 64, 65, 127, 128, 200, 512])
async def test_every_size_goes_both_ways_with_nothing_sent_after(board, size):
    """B74, B75: whole packets of 64 bytes must not wait for a next write."""
    data = bytes(index & 0xFF for index in range(size))
    transport = await open_serial(board.path)
    async with asyncio.timeout(2):
        await transport.write(data)
        arrived, buf = b"", bytearray(1024)
        while len(arrived) < size:
            arrived += bytes(buf[: board.device.cable.read_into(buf)])
            await asyncio.sleep(0)
        assert arrived == data, "raw: no 0D 0A, no control characters eaten (B71)"
        board.device.cable.write(data)
        arrived = b""
        while len(arrived) < size:
            arrived += await transport.read()
        assert arrived == data
    await transport.close()


async def test_a_peer_that_closes_ends_in_one_named_error(board):
    """B112: and closing afterwards raises nothing."""
    transport = await open_serial(board.path)
    board.unplug()
    with pytest.raises(TransportClosed, match=board.path):
        async with asyncio.timeout(2):
            await transport.read()
    with pytest.raises(TransportClosed):
        await transport.write(b"x")
    await transport.close()
    await transport.close()


async def test_a_peer_that_does_not_read_holds_up_the_writer_not_the_program(board):
    transport = await open_serial(board.path)

    async def flood():
        for _ in range(100):
            await transport.write(bytes(4096))

    with pytest.raises(TimeoutError):
        await asyncio.wait_for(flood(), 0.2)
    await transport.close()


# -- who has the port ------------------------------------------------------------------------------------------------


async def test_a_second_companion_is_refused(board):
    """B109"""
    first = await open_serial(board.path)
    with pytest.raises(PortBusy, match=board.path):
        await open_serial(board.path)
    await first.close()
    again = await open_serial(board.path)  # B111: and the lock goes with the handle
    await again.close()


HOLD = """
import fcntl, os, sys
fd = os.open(sys.argv[1], os.O_RDWR | os.O_NOCTTY)
fcntl.flock(fd, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def start():
    """start(*command, **options) -> a process, killed at the end."""
    processes = []

    def start(*command, **options):
        processes.append(subprocess.Popen(command, **options))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.communicate()


async def test_the_holder_of_a_busy_port_is_named(board, start):
    """B109, B111: until it is gone, even by kill -9; then the port opens."""
    holder = start(sys.executable, "-c", HOLD, board.path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout.readline() == "held\n"
    with pytest.raises(PortBusy, match=rf"in use by \S+ \(process {holder.pid}\)"):
        await open_serial(board.path)
    holder.kill()
    holder.wait()
    transport = await open_serial(board.path)
    await transport.close()


def opens_for_a_plain_program(path):
    """Whether an ordinary user's program that asks for no lock can open the port."""
    os.chmod(path, 0o666)
    user = {"user": "nobody"} if os.geteuid() == 0 else {}
    done = subprocess.run(["/bin/sh", "-c", f"exec 3<>{path}"], capture_output=True, text=True, check=False, **user)
    assert done.returncode == 0 or "busy" in done.stderr
    return done.returncode == 0


def test_a_program_that_asks_for_no_lock_is_kept_out_too():
    """B109: a serial terminal next to the companion would get part of the bytes."""
    master, slave = os.openpty()
    path = os.ttyname(slave)
    assert opens_for_a_plain_program(path)
    lock_out_others(slave)
    assert not opens_for_a_plain_program(path)
    os.close(slave)
    os.close(master)


async def test_the_virtual_arcs_terminal_is_not_left_locked(board):
    """B111: it stays open at its other end, so a lasting mark would keep the next companion out."""
    transport = await open_serial(board.path)
    await transport.close()
    assert opens_for_a_plain_program(board.path)


async def test_children_do_not_inherit_the_port(board, start):
    """B111: a child that lives longer would keep the port locked."""
    transport = await open_serial(board.path)
    child = start("sleep", "60", close_fds=False)
    assert str(child.pid) in os.listdir("/proc")
    assert child.pid not in [holder.pid for holder in holders(board.path)]
    await transport.close()
    again = await open_serial(board.path)
    await again.close()


def test_modem_manager_is_known_by_name(tmp_path):
    """B110"""
    process = tmp_path / "77"
    (process / "fd").mkdir(parents=True)
    (process / "comm").write_text("ModemManager\n")
    (process / "fd" / "5").symlink_to("/dev/ttyACM0")
    error = busy_error("/dev/ttyACM0", tmp_path)
    assert "in use by ModemManager (process 77)" in str(error)
    assert "60-colony-arc.rules" in str(error)


def test_a_holder_that_may_not_be_seen_still_gives_a_sentence(tmp_path):
    assert "Another program uses /dev/ttyACM0" in str(busy_error("/dev/ttyACM0", tmp_path))


# -- ports that do not open --------------------------------------------------------------------------------------------


async def test_a_port_that_is_not_there():
    with pytest.raises(PortMissing, match=r"There is no port /dev/ttyACM77 now: is the cable plugged in\?"):
        await open_serial("/dev/ttyACM77")


async def test_a_name_that_is_no_serial_port(tmp_path):
    plain = tmp_path / "file"
    plain.write_text("x")
    with pytest.raises(PortUnusable):
        await open_serial(str(plain))
    with pytest.raises(PortUnusable):
        await open_serial(str(tmp_path))


def test_no_permission_names_the_real_group_and_the_command(tmp_path):
    """B120: the group is the file's own, not the one that is common."""
    port = tmp_path / "ttyACM0"
    port.write_text("")
    group = grp.getgrgid(os.stat(port).st_gid).gr_name
    error = port_error(str(port), PermissionError(errno.EACCES, "Permission denied"))
    assert isinstance(error, PortPermission)
    assert f"belongs to the group {group}. Run `sudo usermod -aG {group} $USER`, then log out" in str(error)


def _try_to_open(path, answer):
    if os.geteuid() == 0:  # the superuser may open everything
        os.setgid(NOBODY)
        os.setuid(NOBODY)
    try:
        asyncio.run(open_serial(path))
        answer.put("opened")
    except PortPermission as error:
        answer.put(str(error))


def test_no_permission_is_told_by_a_real_port_that_refuses():
    """B120"""
    master, slave = os.openpty()
    path = os.ttyname(slave)
    os.chmod(path, 0)
    group = grp.getgrgid(os.stat(path).st_gid).gr_name
    forked = multiprocessing.get_context("fork")
    answer = forked.SimpleQueue()
    child = forked.Process(target=_try_to_open, args=(path, answer))
    child.start()
    assert f"You may not open {path}: it belongs to the group {group}. Run `sudo usermod -aG {group}" in answer.get()
    child.join()
    os.close(slave)
    os.close(master)


def test_a_group_without_a_name_is_given_by_number(tmp_path, monkeypatch):
    port = tmp_path / "ttyACM0"
    port.write_text("")

    def nameless(gid):
        raise KeyError(gid)

    monkeypatch.setattr(grp, "getgrgid", nameless)
    assert group_of(str(port)) == str(os.stat(port).st_gid)
    assert "You may not open /dev/gone" in str(permission_error("/dev/gone"))


# -- the whole client over real handles ------------------------------------------------------------------------------


class Boards:
    """An opener over whatever boards are plugged in now."""

    def __init__(self):
        self.candidates = []

    async def find(self):
        return Found(tuple(self.candidates), "Looking for the ARC.")

    def show(self, name, opening):
        self.candidates = [Candidate(name, opening)]


@contextlib.asynccontextmanager
async def client_of(boards):
    events, arrived = [], asyncio.Event()

    async def on_event(event):
        events.append(event)
        arrived.set()

    client = ArcClient(boards, on_event, timing=FAST)
    task = asyncio.create_task(client.run())

    async def next_event():
        async with asyncio.timeout(5):
            await arrived.wait()
        arrived.clear()
        return events[-1]

    yield client, next_event
    assert not task.done()
    task.cancel()
    await asyncio.wait((task,))


async def until_disconnected(client):
    async with asyncio.timeout(5):
        while client.state.connected:  # noqa: ASYNC110  the states are shown by callback; here one look per turn is enough
            await asyncio.sleep(0)


async def test_the_client_finds_a_replugged_board_under_another_name():
    """B115, B116: given garbage in the buffer, a pulled cable, and another pseudo-terminal after the replug."""
    boards, names, taken = Boards(), [], []
    device = Device()
    async with client_of(boards) as (client, next_event):
        for number in range(2):
            board = PtyBoard(device)
            names.append(board.path)
            os.write(board.master, b"\x41garbage\x00\x05more")
            boards.show(board.path, lambda path=board.path: open_serial(path))
            pump = asyncio.create_task(board.pump())
            await client.wait_connected(5)
            assert client.state.port == board.path
            device.tap(f"decree/{number}")
            assert (await next_event()).fields["piece"] == f"decree/{number}"
            assert (await client.command("IDENTIFY", unit=3)).ok
            boards.candidates = []
            pump.cancel()
            await asyncio.wait((pump,))
            board.unplug()
            await until_disconnected(client)
            taken += os.openpty()  # the old name, as by a handle that is still open
    for fd in taken:
        os.close(fd)
    assert names[0] != names[1]
    assert [name for name, _ in device.executed] == ["IDENTIFY", "IDENTIFY"]


async def test_the_client_speaks_over_tcp():
    device, served = Device(), asyncio.Event()

    async def serve(reader, writer):
        served.set()
        buffer = bytearray()

        class Port:
            def read_into(self, buf):
                count = min(len(buf), len(buffer))
                buf[:count] = buffer[:count]
                del buffer[:count]
                return count

            def write(self, buf):
                writer.write(bytes(buf))
                return len(buf)

        device.cable.port = Port()
        while data := await reader.read(1000):
            buffer += data
            while device.link.step():
                pass
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    boards = Boards()
    boards.show("tcp", lambda: open_tcp("127.0.0.1", port))
    async with client_of(boards) as (client, next_event):
        await client.wait_connected(5)
        assert client.state.words == f"Talking to the ARC on tcp://127.0.0.1:{port}."
        device.tap()
        assert (await client.command("SENSE")).ok
        assert (await next_event()).name == "TAP"
    server.close()


async def test_nothing_listens():
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    with pytest.raises(PortMissing, match="Nothing listens"):
        await open_tcp("127.0.0.1", port)
