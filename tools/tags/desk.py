"""The reader on the desk: tags as they are laid, one at a time, and what the person types meanwhile.

Rule 1: a tag counts once until it was seen to be gone, three clean answers long (B29): holding it gives nothing more.
Rule 2: an error of the reader is no absence (B01). It is started again; after some errors in a row it is given up.
Rule 3: two tags at once are told once and never guessed about (B24).
"""

import contextlib
import os
import queue
import sys
import threading
from collections.abc import Callable
from typing import Any, Protocol

from firmware.drivers.pn532_errors import ReaderError
from tools.tags.errors import ReaderGone
from tools.tags.reader import PortReader, Sleep, sleep_ms

PAUSE_MS = 75  # as on the ARC
GONE_AFTER = 3
ERRORS = 5
RETRY_MS = 500
TWO = "Two tags lie on the reader: take one away."


class Keys(Protocol):
    """What was typed: the next line, "" when there is none."""

    def take(self) -> str:
        """One line, without blanks at its ends, in small letters."""


class Keyboard:
    """Lines from the terminal, read by a thread: no system lets one wait for them and for a reader alike.

    Bytes are read past Python's own buffer, whose lock a thread that waits would hold when the program ends.
    """

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        try:
            handle = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):  # no terminal at all: Ctrl-C is left
            return
        threading.Thread(target=self._read, args=(handle,), name="keyboard", daemon=True).start()

    def _read(self, handle: int) -> None:
        rest = b""
        with contextlib.suppress(OSError):
            while data := os.read(handle, 1024):
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    self._lines.put(line.decode(errors="replace").strip().lower())

    def take(self) -> str:
        """See Keys."""
        return "" if self._lines.empty() else self._lines.get()


class Desk:
    """A reader, a keyboard, and `say` for what a person reads."""

    def __init__(self, reader: PortReader, keys: Keys, say: Callable[[str], None], sleep: Sleep = sleep_ms) -> None:
        self.reader: Any = reader
        self.say = say
        self._keys = keys
        self._sleep = sleep
        self._held: bytes | None = None
        self._misses = 0
        self._two = False
        self._errors = 0

    async def start(self) -> None:
        """Make the reader ready. ReaderGone: it is not."""
        for _ in range(ERRORS):
            try:
                await self.reader.start()
                return
            except ReaderError as error:
                why = error
                await self._sleep(RETRY_MS)
        raise ReaderGone(f"The reader does not start: {why}.", "Check its wires and its power.") from why

    async def next(self) -> Any:
        """The next tag that is laid (a Target), or a line that was typed (text). Raises ReaderGone."""
        while True:
            typed = self._keys.take()
            if typed:
                return typed
            found = await self._look()
            if found is not None:
                return found
            await self._sleep(PAUSE_MS)

    def again(self) -> None:
        """Let the tag that lies there count anew once it is laid again; its reading failed."""
        self._misses = GONE_AFTER - 1

    async def _look(self) -> Any:
        try:
            found = await self.reader.poll()
        except ReaderError as error:
            await self.stumbled(error)
            return None
        self._errors = 0
        if len(found) > 1:
            if not self._two:
                self.say(TWO)
            self._two, self._held = True, None
            return None
        if not found:
            self._misses += 1
            if self._misses >= GONE_AFTER:
                self._held, self._two = None, False
            return None
        if found[0].uid == self._held:
            self._misses = 0
            return None
        self._held, self._misses, self._two = found[0].uid, 0, False
        return found[0]

    async def stumbled(self, error: ReaderError) -> None:
        """Count an error of the reader and start it again. Raises ReaderGone."""
        self._errors += 1
        if self._errors >= ERRORS:
            raise ReaderGone(f"The reader does not answer any more: {error}.", "Check its cable.") from error
        await self._sleep(RETRY_MS)
        try:
            await self.reader.start()
        except ReaderError:
            return  # the next look meets it again, and is counted
