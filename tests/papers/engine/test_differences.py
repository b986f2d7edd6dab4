"""Marks: how far a figure is from the printed one, in which direction, and why."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.papers import measured, recorded, tables
from askcore.papers.engine.protocol import Difference
from askcore.papers.engine.result import ELSEWHERE, OPEN, PARTLY, compared
from tests.papers.toys import ASKLS, toy

NAN = float("nan")


def mark(published, published_std, reproduced, std, metric="micro_f1", **changes):
    return compared(toy(**changes), ("cora", ASKLS, metric), published, published_std, reproduced, std)


@pytest.mark.parametrize(
    ("published", "published_std", "reproduced", "std", "sds", "beyond", "better"),
    [
        (0.5, 0.03, 0.6, 0.04, 2.0, False, True),  # 0.1 / 0.05, exactly 2 up to rounding
        (0.5, 0.03, 0.61, 0.04, 2.2, True, True),
        (0.5, 0.03, 0.39, 0.04, -2.2, True, False),
        (0.5, NAN, 0.6, 0.05, 2.0, False, True),
        (0.5, 0.05, 0.62, NAN, 2.4, True, True),
        (0.83, 0.0, 0.835, NAN, NAN, False, True),
        (0.83, NAN, 0.8351, NAN, NAN, True, True),
        (0.83, 0.0, 0.8249, 0.0, NAN, True, False),
        (0.83, 0.01, 0.83, 0.01, 0.0, False, False),
        (NAN, NAN, 0.7, 0.1, NAN, False, False),
        (0.83, 0.01, NAN, NAN, NAN, False, False),
    ],
)
def test_scores(published, published_std, reproduced, std, sds, beyond, better):
    row = mark(published, published_std, reproduced - 1e-12 * (sds == 2.0), std)
    np.testing.assert_allclose(row["sds"], sds, atol=1e-9)
    assert (row["beyond"], row["better"]) == (beyond, better)


def test_of_errors_less_is_better():
    row = mark(14.0, NAN, 13.0, 0.1, "rmse", lower_is_better=("rmse",))
    assert (row["sds"], row["beyond"], row["better"]) == (pytest.approx(-10), True, True)
    assert not mark(14.0, NAN, 15.0, 0.1, "rmse", lower_is_better=("rmse",))["better"]


def test_a_divergence_is_neither_better_nor_worse():
    for ours in (10.0, 30.0):
        row = mark(20.0, NAN, ours, NAN, "kl_divergence")
        assert (row["beyond"], row["better"]) == (True, False)


def test_other_metrics_without_deviation_are_judged_by_a_share():
    assert not mark(1937.0, NAN, 1946.0, NAN, "reconstruction_l1")["beyond"]
    assert mark(1937.0, NAN, 1947.0, NAN, "reconstruction_l1")["beyond"]


@pytest.mark.parametrize("metric", ["seconds", "speedup_over_rsvd"])
def test_times_are_never_marked(metric):
    row = mark(0.3, 0.01, 30.0, 0.01, metric)
    assert np.isnan(row["sds"])
    assert not row["beyond"]
    assert row["cause"] == ""


CELL = ("cora", ASKLS, "micro_f1")


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        (0.5, ELSEWHERE),
        (0.52, ELSEWHERE),  # the bound is 2 sqrt(0.008^2 + 0.006^2) = 0.02
        (0.4799, PARTLY),
        (0.625, PARTLY),  # half of 0.25 is left
        (0.6251, OPEN),
        (0.3749, OPEN),  # far beyond it
        (NAN, OPEN),
    ],
)
def test_another_setting_meets_a_figure_moves_it_or_leaves_it_open(value, answer):
    known = {CELL: Difference("Because.", "gamma 5", value)}
    row = mark(0.5, 0.008, 0.75, 0.006, differences=known)
    assert (row["answer"], row["setting"], row["cause"]) == (answer, "gamma 5", "Because.")
    np.testing.assert_equal(row["value"], value)


def test_every_marked_figure_that_ships_has_a_sentence_and_no_other_has():
    """What a value comes to depends on the records, so that none may be left behind."""
    for each in tables():
        found = recorded(each, measured()).table
        beyond = found[found["beyond"].astype(bool)]
        assert {*beyond[["dataset", "method", "metric"]].itertuples(index=False, name=None)} == {
            *each.differences
        }
        assert all(difference.text for difference in each.differences.values())
