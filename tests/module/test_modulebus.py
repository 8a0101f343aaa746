"""The ARC's side of the bus: found, lost, lit, and what is wrong said by its name."""

import itertools

import pytest

from firmware.drivers import modulebus
from firmware.module import registers
from shared_rules import catalog
from shared_rules.compat import TICKS_PERIOD
from tools.virtual.board import SimBoard, chip_of

EVERY_UNIT = range(1, 33)


def address(unit):
    return catalog.BUS_BASE + unit


def units(fields):
    return [each["unit"] for each in fields]


# -- found and lost ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-1.1-4")
def test_a_chain_enumerates_both_modules_and_their_corridors(rig):
    rig.table.attach(6, (0, 0))
    rig.table.attach(7, (6, 3))
    rig.settle()
    assert units(rig.take("MODULE_ATTACHED")) == [6, 7]
    assert rig.take("TOPOLOGY")[-1]["edges"] == [(0, 0, 6, 0), (6, 3, 7, 0)]


def test_attached_tells_kind_chip_ports_and_firmware(rig):
    rig.plug(10)
    rig.run(300)
    assert rig.take("MODULE_ATTACHED") == [
        {"unit": 10, "kind": 8, "chip": chip_of(10), "ports": 4, "firmware": 1}
    ]
    assert catalog.UNIT_TYPES[8] == catalog.UNIT_TYPES[10] == "residential_dome"


@pytest.mark.parametrize("unit", [1, 16, 32])
@pytest.mark.parametrize("others", [0, 31])
def test_hot_plug_is_found_within_half_a_second(rig, unit, others):
    rig.plug(*[each for each in EVERY_UNIT if each != unit][:others])
    rig.run(4000)
    for delay_ms in range(0, 240, 17):
        rig.run(delay_ms)
        rig.take("MODULE_ATTACHED")
        plugged_at = rig.ms
        rig.plug(unit)
        rig.run(500)
        found = [ms for ms, fields in rig.said("MODULE_ATTACHED") if fields["unit"] == unit and ms >= plugged_at]
        assert found
        assert found[0] - plugged_at <= 500
        rig.pull(unit)
        rig.run(1000)
        assert unit not in rig.bus.present


def test_b67_nothing_at_boot_is_normal_and_is_looked_for_for_ever(rig):
    rig.run(10_000)
    assert rig.events == [("TOPOLOGY", {"edges": []})]
    rig.plug(4)
    rig.run(500)
    assert units(rig.take("MODULE_ATTACHED")) == [4]


@pytest.mark.parametrize("misses", [1, 2])
def test_one_or_two_misses_lose_nobody(rig, misses):
    rig.plug(5)
    rig.run(1000)
    rig.take("MODULE_ATTACHED")
    rig.pull(5)
    while rig.bus.present[5].misses < misses:
        rig.step()
    rig.wire.attach(rig.table.boards[5])
    rig.run(3000)
    assert rig.take("MODULE_LOST") == []
    assert rig.take("MODULE_ATTACHED") == []


def test_three_clean_misses_lose_a_module_within_a_second(rig):
    rig.plug(5, 6)
    rig.run(1000)
    rig.pull(5)
    rig.run(1000)
    assert units(rig.take("MODULE_LOST")) == [5]
    assert sorted(rig.bus.present) == [6]


def test_enumeration_of_32_modules_costs_at_most_one_and_a_half_times_the_identity_bits(rig):
    rig.plug(*EVERY_UNIT)
    while len(rig.bus.present) < 32:
        rig.step()
    needed = 32 * registers.IDENTITY_BYTES * 9
    assert rig.wire.bits <= 1.5 * needed
    assert rig.wire.bits / needed == pytest.approx(1.17, abs=0.02)
    assert rig.wire.busy_s < 0.018


def test_a_step_is_bounded(rig):
    """The loop that calls it also serves USB and the lights: no step takes more than 2.5 ms of bus time."""
    rig.plug(*EVERY_UNIT)
    rig.wire.harm("flip", address(7), at=3, times=10_000)
    rig.wire.harm("flip", address(9), at=14, times=10_000)
    longest = 0
    for _ in range(8000):
        before = rig.wire.bits
        rig.step()
        longest = max(longest, rig.wire.bits - before)
    assert longest / 400 <= 2.5


