"""Points in feature space: from the kernel matrix alone as from explicit features."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.experiments.lessons.plane_points import few_points

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
