"""One command and its answer: the PN532's handshake over any transport.

Rule 1: write the frame, wait for its ACK, wait for the answer whose code is the command's + 1.
Rule 2: no ACK within 30 ms: send the identical frame again, three times at most (the maker asks for that).
Rule 3: a command that was given up, by a timeout or because its task was cancelled, is ended by the abort ACK, and what
        the chip still had to say is drained before the next one. A stale answer is never taken for another's.
Rule 4: a damaged answer is asked for again by NACK, then by the command once more; then it is an error.

A transport has `check()` (raises BusStuck), `await wake(sleep)`, `waiting()` (has the chip something to say? at once),
`missed()` (the same, past an IRQ line that may not be wired), `write(frame)` and `read_into(buf, count)`; all but the
first raise OSError. It says of itself: `stream` (bytes come unasked and without borders), `restarts` (a read cut short
cannot be continued), `tells_absence` (a missing reader is an error and not silence).

Each coroutine of the poll path costs heap at each call, so the path is short and waits only where there is nothing yet.
"""

from errno import ETIMEDOUT

from firmware.drivers.pn532_errors import (
    BusStuck,
    ReaderBusError,
    ReaderMisuse,
    ReaderNoAck,
    ReaderProtocolError,
    ReaderTimeout,
)
from firmware.drivers.pn532_frame import (
    ACK,
    DATA_MAX,
    IS_ACK,
    IS_ANSWER,
    IS_ERROR,
    MORE,
    NACK,
    NOTHING,
    PARAMS,
    FrameFinder,
    build,
)
from shared_rules.compat import const, sleep_ms, ticks_diff, ticks_ms

ACK_MS = const(30)  # 15 by the maker's advice, doubled for slow buses
ABORT_PAUSE_MS = const(2)  # right after an abort the chip hears nothing
SENDS = const(3)
LOOK_MS = const(1)
READS = const(40)  # reads for one frame, at most: 262 bytes at 115200 baud, looked at each millisecond, make 24
STALE = const(4)  # answers to something else that are dropped before the command is given up
ACK_BYTES = const(7)
FIRST_BYTES = const(34)  # covers one tag, two tags without history bytes, and a 16-byte read


