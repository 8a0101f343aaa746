"""ARC board, revision 1: a Raspberry Pi Pico (RP2040). Pure data; pins are GP numbers, units are in the names.

The reader has a bus of its own: a hung PN532 holds SCL low and would take the modules with it (B21).
"""

NAME = "arc_pico"
MCU = "rp2040"
USB_IDS = ((0x2E8A, 0x0005),)  # MicroPython on a Pico: vendor, product

MODULE_BUS = {"i2c": 0, "sda": 4, "scl": 5, "freq_hz": 400_000, "timeout_us": 5_000}
READER = {"kind": "i2c", "i2c": 1, "sda": 2, "scl": 3, "freq_hz": 400_000, "timeout_us": 20_000, "irq": 6, "reset": 7}
# One pin per corridor port: open drain with a pull-up, low = driven. Index + 1 is the port's number on the hull.
PORTS = (8, 9, 10, 11, 12, 13)
LIGHT = {"pin": 16, "pixels": 12}
# 4 AA cells behind a divider 100k : 100k. Low leaves 0.2 V per cell before the regulator drops out.
BATTERY = {
    "adc": 26, "divider_top_ohm": 100_000, "divider_bottom_ohm": 100_000, "reference_mv": 3300,
    "low_mv": 4400, "low_over_mv": 4600, "step_mv": 100,
}
# 6 times the worst boot measured; the RP2040's counter ends at 8388 ms.
WATCHDOG_MS = 8_000
# USB sends one byte per check: "writable" promises room for one byte only, and a full buffer blocks the whole chip.
USB = {"write_bytes": 1}
FLASH = "/"
