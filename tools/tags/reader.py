"""The ARC's reader driver on this computer, over a `Port` that carries one PN532 command and its answer.

Rule 1: everything above one command is the firmware's own code: what this tool finds on a tag, the ARC finds too.
Rule 2: a Port raises ReaderError for what may be tried again, UserError for what a person has to mend.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from firmware.drivers.pn532 import (
    COMMUNICATE_THRU,
    DATA_EXCHANGE,
    GET_FIRMWARE,
    LIST_TARGETS,
    Pn532,
)

Sleep = Callable[[float], Awaitable[None]]

# Bytes that an answer has behind its code. Two tags with 10-byte UIDs and 20 history bytes each come to 71 (B12).
_ANSWER_BYTES = {GET_FIRMWARE: 4, LIST_TARGETS: 80, COMMUNICATE_THRU: 9}
_READ = 0x30
_READ_BYTES, _STATUS_BYTES = 17, 1


class Port(Protocol):
    """A way to a PN532. `name` is what a person calls it."""

    name: str
    tells_absence: bool

    async def wake(self, sleep: Sleep) -> None:
        """Make the chip listen."""

    def command(self, code: int, params: bytes, answer_bytes: int, timeout_ms: int) -> bytes:
        """What the chip answers to `code`, at most `answer_bytes` bytes. Raises ReaderError, UserError."""

    def close(self) -> None:
        """Let go of it; an ARC goes back to its own program."""


async def sleep_ms(duration_ms: float) -> None:
    """The driver's pause."""
    await asyncio.sleep(duration_ms / 1000)


class PortReader(Pn532):
    """The reader behind `port`."""

    def __init__(self, port: Port, sleep: Sleep = sleep_ms) -> None:
        super().__init__(port, sleep=sleep)  # type: ignore[no-untyped-call]

    async def _exchange(self, code: int, params: Any, timeout_ms: int) -> None:
        params = bytes(params)
        answer = self.transport.command(code, params, answer_bytes(code, params), timeout_ms)
        self._rx[: len(answer)] = answer
        self._frame.start, self._frame.length = 0, len(answer)


def answer_bytes(code: int, params: bytes) -> int:
    """Bytes of the answer to a command that succeeds: a serial line is read by count, and waits in vain for more."""
    if code == DATA_EXCHANGE:
        return _READ_BYTES if params[1] == _READ else _STATUS_BYTES
    return _ANSWER_BYTES.get(code, 0)
