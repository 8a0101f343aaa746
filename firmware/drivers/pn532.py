"""Asyncio driver for the PN532 card reader. Bus, pins and clock are injected; transports are in `pn532_i2c/spi/hsu.py`.

Rule 1: one command at a time: write the frame, wait for its ACK, wait for the answer whose code is the command's + 1.
Rule 2: no ACK within 30 ms: send the identical frame again, three times at most (the maker asks for that).
Rule 3: a command that was given up is ended by the abort ACK, and what the chip still had to say is drained before the
        next one. A stale answer is never taken for the answer to something else.
Rule 4: the chip's retries are made finite at start, so "no tag" is an answer and not a timeout. Only that clean answer
        means that no tag is there: every error raises.
Rule 5: each poll switches the field off first, so every poll finds chip and tags in the same state.
Rule 6: a tag's refusal leaves it deaf (ISO 14443-3): it is selected again before the next access.
Rule 7: the chip is never powered down.

Waits give way to other tasks; what blocks is one bus transfer of at most 35 bytes in a poll (under 1 ms at 400 kHz)
plus the bus driver's own timeout, which the wiring sets to 20 ms.
Source: NXP UM0701-02 (command set), NTAG213/215/216 and MF1S50 data sheets.
"""

from errno import ETIMEDOUT

