"""A pair of byte pipes in memory with knobs for everything a cable does wrong.

One end is a `Transport` for the companion, the other a port object as the firmware wants it (`read_into`, `write`,
neither ever waits). Time is the running event loop's, so a test with a virtual-time loop sleeps nowhere.

Rule 1: a pipe never reorders bytes: a cable does not. Rule 2: faults act on what one `write` gave (a chunk), each with
its own probability, drawn from the generator that the test passes in.
"""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass
from random import Random

from host.link.errors import TransportClosed


@dataclass(frozen=True)
class PipeFaults:
    """Probabilities per chunk (0..1) and the delay of each chunk."""

    drop: float = 0.0
    repeat: float = 0.0
    split: float = 0.0  # the rest of the chunk arrives `split_gap_s` later
    flip: float = 0.0  # one bit
    delay_s: float = 0.0
    split_gap_s: float = 0.004


CLEAN = PipeFaults()


class Pipe:
    """One direction. `room_bytes` bounds what the reader has not fetched."""

    def __init__(self, faults: PipeFaults = CLEAN, rng: Random | None = None, room_bytes: int = 65536) -> None:
        self.faults = faults
        self.closed = False
        self.changed = asyncio.Event()  # bytes arrived, bytes were fetched, or the pipe closed
        self._rng = rng or Random(0)
        self._room_bytes = room_bytes
        self._arrived = bytearray()
        self._on_way: deque[tuple[float, bytes]] = deque()
        self._on_way_bytes = 0
        self._timer: asyncio.TimerHandle | None = None

    @property
    def room(self) -> int:
        """Bytes that `send` would take now."""
        return max(0, self._room_bytes - len(self._arrived) - self._on_way_bytes)

    def send(self, chunk: bytes) -> None:
        """Put a chunk in; the caller has looked at `room`."""
        faults, rng = self.faults, self._rng
        if rng.random() < faults.drop:
            return
        if rng.random() < faults.flip:
            bit = rng.randrange(len(chunk) * 8)
            chunk = bytes(byte ^ (1 << bit % 8 if index == bit // 8 else 0) for index, byte in enumerate(chunk))
        times = 2 if rng.random() < faults.repeat else 1
        for _ in range(times):
            if len(chunk) > 1 and rng.random() < faults.split:
                at = rng.randrange(1, len(chunk))
                self._deliver(chunk[:at], faults.delay_s)
                self._deliver(chunk[at:], faults.delay_s + faults.split_gap_s)
            else:
                self._deliver(chunk, faults.delay_s)

    def take(self, most: int) -> bytes:
        """Fetch up to `most` arrived bytes, b"" if there are none."""
        data = bytes(self._arrived[:most])
        del self._arrived[:most]
        if data:
            self.changed.set()
        return data

    def close(self) -> None:
        """Pull the cable: what is on its way is lost."""
        self.closed = True
        self._on_way.clear()
        self._on_way_bytes = 0
        if self._timer is not None:
            self._timer.cancel()
        self.changed.set()

    def _deliver(self, data: bytes, delay_s: float) -> None:
        if delay_s <= 0 and not self._on_way:
            self._arrived += data
            self.changed.set()
            return
        loop = asyncio.get_running_loop()
        earliest = self._on_way[-1][0] if self._on_way else 0.0
        self._on_way.append((max(loop.time() + delay_s, earliest), data))
        self._on_way_bytes += len(data)
        if self._timer is None:
            self._timer = loop.call_at(self._on_way[0][0], self._arrive)

    def _arrive(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        while self._on_way and self._on_way[0][0] <= loop.time():
            data = self._on_way.popleft()[1]
            self._on_way_bytes -= len(data)
            self._arrived += data
            self.changed.set()
        if self._on_way:
            self._timer = loop.call_at(self._on_way[0][0], self._arrive)


class MemoryTransport:
    """The companion's end."""

    def __init__(self, name: str, incoming: Pipe, outgoing: Pipe) -> None:
        self._name = name
        self._incoming = incoming
        self._outgoing = outgoing

    @property
    def name(self) -> str:
        return self._name

    async def read(self) -> bytes:
        while True:
            data = self._incoming.take(4096)
            if data:
                return data
            if self._incoming.closed:
                raise TransportClosed(f"{self._name} was closed at the other end.")
            self._incoming.changed.clear()
            await self._incoming.changed.wait()

    async def write(self, data: bytes) -> None:
        while not self._outgoing.closed and self._outgoing.room < len(data):
            self._outgoing.changed.clear()
            await self._outgoing.changed.wait()
        if self._outgoing.closed:
            raise TransportClosed(f"{self._name} was closed at the other end.")
        self._outgoing.send(data)

    async def close(self) -> None:
        self._incoming.close()
        self._outgoing.close()


class MemoryPort:
    """The firmware's end: a USB port object."""

    def __init__(self, incoming: Pipe, outgoing: Pipe) -> None:
        self.incoming = incoming
        self.outgoing = outgoing

    def read_into(self, buf: bytearray) -> int:
        """Fill `buf` with what is there; 0 = nothing now."""
        data = self.incoming.take(len(buf))
        buf[: len(data)] = data
        return len(data)

    def write(self, buf: bytes | bytearray | memoryview) -> int:
        """Give what fits; the number of bytes taken. A pulled cable takes all and loses it, like USB CDC."""
        if self.outgoing.closed:
            return len(buf)
        taken = min(len(buf), self.outgoing.room)
        if taken:
            self.outgoing.send(bytes(buf[:taken]))
        return taken

    def close(self) -> None:
        """Pull the cable at this end."""
        self.incoming.close()
        self.outgoing.close()


def memory_pair(
    to_arc: PipeFaults = CLEAN,
    to_host: PipeFaults = CLEAN,
    rng: Random | None = None,
    name: str = "memory",
    room_bytes: int = 65536,
) -> tuple[MemoryTransport, MemoryPort]:
    """A connected companion end and firmware end."""
    rng = rng or Random(0)
    down, up = Pipe(to_arc, rng, room_bytes), Pipe(to_host, rng, room_bytes)
    return MemoryTransport(name, up, down), MemoryPort(down, up)