def test_an_idle_bus_of_32_modules_is_free_most_of_the_time(rig):
    rig.plug(*EVERY_UNIT)
    rig.run(5000)
    before = rig.wire.bits
    rig.run(10_000)
    assert (rig.wire.bits - before) / 400_000 / 10 < 0.2


# -- lights --------------------------------------------------------------------------------------------------------


def test_a_module_shows_the_wish_made_before_it_came(rig):
    rig.bus.set_light(3, catalog.OPERATIONAL)
    rig.plug(3, 4)
    rig.run(500)
    assert rig.table.boards[3].light.pattern == catalog.OPERATIONAL
    assert rig.table.boards[4].light.pattern == catalog.ATTACHED


@pytest.mark.rule("BHC-4.5-4")
def test_the_light_is_there_within_5_s_of_plugging_even_with_31_others(rig):
    rig.plug(*range(2, 33))
    rig.run(4000)
    rig.plug(1)
    rig.run(700)
    assert rig.table.boards[1].light.pattern == catalog.ATTACHED


def test_a_light_wished_arrives_and_a_lost_order_is_sent_again(rig):
    rig.plug(3)
    rig.run(3000)
    rig.bus.set_light(3, catalog.CATASTROPHE)
    rig.wire.harm("cut_write", address(3), at=6)
    rig.run(600)
    assert rig.table.boards[3].light.pattern == catalog.CATASTROPHE


def test_a_board_that_restarts_between_two_polls_gets_its_light_back(rig):
    rig.plug(3)
    rig.bus.set_light(3, catalog.TIER_2)
    rig.run(3000)
    rig.table.boards[3].boot()
    rig.run(600)
    assert rig.table.boards[3].light.pattern == catalog.TIER_2
    assert rig.take("MODULE_LOST") == []


def test_a_flash_ends_by_itself(rig):
    rig.plug(3)
    rig.bus.set_light(3, catalog.OPERATIONAL)
    rig.run(1000)
    rig.bus.flash_light(3, catalog.IDENTIFY, 5000)
    rig.run(4800)
    assert rig.table.boards[3].light.pattern == catalog.IDENTIFY
    rig.run(1000)
    assert rig.table.boards[3].light.pattern == catalog.OPERATIONAL


def test_an_arc_that_restarts_takes_over_boards_that_went_on(rig, make_rig):
    rig.plug(3)
    rig.bus.set_light(3, catalog.WIN)
    rig.run(1000)
    second = modulebus.ModuleBus(rig.wire, rig.wire.sda, rig.wire.scl, rig.now, rig.table.ports(), rig._on_event)
    second.set_light(3, catalog.LOSE)
    old_sequence = rig.bus.present[3].sequence
    rig.bus = second
    while not (3 in second.present and second.present[3].sequence):
        rig.step()
    assert second.present[3].sequence == old_sequence % 255 + 1, "goes on from the number that the board carries"
    rig.run(1000)
    assert rig.table.boards[3].light.pattern == catalog.LOSE


def test_unknown_patterns_and_units_are_our_own_mistake(rig):
    with pytest.raises(IndexError):
        rig.bus.set_light(3, len(catalog.LIGHTS))
    with pytest.raises(IndexError):
        rig.bus.set_light(33, catalog.WIN)


def test_sense_all_says_everything_again(rig):
    rig.table.attach(6, (0, 0))
    rig.settle()
    rig.events.clear()
    rig.bus.sense_all()
    rig.run(1000)
    assert units(rig.take("MODULE_ATTACHED")) == [6]
    assert rig.take("TOPOLOGY") == [{"edges": [(0, 0, 6, 0)]}]


# -- damaged data --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", range(registers.STATE_BYTES))
def test_one_torn_read_is_read_again_and_nobody_hears_of_it(rig, place):
    rig.plug(2)
    rig.run(3000)
    rig.events.clear()
    rig.wire.harm("flip", address(2), at=place, mask=0x40, times=2)
    while rig.bus.torn < 2:
        rig.step()
        assert rig.bus.present[2].bad == 0, "read again in the same step"
    rig.run(1000)
    assert rig.events == []
    assert rig.bus.torn == 2


