"""Squared distances: right and exactly symmetric, however many rows are worked on at once."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from askcore.kernels import _points


@pytest.mark.parametrize("at_once", [1, 90, 10**6])
def test_squared_distances_are_exactly_symmetric_in_blocks_of_any_size(monkeypatch, rng, at_once):
    monkeypatch.setattr(_points, "IN_CACHE", at_once)
    X, Z = rng.normal(size=(31, 3)) + 5.0, rng.normal(size=(17, 3)) + 5.0
    np.testing.assert_allclose(_points.squared_distances(X, Z), cdist(X, Z, "sqeuclidean"), atol=1e-12)
    among = _points.squared_distances(X, X)
    np.testing.assert_array_equal(among, among.T)
    assert not among.diagonal().any()
