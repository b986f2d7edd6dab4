"""Among settings that are as good as the best, leave-one-out takes the one with the smallest squared error."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.estimators._tuning import LooChoice, best_choice, tune_on_path
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.path import DualPath

GAMMAS, DAMPINGS = (0.1, 1.0, 10.0, 100.0, 1000.0), (0.0, 0.01, 1.0)


def choice(score: float, error: float, n: int = 100) -> LooChoice:
    return LooChoice(1.0, 0.0, score, error, np.array([[score]]), n)


@pytest.mark.parametrize(
    ("found", "taken"),
    [
        ([choice(0.90, 0.4), choice(0.895, 0.3)], 1),  # a standard error is 0.03, a quarter of it 0.0075
        ([choice(0.90, 0.4), choice(0.89, 0.3)], 0),
        ([choice(0.90, 0.4, 400), choice(0.895, 0.3, 400)], 0),
        ([choice(0.9, 0.3), choice(0.9, 0.3)], 0),
        ([choice(1.0, 0.4), choice(0.99, 0.3)], 0),  # all right: a standard error of one sample over all
    ],
)
def test_accuracy_first_then_squared_error(found, taken):
    assert best_choice(found) == taken


@pytest.mark.parametrize(
    ("weights", "n"),
    [(None, 24), (np.full(24, 3.0), 24), (np.repeat([1.0, 0.0], 12), 12), (np.repeat([3.0, 1.0], 12), 19.2)],
)
def test_the_standard_error_is_that_of_as_many_equal_samples(weights, n):
    K, codes = np.random.default_rng(4).standard_normal((24, 24)), np.arange(24) % 2
    path = DualPath(K, sample_weight=weights)
    found = tune_on_path(path, codes, one_vs_rest(codes, 2), gammas=GAMMAS, sample_weight=weights)
    assert found.n == pytest.approx(n)


def test_by_refits_without_each_sample():
    """A plain loop over the same pairs, each sample left out by a training of its own."""
    rng = np.random.default_rng(4)
    codes = rng.integers(0, 2, 24)
    K = rng.standard_normal((24, 24)) + 1.5 * np.outer(codes - 0.5, codes - 0.5)
    Y = one_vs_rest(codes, 2)
    found = tune_on_path(DualPath(K), codes, Y, gammas=GAMMAS, dampings=DAMPINGS)
    tried = []
    for lam in DAMPINGS:
        for gamma in GAMMAS:
            views = np.empty((24, 1))
            for i in range(24):
                rest = np.delete(np.arange(24), i)
                a, c, b_s, b_t = DualPath(K[np.ix_(rest, rest)]).solve(Y[rest], gamma, lam)
                views[i] = (K[i, rest] @ c + b_s + K[rest, i] @ a + b_t) / 2
            right = ((views[:, 0] > 0) == (Y[:, 0] > 0)).mean()
            tried.append((gamma, lam, right, ((views - Y) ** 2).mean()))
    best = max(right for *_, right, _ in tried)
    near = [each for each in tried if each[2] >= best - 0.25 * np.sqrt(best * (1 - best) / 24)]
    gamma, lam, right, error = min(near, key=lambda each: each[3])
    assert (found.gamma, found.damping) == (gamma, lam)
    np.testing.assert_allclose((found.score, found.error), (right, error), rtol=1e-8)
