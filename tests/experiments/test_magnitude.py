"""How large a matrix is, by products alone."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.experiments.magnitude import largest_singular_value


def centred(K: np.ndarray) -> np.ndarray:
    K = K - K.mean(axis=0)
    return K - K.mean(axis=1, keepdims=True)


def in_turn(n: int, rng: np.random.Generator) -> np.ndarray:
    """Links from each class to the next."""
    y = np.arange(n) % 3
    return (rng.random((n, n)) < np.where((y[:, None] + 1) % 3 == y, 0.3, 0.03)).astype(float)


@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array])
def test_the_largest_singular_value_is_that_of_the_centred_matrix(kind, rng):
    K = in_turn(90, rng)
    exact = np.linalg.svd(centred(K), compute_uv=False)[0]
    assert 0.97 * exact < largest_singular_value(kind(K)) <= exact * (1 + 1e-12)
    assert largest_singular_value(kind(K), rounds=200) == pytest.approx(exact, rel=1e-6)


def test_of_a_constant_matrix_nothing_is_left():
    assert largest_singular_value(np.full((5, 5), 3.0)) < 1e-12