class Exchange:
    """Command and answer over `transport`; the answer stays in `_rx`, described by `_frame`."""

    def __init__(self, transport, now=ticks_ms, sleep=sleep_ms):
        self.transport = transport
        self.resends = 0
        self.stale = 0
        self._now = now
        self._sleep = sleep
        self._tx = bytearray(64)
        self._rx = bytearray(DATA_MAX + 16)
        self._tx_view = memoryview(self._tx)
        self._rx_view = memoryview(self._rx)
        self._fill = 0
        self._used = 0
        self._bus_error = None  # of the last look for an answer
        self._frame = FrameFinder()
        self._busy = False
        self._dirty = True  # a command may still be running in the chip

    @property
    def bad_postambles(self):
        """Frames that were good but for their last byte (counted, not refused)."""
        return self._frame.bad_postambles

    async def _exchange(self, code, params, timeout_ms):
        """Send a command and wait for its answer, which `self._frame` then describes; one more try if it is damaged."""
        if self._busy:
            raise ReaderMisuse("two reader commands at once")
        self._busy = True
        try:
            self._tx[PARAMS : PARAMS + len(params)] = params
            frame = self._tx_view[: build(self._tx, code, len(params))]
            for attempt in (1, 2):
                self.transport.check()
                self._fill = self._used = 0
                if self._dirty or self._look():
                    await self._settle()
                self._dirty = True  # stays so when this task is cancelled in the middle
                try:
                    await self._send(frame, code)
                    await self._answer(code, timeout_ms)
                    break
                except ReaderProtocolError:
                    self.transport.write(ACK)
                    if attempt == 2:
                        raise
                except (ReaderNoAck, ReaderTimeout):
                    self.transport.write(ACK)
                    raise
            self._dirty = False
        except OSError as error:
            raise _bus_error(error)
        finally:
            self._busy = False

    async def _settle(self):
        """Leave nothing of the past in the chip: end what runs, read what waits."""
        try:
            if self._dirty:
                self.transport.write(ACK)
                await self._sleep(ABORT_PAUSE_MS)
            reads = 0
            while reads < READS and self.transport.waiting():
                self.transport.read_into(self._rx_view, len(self._rx))
                reads += 1
        except OSError:
            await self._sleep(ABORT_PAUSE_MS)  # it may be waking up; if it is gone, the next write says so

    async def _send(self, frame, code):
        """Write the frame until it is acknowledged."""
        for attempt in range(SENDS):
            if attempt:
                self.resends += 1
            try:
                self.transport.write(frame)
            except OSError as error:
                if attempt == SENDS - 1 or error.errno == ETIMEDOUT:
                    raise
                await self._sleep(ABORT_PAUSE_MS)
                continue
            started = self._now()
            for _ in range(STALE):
                kind = await self._next_frame(ACK_MS - ticks_diff(self._now(), started), ACK_BYTES)
                if kind == IS_ACK:
                    return
                if kind == NOTHING:
                    break
                self.stale += 1
        raise ReaderNoAck("no ACK to command %02x" % code)

    async def _answer(self, code, timeout_ms):
        """Wait for the answer to `code`, past what belongs to something else."""
        started = self._now()
        for _ in range(STALE):
            kind = await self._next_frame(timeout_ms - ticks_diff(self._now(), started), FIRST_BYTES)
            if kind == NOTHING:
                raise ReaderTimeout("no answer to command %02x" % code)
            if kind == IS_ERROR:
                raise ReaderProtocolError("command %02x not understood" % code)
            if kind == IS_ANSWER and self._frame.code == code + 1:
                return
            self.stale += 1
        raise ReaderProtocolError("answers to other commands only")

    async def _next_frame(self, timeout_ms, want):
        """The next whole frame, its kind; NOTHING when none came in time. Bytes after it stay for the next call."""
        self._drop_used()
        started = self._now()
        for _ in range(READS):
            kind = self._frame.scan(self._rx, self._fill) if self._fill else NOTHING
            if kind > MORE:
                self._used = min(self._frame.end, self._fill)
                return kind
            if self._fill and self.transport.stream:
                await self._sleep(LOOK_MS)  # lets some bytes gather
            while not self._look():
                if ticks_diff(self._now(), started) >= timeout_ms:
                    if self._bus_error is not None:
                        raise _bus_error(self._bus_error)
                    if not self.transport.missed():
                        return NOTHING
                    break
                await self._sleep(LOOK_MS)
            want = self._again(kind, want)
            self._fill += self.transport.read_into(self._rx_view[self._fill :], want)
        raise ReaderProtocolError("no frame in what the reader sends")

    def _look(self):
        """Has the chip something to say? It may refuse its address while it is busy: that counts only at the end."""
        self._bus_error = None
        try:
            return self.transport.waiting()
        except OSError as error:
            self._bus_error = error
            return False

    def _again(self, kind, want):
        """Bytes to read next. Where a read cannot be continued, or was damaged, the chip is asked to send again."""
        if not self._fill or self.transport.stream:
            if self._fill + want > len(self._rx):
                self._fill = 0
            return want
        if kind == MORE and not self.transport.restarts:
            return self._frame.need - self._fill
        need = self._frame.need + 1 if kind == MORE else FIRST_BYTES
        self._fill = 0
        self.transport.write(NACK)
        return need

    def _drop_used(self):
        """A stream may have brought the next frame already; a packet bus brings nothing behind a frame but filling."""
        left = self._fill - self._used if self.transport.stream else 0
        for i in range(left):
            self._rx[i] = self._rx[self._used + i]
        self._fill = left
        self._used = 0


def _bus_error(error):
    """The reader's error for an OSError; a controller that waits in vain for its clock says ETIMEDOUT."""
    return BusStuck("SCL") if error.errno == ETIMEDOUT else ReaderBusError("reader bus: error %s" % error.errno)
