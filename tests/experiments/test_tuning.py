"""The one fold loop: what it chooses against a plain loop, folds in closed form, ties, and what cannot be trained."""

from __future__ import annotations

import numpy as np
import pytest

from askcore import DataError
from askcore.experiments.scores import score
from askcore.experiments.candidates import Candidate, Grid, candidates
from askcore.experiments.evaluation import Outcome, Task, inner_folds, tune, tuning_steps, under_each_kernel
# LEFT choose, fold_scores
from askcore.solvers.labels import decided_codes
from askcore.solvers.path import DualPath

GAMMAS = (0.01, 0.1, 1.0, 100.0)


@pytest.fixture(scope="module")
def problem():
    """An asymmetric K over 60 samples, which says something of three classes, and a task on 45 of them."""
    rng = np.random.default_rng(3)
    codes = rng.integers(3, size=60)
    X = rng.normal(size=(60, 2)) + 1.2 * np.eye(3)[codes][:, :2]
    K = np.exp(-((X[:, None] - X[None] - 0.4) ** 2).sum(axis=2))
    return K, codes, Task(np.arange(45), np.arange(45, 60), codes[:45], 3)


def deciding(K):
    def decide(task, offered):
        path, found = DualPath(K[np.ix_(task.fit, task.fit)]), []
        for each in offered:
            a, c, b_source, b_target = path.solve(task.targets, each.gamma)
            f = (
                K[np.ix_(task.held, task.fit)] @ c
                + b_source
                + K[np.ix_(task.fit, task.held)].T @ a
                + b_target
            )
            found.append(Outcome(decided_codes(f)))
        return found

    return decide


def across(K):
    def held_out(task, offered, folds):
        path = DualPath(K[np.ix_(task.fit, task.fit)])
        views = path.folds_out_along(task.targets, [c.gamma for c in offered], [held for _, held in folds])
        return [Outcome(codes) for codes in decided_codes(sum(views))]

    return held_out


@pytest.mark.parametrize("metric", ["accuracy", "macro_f1", "balanced_accuracy"])
def test_the_choice_is_that_of_a_plain_loop(problem, metric):
    K, codes, task = problem
    offered, folds = [Candidate("", g) for g in GAMMAS], inner_folds(task.codes, 4, 1)
    found = tune(task, offered, deciding(K), folds, metric=metric)
    guesses = np.empty((len(offered), 45), dtype=int)
    for fit, held in folds:
        for i, each in enumerate(offered):
            guesses[i, held] = deciding(K)(Task(fit, held, codes[fit], 3), [each])[0].codes
    scores = [score(task.codes, guess)[metric] for guess in guesses]
    np.testing.assert_array_equal(found.scores, scores)
    assert found.chosen == offered[int(np.argmax(scores))]
    assert found.score == max(scores)
    np.testing.assert_array_equal(found.outcome.codes, deciding(K)(task, [found.chosen])[0].codes)


def test_folds_in_closed_form_are_the_loop(problem):
    K, _, task = problem
    offered, folds = [Candidate("", g) for g in GAMMAS], inner_folds(task.codes, 5, 0)
    looped, at_once = (tune(task, offered, deciding(K), folds, across=way) for way in (None, across(K)))
    np.testing.assert_array_equal(looped.scores, at_once.scores)
    assert looped.chosen == at_once.chosen
    np.testing.assert_array_equal(looped.outcome.codes, at_once.outcome.codes)


def test_held_out_labels_have_no_say(problem):
    """Codes of the task are those of the fitted samples; no other reaches a method."""
    K, _, task = problem
    seen = []

    def decide(part, offered):
        seen.append(part)
        return deciding(K)(part, offered)

    tune(task, [Candidate("", 1.0)], decide, inner_folds(task.codes, 3, 0))
    for part in seen:
        assert len(part.codes) == len(part.fit)
        assert not np.intersect1d(part.fit, part.held).size
        np.testing.assert_array_equal(part.codes, task.codes[part.fit])


