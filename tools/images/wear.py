"""How long the flash of an ARC lasts: sums over what the firmware may erase (firmware/arc/wear.py).

Theory: littlefs moves what it writes over all sectors that hold no image, so their erasures add up. Half of the sum is
counted on, because the busiest sector may be erased twice as often as the mean (tests/arc/test_wear.py holds both).
"""

from firmware.arc import wear
from tools.images.filesystem import FLASH, SECTOR_BYTES
from tools.images.report import FLASH_BUDGET_BYTES

ERASURES = 100_000  # of a sector; W25Q16JV data sheet, features
UNEVEN = 2  # the busiest sector against the mean
DAYS = 365.25
ROUNDS, LONGEST_BYTES = 20, 65_536  # an evening: a snapshot a round, each as long as a game of a thousand entries
CARRIERS = ("pico", "pico_w", "pico_2")


def free_sectors(carrier: str) -> int:
    """Sectors of the file system that the largest image leaves."""
    return FLASH[carrier].sectors - FLASH_BUDGET_BYTES["arc"] // SECTOR_BYTES


def years(carrier: str, sectors_a_day: float) -> float:
    """How long the flash of a board stands so many erased sectors a day."""
    return free_sectors(carrier) * ERASURES / UNEVEN / sectors_a_day / DAYS


def evening_sectors() -> int:
    """Sectors that a long evening erases."""
    return ROUNDS * int(wear.sectors(LONGEST_BYTES))


def most_sectors_a_day() -> float:
    """What a companion that stores without end gets, day after day."""
    return 24 * 3_600_000 / wear.SECTOR_MS
