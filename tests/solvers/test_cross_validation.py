"""Held-out errors from sums are those of refits that look at every sample."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.solvers import solve_askls, solve_lssvm
from askcore.solvers.moments import Moments, both_views, fold_errors

GAMMAS, DAMPINGS = [0.05, 0.7, 20.0], [0.0, 0.1, 3.0]
M, P, N = 60, 4, 3


@pytest.fixture(scope="module")
def samples():
    rng = np.random.default_rng(0)
    A, B = rng.standard_normal((M, P)), rng.standard_normal((M, P)) + 0.5
    Y = np.where(A[:, :2] + 0.5 * rng.standard_normal((M, 2)) > 0, 1.0, -1.0)
    return A, B, Y, rng.integers(0, 3, M) * 0.5, rng.integers(0, N, M)


def refitted(A, B, Y, v, fold, held, gamma, lam, share):
    """By the dual system of the training samples' kernel matrix."""
    train, test = fold != held, fold == held
    kept = train & (v > 0)
    K = A @ B.T
    solve = solve_lssvm if A is B else solve_askls
    found = solve(
        K[np.ix_(kept, kept)],
        Y[kept],
        gamma=gamma,
        damping=lam,
        solver="dense",
        sample_weight=v[kept],
        quiet=True,
    )
    f_s = K[np.ix_(test, kept)] @ found.c + found.b_source
    f_t = K[np.ix_(kept, test)].T @ found.a + found.b_target
    return float(v[test] @ ((share * f_s + (1 - share) * f_t - Y[test]) ** 2).sum(axis=1))


@pytest.mark.parametrize(("view", "share"), [("mean", 0.5), ("source", 1.0), ("target", 0.0)])
@pytest.mark.parametrize("weighted", [True, False])
def test_errors_are_those_of_refits(samples, view, share, weighted):
    A, B, Y, v, fold = samples
    v = v if weighted else np.ones(M)
    folds = [
        Moments.from_features(np.hstack([A, B])[fold == k], None, Y[fold == k], v[fold == k])
        for k in range(N)
    ]
    for held in range(N):
        found = fold_errors(folds, held, GAMMAS, DAMPINGS, view=view)
        wanted = [
            [refitted(A, B, Y, v, fold, held, gamma, lam, share) for gamma in GAMMAS] for lam in DAMPINGS
        ]
        np.testing.assert_allclose(found, wanted, rtol=1e-8)


@pytest.mark.parametrize("signs", [[1.0] * P, [1.0, -1.0, 1.0, 1.0]])
def test_errors_of_a_symmetric_kernel_are_those_of_refits(samples, signs):
    A, _, Y, v, fold = samples
    folds = [Moments.from_features(A[fold == k], None, Y[fold == k], v[fold == k]) for k in range(N)]
    found = fold_errors(folds, 1, GAMMAS, [0.1], signs=signs)
    kept, test = (fold != 1) & (v > 0), fold == 1
    K = (A * signs) @ A.T
    for gamma, error in zip(GAMMAS, found[0], strict=True):
        one = solve_lssvm(
            K[np.ix_(kept, kept)], Y[kept], gamma=gamma, damping=0.1, sample_weight=v[kept], quiet=True
        )
        f = K[np.ix_(test, kept)] @ one.a + one.b_source
        assert error == pytest.approx(v[test] @ ((f - Y[test]) ** 2).sum(axis=1), rel=1e-8)


def test_what_has_no_answer_is_infinite_and_what_is_wrong_is_told(samples):
    A, B, Y, _, fold = samples
    Z = np.hstack([A, B])
    folds = [Moments.from_features(Z[fold == k], None, Y[fold == k]) for k in range(N)]
    assert np.isinf(fold_errors(folds, 0, [1e30], [0.0])).all()
    with pytest.raises(ValueError, match="needs two folds or more, got 1"):
        fold_errors(folds[:1], 0, [1.0], [0.0])
    with pytest.raises(ValueError, match="view must be 'mean', 'source' or 'target', got 'both'"):
        fold_errors(folds, 0, [1.0], [0.0], view="both")
    with pytest.raises(ValueError, match="gammas must be positive"):
        fold_errors(folds, 0, [-1.0], [0.0])
    nothing = Moments.from_features(Z[:2], None, Y[:2], np.zeros(2))
    with pytest.raises(ValueError, match="Outside fold 0 no sample has a weight above 0"):
        fold_errors([folds[0], nothing], 0, [1.0], [0.0])
    with pytest.raises(ValueError, match="an even number of features as one view"):
        both_views(Moments.from_features(A[:, :3], None, Y))
