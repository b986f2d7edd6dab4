"""What the formulas imply: probabilities, limits, offsets, bilinearity. The formulas themselves: test_catalogue."""

import numpy as np
import pytest

from askcore.kernels import KERNELS


@pytest.mark.parametrize("name", ["rbf", "sne", "t"])
def test_a_common_offset_changes_nothing(name, points, new_points):
    """Coordinates far from the origin: |x|^2 - 2<x, z> + |z|^2 alone would lose all digits at 1e8."""
    near = KERNELS[name](new_points, points)
    offset = np.array([1e8, -1e8, 1e8])
    far = KERNELS[name](new_points + offset, points + offset)
    np.testing.assert_allclose(far, near, rtol=1e-5)  # the sum itself rounds to 1e-8
    assert np.array_equal(np.diagonal(KERNELS["rbf"](points + offset, points + offset)), np.ones(24))
