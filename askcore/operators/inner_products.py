"""Kernel matrices of the inner products of many sparse vectors, from the vectors themselves.

Where K(x_i, z_j) = p_i (o + g(s_ij)) q_j for a function g of s_ij = <x_i, z_j> alone, as for RBF, SNE and polynomials,
and nearly all s that are not zero have one value s* (links of an unweighted graph), then

    K = diag(p) (o 1 1^T + c X Z^T + E) diag(q),    c = g(s*) / s*,    E_ij = g(s_ij) - c s_ij,

with hardly an entry in E. Products go through X and Z, not through X Z^T with its many entries. With S = diag(p) (c X
Z^T + E) diag(q), a = S 1/M, b = S^T 1/N, g = 1^T S 1/(N M) and p', q' without their means,

    H_N K H_M = S + o p' q'^T - (a - g) 1^T - 1 b^T,

where no term is much larger than the sum: single precision will do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np
import scipy.sparse as sp

from askcore._lazy import cached_property
from askcore._machine import cores, in_threads
from askcore._scale import unit_of
from askcore._validation import check_memory
from askcore.operators._base import KernelOperator
from askcore.operators.matrix import add_outer, add_product, row_part, rows_times, tall_times

AT_ONCE = 10_000_000  # terms of a block of inner products: 0.2 s, some 250 MB
SEEN = 100_000  # inner products that tell the usual value
FEW = 0.25  # entries of E for each term, above which X Z^T itself is as good
MODERATE = 300.0  # the largest exponent of factors that neither vanish nor overflow, alone or multiplied
ROUNDING = 4e-16
LARGE = 1e12  # entries in single precision, whose largest number is 3e38


class Separable(NamedTuple):
    """p (N,), q (M,), o and g of K = p (o + g(s)) q; ``exponent`` bounds g's by s; whether rows are to sum to 1."""

    p: np.ndarray
    q: np.ndarray
    constant: float
    g: Callable[[np.ndarray], np.ndarray]
    exponent: float = 0.0
    normalised: bool = False


class _Product(NamedTuple):
    """left right + rest, for sparse left (N, d), right (d, M); ``rest`` holds its nonzero rows, numbered ``at``."""

    left: sp.csr_array
    right: sp.csr_array
    rest: sp.csr_array
    at: np.ndarray

    @classmethod
    def from_parts(cls, left: sp.csr_array, right: sp.csr_array, rest: sp.csr_array) -> _Product:
        at = np.flatnonzero(np.diff(rest.indptr))
        return cls(left, right, rest[at], at)

    def times(self, Y: np.ndarray) -> np.ndarray:
        product = rows_times(self.left, rows_times(self.right, Y))
        if len(self.at):
            product[self.at] += self.rest @ Y
        return product

    def single(self, factor: float) -> _Product:
        """All of it times a factor, in single precision, sharing the places of its entries."""
        largest = unit_of(self.left.data)
        return _Product(
            _in_single(self.left, 1.0 / largest),
            _in_single(self.right, largest * factor),
            _in_single(self.rest, factor),
            self.at,
        )