def test_b64_an_address_byte_in_front_of_the_data_is_read_again(rig):
    rig.plug(2)
    rig.wire.harm("shift", address(2))
    rig.run(300)
    assert units(rig.take("MODULE_ATTACHED")) == [2]
    rig.wire.harm("shift", address(2), times=2)
    rig.run(3000)
    assert rig.take("FAULT") == rig.take("MODULE_LOST") == rig.take("MODULE_CONFLICT") == []


def test_b65_a_board_that_answers_zeros_is_no_module(rig):
    rig.plug(2)
    rig.table.boards[2].lazy = False
    rig.table.boards[2].memory[:] = bytes(registers.MEMORY_BYTES)
    rig.run(3000)
    assert rig.bus.present == {}
    assert rig.take("MODULE_CONFLICT") == [{"unit": 2, "code": catalog.FAULT_BAD_IDENTITY}]


def test_b65_an_order_written_while_the_board_is_busy_is_confirmed_later(rig):
    rig.plug(2)
    board = rig.table.boards[2]
    rig.run(3000)
    board.lazy = False  # the board collects garbage: bytes arrive in its memory, its program stands still
    rig.bus.set_light(2, catalog.WIN)
    rig.run(100)
    assert board.light.pattern != catalog.WIN
    board.lazy = True
    rig.run(500)
    assert board.light.pattern == catalog.WIN
    assert rig.bus.present[2].applied == rig.bus.present[2].sequence


def test_a_state_that_stays_damaged_is_a_fault_of_that_unit_and_passes(rig):
    rig.plug(2, 3)
    rig.run(1000)
    rig.table.boards[2].lazy = False
    rig.table.boards[2].memory[registers.STATE + 12] ^= 1
    rig.run(1500)
    assert rig.take("FAULT") == [
        {"part": catalog.PART_MODULE, "code": catalog.FAULT_TORN, "detail": "unit 2: torn access"}
    ]
    assert sorted(rig.bus.present) == [2, 3]
    rig.table.boards[2].lazy = True
    rig.run(1500)
    assert rig.take("FAULT_CLEARED") == [{"part": catalog.PART_MODULE, "code": catalog.FAULT_TORN}]


# -- who is that? --------------------------------------------------------------------------------------------------


def reflash(board, unit=None, kind=None, version=None, damage=False):
    """Give a board an identity that it should not have."""
    block = bytearray(registers.IDENTITY_BYTES)
    kind = catalog.kind_of(board.unit) if kind is None else kind
    registers.pack_identity(block, unit or board.unit, kind, 4, 1, board.chip)
    if version is not None:
        block[2] = version
        registers.seal(block)
    if damage:
        block[0] ^= 0x10
    board.memory[: registers.IDENTITY_BYTES] = block


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"unit": 9}, catalog.FAULT_BAD_IDENTITY),
        ({"kind": 30}, catalog.FAULT_BAD_IDENTITY),
        ({"damage": True}, catalog.FAULT_BAD_IDENTITY),
        ({"version": 2}, catalog.FAULT_MAP_VERSION),
    ],
)
def test_a_wrong_identity_is_a_conflict_said_once_and_over_when_it_is_right(rig, wrong, code):
    rig.plug(2)
    reflash(rig.table.boards[2], **wrong)
    rig.run(6000)
    assert rig.bus.present == {}
    assert rig.take("MODULE_CONFLICT") == [{"unit": 2, "code": code}]
    rig.table.boards[2].boot()
    rig.run(3000)
    assert units(rig.take("MODULE_ATTACHED")) == [2]


