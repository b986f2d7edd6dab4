"""What is said follows from intervals, splits and the null alone; every rule is tried on both sides of its edge."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import integrate, special

from askcore.experiments import paired_difference
from askcore.experiments.comparison.verdict import Lead, Null, PairedDifference, outcome, verdict

ABOVE, BELOW, AROUND, FROM_ZERO, TO_ZERO = (0.1, 0.3), (-0.3, -0.1), (-0.1, 0.1), (0.0, 0.3), (-0.3, 0.0)
BEGINS = {
    "pays": "Direction pays: ", "seems": "It looks as if direction pays: ", "costs": "Direction does not pay: ",
    **dict.fromkeys(("reach", "helps", "unclear"), "Direction does not clearly pay: "), "": "",
}  # fmt: skip


def told(bounds, direction, n=15, *, rows=(), mean=None, left=0.0, baseline=None):
    """The word and the text."""
    gap, worth, lead = (
        None if each is None else PairedDifference(sum(each) / 2, *each, 0.5)
        for each in (bounds, direction, baseline)
    )
    gap = gap if mean is None else replace(gap, mean=mean)
    advantage = None if gap is None else Lead(gap, np.empty(0), ("KKt",), ("undirected_mean",))
    rival = None if lead is None else Lead(lead, np.empty(0), ("knn", "largest", "knn"), ("askls",) * 3)
    differences = pd.DataFrame(rows, columns=["method", "mean", "low", "high"])
    null = Null(pd.DataFrame(), "", np.full(2, left), np.empty(0))
    settings = {"n_splits": n, "metric": "accuracy"}
    said = verdict(differences, advantage, null, worth, settings, "", rival)
    return outcome(advantage, worth, settings), said


@pytest.mark.parametrize(
    ("advantage", "direction", "n", "word"),
    [
        (ABOVE, ABOVE, 15, "pays"), (ABOVE, ABOVE, 14, "seems"), (ABOVE, None, 15, "seems"),
        (ABOVE, AROUND, 15, "reach"), (ABOVE, FROM_ZERO, 15, "reach"), (ABOVE, BELOW, 15, "reach"),
        (AROUND, ABOVE, 15, "helps"), (FROM_ZERO, ABOVE, 15, "helps"), (TO_ZERO, ABOVE, 15, "helps"),
        (AROUND, AROUND, 15, "unclear"), (TO_ZERO, BELOW, 14, "unclear"), (AROUND, None, 15, "unclear"),
        (BELOW, ABOVE, 15, "costs"), (BELOW, None, 15, "costs"), (BELOW, BELOW, 14, "costs"), (None, None, 15, ""),
    ],
)  # fmt: skip
def test_what_is_found_and_how_firmly_it_is_said(advantage, direction, n, word):
    found, said = told(advantage, direction, n)
    assert found == word
    assert said.startswith(
        "It looks as if direction does not pay: " if (word, n) == ("costs", 14) else BEGINS[word]
    )
    assert bool(said) == bool(word)
    assert ("first impression" in said) == (word == "seems" and direction is not None)
    assert ("no comparison with random directions" in said) == (word == "seems" and direction is None)
    assert ("lose 20.0 points (95% interval 10.0 to 30.0)" in said) == (word == "helps")


@pytest.mark.parametrize(
    ("gap", "left", "ends"),
    [
        (-0.02, 0.01, "first is 1.0 points better than the second, so there is no evidence for the true directions. "),
        (-0.02, -0.02, "With random directions, the first is 2.0 points worse than the second. "),
        (-0.02, -0.05, "worse than the second, so the true directions are better, but not clearly. "),
        (-0.02, 0.0, "the two are equally good, so there is no evidence for the true directions. "),
        (0.0004, 0.0, "is as good as the best that ignores it (Mean without arrows). With random directions, the two"),
        (0.0, 0.0005, "better than the second. "), (0.0, -0.0005, "worse than the second. "),
        (0.04, 0.0, "(Mean without arrows). With random directions, nothing of this lead remains. "),
        (0.04, 0.03, "the lead is 3.0 points: the gain is the first lead minus this one. "),
    ],
)  # fmt: skip
def test_what_remains_of_the_lead_with_random_directions(gap, left, ends):
    assert ends in told(AROUND, AROUND, mean=gap, left=left)[1]


@pytest.mark.parametrize(("low", "high"), [(-0.01, 0.09), (-0.09, 0.01), (0.0, 0.08), (-0.08, 0.0)])
def test_askls_is_behind_or_ahead_only_where_the_interval_is_on_that_side(low, high):
    rows = [("KKt", 0.1, 0.05, 0.2), ("KtK", -0.1, -0.2, -0.05), ("ase", 0.2, 0.0, 0.4)]
    both = "AsK-LS is better than Kᵀ\u00a0K (+10.0 points). AsK-LS is worse than K\u00a0Kᵀ (−10.0 points)."
    assert told(None, None, rows=rows)[1] == both
    rows += [("hope", 0.1, 0.05, 0.2), ("undirected_ase", 0.3, 0.2, 0.4), ("largest", 0.5, 0.4, 0.6)]
    best = "Spectral embedding without arrows is better than AsK-LS (+30.0 points)."
    assert told(None, None, rows=rows)[1] == f"{both} {best}"
    same = "AsK-LS and K\u00a0Kᵀ are not significantly different."
    assert told(None, None, rows=[("KKt", (low + high) / 2, low, high)])[1] == same


@pytest.mark.parametrize(
    ("bounds", "n", "begins"),
    [(ABOVE, 15, "A"), (ABOVE, 14, "It looks as if a"), (FROM_ZERO, 15, ""), (BELOW, 15, "")],
)
def test_a_baseline_is_told_where_it_is_surely_ahead(bounds, n, begins):
    text = told(ABOVE, ABOVE, n, rows=[("knn", 0.25, 0.2, 0.3), ("largest", 0, -1, 1)], baseline=bounds)[1]
    best = f"{begins} baseline does better: the best one (most often k nearest neighbours) is 20.0"
    assert ("baseline does better" in text) == (best in text) == bool(begins)
    assert ("nothing of this lead remains" in text) == (not begins)  # of direction it is told in short
    assert ("k nearest neighbours minus AsK-LS is +25.0 points." in text) == bool(begins)


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
