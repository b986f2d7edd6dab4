r"""Kernel matrices of the inner products of many sparse vectors, from the vectors themselves.

Operator floor. Where K(x_i, z_j) = p_i (o + g(s_ij)) q_j for a function g of s_ij = <x_i, z_j> alone, as for RBF, SNE
and polynomials, and nearly all s that are not zero have one value s* (a link met a link, of an unweighted graph), then

    K = diag(p) (o 1 1^T + c X Z^T + E) diag(q),    c = g(s*) / s*,    E_ij = g(s_ij) - c s_ij,

with hardly an entry in E. A product goes through X and Z, not through X Z^T, which has some thirty times the entries
where each vector has five; they are looked through once, in blocks, for E.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from askcore._machine import cores, in_threads
from askcore._validation import check_memory
from askcore.operators._base import KernelOperator
from askcore.operators.matrix import add_outer, row_part, rows_times

__all__ = ["InnerProductOperator", "Separable", "inner_product_operator", "terms_of_rows"]

AT_ONCE = 10_000_000  # terms of a block of inner products: 0.2 s, some 250 MB
SEEN = 100_000  # inner products that tell the usual value
FEW = 0.25  # entries of E for each term, above which X Z^T itself is as good
MODERATE = 300.0  # the largest exponent of factors that neither vanish nor overflow, alone or multiplied
ROUNDING = 4e-16


class Separable(NamedTuple):
    """p (N,), q (M,), o and g of K = p (o + g(s)) q; ``exponent`` bounds g's by s; whether rows are to sum to 1."""

    p: np.ndarray
    q: np.ndarray
    constant: float
    g: Callable[[np.ndarray], np.ndarray]
    exponent: float = 0.0
    normalised: bool = False


class InnerProductOperator(KernelOperator):
    """diag(p) (constant 1 1^T + X Z^T + E) diag(q) for sparse X (N, d), Z (M, d) and E (N, M)."""

    def __init__(
        self, X: sp.csr_array, Z: sp.csr_array, E: sp.csr_array, p: np.ndarray, q: np.ndarray, constant: float
    ) -> None:
        self.X, self.Zt, self.p, self.q, self.constant = X, transposed(Z, X), p, q, constant
        Xt = transposed(X, Z)
        # Scaled once, not in each product; the indices are shared.
        self._left, self._right = _scaled(X, rows=p), _scaled(self.Zt, columns=q)
        self._left_t, self._right_t = _scaled(Xt, columns=p), _scaled(Z, rows=q)
        self.E = E
        self._rest = _scaled(E, rows=p, columns=q)
        self._rest_t = sp.csr_array(self._rest.T)
        super().__init__((X.shape[0], Z.shape[0]))

    def _matmat(self, Y: np.ndarray) -> np.ndarray:
        product = rows_times(self._left, rows_times(self._right, Y))
        return _added(product, self._rest, Y, self.p, self.constant * (self.q @ Y))

    def _rmatmat(self, Y: np.ndarray) -> np.ndarray:
        product = rows_times(self._right_t, rows_times(self._left_t, Y))
        return _added(product, self._rest_t, Y, self.q, self.constant * (self.p @ Y))

    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""
        change = (self.X[rows] @ self.Zt[:, cols] + self.E[rows][:, cols]).toarray()
        return self.p[rows][:, None] * (self.constant + change) * self.q[cols][None, :]

    def squared_norms(self) -> tuple[np.ndarray, np.ndarray]:
        """Squared norms of the rows (N,) and columns (M,), from the inner products in blocks."""
        n, m = self.shape
        rows = np.full(n, self.constant**2 * float(self.q @ self.q))
        columns = np.full(m, self.constant**2 * float(self.p @ self.p))
        for start, stop in _spans(self.X, self.Zt):
            change = sp.coo_array(row_part(self.X, start, stop) @ self.Zt + row_part(self.E, start, stop))
            more = change.data * (change.data + 2.0 * self.constant)
            rows[start:stop] += np.bincount(
                change.row, more * self.q[change.col] ** 2, minlength=stop - start
            )
            columns += np.bincount(change.col, more * self.p[start:stop][change.row] ** 2, minlength=m)
        return self.p**2 * np.maximum(rows, 0.0), self.q**2 * np.maximum(columns, 0.0)


