"""Points in feature space: from the kernel matrix alone as from explicit features."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.experiments.lessons.feature_space import cube_corners, cube_view, few_points
from askcore.solvers.spectrum_correction import SPECTRUM_CORRECTIONS

X = np.array([[1.0, 0.5], [-1.0, -0.5], [0.5, 1.0], [2.0, 1.0], [-0.5, 1.5]])


@pytest.mark.parametrize("operation", ["none", "centred", "normalised"])
@pytest.mark.parametrize("kernel", ["linear", "square", "gaussian"])
def test_both_ways_agree(kernel, operation):
    found = few_points(X, kernel, operation)
    assert found.gap < (2e-3 if kernel == "gaussian" else 1e-6)
    np.testing.assert_allclose(found.plane[0, 1], np.sqrt(5.0))
    assert found.mercer.shape == (5, 5)
    between = np.linalg.norm(found.mercer[:, None] - found.mercer[None], axis=2)
    np.testing.assert_allclose(between, found.from_kernel, atol=1e-6)


def test_the_linear_kernel_is_the_plane():
    found = few_points(X, "linear")
    np.testing.assert_allclose(found.from_kernel, found.plane, atol=1e-7)
    between = np.linalg.norm(found.mercer[:, None] - found.mercer[None], axis=2)
    np.testing.assert_allclose(between, found.plane, atol=1e-7)


RHOS = (0.3, 0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0)


def closed_form(rho):
    """The eigenvalue of the two colours."""
    k = np.maximum(rho - np.arange(4.0), 0.0)
    return k @ [1.0, -3.0, 3.0, -1.0]


@pytest.mark.parametrize("times", RHOS)
def test_the_squared_distance_is_half_the_eigenvalue_of_the_colours(times):
    view = cube_view(times)
    lam = closed_form(view.rho)
    _, colours = cube_corners()
    assert view.rho == 2 * times
    assert np.allclose(view.plain.K @ colours, lam * colours)
    assert view.distance.squared == pytest.approx(lam / 2, abs=1e-9)
    assert (view.distance.squared < 0) == (1.5 < view.rho < 3)
    assert view.distance.minus == pytest.approx(max(-lam / 2, 0), abs=1e-9)


def test_what_each_correction_makes_of_the_distance():
    after = {name: cube_view(1.0, name).after for name in SPECTRUM_CORRECTIONS}
    squared = {name: found.squared for name, found in after.items()}
    expected = {"keep": -0.5, "clip": 0.0, "flip": 0.5, "square": 0.5, "shift": 0.0}
    assert squared == pytest.approx(expected, abs=1e-9)
    assert [name for name, found in after.items() if found.minus] == ["keep"]


@pytest.mark.parametrize("correction", SPECTRUM_CORRECTIONS)
@pytest.mark.parametrize("times", RHOS)
def test_the_decisions_are_those_of_the_system_written_out(times, correction):
    view = cube_view(times, correction)
    _, colours = cube_corners()
    lam = colours @ view.corrected.K @ colours / 8
    assert np.allclose(view.decisions, lam / (lam + 1 / 10))  # the colours sum to 0: no intercept


@pytest.mark.parametrize("gamma", [10.0, 0.5])
def test_the_stationary_point_is_a_minimum_or_a_saddle(gamma):
    """Along the one negative coordinate z the objective bends by gamma |z|^2 - 1."""
    view = cube_view(1.0, gamma=gamma)
    (z,) = view.plain.coordinates(-1).T
    assert view.is_minimum == (gamma * z @ z > 1)
