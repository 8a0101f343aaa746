"""Sense lines of corridor ports on real pins: open drain with pull-up, low = asserted."""


class OpenPorts:
    """`pins`: one pin object per port, set up as open drain with a pull-up; index = port number."""

    def __init__(self, pins):
        self._pins = pins
        self.drive(0)

    def drive(self, mask):
        """Assert the lines of `mask`, let go of the others."""
        for port, pin in enumerate(self._pins):
            pin.value(0 if mask >> port & 1 else 1)

    def sense(self):
        """Mask of asserted lines, the own ones included."""
        mask = 0
        for port, pin in enumerate(self._pins):
            if not pin.value():
                mask |= 1 << port
        return mask
