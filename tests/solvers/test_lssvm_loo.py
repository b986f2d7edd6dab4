"""Closed forms of the LS-SVM with kernels of any signature, against refits and naive systems."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.solvers import (
    lssvm_folds_out,
    lssvm_gamma_path,
    lssvm_leave_one_out,
    lssvm_path,
    solve_lssvm,
)
from tests.helpers import naive_condition, naive_lssvm, random_labels, with_eigenvalues

GAMMAS = [0.05, 0.7, 20.0]


def spectra(m):
    """Definite, indefinite, rank-deficient and negative spectra of the centred matrix, away from -1/gamma."""
    rest = m - 1
    return {
        "definite": np.linspace(0.1, 3.0, rest),
        "indefinite": np.concatenate(
            [np.linspace(0.3, 3.0, rest // 2), -np.linspace(0.31, 1.1, rest - rest // 2)]
        ),
        "low rank": np.concatenate([[2.0, -1.0, 0.5], np.zeros(rest - 3)]),
        "negative": -np.linspace(0.3, 1.2, rest),
    }


@pytest.fixture(params=["definite", "indefinite", "low rank", "negative"])
def K(request, rng):
    return with_eigenvalues(rng, spectra(16)[request.param])


def naive_out(K, y, gamma, damping, held):
    """Decisions on ``held`` by a refit on the rest."""
    rest = np.setdiff1d(np.arange(len(y)), held)
    alpha, b = naive_lssvm(K[np.ix_(rest, rest)], y[rest], gamma, damping)
    return K[np.ix_(held, rest)] @ alpha + b


@pytest.mark.parametrize("damping", [0.0, 0.3])
def test_leave_one_out_and_folds_equal_refits(damping, K, rng):
    Y = random_labels(rng, 16, 2)
    Y[1], Y[-2] = 1.0, -1.0  # a class without a sample has no paper system
    folds = np.array_split(rng.permutation(16), 4)
    closed = lssvm_folds_out(K, Y, GAMMAS, folds, damping=damping)
    for g, gamma in enumerate(GAMMAS):
        one = lssvm_leave_one_out(K, Y, gamma=gamma, damping=damping)
        for k in range(2):
            refits = [naive_out(K, Y[:, k], gamma, damping, np.array([i]))[0] for i in range(16)]
            np.testing.assert_allclose(one[:, k], refits, rtol=1e-7, atol=1e-8)
            for fold in folds:
                expected = naive_out(K, Y[:, k], gamma, damping, np.sort(fold))
                np.testing.assert_allclose(closed[g, np.sort(fold), k], expected, rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("damping", [0.0, 0.3])
def test_the_path_equals_single_gammas(damping, K, rng):
    labels = np.array(["a", "b", "c"])[rng.permutation(16) % 3]
    path = lssvm_gamma_path(K, labels, GAMMAS, damping=damping)
    Y = np.where(labels[:, None] == path.classes, 1.0, -1.0)
    for g, gamma in enumerate(GAMMAS):
        np.testing.assert_allclose(
            path.loo[g], lssvm_leave_one_out(K, Y, gamma=gamma, damping=damping), rtol=1e-8, atol=1e-9
        )
        assert path.loo_score[g] == np.mean(path.classes[path.loo[g].argmax(axis=1)] == labels)
        assert path.condition[g] == pytest.approx(naive_condition(K, gamma, symmetric=True))


def test_resonances_lie_at_the_negative_eigenvalues(rng):
    K = with_eigenvalues(rng, [2.0, 1.0, 0.0, -0.25, -0.5])
    y = ["a", "b", "a", "b", "a", "b"]
    path = lssvm_gamma_path(K, y, [1.0, 2.0, 4.0])
    np.testing.assert_allclose(path.resonances, [2.0, 4.0], rtol=1e-9)
    np.testing.assert_allclose(path.eigenvalues, [2.0, 1.0, 0.0, -0.25, -0.5], atol=1e-12)
    assert np.isfinite(path.loo[0]).all()
    assert np.isnan(path.loo[1:]).all()
    assert path.loo_score[1] == 0.0
    folds = [np.array([0, 1]), np.array([2, 3])]
    out = lssvm_folds_out(K, np.array([1.0, -1, 1, -1, 1, -1]), [1.0, 2.0], folds)
    assert np.isnan(out[1]).all()
    assert np.isfinite(out[0, :4]).all()
    assert np.isnan(out[0, 4:]).all(), "in no fold"
    damped = lssvm_gamma_path(K, y, [2.0], damping=0.1)
    assert np.isfinite(damped.loo).all()
    assert lssvm_gamma_path(abs(np.eye(3)), ["a", "b", "a"], [1.0]).resonances.size == 0


def test_a_shift_is_a_smaller_gamma(K, rng):
    """K + s I with weight gamma is K with 1/gamma + s: the same dual solution and leave-one-out decisions."""
    y = random_labels(rng, 16)
    gamma, s = 2.0, 1.7
    weaker = 1 / (1 / gamma + s)
    shifted = solve_lssvm(K + s * np.eye(16), y, gamma=gamma)
    np.testing.assert_allclose(shifted.a, solve_lssvm(K, y, gamma=weaker).a, atol=1e-10)
    np.testing.assert_allclose(
        lssvm_leave_one_out(K + s * np.eye(16), y, gamma=gamma),
        lssvm_leave_one_out(K, y, gamma=weaker),
        atol=1e-10,
    )


def test_dense_and_iterative_solves_agree(K, rng):
    Y = random_labels(rng, 16, 3)
    for damping in (0.0, 0.2):
        dense = solve_lssvm(K, Y, gamma=0.4, damping=damping, solver="dense")
        for solver, matrix in (("iterative", K), ("svd", K), ("sparse", sp.csr_array(K))):
            found = solve_lssvm(matrix, Y, gamma=0.4, damping=damping, solver=solver)
            np.testing.assert_allclose(found.a, dense.a, atol=1e-8)
            np.testing.assert_allclose(found.b_source, dense.b_source, atol=1e-8)
        path = lssvm_path(K, Y, [0.4], damping=damping)
        np.testing.assert_allclose(path.coef[0], dense.a, atol=1e-9)


def test_invalid_arguments():
    skew = np.array([[1.0, 2.0], [0.0, 1.0]])
    with pytest.raises(ValueError, match=r"not symmetric: .* AsKLSClassifier"):
        lssvm_gamma_path(skew, [0, 1], [1.0])
    with pytest.raises(ValueError, match="not symmetric"):
        lssvm_leave_one_out(skew, np.array([1.0, -1.0]), gamma=1.0)
    with pytest.raises(ValueError, match="not symmetric"):
        lssvm_folds_out(skew, np.array([1.0, -1.0]), [1.0], [])
    with pytest.raises(ValueError, match="gammas must be positive finite numbers"):
        lssvm_gamma_path(np.eye(2), [0, 1], [0.0])
    with pytest.raises(ValueError, match="at least two classes"):
        lssvm_gamma_path(np.eye(2), [1, 1], [1.0])
    with pytest.raises(ValueError, match="one label per row of K, 2, got 3"):
        lssvm_gamma_path(np.eye(2), [0, 1, 1], [1.0])
    with pytest.raises(ValueError, match="damping must be a finite number >= 0"):
        lssvm_gamma_path(np.eye(2), [0, 1], [1.0], damping="auto")
    with pytest.raises(ValueError, match="damping must be a finite number >= 0"):
        lssvm_folds_out(np.eye(2), np.array([1.0, -1.0]), [1.0], [], damping="auto")
