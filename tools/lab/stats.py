"""The little statistics that the figures need: shares and means with 95 % confidence intervals.

A share is {"count", "of", "rate", "low", "high"} (Wilson score interval); a mean is {"of", "mean", "low", "high"}.
Rates are fractions 0..1, rounded to 4 digits so that the committed figures stay readable.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance
from typing import Any

Z = 1.96  # two-sided 95 %
Figure = dict[str, Any]


def rounded(value: float) -> float:
    return round(value, 4)


def share(count: float, of: int) -> Figure:
    """A share with its Wilson interval; without cases the interval is everything."""
    if not of:
        return {"count": 0, "of": 0, "rate": None, "low": 0.0, "high": 1.0}
    rate, part = count / of, Z * Z / of
    middle = (rate + part / 2) / (1 + part)
    half = Z * sqrt(max(0.0, rate * (1 - rate) / of + part / (4 * of))) / (1 + part)
    return {
        "count": rounded(count),
        "of": of,
        "rate": rounded(rate),
        "low": rounded(max(0.0, middle - half)),
        "high": rounded(min(1.0, middle + half)),
    }


def mean(values: Sequence[float]) -> Figure:
    """A mean with its interval by the normal approximation; None where there are too few values."""
    if not values:
        return {"of": 0, "mean": None, "low": None, "high": None}
    middle = fmean(values)
    half = Z * sqrt(variance(values) / len(values)) if len(values) > 1 else None
    low, high = (None, None) if half is None else (rounded(middle - half), rounded(middle + half))
    return {"of": len(values), "mean": rounded(middle), "low": low, "high": high}


def difference(one: Sequence[float], other: Sequence[float]) -> Figure:
    """How much larger the mean of `one` is than that of `other`, with Welch's interval."""
    if len(one) < 2 or len(other) < 2:
        return {"of": min(len(one), len(other)), "mean": None, "low": None, "high": None}
    gain = fmean(one) - fmean(other)
    half = Z * sqrt(variance(one) / len(one) + variance(other) / len(other))
    return {
        "of": min(len(one), len(other)),
        "mean": rounded(gain),
        "low": rounded(gain - half),
        "high": rounded(gain + half),
    }


def ratio(ones: Sequence[float], others: Sequence[float]) -> Figure:
    """How many times as large the mean of `ones` is as that of `others`; pairs of the same games, so that what both
    share is no error. `error` is the standard error by the delta method (Cochran, Sampling Techniques, chapter 6).
    """
    if len(ones) < 2 or not fmean(others):
        return {"of": len(ones), "ratio": None, "error": None, "low": None, "high": None}
    times = fmean(ones) / fmean(others)
    rest = [one - times * other for one, other in zip(ones, others, strict=True)]
    error = sqrt(variance(rest, 0.0) / len(rest)) / abs(fmean(others))
    low, high = rounded(times - Z * error), rounded(times + Z * error)
    return {"of": len(ones), "ratio": rounded(times), "error": rounded(error), "low": low, "high": high}
