"""Cross approximation: exact at the rank, few rows and columns, nothing assumed about the matrix."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.operators import cross_approximation


def crosses(K, **options):
    seen = []

    def row(i):
        seen.append(i)
        return K[i].copy()

    return cross_approximation(row, lambda j: K[:, j].copy(), K.shape, **options), seen


@pytest.mark.parametrize("shape", [(9, 9), (12, 7), (5, 14)])
@pytest.mark.parametrize("rank", [1, 3, 5])
def test_exact_at_the_rank(shape, rank, rng):
    K = rng.standard_normal((shape[0], rank)) @ rng.standard_normal((rank, shape[1]))
    found, _ = crosses(K, rank=rank)
    np.testing.assert_allclose(found.A @ found.B, K, atol=1e-10)
    assert len(set(found.rows)) == len(set(found.columns)) == rank
    core = K[np.ix_(found.rows, found.columns)]
    np.testing.assert_allclose(K[:, found.columns] @ np.linalg.solve(core, K[found.rows]), K, atol=1e-9)


def test_zero_rows_are_passed_over(rng):
    K = np.zeros((10, 8))
    K[[3, 7]] = rng.standard_normal((2, 8))
    found, _ = crosses(K, rank=5)
    assert set(found.rows) == {3, 7}
    np.testing.assert_allclose(found.A @ found.B, K, atol=1e-14)


@pytest.mark.parametrize(("patience", "tried"), [(None, 6), (2, 2)])
def test_a_matrix_of_zeros_has_no_cross(patience, tried):
    found, seen = crosses(np.zeros((6, 4)), rank=3, patience=patience)
    assert found.rows.size == found.columns.size == 0
    np.testing.assert_array_equal(found.A @ found.B, np.zeros((6, 4)))
    assert len(seen) == tried


def test_patience_ends_the_search_once_the_matrix_is_spanned():
    K = np.outer(np.arange(1.0, 101), 2.0 ** np.arange(5))
    _, seen = crosses(K, rank=5, patience=4)
    assert len(seen) == 1 + 4


def test_tolerance_ends_it_on_a_smooth_function():
    x = np.linspace(0, 1, 60)
    K = 1 / (1 + x[:, None] + 2 * x[None, :])
    found, _ = crosses(K, rank=60, tolerance=1e-8)
    assert 3 <= found.rows.size <= 12
    np.testing.assert_allclose(found.A @ found.B, K, atol=1e-7)


def test_indefinite_and_full_rank(rng):
    K = rng.standard_normal((6, 6))
    K -= K.T
    found, _ = crosses(K, rank=99, start=2)
    assert found.rows[0] == 2
    np.testing.assert_allclose(found.A @ found.B, K, atol=1e-10)
