"""The PN532 as a byte-level state machine: frames in, frames out; it knows no wire and does no I/O.

Rule 1: what the NXP user manual (UM0701-02) states is done as stated: normal and extended frames, ACK, NACK, the
        abort ACK, endless retries by default, answers only for the command that was asked.
Rule 2: time is injected (`now_ms`); nothing sleeps. The chip moves on when it is looked at.
Rule 3: each fault seen in the field is a named knob in `Faults`, off by default.
Rule 4: a frame that was read in part stays in front of everything that follows (fault B07).

Theory: the output is a queue of (due time, frame). A command puts its ACK there and then runs: most commands finish
after a fixed time, InListPassiveTarget tries the field again and again until it finds a tag or its retries are used up.
Ports in `pn532_ports.py` carry the bytes over I2C, SPI and HSU; `pn532_field.py` is the antenna side.
`adafruit-circuitpython-pn532`, unmodified, is the proof that this behaves like the chip
(tests/drivers/test_adafruit_library.py).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import ClassVar

from tools.virtual.pn532_field import OK, RfField
from tools.virtual.tags import Tag

ACK = bytes.fromhex("0000FF00FF00")
NACK = bytes.fromhex("0000FFFF0000")
ERROR = bytes.fromhex("0000FF01FF7F8100")
FIRMWARE = bytes([0x32, 0x01, 0x06, 0x07])

REMEMBERED = 1000  # commands and transfers kept for tests to look at; a table runs for a whole evening
ACK_MS = 1
ANSWER_MS = 1
TRY_MS = 5  # one look for tags, with the guard time after the field comes on
AIR_MS = 2  # one exchange with a tag
ENDLESS = 0xFF
ON_AIR = (0x40, 0x42, 0x54)  # commands that exchange something with a tag


@dataclass
class Faults:
    """What can be wrong with a reader; everything off is a healthy chip."""

    absent: bool = False  # unplugged
    hung: bool = False  # answers nothing until its reset pin is pulsed
    reset_not_wired: bool = False
    scl_held: bool = False
    hold_scl_after: int | None = None  # commands until it takes SCL and keeps it
    swallow: int = 0  # so many commands get no ACK
    deaf_while_scanning: bool = False  # no command but the abort ACK is heard
    deaf_after_abort_ms: int = 0
    sticky_selection: bool = False  # a selected tag is not found again until the field was off
    noise_before: bytes = b""  # in front of each answer
    noise_after: bytes = b""  # behind each answer
    mute: set[int] = field(default_factory=set)  # commands that get their ACK and nothing more
    damage: int = 0  # so many answers leave with a flipped bit (a NACK brings them intact)


@dataclass
class _Running:
    code: int
    params: bytes
    due_ms: float
    tries: int = 0


def frame(data: bytes) -> bytes:
    """`data` (from the direction byte on) as a normal frame, or as an extended one above 255 bytes."""
    n = len(data)
    head = bytes([n, -n & 0xFF]) if n < 256 else bytes([0xFF, 0xFF, n >> 8, n & 0xFF, -((n >> 8) + (n & 0xFF)) & 0xFF])
    return b"\x00\x00\xff" + head + data + bytes([-sum(data) & 0xFF, 0])


class Pn532Chip:
    """One chip with its antenna. `field` lists the tags lying there; put tags in and take them out at will."""

    def __init__(
        self, now_ms: Callable[[], float], tags: Iterable[Tag] = (), *, sleeps_at_power_up: bool = False
    ) -> None:
        self.now_ms = now_ms
        self.rf = RfField()
        self.rf.tags = list(tags)
        self.faults = Faults()
        self.sleeps_at_power_up = sleeps_at_power_up
        self.in_reset = False
        self.commands: deque[tuple[int, bytes]] = deque(maxlen=REMEMBERED)  # the newest understood, for tests
        self.aborts = 0
        self._scripts: dict[int, deque[bytes | None]] = {}
        self.looks = 0  # polls answered, for those who wait until the reader has looked
        self.found_ms: float | None = None  # when a poll first gave out what lies there now; None: nothing
        self._power_up()

    def _power_up(self) -> None:
        self.asleep = self.sleeps_at_power_up
        self.sam = False
        self.retries = ENDLESS
        self.rf.switch(False)
        self._last_error = 0
        self._input = bytearray()
        self._output: deque[tuple[float, bytes, bytes]] = deque()  # due, bytes, what a NACK brings again
        self._rest = b""  # of a frame read in part
        self._sent = b""
        self._running: _Running | None = None
        self._falls_asleep = False  # once its answer has been read
        self._deaf_until_ms = 0.0

    @property
    def field(self) -> list[Tag]:
        """The tags that lie there; change the list or put another in its place."""
        return self.rf.tags

    @field.setter
    def field(self, tags: list[Tag]) -> None:
        self.rf.tags = tags

    # -- pins ------------------------------------------------------------------------------------------------------

    @property
    def alive(self) -> bool:
        """True when the chip takes part in anything at all."""
        return not (self.faults.absent or self.faults.hung or self.in_reset)

    def reset_level(self, level: int) -> None:
        """The RSTPD_N line: low stops the chip, the rising edge starts it anew and cures a hang."""
        if self.faults.reset_not_wired:
            return
        if self.in_reset and level:
            self.faults.hung = self.faults.scl_held = False
            self._power_up()
        self.in_reset = not level

    @property
    def ready(self) -> bool:
        """True when a byte can be read: the status byte, and the IRQ line inverted."""
        self._advance()
        return self.alive and bool(self._rest or (self._output and self._output[0][0] <= self.now_ms()))

    # -- bytes -----------------------------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Bytes from the host, framing and all; pieces of a frame may come apart."""
        if not self.alive or self.asleep:
            return
        self._advance()
        self._input += data
        while self._take_frame():
            pass

    def start_packet(self) -> None:
        """A new transaction on a packet bus: an unfinished frame before it is lost."""
        self._input.clear()

    def read(self, count: int) -> bytes:
        """Up to `count` bytes of what is ready, never beyond one frame."""
        if not self.ready:
            return b""
        if not self._rest:
            _, self._rest, self._sent = self._output.popleft()
        data, self._rest = self._rest[:count], self._rest[count:]
        if self._falls_asleep and len(self._rest) < 2 and not (self._output or self._running):
            self.asleep, self._falls_asleep, self._rest = True, False, b""
        return data

    def wake(self) -> None:
        """The bus in use has woken the chip."""
        self.asleep = False
        self._input.clear()

    def script(self, code: int, *frames: bytes | None) -> None:
        """Answer the next commands `code` with these raw frames in place of the right ones; None answers never."""
        self._scripts.setdefault(code, deque()).extend(frames)

    def inject(self, raw: bytes) -> None:
        """Put raw bytes into the output, as if the chip had sent them unasked."""
        self._output.append((self.now_ms(), raw, raw))

    # -- frames in -------------------------------------------------------------------------------------------------

    def _take_frame(self) -> bool:
        start = self._input.find(b"\x00\xff")
        if start < 0 or len(self._input) < start + 4:
            return False
        at = start + 2
        length, check = self._input[at], self._input[at + 1]
        if (length, check) in ((0x00, 0xFF), (0xFF, 0x00)):
            del self._input[: at + 2]
            self._heard_ack() if length == 0 else self._heard_nack()
            return True
        at += 2
        if length == check == 0xFF:
            if len(self._input) < at + 3:
                return False
            length = self._input[at] << 8 | self._input[at + 1]
            check = -((length >> 8) + (length & 0xFF)) & 0xFF if self._input[at + 2] == check else check
            at += 3
        elif (length + check) & 0xFF:
            del self._input[: start + 1]
            return True
        if len(self._input) < at + length + 1:
            return False
        data = bytes(self._input[at : at + length])
        good = (sum(data) + self._input[at + length]) & 0xFF == 0
        del self._input[: at + length + 1]
        if good and length >= 2 and data[0] == 0xD4:
            self._heard_command(data[1], data[2:])
        return True

    def _heard_ack(self) -> None:
        self.aborts += 1
        self._running = None
        self._output.clear()
        self._deaf_until_ms = self.now_ms() + self.faults.deaf_after_abort_ms

    def _heard_nack(self) -> None:
        self._rest = b""
        self._output.appendleft((self.now_ms(), self._sent, self._sent))

    def _heard_command(self, code: int, params: bytes) -> None:
        if self.now_ms() < self._deaf_until_ms or (self.faults.deaf_while_scanning and self._running):
            return
        if self.faults.swallow:
            self.faults.swallow -= 1
            return
        if self.faults.hold_scl_after is not None:
            self.faults.hold_scl_after -= 1
            self.faults.scl_held = self.faults.hold_scl_after <= 0
        self.commands.append((code, params))
        self._output.clear()  # a new command ends the one before
        now = self.now_ms()
        self._output.append((now + ACK_MS, ACK, ACK))
        due = now + ACK_MS + (TRY_MS if code == 0x4A else AIR_MS if code in ON_AIR else ANSWER_MS)
        self._running = _Running(code, params, due, self.retries + 1)

    # -- commands --------------------------------------------------------------------------------------------------

    def _advance(self) -> None:
        while self._running and self._running.due_ms <= self.now_ms() and self.alive:
            running = self._running
            scripted = self._scripts.get(running.code)
            if scripted:
                self._running = None
                raw = scripted.popleft()
                if raw is not None:
                    self._output.append((running.due_ms, raw, raw))
                return
            if running.code in self.faults.mute:
                return
            if running.code == 0x4A:
                answer = self._list_targets(running)
                if answer is None:
                    return
            else:
                handler = self._HANDLERS.get(running.code)
                answer = handler(self, running.params) if handler else None
                if running.code in ON_AIR and answer:
                    self._last_error = answer[0]
            self._running = None
            self._answer(running, answer)

    def _answer(self, running: _Running, answer: bytes | None) -> None:
        raw = ERROR if answer is None else frame(bytes([0xD5, running.code + 1]) + answer)
        sent = self.faults.noise_before + raw + self.faults.noise_after
        if self.faults.damage:
            self.faults.damage -= 1
            sent = raw[:-3] + bytes([raw[-3] ^ 0x10]) + raw[-2:]
        self._output.append((running.due_ms, sent, raw))

    def _list_targets(self, running: _Running) -> bytes | None:
        """One or more looks at the field; None while there is nothing to say yet, b"" stands for a refused command."""
        if len(running.params) < 2 or running.params[0] not in (1, 2) or running.params[1] != 0:
            return b"\x00"
        while running.due_ms <= self.now_ms():
            self.rf.sticky_selection = self.faults.sticky_selection
            found = self.rf.look(running.params[0])
            if found:
                self.looks += 1
                self.found_ms = self.now_ms() if self.found_ms is None else self.found_ms
                return self.rf.describe(found)
            running.tries -= 1
            if self.retries != ENDLESS and running.tries <= 0:
                self.looks += 1
                self.found_ms = None
                return b"\x00"
            endless = self.retries == ENDLESS
            running.due_ms = max(running.due_ms, self.now_ms() if endless else 0) + TRY_MS
        return None

    def _rf_configuration(self, params: bytes) -> bytes | None:
        if not params:
            return None
        if params[0] == 0x01:
            self.rf.switch(bool(params[1] & 1))
        elif params[0] == 0x05:
            self.retries = params[3]
        return b""

    def _sam_configuration(self, params: bytes) -> bytes | None:
        if not params or params[0] not in (1, 2, 3, 4):
            return None
        self.sam = True
        return b""

    def _general_status(self, params: bytes) -> bytes:
        body = bytearray([self._last_error, int(self.rf.on), len(self.rf.targets)])
        for number in self.rf.targets:
            body += bytes([number, 0, 0, 0])
        return bytes(body) + b"\x00"

    def _power_down(self, params: bytes) -> bytes | None:
        if not params:
            return None
        self._falls_asleep = True
        return bytes([OK])

    def _diagnose(self, params: bytes) -> bytes | None:
        return params if params[:1] == b"\x00" else None

    _HANDLERS: ClassVar[dict[int, Callable[[Pn532Chip, bytes], bytes | None]]] = {
        0x00: _diagnose,
        0x02: lambda self, params: FIRMWARE,
        0x04: _general_status,
        0x12: lambda self, params: b"",
        0x14: _sam_configuration,
        0x16: _power_down,
        0x32: _rf_configuration,
        0x40: lambda self, params: self.rf.data_exchange(params),
        0x42: lambda self, params: self.rf.communicate_thru(params),
        0x44: lambda self, params: self.rf.deselect(params),
        0x52: lambda self, params: self.rf.release(params),
        0x54: lambda self, params: self.rf.select(params),
    }
