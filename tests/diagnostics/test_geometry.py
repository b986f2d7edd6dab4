"""Norms, distances and maps in feature space, and the space of an indefinite kernel."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import scipy.sparse as sp

from askcore import IndefiniteKernelWarning, LSSVMClassifier
from askcore.diagnostics import (
    empirical_map,
    feature_pair,
    feature_space,
    mercer_map,
    positive_decomposition,
    primal_point,
    pseudo_euclidean,
    signature,
    squared_feature_distances,
)
from askcore.kernels import KERNELS, GraphKernel, PrecomputedKernel
from askcore.operators import as_operator
from askcore.solvers import correct_spectrum, index_operator, solve_lssvm
from tests.helpers import naive_centred, random_labels


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
        with pytest.raises(ValueError, match=r"not symmetric: .* take its singular vectors, KSVD"):
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


def matrices(rng):
    R = rng.standard_normal((9, 9))
    F = rng.standard_normal((9, 2))
    return {
        "indefinite": ((R + R.T) / 2, None),
        "definite": (KERNELS["rbf"](R, R, sigma=2.0), (9, 0, 0)),
        "low rank": (F @ np.diag([1.0, -2.0]) @ F.T, (1, 1, 7)),
        "negative": (-np.diag(np.arange(1.0, 10.0)), (0, 9, 0)),
        "duplicates": (
            np.repeat(np.repeat(np.array([[0.0, 1.0], [1.0, 0.0]]), 5, 0), 5, 1)[:9, :9],
            (1, 1, 7),
        ),
        "zero": (np.zeros((9, 9)), (0, 0, 9)),
    }


@pytest.fixture(params=["indefinite", "definite", "low rank", "negative", "duplicates", "zero"])
def case(request, rng):
    K, expected = matrices(rng)[request.param]
    return (K + K.T) / 2, expected


def test_the_parts_add_up_and_see_what_clipping_keeps(case):
    K, expected = case
    plus, minus = positive_decomposition(K)
    np.testing.assert_allclose(plus - minus, K, atol=1e-12)
    np.testing.assert_allclose(plus, correct_spectrum(K, "clip").matrix, atol=1e-11)
    np.testing.assert_allclose(plus + minus, correct_spectrum(K, "flip").matrix, atol=1e-11)
    np.testing.assert_allclose(plus @ minus, 0.0, atol=1e-10)
    for part in (plus, minus):
        assert np.linalg.eigvalsh(part).min() > -1e-11
    values = np.linalg.eigvalsh(K)
    counts = (int((values > 1e-9).sum()), int((values < -1e-9).sum()), int((np.abs(values) <= 1e-9).sum()))
    found = pseudo_euclidean(K)
    assert found.signature == signature(K) == counts == (expected or counts)
    total = np.abs(values).sum()
    assert found.negative_share == pytest.approx(
        -values[values < 0].sum() / total if total else 0.0, abs=1e-12
    )


@pytest.mark.parametrize("center", [False, True])
def test_coordinates_give_products_and_distances_back(center, case):
    K, _ = case
    space = pseudo_euclidean(sp.csr_array(K), center=center)
    np.testing.assert_allclose(space.inner_products(), naive_centred(K) if center else K, atol=1e-11)
    np.testing.assert_allclose(space.squared_distances(), squared_feature_distances(K), atol=1e-10)
    assert space.positive.shape == (9, space.signature[0])
    assert space.negative.shape == (9, space.signature[1])
    assert sum(space.signature) == 9


def test_negative_squared_distances_are_shown():
    """The points (0, 0) and (1, 2) in R^(1,1): 1 - 4 = -3."""
    A, signs = np.array([[0.0, 0.0], [1.0, 2.0]]), np.array([1.0, -1.0])
    space = pseudo_euclidean((A * signs) @ A.T)
    assert space.squared_distances()[0, 1] == pytest.approx(-3.0)
    assert space.inner_products()[1, 1] == pytest.approx(-3.0)


def test_few_coordinates_are_the_largest_by_magnitude(rng):
    K = matrices(rng)["negative"][0]
    space = pseudo_euclidean(as_operator(K), 2)
    np.testing.assert_allclose(space.inner_products(), np.diag([0.0] * 7 + [-8.0, -9.0]), atol=1e-12)
    assert space.signature == (0, 9, 0), "of the matrix, not of what is kept"


@pytest.mark.parametrize("columns", [1, 3])
def test_the_dual_solution_is_a_stationary_point(case, columns, rng):
    K, _ = case
    Y = random_labels(rng, 9, columns)
    found = primal_point(K, Y, solve_lssvm(K, Y, gamma=0.37), 0.37)
    assert found.is_stationary, found.residuals
    # Against finite differences of the primal objective, with the errors eliminated.
    space = pseudo_euclidean(K)
    plus, minus = space.positive, space.negative

    def objective(w_plus, w_minus, b):
        e = Y[:, 0] - plus @ w_plus - minus @ w_minus - b
        return 0.5 * (w_plus @ w_plus - w_minus @ w_minus) + 0.37 / 2 * e @ e

    at = (found.w_plus[:, 0], found.w_minus[:, 0], found.b[0])
    assert objective(*at) == pytest.approx(found.value[0])
    step = 1e-5
    for part in range(2):
        for j in range(len(at[part])):
            nudge = np.zeros(len(at[part]))
            nudge[j] = step
            up, down = list(at), list(at)
            up[part], down[part] = at[part] + nudge, at[part] - nudge
            assert abs(objective(*up) - objective(*down)) / (2 * step) < 1e-6
    assert abs(objective(*at[:2], at[2] + step) - objective(*at[:2], at[2] - step)) / (2 * step) < 1e-6


def test_another_point_is_not_stationary(rng):
    K = (matrices(rng)["indefinite"][0]) * 1.0
    Y = random_labels(rng, 9)
    damped = primal_point(K, Y, solve_lssvm(K, Y, gamma=0.37, damping=0.5), 0.37)
    assert not damped.is_stationary
    assert max(damped.residuals.values()) > 1e-3
    wrong = primal_point(K, Y, solve_lssvm(K, Y, gamma=0.37), 0.5)
    assert not wrong.is_stationary


def test_the_primal_decides_as_the_classifier(rng):
    K = matrices(rng)["indefinite"][0]
    y = np.array([0, 1, 0, 1, 1, 0, 1, 0, 1])
    model = LSSVMClassifier(PrecomputedKernel(K), gamma=0.37, damping=0.0).fit(np.arange(9), y)
    Y = np.where(y == 1, 1.0, -1.0)
    point, space = primal_point(K, Y, solve_lssvm(K, Y, gamma=0.37), 0.37), pseudo_euclidean(K)
    f = space.positive @ point.w_plus[:, 0] + space.negative @ point.w_minus[:, 0] + point.b[0]
    np.testing.assert_allclose(f, model.decision_function(np.arange(9)), atol=1e-9)


def test_asymmetry_is_measured():
    for ask in (signature, pseudo_euclidean, positive_decomposition):
        with pytest.raises(ValueError, match=r"not symmetric: \|K - K\^T\| is 0\.71 of .*KSVD"):
            ask([[1.0, 2.0], [0.0, 1.0]])
