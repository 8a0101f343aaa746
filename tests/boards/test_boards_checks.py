"""Given the boards as they are, the checker is content; given one fault, it names that fault and nothing else."""

import argparse
from types import SimpleNamespace

import pytest

import boards as data
from boards import arc_pico, module_rp2040_zero, parts
from shared_rules import catalog
from tools.boards import catalogue, command, drawing, modulebus, power, wiring


def copy_of(board, **changes):
    return SimpleNamespace(**{**vars(board), **changes})


def with_reader(**changes):
    return copy_of(arc_pico, READERS=dict(arc_pico.READERS, i2c=dict(arc_pico.READERS["i2c"], **changes)))


def test_the_boards_of_the_repository_are_in_order():
    assert command.problems() == []
    assert set(catalogue.names()) >= {"arc_pico", "arc_pico_w", "arc_pico_2", "module_rp2040_zero"}


def test_to_show_no_board_in_particular_lists_the_names(capsys):
    parser = argparse.ArgumentParser()
    command.register(parser.add_subparsers())
    args = parser.parse_args(["boards", "show"])
    assert args.run(args) == 2
    told = capsys.readouterr().err
    assert "colony boards show NAME" in told
    assert all(name in told for name in catalogue.names())


FAULTS = {
    "GP16 is used 2 times": copy_of(arc_pico, PORTS=(16, 9, 10, 11, 12, 13)),
    "GP23, which the Raspberry Pi Pico needs itself: power save": copy_of(arc_pico, PORTS=(23, 9, 10, 11, 12, 13)),
    "GP20, which the RP2040-Zero does not bring out": copy_of(module_rp2040_zero, PORTS=(20, 3, 4, 5)),
    "GP14, which is SDA of I2C1 and can not be SCL of I2C1": with_reader(scl=14),
    "GP0, which is SDA of I2C0 and can not be SDA of I2C1": with_reader(sda=0),
    "share I2C0": with_reader(i2c=0, sda=0, scl=1),
    "GP27, which is SCL of I2C1": with_reader(sda=27),
    "GP15, which has no converter": copy_of(arc_pico, BATTERY=dict(arc_pico.BATTERY, adc=15)),
    "measures up to 3300": copy_of(arc_pico, BATTERY=dict(arc_pico.BATTERY, divider_top_ohm=10_000)),
    "a watchdog of 9000 ms": copy_of(arc_pico, WATCHDOG_MS=9000),
    "5 corridor ports": copy_of(arc_pico, PORTS=(8, 9, 10, 11, 12)),
}


@pytest.mark.parametrize("words", FAULTS)
def test_a_fault_is_named(words):
    found = wiring.problems(FAULTS[words])
    assert len(found) == 1
    assert words in found[0]


@pytest.mark.parametrize(
    ("reader", "key", "pin"),
    [("spi", "sck", 19), ("spi", "miso", 19), ("spi", "mosi", 15), ("hsu", "tx", 4), ("hsu", "rx", 0)],
)
def test_every_reader_is_judged_by_its_own_block(reader, key, pin):
    readers = dict(arc_pico.READERS, **{reader: dict(arc_pico.READERS[reader], **{key: pin})})
    found = wiring.problems(copy_of(arc_pico, READERS=readers))
    assert any("can not be" in line or "used 2 times" in line for line in found)


# Spot checks of the three rules against rows of the datasheet's table of GPIO functions.
@pytest.mark.parametrize(
    ("kind", "pin", "role", "block"),
    [
        ("i2c", 0, "sda", 0), ("i2c", 3, "scl", 1), ("i2c", 26, "sda", 1), ("i2c", 21, "scl", 0),
        ("spi", 0, "miso", 0), ("spi", 7, "mosi", 0), ("spi", 10, "sck", 1), ("spi", 17, "cs", 0),
        ("spi", 28, "miso", 1),
        ("uart", 0, "tx", 0), ("uart", 5, "rx", 1), ("uart", 8, "tx", 1), ("uart", 13, "rx", 0), ("uart", 21, "rx", 1),
        ("uart", 28, "tx", 0),
    ],
)  # fmt: skip
def test_functions_of_pins_are_those_of_the_datasheet(kind, pin, role, block):
    assert wiring.function_of(kind, pin) == (role, block)


