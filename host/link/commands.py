"""Commands of one session: numbering, repeating, and matching answers.

Rule 1: one command is under way at a time, numbers rise: the ARC has to remember its last answer only, and its small
input buffer never overflows. Rule 2: a repeat is byte-identical, so the ARC answers it again and does not act again.
Rule 3: whoever waits may be cancelled at any moment: the number is forgotten, the turn goes on, a late answer is
dropped. Rule 4: waiting is counted in tries (see `LinkTiming`).
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from host.link.errors import CommandQueueFull, CommandTimeout, LinkError, LinkMisuse
from host.link.timing import COMMAND_QUEUE, LinkTiming
from shared_rules.wire.errors import MessageFieldError
from shared_rules.wire.frames import encode_frame
from shared_rules.wire.messages import OK, RESULT_NAMES, pack

_U32 = 0xFFFFFFFF

Write = Callable[[bytes], Awaitable[None]]


@dataclass(frozen=True)
class Result:
    """The ARC's answer to a command. `value` is what `messages.py` says for that command, mostly empty."""

    command: str
    code: int
    value: bytes

    @property
    def ok(self) -> bool:
        """Whether the ARC did it."""
        return self.code == OK

    @property
    def words(self) -> str:
        """What the code means."""
        return RESULT_NAMES[self.code] if self.code < len(RESULT_NAMES) else f"code {self.code}"


class CommandDesk:
    """The waiting commands of session `session`. `write` sends a whole frame."""

    def __init__(self, session: int, write: Write, timing: LinkTiming) -> None:
        self._session = session
        self._write = write
        self._timing = timing
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._number = 0
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None  # of command `_number`
        self._closed: LinkError | None = None

    @property
    def waiting(self) -> int:
        """Commands that are under way or wait for their turn."""
        return self._waiting

    async def run(self, name: str, fields: dict[str, Any], deadline_s: float | None) -> Result:
        """Send a command when its turn comes, repeat it until answered, `deadline_s` at most.

        Raises CommandQueueFull, CommandTimeout, LinkLost; LinkMisuse for what the table does not allow.
        """
        self._packet(name, 0, fields)  # refused here, in the caller's frame, not when its turn comes
        if self._waiting >= COMMAND_QUEUE:
            raise CommandQueueFull(COMMAND_QUEUE)
        self._waiting += 1
        try:
            async with self._turn:
                return await self._exchange(name, fields, deadline_s or self._timing.command_deadline_s)
        finally:
            self._waiting -= 1

    def answer(self, number: int, code: int, value: bytes) -> bool:
        """An answer came in; False when nobody waits for it (any more)."""
        if self._answer is None or number != self._number or self._answer.done():
            return False
        self._answer.set_result((code, value))
        return True

    def close(self, error: LinkError) -> None:
        """The session is over: whoever waits gets `error`."""
        self._closed = self._closed or error
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(self._closed)

    async def _exchange(self, name: str, fields: dict[str, Any], deadline_s: float) -> Result:
        if self._closed is not None:
            raise self._closed
        self._number = (self._number + 1) & _U32
        frame = encode_frame(self._packet(name, self._number, fields))
        answer = self._answer = asyncio.get_running_loop().create_future()
        try:
            for _ in range(math.ceil(deadline_s / self._timing.command_retry_s)):
                await self._write(frame)
                await asyncio.wait((answer,), timeout=self._timing.command_retry_s)
                if answer.done():
                    code, value = answer.result()
                    return Result(name, code, value)
        finally:
            self._answer = None
            if not answer.cancel() and not answer.cancelled():
                answer.exception()  # looked at, so that asyncio does not complain about a waiter that was cancelled
        raise CommandTimeout(f"The ARC did not answer {name} within {deadline_s:g} s.")

    def _packet(self, name: str, number: int, fields: dict[str, Any]) -> bytes:
        try:
            return bytes(pack(name, session=self._session, command=number, **fields))
        except MessageFieldError as error:
            raise LinkMisuse(f"our own command is wrong: {error}") from error
