"""ARC board, revision 1, on a Raspberry Pi Pico 2 (RP2350): wired like the plain Pico. Pure data.

What differs: its chip must not rely on pull-downs (RP2350 erratum E9), and this wiring has none.
"""

from boards.arc_pico import *  # noqa: F403 - one wiring, one place

NAME = "arc_pico_2"
CARRIER = "pico_2"
