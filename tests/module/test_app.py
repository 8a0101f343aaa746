"""The board's program: orders, silence, state."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.module import registers
from firmware.module.app import REFRESH_MS, SILENCE_MS, STEP_MS, TORN_MS
from shared_rules import catalog
from shared_rules.compat import TICKS_PERIOD
from tools.virtual.board import SimBoard

STATE_NAMES = ("hop", "applied", "sense", "drive", "flags", "pattern", "uptime_ms", "tag")


class Ports:
    def __init__(self):
        self.driven = 0
        self.lines = 0

    def drive(self, mask):
        self.driven = mask

    def sense(self):
        return self.lines | self.driven


class Bench:
    """A board whose program runs by itself every STEP_MS while the test touches the registers."""

    def __init__(self, unit=6, start_ms=TICKS_PERIOD - 3000):
        self.ms = start_ms
        self.ports = Ports()
        self.board = SimBoard(unit, self.ports, self.now, lazy=False)

    def now(self):
        return self.ms % TICKS_PERIOD

    def wait(self, ms, heard=True):
        for _ in range(ms):
            self.ms += 1
            if heard:
                self.board.app.heard()
            if self.ms % STEP_MS == 0:
                self.board.step()

    def order(self, sequence, pattern=catalog.OPERATIONAL, drive=0, length=registers.CONTROL_BYTES):
        block = bytearray(registers.CONTROL_BYTES)
        registers.pack_control(block, sequence, pattern, drive)
        self.board.write(bytes((registers.CONTROL,)) + block[:length])

    def state(self):
        self.board.write(bytes((registers.STATE,)))
        block = self.board.read(registers.STATE_BYTES)
        assert registers.sealed(block)
        return dict(zip(STATE_NAMES, registers.unpack_state(block), strict=True))


@pytest.fixture
def bench():
    return Bench()


def test_the_identity_says_who_the_board_is(bench):
    bench.board.write(bytes((registers.IDENTITY,)))
    block = bench.board.read(registers.IDENTITY_BYTES)
    assert registers.sealed(block)
    assert registers.unpack_identity(block) == (b"CM", 1, 6, catalog.kind_of(6), 4, 1, bench.board.chip)


def test_a_fresh_board_waits_for_its_host_and_has_obeyed_nothing(bench):
    bench.wait(10)
    state = bench.state()
    assert (state["applied"], state["drive"], state["flags"], state["pattern"]) == (0, 0, 0, catalog.NO_HOST)


def test_an_order_is_obeyed_and_confirmed_within_two_passes(bench):
    bench.order(7, catalog.CONSTRUCTION, drive=0b0101)
    bench.wait(2 * STEP_MS)
    state = bench.state()
    assert (state["applied"], state["pattern"], state["drive"]) == (7, catalog.CONSTRUCTION, 0b0101)
    assert bench.ports.driven == 0b0101
    assert bench.board.light.pattern == catalog.CONSTRUCTION


def test_sense_leaves_out_what_the_board_drives_itself(bench):
    bench.ports.lines = 0b0110
    bench.order(1, drive=0b0010)
    bench.wait(2 * STEP_MS)
    assert bench.state()["sense"] == 0b0100


@pytest.mark.parametrize("length", range(1, registers.CONTROL_BYTES))
def test_a_half_written_order_is_not_obeyed_is_reported_and_is_cured_by_a_whole_one(bench, length):
    bench.order(1, catalog.OPERATIONAL, drive=1)
    bench.wait(2 * STEP_MS)
    bench.order(2, catalog.CATASTROPHE, drive=8, length=length)
    bench.wait(TORN_MS + 3 * STEP_MS)
    state = bench.state()
    assert (state["applied"], state["pattern"], state["drive"]) == (1, catalog.OPERATIONAL, 1)
    assert state["flags"] == registers.FLAG_TORN
    bench.order(2, catalog.CATASTROPHE, drive=8)
    bench.wait(2 * STEP_MS)
    state = bench.state()
    assert (state["applied"], state["pattern"], state["flags"]) == (2, catalog.CATASTROPHE, 0)


def test_an_order_under_way_is_no_fault(bench):
    bench.order(2, length=5)
    bench.wait(TORN_MS - STEP_MS)
    assert bench.state()["flags"] == 0


def test_an_unknown_pattern_is_dark_and_reported_but_ports_obey(bench):
    bench.order(3, pattern=250, drive=2)
    bench.wait(2 * STEP_MS)
    state = bench.state()
    assert (state["applied"], state["drive"], state["flags"]) == (3, 2, registers.FLAG_BAD_VALUE)
    assert bench.board.light.pattern == catalog.DARK
    bench.order(4, pattern=catalog.WIN)
    bench.wait(2 * STEP_MS)
    assert bench.state()["flags"] == 0


def test_silence_shows_no_host_and_lets_go_of_the_lines_until_the_arc_is_back(bench):
    bench.order(1, catalog.OPERATIONAL, drive=3)
    bench.wait(2 * STEP_MS)
    bench.wait(SILENCE_MS - 3 * STEP_MS, heard=False)
    assert bench.board.light.pattern == catalog.OPERATIONAL
    bench.wait(4 * STEP_MS, heard=False)
    assert (bench.board.light.pattern, bench.ports.driven) == (catalog.NO_HOST, 0)
    bench.wait(3 * SILENCE_MS, heard=False)
    assert bench.board.light.pattern == catalog.NO_HOST
    bench.wait(2 * STEP_MS)
    assert (bench.board.light.pattern, bench.ports.driven) == (catalog.OPERATIONAL, 3)


def test_state_is_copied_only_on_a_change_or_at_the_refresh(bench):
    bench.wait(REFRESH_MS)
    hops = []
    for _ in range(1000 // STEP_MS):
        bench.wait(STEP_MS)
        hops.append(bench.state()["hop"])
    changes = sum(a != b for a, b in itertools.pairwise(hops))
    assert 1000 // REFRESH_MS - 2 <= changes <= 1000 // REFRESH_MS


def test_uptime_runs_on_over_the_wrap_of_the_ticks(bench):
    before = bench.state()["uptime_ms"]
    bench.wait(6000)
    assert bench.state()["uptime_ms"] - before == pytest.approx(6000, abs=REFRESH_MS + STEP_MS)


# -- the format ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [registers.IDENTITY_BYTES, registers.CONTROL_BYTES, registers.STATE_BYTES])
@pytest.mark.parametrize("fill", [0x00, 0xFF])
def test_b65_a_block_of_equal_bytes_is_invalid_by_format(length, fill):
    assert not registers.sealed(bytes((fill,)) * length)


def test_blocks_and_fields_lie_where_the_formats_put_them():
    end = 0
    for _, start, length, _, fields in registers.BLOCKS:
        assert start >= end
        end = start + length
        place = 0
        for _, offset, size, _ in fields:
            assert offset == place
            place += size
        assert place == length
    assert end <= registers.MEMORY_BYTES
    assert 1 + registers.CONTROL_BYTES <= 16, "an order must fit the target's FIFO"


@given(data=st.data(), length=st.sampled_from([registers.CONTROL_BYTES, registers.STATE_BYTES]))
def test_any_damage_of_up_to_four_neighbouring_bytes_breaks_the_seal(data, length):
    block = bytearray(data.draw(st.binary(min_size=length, max_size=length)))
    registers.seal(block)
    assert registers.sealed(block)
    start = data.draw(st.integers(0, length - 4))
    for place, mask in enumerate(data.draw(st.binary(min_size=4, max_size=4).filter(any))):
        block[start + place] ^= mask
    assert not registers.sealed(block)


@given(
    old=st.binary(min_size=8, max_size=8), new=st.binary(min_size=8, max_size=8),
    cut=st.integers(1, registers.CONTROL_BYTES - 1),
)
def test_a_mix_of_an_old_and_a_new_block_is_never_taken_for_either(old, new, cut):
    first, second = bytearray(old + bytes(4)), bytearray(new + bytes(4))
    registers.seal(first)
    registers.seal(second)
    mixed = bytes(second[:cut] + first[cut:])
    assert registers.sealed(mixed) == (mixed in (bytes(first), bytes(second)))
