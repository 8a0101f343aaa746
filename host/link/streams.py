"""Serial ports and TCP as transports: both are asyncio streams underneath.

Serial goes through serialx: real asyncio on each platform, exclusive by default, its handle is not inherited by
children, a hung-up terminal ends in an error (pyserial-asyncio spins). Two things are added here. `flock` alone keeps
out only programs that ask for it, so TIOCEXCL is set on real ports too. And all ways in which a stream can end become
one `TransportClosed`.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import sys
from typing import Any

import serialx

from host.link.errors import LinkError, PortBusy, PortMissing, PortUnusable, TransportClosed
from host.link.ports import busy_error, permission_error
from host.link.transport import Transport

READ_BYTES = 4096
# The ARC's input buffer is small; what waits here is out of reach of the session's deadlines.
WRITE_BUFFER_BYTES = 4096
CLOSE_S = 2.0
CONNECT_S = 5.0
# USB CDC ignores it; a UART bridge would need it.
BAUDRATE = 115200

_MISSING = {errno.ENOENT, errno.ENODEV, errno.ENXIO}


class StreamTransport:
    """An asyncio stream pair as `Transport`."""

    def __init__(self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._name = name
        self._reader = reader
        self._writer = writer
        writer.transport.set_write_buffer_limits(high=WRITE_BUFFER_BYTES)

    @property
    def name(self) -> str:
        return self._name

    async def read(self) -> bytes:
        try:
            data = await self._reader.read(READ_BYTES)
        except (OSError, serialx.SerialException) as error:
            raise TransportClosed(f"The connection to {self._name} broke: {error}.") from error
        if not data:
            raise TransportClosed(f"{self._name} was closed at the other end.")
        return data

    async def write(self, data: bytes) -> None:
        try:
            self._writer.write(data)
            await self._writer.drain()
        except (OSError, serialx.SerialException) as error:
            raise TransportClosed(f"The connection to {self._name} broke: {error}.") from error

    async def close(self) -> None:
        # `abort`: bytes that a deaf board never takes must not keep the port open.
        transport: Any = self._writer.transport
        with contextlib.suppress(OSError, serialx.SerialException):
            transport.abort()
        with contextlib.suppress(OSError, serialx.SerialException, TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await self._writer.wait_closed()


async def open_serial(path: str) -> Transport:
    """Open a serial port or pseudo-terminal for us alone.

    Raises PortMissing, PortPermission, PortBusy, PortUnusable.
    """
    try:
        reader, writer = await serialx.open_serial_connection(path, baudrate=BAUDRATE, exclusive=True)
    except (OSError, serialx.SerialException) as error:
        # Looking for the holder reads all of /proc.
        raise await asyncio.to_thread(port_error, path, error) from error
    if not is_pseudo_terminal(path):
        lock_out_others(writer.get_extra_info("serial").fileno())
    return StreamTransport(path, reader, writer)


def port_error(path: str, error: Exception) -> LinkError:
    """The named error for what the system said about a serial port."""
    code = getattr(error, "errno", None)
    if isinstance(error, PermissionError) or code == errno.EACCES:
        # Windows says "access denied" when another program has the port.
        return busy_error(path) if sys.platform == "win32" else permission_error(path)
    if code == errno.EBUSY:
        return busy_error(path)
    if isinstance(error, FileNotFoundError) or code in _MISSING:
        return PortMissing(path, f"There is no port {path} now: is the cable plugged in?")
    return PortUnusable(path, f"{path} cannot be used as a serial port: {error}.")


def is_pseudo_terminal(path: str) -> bool:
    """A virtual ARC holds its own open: a mark on it would outlive us and keep the next companion out."""
    return os.path.realpath(path).startswith("/dev/pts/")


def lock_out_others(fd: int) -> None:
    """Let no other program open the port, also one that does not ask for the lock. It ends with the port's last close.

    The superuser is not kept out (tty_ioctl(4), TIOCEXCL).
    """
    if sys.platform == "win32":
        return
    import fcntl
    import termios

    with contextlib.suppress(OSError):
        fcntl.ioctl(fd, termios.TIOCEXCL)


async def open_tcp(host: str, port: int) -> Transport:
    """Connect to an ARC that listens on TCP. Raises PortMissing, PortUnusable."""
    name = f"tcp://{host}:{port}"
    try:
        async with asyncio.timeout(CONNECT_S):
            reader, writer = await asyncio.open_connection(host, port)
    except ConnectionRefusedError as error:
        raise PortMissing(name, f"Nothing listens on {name} now.") from error
    except (OSError, TimeoutError) as error:
        raise PortUnusable(name, f"{name} cannot be reached: {error or 'no answer'}.") from error
    return StreamTransport(name, reader, writer)


__all__ = ["PortBusy", "StreamTransport", "open_serial", "open_tcp", "port_error"]
