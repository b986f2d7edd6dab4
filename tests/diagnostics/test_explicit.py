"""Explicit feature maps against the kernels that they belong to."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest

from askcore.diagnostics import gaussian_map, polynomial_map


@pytest.mark.parametrize("degree", [0, 1, 2, 3, 5])
@pytest.mark.parametrize("d", [1, 2, 4])
def test_products_of_polynomial_features_are_the_kernel(rng, d, degree):
    X, Z = rng.standard_normal((2, 6, d))
    F, G = polynomial_map(X, degree), polynomial_map(Z, degree)
    assert F.shape == (6, comb(d + degree - 1, degree))
    np.testing.assert_allclose(F @ G.T, (X @ Z.T) ** degree, rtol=1e-10, atol=1e-10)


def test_gaussian_features_come_near_to_the_kernel_with_the_degree(rng):
    X = rng.uniform(-1, 1, (6, 2))
    K = np.exp(-((X[:, None] - X[None]) ** 2).sum(axis=2) / (2 * 1.5**2))
    gaps = [
        np.abs(gaussian_map(X, 1.5, degree) @ gaussian_map(X, 1.5, degree).T - K).max()
        for degree in (2, 5, 30)
    ]
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < 1e-10
    assert gaussian_map(X, 1.5, 5).shape == (6, comb(7, 2)), "all monomials up to degree 5"
