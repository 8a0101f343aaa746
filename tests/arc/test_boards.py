"""Board files are data that a soldering iron will follow: no pin twice, and only pins that can do the job (RP2040)."""

import pytest

from boards import arc_pico, module_rp2040_zero
from shared_rules import catalog

BOARDS = [arc_pico, module_rp2040_zero]
BUSES = {"arc_pico": ("MODULE_BUS", "READER"), "module_rp2040_zero": ("BUS",)}
PIN_KEYS = ("sda", "scl", "irq", "reset", "pin", "adc")
WDT_MOST_MS = 8388


def pins(board):
    """Every (name, pin) of a board."""
    found = [(f"port {index}", pin) for index, pin in enumerate(board.PORTS)]
    for name, table in vars(board).items():
        if isinstance(table, dict):
            found += [(f"{name}.{key}", table[key]) for key in PIN_KEYS if key in table]
    return found


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.NAME)
def test_no_pin_is_used_twice_and_all_exist(board):
    numbers = [pin for _, pin in pins(board)]
    assert len(set(numbers)) == len(numbers), sorted(pins(board), key=lambda named: named[1])
    assert set(numbers) <= set(range(30))


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.NAME)
def test_buses_are_on_pins_that_carry_them_and_on_blocks_of_their_own(board):
    blocks = []
    for name in BUSES[board.NAME]:
        wiring = getattr(board, name)
        assert wiring["sda"] % 4 == 2 * wiring["i2c"]
        assert wiring["scl"] % 4 == 2 * wiring["i2c"] + 1
        blocks.append(wiring["i2c"])
    assert len(set(blocks)) == len(blocks)  # B21: the reader never shares the module bus


@pytest.mark.parametrize(("board", "unit"), [(arc_pico, catalog.ARC_UNIT), (module_rp2040_zero, 1)])
def test_ports_are_as_many_as_the_catalogue_says(board, unit):
    assert len(board.PORTS) == catalog.port_count(unit)


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.NAME)
def test_b83_watchdog_fits_the_chip(board):
    assert 2000 <= board.WATCHDOG_MS <= WDT_MOST_MS


def test_battery_divider_keeps_full_cells_below_the_reference_and_low_above_zero():
    board = arc_pico.BATTERY
    share = board["divider_bottom_ohm"] / (board["divider_top_ohm"] + board["divider_bottom_ohm"])
    assert 6600 * share <= board["reference_mv"]  # four fresh cells
    assert board["adc"] in (26, 27, 28)
    assert 4000 < board["low_mv"] < board["low_over_mv"] < 5000


def test_b63_every_bus_of_the_arc_has_a_timeout():
    assert all(getattr(arc_pico, name)["timeout_us"] <= 20_000 for name in BUSES["arc_pico"])
