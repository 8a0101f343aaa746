"""The same firmware under both interpreters, the wiring of main.py, and how much heap 32 modules take."""

import pytest

from boards import module_rp2040_zero as board
from firmware.drivers import modulebus
from tools import registers_doc
from tools.docs.__main__ import ROOT

MOST_HELD_BYTES = 32 * 1024  # with 8-byte words; the chip has 4-byte words


def test_bus_boards_and_lights_do_the_same_under_both_interpreters(run_both):
    told = run_both("tests/module/dual_script.py", heap_bytes=512 * 1024)
    assert "edges [(0, 0, 1, 0), (1, 1, 2, 0), (2, 2, 2, 3)]" in told
    assert told.count("MODULE_ATTACHED") == 4


def test_main_wires_target_light_watchdog_and_the_unit_file(run_both, tmp_path):
    told = run_both("tests/module/main_script.py", str(tmp_path / "unit.txt"))
    assert "[('target', 0, 21, 128, 0, 1), ('irq', 48)]" in told
    assert "watchdog before the escape window ends: False" in told
    assert "sealed True applied 9" in told
    assert "watchdog fed True" in told
    assert "target gone True" in told
    assert "kinds ['bits']" in told, "without a unit number the board must stay off the bus and only show a light"
    assert told.count("True") == 8


def test_32_modules_fit_the_heap(run_micropython):
    told = run_micropython("tests/module/heap_script.py", heap_bytes=512 * 1024)
    _, held, present = map(int, told.split())
    assert present == 32
    assert held <= MOST_HELD_BYTES


def test_the_page_about_the_bus_is_up_to_date():
    assert (ROOT / "docs/module-bus.md").read_text(encoding="utf-8") == registers_doc.markdown()


# -- the board file ------------------------------------------------------------------------------------------------


def test_no_pin_is_used_twice_and_all_exist():
    pins = [board.BUS["sda"], board.BUS["scl"], board.LIGHT["pin"], *board.PORTS]
    assert len(set(pins)) == len(pins)
    assert all(0 <= pin <= 29 for pin in pins)


def test_the_bus_pins_belong_to_the_i2c_block():
    """RP2040 datasheet, GPIO functions: I2C0 SDA on GP 0, 4, 8 ..., SCL one above; I2C1 two further on."""
    assert board.BUS["sda"] % 4 == 2 * board.BUS["i2c"]
    assert board.BUS["scl"] % 4 == 2 * board.BUS["i2c"] + 1


def test_a_board_has_the_ports_of_the_catalogue_and_a_watchdog_the_chip_can_keep():
    from shared_rules.catalog import MODULE_PORTS

    assert len(board.PORTS) == MODULE_PORTS
    assert board.WATCHDOG_MS <= 8388
    assert board.ESCAPE_MS >= 1000


def test_b63_the_arcs_bus_is_made_with_a_timeout_of_its_own():
    from boards import arc_pico

    assert arc_pico.MODULE_BUS["freq_hz"] == modulebus.BUS_HZ
    assert 500 < arc_pico.MODULE_BUS["timeout_us"] <= 50_000


@pytest.mark.parametrize("order", ["GRB", "RGB"])
def test_pixels_go_out_in_the_order_of_the_strip(order):
    from firmware.drivers.ws2812 import Ws2812

    sent = []
    strip = Ws2812(lambda pin, kind, timing, buf: sent.append((pin, timing, bytes(buf))), 16, (1, 2, 3, 4), order)
    strip.write(b"RGBrgb")
    assert sent == [(16, (1, 2, 3, 4), b"GRBgrb" if order == "GRB" else b"RGBrgb")]
