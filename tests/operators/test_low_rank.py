"""Matrices from thin factors, and the crosses that find them."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from askcore.kernels import KERNELS
from askcore.operators import LazyOperator, LowRankOperator, ScaledOperator
from askcore.operators.lazy import ConditionalOperator
from askcore.operators.low_rank import LowRankPlusSparse, cross_approximation
from tests.helpers import naive_t
from tests.operators.test_operators import inner, points


def test_a_lazy_product_goes_by_blocks_of_rows(rng):
    X, Z = points((9, 4))
    K = X @ Z.T
    lazy = LazyOperator(inner, X, Z)
    lazy.block_entries = 10
    x, y = rng.standard_normal((4, 2)), rng.standard_normal((9, 2))
    np.testing.assert_allclose(lazy @ x, K @ x, atol=1e-13)
    np.testing.assert_allclose(lazy.T @ y, K.T @ y, atol=1e-13)
    assert [block.shape for _, block in lazy.row_blocks()] == [(2, 4)] * 4 + [(1, 4)]


def test_evaluated_entries_are_counted():
    X, Z = points((6, 5))
    calls = []

    def counting(rows, columns, reference):
        calls.append(len(rows) * len(columns) + (0 if reference is columns else len(rows) * len(reference)))
        return KERNELS["sne"](rows, columns, reference=reference)

    exact = ConditionalOperator(counting, X, Z)
    exact.block([0, 1], np.arange(5))
    exact.block([0, 1], [2])
    nearby = exact.relative_to(np.array([3, 1]))
    nearby.block([0, 1, 2], np.array([3, 1]))
    nearby.block([0], np.arange(5))
    assert calls == [10, 2 + 10, 6, 5 + 2]
    assert exact.evaluated == sum(calls)


def test_relative_to_some_columns_differs_by_a_factor_for_each_row():
    X, Z = points((6, 5))
    exact = ConditionalOperator(KERNELS["t"], X, Z)
    columns = np.array([4, 0, 2])
    nearby = exact.relative_to(columns)
    assert nearby.block(range(6), columns).sum(axis=1) == pytest.approx(1.0)
    np.testing.assert_allclose(nearby.toarray(), naive_t(X, Z, Z[columns]), rtol=1e-13)
    share = exact.block(range(6), columns).sum(axis=1)
    np.testing.assert_allclose(nearby.toarray() * share[:, None], exact.toarray(), rtol=1e-13)


@pytest.mark.parametrize("factors", [np.ones(3), np.array([1.0, np.nan]), np.array([1.0, np.inf])])
def test_factors_that_are_not_finite_are_refused(factors):
    with pytest.raises(ValueError, match="rows must be 2 finite factors"):
        ScaledOperator(np.eye(2), rows=factors)
    with pytest.raises(ValueError, match="columns must be 2 finite factors"):
        ScaledOperator(np.eye(2), columns=factors)


def test_factors_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match=r"must share k, got \(3, 2\) and \(3, 2\)"):
        LowRankOperator(np.ones((3, 2)), np.ones((3, 2)))
    with pytest.raises(ValueError, match=r"A B is \(3, 3\), S is \(2, 2\); they must agree"):
        LowRankPlusSparse(np.ones((3, 2)), np.ones((2, 3)), np.eye(2))


def crosses(K, **options):
    seen = []

    def row(i):
        seen.append(i)
        return K[i].copy()

    found = cross_approximation(row, lambda j: K[:, j].copy(), K.shape, **options)
    return SimpleNamespace(**dict(zip(("rows", "columns", "A", "B"), found, strict=True))), seen


@pytest.mark.parametrize("shape", [(9, 9), (12, 7), (5, 14)])
@pytest.mark.parametrize("rank", [1, 3, 5])
def test_crosses_are_exact_at_the_rank(shape, rank, rng):
    K = rng.standard_normal((shape[0], rank)) @ rng.standard_normal((rank, shape[1]))
    found, _ = crosses(K, rank=rank)
    np.testing.assert_allclose(found.A @ found.B, K, atol=1e-10)
    assert len(set(found.rows)) == len(set(found.columns)) == rank
    core = K[np.ix_(found.rows, found.columns)]
    np.testing.assert_allclose(K[:, found.columns] @ np.linalg.solve(core, K[found.rows]), K, atol=1e-9)


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


def test_patience_counts_rows_in_turn():
    K = np.zeros((6, 3))
    K[[1, 3, 5], [0, 1, 2]] = 1.0  # a row of zeros, and row 0 once more, before each of the others
    assert crosses(K, rank=3, patience=3)[0].rows.tolist() == [1, 3, 5]
    assert crosses(K, rank=3, patience=2)[0].rows.tolist() == [1]


def test_tolerance_ends_it_on_a_smooth_function():
    x = np.linspace(0, 1, 60)
    K = 1 / (1 + x[:, None] + 2 * x[None, :])
    found, _ = crosses(K, rank=60, tolerance=1e-8)
    assert 3 <= found.rows.size <= 12
    np.testing.assert_allclose(found.A @ found.B, K, atol=1e-7)
