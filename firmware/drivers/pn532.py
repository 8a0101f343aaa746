"""Asyncio driver for the PN532 card reader. Bus, pins and clock are injected; transports are in `pn532_i2c/spi/hsu.py`.

Rule 1: the chip's retries are made finite at start, so "no tag" is an answer and not a timeout. Only that clean answer
        means that no tag is there: every error raises.
Rule 2: each poll switches the field off first, so every poll finds chip and tags in the same state.
Rule 3: a tag's refusal leaves it deaf (ISO 14443-3): it is selected again before the next access.
Rule 4: the chip is never powered down.

Waits give way to other tasks; what blocks is one bus transfer of at most 35 bytes in a poll (under 1 ms at 400 kHz)
plus the bus driver's own timeout, which the wiring sets to 20 ms. How a command is carried: `pn532_exchange.py`.
Source: NXP UM0701-02 (command set), NTAG213/215/216 and MF1S50 data sheets.
"""

from firmware.drivers.pn532_errors import (
    ReaderError,
    ReaderMisuse,
    ReaderNoAck,
    ReaderProtocolError,
    ReaderTimeout,
    TagRefused,
    TagRemoved,
)
from firmware.drivers.pn532_exchange import ACK_BYTES, ACK_MS, Exchange
from firmware.drivers.pn532_frame import IS_ACK, build
from firmware.drivers.pn532_target import parse_list
from shared_rules.catalog import FAULT_ABSENT, FAULT_RESET_NOT_WIRED
from shared_rules.compat import const, sleep_ms, ticks_ms

GET_FIRMWARE = const(0x02)
SAM_CONFIGURATION = const(0x14)
RF_CONFIGURATION = const(0x32)
DATA_EXCHANGE = const(0x40)
COMMUNICATE_THRU = const(0x42)
LIST_TARGETS = const(0x4A)

ANSWER_MS = const(100)  # commands that do not use the antenna
TAG_MS = const(250)  # the chip's own limit for one exchange is 51 ms; two tags and retries come to about 100 ms

AUTH_A = const(0x60)
AUTH_B = const(0x61)
NFC_KEY = b"\xd3\xf7\xd3\xf7\xd3\xf7"  # public key of NDEF sectors (NXP AN1304)


class Pn532(Exchange):
    """The reader. `reset_pin`: object with `value(level)` on RSTPD_N, or None where it is not wired."""

    def __init__(self, transport, reset_pin=None, now=ticks_ms, sleep=sleep_ms):
        super().__init__(transport, now, sleep)
        self.firmware = None  # (chip, version, revision, support) once started
        self.seen = False  # it has answered at least once
        self.reset_wired = None  # None until tried
        self.notices = []  # catalogue fault codes found on the way, each once
        self._reset_pin = reset_pin
        self._field_on = True
        self._selected = None  # Target of the last access, for Rule 3
        self._deaf = False

    # -- start ---------------------------------------------------------------------------------------------------

    async def start(self):
        """Reset, wake and configure the chip. Raises ReaderError; call again later, it may be plugged in by then."""
        self.firmware = None
        if self._reset_pin is not None:
            await self.reset()
        try:
            await self._configure()
        except (ReaderNoAck, ReaderTimeout) as error:
            if self.seen or self.transport.tells_absence:
                self._reset_had_no_effect()
            else:
                error.fault = FAULT_ABSENT  # as far as this wire can tell, there never was a reader
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
        """Report it once; a line that has worked before is not to blame."""
        if self._reset_pin is not None and self.reset_wired is None:
            self.reset_wired = False
            self.notices.append(FAULT_RESET_NOT_WIRED)

    # -- the field -----------------------------------------------------------------------------------------------

    async def poll(self):
        """Tags in the field now: list of 0, 1 or 2 Targets, ordered by UID. Empty is a clean "no tag"; errors raise."""
        await self.release()
        self._field_on = True
        await self._exchange(LIST_TARGETS, b"\x02\x00", TAG_MS)
        at = self._frame.start
        return parse_list(self._rx, at, at + self._frame.length)

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
