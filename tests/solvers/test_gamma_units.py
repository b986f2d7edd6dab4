"""How large a matrix is, by products alone."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.solvers.gamma_units import (
    decades,
    leading_singular_values,
    typical_of,
)
from tests.helpers import naive_centred


def in_turn(n: int, rng: np.random.Generator) -> np.ndarray:
    """Links from each class to the next."""
    y = np.arange(n) % 3
    return (rng.random((n, n)) < np.where((y[:, None] + 1) % 3 == y, 0.3, 0.03)).astype(float)


@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array])
def test_the_first_five_are_those_of_the_centred_matrix(kind, rng):
    K = in_turn(90, rng)
    K[:, :3] *= 50  # a few tower above the others
    exact = np.linalg.svd(naive_centred(K), compute_uv=False)
    found = leading_singular_values(kind(K))
    assert found.shape == (5,)
    assert (found <= exact[:5] * (1 + 1e-9)).all()
    np.testing.assert_allclose(found, exact[:5], rtol=0.15)
    assert typical_of(found) == found[4]
    np.testing.assert_allclose(leading_singular_values(1e-7 * kind(K)), 1e-7 * found, rtol=1e-6)


@pytest.mark.parametrize("offset", [0.0, 1.0, 1e4])
def test_of_a_matrix_of_low_rank_the_last_one_counts(rng, offset):
    """What centring takes away is no part of it, nor is its rounding."""
    Z = rng.normal(size=(40, 3)) + offset
    exact = np.linalg.svd(Z - Z.mean(axis=0), compute_uv=False) ** 2
    np.testing.assert_allclose(leading_singular_values(Z @ Z.T), exact, rtol=1e-3)
    assert typical_of(leading_singular_values(Z @ Z.T)) == pytest.approx(exact[2], rel=1e-3)


@pytest.mark.parametrize("m", [2, 3, 6, 8, 9])
def test_of_a_small_matrix_all_are_found(monkeypatch, rng, m):
    monkeypatch.setattr("askcore.solvers.gamma_units.ROUNDS", 200)
    K = rng.normal(size=(m, m)) + 100.0 * rng.normal(size=(m, 1))
    exact = np.linalg.svd(naive_centred(K), compute_uv=False)[: min(m - 1, 5)]
    np.testing.assert_allclose(leading_singular_values(K), exact, rtol=1e-6)


def test_where_nothing_is_left_there_is_no_size():
    for K in (np.full((5, 5), 3.0), np.array([[2.0]]), np.full((6, 6), np.inf), np.zeros((4, 4))):
        assert typical_of(leading_singular_values(K)) == 0.0
    assert (
        typical_of(leading_singular_values(np.full((6, 6), 1e200) * np.eye(6))) == 0.0
    )  # its squares are no numbers


def test_powers_of_ten_by_which_a_matrix_is_beyond_the_ordinary():
    ordinary = np.array([400.0, 30.0, 9.0, 8.0, 7.0])
    assert decades(ordinary) == 0
    assert decades(ordinary * 1e4) == 4
    assert decades(ordinary * 1e-6) == -4
    assert decades(np.array([1e11, 5.0, 4.0, 3.0, 2.0])) == 0  # one towers above all others
