"""What the link needs from a byte stream, whatever carries it.

Rule 1: a transport has no timers and knows no frames. Rule 2: however a stream ends, `read` and `write` raise
`TransportClosed`; after that only `close` is called. Rule 3: `close` never raises and may be called twice.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Protocol


class Transport(Protocol):
    """A two-way byte stream. Cancelling `read` loses no bytes."""

    @property
    def name(self) -> str:
        """The port in words that a player recognises: `/dev/ttyACM0`, `tcp://127.0.0.1:4000`."""

    async def read(self) -> bytes:
        """Wait for bytes; at least one. Raises TransportClosed."""

    async def write(self, data: bytes) -> None:
        """Queue `data` whole, then wait until the stream can take more. Raises TransportClosed."""

    async def close(self) -> None:
        """Let go of the port before returning."""


@dataclass(frozen=True)
class Candidate:
    """A place where an ARC may answer. `open` raises LinkError."""

    name: str
    open: Callable[[], Awaitable[Transport]]


@dataclass(frozen=True)
class Found:
    """What a look around gave. `words` tells players what is awaited when there are no candidates."""

    candidates: Sequence[Candidate]
    words: str


class Opener(Protocol):
    """Looks for the ARC anew each time it is asked, because a replugged board may have another name."""

    async def find(self) -> Found:
        """The places to try now, best first."""
