"""Samples and folds left out in closed form are refits."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from askcore.solvers.path import DualPath, leave_one_out_solution
from tests.helpers import (
    askls_system,
    dense,
    frozen,
    naive_askls,
    naive_sne,
    random_labels,
    random_sparse,
    with_eigenvalues,
    with_singular_values,
)


def refits(K, Y, gamma: float, damping: float):
    """f_s and f_t (m, k) of each sample by the model of all others."""
    K = dense(K)
    f_s, f_t = np.empty_like(Y), np.empty_like(Y)
    for i in range(len(Y)):
        rest = np.delete(np.arange(len(Y)), i)
        a, c, b1, b2 = naive_askls(K[np.ix_(rest, rest)], Y[rest], gamma, damping)
        f_s[i] = K[i, rest] @ c + b1
        f_t[i] = K[rest, i] @ a + b2
    return f_s, f_t


def _symmetric(rng, m):
    S = random_sparse(rng, m, 0.3)
    return sp.csr_array(S + S.T)


def one_refit(K, Y, i: int, gamma: float):
    """f_s and f_t (k,) of sample i by the undamped model of all others."""
    rest = np.delete(np.arange(len(Y)), i)
    a, c, b1, b2 = naive_askls(K[np.ix_(rest, rest)], Y[rest], gamma)
    return K[i, rest] @ c + b1, K[rest, i] @ a + b2


KERNELS = {
    "asymmetric": lambda rng, m: rng.standard_normal((m, m)),
    "large mean": lambda rng, m: 50 + rng.random((m, m)),
    "rank one": lambda rng, m: np.outer(rng.standard_normal(m), rng.standard_normal(m)),
    "definite": lambda rng, m: (lambda Z: Z @ Z.T)(rng.standard_normal((m, m))),
    "indefinite": lambda rng, m: with_eigenvalues(rng, rng.standard_normal(m - 1)),
    "sparse": lambda rng, m: random_sparse(rng, m, 0.3),
    "sparse symmetric": _symmetric,
}


@settings(max_examples=120, deadline=None, derandomize=True)
@given(
    kind=st.sampled_from(sorted(KERNELS)),
    m=st.integers(3, 9),
    classes=st.sampled_from([1, 3]),
    seed=st.integers(0, 2**32 - 1),
    gamma=st.floats(1e-2, 1e2),
    damping=st.sampled_from([0.0, 0.0, 1e-2, 0.3, 5.0]),
)
def test_leave_one_out_equals_m_refits(kind, m, classes, seed, gamma, damping):
    rng = np.random.default_rng(seed)
    K, Y = KERNELS[kind](rng, m), random_labels(rng, m, classes)
    if damping == 0:  # away from the resonances of the whole and of every part
        parts = [np.arange(m), *(np.delete(np.arange(m), i) for i in range(m))]
        systems = [askls_system(dense(K)[np.ix_(p, p)], np.ones(len(p)), gamma) for p in parts]
        assume(max(np.linalg.cond(T) for T in systems) < 1e5)
    expected = refits(K, Y, gamma, damping)
    found = leave_one_out_solution(K, Y, gamma=gamma, damping=damping)
    for view, truth in zip(found, expected, strict=True):
        np.testing.assert_allclose(view, truth, atol=1e-8 * max(1.0, np.abs(truth).max()))


RESONANT = {
    "dense": (with_singular_values(np.random.default_rng(1), [3.0, 2.0, 0.8, 0.1]), 1 / 0.8),
    "symmetric": (with_eigenvalues(np.random.default_rng(1), [2.0, 1.0, -0.5, 0.3]), 2.0),
    "sparse ring": (sp.csr_array(np.roll(np.eye(450), 1, axis=1)), 1.0),
}


@pytest.mark.parametrize(("K", "gamma"), RESONANT.values(), ids=RESONANT)
def test_an_undamped_resonance_is_refused_with_the_remedy(K, gamma):
    Y = random_labels(np.random.default_rng(0), K.shape[0])
    with pytest.raises(np.linalg.LinAlgError, match=r"singular at gamma = .* Use damping > 0"):
        leave_one_out_solution(K, Y, gamma=gamma)
    f_s, f_t = leave_one_out_solution(K, Y, gamma=gamma, damping=1e-2)
    assert np.isfinite(f_s).all()
    assert np.isfinite(f_t).all()


M = 15
GAMMAS = [0.05, 0.7, 20.0]


def kernels():
    rng = np.random.default_rng(3)
    points = rng.normal(size=(M, 2))
    return {
        "any": rng.normal(size=(M, M)) / M,
        "SNE": naive_sne(points, points, 0.8, points),
        "rank 3": with_singular_values(rng, [0.5, 0.2, 0.1, *[0.0] * (M - 4)]),
        "definite": np.exp(-np.square(points[:, None] - points[None]).sum(axis=2)),
        "indefinite": with_eigenvalues(rng, [*np.linspace(0.3, 3.0, 7), *np.linspace(-0.31, -1.1, 7)]),
    }


@pytest.mark.parametrize("damping", [0.0, 0.3])
@pytest.mark.parametrize("name", ["any", "SNE", "rank 3", "definite", "indefinite"])
def test_folds_out_equal_refits_at_a_fixed_matrix(name, damping, rng):
    K = frozen(kernels()[name])
    Y = random_labels(rng, M, 2)
    folds = np.array_split(rng.permutation(M), 4)
    f_s, f_t = DualPath(K).folds_out_along(Y, GAMMAS, folds, damping)
    for g, gamma in enumerate(GAMMAS):
        for fold in folds:
            rest = np.setdiff1d(np.arange(M), fold)
            a, c, b1, b2 = naive_askls(K[np.ix_(rest, rest)], Y[rest], gamma, damping)
            np.testing.assert_allclose(f_s[g, fold], K[np.ix_(fold, rest)] @ c + b1, rtol=1e-7, atol=1e-8)
            np.testing.assert_allclose(f_t[g, fold], K[np.ix_(rest, fold)].T @ a + b2, rtol=1e-7, atol=1e-8)


def test_a_resonance_and_a_sample_in_no_fold_get_nan(rng):
    path = DualPath(with_singular_values(rng, [1.0, 0.5, 0.2]))
    Y = np.array([[1.0], [-1.0], [1.0], [-1.0]])
    folds = [np.array([0, 1]), np.array([3])]
    f_s, f_t = path.folds_out_along(Y, [2.0, 3.0], folds)
    assert np.isnan(f_s[0]).all()
    assert np.isnan(f_t[0]).all()
    assert np.isfinite(f_s[1, [0, 1, 3]]).all()
    assert np.isnan(f_s[1, 2]).all()
    damped, _ = path.folds_out_along(Y, [2.0], folds, 0.1)
    assert np.isfinite(damped[0, [0, 1, 3]]).all()


def without_one_resonates(blocks: int) -> tuple[np.ndarray, np.ndarray]:
    """A K whose system is regular at gamma = 1, while the one without sample 0 is singular to the last digit."""
    u, v = np.array([1.0, 1.0, -1.0, -1.0]) / 2, np.array([1.0, -1.0, 1.0, -1.0]) / 2
    K = np.zeros((9, 9))
    if blocks == 1:  # the rest has the eigenvalue -1, to which no mean belongs
        K[1:5, 1:5] = -np.outer(u, u)
        K[0, 1:] = K[1:, 0] = np.arange(8.0)
    else:  # the rest has the singular value 1
        K[1:5, 1:5] = np.outer(u, v)
        K[0, 1:], K[1:, 0] = np.arange(8.0) ** 2 / 8, np.arange(8.0)
    return K, random_labels(np.random.default_rng(0), 9, 2)


@pytest.mark.parametrize("blocks", [1, 2])
def test_a_sample_whose_removal_makes_a_resonance_is_nan_along_gamma(blocks):
    K, Y = without_one_resonates(blocks)
    rest = K[1:, 1:]
    assert np.linalg.cond(askls_system(K, np.ones(9), 1.0)) < 1e4
    assert np.linalg.cond(askls_system(rest, np.ones(8), 1.0)) > 1e14
    path = DualPath(K)
    views = np.array(path.leave_one_out_along(Y, [0.9, 1.0]))
    assert np.isfinite(views[:, 0]).all()
    assert np.isnan(views[:, 1, 0]).all()
    expected = np.array(refits(K, Y, 0.9, 0.0))
    np.testing.assert_allclose(views[:, 0], expected, rtol=1e-8, atol=1e-8)
    kept = ~np.isnan(views[:, 1]).any(axis=(0, 2))
    for i in np.flatnonzero(kept):
        np.testing.assert_allclose(views[:, 1, i], np.array(one_refit(K, Y, i, 1.0)), rtol=1e-7, atol=1e-7)
    folds = np.array(path.folds_out_along(Y, [0.9, 1.0], [np.array([0]), np.array([3, 4])]))
    assert np.isnan(folds[:, 1, 0]).all()
    assert np.isfinite(folds[:, :, 3:5]).all()
    damped = np.array(path.leave_one_out_along(Y, [1.0], 0.1))
    np.testing.assert_allclose(damped[:, 0], np.array(refits(K, Y, 1.0, 0.1)), rtol=1e-8, atol=1e-8)


@pytest.mark.parametrize("blocks", [1, 2])
def test_the_views_at_one_gamma_name_the_sample_that_makes_a_resonance(blocks):
    K, Y = without_one_resonates(blocks)
    with pytest.raises(
        np.linalg.LinAlgError, match=r"Without sample 0, the undamped system is .* damping > 0"
    ):
        leave_one_out_solution(K, Y, gamma=1.0)
