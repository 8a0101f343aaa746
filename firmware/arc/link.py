"""The ARC's end of the wire: one session at a time, commands answered once and the same again, events until committed.

Theory: `step()` is called every few milliseconds. It reads what is there, judges time, and writes what the port takes
now. Nothing here ever waits for the host.

Rule 1: a session is opened by HELLO and named by the host's number. Frames of another session are ignored (B116).
Rule 2: a command that comes again is answered again with the same bytes and not executed again (B93). Answers are
remembered for the last `ANSWERS` ids; older ids are refused as out of order. Pure reads are simply done again.
Rule 3: events go out from the journal, a small window at a time, and again after `RESEND_MS` without progress.
Rule 4: status and notes have one place each: the newest replaces the older when the host is slow (B72).
Rule 5: three beats without a valid frame of the session mean: no host. The session is closed, its queue forgotten.
Rule 6: a full reply queue stops reading, not the ARC.
"""

from shared_rules.catalog import CATALOGUE
from shared_rules.compat import const, ticks_diff, ticks_ms
from shared_rules.wire import frames
from shared_rules.wire.cbor import cut_text, decode_start
from shared_rules.wire.errors import WireError
from shared_rules.wire.messages import (
    BAD_COMMAND,
    BY_NAME,
    OUT_OF_ORDER,
    PACKET_BYTES,
    TO_ARC,
    pack,
    peek,
    table_crc,
    unpack,
)
from shared_rules.wire.version import PROTOCOL

BEAT_MS = const(1000)
BEATS_MISSED = const(3)
RESEND_MS = const(1000)
ANSWERS = const(16)
WINDOW_EVENTS = const(8)
_REPLIES = const(8)
_READ_BYTES = const(256)
_WRITE_BYTES = const(1024)
_NOTE_BYTES = const(120)
_FIRST_COMMAND_ID = const(64)
_U32 = const(0xFFFFFFFF)

READS = ("SNAPSHOT_INFO", "SNAPSHOT_READ")


