"""Health of the two wires of an I2C bus, and the way out when a target holds the data line.

Theory: an idle bus has both lines high. A target that lost a clock in the middle of a read holds SDA low until it has
been clocked on: at most 9 pulses (8 data bits and the acknowledge), then a stop. A target that holds SCL cannot be
clocked; only its reset or unplugging helps.

On the chip the I2C block owns both pins: `rewire(True)` must turn them into open-drain pins, `rewire(False)` back.
"""

from shared_rules.catalog import FAULT_SCL_STUCK, FAULT_SDA_STUCK

PULSES = 9


def no_rewire(_as_pins):
    """For buses whose pins can be driven while the bus object lives (simulated ones)."""


class BusLines:
    """`sda` and `scl` have `.value([level])`, or are None where they are not wired to be looked at."""

    def __init__(self, sda, scl, rewire=no_rewire):
        self._sda = sda
        self._scl = scl
        self._rewire = rewire

    def fault(self):
        """0, FAULT_SDA_STUCK or FAULT_SCL_STUCK."""
        if self._scl is not None and not self._scl.value():
            return FAULT_SCL_STUCK
        if self._sda is not None and not self._sda.value():
            return FAULT_SDA_STUCK
        return 0

    def recover(self):
        """Clock a held SDA free and close with a stop. Returns the fault that is left."""
        left = self.fault()
        if left != FAULT_SDA_STUCK or self._scl is None:
            return left
        self._rewire(True)
        for _ in range(PULSES):
            self._scl.value(0)
            self._scl.value(1)
            if self._sda.value():
                break
        self._stop()
        self._rewire(False)
        return self.fault()

    def _stop(self):
        self._scl.value(0)
        self._sda.value(0)
        self._scl.value(1)
        self._sda.value(1)