@pytest.mark.parametrize("arbitration", [True, False], ids=["loser falls silent", "wired and"])
@pytest.mark.parametrize("late", [True, False], ids=["second comes later", "both at once"])
def test_two_boards_with_one_address_are_named_and_the_rest_goes_on(rig, arbitration, late):
    rig.wire.arbitration = arbitration
    twin = SimBoard(6, None, rig.now, chip=chip_of(6, copy=1))
    rig.plug(6, 7)
    if late:
        rig.run(3000)
    rig.wire.attach(twin)
    rig.run(12_000)
    assert rig.take("MODULE_CONFLICT") == [{"unit": 6, "code": catalog.FAULT_ADDRESS_CLASH}]
    assert sorted(rig.bus.present) == [7]
    assert [fields for fields in rig.take("MODULE_LOST") if fields["unit"] == 7] == []
    rig.take("MODULE_ATTACHED")
    rig.wire.detach(twin)
    rig.run(6000)
    assert units(rig.take("MODULE_ATTACHED")) == [6]
    assert rig.bus.present[6].chip == chip_of(6)


def test_a_conflict_taken_off_the_bus_is_lost(rig):
    rig.plug(2)
    reflash(rig.table.boards[2], kind=30)
    rig.run(2000)
    rig.pull(2)
    rig.run(2000)
    assert units(rig.take("MODULE_LOST")) == [2]
    rig.plug(2)
    rig.run(500)
    assert units(rig.take("MODULE_ATTACHED")) == [2]


def test_a_board_swapped_quicker_than_three_misses_is_lost_and_the_new_one_attached(rig):
    rig.plug(6)
    rig.run(3000)
    rig.events.clear()
    rig.pull(6)
    rig.wire.attach(SimBoard(6, None, rig.now, chip=chip_of(6, copy=1)))
    rig.run(2000)
    told = [(name, fields["unit"]) for name, fields in rig.events if name.startswith("MODULE")]
    assert told == [("MODULE_LOST", 6), ("MODULE_ATTACHED", 6)]
    assert rig.bus.present[6].chip == chip_of(6, copy=1)


# -- the wires -----------------------------------------------------------------------------------------------------


def bus_faults(rig, name="FAULT"):
    return [fields["code"] for fields in rig.take(name) if fields["part"] == catalog.PART_BUS]


@pytest.mark.parametrize("pulses", range(1, 10))
def test_a_target_that_holds_sda_is_clocked_free_and_nobody_hears_of_it(rig, pulses):
    rig.plug(2)
    rig.run(3000)
    rig.events.clear()
    rig.wire.hold_sda(pulses)
    rig.run(1500)
    assert rig.events == []
    assert sorted(rig.bus.present) == [2]


@pytest.mark.parametrize(
    ("hold", "release", "code"),
    [
        (lambda wire: wire.hold_sda(10**6), lambda wire: wire.hold_sda(0), catalog.FAULT_SDA_STUCK),
        (lambda wire: wire.hold_scl(True), lambda wire: wire.hold_scl(False), catalog.FAULT_SCL_STUCK),
        (
            lambda wire: setattr(wire, "every_address", True),
            lambda wire: setattr(wire, "every_address", False),
            catalog.FAULT_EVERY_ADDRESS,
        ),
    ],
    ids=["SDA", "SCL", "every address"],
)
def test_a_sick_bus_is_named_loses_and_finds_nobody_and_gets_well(rig, hold, release, code):
    rig.table.attach(2, (0, 0))
    rig.settle()
    rig.run(1000)
    rig.events.clear()
    hold(rig.wire)
    rig.run(5000)
    assert bus_faults(rig) == [code]
    release(rig.wire)
    rig.run(5000)
    assert bus_faults(rig, "FAULT_CLEARED") == [code]
    assert rig.events == []
    assert sorted(rig.bus.present) == [2]


@pytest.mark.parametrize("hold", [lambda wire, on: wire.hold_sda(10**6 * on), lambda wire, on: wire.hold_scl(on)])
def test_a_wire_held_for_moments_is_blamed_on_no_board(rig, hold):
    rig.plug(2, 20)
    rig.run(3000)
    rig.events.clear()
    for _ in range(10 * (catalog.UNIT_COUNT + 1) * 20):
        hold(rig.wire, rig.bus._slot != 0)  # let go whenever the wires are looked at
        rig.step()
    assert rig.events == []
    assert all(not record.hung and not record.misses for record in rig.bus.present.values())


