"""The end that a host opens: a pseudo-terminal, or TCP on the loopback where there is none. Bytes only.

Both are bounded and never wait: `write` says how many bytes it took, `read_into` takes what is there. `stalled` models
a host that keeps the port open and does not read.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable

try:
    import termios
    import tty
except ImportError:  # Windows
    termios = None  # type: ignore[assignment]


def has_pty() -> bool:
    """Whether this platform can pretend to be a serial port."""
    return termios is not None and hasattr(os, "openpty")


def open_pty() -> tuple[int, int]:
    """(master, slave) of a raw, non-blocking pseudo-terminal."""
    master, slave = os.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    return master, slave


class PtyEnd:
    """A pseudo-terminal; `name` is the path that the host opens. The slave stays open here, so that a host may come and
    go without the terminal hanging up."""

    def __init__(self) -> None:
        self.master, self._slave = open_pty()
        self.name = os.ttyname(self._slave)

    def read_into(self, buf: bytearray) -> int:
        """Bytes that the host sent."""
        try:
            return os.readv(self.master, [buf])
        except OSError:  # nothing there (EAGAIN), or hung up (EIO)
            return 0

    def write(self, data: bytes | memoryview) -> int:
        """Bytes taken."""
        try:
            return os.write(self.master, data)
        except OSError:
            return 0

    def close(self) -> None:
        """Pull the plug: the host sees an error."""
        os.close(self.master)
        os.close(self._slave)


class TcpEnd:
    """A listening socket on the loopback with room for one host at a time; the newest wins."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self.name = f"tcp://127.0.0.1:{self._listener.getsockname()[1]}"
        self._host: socket.socket | None = None

    def _accept(self) -> None:
        with contextlib.suppress(BlockingIOError):
            host, _ = self._listener.accept()
            host.setblocking(False)
            host.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._drop()
            self._host = host

    def _drop(self) -> None:
        if self._host:
            self._host.close()
        self._host = None

    def read_into(self, buf: bytearray) -> int:
        """Bytes that the host sent."""
        self._accept()
        try:
            count = self._host.recv_into(buf) if self._host else 0
        except BlockingIOError:
            return 0
        except OSError:
            count = 0
        if self._host and not count:
            self._drop()
        return count

    def write(self, data: bytes | memoryview) -> int:
        """Bytes taken."""
        try:
            return self._host.send(data) if self._host else 0
        except OSError:
            return 0

    def close(self) -> None:
        """Pull the plug."""
        self._drop()
        self._listener.close()


class Plug:
    """USB as level 1 uses it: an end that can be pulled and put back, with the table's faults applied."""

    def __init__(self, make: Callable[[], PtyEnd | TcpEnd], stalled: Callable[[], bool]) -> None:
        self._make = make
        self._stalled = stalled
        self.end: PtyEnd | TcpEnd | None = make()

    @property
    def name(self) -> str:
        """What the host opens now; empty while unplugged."""
        return self.end.name if self.end else ""

    def plug(self, in_: bool) -> None:
        """Pull the cable, or put it back under whatever name comes."""
        if in_ and self.end is None:
            self.end = self._make()
        elif not in_ and self.end is not None:
            self.end.close()
            self.end = None

    def read_into(self, buf: bytearray) -> int:
        """Bytes that the host sent."""
        return self.end.read_into(buf) if self.end else 0

    def write(self, data: bytes | memoryview) -> int:
        """Bytes taken; none while the host is stalled or away."""
        return 0 if self.end is None or self._stalled() else self.end.write(data)


class Bridge:
    """Copies bytes between a `Plug` on a pseudo-terminal and the terminal of the ARC's process, bounded both ways."""

    MOST_BYTES = 4096

    def __init__(self, plug: Plug, inner: int) -> None:
        self._plug = plug
        self._inner = inner
        self._to_host = bytearray()
        self._to_arc = bytearray()
        self._watched: dict[int, None] = {}
        self._loop = asyncio.get_running_loop()
        self._scratch = bytearray(self.MOST_BYTES)
        self._retry: asyncio.TimerHandle | None = None
        self.refresh()

    def refresh(self) -> None:
        """Watch the files that can bring something now; call it after the plug was pulled or put back."""
        wanted = {}
        if len(self._to_host) < self.MOST_BYTES:
            wanted[self._inner] = self._from_arc
        outer = self._outer()
        if outer is not None and len(self._to_arc) < self.MOST_BYTES:
            wanted[outer] = self._from_host
        for file in set(self._watched) - set(wanted):
            self._loop.remove_reader(file)
            del self._watched[file]
        for file in set(wanted) - set(self._watched):
            self._loop.add_reader(file, wanted[file])
            self._watched[file] = None

    def pump(self) -> None:
        """Try again to get rid of what is waiting."""
        if self._to_host:
            del self._to_host[: self._plug.write(bytes(self._to_host))]
        if self._to_arc:
            try:
                del self._to_arc[: os.write(self._inner, self._to_arc)]
            except BlockingIOError:
                pass
            except OSError:
                self._to_arc.clear()
        if (self._to_host or self._to_arc) and self._retry is None:
            self._retry = self._loop.call_later(0.005, self._again)
        self.refresh()

    def _again(self) -> None:
        self._retry = None
        self.pump()

    def close(self) -> None:
        """Stop copying."""
        if self._retry:
            self._retry.cancel()
        for file in self._watched:
            self._loop.remove_reader(file)
        self._watched.clear()
        self._to_host.clear()
        self._to_arc.clear()

    def forget(self) -> None:
        """The cable was pulled: what was under way is lost."""
        outer = self._outer()
        if outer is not None and outer in self._watched:
            self._loop.remove_reader(outer)
            del self._watched[outer]
        self._to_host.clear()
        self._to_arc.clear()

    def _outer(self) -> int | None:
        return self._plug.end.master if isinstance(self._plug.end, PtyEnd) else None

    def _from_arc(self) -> None:
        try:
            self._to_host += os.read(self._inner, self.MOST_BYTES)
        except BlockingIOError:
            return
        except OSError:
            self._loop.remove_reader(self._inner)
            self._watched.pop(self._inner, None)
            return
        self.pump()

    def _from_host(self) -> None:
        count = self._plug.read_into(self._scratch)
        self._to_arc += self._scratch[:count]
        self.pump()


def make_end(pty: bool | None = None) -> PtyEnd | TcpEnd:
    """A pseudo-terminal where there is one, else TCP."""
    return PtyEnd() if (has_pty() if pty is None else pty) else TcpEnd()
