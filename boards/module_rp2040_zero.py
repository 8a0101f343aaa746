"""Module board, revision 1: an RP2040-Zero in the foot of a miniature. Pure data; pins are GP numbers.

Sense lines are open drain with the chip's pull-up: low = asserted, so that both ends of a corridor may drive at once
and an open port reads as quiet. The two bus wires have their pull-ups on the ARC, not here.
"""

NAME = "module_rp2040_zero"
ROLE = "module"
CARRIER = "rp2040_zero"  # chips.CARRIERS
USB_IDS = ((0x2E8A, 0x0005), (0x2E8A, 0x1003))  # MicroPython's own, Waveshare's: vendor, product

BUS = {"i2c": 0, "sda": 0, "scl": 1}
PORTS = (2, 3, 4, 5)  # index = port number
# WS2812: one on the board, four under the tile, in one chain. High and low times of a 0 and of a 1 in nanoseconds;
# level: share of 255 that the supply carries on every strip at once (`colony boards check`).
LIGHT = {"pin": 16, "pixels": 5, "order": "GRB", "timing_ns": (400, 850, 800, 450), "level": 30}
WATCHDOG_MS = 8000  # the RP2040's counter ends at 8388 ms
# Time at boot in which Ctrl-C on USB stops the program for good: the watchdog cannot be stopped once it runs.
ESCAPE_MS = 3000
UNIT_FILE = "/unit.txt"  # holds the unit number, 1..32, written when the board is flashed
