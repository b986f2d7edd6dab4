"""Folds left out of AsK-LS in closed form, against refits of the naive system."""

import numpy as np
import pytest

from askcore.kernels import bind
from askcore.solvers import SaddlePath
from tests.helpers import frozen, naive_askls, naive_sne, random_labels, with_singular_values

M = 15
GAMMAS = [0.05, 0.7, 20.0]


def kernels():
    rng = np.random.default_rng(3)
    points = rng.normal(size=(M, 2))
    return {
        "any": rng.normal(size=(M, M)) / M,
        "SNE": naive_sne(points, points, 0.8, points),
        "rank 3": with_singular_values(rng, [0.5, 0.2, 0.1, *[0.0] * (M - 4)]),
        "symmetric": np.exp(-np.square(points[:, None] - points[None]).sum(axis=2)),
    }


@pytest.mark.parametrize("damping", [0.0, 0.3])
@pytest.mark.parametrize("name", ["any", "SNE", "rank 3", "symmetric"])
def test_folds_out_equal_refits_at_a_fixed_matrix(name, damping, rng):
    K = frozen(kernels()[name])
    Y = random_labels(rng, M, 2)
    folds = np.array_split(rng.permutation(M), 4)
    f_s, f_t = SaddlePath(K).folds_out_along(Y, GAMMAS, folds, damping)
    for g, gamma in enumerate(GAMMAS):
        for fold in folds:
            rest = np.setdiff1d(np.arange(M), fold)
            a, c, b1, b2 = naive_askls(K[np.ix_(rest, rest)], Y[rest], gamma, damping)
            np.testing.assert_allclose(f_s[g, fold], K[np.ix_(fold, rest)] @ c + b1, rtol=1e-7, atol=1e-8)
            np.testing.assert_allclose(f_t[g, fold], K[np.ix_(rest, fold)].T @ a + b2, rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("damping", [0.0, 0.1])
def test_folds_of_one_sample_are_leave_one_out(damping, rng):
    X = rng.normal(size=(M, 3))
    path, Y = SaddlePath(bind("t", None, X).train()), random_labels(rng, M)
    single = path.folds_out_along(Y, GAMMAS, [np.array([i]) for i in range(M)], damping)
    np.testing.assert_allclose(single, path.leave_one_out_along(Y, GAMMAS, damping), rtol=1e-9, atol=1e-10)


def test_a_resonance_and_a_sample_in_no_fold_get_nan(rng):
    path = SaddlePath(with_singular_values(rng, [1.0, 0.5, 0.2]))
    Y = np.array([[1.0], [-1.0], [1.0], [-1.0]])
    folds = [np.array([0, 1]), np.array([3])]
    f_s, f_t = path.folds_out_along(Y, [2.0, 3.0], folds)
    assert np.isnan(f_s[0]).all()
    assert np.isnan(f_t[0]).all()
    assert np.isfinite(f_s[1, [0, 1, 3]]).all()
    assert np.isnan(f_s[1, 2]).all()
    damped, _ = path.folds_out_along(Y, [2.0], folds, 0.1)
    assert np.isfinite(damped[0, [0, 1, 3]]).all()
