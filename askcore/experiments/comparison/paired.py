"""Is a difference over repeated splits more than chance? The corrected resampled t interval.

Repeated splits share samples, so their differences are correlated and the usual t test is far too sure. Nadeau and
Bengio, *Inference for the generalization error*, Machine Learning 52 (2003), put 1/n + n_test/n_train in place of 1/n.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import stdtr, stdtrit

COVERAGE = 0.95  # of the interval


@dataclass(frozen=True)
class PairedDifference:
    """A mean difference, its interval and the two-sided p value of "no difference"."""

    mean: float
    low: float
    high: float
    p: float

    @property
    def sign(self) -> int:
        """+1 or -1 where the interval lies on one side of zero, else 0: not to be told apart."""
        return int(self.low > 0) - int(self.high < 0)


def paired_difference(
    differences: ArrayLike,
    *,
    n_train: float,
    n_test: float,
    resolution: float = 0.0,
) -> PairedDifference:
    r"""Compute the mean and 95% interval of paired differences d_1 ... d_n, one for each of n repeated splits.

    With s^2 the variance of the d_r (divisor n - 1),

        se^2 = (1/n + n_test/n_train) s^2,      mean +- t_{n-1} se.

    Parameters
    ----------
    differences : (n,), n >= 2.
    n_train, n_test : sizes of the two parts of a split.
    resolution : step of the score, for instance 1/n_test for an accuracy. s is at least half of this step, because
        equal results on two splits do not prove certainty.

    Returns
    -------
    PairedDifference : mean, interval and p value of "no difference".

    Raises
    ------
    ValueError : there are fewer than two differences, one is not finite, or a size is out of range.

    References
    ----------
    Nadeau and Bengio, "Inference for the generalization error", Machine Learning 52, 2003.

    Examples
    --------
    >>> found = paired_difference([0.1, 0.2, 0.3], n_train=60, n_test=40)
    >>> round(found.mean, 3), round(found.low, 3), round(found.high, 3)
    (0.2, -0.23, 0.63)
    """
    d = np.asarray(differences, dtype=np.float64)
    if d.ndim != 1 or len(d) < 2 or not np.isfinite(d).all():
        raise ValueError(f"differences must be two or more finite numbers, got {d!r}.")
    if not (n_train > 0 and n_test > 0):
        raise ValueError(f"expected n_train, n_test > 0, got {n_train}, {n_test}.")
    spread = max(float(d.std(ddof=1)), resolution / 2)
    error = spread * np.sqrt(1 / len(d) + n_test / n_train)
    mean, df = float(d.mean()), len(d) - 1
    if error == 0.0:
        return PairedDifference(mean, mean, mean, 1.0 if mean == 0.0 else 0.0)
    reach = float(stdtrit(df, (1 + COVERAGE) / 2) * error)
    return PairedDifference(mean, mean - reach, mean + reach, float(2 * stdtr(df, -abs(mean) / error)))


def score_difference(differences: ArrayLike, n_train: float, n_test: float) -> PairedDifference:
    """The interval of differences of two shares of the test samples, cut at -1 and 1: none lies beyond."""
    found = paired_difference(differences, n_train=n_train, n_test=n_test, resolution=1.0 / n_test)
    return replace(found, low=max(found.low, -1.0), high=min(found.high, 1.0))
