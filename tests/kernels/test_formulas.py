"""What the formulas imply: probabilities, limits, offsets, bilinearity. The formulas themselves: test_catalogue."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from askcore.kernels import KERNELS
from tests.helpers import naive_sne, naive_t


def test_reference_set_of_its_own(points, new_points):
    K = KERNELS["sne"](new_points, points[:5], sigma=2.0, reference=points)
    np.testing.assert_allclose(K, naive_sne(new_points, points[:5], 2.0, points), rtol=1e-10)
    K = KERNELS["t"](new_points, points[:5], reference=points)
    np.testing.assert_allclose(K, naive_t(new_points, points[:5], points), rtol=1e-10)


@pytest.mark.parametrize("sigma", [1e-6, 1e-3, 1.0, 1e6])
@pytest.mark.parametrize("spread", [1e-3, 1.0, 1e4])
def test_sne_rows_are_probabilities_at_any_width(sigma, spread, points, new_points):
    K = KERNELS["sne"](spread * new_points, spread * points, sigma=sigma)
    assert (K >= 0).all()
    np.testing.assert_allclose(K.sum(axis=1), 1.0, rtol=1e-9)


def test_sne_far_from_everything(points):
    far = np.array([[1e5, -1e5, 1e5]])
    K = KERNELS["sne"](far, points, sigma=1e-3)
    assert np.isfinite(K).all()
    assert K.max() == pytest.approx(1.0)  # the nearest point takes all


def test_sne_of_wide_sigma_is_uniform(points):
    np.testing.assert_allclose(KERNELS["sne"](points, points, sigma=1e6), 1 / 24, rtol=1e-9)


def test_sne_of_narrow_sigma_sees_itself_alone(points):
    np.testing.assert_array_equal(KERNELS["sne"](points, points, sigma=1e-6), np.eye(24))


@pytest.mark.parametrize("name", ["rbf", "sne", "t"])
def test_a_common_offset_changes_nothing(name, points, new_points):
    """Coordinates far from the origin: |x|^2 - 2<x, z> + |z|^2 alone would lose all digits at 1e8."""
    near = KERNELS[name](new_points, points)
    offset = np.array([1e8, -1e8, 1e8])
    far = KERNELS[name](new_points + offset, points + offset)
    np.testing.assert_allclose(far, near, rtol=1e-5)  # the sum itself rounds to 1e-8
    assert np.array_equal(np.diagonal(KERNELS["rbf"](points + offset, points + offset)), np.ones(24))


finite_points = arrays(np.float64, (6, 2), elements=st.floats(-1e3, 1e3, allow_subnormal=False))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(X=finite_points, sigma=st.floats(1e-3, 1e3))
def test_sne_is_a_row_scaling_of_rbf(X, sigma):
    sne = KERNELS["sne"](X, X, sigma=sigma)
    rbf = KERNELS["rbf"](X, X, sigma=sigma)
    np.testing.assert_allclose(sne * rbf.sum(axis=1, keepdims=True), rbf, rtol=1e-9, atol=1e-300)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(X=finite_points, Z=finite_points)
def test_linear_is_bilinear(X, Z):
    K = KERNELS["linear"]
    np.testing.assert_allclose(K(X, Z), K(Z, X).T, rtol=1e-12, atol=1e-9)
    np.testing.assert_allclose(K(2 * X, Z), 2 * K(X, Z), rtol=1e-12)
