"""Folds, metrics, and what is fitted after the choice."""

from __future__ import annotations

import numpy as np
import pytest

from askcore._validation import DataError
from askcore.experiments.evaluation import (
    Candidate,
    Outcome,
    Refitted,
    SplitTask,
    accuracy,
    inner_folds,
    judge,
    score,
    tune,
)

CODES = np.repeat([0, 1], [12, 8])
TASK = SplitTask(np.arange(20), np.arange(20, 25), CODES, 2)
FOLDS = inner_folds(CODES, 4, 0)
OFFERED = [Candidate(gamma=1.0), Candidate(gamma=2.0)]


def constant(task, offered):
    """The first candidate says class 1 of everything, the second the most common class of the fit."""
    usual = np.bincount(task.codes).argmax()
    return [Outcome(np.full(len(task.held), {1.0: 1, 2.0: usual}[one.gamma])) for one in offered]


def test_a_candidate_that_fails_in_one_fold_is_not_chosen():
    def fails(task, offered):
        first, second = constant(task, offered)
        return [first, None if FOLDS[0][1][0] in task.held else second]

    assert judge(CODES, OFFERED, Refitted(fails, TASK), FOLDS).best == OFFERED[0]


def test_folds_are_scored_together():
    folds = [(np.arange(12), np.arange(12, 20)), (np.arange(12, 20), np.arange(12))]

    def ones(task, offered):
        return [Outcome(np.ones(len(task.held), dtype=int)) for _ in offered]

    assert judge(CODES, OFFERED, Refitted(ones, TASK), folds).scores[0] == pytest.approx(8 / 20)


def test_tune_falls_back_down_the_ranking_and_says_when_nothing_is_left():
    def last_fails(task, offered):
        kept = constant(task, offered)
        return [
            None if one.gamma == 2.0 and len(task.fit) == 20 else each
            for one, each in zip(offered, kept, strict=True)
        ]

    found = tune(CODES, OFFERED, Refitted(last_fails, TASK), FOLDS)
    assert found.selection.best == OFFERED[1]
    assert found.chosen == OFFERED[0]
    assert found.score == 0.4
    with pytest.raises(DataError, match="The method could not be trained"):
        tune(CODES, OFFERED, Refitted(lambda task, offered: [None for _ in offered], TASK), FOLDS)


def test_accuracy_alone_is_that_of_all_scores():
    rng = np.random.default_rng(0)
    for n in (1, 7, 240):
        truth, guess = rng.integers(0, 4, (2, n))
        assert accuracy(truth, guess) == score(truth, guess)["accuracy"]


SORTED = np.repeat([0, 1, 2], [20, 15, 10])


@pytest.mark.parametrize("codes", [SORTED, np.arange(12)], ids=["classes", "each alone"])
def test_a_seed_draws_the_same_folds_again_and_another_one_others(codes):
    first, again, other = ([held.tolist() for _, held in inner_folds(codes, 5, seed)] for seed in (0, 0, 1))
    assert first == again
    assert sorted(first) != sorted(other)


def test_every_fold_has_its_share_of_each_class_though_data_are_sorted_by_class():
    folds = inner_folds(SORTED, 5, 0)
    assert sorted(np.concatenate([held for _, held in folds])) == [*range(45)]
    for fit, held in folds:
        assert np.bincount(SORTED[held]).tolist() == [4, 3, 2]
        assert np.bincount(SORTED[fit]).tolist() == [16, 12, 8]


def test_there_are_at_most_as_many_folds_as_the_largest_class_has_members():
    for codes, folds in (SORTED, 5), ([0, 0, 0, 1, 1], 3), ([0, 1, 2], 3):
        assert len(inner_folds(np.array(codes), 5, 0)) == folds


@pytest.mark.parametrize(
    ("first", "gamma", "expected"),
    [
        (8.0, 0.03, 0.03 / 2), (8.0, 1e6, 1e6 / 2),
        (1e4, 0.03, 0.03 * 10 / 1e4), (1e4, 3.0, 3.0 * 10 / 1e4), (1e4, 3.1, 3.1 / 2), (1e4, 1e6, 1e6 / 2),
        (1e9, 100.0, 100.0 / 2), (1e9, 1e4, 1e12 / 1e9),  # past 1e12 over the first rounding is all there is
        (19.0, 3.0, 3.0 / 2), (21.0, 3.0, 3.0 * 10 / 21.0),  # 9.5 and 10.5 times the typical one
    ],
)  # fmt: skip
def test_gamma_on_a_matrix_whose_typical_singular_value_is_two(first, gamma, expected):
    found, damping = Candidate("", gamma, 0.01, relative=True).on(np.array([first, 6.0, 5.0, 4.0, 2.0]))
    assert found == pytest.approx(expected, rel=5e-3)
    assert damping == 0.04


@pytest.mark.parametrize(("values", "relative"), [((), True), ((0.0, 0.0), True), ((1e4, 2.0), False)])
def test_without_a_unit_a_setting_is_as_written(values, relative):
    assert Candidate("", 3.0, 0.01, relative=relative).on(np.array(values)) == (3.0, 0.01)
