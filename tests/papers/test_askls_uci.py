"""Table IV of the AsK-LS paper: the closed-form tuning against refits, and figures on the full data."""

import numpy as np
import pytest

from askcore import DataError, papers
from askcore.datasets import TableData
from askcore.experiments.evaluation import Candidate, SplitTask, inner_folds
from askcore.experiments.fitted import Blocks
from askcore.papers import table_parts
from askcore.papers.engine.protocol import Unit
from askcore.papers.table_parts import Undamped, drawn_parts
from tests.helpers import naive_askls, naive_sne, naive_t
from tests.papers.first_best import first_best

TABLE = papers.protocol("askls-IV")
SMALL = {**TABLE.options, "folds": 3, "gammas": 4, "sigmas": 2}


def table(rng, n=40, d=3):
    X = rng.random((n, d)) * 7 + 1
    return TableData(X, np.where(X[:, 0] + rng.normal(0, 0.7, n) > X[:, 1], "a", "b"))


def divided(source, seed, repeat, share):
    return drawn_parts(source, seed, repeat, lambda n: round(share * n))


def accuracy(data, method, repeat=0, **changes):
    unit = Unit("sonar", (method,), (repeat,), 0)
    return TABLE.compute(data, unit, {**SMALL, **changes})[method]["accuracy"][0]


def test_a_table_is_divided_at_random_and_a_pair_as_given(rng):
    source, other = table(rng), table(rng, 10)
    one, again, next_one = (divided(source, 5, r, 0.6) for r in (0, 0, 1))
    assert (len(one.X), len(one.X_test)) == (24, 16)
    np.testing.assert_array_equal(one.X, again.X)
    assert not np.array_equal(one.X, next_one.X)
    np.testing.assert_allclose([one.X.min(axis=0), one.X.max(axis=0)], [np.zeros(3), np.ones(3)], atol=1e-12)
    pair = divided((source, other), 5, 0, 0.6)
    span = np.ptp(source.X, axis=0)
    np.testing.assert_allclose(pair.X_test, (other.X - source.X.min(axis=0)) / span)
    assert pair.fold_seed != divided((source, other), 5, 1, 0.6).fold_seed


def refits(parts, kernel, candidates, gammas, n_folds):
    """Test accuracy by one naive system for each candidate, gamma and fold; K is fixed, as in the closed form."""
    y = np.where(parts.codes == 1, 1.0, -1.0)
    scores, tests = [], []
    for sigma in candidates:
        K, rows, columns = (
            naive_sne(A, B, sigma, parts.X) if kernel == "sne" else naive_t(A, B, parts.X)
            for A, B in ((parts.X, parts.X), (parts.X_test, parts.X), (parts.X, parts.X_test))
        )
        for gamma in gammas:
            right = 0
            for fit, held in inner_folds(parts.codes, n_folds, parts.fold_seed):
                a, c, b1, b2 = naive_askls(K[np.ix_(fit, fit)], y[fit], gamma)
                f = K[np.ix_(held, fit)] @ c + b1 + K[np.ix_(fit, held)].T @ a + b2
                right += ((f[:, 0] > 0) == (y[held] > 0)).sum()
            scores.append(right / len(y))
            a, c, b1, b2 = naive_askls(K, y, gamma)
            f = rows @ c + b1 + columns.T @ a + b2
            tests.append(((f[:, 0] > 0) == (parts.codes_test == 1)).mean())
    return tests[first_best(scores)]


@pytest.mark.parametrize(("method", "kernel"), [("AsK-LS SNE", "sne"), ("AsK-LS T", "t")])
@pytest.mark.parametrize("repeat", [0, 1, 2])
def test_the_tuned_figure_equals_refits(method, kernel, repeat, rng):
    data = table(rng)
    parts = divided(data, 0, repeat, 0.6)
    distances = np.linalg.norm(parts.X[:, None] - parts.X[None], axis=2)[np.triu_indices(24, 1)]
    sigmas = [np.median(distances) * share for share in (3.0, 0.12)] if kernel == "sne" else [None]
    expected = refits(parts, kernel, sigmas, [0.01, 4.64, 2150.0, 1e6], 3)
    assert accuracy(data, method, repeat) == pytest.approx(expected)


def test_directions_that_cancel_leave_lssvm(rng):
    """Three samples at the corners of a regular triangle: T is symmetric, so both rows are the same LS-SVM."""
    X = np.repeat(np.eye(3), 8, axis=0)
    data = TableData(X, np.tile([0, 1, 1, 1, 0, 1, 0, 0], 3))
    pair = (data, data)
    assert accuracy(pair, "AsK-LS T") == accuracy(pair, "LS-SVM T symmetrised, tuned alike")


def test_sigma_is_searched_on_some_rows_and_gamma_on_all(rng, monkeypatch):
    seen = []

    class Seen(table_parts.Undamped):
        def __init__(self, blocks, *more):
            seen.append(len(blocks.K))
            super().__init__(blocks, *more)

    monkeypatch.setattr(table_parts, "Undamped", Seen)
    accuracy(table(rng), "AsK-LS SNE", search_rows=15)
    assert seen == [15, 15, 24]
    seen.clear()
    accuracy(table(rng), "AsK-LS T", search_rows=15)
    assert seen == [24]
    seen.clear()
    accuracy(table(rng), "LS-SVM RBF", search_rows=24)
    assert seen[:2] == [24, 24]


def test_a_gamma_at_which_the_system_is_singular_cannot_be_used():
    K, task = -np.eye(4), SplitTask(np.arange(4), np.arange(4), np.array([0, 1, 0, 1]), 2)
    fitted = Undamped(Blocks(K, K), task, [], "mean")
    assert [each is None for each in fitted.decide([Candidate("mean", g) for g in (1.0, 0.5)])] == [
        True,
        False,
    ]


def test_tables_without_classes_are_refused(rng):
    with pytest.raises(DataError, match="has no labels"):
        accuracy(TableData(rng.random((8, 2))), "AsK-LS T")
