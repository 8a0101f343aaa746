"""What a chip's pins can do, and which of them a bought board brings out. Pure data, for the checker and the drawings.

Sources: RP2040 datasheet 1.4.3 (GPIO functions), RP2350 datasheet 1.2.7; Pico, Pico W, Pico 2 and RP2040-Zero pinouts.
On both chips the functions of a pin repeat every four pins and the block changes with a fixed step, so the whole table
is three rules: (order of functions within four pins, first pin of the count, pins before the block changes).
"""

FUNCTIONS = {
    "i2c": (("sda", "scl"), 0, 2),
    "spi": (("miso", "cs", "sck", "mosi"), 0, 8),
    "uart": (("tx", "rx", "cts", "rts"), 4, 8),
}
CHIPS = {
    "rp2040": {"pins": 30, "adc": (26, 27, 28, 29), "watchdog_most_ms": 8388, "ma": 30},
    "rp2350": {"pins": 30, "adc": (26, 27, 28, 29), "watchdog_most_ms": 16777, "ma": 30},
}
# No pin of these chips is read as a strap at reset: the boot mode is on the flash's chip select, which no board brings
# out. What a board keeps for itself is in `taken`: pin, what for.
_PICO = {
    "chip": "rp2040",
    "title": "Raspberry Pi Pico",
    # header pin of each GP number
    "header": {
        0: 1, 1: 2, 2: 4, 3: 5, 4: 6, 5: 7, 6: 9, 7: 10, 8: 11, 9: 12, 10: 14, 11: 15, 12: 16, 13: 17, 14: 19, 15: 20,
        16: 21, 17: 22, 18: 24, 19: 25, 20: 26, 21: 27, 22: 29, 26: 31, 27: 32, 28: 34,
    },
    "power": {"GND": 3, "3V3": 36, "VSYS": 39, "VBUS": 40, "RUN": 30},
    "taken": {23: "power save of the regulator", 24: "sense of USB power", 25: "the LED", 29: "a third of VSYS"},
}
CARRIERS = {
    "pico": _PICO,
    "pico_w": dict(
        _PICO, title="Raspberry Pi Pico W",
        taken={23: "power of the radio", 24: "data of the radio", 25: "select of the radio", 29: "clock of the radio"},
    ),
    "pico_2": dict(_PICO, title="Raspberry Pi Pico 2", chip="rp2350"),
    "rp2040_zero": {
        "chip": "rp2040",
        "title": "RP2040-Zero",
        # It has no numbered header: the print on the board is the GP number.
        "header": {pin: pin for pin in range(30) if pin < 16 or pin > 25},
        "power": {"GND": 0, "3V3": 0, "5V": 0},
        "taken": {},
        "on_board": {16: "the pixel on the board, whose output feeds the strip"},
    },
}
