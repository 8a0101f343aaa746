"""Light patterns from the table `catalog.LIGHTS` on one strip of WS2812 pixels.

Rule 1: one owner. Only `Light.step` writes to the pixels, so two users can never interleave their bits.
Rule 2: the pixels latch after 300 us of silence, so two writes are at least one whole tick of 1 ms apart.
Rule 3: `flash` lays a second pattern over the first for a while; `set` below it is kept and shows afterwards.
"""

from shared_rules.catalog import DARK, LIGHTS
from shared_rules.compat import ticks_add, ticks_diff, ticks_ms


def cycle_ms(rhythm):
    """Length of one cycle of a rhythm; 0 when steady."""
    return sum(rhythm)


def is_on(rhythm, at_ms):
    """Whether a rhythm (on_ms, off_ms, on_ms, ...) is bright `at_ms` after its start; () is always bright."""
    if not rhythm:
        return True
    at_ms %= cycle_ms(rhythm)
    for position, length_ms in enumerate(rhythm):
        if at_ms < length_ms:
            return position % 2 == 0
        at_ms -= length_ms
    return False


class Light:
    """Shows one pattern of the table on `pixels` (object with `write(rgb_bytes)`, 3 bytes per pixel)."""

    def __init__(self, pixels, now=ticks_ms, count=1):
        self._pixels = pixels
        self._now = now
        self._shown = bytearray(b"\xff" * (3 * count))  # not a colour of ours: the first step always writes
        self._next = bytearray(3 * count)
        self._written_at = ticks_add(now(), -2)
        self._period_ms = 0
        self._phase_ms = 0
        self._brightness = 255
        self._base = DARK
        self._base_from = now()
        self._over = None
        self._over_from = 0
        self._over_ms = 0

    @property
    def pattern(self):
        """Number of the pattern that shows now."""
        return self._base if self._over is None else self._over

    @property
    def rgb(self):
        """Colour of the pattern that shows now, before rhythm and brightness."""
        return LIGHTS[self.pattern][1]

    def set(self, pattern, period_ms=0, phase_ms=0, brightness=255):
        """Rest in `pattern`. The same order again leaves the rhythm where it is. IndexError: no such pattern."""
        LIGHTS[pattern]
        same = pattern == self._base and period_ms == self._period_ms and phase_ms == self._phase_ms
        self._brightness = brightness
        if not same:
            self._base, self._period_ms, self._phase_ms = pattern, period_ms, phase_ms
            self._base_from = self._now()

    def flash(self, pattern, duration_ms):
        """Show `pattern` from its start for `duration_ms`, then what was set. IndexError: no such pattern."""
        LIGHTS[pattern]
        self._over, self._over_from, self._over_ms = pattern, self._now(), duration_ms

    def step(self):
        """Bring the pixels up to now. Call it every few milliseconds. True when the strip was written."""
        now = self._now()
        if self._over is not None and ticks_diff(now, self._over_from) >= self._over_ms:
            self._over = None
            self._base_from = now  # also keeps the tick difference short enough to be right over days
        self._mix(self._bright(now))
        if self._next == self._shown or ticks_diff(now, self._written_at) < 2:
            return False
        self._shown[:] = self._next
        self._pixels.write(self._next)
        self._written_at = now
        return True

    def _bright(self, now):
        if self._over is not None:
            return is_on(LIGHTS[self._over][2], ticks_diff(now, self._over_from))
        rhythm = LIGHTS[self._base][2]
        if not rhythm:
            return True
        whole_ms = self._period_ms or cycle_ms(rhythm)
        elapsed_ms = ticks_diff(now, self._base_from)
        if elapsed_ms >= whole_ms:
            self._base_from = ticks_add(self._base_from, elapsed_ms - elapsed_ms % whole_ms)
        at_ms = (elapsed_ms + self._phase_ms) % whole_ms
        return is_on(rhythm, at_ms * cycle_ms(rhythm) // whole_ms)

    def _mix(self, bright):
        colour = LIGHTS[self.pattern][1]
        for index in range(len(self._next)):
            self._next[index] = colour[index % 3] * self._brightness // 255 if bright else 0