def test_a_brighter_strip_is_more_than_the_cells_carry():
    bright = copy_of(module_rp2040_zero, LIGHT=dict(module_rp2040_zero.LIGHT, level=255))
    found = power.problems(arc_pico, bright)
    assert any("4 AA cells" in line and "Lower LIGHT" in line for line in found)
    assert any("2 A" in line for line in found)
    assert power.most_modules(arc_pico, bright, 1000) < power.most_modules(arc_pico, module_rp2040_zero, 1000)


def test_current_by_pattern_is_counted_pixel_by_pixel():
    """Dark pixels draw 1 mA each; operational (0, 160, 40) at level 30 adds 12 * 200/255 * 30/255 to each."""
    rows = {draw.pattern: draw for draw in power.draws(arc_pico, module_rp2040_zero, 1)}
    assert set(rows) == {row[0] for row in catalog.LIGHTS}
    chips = 30 + 30 + 150
    assert rows["dark"].peak_ma == pytest.approx(chips + 12 + 5)
    assert rows["operational"].peak_ma == pytest.approx(chips + 17 * (1 + 12 * 200 / 255 * 30 / 255))
    assert rows["operational"].mean_ma == rows["operational"].peak_ma
    assert rows["construction"].mean_ma == pytest.approx((rows["dark"].mean_ma + rows["construction"].peak_ma) / 2)


def test_the_bus_carries_every_module_that_corridors_allow_and_says_where_it_ends():
    assert modulebus.problems(arc_pico) == []
    most = modulebus.most_modules(arc_pico)
    assert catalog.CORRIDORS <= most < catalog.UNIT_COUNT
    assert modulebus.rise_ns(arc_pico.MODULE_BUS["pull_up_ohm"], most) <= 300
    assert modulebus.rise_ns(arc_pico.MODULE_BUS["pull_up_ohm"], most + 1) > 300


def test_pull_ups_that_are_too_weak_or_too_strong_are_named_with_the_range():
    for ohm in (470, 2200):
        bus = dict(arc_pico.MODULE_BUS, pull_up_ohm=ohm)
        (line,) = modulebus.problems(copy_of(arc_pico, MODULE_BUS=bus))
        assert "967 to 1372 ohm" in line


def test_too_much_wire_is_named(monkeypatch):
    monkeypatch.setitem(parts.BUS_LOAD, "corridor_pf", 20)
    assert any("pF; 400 are allowed" in line for line in modulebus.problems(arc_pico))


# -- the drawing and the choice of a board --------------------------------------------------------------------------


@pytest.mark.parametrize("name", catalogue.names())
def test_the_wiring_table_names_every_pin_of_the_board_once(name):
    board = catalogue.board(name)
    for reader in catalogue.kinds(board):
        text = drawing.table(board, reader)
        for _, pin in catalogue.pins(board, reader):
            assert text.count(f"GP{pin} ") == 1


@pytest.mark.parametrize(
    ("machine", "name"),
    [
        ("Raspberry Pi Pico with RP2040", "arc_pico"), ("Raspberry Pi Pico W with RP2040", "arc_pico_w"),
        ("Raspberry Pi Pico 2 with RP2350", "arc_pico_2"), ("Raspberry Pi Pico 2 W with RP2350", "arc_pico_2"),
        ("linux [GCC 12.2.0] version", "arc_pico"),
    ],
)  # fmt: skip
def test_the_firmware_finds_its_board_by_the_name_of_the_machine(machine, name):
    assert data.arc_board(machine) == name
    assert name == catalogue.board(name).NAME
