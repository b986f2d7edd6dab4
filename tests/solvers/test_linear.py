"""LS-SVM on features, in the primal from sums and in the dual from one thin SVD."""

from __future__ import annotations

from operator import attrgetter

import numpy as np
import pytest
import scipy.linalg

from askcore.solvers import solve_lssvm
from askcore.solvers.moments import Moments
from askcore.solvers.path import linear_path
from askcore.solvers.svd._factors import svd
from tests.helpers import random_labels


@pytest.mark.parametrize("shape", [(20, 3), (12, 30), (9, 9)])
@pytest.mark.parametrize("gamma", [0.1, 10.0, 1000.0])
@pytest.mark.parametrize("scaled", [False, True])
def test_equals_the_dual_solution(shape, gamma, scaled, rng):
    Z, Y = rng.normal(size=shape), random_labels(rng, shape[0], 2)
    scale = rng.uniform(0.1, 2, shape[1]) if scaled else None
    w, b = Moments.of(Z, None, Y).solve(gamma, scale)
    points = Z if scale is None else Z * scale
    expected = solve_lssvm(points @ points.T, Y, gamma=gamma)
    new = rng.normal(size=(5, shape[1]))
    across = (new if scale is None else new * scale) @ points.T
    np.testing.assert_allclose(new @ w + b, across @ expected.a + expected.b_source, atol=1e-8)


def test_parts_add_up_and_are_taken_away(rng):
    Z, Y = rng.normal(size=(30, 4)), random_labels(rng, 30, 2)
    first, rest = Moments.of(Z[:10], None, Y[:10]), Moments.of(Z[10:], None, Y[10:])
    both = Moments.of(Z, None, Y)
    for found, expected in ((first + rest, both), (both - first, rest)):
        assert found.count == expected.count
        for name in ("mass", "mean_y", "source.mean", "source.gram", "source.cross"):
            np.testing.assert_allclose(
                *(attrgetter(name)(sums) for sums in (found, expected)), rtol=1e-12, atol=1e-12
            )


def test_features_without_variance_give_the_mean(rng):
    Y = random_labels(rng, 6, 2)
    w, b = Moments.of(np.ones((6, 2)), None, Y).solve(1.0)
    np.testing.assert_allclose(np.ones(2) @ w + b, Y.mean(axis=0), atol=1e-12)


def test_a_gamma_beyond_rounding_is_refused(rng):
    sums = Moments.of(1e4 * rng.normal(size=(9, 2)), None, random_labels(rng, 9, 1))
    assert sums.resolves(1.0)
    assert not sums.resolves(1e6)
    with pytest.raises(np.linalg.LinAlgError, match="gamma = 1e\\+06 is too large for features of this size"):
        sums.solve(1e6)


@pytest.mark.parametrize("shape", [(20, 3), (12, 30), (9, 9)])
@pytest.mark.parametrize(("gamma", "damping"), [(0.1, 0.0), (10.0, 0.0), (10.0, 0.1), (1000.0, 1.0)])
def test_the_thin_svd_equals_the_dual_solution(shape, gamma, damping, rng):
    Z, Y = rng.normal(size=shape), random_labels(rng, shape[0], 2)
    alpha, _, b, _ = linear_path(Z).solve(Y, gamma, damping)
    expected = solve_lssvm(Z @ Z.T, Y, gamma=gamma, damping=damping)
    scale = np.abs(expected.a).max()
    np.testing.assert_allclose(alpha, expected.a, atol=1e-9 * scale)
    np.testing.assert_allclose(b, expected.b_source, atol=1e-9)


@pytest.mark.parametrize("damping", [0.0, 0.3])
def test_samples_left_out_are_refits(rng, damping):
    Z, Y = rng.standard_normal((9, 4)), rng.choice([-1.0, 1.0], size=(9, 2))
    told, _ = linear_path(Z).leave_one_out(Y, 2.0, damping)
    for i in range(9):
        rest = np.delete(np.arange(9), i)
        refit = solve_lssvm(Z[rest] @ Z[rest].T, Y[rest], gamma=2.0, damping=damping)
        np.testing.assert_allclose(told[i], Z[i] @ Z[rest].T @ refit.a + refit.b_source, atol=1e-10)


def test_features_with_a_gap_are_refused():
    with pytest.raises(ValueError, match="every entry must be finite"):
        linear_path(np.array([[1.0], [np.nan]]))


def test_a_decomposition_that_gives_up_is_tried_again(monkeypatch, rng):
    A, plain = rng.normal(size=(5, 3)), scipy.linalg.svd
    asked = []

    def moody(matrix, lapack_driver="gesdd", **options):
        asked.append(lapack_driver)
        if lapack_driver == "gesdd":
            raise np.linalg.LinAlgError("SVD did not converge")
        return plain(matrix, lapack_driver=lapack_driver, **options)

    monkeypatch.setattr(scipy.linalg, "svd", moody)
    U, s, Vt = svd(A, full_matrices=False)
    assert asked == ["gesdd", "gesvd"]
    np.testing.assert_allclose((U * s) @ Vt, A, atol=1e-12)