def test_b58_a_board_that_stretches_500_us_is_well(rig):
    rig.plug(2)
    rig.wire.harm("stretch", address(2), at=500, times=10**6)
    rig.run(5000)
    assert units(rig.take("MODULE_ATTACHED")) == [2]
    assert rig.take("FAULT") == rig.take("MODULE_LOST") == []
    assert modulebus.TIMEOUT_US > 500


def test_b58_a_board_that_times_out_now_and_then_stays_present(rig):
    rig.plug(2)
    rig.run(1000)
    for _ in range(10):
        rig.wire.harm("stretch", address(2), at=10**6, times=2)
        rig.run(1000)
    assert sorted(rig.bus.present) == [2]
    assert rig.take("FAULT") == rig.take("MODULE_LOST") == []


def test_a_board_that_hangs_is_named_and_the_others_are_found_lit_and_placed(rig):
    rig.table.attach(2, (0, 0))
    rig.settle()
    trouble = rig.wire.harm("stretch", address(2), at=10**6, times=10**6)
    rig.run(2000)
    assert rig.take("FAULT") == [
        {"part": catalog.PART_MODULE, "code": catalog.FAULT_HUNG, "detail": "unit 2: does not answer"}
    ]
    rig.table.attach(3, (0, 1))
    rig.run(4000)
    assert sorted(rig.bus.present) == [2, 3]
    assert (0, 1, 3, 0) in rig.bus.edges
    trouble.times = 0
    rig.settle()
    assert rig.take("FAULT_CLEARED") == [{"part": catalog.PART_MODULE, "code": catalog.FAULT_HUNG}]


def test_b61_probing_never_writes_zero_bytes_and_b63_uses_only_calls_with_a_timeout(rig):
    """The RP2040's I2C takes its timeout when it is made; these three calls are bound by it."""

    class Only:
        def __init__(self, wire):
            self.readfrom_into = wire.readfrom_into
            self.readfrom_mem_into = wire.readfrom_mem_into
            self.writeto_mem = wire.writeto_mem

    rig.bus._i2c = Only(rig.wire)
    rig.table.attach(2, (0, 0))
    rig.settle()
    rig.bus.set_light(2, catalog.WIN)
    rig.run(500)
    assert rig.table.boards[2].light.pattern == catalog.WIN


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_b66_writes_of_few_bytes_arrive(rig, count):
    """The same check runs on hardware before the firmware version is moved."""
    from firmware.drivers.bussmoke import failing_writes

    rig.plug(2)
    assert failing_writes(rig.wire, 2, (count,)) == []
    rig.wire.harm("nak", address(2))
    assert failing_writes(rig.wire, 2, (count,)) == [count]
    rig.wire.harm("flip_write", address(2), at=1)
    assert failing_writes(rig.wire, 2, (count,)) == [count]


def test_b68_a_board_leaves_and_comes_back_under_another_address_1000_times(make_rig):
    rig = make_rig(units=())
    order = itertools.cycle(EVERY_UNIT)
    previous = None
    for _ in range(1000):
        board = SimBoard(next(order), None, rig.now, chip=b"WANDERER")
        if previous is not None:
            rig.wire.detach(previous)
        rig.wire.attach(board)
        rig.run(260)
        assert board.unit in rig.bus.present
        previous = board
    rig.run(1000)
    assert sorted(rig.bus.present) == [previous.unit]
    assert len(rig.take("MODULE_ATTACHED")) == 1000
    assert len(rig.take("MODULE_LOST")) == 999


def test_the_ticks_may_wrap_at_any_moment(make_rig):
    rig = make_rig(start_ms=TICKS_PERIOD - 4000)
    rig.table.attach(2, (0, 0))
    rig.settle()
    rig.run(5000)
    rig.table.attach(3, (2, 1))
    assert rig.settle() < 1500


def test_after_a_long_stop_of_the_loop_the_bus_goes_on(rig):
    rig.table.attach(2, (0, 0))
    rig.settle()
    rig.ms += 60_000
    rig.table.detach(2)
    rig.run(1500)
    assert units(rig.take("MODULE_LOST")) == [2]
