"""Boards as data: one file per board revision, `chips` and `parts` for what was bought. Pure data but for the look-up.

A firmware file finds its board by the name that MicroPython was built for, so that one image serves every Pico.
"""

# Words of `sys.implementation._machine`, the most special first; what nothing fits is the plain Pico's wiring.
ARC_BOARDS = (("Pico 2", "arc_pico_2"), ("Pico W", "arc_pico_w"), ("", "arc_pico"))
READERS = ("i2c", "spi", "hsu")  # how the PN532's two switches may be set


def arc_board(machine):
    """Name of the board file for an ARC on which MicroPython calls itself `machine`."""
    return next(name for words, name in ARC_BOARDS if words in machine)
