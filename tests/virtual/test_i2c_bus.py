"""The simulated bus: it must cost and fail as the real one does, or tests over it prove nothing."""

import errno

import pytest

from tools.virtual.board import SimBoard
from tools.virtual.i2c_bus import SimI2cBus


class Memory:
    """A target that keeps what is written and gives it back."""

    def __init__(self, address, content=b"\x11\x22\x33\x44"):
        self.address = address
        self.content = bytearray(content)
        self.written = []
        self.place = 0

    def write(self, data):
        self.written.append(data)
        self.place = data[0]
        self.content[self.place : self.place + len(data) - 1] = data[1:]

    def read(self, count):
        return bytes(self.content[self.place : self.place + count])


@pytest.fixture
def bus():
    wire = SimI2cBus()
    wire.attach(Memory(0x10))
    return wire


@pytest.mark.parametrize(
    ("transfer", "bits"),
    [
        (lambda bus: bus.readfrom(0x10, 4), 1 + 9 + 4 * 9 + 1),
        (lambda bus: bus.writeto(0x10, b"\x00\x01"), 1 + 9 + 2 * 9 + 1),
        (lambda bus: bus.readfrom_mem(0x10, 0, 4), 1 + 9 + 9 + 1 + 9 + 4 * 9 + 1),
        (lambda bus: bus.writeto_mem(0x10, 0, b"abc"), 1 + 9 + 9 + 3 * 9 + 1),
    ],
)
def test_bits_are_those_of_the_wire(bus, transfer, bits):
    transfer(bus)
    assert bus.bits == bits


def test_nobody_there_costs_an_address_and_says_eio(bus):
    with pytest.raises(OSError, match="no acknowledge") as caught:
        bus.readfrom(0x11, 1)
    assert caught.value.errno == errno.EIO
    assert bus.bits == 11


def test_memory_reads_and_writes_go_to_the_register(bus):
    bus.writeto_mem(0x10, 1, b"ab")
    assert bus.readfrom_mem(0x10, 0, 4) == b"\x11ab\x44"


def test_b61_a_write_of_no_bytes_is_refused(bus):
    with pytest.raises(ValueError, match="zero bytes"):
        bus.writeto(0x10, b"")


@pytest.mark.parametrize("line", ["sda", "scl"])
def test_a_held_line_times_out_every_transfer_and_shows_low(bus, line):
    getattr(bus, line).held = True
    assert getattr(bus, line).value() == 0
    with pytest.raises(OSError, match="held low") as caught:
        bus.readfrom(0x10, 1)
    assert caught.value.errno == errno.ETIMEDOUT


def test_a_held_sda_comes_free_after_its_pulses(bus):
    bus.hold_sda(3)
    for expected in (0, 0, 1):
        bus.scl.value(0)
        bus.scl.value(1)
        assert bus.sda.value() == expected


def test_faults_wear_off(bus):
    bus.harm("flip", 0x10, at=1, mask=0x80, times=2)
    assert [bus.readfrom_mem(0x10, 0, 2) for _ in range(3)] == [b"\x11\xa2", b"\x11\xa2", b"\x11\x22"]
    bus.harm("shift", 0x10)
    assert bus.readfrom_mem(0x10, 0, 4) == b"\x21\x11\x22\x33"
    assert bus.readfrom_mem(0x10, 0, 4) == b"\x11\x22\x33\x44"


def test_a_write_cut_off_arrives_in_part(bus):
    bus.harm("cut_write", 0x10, at=3)
    with pytest.raises(OSError, match="cut off"):
        bus.writeto_mem(0x10, 0, b"abcd")
    assert bus.targets[0].written == [b"\x00ab"]


@pytest.mark.parametrize(("stretch_us", "fits"), [(500, True), (6000, False)])
def test_b58_a_stretched_clock_costs_time_or_the_transfer(bus, stretch_us, fits):
    bus.harm("stretch", 0x10, at=stretch_us)
    if fits:
        assert bus.readfrom(0x10, 1)
    else:
        with pytest.raises(OSError, match="clock"):
            bus.readfrom(0x10, 1)
    assert bus.busy_s >= min(stretch_us, 5000) / 1e6


@pytest.mark.parametrize(("arbitration", "heard"), [(True, b"\x0f\xff"), (False, b"\x0f\x0f")])
def test_two_targets_at_one_address(arbitration, heard):
    bus = SimI2cBus()
    bus.arbitration = arbitration
    bus.attach(Memory(0x10, b"\x0f\xff"))
    bus.attach(Memory(0x10, b"\x1f\x0f"))
    assert bus.readfrom(0x10, 2) == heard


def test_a_board_wraps_in_its_memory_as_the_target_block_does():
    board = SimBoard(1)
    board.write(b"\x7f\xaa\xbb")
    assert board.memory[0x7F] == 0xAA
    assert board.memory[0x00] == 0xBB
