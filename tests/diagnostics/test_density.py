"""A divergence that is one: the closed form against integration, no negative values, the cases that are known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import multivariate_normal
from sklearn.covariance import LedoitWolf

from askcore.diagnostics.density import density_divergence


@pytest.mark.parametrize("shape", [(4, 30), (30, 4), (12, 12)])
def test_against_the_definition(shape, rng):
    A = rng.standard_normal(shape) + 1.0
    N, M = shape
    rows, columns = A, A.T
    if M > N:
        V = np.linalg.svd(A)[2][:N]
        V = np.array([v if v[np.abs(v).argmax()] > 0 else -v for v in V])
        rows = np.array([[v @ x for v in V] for x in A])
    if N > M:
        U = np.linalg.svd(A)[0][:, :M].T
        U = np.array([u if u[np.abs(u).argmax()] > 0 else -u for u in U])
        columns = np.array([[u @ z for u in U] for z in A.T])
    fits = [LedoitWolf().fit(points) for points in (rows, columns)]
    p, q = (multivariate_normal(fit.location_, fit.covariance_) for fit in fits)
    draws = p.rvs(200_000, random_state=0)
    log_ratio = p.logpdf(draws) - q.logpdf(draws)
    found = density_divergence(A)
    assert found.dimension == min(shape)
    assert abs(found.rows_from_columns - log_ratio.mean()) < 5 * log_ratio.std() / np.sqrt(200_000)
    assert found.rows_from_columns > 0
    assert found.columns_from_rows > 0


def test_transposing_swaps_the_roles(rng):
    A = rng.standard_normal((5, 20))
    one, other = density_divergence(A), density_divergence(A.T)
    assert one.rows_from_columns == pytest.approx(other.columns_from_rows)
    assert one.columns_from_rows == pytest.approx(other.rows_from_columns)


def test_degenerate_data_are_finite():
    for A in (np.ones((3, 7)), np.zeros((4, 4)), np.eye(3), np.outer(np.arange(5.0), np.arange(9.0))):
        found = density_divergence(A)
        assert np.isfinite([found.rows_from_columns, found.columns_from_rows]).all()
        assert min(found.rows_from_columns, found.columns_from_rows) >= 0