class InnerProductOperator(KernelOperator):
    """diag(p) (constant 1 1^T + X Z^T + E) diag(q) for sparse X (N, d), Z (M, d) and E (N, M)."""

    def __init__(
        self, X: sp.csr_array, Z: sp.csr_array, E: sp.csr_array, p: np.ndarray, q: np.ndarray, constant: float
    ) -> None:
        self.X, self.Z, self.E, self.p, self.q, self.constant = X, Z, E, p, q, constant
        self.Xt, self.Zt = transposed(X, Z), transposed(Z, X)
        super().__init__((X.shape[0], Z.shape[0]))

    # Scaled once, not in each product; the places of the entries are shared.
    @cached_property
    def _down(self) -> _Product:
        """diag(p) (X Z^T + E) diag(q)."""
        rest = _scaled(self.E, rows=self.p, columns=self.q)
        return _Product.from_parts(_scaled(self.X, rows=self.p), _scaled(self.Zt, columns=self.q), rest)

    @cached_property
    def _across(self) -> _Product:
        """Its transposed."""
        rest = sp.csr_array(_scaled(self.E, rows=self.p, columns=self.q).T)
        return _Product.from_parts(_scaled(self.Z, rows=self.q), _scaled(self.Xt, columns=self.p), rest)

    def _matmat(self, Y: np.ndarray) -> np.ndarray:
        product, sums = self._down.times(Y), self.constant * (self.q @ Y)
        return add_outer(product, self.p, sums) if sums.any() else product

    def _rmatmat(self, Y: np.ndarray) -> np.ndarray:
        product, sums = self._across.times(Y), self.constant * (self.p @ Y)
        return add_outer(product, self.q, sums) if sums.any() else product

    def single(self, unit: float, *, centred: bool = False) -> KernelOperator | None:
        """H_N K H_M (N, M) over ``unit`` in single precision; None of K itself, whose constant part drowns the rest."""
        if not centred:
            return None
        (n, m), p, q = self.shape, self.p, self.q
        rows = self._down.times(np.full((m, 1), 1.0 / m)).ravel()
        down = self._down.single(1.0 / unit)
        self.__dict__.pop("_down", None)
        columns = self._across.times(np.full((n, 1), 1.0 / n)).ravel()
        across = self._across.single(1.0 / unit)
        self.__dict__.pop("_across", None)
        terms = (
            (p - p.mean(), (self.constant / unit) * (q - q.mean())),
            ((rows - rows.mean()) / unit, np.full(m, -1.0)),
            (np.ones(n), columns / -unit),
        )
        found = _Single(
            down, across, *(np.column_stack(side) for side in zip(*map(_even, terms), strict=True))
        )
        return found if found.is_moderate() else None

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        change = (self.X[rows] @ self.Zt[:, cols] + self.E[rows][:, cols]).toarray()
        return self.p[rows][:, None] * (self.constant + change) * self.q[cols][None, :]

    def squared_norms(self) -> tuple[np.ndarray, np.ndarray]:
        """Squared norms of the rows (N,) and columns (M,), from the inner products in blocks."""
        n, m = self.shape
        rows = np.full(n, self.constant**2 * float(self.q @ self.q))
        columns = np.full(m, self.constant**2 * float(self.p @ self.p))
        for start, stop in _spans(self.X, self.Z):
            change = sp.coo_array(row_part(self.X, start, stop) @ self.Zt + row_part(self.E, start, stop))
            more = change.data * (change.data + 2.0 * self.constant)
            rows[start:stop] += np.bincount(
                change.row, more * self.q[change.col] ** 2, minlength=stop - start
            )
            columns += np.bincount(change.col, more * self.p[start:stop][change.row] ** 2, minlength=m)
        return self.p**2 * np.maximum(rows, 0.0), self.q**2 * np.maximum(columns, 0.0)


class _Single(KernelOperator):
    """left right + rest + U W^T in single precision, for U (N, r) and W (M, r)."""

    def __init__(self, down: _Product, across: _Product, U: np.ndarray, W: np.ndarray) -> None:
        self._down, self._across, self._U, self._W = down, across, U, W
        super().__init__((len(U), len(W)))
        self.dtype = np.dtype(np.float32)

    def _matmat(self, Y: np.ndarray) -> np.ndarray:
        product = self._down.times(Y)
        add_product(product, self._U, tall_times(self._W, Y))
        return product

    def _rmatmat(self, Y: np.ndarray) -> np.ndarray:
        product = self._across.times(Y)
        add_product(product, self._W, tall_times(self._U, Y))
        return product

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        return (self @ np.eye(self.shape[1], dtype=np.float32)[:, cols])[rows]

    def is_moderate(self) -> bool:
        """Whether products, and theirs in turn, stay within the range of single precision."""
        sparse = (part.data for side in (self._down, self._across) for part in side[:3])
        every = (*sparse, self._U, self._W)
        return all(values.max(initial=0.0) < LARGE and values.min(initial=0.0) > -LARGE for values in every)