def inner_product_operator(X: sp.csr_array, Z: sp.csr_array, form: Separable) -> KernelOperator | None:
    """K = p (o + g(<x_i, z_j>)) q by its vectors; None where their inner products are of many values, or too large.

    Parameters
    ----------
    X : (N, d) sparse.
    Z : (M, d) sparse.
    form : p, q, o and g.

    Raises
    ------
    DataError : it would not fit in memory.
    """
    if min(X.data.min(initial=0.0), Z.data.min(initial=0.0)) < 0:
        return None  # sums of a row may cancel
    Zt = transposed(Z, X)
    terms = float(terms_of_rows(X, Zt).sum())
    check_memory(
        16.0 * FEW * terms + 40.0 * (X.nnz + Z.nnz) + 25.0 * AT_ONCE * cores(),
        f"The kernel matrix of {X.shape[0]:,} rows and {Z.shape[0]:,} columns by their vectors",
        "Take the Nyström method, which evaluates a sample of rows and columns only.",
    )
    spans = list(_spans(X, Zt))
    values, counts = np.unique((row_part(X, *spans[0]) @ Zt).data[:SEEN], return_counts=True)
    usual = float(values[np.argmax(counts)]) if values.size else 0.0
    slope = float(form.g(np.array([usual]))[0]) / usual if usual else 0.0
    if not slope:
        return None
    others: list[bool] = []  # of the blocks: those of which nothing can be had, which ends the others

    def rest(span: tuple[int, int]) -> sp.csr_array | None:
        if others:
            return None
        products = row_part(X, *span) @ Zt
        s = products.data
        fits = form.exponent * s.max(initial=0.0) <= MODERATE
        if fits:
            products.data = form.g(s) / slope - s
            products.data[np.abs(products.data) <= ROUNDING * s] = 0.0
            products.eliminate_zeros()
        if not fits or products.nnz > FEW * s.size:
            others.append(True)
        return products.copy()  # without the room of what was taken out

    parts = [rest(spans[0]), *in_threads(rest, spans[1:], cores())]
    if others:
        return None
    E = sp.csr_array(sp.vstack(parts, format="csr"))
    p, constant = form.p * slope, form.constant / slope
    if form.normalised:
        q = form.q[:, None]
        p = 1.0 / (constant * q.sum() + rows_times(X, rows_times(Zt, q)) + E @ q).ravel()
    return InnerProductOperator(X, Z, E, p, form.q, constant)


def terms_of_rows(X: sp.csr_array, Zt: sp.csr_array) -> np.ndarray:
    """Products that each row (N,) of X Z^T is a sum of: as many entries at most."""
    across = np.diff(Zt.indptr).astype(np.float64)
    return np.add.reduceat(np.append(across[X.indices], 0.0), X.indptr[:-1]) * (np.diff(X.indptr) > 0)


def _spans(X: sp.csr_array, Zt: sp.csr_array) -> Iterator[tuple[int, int]]:
    """First row and the one past the last of blocks of X Z^T, which are some 250 MB at most."""
    total = np.cumsum(terms_of_rows(X, Zt))
    start = 0
    while start < X.shape[0]:
        done = total[start - 1] if start else 0.0
        stop = max(start + 1, int(np.searchsorted(total, done + AT_ONCE, side="right")))
        yield start, stop
        start = stop


def transposed(matrix: sp.csr_array, like: sp.csr_array) -> sp.csr_array:
    """The transposed matrix by rows, whose places are those of ``like`` where they are the same."""
    found = sp.csr_array(matrix.T)
    same = found.shape == like.shape and found.nnz == like.nnz and np.array_equal(found.indptr, like.indptr)
    if same and np.array_equal(found.indices, like.indices):
        return sp.csr_array((found.data, like.indices, like.indptr), shape=like.shape)
    return found


def _scaled(
    matrix: sp.csr_array, *, rows: np.ndarray | None = None, columns: np.ndarray | None = None
) -> sp.csr_array:
    """diag(rows) matrix diag(columns), sharing the places of its entries."""
    data = matrix.data
    if rows is not None:
        data = np.repeat(rows, np.diff(matrix.indptr)) * data
    if columns is not None:
        data = columns[matrix.indices] * data
    return sp.csr_array((data, matrix.indices, matrix.indptr), shape=matrix.shape)


def _added(
    product: np.ndarray, rest: sp.csr_array, Y: np.ndarray, factors: np.ndarray, sums: np.ndarray
) -> np.ndarray:
    """product + rest Y + factors sums^T, in the place of the first."""
    if rest.nnz:
        product += rest @ Y
    return add_outer(product, factors, sums) if sums.any() else product