def test_folds_may_be_scored_one_by_one_and_some_of_them_may_tell():
    task = Task(np.arange(6), np.arange(6, 8), np.array([0, 0, 0, 0, 1, 1]), 2)
    folds = [(np.arange(2, 6), np.arange(2)), (np.arange(2), np.arange(2, 6))]

    def decide(part, offered):
        return [Outcome(np.full(len(part.held), each.kernel)) for each in offered]

    offered = [Candidate(kernel=0), Candidate(kernel=1)]
    np.testing.assert_allclose(fold_scores(task, offered, decide, folds), [4 / 6, 2 / 6])
    np.testing.assert_allclose(fold_scores(task, offered, decide, folds, pooled=False), [3 / 4, 1 / 4])
    np.testing.assert_allclose(fold_scores(task, offered, decide, folds[:1]), [1.0, 0.0])
    own = fold_scores(task, offered, decide, folds, metric=lambda truth, guess: -abs(truth - guess).sum())
    np.testing.assert_allclose(own, [-2.0, -4.0])


def test_a_candidate_that_cannot_be_trained_is_passed_over():
    task = Task(np.arange(4), np.arange(4, 6), np.array([0, 1, 0, 1]), 2)

    def decide(part, offered):
        whole = len(part.fit) == 4
        codes = {"sound": part.held * 0, "poor": part.held * 0 - 1}
        broken = {"in a fold": not whole, "at the end": whole, "everywhere": True}
        right = part.held % 2  # what "at the end" would get
        return [None if broken.get(c.variant) else Outcome(codes.get(c.variant, right)) for c in offered]

    folds = inner_folds(task.codes, 2, 0)
    names = ["everywhere", "in a fold", "at the end", "poor", "sound"]
    found = tune(task, [Candidate(name) for name in names], decide, folds)
    assert found.chosen.variant == "sound"
    np.testing.assert_array_equal(np.isnan(found.scores), [True, True, False, False, False])
    with pytest.raises(DataError, match="This one could not be trained at any setting"):
        tune(task, [Candidate("everywhere")], decide, folds, name="This one")


def test_steps_are_the_folds(problem):
    K, _, task = problem
    offered, folds = [Candidate("", 1.0)], inner_folds(task.codes, 4, 0)
    assert sum(1 for _ in tuning_steps(task, offered, deciding(K), folds)) == 4
    assert sum(1 for _ in tuning_steps(task, offered, deciding(K), folds, across=across(K))) == 1


def test_each_candidate_is_decided_under_its_own_kernel():
    asked = []

    def decide(problem, task, offered):
        asked.append((problem, len(offered)))
        return [Outcome(np.array([ord(problem)])) for _ in offered]

    offered = candidates(Grid((1.0, 2.0), (0.0,)), kernels=["a", "b"])
    found = under_each_kernel(decide, str.upper)(None, offered)
    assert [outcome.codes[0] for outcome in found] == [ord("A")] * 2 + [ord("B")] * 2
    assert asked == [("A", 2), ("B", 2)]


# The rule of choice -----------------------------------------------------------------------------------


def test_candidates_come_from_the_more_regularised_on():
    offered = candidates(Grid((10.0, 1.0), (0.0, 1.0)), ("mean", "joint"))
    assert offered[:4] == [
        Candidate("mean", 1.0, 1.0),
        Candidate("mean", 1.0, 0.0),
        Candidate("mean", 10.0, 1.0),
        Candidate("mean", 10.0, 0.0),
    ]
    assert len(offered) == 8
    assert len(candidates(Grid((10.0, 1.0), (0.0, 1.0)), damped=False)) == 2


def test_a_tie_goes_to_the_more_regularised_and_rounding_is_a_tie():
    assert choose([0.5, 0.9, 0.9 + 1e-15, np.nan])[0] == 1
    assert choose([0.5, 0.9, 0.9 + 1e-15, np.nan], tie=0.0)[0] == 2
    assert choose([np.nan, 0.1])[0] == 1


@pytest.mark.parametrize("codes", [[0, 0, 1, 1, 1], [0, 1, 2], [0, 0, 0, 0, 0, 1]])
def test_inner_folds_hold_every_sample_once(codes):
    codes = np.array(codes)
    folds = inner_folds(codes, 5, 0)
    held = np.concatenate([held for _, held in folds])
    assert sorted(held) == list(range(len(codes)))
    assert all(len(np.intersect1d(*fold)) == 0 for fold in folds)
