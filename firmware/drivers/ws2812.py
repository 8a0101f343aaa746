"""A strip of WS2812 pixels by `machine.bitstream`, which is handed in. `Light`, its only user, keeps the latch gap."""


class Ws2812:
    """`timing_ns`: high and low of a 0, high and low of a 1; `order`: the letters R, G, B as the strip wants them.

    `level` of 255 is the share of full brightness that the supply can carry on every strip at once (the board file).
    """

    def __init__(self, bitstream, pin, timing_ns, order="GRB", level=255):
        self._bitstream = bitstream
        self._pin = pin
        self._timing_ns = timing_ns
        self._order = tuple("RGB".index(letter) for letter in order)
        self._level = level
        self._buffer = None

    def write(self, rgb_bytes):
        """Send 3 bytes per pixel. Interrupts are off for 30 us per pixel; the bus stretches its clock meanwhile."""
        if self._buffer is None or len(self._buffer) != len(rgb_bytes):
            self._buffer = bytearray(len(rgb_bytes))
        for start in range(0, len(rgb_bytes), 3):
            for place in range(3):
                self._buffer[start + place] = rgb_bytes[start + self._order[place]] * self._level // 255
        self._bitstream(self._pin, 0, self._timing_ns, self._buffer)
