"""Two samples in feature space, and the space of an indefinite kernel."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.diagnostics import feature_pair, pseudo_euclidean
from askcore.kernels import KERNELS
from askcore.operators import as_operator
from askcore.solvers import correct_spectrum


def points(n: int = 9, d: int = 3) -> np.ndarray:
    return np.random.default_rng(1).standard_normal((n, d))


def products(space) -> np.ndarray:
    return (space.points * space.signs) @ space.points.T


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
    pair = feature_pair(np.array([[1.0, 5.0], [5.0, -1.0]]), 0, 1)
    assert pair.squared_distance == -10
    assert np.isnan([pair.distance, pair.cosine_uv, pair.cosine_vu]).all()


def test_what_is_refused():
    with pytest.raises(
        ValueError, match=r"not symmetric: \|K - K\^T\| is 0\.71 of .*take its singular vectors, KSVD"
    ):
        pseudo_euclidean([[1.0, 2.0], [0.0, 1.0]])
    for ask in (pseudo_euclidean, lambda K: feature_pair(K, 0, 1)):
        with pytest.raises(ValueError, match=r"square .* got 2 x 3"):
            ask(np.ones((2, 3)))
    with pytest.raises(IndexError, match=r"samples\[1\] is 2"):
        feature_pair(np.eye(2), 0, 2)


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
    found = pseudo_euclidean(as_operator(K))
    plus, minus = (part @ part.T for part in (found.positive, found.negative))
    np.testing.assert_allclose(products(found), K, atol=1e-11)
    np.testing.assert_allclose(plus - minus, K, atol=1e-12)
    np.testing.assert_allclose(plus, correct_spectrum(K, "clip").matrix, atol=1e-11)
    np.testing.assert_allclose(plus + minus, correct_spectrum(K, "flip").matrix, atol=1e-11)
    np.testing.assert_allclose(plus @ minus, 0.0, atol=1e-10)
    values = np.linalg.eigvalsh(K)
    counts = (int((values > 1e-9).sum()), int((values < -1e-9).sum()), int((np.abs(values) <= 1e-9).sum()))
    assert found.signature == counts == (expected or counts)
    assert (found.positive.shape, found.negative.shape) == ((9, counts[0]), (9, counts[1]))
    total = np.abs(values).sum()
    assert found.negative_share == pytest.approx(
        -values[values < 0].sum() / total if total else 0.0, abs=1e-12
    )
