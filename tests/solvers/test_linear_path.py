"""LS-SVM on features equals LS-SVM on their linear kernel; and a decomposition that always comes back."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.linalg

from askcore.solvers import LinearPath, solve_lssvm
from askcore.solvers.svd._factors import svd
from tests.helpers import random_labels


@pytest.mark.parametrize("shape", [(20, 3), (12, 30), (9, 9)])
@pytest.mark.parametrize(("gamma", "damping"), [(0.1, 0.0), (10.0, 0.0), (10.0, 0.1), (1000.0, 1.0)])
def test_equals_the_dual_solution(shape, gamma, damping, rng):
    Z, Y = rng.normal(size=shape), random_labels(rng, shape[0], 2)
    alpha, b = LinearPath(Z).solve(Y, gamma, damping)
    expected = solve_lssvm(Z @ Z.T, Y, gamma=gamma, damping=damping)
    scale = np.abs(expected.a).max()
    np.testing.assert_allclose(alpha, expected.a, atol=1e-9 * scale)
    np.testing.assert_allclose(b, expected.b_source, atol=1e-9)


def test_features_that_say_nothing(rng):
    Y = random_labels(rng, 6)
    _, b = LinearPath(np.ones((6, 2))).solve(Y, 1.0, 0.0)
    np.testing.assert_allclose(b, Y.mean(axis=0))


def test_features_with_a_gap_are_refused():
    with pytest.raises(ValueError, match="every entry must be finite"):
        LinearPath(np.array([[1.0], [np.nan]]))


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
