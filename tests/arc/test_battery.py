"""Supply voltage: what is news, and what is not."""

import pytest

from boards import arc_pico
from firmware.drivers.battery import Battery


class Cells:
    """Four cells behind the board's divider; `noise` is added to samples in turn."""

    def __init__(self, millivolts, noise=(0,)):
        self.millivolts = millivolts
        self.noise = noise
        self.samples = 0

    def read_u16(self):
        self.samples += 1
        millivolts = self.millivolts + self.noise[self.samples % len(self.noise)]
        return max(0, min(65535, millivolts * 65535 // 2 // 3300))


@pytest.mark.parametrize("millivolts", [0, 4000, 4800, 6000, 6500])
def test_reading_is_right_within_the_converter_s_step(millivolts):
    assert Battery(Cells(millivolts), arc_pico.BATTERY).read_mv() == pytest.approx(millivolts, abs=2)


def test_first_reading_is_news_and_small_moves_are_not():
    cells = Cells(6000)
    battery = Battery(cells, arc_pico.BATTERY)
    assert battery.step()
    cells.millivolts = 5950
    assert not battery.step()
    cells.millivolts = 5890
    assert battery.step()


def test_one_wild_sample_is_no_news():
    cells = Cells(6000, noise=(0, 0, -3000, 0, 0))
    battery = Battery(cells, arc_pico.BATTERY)
    battery.step()
    assert not battery.step()


def test_low_has_a_hysteresis():
    cells = Cells(4450)
    battery = Battery(cells, arc_pico.BATTERY)
    battery.step()
    assert not battery.low
    cells.millivolts = 4390
    assert battery.step()
    assert battery.low
    cells.millivolts = 4450
    assert not battery.step()
    assert battery.low
    cells.millivolts = 4610
    assert battery.step()
    assert not battery.low
