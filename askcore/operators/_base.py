"""A kernel matrix is an operator: products, blocks and a dense twin, whatever it is made of.

Every solver takes these, so dense, sparse, structured, lazily evaluated and centred matrices are interchangeable.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

import numpy as np
from scipy.sparse.linalg import LinearOperator

from askcore._scale import euclidean

FEWEST, MOST = 1e-250, 1e300  # sums of squares of which none was lost or overflowed


class KernelOperator(LinearOperator):
    """A real (N, M) matrix that is used through ``op @ x``, ``op.T @ x`` and ``op.block(rows, cols)``.

    ``in_memory``: whether the entries, or a structure that gives them exactly, are stored. The cost of a product is
    then proportional to their number. Otherwise, each product evaluates the kernel. ``remote``: whether the entries are
    on other machines. A product with many columns then costs hardly more than a product with one.
    """

    in_memory = True
    remote = False
    block_entries = 1_000_000  # entries of a block of rows held at once: 8 MB

    @property
    def stored(self) -> Any:
        """The stored matrix, if it is an array or a csr_array, or else None."""
        return None

    def __init__(self, shape: tuple[int, int]) -> None:
        super().__init__(np.dtype(np.float64), shape)

    @abstractmethod
    def _matmat(self, X: np.ndarray) -> np.ndarray:
        """The product with X (M, k), shape (N, k)."""

    @abstractmethod
    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        """The transposed product with X (N, k), shape (M, k)."""

    @abstractmethod
    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""

    def both(self, X: np.ndarray, Z: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return K X and K^T Z for X (M, k) and Z (N, k)."""
        return self @ X, self.T @ Z

    def toarray(self) -> np.ndarray:
        """Return the matrix as an array of shape (N, M)."""
        return self.block(np.arange(self.shape[0]), np.arange(self.shape[1]))

    def single(self, unit: float, *, centred: bool = False) -> KernelOperator | None:
        """Return this matrix, or H_N K H_M if ``centred``, divided by ``unit`` in single precision. Rounding errors are
        relative to the result. Returns None if the structure gives no such product. Caches for double precision may be
        dropped.
        """
        return None

    def row_sums(self) -> np.ndarray:
        """Return the sum of every row, (N,)."""
        return np.asarray(self @ np.ones(self.shape[1]))

    def column_sums(self) -> np.ndarray:
        """Return the sum of every column, (M,)."""
        return np.asarray(self.T @ np.ones(self.shape[0]))

    def squared_norms(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the squared Euclidean norms of the rows (N,) and of the columns (M,), computed in blocks of rows."""
        rows, columns = np.zeros(self.shape[0]), np.zeros(self.shape[1])
        for at, block in self.row_blocks():
            rows[at] = np.einsum("ij,ij->i", block, block)
            columns += np.einsum("ij,ij->j", block, block)
        return rows, columns

    def frobenius_norm(self) -> float:
        """Return the Frobenius norm, the square root of the sum of the squared entries."""
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            total = float(self.squared_norms()[0].sum())
        if FEWEST < total < MOST:
            return float(np.sqrt(total))
        return euclidean([euclidean(block) for _, block in self.row_blocks()])

    def row_blocks(self) -> Iterator[tuple[slice, np.ndarray]]:
        """Iterate over the matrix in blocks of whole rows, as (slice, (n, M) array)."""
        rows, columns = self.shape
        at_once = max(1, self.block_entries // max(columns, 1))
        every = np.arange(columns)
        for start in range(0, rows, at_once):
            stop = min(start + at_once, rows)
            yield slice(start, stop), self.block(np.arange(start, stop), every)

    def _transpose(self) -> LinearOperator:
        """K^T with blocks, and without the two conjugate copies that scipy's own makes for each product."""
        return TransposedOperator(self)

    def _inherit(self, *bases: KernelOperator) -> None:
        """Declare what the operators this one is made of declare."""
        self.in_memory = all(base.in_memory for base in bases)
        self.remote = any(base.remote for base in bases)

    def _matvec(self, x: np.ndarray) -> np.ndarray:
        return self._matmat(x.reshape(-1, 1))

    def _rmatvec(self, x: np.ndarray) -> np.ndarray:
        return self._rmatmat(x.reshape(-1, 1))


class TransposedOperator(KernelOperator):
    """K^T of an (N, M) operator."""

    def __init__(self, K: KernelOperator) -> None:
        self.base = K
        self._inherit(self.base)
        super().__init__((self.base.shape[1], self.base.shape[0]))

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return np.asarray(self.base.rmatmat(X))

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return np.asarray(self.base @ X)

    def _transpose(self) -> KernelOperator:
        return self.base

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        return self.base.block(cols, rows).T.copy()
