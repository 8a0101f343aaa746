"""Supply voltage from an ADC behind a divider.

Rule 1: a reading is the median of several samples: LEDs that switch make single samples jump.
Rule 2: it is news when it moved by a step, or crossed the low limit; the limit has a hysteresis, so a battery that
recovers when the lights go dark does not flap.
"""

from shared_rules.compat import const

_SAMPLES = const(5)
_FULL_SCALE = const(65535)


class Battery:
    """`adc` has MicroPython's `read_u16()`; `board` is the BATTERY table of a board file."""

    def __init__(self, adc, board):
        self._adc = adc
        self._board = board
        self._told_mv = None
        self.millivolts = 0
        self.low = False

    def read_mv(self):
        """Supply voltage in mV now."""
        samples = sorted([self._adc.read_u16() for _ in range(_SAMPLES)])
        board = self._board
        top, bottom = board["divider_top_ohm"], board["divider_bottom_ohm"]
        return samples[_SAMPLES // 2] * board["reference_mv"] * (top + bottom) // (_FULL_SCALE * bottom)

    def step(self):
        """Read once. True when this is news for the companion."""
        self.millivolts = self.read_mv()
        was_low = self.low
        limit = self._board["low_over_mv"] if was_low else self._board["low_mv"]
        self.low = self.millivolts < limit
        moved = self._told_mv is None or abs(self.millivolts - self._told_mv) >= self._board["step_mv"]
        if moved or self.low != was_low:
            self._told_mv = self.millivolts
            return True
        return False
