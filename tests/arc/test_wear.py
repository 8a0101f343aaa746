"""Flash wears out by erasing. Whatever happens at the table or at the companion, the ARC's lives for years."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from littlefs import LittleFS, UserContext
from littlefs.errors import LittleFSError

from firmware.arc import start, wear
from firmware.arc.snapshot import Store
from shared_rules.wire.frames import crc32
from shared_rules.wire.messages import CHUNK_BYTES, OK
from tools.images import wear as life
from tools.images.filesystem import CACHE_BYTES, SECTOR_BYTES

# What MicroPython gives littlefs on these chips (extmod/vfs_lfsx.c, ports/rp2/modules/_boot.py).
MICROPYTHON = {"prog_size": 256, "read_size": 32, "cache_size": CACHE_BYTES, "lookahead_size": 32, "block_cycles": 100}


class Flash(UserContext):
    """Flash that counts how often each sector was erased."""

    def __init__(self, sectors):
        super().__init__(sectors * SECTOR_BYTES)
        self.erased = [0] * sectors

    def erase(self, cfg, block):
        self.erased[block] += 1
        return super().erase(cfg, block)


class Files:
    """The firmware's file interface on littlefs."""

    def __init__(self, flash):
        self.flash = flash
        self.system = LittleFS(
            context=flash, block_size=SECTOR_BYTES, block_count=len(flash.erased), disk_version=0x0002_0000,
            **MICROPYTHON,
        )  # fmt: skip

    def _do(self, work, *given):
        try:
            return work(*given)
        except LittleFSError as error:
            raise OSError(error.code) from error

    def open(self, path, mode):
        return self._do(self.system.open, path, mode)

    def remove(self, path):
        self._do(self.system.remove, path)

    def rename(self, old, new):
        self._do(self.system.rename, old, new)


def keep(store, length):
    """One snapshot as the companion sends it."""
    data = bytes(length)
    assert store.begin(length, crc32(data)) == OK
    for at in range(0, length, CHUNK_BYTES):
        assert store.data(at, data[at : at + CHUNK_BYTES]) == OK
    assert store.commit() == OK


@pytest.mark.parametrize(("length", "times"), [(700, 150), (12_000, 60), (65_536, 12)])
def test_a_snapshot_erases_no_more_sectors_than_it_is_charged_for(length, times):
    flash = Flash(120)
    store = Store(Files(flash))
    before = sum(flash.erased)
    for _ in range(times):
        keep(store, length)
    assert (sum(flash.erased) - before) / times <= wear.sectors(length)


def test_littlefs_spreads_the_wear_over_what_is_free():
    flash = Flash(64)
    store = Store(Files(flash))
    for _ in range(300):
        keep(store, 12_000)
    mean = sum(flash.erased) / len(flash.erased)
    assert mean > 10
    assert max(flash.erased) <= life.UNEVEN * mean


@given(st.lists(st.tuples(st.integers(0, 40 * 60_000), st.integers(0, 262_144)), max_size=80))
def test_in_no_stretch_of_time_more_is_erased_than_saved_and_earned(asked):
    meter, now_ms, paid = wear.Wear(), 0, []
    for gap_ms, length in asked:
        now_ms += gap_ms
        if meter.spend(length, now_ms & 0xFFFFFFFF):
            paid.append((now_ms, wear.sectors(length)))
    for first, (begun_ms, _) in enumerate(paid):
        total = 0
        for at_ms, sectors in paid[first:]:
            total += sectors
            assert total <= wear.SAVED_SECTORS + (at_ms - begun_ms) / wear.SECTOR_MS


def test_a_companion_gone_wild_is_slowed_to_the_hourly_rate():
    meter = wear.Wear()
    erased = sum(wear.sectors(4096) for now_ms in range(0, 10 * 3_600_000, 1000) if meter.spend(4096, now_ms))
    assert erased <= wear.SAVED_SECTORS + 10 * 3_600_000 // wear.SECTOR_MS


@pytest.mark.parametrize(("rounds", "minutes"), [(20, 1), (60, 4)])
def test_an_evening_of_rounds_is_never_held_up(rounds, minutes):
    """A growing game, one snapshot a round; a game of a thousand entries takes less than 64 KB."""
    meter = wear.Wear()
    assert all(meter.spend(65_536 * number // rounds, number * minutes * 60_000) for number in range(1, rounds + 1))


def test_the_counter_of_milliseconds_may_begin_anew():
    meter = wear.Wear()
    assert meter.spend(262_144, 0xFFFF_FF00)
    assert meter.spend(262_144, 0x10)


class Records:
    """A disk that counts what is written and removed."""

    def __init__(self):
        self.flash = Flash(32)
        self.files = Files(self.flash)
        self.changes = 0

    def open(self, path, mode):
        self.changes += "w" in mode
        return self.files.open(path, mode)

    def remove(self, path):
        self.files.remove(path)
        self.changes += 1

    def rename(self, old, new):
        self.files.rename(old, new)


def crash_once(records):
    """One life that ends in a traceback, as firmware/arc/main.py lives it."""
    store = Store(records)
    life = start.Life(store, start.reset_reason(store, watchdog=False), lambda n: b"\x5a" * n)
    if life.crash or life.safe:
        life.told()
    start.record_crash(store, "Traceback\nValueError: always\n")
    return life


def test_a_board_that_crashes_for_ever_stops_writing_and_still_tells_why():
    records = Records()
    for _ in range(start.QUIET_ENDS + 2):
        crash_once(records)
    written = records.changes
    lives = [crash_once(records) for _ in range(200)]
    assert records.changes == written
    assert all(life.safe and "always" in life.crash for life in lives)
    lives[-1].healthy()
    assert not Store(records).read_text(start.CRASH)
    assert not crash_once(records).safe


def test_a_start_costs_a_fifth_of_an_erasing_of_any_sector():
    """The counter of starts is one short entry in the log of the root folder, which lies in two sectors."""
    starts = 300
    records = Records()
    for _ in range(starts):
        start.Life(Store(records), start.POWER_ON, lambda n: bytes(n))
    assert max(records.flash.erased) <= starts / 5


@pytest.mark.parametrize("carrier", life.CARRIERS)
def test_the_flash_outlives_the_box(carrier):
    assert life.years(carrier, life.evening_sectors()) >= 50
    assert life.years(carrier, life.most_sectors_a_day()) >= 5
