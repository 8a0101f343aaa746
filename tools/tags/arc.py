"""The ARC's own reader: its driver object on the board, asked over MicroPython's prompt, one line for each command.

Rule 1: the image that is on the board does the exchange; nothing is copied there, so play costs no byte more.
Rule 2: in the end the ARC is restarted, whatever happened: it plays on.
Rule 3: a command gives one line: `=` and the answer in hex, or `!`, the driver's error class and its words.
"""

import contextlib
import time
from typing import Protocol

from mpremote.transport import TransportError, TransportExecError

from firmware.drivers import pn532_errors
from firmware.drivers.pn532_errors import ReaderError, ReaderProtocolError
from tools.flash import console, finding
from tools.tags.errors import NoReader, ReaderGone
from tools.tags.reader import Sleep

GONE_CURE = "Is its cable in? Run the same command again: it goes on."
FEED_S = 2.0  # a watchdog that a crash left running bites after 8 s
IMPORT = """\
import asyncio, binascii, micropython
from firmware.arc import main
micropython.kbd_intr(3)
"""
SETUP = """\
_reader = main.make_reader(main.reader_kind())
def _told(task):
    try:
        asyncio.run(task)
    except Exception as error:
        print("!", type(error).__name__, error)
    else:
        at = _reader._frame.start
        print("=", binascii.hexlify(_reader._rx[at : at + _reader._frame.length]).decode())
"""
START = "_told(_reader.start())"
EXCHANGE = "_told(_reader._exchange({code}, {params!r}, {timeout_ms}))"


class Prompt(Protocol):
    """A board at its prompt: tools.flash.console.Console."""

    def run(self, code: str) -> str:
        """What `code` prints. Raises TransportError."""

    def keep_alive(self) -> None:
        """Feed a watchdog that runs."""

    def restart(self) -> None:
        """Start the board's own program again and let go of the port."""


def find_port() -> str | None:
    """The only ARC that is plugged in, None without one. NoReader names them when there are more."""
    found = finding.ports("arc")
    if len(found) > 1:
        names = ", ".join(port.device for port in found)
        raise NoReader(f"There are several boards: {names}.", "Name the ARC's port: --port NAME.")
    return found[0].device if found else None


def is_meant(device: str | None) -> bool:
    """Whether a port that was named, or the lack of a name, means an ARC that is plugged in."""
    boards = {port.device for port in finding.ports("arc")}
    return device in boards if device else bool(boards)


def open_arc(device: str) -> "ArcPort":
    """The reader of the ARC on `device`. FlashError: it does not come to its prompt."""
    return ArcPort(console.reach(device))


class ArcPort:
    """The reader of the ARC at `prompt`. Raises NoReader when the board carries no ARC."""

    name = "the ARC's reader"
    tells_absence = True

    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt
        self._fed_s = time.monotonic()
        try:
            prompt.keep_alive()
            prompt.run(IMPORT)
            prompt.run(SETUP)
        except TransportExecError as error:
            prompt.restart()
            cure = "`colony flash arc` puts it there."
            raise NoReader("The program of the ARC on this board is missing or not whole.", cure) from error
        except (TransportError, OSError) as error:
            prompt.restart()
            raise ReaderGone("The ARC does not answer any more.", GONE_CURE) from error
        except KeyboardInterrupt:
            prompt.restart()
            raise

    async def wake(self, sleep: Sleep) -> None:
        """Reset, wake and configure by the board's own start."""
        self._told(START)

    def command(self, code: int, params: bytes, answer_bytes: int, timeout_ms: int) -> bytes:
        """See reader.Port."""
        return self._told(EXCHANGE.format(code=code, params=params, timeout_ms=timeout_ms))

    def _told(self, line: str) -> bytes:
        try:
            self._feed()
            words = self._prompt.run(line).strip().split(" ", 2)
        except (TransportError, OSError) as error:
            raise ReaderGone("The ARC does not answer any more.", GONE_CURE) from error
        if words[0] == "=":
            return bytes.fromhex(words[1] if len(words) > 1 else "")
        if words[0] == "!":
            raise _error(words[1], words[2] if len(words) > 2 else "")
        raise ReaderProtocolError("the ARC said something else: " + " ".join(words)[:60])

    def _feed(self) -> None:
        if time.monotonic() - self._fed_s > FEED_S:
            self._prompt.keep_alive()
            self._fed_s = time.monotonic()

    def close(self) -> None:
        """Give the ARC back to its own program."""
        with contextlib.suppress(TransportError, OSError):
            self._prompt.restart()


def _error(name: str, words: str) -> ReaderError:
    """The driver's error of that name; an error of another kind there is the board's doing."""
    kind = getattr(pn532_errors, name, None)
    if isinstance(kind, type) and issubclass(kind, ReaderError) and kind is not pn532_errors.BusStuck:
        return kind(words)
    return ReaderError(f"{name} {words}".strip())
