"""The link under MicroPython for a long time on a small heap (B79): memory neither grows nor falls to pieces."""

import subprocess
from pathlib import Path

import pytest

from tools.virtual.micro_arc import micropython_command

ROOT = Path(__file__).resolve().parents[2]

# The heap is small enough that garbage of a few hundred frames fills it. The large buffer at the end needs one hole.
PROGRAM = """
import gc, sys
sys.path[:] = [{root!r}, ".frozen"]
from firmware.arc.journal import Journal
from firmware.arc.link import Link
from shared_rules.catalog import CATALOGUE
from shared_rules.wire import frames, messages
from shared_rules.wire.version import PROTOCOL

class Pipe:
    def __init__(self):
        self.data, self.sent = b"", 0
    def read_into(self, buf):
        count = min(len(buf), len(self.data))
        buf[:count] = self.data[:count]
        self.data = self.data[count:]
        return count
    def write(self, buf):
        self.sent += len(buf)
        return len(buf)

pipe, clock, done = Pipe(), [0], [0]
def take(fields):
    done[0] += 1
    return 0, b""
journal = Journal(1)
who = {{"firmware": "f", "board": "b", "chip": b"12345678", "reset": "r"}}
link = Link(pipe, journal, who, {{"SNAPSHOT_DATA": take}}, lambda is_open: None, now=lambda: clock[0])
def say(name, **fields):
    pipe.data += frames.encode_frame(messages.pack(name, **fields))
    while link.step():
        pass
pipe.data = b"\\0"
say("HELLO", protocol=PROTOCOL, table=messages.table_crc(), session=1, catalogue=CATALOGUE)
used = []
for n in range({count}):
    clock[0] = (clock[0] + 7) & 0x3FFFFFFF
    say("SNAPSHOT_DATA", session=1, command=n, offset=n, data=b"x" * (1 + n * 37 % 384))
    if n % 3 == 0:
        seq = journal.add("MODULE_LOST", {{"unit": n % 33}})
        say("EVENT_ACK", session=1, boot=1, seq=seq)
    if n in ({count} // 2, {count} - 1):
        gc.collect()
        used.append(gc.mem_alloc())
large = bytearray(3072)
print(done[0], used[1] - used[0], len(journal))
"""


def soak(count):
    program = PROGRAM.format(root=str(ROOT), count=count)
    ended = subprocess.run(
        [*micropython_command(), "-X", "heapsize=160k", "-c", program],
        capture_output=True, text=True, timeout=110, check=False,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return [int(word) for word in ended.stdout.split()]


@pytest.mark.skipif(micropython_command() is None, reason="no MicroPython here")
@pytest.mark.parametrize("count", [2_000, pytest.param(30_000, marks=pytest.mark.slow)])
def test_b79_frames_of_changing_size_leave_room_for_a_large_buffer(count):
    executed, growth_bytes, waiting = soak(count)
    assert (executed, waiting) == (count, 0)
    assert growth_bytes < 1024
