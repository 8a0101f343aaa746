"""Corridors by sense lines: any graph, loops included, while boards come and go."""

import itertools
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.drivers.topology import Sweep, bit_length
from shared_rules import catalog
from tools.virtual.diorama import Corridors, Diorama, DioramaError
from tools.virtual.i2c_bus import SimI2cBus

FULL = [(0, 6)] + [(unit, 4) for unit in range(1, 33)]


def all_ends(boards):
    return [(unit, port) for unit, count in boards for port in range(count)]


def sweep_over(boards, corridors):
    """Edges and odd ports of one sweep over lines that do not change."""
    sweep = Sweep(boards)
    for turn in range(sweep.turns):
        for unit, _ in boards:
            corridors.driven[unit] = sweep.drive_mask(unit, turn)
        for unit, _ in boards:
            sweep.heard(unit, turn, corridors.sense(unit))
    return sweep.edges()


@st.composite
def pairings(draw, boards=FULL):
    """Up to 17 corridors between random different ends."""
    ends = draw(st.permutations(all_ends(boards)))
    count = draw(st.integers(0, min(catalog.CORRIDORS, len(ends) // 2)))
    return [(ends[2 * place], ends[2 * place + 1]) for place in range(count)]


@given(pairings())
def test_a_sweep_over_33_boards_finds_exactly_the_corridors(pairs):
    corridors = Corridors()
    for a, b in pairs:
        corridors.join(a, b)
    assert sweep_over(FULL, corridors) == (corridors.edges(), [])


@given(pairings(), st.sets(st.sampled_from(all_ends(FULL)), max_size=3))
def test_a_shorted_line_takes_out_its_own_corridor_only(pairs, shorted):
    corridors = Corridors()
    for a, b in pairs:
        corridors.join(a, b)
    corridors.shorted = shorted
    edges, odd = sweep_over(FULL, corridors)
    assert edges == [edge for edge in corridors.edges() if not {edge[:2], edge[2:]} & shorted]
    assert shorted <= set(odd)


@given(st.lists(st.sampled_from(all_ends(FULL)), min_size=3, max_size=3, unique=True))
def test_a_y_of_three_ends_is_odd_and_no_corridor(ends):
    sweep = Sweep(FULL)
    for turn in range(sweep.turns):
        line = any(sweep.drive_mask(unit, turn) >> port & 1 for unit, port in ends)
        for unit, port in ends:
            sweep.heard(unit, turn, line << port)
    edges, odd = sweep.edges()
    assert len(edges) <= 1  # three numbers of which one lies "between" the others still show two of them as a pair
    assert odd or edges
    assert set(itertools.chain(*((edge[:2], edge[2:]) for edge in edges))) <= set(ends)


def test_134_ports_take_17_turns():
    assert len(all_ends(FULL)) == 134
    assert Sweep(FULL).turns == 17
    assert [bit_length(number) for number in (0, 1, 2, 255, 256)] == [0, 1, 2, 8, 9]


@pytest.mark.parametrize("boards", [[], [(0, 6)], [(5, 4)]])
def test_small_tables(boards):
    assert sweep_over(boards, Corridors()) == ([], [])


# -- over the bus --------------------------------------------------------------------------------------------------


@pytest.mark.rule("BHC-1.1-4")
def test_17_corridors_with_loops_are_sensed(rig):
    chain = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    for before, unit in itertools.pairwise([0, *chain]):
        rig.table.join((before, 1), (unit, 0))
    for a, b in [((3, 2), (9, 2)), ((13, 1), (0, 5)), ((4, 2), (4, 3)), ((0, 4), (7, 3))]:
        rig.table.join(a, b)
    assert rig.table.corridors.left == 0
    with pytest.raises(DioramaError, match="all 17 corridors"):
        rig.table.join((20, 0), (21, 0))
    rig.settle()
    assert len(rig.bus.edges) == 17
    assert (4, 2, 4, 3) in rig.bus.edges


def test_a_single_new_corridor_is_known_soon_with_eight_and_with_32_modules(make_rig):
    for count, bound_ms in ((8, 3000), (15, 4000)):
        rig = make_rig()
        for unit in range(1, count + 1):
            rig.table.attach(unit, (unit - 1, 1), port=0)
        rig.settle()
        rig.run(2000)
        rig.table.join((0, 5), (count, 3))
        assert rig.settle() <= bound_ms


def test_the_topology_never_names_a_unit_that_is_not_present(rig):
    rig.table.attach(1, (0, 0))
    rig.table.attach(2, (1, 1))
    rig.table.attach(3, (2, 1))
    rig.settle()
    rig.table.detach(1)  # cuts the power of 2 and 3 as well
    for _ in range(400):
        rig.run(10)
        assert {unit for edge in rig.bus.edges for unit in (edge[0], edge[2])} <= {0} | set(rig.bus.present)
    assert rig.bus.edges == []


def test_a_shorted_corridor_is_a_fault_with_its_place_and_passes(rig):
    rig.table.attach(1, (0, 0))
    rig.table.attach(2, (1, 1))
    rig.table.corridors.shorted = {(1, 3)}
    rig.settle()
    rig.run(6000)
    fault = {"part": catalog.PART_MODULE, "code": catalog.FAULT_CORRIDOR}
    assert rig.take("FAULT") == [{**fault, "detail": "at 1:3"}]
    assert rig.bus.edges == rig.true_edges()
    rig.table.corridors.shorted = set()
    rig.run(6000)
    assert rig.take("FAULT_CLEARED") == [fault]


def test_unchanged_corridors_are_not_told_again(rig):
    rig.table.attach(1, (0, 0))
    rig.settle()
    rig.take("TOPOLOGY")
    rig.run(20_000)
    assert rig.take("TOPOLOGY") == []


def test_a_board_whose_program_stands_still_cannot_stop_the_others_being_placed(rig):
    rig.table.attach(1, (0, 0))
    rig.table.attach(2, (0, 1))
    rig.settle()
    rig.table.boards[1].lazy = False  # answers from its registers, obeys nothing
    rig.table.attach(3, (0, 2))
    rig.run(5000)
    assert (0, 2, 3, 0) in rig.bus.edges
    hung = {"part": catalog.PART_MODULE, "code": catalog.FAULT_HUNG}
    assert rig.take("FAULT") == [{**hung, "detail": "unit 1: does not answer"}]
    rig.table.boards[1].lazy = True
    rig.settle()
    assert rig.take("FAULT_CLEARED") == [hung]


class SlowBoard:
    """A board behind a slow link: orders arrive `delay_ms` late, and the registers read are `delay_ms` old."""

    def __init__(self, board, now, delay_ms):
        self.address = board.address
        self._board, self._now, self._delay_ms = board, now, delay_ms
        self._orders = []
        self._past = [(0, bytes(board.memory))]
        self._pointer = 0

    def live(self):
        """What happens by itself; the bus calls it before each transfer of any board."""
        now = self._now()
        while self._orders and self._orders[0][0] <= now:
            self._board.write(self._orders.pop(0)[1])
        self._board.step()
        self._past.append((now, bytes(self._board.memory)))
        while len(self._past) > 1 and self._past[1][0] <= now - self._delay_ms:
            self._past.pop(0)

    def write(self, data):
        self._pointer = data[0]
        if len(data) > 1:
            self._orders.append((self._now() + self._delay_ms, bytes(data)))

    def read(self, count):
        self._board.app.heard()
        return self._past[0][1][self._pointer : self._pointer + count]


@pytest.mark.parametrize("delay_ms", [5, 15, 40, 100])
def test_slow_boards_are_waited_for_and_their_corridors_do_not_flicker(rig, delay_ms):
    rig.table.attach(1, (0, 0))
    rig.table.attach(2, (1, 1))
    rig.table.join((2, 3), (0, 5))
    for unit in (1, 2):
        board = rig.table.boards[unit]
        rig.wire.detach(board)
        rig.wire.attach(SlowBoard(board, rig.now, delay_ms))
    slow = list(rig.wire.targets)
    rig.wire.before_transfer = lambda address: [board.live() for board in slow]
    rig.run(20_000)
    assert rig.bus.edges == rig.true_edges()
    rig.take("TOPOLOGY")
    rig.run(30_000)
    assert rig.take("TOPOLOGY") == []
    assert rig.take("FAULT") == []


def random_move(table, rng):
    """Join, attach, detach or part something; what the table refuses is no move."""
    move = rng.randrange(4)
    unit, other = rng.randrange(33), rng.randrange(33)
    try:
        if move == 0:
            table.join((unit, rng.randrange(4)), (other, rng.randrange(4)))
        elif move == 1:
            table.attach(max(1, unit), (rng.choice(sorted(table.powered | {0})), rng.randrange(4)))
        elif move == 2:
            table.part(rng.choice(sorted(table.corridors.mates) or [(0, 0)]))
        else:
            table.detach(unit)
    except DioramaError:
        pass


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32), moves=st.integers(1, 40), pause_ms=st.sampled_from([0, 3, 30, 300]))
def test_after_any_plugging_during_sensing_the_sensed_table_becomes_the_true_one(make_rig, seed, moves, pause_ms):
    rng = random.Random(seed)
    rig = make_rig()
    for _ in range(moves):
        random_move(rig.table, rng)
        rig.run(rng.randrange(pause_ms + 1))
    rig.settle()
    rig.run(5000)
    assert rig.bus.edges == rig.true_edges()
    assert set(rig.bus.present) == rig.table.powered
    assert rig.take("MODULE_CONFLICT") == []


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_a_corridor_never_laid_is_never_told(make_rig, seed):
    """However corridors come and go while a sweep runs, each one told was there at some moment of the last seconds."""
    rng = random.Random(seed)
    rig = make_rig()
    for unit in range(1, 9):
        rig.table.attach(unit, (unit - 1, 1), port=0)
    rig.settle()
    laid = set(rig.table.corridors.edges())
    for _ in range(30):
        a, b = rng.randrange(9), rng.randrange(9)
        try:
            rig.table.join((a, rng.choice([2, 3])), (b, rng.choice([2, 3])))
        except DioramaError:
            loose = [end for end in rig.table.corridors.mates if end[1] in (2, 3)]
            if loose:
                rig.table.part(rng.choice(sorted(loose)))
        laid |= set(rig.table.corridors.edges())
        rig.run(rng.randrange(400))
    told = {tuple(edge) for fields in rig.take("TOPOLOGY") for edge in fields["edges"]}
    assert told <= laid


# -- the diorama itself --------------------------------------------------------------------------------------------


def test_power_and_bus_reach_what_hangs_together_with_the_arc():
    table = Diorama(SimI2cBus())
    table.join((1, 0), (2, 0))
    assert table.powered == set()
    table.join((0, 0), (1, 1))
    assert table.powered == {1, 2}
    table.join((2, 1), (0, 1))
    table.part((0, 0))
    assert table.powered == {1, 2}, "the loop still brings power"
    table.detach(2)
    assert table.powered == set()


@pytest.mark.parametrize(
    ("do", "sentence"),
    [
        (lambda table: table.join((1, 4), (2, 0)), "no port 1:4"),
        (lambda table: table.join((40, 0), (2, 0)), "no port 40:0"),
        (lambda table: table.join((1, 1), (1, 1)), "two ends"),
        (lambda table: table.join((0, 0), (2, 0)), "0:0 has a corridor already"),
        (lambda table: table.attach(1, (0, 0)), "0:0 has a corridor already"),
        (lambda table: table.part((5, 0)), "no corridor"),
        (lambda table: table.detach(5), "not connected"),
    ],
)
def test_what_the_table_cannot_do_it_says_in_words_and_stays_as_it_was(do, sentence):
    table = Diorama(SimI2cBus())
    table.join((0, 0), (9, 0))
    with pytest.raises(DioramaError, match=sentence):
        do(table)
    assert table.corridors.edges() == [(0, 0, 9, 0)]