def inner_product_operator(X: sp.csr_array, Z: sp.csr_array, form: Separable) -> KernelOperator | None:
    """K = p (o + g(<x_i, z_j>)) q by its vectors; None where inner products take many values, or are too large."""
    if min(X.data.min(initial=0.0), Z.data.min(initial=0.0)) < 0:
        return None  # sums of a row may cancel
    Zt = transposed(Z, X)
    terms = float(terms_of_rows(X, Z).sum())
    check_memory(
        16.0 * FEW * terms + 40.0 * (X.nnz + Z.nnz) + 25.0 * AT_ONCE * cores(),
        f"The kernel matrix of {X.shape[0]:,} rows and {Z.shape[0]:,} columns by their vectors",
        "Use the Nyström method, which evaluates only a sample of rows and columns.",
    )
    spans = list(_spans(X, Z))
    values, counts = np.unique((row_part(X, *spans[0]) @ Zt).data[:SEEN], return_counts=True)
    usual = float(values[np.argmax(counts)]) if values.size else 0.0
    slope = float(form.g(np.array([usual]))[0]) / usual if usual else 0.0
    if not slope:
        return None
    failed: list[tuple[int, int]] = []  # blocks with too many other values

    def rest(span: tuple[int, int]) -> sp.csr_array | None:
        if failed:
            return None
        products = row_part(X, *span) @ Zt
        s = products.data
        fits = form.exponent * s.max(initial=0.0) <= MODERATE
        if fits:
            products.data = form.g(s) / slope - s
            products.data[np.abs(products.data) <= ROUNDING * s] = 0.0
            products.eliminate_zeros()
        if not fits or products.nnz > FEW * s.size:
            failed.append(span)
        return products.copy()  # of the size of what is left

    parts = [rest(spans[0]), *in_threads(rest, spans[1:], cores())]
    if failed:
        return None
    E = sp.csr_array(sp.vstack(parts, format="csr"))
    p, constant = form.p * slope, form.constant / slope
    if form.normalised:
        q = form.q[:, None]
        p = 1.0 / (constant * q.sum() + rows_times(X, rows_times(Zt, q)) + E @ q).ravel()
    return InnerProductOperator(X, Z, E, p, form.q, constant)


def terms_of_rows(X: sp.csr_array, Z: sp.csr_array) -> np.ndarray:
    """Products that each row (N,) of X Z^T is a sum of, an upper bound of its entries."""
    across = np.bincount(Z.indices, minlength=Z.shape[1]).astype(np.float64)
    return np.add.reduceat(np.append(across[X.indices], 0.0), X.indptr[:-1]) * (np.diff(X.indptr) > 0)


def _spans(X: sp.csr_array, Z: sp.csr_array) -> Iterator[tuple[int, int]]:
    """First row and end of blocks of X Z^T of some 250 MB at most."""
    total = np.cumsum(terms_of_rows(X, Z))
    start = 0
    while start < X.shape[0]:
        done = total[start - 1] if start else 0.0
        stop = max(start + 1, int(np.searchsorted(total, done + AT_ONCE, side="right")))
        yield start, stop
        start = stop


def transposed(matrix: sp.csr_array, like: sp.csr_array) -> sp.csr_array:
    """The transposed matrix by rows: ``like`` itself where it is the same, which saves its memory."""
    found = sp.csr_array(matrix.T)
    same = found.shape == like.shape and all(
        np.array_equal(getattr(found, part), getattr(like, part)) for part in ("indptr", "indices", "data")
    )
    return like if same else found


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


def _in_single(matrix: sp.csr_array, factor: float) -> sp.csr_array:
    """The matrix times a factor in single precision, sharing the places of its entries."""
    with np.errstate(over="ignore"):  # infinities are looked for
        data = (factor * matrix.data).astype(np.float32)
    return sp.csr_array((data, matrix.indices, matrix.indptr), shape=matrix.shape)


def _even(term: tuple[np.ndarray, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """u v^T as two vectors that are equally long, in single precision."""
    u, v = term
    lengths = float(np.linalg.norm(u)), float(np.linalg.norm(v))
    balance = np.sqrt(lengths[1] / lengths[0]) if all(lengths) else 0.0
    return (balance * u).astype(np.float32), (v / balance if balance else 0.0 * v).astype(np.float32)
