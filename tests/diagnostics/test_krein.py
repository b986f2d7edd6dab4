import numpy as np
import pytest
import scipy.sparse as sp

from askcore import LSSVMClassifier
from askcore.diagnostics import (
    indefinite_products,
    indefinite_squared_distances,
    positive_decomposition,
    primal_point,
    pseudo_euclidean,
    signature,
    squared_feature_distances,
)
from askcore.kernels import KERNELS, PrecomputedKernel
from askcore.operators import as_operator
from askcore.solvers import correct_spectrum, solve_lssvm
from tests.helpers import naive_centred, random_labels


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
    found = positive_decomposition(K)
    np.testing.assert_allclose(found.plus - found.minus, K, atol=1e-12)
    np.testing.assert_allclose(found.plus, correct_spectrum(K, "clip").matrix, atol=1e-11)
    np.testing.assert_allclose(found.plus + found.minus, correct_spectrum(K, "flip").matrix, atol=1e-11)
    np.testing.assert_allclose(found.plus @ found.minus, 0.0, atol=1e-10)
    for part in (found.plus, found.minus):
        assert np.linalg.eigvalsh(part).min() > -1e-11
    values = np.linalg.eigvalsh(K)
    counts = (int((values > 1e-9).sum()), int((values < -1e-9).sum()), int((np.abs(values) <= 1e-9).sum()))
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
    assert indefinite_squared_distances(A, A, signs)[0, 1] == -3.0
    assert indefinite_products(A, A, signs)[1, 1] == -3.0
    assert pseudo_euclidean(indefinite_products(A, A, signs)).squared_distances()[0, 1] == pytest.approx(-3.0)


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
