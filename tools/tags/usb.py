"""A PN532 on a USB-serial cable, through `adafruit-circuitpython-pn532`, unmodified.

Rule 1: no ACK: the same command again, three times at most (B08).
Rule 2: a command that was given up is ended by the abort ACK, and what had come is dropped, before the next one (B01).
Rule 3: whatever the library makes of damaged bytes is one kind of error here, and is tried once more.
"""

import contextlib
import errno
import functools
import logging
from collections.abc import Callable
from typing import Any, Protocol

import serial
from serial.tools import list_ports

from firmware.drivers.pn532_errors import ReaderNoAck, ReaderProtocolError, ReaderTimeout
from firmware.drivers.pn532_frame import ACK
from host.link.ports import busy_error, permission_error
from tools.tags.errors import NoReader, ReaderGone
from tools.tags.reader import Sleep

LOG = logging.getLogger(__name__)

BAUD = 115200
READ_S = 0.1  # the longest answer takes 8 ms on the line, and a USB bridge keeps bytes up to 16 ms
ACK_S = 0.1
SENDS = 3
TRIES = 2
STARTS = 3
LEADING_BYTES = 8  # some boards send zeros in front of a frame (B10): the second try reads that much further
# Vendors of USB-serial bridges that PN532 boards and cables are sold with: FTDI, Prolific, Silicon Labs, WCH.
BRIDGES = frozenset((0x0403, 0x067B, 0x10C4, 0x1A86))


class Line(Protocol):
    """What the library needs of a serial port; pyserial's has it all."""

    @property
    def in_waiting(self) -> int:
        """Bytes that have come."""

    def reset_input_buffer(self) -> None:
        """Forget them."""

    def read(self, count: int) -> bytes | None:
        """Up to `count` bytes, fewer at the timeout."""

    def write(self, data: bytes) -> int | None:
        """Send."""

    def close(self) -> None:
        """Let go of the port."""


OpenLine = Callable[[str], Line]


def open_serial(device: str) -> Line:
    """The port, for us alone (B109). LinkError says who has it or which group may use it; NoReader: it is not there."""
    try:
        return serial.Serial(device, BAUD, timeout=READ_S, write_timeout=1, exclusive=True)
    except (serial.SerialException, OSError) as error:
        number = getattr(error, "errno", None)
        if number in (errno.EACCES, errno.EPERM):
            raise permission_error(device) from None
        if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(error):
            raise busy_error(device) from None
        raise NoReader(f"There is no serial port {device}.", "Leave --port out to find it.") from None


def find_port() -> str | None:
    """The only USB-serial bridge that is plugged in, None without one. NoReader names them when there are more."""
    found = sorted(port.device for port in list_ports.comports() if port.vid in BRIDGES)
    if len(found) > 1:
        raise NoReader(f"There are several serial cables: {', '.join(found)}.", "Name the reader's one: --port NAME.")
    return found[0] if found else None


@functools.cache
def _library() -> Any:
    try:
        from adafruit_pn532 import uart
    except (ImportError, NotImplementedError, RuntimeError, OSError, AttributeError) as error:
        what = f"The library for the reader does not start on this computer: {error}."
        raise NoReader(what, "Use the ARC's own reader: --reader arc.") from error
    return uart


class UsbPort:
    """The reader on `device`. Raises NoReader, LinkError."""

    tells_absence = False

    def __init__(self, device: str, open_line: OpenLine = open_serial) -> None:
        self.name = f"the reader on {device}"
        self._device = device
        self._line = open_line(device)
        try:
            self._chip = self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> Any:
        try:
            for _ in range(STARTS):
                try:
                    return _library().PN532_UART(self._line)
                except (OSError, NoReader):
                    raise
                except Exception as error:  # the library: RuntimeError, BusyError, IndexError
                    why = error
                    self._abort()
        except OSError as error:
            raise self._gone() from error
        cure = "Set its switches to HSU, cross TX and RX, and check its power."
        raise NoReader(f"Nothing on {self._device} answers like a PN532.", cure) from why

    async def wake(self, sleep: Sleep) -> None:
        """Preamble and SAMConfiguration, at each start (B14): the chip may have lost its power in between."""
        try:
            self._chip.reset()
        except OSError as error:
            raise self._gone() from error
        except Exception as error:  # the library, as above: the driver's own first command tells whether it is awake
            LOG.debug("waking the reader: %s", error)
            self._abort()

    def command(self, code: int, params: bytes, answer_bytes: int, timeout_ms: int) -> bytes:
        """See reader.Port."""
        try:
            for left in reversed(range(TRIES)):
                try:
                    more = 0 if left else LEADING_BYTES
                    return self._ask(code, params, answer_bytes + more, timeout_ms / 1000)
                except OSError:
                    raise
                except (ReaderNoAck, ReaderTimeout):
                    self._abort()
                    raise
                except Exception as error:  # the library, as above
                    self._abort()
                    if not left:
                        raise ReaderProtocolError(str(error)) from error
        except OSError as error:
            raise self._gone() from error
        raise AssertionError("unreachable")

    def _ask(self, code: int, params: bytes, answer_bytes: int, timeout_s: float) -> bytes:
        for _ in range(SENDS):
            if self._chip.send_command(code, params, timeout=ACK_S):
                break
        else:
            raise ReaderNoAck(f"no ACK to command {code:02x}")
        answer = self._chip.process_response(code, answer_bytes, timeout=timeout_s)
        if answer is None:
            raise ReaderTimeout(f"no answer to command {code:02x}")
        return bytes(answer)

    def _abort(self) -> None:
        """Rule 2. The library takes a port that fails for silence; here it raises OSError."""
        self._line.write(ACK)
        self._line.reset_input_buffer()

    def _gone(self) -> ReaderGone:
        return ReaderGone("The reader was unplugged.", "Plug it in and run the same command again: it goes on.")

    def close(self) -> None:
        """Let go of the port."""
        with contextlib.suppress(OSError):
            self._line.close()
