"""What a comparison is of: its effort, its terms, its splits, and the kernels that can be used."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np
import pytest

from askcore import DataError
from askcore.datasets import load_sample
from askcore.diagnostics.health import DEGENERATE
from askcore.experiments import Effort
from askcore.experiments.comparison.plan import check_terms, problems_of, splits_of, usable
from askcore.experiments.split import cross_splits, holdout_split

SOUND = {"folds": 2, "repeats": 1, "n_splits": 2, "train_size": 0.5, "inner_folds": 2, "metric": "accuracy"}
RANGE = "must be at least 2 and repeats at least 1"


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        ("repeats", [0], RANGE), ("folds", [1], RANGE), ("n_splits", [0, 1], RANGE), ("inner_folds", [0, 1], RANGE),
        ("train_size", [0.0, 1.0], "train_size must lie between 0 and 1"), ("metric", ["auc"], "one of .* got 'auc'"),
    ],
)  # fmt: skip
def test_terms_out_of_range_are_refused_and_no_others(name, values, message):
    for value in values:
        with pytest.raises(ValueError, match=message):
            check_terms(**SOUND | {name: value})
    check_terms(**SOUND)
    check_terms(**SOUND | dict.fromkeys(("n_splits", "train_size", "inner_folds")))


@pytest.mark.parametrize(
    ("n_splits", "train_size", "number", "share"),
    [(None, None, 8, 0.75), (3, None, 3, 0.6), (None, 0.8, 5, 0.8), (2, 0.8, 2, 0.8)],
)
def test_folds_again_and_again_or_so_many_random_splits(n_splits, train_size, number, share):
    def tests(splits) -> set:
        return {tuple(split.test) for split in splits}

    labels, several = np.array(["a", "b"] * 10), number < 8
    terms = labels, 4, 2, n_splits, train_size
    (splits, flips), (again, same), (other, unlike) = (
        zip(*splits_of(*terms, seed), strict=True) for seed in (7, 7, 8)
    )
    assert {len(split.train) for split in splits} == {20 * share}
    assert len(splits) == len(tests(splits)) == len(flips) == len(set(flips)) == number
    assert (tests(splits), flips) == (tests(again), same)
    assert tests(splits) != tests(other)
    assert flips != unlike
    for seed in flips:  # directions have seeds of their own
        drawn = [holdout_split(labels, train_size=share, random_state=seed)]
        assert not tests(splits) & tests(drawn if several else cross_splits(labels, 4, random_state=seed))


def test_one_multiple_of_the_bandwidth_is_taken_as_it_is_and_several_are_a_family():
    for sigma in ({"": 6.0}, {"sigma × 0.5": 1.5, "sigma × 2": 6.0}):
        found = problems_of(
            load_sample("iris"), "rbf", {"sigma": 3.0}, [each / 3.0 for each in sigma.values()]
        )
        assert {name: each.sigma for name, each in found.items()} == sigma


def told(why) -> Mock:
    """A problem that gives this answer, or raises it."""
    return Mock(**{"no_direction.side_effect": why if isinstance(why, Exception) else lambda train: why})


EQUAL, SYMMETRIC, BROKEN = DEGENERATE["constant"], "The kernel matrix is symmetric", DataError("no way")


@pytest.mark.parametrize(
    ("family", "answers", "kept", "left_out", "reasons"),
    [
        (True, ["", EQUAL, SYMMETRIC, BROKEN], "ac", {"b": EQUAL, "d": "No way"}, ["", SYMMETRIC]),
        (True, [EQUAL, EQUAL], "ab", {}, [EQUAL, EQUAL]),
        (True, [EQUAL, BROKEN], "a", {"b": "No way"}, [EQUAL]),
        (False, ["", EQUAL], "ab", {}, ["", EQUAL]),
    ],
)
def test_kernels_that_tell_something_are_kept(family, answers, kept, left_out, reasons):
    problems = dict(zip("abcd", map(told, answers), strict=False))
    told_something = {name: problems[name] for name in kept}
    assert usable(problems, np.arange(3), family) == (told_something, left_out, reasons)
    with pytest.raises(DataError, match="^No kernel can be used .*No way" if family else "^No way"):
        usable({"a": told(BROKEN), "b": told(BROKEN)}, np.arange(3), family)


@pytest.mark.parametrize(
    ("effort", "asked"),
    [
        (Effort("quick"), [1, 5, None, True, 400, 4]),
        (Effort("full"), [3, None, None, None, 1000, None]),
        (Effort("all", large=True), [3, 5, (1.0,), None, None, None]),
        (Effort("full", several=True), [3, None, None, None, 500, None]),
    ],
)
def test_what_an_effort_asks_of_a_comparison(effort, asked):
    terms = [effort.terms.get(name) for name in ("repeats", "folds", "bandwidths", "brief", "max_samples")]
    assert [*terms, effort.n_kernels] == asked
    assert (Effort.is_large(500), Effort.is_large(501)) == (False, True)
