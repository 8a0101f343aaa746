"""Whole games give the same state, byte for byte, on CPython and MicroPython."""

import pytest


def test_games_end_equal_on_both_interpreters(run_both):
    run_both("tests/rules/games_script.py", "0", "25", heap_bytes=16 << 20)


@pytest.mark.slow
def test_two_hundred_games_end_equal_on_both_interpreters(run_both):
    run_both("tests/rules/games_script.py", "0", "200", heap_bytes=16 << 20, timeout_s=300)
