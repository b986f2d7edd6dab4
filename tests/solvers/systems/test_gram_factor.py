"""The decomposition for tuning: the same as the SVD's, and given up where squaring would cost too many digits."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.solvers.labels import one_vs_rest
from askcore.solvers.path import DualPath
from askcore.solvers.systems.spectral import GRAM_LIMIT, GramFactor, SpectralFactor
from tests.helpers import with_singular_values

GAMMAS = (0.01, 0.5, 7.3, 630.0)


@pytest.fixture
def case(rng):
    K = rng.random((40, 40))
    return K / K.sum(axis=1, keepdims=True), one_vs_rest(rng.integers(3, size=40), 3)


@pytest.mark.parametrize("damping", [0.0, 1e-3, 0.1, 10.0])
def test_left_out_as_from_the_svd(case, damping):
    K, Y = case
    quick, exact = DualPath(K, up_to=max(GAMMAS)), DualPath(K)
    assert isinstance(quick._factor, GramFactor)
    np.testing.assert_allclose(quick.singular_values, exact.singular_values, atol=1e-8)
    for a, b in zip(
        quick.leave_one_out_along(Y, GAMMAS, damping),
        exact.leave_one_out_along(Y, GAMMAS, damping),
        strict=True,
    ):
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("damping", [0.0, 0.1])
def test_folds_left_out_too(case, damping):
    K, Y = case
    folds = [np.arange(i, 40, 8) for i in range(8)]
    quick, exact = DualPath(K, up_to=max(GAMMAS)), DualPath(K)
    for a, b in zip(
        quick.folds_out_along(Y, GAMMAS, folds, damping),
        exact.folds_out_along(Y, GAMMAS, folds, damping),
        strict=True,
    ):
        np.testing.assert_allclose(a, b, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("damping", [0.0, 0.1])
def test_a_solution_too(case, damping):
    K, Y = case
    for a, b in zip(
        DualPath(K, up_to=7.3).solve(Y, 7.3, damping), DualPath(K).solve(Y, 7.3, damping), strict=True
    ):
        np.testing.assert_allclose(a, b, rtol=1e-8, atol=1e-8)


def test_where_squares_lose_digits_the_svd_is_taken(rng):
    K = with_singular_values(rng, np.linspace(1, 10, 30))
    top = DualPath(K).singular_values.max()
    assert isinstance(DualPath(K, up_to=0.99 * GRAM_LIMIT / top)._factor, GramFactor)
    assert type(DualPath(K, up_to=1.01 * GRAM_LIMIT / top)._factor) is SpectralFactor


def test_a_symmetric_matrix_keeps_its_eigenvalues(case):
    K, _ = case
    assert DualPath(K + K.T, up_to=1.0).symmetric
