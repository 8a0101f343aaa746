"""ARC board, revision 1: a Raspberry Pi Pico (RP2040). Pure data; pins are GP numbers, units are in the names.

The reader has a bus of its own: a hung PN532 holds SCL low and would take the modules with it (B21).
"""

NAME = "arc_pico"
ROLE = "arc"
CARRIER = "pico"  # chips.CARRIERS
USB_IDS = ((0x2E8A, 0x0005),)  # MicroPython on a Pico: vendor, product

MODULE_BUS = {"i2c": 0, "sda": 4, "scl": 5, "freq_hz": 400_000, "timeout_us": 5_000, "pull_up_ohm": 1000}
# The PN532 by its switches. /reader.txt on the board names the one that is soldered; without that file it is the first.
READERS = {
    "i2c": {
        "i2c": 1, "sda": 2, "scl": 3, "freq_hz": 400_000, "timeout_us": 20_000, "irq": 6, "reset": 7,
        "pull_up_ohm": 4700,  # on the usual red board
    },
    "spi": {"spi": 0, "sck": 18, "mosi": 19, "miso": 20, "cs": 17, "irq": 6, "reset": 7},
    "hsu": {"uart": 0, "tx": 0, "rx": 1, "baud": 115_200, "reset": 7},
}
READER = READERS["i2c"]
READER_FILE = "/reader.txt"
# One pin per corridor port, open drain with the chip's pull-up: low = asserted. Index = port number.
PORTS = (8, 9, 10, 11, 12, 13)
# A ring of WS2812 in the hull. High and low times of a 0 and of a 1 in nanoseconds; level: share of 255 that the
# supply carries on every strip at once (`colony boards check`).
LIGHT = {"pin": 16, "pixels": 12, "order": "GRB", "timing_ns": (400, 850, 800, 450), "level": 30}
# 4 AA cells behind a divider. Low leaves each cell 1.1 V: play goes on for a while, a warning is in time.
BATTERY = {
    "adc": 26, "divider_top_ohm": 100_000, "divider_bottom_ohm": 100_000, "reference_mv": 3300,
    "low_mv": 4400, "low_over_mv": 4600, "step_mv": 100,
}
WATCHDOG_MS = 8_000  # the RP2040's counter ends at 8388 ms; several times the worst boot
# One byte for each check: "writable" promises room for one byte only, and a write into a full buffer stops the chip.
USB = {"write_bytes": 1}
FLASH = "/"
