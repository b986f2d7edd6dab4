"""Features far larger than the bandwidth, and features of any size: values against extended precision, rows that sum
to 1 in every block, the limits where distances overflow, or an error that names the size of the features."""

import re

import numpy as np
import pytest

from askcore._validation import DataError
from askcore.kernels import KERNELS
from askcore.kernels.binding import bind

RATIOS = [1.0, 3e2, 1e4, 1e6, 1e7, 1e9]
OVERFLOWING = {("polynomial", 1e80), ("polynomial", 1e200), ("linear", 1e200)}


def neighbours(ratio, n=24, d=4):
    """Points ``ratio`` apart, each with a neighbour at a distance of about 1."""
    rng = np.random.default_rng(0)
    points = np.repeat(rng.standard_normal((n // 2, d)) * ratio, 2, axis=0)
    return points + rng.standard_normal((n, d)), rng


def squares(X, Z):
    return ((X[:, None].astype(np.longdouble) - Z[None].astype(np.longdouble)) ** 2).sum(axis=2)


@pytest.mark.parametrize("itself", [True, False])
@pytest.mark.parametrize("ratio", RATIOS)
@pytest.mark.parametrize("name", ["sne", "t"])
def test_kernels_over_a_reference_against_extended_precision(name, ratio, itself):
    train, rng = neighbours(ratio)
    near = train[:9] + rng.standard_normal((9, 4))  # new points, each beside a training point
    for X in (train, near):
        d = squares(X, train)
        weight = np.exp(-(d - d.min(axis=1, keepdims=True))) if name == "sne" else 1 / (1 + d)
        if not itself and X is train:
            np.fill_diagonal(weight, 0.0)
            if name == "sne":
                np.fill_diagonal(d, np.inf)
                weight = np.exp(-(d - d.min(axis=1, keepdims=True)))
        expected = weight / weight.sum(axis=1, keepdims=True)
        bound = bind(name, {"itself": itself} | ({"sigma": 1.0} if name == "sne" else {}), train)
        blocks = [bound.source(X, np.arange(at, at + 8)) for at in (0, 8, 16)]
        for found in (bound.source(X), np.hstack(blocks)):
            np.testing.assert_allclose(found, expected.astype(float), rtol=0, atol=1e-9)
            np.testing.assert_allclose(found.sum(axis=1), 1.0, rtol=1e-12 if ratio != 1.0 else 1e-10)


@pytest.mark.parametrize("ratio", RATIOS)
def test_the_gaussian_kernel_against_extended_precision(ratio):
    train, rng = neighbours(ratio)
    near = train + rng.standard_normal(train.shape)
    K = KERNELS["rbf"]
    np.testing.assert_allclose(
        K(near, train), np.exp(-squares(near, train)).astype(float), rtol=0, atol=1e-10
    )
    whole = K(train, train)
    np.testing.assert_array_equal(whole, whole.T)
    np.testing.assert_array_equal(np.diagonal(whole), 1.0)


@pytest.mark.parametrize("scale", [1e154, 1e200, 1e300])
@pytest.mark.parametrize("name", ["rbf", "laplacian", "tl1", "sne", "t"])
def test_far_points_see_themselves_alone(name, scale):
    """Distances overflow, or would squared: 0 off the diagonal; on it what K(x, x) is."""
    X = np.random.default_rng(2).standard_normal((6, 3)) * scale
    K = KERNELS[name](X, X.copy())
    expected = np.eye(6) * (0.7 * 3 if name == "tl1" else 1.0)
    np.testing.assert_allclose(K, expected, atol=1e-12)


def test_tanh_of_products_that_overflow_is_their_sign():
    X = np.array([[1.0, 2.0], [3.0, -1.0], [-2.0, 0.5]])
    np.testing.assert_array_equal(KERNELS["tanh"](X * 1e200, X * 1e200), np.sign(X @ X.T))


@pytest.mark.parametrize("scale", [1e80, 1e200])
@pytest.mark.parametrize("name", [name for name, spec in KERNELS.items() if spec.accepts == "vectors"])
def test_finite_or_an_error_that_names_the_features(name, scale):
    X = np.random.default_rng(3).standard_normal((5, 3)) * scale
    if (name, scale) in OVERFLOWING:
        with pytest.raises(DataError, match=re.escape(f"features reach {np.abs(X).max():.1e}")):
            KERNELS[name](X, X)
    else:
        assert np.isfinite(KERNELS[name](X, X)).all()
