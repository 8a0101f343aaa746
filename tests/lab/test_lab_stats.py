"""Shares, means and differences: known cases, and what holds for all of them."""

from hypothesis import given
from hypothesis import strategies as st

from tools.lab import stats


def test_a_share_has_wilsons_interval():
    found = stats.share(8, 10)
    assert found == {"count": 8, "of": 10, "rate": 0.8, "low": 0.4902, "high": 0.9433}


def test_without_cases_nothing_is_claimed():
    assert stats.share(0, 0) == {"count": 0, "of": 0, "rate": None, "low": 0.0, "high": 1.0}
    assert stats.mean([])["mean"] is None
    assert stats.difference([1.0], [2.0, 3.0])["mean"] is None


def test_a_mean_and_a_difference_of_means():
    assert stats.mean([2, 4, 6]) == {"of": 3, "mean": 4.0, "low": 1.7368, "high": 6.2632}
    gain = stats.difference([10, 12, 14], [1, 2, 3])
    assert gain["mean"] == 10.0
    assert gain["low"] < 10 < gain["high"]


def test_a_ratio_of_means_and_its_error():
    found = stats.ratio([30.0, 60.0, 90.0], [20.0, 50.0, 50.0])  # the rest at 1.5: 0, -15, 15
    assert found == {"of": 3, "ratio": 1.5, "error": 0.2165, "low": 1.0756, "high": 1.9244}  # (450 / 2 / 3)^0.5 / 40
    assert stats.ratio([1.0], [1.0])["ratio"] is None


@given(st.lists(st.integers(1, 90), min_size=2, max_size=9), st.integers(1, 9))
def test_what_all_games_share_is_no_error_of_a_ratio(others, times):
    found = stats.ratio([float(times * other) for other in others], [float(other) for other in others])
    assert (found["ratio"], found["error"]) == (times, 0.0)


@given(st.integers(0, 400), st.integers(1, 400))
def test_an_interval_holds_its_share_and_narrows_with_more_cases(count, of):
    count = min(count, of)
    one, many = stats.share(count, of), stats.share(10 * count, 10 * of)
    assert 0 <= one["low"] <= one["rate"] <= one["high"] <= 1
    assert many["high"] - many["low"] < one["high"] - one["low"]
