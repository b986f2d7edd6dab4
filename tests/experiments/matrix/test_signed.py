"""Signed parts and squared distances against their definitions, entry by entry."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.experiments import symmetric_ends
from askcore.experiments.matrix.signed import signed_parts, signed_terms
from askcore.operators import as_operator


@pytest.fixture(params=[0, 1, 2])
def K(request):
    A = np.random.default_rng(request.param).normal(size=(12, 12))
    return A + A.T


def test_the_parts_are_those_of_the_eigenvalues(K):
    values, vectors = np.linalg.eigh(K)
    found = signed_parts(K)
    assert found.signature == (int((values > 0).sum()), int((values < 0).sum()), 0)
    for sign in (1, -1):
        naive = sum(
            abs(value) * np.outer(u, u)
            for value, u in zip(values, vectors.T, strict=True)
            if sign * value > 0
        )
        points = found.coordinates(sign)
        np.testing.assert_allclose(points @ points.T, naive, atol=1e-10)


def test_squared_distances_pair_by_pair(K):
    found = signed_parts(K)
    for u in range(12):
        for v in range(12):
            square = K[u, u] + K[v, v] - 2 * K[u, v]
            assert signed_terms(found, u, v).sum() == pytest.approx(square, abs=1e-9)
    u, v = found.most_negative
    assert found.squared_distances[u, v] == found.pair_distances.min() < 0
    assert len(found.pair_distances) == 66


def test_the_symmetric_part_of_an_asymmetric_matrix_is_taken():
    K = np.random.default_rng(0).normal(size=(7, 7))
    found = signed_parts(K)
    assert found.symmetrized
    np.testing.assert_allclose(found.K, (K + K.T) / 2, atol=1e-12)
    S = K + K.T
    assert not signed_parts(S).symmetrized
    S[0, 1] *= 1 + 1e-15
    assert not signed_parts(S).symmetrized


@pytest.mark.parametrize(
    ("K", "signature", "energy"),
    [
        (np.zeros((3, 3)), (0, 0, 3), 0.0),
        (-np.eye(3), (0, 3, 0), 1.0),
        (np.ones((4, 4)), (1, 0, 3), 0.0),
        (np.ones((1, 1)), (1, 0, 0), 0.0),
        (np.array([[0.0, 1.0], [-1.0, 0.0]]), (0, 0, 2), 0.0),
        (np.diag([1.0, -1.0, 0.0]), (1, 1, 1), 0.5),
        (np.zeros((0, 0)), (0, 0, 0), 0.0),
    ],
)
def test_matrices_at_the_edge(K, signature, energy):
    found = signed_parts(K)
    assert found.signature == signature
    if len(K):
        assert symmetric_ends(as_operator(K)).negative_energy == pytest.approx(energy)
    assert max(found.most_negative) < max(len(K), 1)


def test_duplicates_are_at_distance_zero_and_not_below():
    X = np.random.default_rng(1).normal(size=(20, 3))
    X[7] = X[3]
    found = signed_parts(np.exp(-((X[:, None] - X) ** 2).sum(axis=2)))
    d = found.squared_distances
    assert d[3, 7] == 0.0
    assert not signed_terms(found, 3, 7).any()
    assert (d >= 0).all()


def test_a_rectangular_matrix_is_refused():
    with pytest.raises(ValueError, match=r"must be square .* got 2 x 3"):
        signed_parts(np.ones((2, 3)))