from firmware.drivers.pn532_errors import (
    BusStuck,
    ReaderBusError,
    ReaderError,
    ReaderMisuse,
    ReaderNoAck,
    ReaderProtocolError,
    ReaderTimeout,
    TagRefused,
    TagRemoved,
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
from shared_rules.catalog import FAULT_ABSENT, FAULT_RESET_NOT_WIRED, TAG_CLASSIC, TAG_NTAG, TAG_PHONE, TAG_UNKNOWN
from shared_rules.compat import const, sleep_ms, ticks_diff, ticks_ms

GET_FIRMWARE = const(0x02)
SAM_CONFIGURATION = const(0x14)
RF_CONFIGURATION = const(0x32)
DATA_EXCHANGE = const(0x40)
COMMUNICATE_THRU = const(0x42)
LIST_TARGETS = const(0x4A)

ACK_MS = const(30)  # 15 by the maker's advice, doubled for slow buses
ANSWER_MS = const(100)  # commands that do not use the antenna
TAG_MS = const(250)  # the chip's own limit for one exchange is 51 ms; two tags and retries come to about 100 ms
ABORT_PAUSE_MS = const(2)  # right after an abort the chip hears nothing
SENDS = const(3)
READS = const(12)  # bus reads for one frame, at most
STALE = const(4)  # answers to something else that are dropped before the command is given up
ACK_BYTES = const(7)
FIRST_BYTES = const(34)  # covers one tag, two tags without history bytes, and a 16-byte read

AUTH_A = const(0x60)
AUTH_B = const(0x61)
NFC_KEY = b"\xd3\xf7\xd3\xf7\xd3\xf7"  # public key of NDEF sectors (NXP AN1304)


class Target:
    """One tag in the field: `uid` (4, 7 or 10 bytes), `atqa`, `sak`, and `tg`, its number in the chip."""

    def __init__(self, uid, atqa, sak, tg=1):
        self.uid = uid
        self.atqa = atqa
        self.sak = sak
        self.tg = tg

    @property
    def kind(self):
        """TAG_NTAG, TAG_CLASSIC, TAG_PHONE or TAG_UNKNOWN of the catalogue, by SAK; a random UID makes it a phone."""
        if self.sak & 0x20 or (len(self.uid) == 4 and self.uid[0] == 0x08):
            return TAG_PHONE
        if self.sak == 0x00:
            return TAG_NTAG
        return TAG_CLASSIC if self.sak in (0x08, 0x09, 0x18) else TAG_UNKNOWN

    @property
    def bindable(self):
        """False for tags that cannot stand for a piece: their UID changes from tap to tap."""
        return self.kind != TAG_PHONE

    def __eq__(self, other):
        return isinstance(other, Target) and self.uid == other.uid

    def __hash__(self):
        return hash(self.uid)

    def __repr__(self):
        return "Target(%s, sak=%02x)" % ("".join("%02x" % b for b in self.uid), self.sak)


class Pn532:
    """The reader. `reset_pin`: object with `value(level)` on RSTPD_N, or None where it is not wired."""

    def __init__(self, transport, reset_pin=None, now=ticks_ms, sleep=sleep_ms):
        self.transport = transport
        self.firmware = None  # (chip, version, revision, support) once started
        self.seen = False  # it has answered at least once
        self.reset_wired = None  # None until tried
        self.notices = []  # catalogue fault codes found on the way, each once
        self.resends = 0
        self.stale = 0
        self._reset_pin = reset_pin
        self._now = now
        self._sleep = sleep
        self._tx = bytearray(64)
        self._rx = bytearray(DATA_MAX + 16)
        self._tx_view = memoryview(self._tx)
        self._rx_view = memoryview(self._rx)
        self._fill = 0
        self._used = 0
        self._frame = FrameFinder()
        self._busy = False
        self._dirty = True  # a command may still be running in the chip
        self._field_on = True
        self._selected = None  # Target of the last access, for Rule 6
        self._deaf = False

    @property
    def bad_postambles(self):
        """Frames that were good but for their last byte (counted, not refused)."""
        return self._frame.bad_postambles

    # -- start ---------------------------------------------------------------------------------------------------

    async def start(self):
        """Reset, wake and configure the chip. Raises ReaderError; call again later, it may be plugged in by then."""
        self.firmware = None
        if self._reset_pin is not None:
            await self.reset()
        try:
            await self._configure()
        except (ReaderNoAck, ReaderTimeout) as error:
            self._reset_had_no_effect()
            if not self.seen and not self.transport.tells_absence:
                error.fault = FAULT_ABSENT
            raise
        self.seen = True
        if self._reset_pin is not None and self.reset_wired is None:
            self.reset_wired = True

    async def _configure(self):
        self._dirty = True
        await self.transport.wake(self._sleep)
        await self._exchange(SAM_CONFIGURATION, b"\x01\x14\x01", ANSWER_MS)  # normal mode, IRQ pin in use
        await self._exchange(GET_FIRMWARE, b"", ANSWER_MS)
        at = self._frame.start
        version = tuple(self._rx[at : at + self._frame.length])
        if len(version) != 4:
            raise ReaderProtocolError("firmware answer of %d bytes" % len(version))
        await self._exchange(RF_CONFIGURATION, b"\x05\xff\x01\x02", ANSWER_MS)  # passive activation: 3 tries
        self.firmware = version

    async def reset(self):
        """Pulse the reset line; the first time, also see whether the chip really falls silent while it is low."""
        self._reset_pin.value(0)
        await self._sleep(2)
        if self.reset_wired is None and await self._answers_in_reset():
            self._reset_had_no_effect()
        self._reset_pin.value(1)
        await self._sleep(10)
        self._fill = self._used = 0
        self._dirty = True
        self._field_on = True

    async def _answers_in_reset(self):
        try:
            await self.transport.wake(self._sleep)
            self.transport.write(self._tx_view[: build(self._tx, GET_FIRMWARE, 0)])
            return await self._next_frame(ACK_MS, ACK_BYTES) == IS_ACK
        except (OSError, ReaderError):
            return False

    def _reset_had_no_effect(self):
        if self._reset_pin is not None and self.reset_wired is not False:
            self.reset_wired = False
            self.notices.append(FAULT_RESET_NOT_WIRED)

    # -- the field -----------------------------------------------------------------------------------------------

    async def poll(self):
        """Tags in the field now: list of 0, 1 or 2 Targets, ordered by UID. Empty is a clean "no tag"; errors raise."""
        await self.release()
        self._field_on = True
        await self._exchange(LIST_TARGETS, b"\x02\x00", TAG_MS)
        at = self._frame.start
        return _targets(self._rx, at, at + self._frame.length)

    async def release(self):
        """Switch the field off: tags forget that they were selected, and the antenna draws no current."""
        if self._field_on:
            await self._exchange(RF_CONFIGURATION, b"\x01\x00", ANSWER_MS)
            self._field_on = False
        self._selected = None
        self._deaf = False

    async def select(self, target):
        """Find `target` again after it has fallen silent. Raises TagRemoved when it is not there."""
        for found in await self.poll():
            if found.uid == target.uid:
                target.tg = found.tg
                return
        raise TagRemoved("tag is gone")

    # -- tags ----------------------------------------------------------------------------------------------------

    async def read_ntag(self, page, buf, target=None):
        """Read 16 bytes from `page` on into `buf`. Raises TagRemoved, TagRefused."""
        await self._read(page, buf, target)

    async def ntag_write(self, page, data, target=None):
        """Write 4 bytes to `page`; no check of what the page is for (see `pn532_tags.write_message`)."""
        if len(data) != 4:
            raise ReaderMisuse("a page has 4 bytes")
        await self._tag(bytes((0xA2, page)) + bytes(data), 0, target)

    async def ntag_version(self, target=None):
        """The 8 bytes of GET_VERSION. Raises TagRefused for tags that are no NTAG21x."""
        await self._wake(target)
        await self._exchange(COMMUNICATE_THRU, b"\x60", TAG_MS)
        at = self._check_status(8)
        return bytes(self._rx[at : at + 8])

    async def classic_auth(self, block, key, target, which=AUTH_A):
        """Open the sector of `block`; True when the key fits. After a False the tag is selected anew by itself."""
        try:
            await self._tag(bytes((which, block)) + key + target.uid[-4:], 0, target)
        except TagRefused:
            return False
        return True

    async def classic_read(self, block, buf, target=None):
        """Read the 16 bytes of `block` into `buf`; its sector must be open."""
        await self._read(block, buf, target)

    async def classic_write(self, block, data, target=None):
        """Write 16 bytes to `block`; its sector must be open."""
        if len(data) != 16:
            raise ReaderMisuse("a block has 16 bytes")
        await self._tag(bytes((0xA0, block)) + bytes(data), 0, target)

    async def _read(self, number, buf, target):
        at = await self._tag(bytes((0x30, number)), 16, target)
        for i in range(16):
            buf[i] = self._rx[at + i]

    async def _tag(self, data, expected, target):
        """Exchange `data` with the tag; returns where its `expected` bytes lie in the receive buffer."""
        await self._wake(target)
        tg = target.tg if target is not None else 1
        await self._exchange(DATA_EXCHANGE, bytes((tg,)) + data, TAG_MS)
        return self._check_status(expected)

    async def _wake(self, target):
        if target is None:
            target = self._selected
        self._selected = target
        if self._deaf and target is not None:
            await self.select(target)

    def _check_status(self, expected):
        at = self._frame.start
        if not self._frame.length:
            raise ReaderProtocolError("tag answer without status")
        status = self._rx[at] & 0x3F
        if status:
            self._deaf = True
            if status == 0x14:
                raise TagRefused("tag refused")
            raise TagRemoved("tag removed in read (status %02x)" % status)
        if self._frame.length - 1 != expected:
            raise ReaderProtocolError("tag answer of %d bytes, not %d" % (self._frame.length - 1, expected))
        return at + 1

    # -- exchange ------------------------------------------------------------------------------------------------

    async def _exchange(self, code, params, timeout_ms):
        """Send a command and wait for its answer, which `self._frame` then describes; one more try if it is damaged."""
        if self._busy:
            raise ReaderMisuse("two reader commands at once")
        self._busy = True
        try:
            self._tx[PARAMS : PARAMS + len(params)] = params
            size = build(self._tx, code, len(params))
            try:
                await self._once(code, size, timeout_ms)
            except ReaderProtocolError:
                await self._once(code, size, timeout_ms)
        except OSError as error:
            raise BusStuck("SCL") if error.errno == ETIMEDOUT else ReaderBusError("reader bus: %s" % error)
        finally:
            self._busy = False

    async def _once(self, code, size, timeout_ms):
        self.transport.check()
        await self._settle()
        self._dirty = True  # stays so when this task is cancelled in the middle
        try:
            await self._send(size)
            await self._answer(code, timeout_ms)
        except ReaderBusError:
            raise
        except ReaderError:
            self.transport.write(ACK)
            raise
        self._dirty = False

    async def _settle(self):
        """Leave nothing of the past in the chip: end what runs, read what waits."""
        self._fill = self._used = 0
        try:
            if self._dirty:
                self.transport.write(ACK)
                await self._sleep(ABORT_PAUSE_MS)
            reads = 0
            while reads < READS and await self.transport.ready(0):
                self.transport.read_into(self._rx_view, len(self._rx))
                reads += 1
        except (OSError, ReaderBusError):
            await self._sleep(ABORT_PAUSE_MS)  # it may be waking up; if it is gone, the next write says so

    async def _send(self, size):
        for attempt in range(SENDS):
            if attempt:
                self.resends += 1
            try:
                self.transport.write(self._tx_view[:size])
            except OSError as error:
                if attempt == SENDS - 1 or error.errno == ETIMEDOUT:
                    raise
                await self._sleep(ABORT_PAUSE_MS)
                continue
            if await self._acked():
                return
        raise ReaderNoAck("no ACK to command %02x" % self._tx[PARAMS - 1])

    async def _acked(self):
        started = self._now()
        for _ in range(STALE):
            left = ACK_MS - ticks_diff(self._now(), started)
            kind = await self._next_frame(left, ACK_BYTES)
            if kind == IS_ACK:
                return True
            if kind == NOTHING:
                return False
            self.stale += 1
        return False

    async def _answer(self, code, timeout_ms):
        started = self._now()
        for _ in range(STALE):
            left = timeout_ms - ticks_diff(self._now(), started)
            kind = await self._next_frame(left, FIRST_BYTES)
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
        kind = NOTHING
        for _ in range(READS):
            kind = self._frame.scan(self._rx, self._fill) if self._fill else NOTHING
            if kind > MORE:
                self._used = min(self._frame.end, self._fill)
                return kind
            left = timeout_ms - ticks_diff(self._now(), started)
            if left < 0 or not await self.transport.ready(left):
                break
            want = self._again(kind, want)
            self._fill += self.transport.read_into(self._rx_view[self._fill :], want)
        else:
            raise ReaderProtocolError("no frame in what the reader sends")
        return NOTHING

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


def _targets(rx, at, end):
    """Parse an InListPassiveTarget answer. History bytes (ATS) of an ISO-DEP tag may be there or not: try both."""
    count = rx[at] if at < end else 255
    if count > 2:
        raise ReaderProtocolError("list of %d tags" % count)
    found = _parse(rx, at + 1, end, count, True)
    if found is None:
        found = _parse(rx, at + 1, end, count, False)
    if found is None:
        raise ReaderProtocolError("list of tags cut short")
    if len(found) == 2:
        if found[0].uid == found[1].uid:
            found.pop()
        elif found[0].uid > found[1].uid:
            found.reverse()
    return found


def _parse(rx, at, end, count, with_ats):
    """`count` Targets from `rx[at:end]`, or None when they do not fill it exactly."""
    found = []
    for _ in range(count):
        if at + 5 > end:
            return None
        size = rx[at + 4]
        stop = at + 5 + size
        if size not in (4, 7, 10) or stop > end:
            return None
        found.append(Target(bytes(rx[at + 5 : stop]), rx[at + 1] << 8 | rx[at + 2], rx[at + 3], rx[at]))
        at = stop
        if found[-1].sak & 0x20 and with_ats and at < end:
            at += rx[at] if rx[at] else 1
    return found if at == end else None
