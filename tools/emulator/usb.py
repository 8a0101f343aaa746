"""The emulated ARC's USB as a transport of the unmodified host link, in emulated time."""

import asyncio

from host.link.errors import TransportClosed
from host.link.transport import Candidate, Found, Transport
from tools.emulator.loop import EmulatedLoop

NAME = "emulated"


class EmulatedTransport:
    """Bytes to and from one chip's USB. `lose` ends it as an unplugged cable would."""

    name = NAME

    def __init__(self, loop: EmulatedLoop, chip: str) -> None:
        self._loop, self._chip = loop, chip
        self._arrived = bytearray()
        self._changed = asyncio.Event()
        self._closed = False
        loop.listen(chip, self._hear)

    def _hear(self, data: bytes) -> None:
        self._arrived += data
        self._changed.set()

    def lose(self) -> None:
        """The cable is out."""
        self._closed = True
        self._changed.set()

    async def read(self) -> bytes:
        """At least one byte. TransportClosed after `lose`."""
        while not self._arrived:
            if self._closed:
                raise TransportClosed("the emulated cable is out")
            self._changed.clear()
            await self._changed.wait()
        data = bytes(self._arrived)
        self._arrived.clear()
        return data

    async def write(self, data: bytes) -> None:
        """Into the chip's endpoint."""
        if self._closed:
            raise TransportClosed("the emulated cable is out")
        self._loop.emulator.send(self._chip, data)

    async def close(self) -> None:
        """Let go."""
        self._closed = True


class EmulatedOpener:
    """Finds the emulated ARC; `transport` is the newest connection to it."""

    def __init__(self, loop: EmulatedLoop, chip: str) -> None:
        self._loop, self._chip = loop, chip
        self.transport: EmulatedTransport | None = None

    async def find(self) -> Found:
        """The one place there is."""
        return Found([Candidate(NAME, self._open)], "Waiting for the emulated ARC.")

    async def _open(self) -> Transport:
        self.transport = EmulatedTransport(self._loop, self._chip)
        return self.transport
