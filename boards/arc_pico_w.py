"""ARC board, revision 1, on a Raspberry Pi Pico W: wired like the plain Pico. Pure data.

What differs: GP 23, 24, 25 and 29 belong to its radio, which Colony leaves off.
"""

from boards.arc_pico import *  # noqa: F403 - one wiring, one place

NAME = "arc_pico_w"
CARRIER = "pico_w"
