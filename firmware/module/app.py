"""The program of a module board, apart from its pins.

Theory: the ARC reads and writes `memory` (the register map) behind our back; this program looks at the CONTROL block,
does what a whole one says, and keeps the STATE block fresh. The light moves by itself between two orders.

Rule 1: an order counts only when its CRC holds; a half-written one is waited for, not guessed.
Rule 2: STATE is prepared apart and copied in whole, and only when something changed or every REFRESH_MS: each copy can
tear a read that is under way, and a torn read costs the ARC a second one.
Rule 3: without any access for SILENCE_MS the board shows "no host" and lets go of all sense lines, so that a board left
driving by an ARC that died cannot draw a corridor that is not there. The next access brings the ordered pattern back.
"""

from firmware.module import registers
from shared_rules.catalog import DARK, LIGHTS, NO_HOST
from shared_rules.compat import sleep_ms, ticks_add, ticks_diff, ticks_ms

FIRMWARE = 1  # build number in the identity; raise it with each release of this program
STEP_MS = 4
REFRESH_MS = 100
SILENCE_MS = 5000
TORN_MS = 20  # 13 bytes at 100 kHz take 1.2 ms: what is torn for longer was cut off


class ModuleApp:
    """One board: `memory` of MEMORY_BYTES, `ports` (drive(mask), sense() -> mask), a `Light`, and its identity.

    `identity` is (unit, kind, ports, firmware, chip) as in `registers.pack_identity`.
    """

    def __init__(self, memory, ports, light, identity, now=ticks_ms):
        self.memory = memory
        self.ports = ports
        self.light = light
        self._now = now
        self._order = bytearray(registers.CONTROL_BYTES)
        self._done = bytearray(registers.CONTROL_BYTES)  # the order in force
        self._state = bytearray(registers.STATE_BYTES)
        self._drive = 0
        self._flags = 0
        self._torn_from = None
        self._uptime_ms = 0
        self.passes = 0  # counts steps, so that a watchdog can see that they happen
        self._last = now()
        self._heard_at = self._last
        self._published_at = ticks_add(self._last, -REFRESH_MS)
        self._published = None
        self._tag = self._write_identity(identity)
        self._hop = crc_seed(identity[4])
        ports.drive(0)
        light.set(NO_HOST)

    def _write_identity(self, identity):
        block = bytearray(registers.IDENTITY_BYTES)
        registers.pack_identity(block, *identity)
        self.memory[registers.IDENTITY : registers.IDENTITY + registers.IDENTITY_BYTES] = block
        return registers.identity_tag(block)

    def heard(self):
        """The ARC has just read or written. Called from the bus interrupt, so it allocates nothing."""
        self._heard_at = self._now()

    def step(self):
        """One pass: order, silence, light, state. Takes well under a millisecond on the chip."""
        now = self._now()
        self.passes = (self.passes + 1) & 0xFFFF
        self._uptime_ms = (self._uptime_ms + ticks_diff(now, self._last)) & 0xFFFFFFFF
        self._last = now
        self._take_order(now)
        self._watch_silence(now)
        self.light.step()
        self._publish(now)

    async def run(self):
        """Steps for ever."""
        while True:
            self.step()
            await sleep_ms(STEP_MS)

    def _take_order(self, now):
        self._order[:] = memoryview(self.memory)[registers.CONTROL : registers.CONTROL + registers.CONTROL_BYTES]
        if self._order[0] == 0 or self._order == self._done:
            self._torn_from = None
        elif registers.sealed(self._order):
            self._torn_from = None
            self._flags &= ~registers.FLAG_TORN
            self._obey()
        elif self._torn_from is None:
            self._torn_from = now
        elif ticks_diff(now, self._torn_from) >= TORN_MS:
            self._flags |= registers.FLAG_TORN

    def _obey(self):
        self._done[:] = self._order
        self._drive = self._done[7]
        self.ports.drive(self._drive)
        if self._done[1] < len(LIGHTS):
            self._flags &= ~registers.FLAG_BAD_VALUE
        else:
            self._flags |= registers.FLAG_BAD_VALUE
        self._show_order()

    def _show_order(self):
        _, pattern, period_ms, phase_ms, brightness, _ = registers.unpack_control(self._done)
        if not self._done[0]:
            pattern, brightness = NO_HOST, 255
        elif pattern >= len(LIGHTS):
            pattern = DARK
        self.light.set(pattern, period_ms, phase_ms, brightness)

    def _watch_silence(self, now):
        if ticks_diff(now, self._heard_at) >= SILENCE_MS:
            self._heard_at = ticks_add(now, -SILENCE_MS)  # stays silent across the wrap of the ticks
            if not self._flags & registers.FLAG_SILENT:
                self._flags |= registers.FLAG_SILENT
                self._drive = 0
                self.ports.drive(0)
                self.light.set(NO_HOST)
        elif self._flags & registers.FLAG_SILENT:
            self._flags &= ~registers.FLAG_SILENT
            self._drive = self._done[7]
            self.ports.drive(self._drive)
            self._show_order()

    def _publish(self, now):
        sense = self.ports.sense() & ~self._drive & 0xFF
        shown = (self._done[0], sense, self._drive, self._flags, self.light.pattern)
        if shown == self._published and ticks_diff(now, self._published_at) < REFRESH_MS:
            return
        self._published, self._published_at = shown, now
        # A full-period byte generator (multiplier 4k+1, odd increment): cheap, and different on each board by its seed.
        self._hop = (self._hop * 197 + 91) & 0xFFFF
        registers.pack_state(self._state, self._hop >> 8, *shown, self._uptime_ms, self._tag)
        self.memory[registers.STATE : registers.STATE + registers.STATE_BYTES] = self._state


def crc_seed(chip):
    """16 bits that differ from board to board."""
    return registers.crc32(chip) & 0xFFFF
