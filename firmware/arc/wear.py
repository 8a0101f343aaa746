"""How much of the flash's life snapshots may use up, whatever a companion asks for.

Theory: a flash sector dies of being erased, after 100,000 times (W25Q16JV data sheet, "more than 100,000 erase-program
cycles"). A snapshot erases the sectors of its length and `EXTRA_SECTORS` more: the file system's own (measured by
littlefs, tests/arc/test_wear.py). Sectors are paid with time: each costs `SECTOR_MS`, saved up to `SAVED_SECTORS`.

Rule 1: a game's usual snapshot, one a round, is never held up. A companion gone wild is told to come later, and the
flash lives for years of that (docs/build/wear.md has the sums).
Rule 2: no other part of the program writes more than once in its life, whatever happens at the table.
"""

from shared_rules.compat import const

SECTOR_BYTES = const(4096)
EXTRA_SECTORS = const(2)
SECTOR_MS = const(30_000)
SAVED_SECTORS = const(256)
_U32 = const(0xFFFFFFFF)


def sectors(length):
    """Sectors that a snapshot of `length` bytes erases."""
    return -(-length // SECTOR_BYTES) + EXTRA_SECTORS


class Wear:
    """What may still be written in this life of the board."""

    def __init__(self):
        self._saved_ms = SAVED_SECTORS * SECTOR_MS
        self._seen_ms = 0

    def spend(self, length, uptime_ms):
        """Pay for a snapshot at `uptime_ms`; False when it has to wait."""
        earned_ms = uptime_ms - self._seen_ms & _U32
        self._saved_ms = min(SAVED_SECTORS * SECTOR_MS, self._saved_ms + earned_ms)
        self._seen_ms = uptime_ms
        price_ms = sectors(length) * SECTOR_MS
        if price_ms > self._saved_ms:
            return False
        self._saved_ms -= price_ms
        return True
