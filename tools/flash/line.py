"""mpremote's transport with an end to every wait: a board may be deaf, dumb, or chatter for ever.

mpremote waits without an end where a board takes no bytes, and where it never pauses: there a time between bytes is no
limit. A board that falls silent in the middle of a length is a `struct.error` there.
"""

import struct
import time

from mpremote.transport import TransportError
from mpremote.transport_serial import SerialTransport

LOOK_S = 0.005
READ_S = 5.0  # until a byte comes where one must
WRITE_S = 5.0  # until the board takes what is sent
PAUSE_S = 10.0  # between two bytes of an answer
ANSWER_S = 120.0  # until an answer is whole
_RAW = b"raw REPL; CTRL-B to exit\r\n"


class Line(SerialTransport):  # type: ignore[misc]  # mpremote has no types
    """mpremote's transport, with an end to every wait. TransportError or OSError: it came."""

    def __init__(self, device: str) -> None:
        super().__init__(device, timeout=READ_S)
        self.serial.write_timeout = WRITE_S

    def enter_raw_repl(self, soft_reset: bool = False, timeout_overall: float = 10) -> None:
        """To the raw prompt, always without a soft reset. mpremote's own first reads until the board pauses."""
        self.serial.write(b"\r\x03")
        self.serial.reset_input_buffer()
        self.serial.write(b"\r\x01")
        if not self.read_until(1, _RAW, timeout_overall=timeout_overall).endswith(_RAW):
            raise TransportError("could not enter raw repl")
        self.in_raw_repl = True

    def read_until(
        self,
        min_num_bytes: int,
        ending: bytes,
        timeout: float | None = None,
        data_consumer: object = None,
        timeout_overall: float | None = None,
    ) -> bytes:
        """Bytes up to `ending`, or what came by the end of the time. Without a consumer: nothing here has one."""
        assert data_consumer is None
        data = bytearray()
        pause_s = PAUSE_S if timeout is None else timeout
        now = heard = time.monotonic()
        end = now + (ANSWER_S if timeout_overall is None else timeout_overall)
        while not data.endswith(ending) and now < min(end, heard + pause_s):
            if self.serial.in_waiting:
                data += self.serial.read(1)
                heard = time.monotonic()
            else:
                time.sleep(LOOK_S)
            now = time.monotonic()
        return bytes(data)

    def follow(self, timeout: float | None, data_consumer: object = None) -> tuple[bytes, bytes]:
        """What a program prints and its error; mpremote's own `exec` knows one pause only."""
        told: tuple[bytes, bytes] = super().follow(PAUSE_S, data_consumer)
        return told

    def raw_paste_write(self, command_bytes: bytes) -> None:
        """Send code. TransportError also for a board that falls silent in the middle of its answer."""
        try:
            super().raw_paste_write(command_bytes)
        except struct.error as error:
            raise TransportError("the board fell silent") from error
