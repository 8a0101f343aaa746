"""shared_rules.compat keeps its promise on both interpreters."""


def test_ticks_cross_their_wrap_and_sleep_ms_takes_its_time(run_both):
    assert run_both("tests/dual/ticks_script.py").splitlines() == ["1 -1", "1999 -1999", "60500 -60500", "True True"]
