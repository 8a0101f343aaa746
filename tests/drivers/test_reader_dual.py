"""The reader's code gives the same under MicroPython as under CPython, and fits there."""

from __future__ import annotations

from collections.abc import Callable


def test_driver_taps_and_ndef_are_the_same_on_both_interpreters(run_both: Callable[..., str]) -> None:
    output = run_both("tests/drivers/dual_reader.py")
    assert "piece decree/17" in output
    assert "never there ReaderNoAck 1 " in output


def test_the_reader_costs_little_heap_and_its_polls_leave_none_behind(run_micropython: Callable[..., str]) -> None:
    """Figures of the 64-bit port; objects on an RP2040 are about half that size."""
    figures = dict(line.rsplit(" ", 1) for line in run_micropython("tests/drivers/heap_reader.py").splitlines())
    assert int(figures["code"]) < 40_000
    assert int(figures["objects"]) < 3_000
    assert int(figures["each poll, nothing there"]) < 3_600
    assert int(figures["kept after 200 polls"]) < 300
