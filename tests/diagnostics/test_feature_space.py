"""Feature space through K alone against explicit feature maps."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import IndefiniteKernelWarning
from askcore.diagnostics import (
    empirical_map,
    feature_pair,
    feature_space,
    mercer_map,
    squared_feature_distances,
)
from askcore.kernels import KERNELS, GraphKernel
from askcore.operators import as_operator
from askcore.solvers.kernel_matrices import index_operator


def points(n: int = 9, d: int = 3) -> np.ndarray:
    return np.random.default_rng(1).standard_normal((n, d))


def squares(X: np.ndarray) -> np.ndarray:
    """All products x_a x_b: the feature map of the homogeneous polynomial of degree 2."""
    return np.array([[x[a] * x[b] for a, b in product(range(len(x)), repeat=2)] for x in X])


MAPS = {"linear": (lambda X: X, 1), "polynomial": (squares, 2)}
FORMS = {"dense": np.asarray, "sparse": sp.csr_array, "operator": as_operator}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", MAPS)
def test_norms_mean_and_variance(name, form):
    phi, degree = MAPS[name]
    F = phi(points())
    found = feature_space(FORMS[form]((points() @ points().T) ** degree))
    mean = F.mean(axis=0)
    np.testing.assert_allclose(found.squared_norms, [f @ f for f in F])
    assert found.squared_mean_norm == pytest.approx(mean @ mean)
    assert found.total_variance == pytest.approx(np.mean([np.sum((f - mean) ** 2) for f in F]))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", MAPS)
def test_distances(name, form):
    phi, degree = MAPS[name]
    F = phi(points())
    K = FORMS[form]((points() @ points().T) ** degree)
    expected = np.array([[np.sum((f - g) ** 2) for g in F] for f in F])
    np.testing.assert_allclose(squared_feature_distances(K), expected, atol=1e-12)
    np.testing.assert_allclose(
        squared_feature_distances(K, [3, 0], [8]), expected[np.ix_([3, 0], [8])], atol=1e-12
    )


def test_two_samples():
    X = points()
    K = X @ X.T
    pair = feature_pair(K, 2, 5)
    cosine = X[2] @ X[5] / (np.linalg.norm(X[2]) * np.linalg.norm(X[5]))
    assert (pair.k_uv, pair.k_vu) == (pytest.approx(X[2] @ X[5]),) * 2
    assert pair.distance == pytest.approx(np.linalg.norm(X[2] - X[5]))
    assert (pair.cosine_uv, pair.cosine_vu) == (pytest.approx(cosine),) * 2


def test_two_samples_of_an_asymmetric_kernel():
    pair = feature_pair(np.array([[4.0, 1.0], [3.0, 9.0]]), 0, 1)
    assert (pair.k_uv, pair.k_vu, pair.squared_norm_u, pair.squared_norm_v) == (1, 3, 4, 9)
    assert pair.squared_distance == 9
    assert (pair.cosine_uv, pair.cosine_vu) == (pytest.approx(1 / 6), pytest.approx(0.5))


def test_negative_squares_are_shown():
    K = np.array([[1.0, 5.0], [5.0, -1.0]])
    np.testing.assert_array_equal(squared_feature_distances(K), [[0, -10], [-10, 0]])
    pair = feature_pair(K, 0, 1)
    assert pair.squared_distance == -10
    assert np.isnan([pair.distance, pair.cosine_uv, pair.cosine_vu]).all()
    np.testing.assert_array_equal(feature_space(K).squared_norms, [1, -1])


def test_a_graph_kernel():
    A = np.array([[0, 1.0, 0], [0, 0, 1.0], [1.0, 0, 0]])
    K = index_operator(GraphKernel(A, "katz", beta=0.2))
    assert feature_space(K).squared_norms == pytest.approx(K.toarray().diagonal())


@pytest.mark.parametrize("name", MAPS)
def test_both_maps_reproduce_a_definite_kernel(name):
    F = MAPS[name][0](points())
    K = F @ F.T
    for found in (mercer_map(K), empirical_map(K)):
        assert found.negative_share == 0
        assert (found.signs == 1).all()
        np.testing.assert_allclose(found.inner_products(), K, atol=1e-12)
        distances = ((found.points[:, None] - found.points[None]) ** 2).sum(axis=2)
        np.testing.assert_allclose(distances, squared_feature_distances(K), atol=1e-11)
    assert mercer_map(K).points.shape == (9, np.linalg.matrix_rank(F))
    assert empirical_map(K).points.shape == (9, 9)


def test_the_empirical_map_is_the_root_of_the_inverse_times_columns():
    K = KERNELS["rbf"](points(), points(), sigma=1.0)
    values, vectors = np.linalg.eigh(K)
    root = vectors @ np.diag(values**-0.5) @ vectors.T
    expected = np.array([root @ K[:, i] for i in range(len(K))])
    np.testing.assert_allclose(empirical_map(K).points, expected, atol=1e-10)


def test_an_indefinite_kernel_keeps_its_signs(rng):
    U = np.linalg.qr(rng.standard_normal((4, 4)))[0]
    values = np.array([3.0, -2.0, 1.0, 0.0])
    K = (U * values) @ U.T
    K = (K + K.T) / 2
    found = mercer_map(sp.csr_array(K))
    np.testing.assert_allclose(found.eigenvalues, values, atol=1e-12)
    np.testing.assert_array_equal(found.signs, [1, -1, 1])
    np.testing.assert_allclose(found.inner_products(), K, atol=1e-12)
    assert found.negative_share == pytest.approx(2 / 6)
    with pytest.warns(IndefiniteKernelWarning, match="1 negative eigenvalues, .* they were flipped"):
        flipped = empirical_map(K)
    np.testing.assert_allclose(flipped.inner_products(), (U * np.abs(values)) @ U.T, atol=1e-12)
    assert flipped.negative_share == pytest.approx(2 / 6)
    first = mercer_map(K, 1)
    np.testing.assert_allclose(first.inner_products(), 3 * np.outer(U[:, 0], U[:, 0]), atol=1e-12)


def test_what_is_refused():
    for fit in (mercer_map, empirical_map):
        with pytest.raises(ValueError, match=r"not symmetric, so its samples have two maps.*SymmetricPart"):
            fit(np.array([[1.0, 2.0], [0.0, 1.0]]))
    for ask in (feature_space, squared_feature_distances, mercer_map, lambda K: feature_pair(K, 0, 1)):
        with pytest.raises(ValueError, match=r"square .* got 2 x 3"):
            ask(np.ones((2, 3)))
    with pytest.raises(IndexError, match=r"samples\[1\] is 2"):
        feature_pair(np.eye(2), 0, 2)
    with pytest.raises(IndexError, match=r"cols\[0\] is 5"):
        squared_feature_distances(np.eye(2), [0], [5])


def test_nothing():
    assert (mercer_map(np.zeros((3, 3))).points.shape, mercer_map(np.zeros((3, 3))).negative_share) == (
        (3, 0),
        0,
    )
    assert not empirical_map(np.zeros((3, 3))).points.any()
