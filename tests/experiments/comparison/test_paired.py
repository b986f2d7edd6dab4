"""The corrected resampled t interval against a computation by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, special

from askcore.experiments import paired_difference
from askcore.experiments.comparison.paired import PairedDifference


def test_by_hand():
    """d = 0.1, 0.2, 0.3: mean 0.2, s = 0.1, se^2 = 0.01 (1/3 + 40/60) = 0.01, t_2(0.975) = 4.302653."""
    found = paired_difference([0.1, 0.2, 0.3], n_train=60, n_test=40)
    assert found.mean == pytest.approx(0.2)
    assert found.low == pytest.approx(0.2 - 0.4302653, abs=1e-6)
    assert found.high == pytest.approx(0.2 + 0.4302653, abs=1e-6)
    # Two sides of the t density with two degrees of freedom beyond 0.2/0.1 = 2: 1 - 2/sqrt(2 + 4).
    assert found.p == pytest.approx(1 - 2 / np.sqrt(6))
    assert found.sign == 0


def test_p_is_the_area_under_the_t_density(rng):
    d, n_train, n_test = rng.normal(0.05, 0.1, size=7), 90, 30
    found = paired_difference(d, n_train=n_train, n_test=n_test)
    t = abs(d.mean()) / np.sqrt((1 / 7 + n_test / n_train) * d.var(ddof=1))
    scale = special.gamma(3.5) / (np.sqrt(6 * np.pi) * special.gamma(3.0))
    area = 2 * integrate.quad(lambda x: scale * (1 + x * x / 6) ** -3.5, t, np.inf)[0]
    assert found.p == pytest.approx(area, rel=1e-6)
    assert (found.p < 0.05) == (found.sign != 0)


@pytest.mark.parametrize(("d", "sign"), [([0.3, 0.31, 0.29], 1), ([-0.3, -0.31, -0.29], -1), ([1, -1, 0], 0)])
def test_the_sign_says_on_which_side_the_interval_lies(d, sign):
    assert paired_difference(d, n_train=60, n_test=40).sign == sign


def test_splits_that_agree_by_luck_are_no_certainty():
    sure = paired_difference([0.02, 0.02], n_train=60, n_test=40)
    assert (sure.low, sure.high, sure.p) == (0.02, 0.02, 0.0)
    careful = paired_difference([0.02, 0.02], n_train=60, n_test=40, resolution=1 / 40)
    assert careful.sign == 0
    assert careful.low < 0 < careful.high
    nothing = paired_difference([0.0, 0.0], n_train=60, n_test=40)
    assert (nothing.mean, nothing.p, nothing.sign) == (0.0, 1.0, 0)


@pytest.mark.parametrize(("resolution", "spread"), [(0.0, 0.1), (0.19, 0.1), (0.3, 0.15)])
def test_the_spread_is_at_least_half_a_step_of_the_score(resolution, spread):
    found = paired_difference([0.1, 0.2, 0.3], n_train=60, n_test=10, resolution=resolution)
    assert (found.high - found.low) / 2 == pytest.approx(4.302653 * np.sqrt(1 / 3 + 1 / 6) * spread, rel=1e-6)


def test_an_interval_that_ends_at_zero_lies_on_no_side():
    assert PairedDifference(0.5, 0.0, 1.0, 0.5).sign == PairedDifference(-0.5, -1.0, 0.0, 0.5).sign == 0


@pytest.mark.parametrize("d", [[0.1], [], [0.1, np.nan], [[0.1, 0.2]]])
def test_refuses_what_has_no_interval(d):
    with pytest.raises(ValueError, match="two or more finite numbers"):
        paired_difference(d, n_train=60, n_test=40)


@pytest.mark.parametrize("wrong", [{"n_test": 0}, {"n_train": -1}])
def test_refuses_arguments_out_of_range(wrong):
    with pytest.raises(ValueError, match="expected n_train"):
        paired_difference([0.1, 0.2], **({"n_train": 60, "n_test": 40} | wrong))