class Link:
    """`usb` has `read_into(buf) -> n` and `write(buf) -> n`, neither of which waits. `identity` maps firmware, board,
    chip (8 bytes) and reset. `commands` maps a message name to `handler(fields) -> (RESULT code, value bytes)`.
    `on_session(open)` is called when a host comes or goes."""

    def __init__(self, usb, journal, identity, commands, on_session, now=ticks_ms):
        self._usb, self._journal, self._identity = usb, journal, identity
        self._commands, self._on_session, self._now = commands, on_session, now
        self._decoder = frames.FrameDecoder(PACKET_BYTES)
        self._in = bytearray(_READ_BYTES)
        self._out = bytearray(frames.frame_bytes(PACKET_BYTES))
        self._out_view = memoryview(self._out)
        self._out_at = self._out_end = 0
        self._lead = True
        self._packets = []
        self._replies = []
        self._answers = {}
        self._newest_command = None
        self._status = self._note = None
        self._sent = 0
        self._ticks = self._heard = self._beaten = self._progress = now()
        self.uptime_ms = 0
        self.session = None
        self.deaf = False  # leaving: what is owed is still sent, nothing new is taken
        self.dropped = 0
        self.refused = 0

    # -- what the app says -----------------------------------------------------------------------------------------

    def status(self, fields):
        """Offer a STATUS; it replaces one that has not left yet. Nothing without a session."""
        if self.session is not None:
            self.dropped += self._status is not None
            self._status = fields

    def note(self, text):
        """Offer a diagnostic line; it replaces one that has not left yet."""
        if self.session is not None:
            self.dropped += self._note is not None
            self._note = cut_text(text, _NOTE_BYTES)

    def drained(self):
        """Whether every answer has left the ARC."""
        return not self._replies and self._out_at == self._out_end

    # -- one step --------------------------------------------------------------------------------------------------

    def step(self):
        """Read, judge time, write. True when bytes moved."""
        moved = self._read()
        self._judge_time()
        return self._write() or moved

    def _read(self):
        count = 0
        if self.deaf:
            return False
        if not self._packets:
            count = self._usb.read_into(self._in)
            if count:
                self._packets = self._decoder.feed(bytes(memoryview(self._in)[:count]))
        while self._packets and len(self._replies) < _REPLIES:
            self._take(self._packets.pop(0))
        return bool(count)

    def _judge_time(self):
        now = self._now()
        self.uptime_ms = self.uptime_ms + ticks_diff(now, self._ticks) & _U32
        self._ticks = now
        if self.session is None:
            return
        if ticks_diff(now, self._heard) > BEATS_MISSED * BEAT_MS:
            self._close()
        elif self._sent and ticks_diff(now, self._progress) > RESEND_MS:
            self._sent = 0

    def _close(self):
        self.session = None
        self._forget()
        self._on_session(False)

    def _forget(self):
        """Drop everything that belongs to a session; what is half sent ends at the next delimiter."""
        self._replies = []
        self._answers = {}
        self._newest_command = None
        self._status = self._note = None
        self._sent = 0
        self._out_at = self._out_end = 0
        self._lead = True

    # -- in --------------------------------------------------------------------------------------------------------

    def _take(self, packet):
        try:
            name, fields = unpack(packet, TO_ARC)
        except WireError:
            self._refuse(packet)
            return
        if name == "HELLO":
            self._hello(fields)
        elif fields["session"] == self.session:
            self._heard = self._now()
            if name == "EVENT_ACK":
                self._acknowledged(fields)
            elif name in self._commands:
                self._command(name, fields)

    def _refuse(self, packet):
        """Answer what is no message of ours as far as it can be understood."""
        self.refused += 1
        if peek(packet):
            self._welcome(0)  # another version greets: our numbers let it name the mismatch
            return
        try:
            number, session, command = decode_start(packet, 3)
        except (WireError, ValueError):
            return
        if type(number) is int and number >= _FIRST_COMMAND_ID and session == self.session and type(command) is int:
            if 0 <= command <= _U32:
                self._reply(self._result(command, BAD_COMMAND, b""))

    def _hello(self, fields):
        ours = (PROTOCOL, table_crc(), CATALOGUE)
        if (fields["protocol"], fields["table"], fields["catalogue"]) != ours:
            self._welcome(fields["session"])
            return
        self._heard = self._now()
        if fields["session"] != self.session:
            self._forget()
            self.session = fields["session"]
            self._beaten = self._heard
            self._welcome(self.session)
            self._on_session(True)
        else:
            self._welcome(self.session)

    def _welcome(self, session):
        who = self._identity
        self._reply(pack(
            "WELCOME", protocol=PROTOCOL, table=table_crc(), session=session, catalogue=CATALOGUE,
            boot=self._journal.boot, firmware=who["firmware"], board=who["board"], chip=who["chip"],
            reset=who["reset"], first=self._journal.first,
        ))

    def _acknowledged(self, fields):
        count = self._journal.acknowledge(fields["boot"], fields["seq"])
        if count:
            self._sent = max(0, self._sent - count)
            self._progress = self._now()

    def _command(self, name, fields):
        command = fields["command"]
        if command in self._answers:
            self._reply(self._answers[command])
            return
        if self._newest_command is not None:
            ahead = command - self._newest_command & _U32
            if ahead > _U32 >> 1 and _U32 + 1 - ahead >= ANSWERS:
                self._reply(self._result(command, OUT_OF_ORDER, b""))
                return
        code, value = self._commands[name](fields)
        answer = self._result(command, code, value)
        self._remember(command, answer, name not in READS)
        self._reply(answer)

    def _remember(self, command, answer, keep):
        newest = self._newest_command
        if newest is None or (command - newest & _U32) <= _U32 >> 1:
            self._newest_command = command
        if keep:
            self._answers[command] = answer
        for old in list(self._answers):
            if (self._newest_command - old & _U32) >= ANSWERS:
                del self._answers[old]

    def _result(self, command, code, value):
        return pack("RESULT", session=self.session, command=command, code=code, value=value)

    def _reply(self, packet):
        self._replies.append(packet)

    # -- out -------------------------------------------------------------------------------------------------------

    def _write(self):
        moved = False
        budget = _WRITE_BYTES
        while budget > 0:
            if self._out_at == self._out_end and not self._load():
                break
            count = self._usb.write(self._out_view[self._out_at : self._out_end])
            if not count:
                break
            self._out_at += count
            budget -= count
            moved = True
        return moved

    def _load(self):
        """Put the next frame into the buffer; False when there is nothing to send."""
        if self._lead:
            if not self._replies:
                return False
            self._lead = False
            self._out[0] = 0
            self._out_at, self._out_end = 0, 1
            return True
        packet = self._next()
        if packet is None:
            return False
        self._out_at, self._out_end = 0, frames.encode_frame_into(packet, self._out)
        return True

    def _next(self):
        if self._replies:
            return self._replies.pop(0)
        if self.session is None:
            return None
        now = self._now()
        if ticks_diff(now, self._beaten) >= BEAT_MS:
            self._beaten = now
            return pack("BEAT", session=self.session, uptime_ms=self.uptime_ms)
        if self._sent < min(WINDOW_EVENTS, len(self._journal)):
            self._progress = now
            self._sent += 1
            return self._journal.packet(self._sent - 1)
        if self._status is not None:
            fields, self._status = self._status, None
            return pack("STATUS", **fields)
        if self._note is not None:
            text, self._note = self._note, None
            return pack("NOTE", text=text)
        return None


def command_names():
    """The messages that are commands: those whose second field is a command id."""
    return [name for name, row in BY_NAME.items() if row[2] == TO_ARC and row[3][1][0] == "command"]
