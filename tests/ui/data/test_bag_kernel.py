"""What the pages say of divergences: their size, their error, what it means for K."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from askcore.datasets import BagData
from askcore.kernels.divergences import KLMatrix
from askcore.ui.data.bag_kernel import _matrix, accuracy


def measured(kl, error, components):
    return SimpleNamespace(
        kl=KLMatrix(np.array(kl), np.array(error), 500), settings={"components": components}
    )


def test_error_of_the_estimate_and_of_the_kernel():
    found = measured([[0, 4.0], [4.0, 0]], [[0, 0.2], [0.2, 0]], 3)
    said = accuracy(found, 0.25)
    assert said.startswith(
        "3 Gaussians per bag, 500 points sampled from each. The median divergence is 4 ± 0.2 nats"
    )
    assert said.endswith("At the median, K has an error of 5%.")  # d exp(-a D) / exp(-a D) = a dD


def test_the_matrix_follows_from_what_was_measured():
    bags = BagData([np.zeros((1, 2)), np.ones((1, 2))])
    kl = KLMatrix(np.array([[0, 4.0], [2.0, 0]]), np.zeros((2, 2)), 500)
    made = _matrix(bags, None, 0.5, SimpleNamespace(kernel=kl.kernel, notes=()))
    np.testing.assert_allclose(made.matrix, np.exp([[0, -2.0], [-1.0, 0]]))
