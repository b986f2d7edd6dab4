"""Matrices that are a product of two thin factors, alone or plus a sparse correction, and one way to find them.

Products cost (N + M) k + nnz instead of N M. Adaptive cross approximation finds the factors from a few of a matrix's
own rows and columns, chosen as it goes; it needs no definiteness and no symmetry, and each step evaluates one row and
one column (Bebendorf 2000, "Approximation of boundary element matrices", partial pivoting).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import as_matrix
from askcore.operators._base import KernelOperator


class LowRankOperator(KernelOperator):
    """The product K = A B of A (N, k) and B (k, M)."""

    def __init__(self, A: np.ndarray, B: np.ndarray) -> None:
        if A.ndim != 2 or B.ndim != 2 or A.shape[1] != B.shape[0]:
            raise ValueError(f"A (N, k) and B (k, M) must share k, got {A.shape} and {B.shape}.")
        self.A, self.B = A, B
        super().__init__((A.shape[0], B.shape[1]))

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return self.A @ (self.B @ X)

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return self.B.T @ (self.A.T @ X)

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        return self.A[rows] @ self.B[:, cols]

    def squared_norms(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the squared norms of the rows (N,) and columns (M,), from the Gram matrices of the factors."""
        rows = np.einsum("ik,kl,il->i", self.A, self.B @ self.B.T, self.A, optimize=True)
        columns = np.einsum("kj,kl,lj->j", self.B, self.A.T @ self.A, self.B, optimize=True)
        return np.maximum(rows, 0.0), np.maximum(columns, 0.0)


class LowRankPlusSparse(KernelOperator):
    """K = A B + S with A (N, k), B (k, M) and a sparse S (N, M)."""

    def __init__(self, A: np.ndarray, B: np.ndarray, S: Any) -> None:
        self.low_rank = LowRankOperator(A, B)
        self.sparse = sp.csr_array(as_matrix(S, "S"))
        if self.sparse.shape != self.low_rank.shape:
            raise ValueError(f"A B is {self.low_rank.shape}, S is {self.sparse.shape}; they must agree.")
        self._transposed = sp.csr_array(self.sparse.T)  # both products by rows
        super().__init__(self.low_rank.shape)

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        product = self.sparse @ X
        product += self.low_rank @ X
        return product

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        product = self._transposed @ X
        product += self.low_rank.T @ X
        return product

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        return self.low_rank.block(rows, cols) + self.sparse[rows][:, cols].toarray()

    def squared_norms(self) -> tuple[np.ndarray, np.ndarray]:
        """Squared norms of the rows (N,) and columns (M,): |AB|^2 + 2 <AB, S> + |S|^2, each in closed form."""
        rows, columns = self.low_rank.squared_norms()
        stored = sp.coo_array(self.sparse)
        at = np.einsum("nk,nk->n", self.low_rank.A[stored.row], self.low_rank.B.T[stored.col])
        change = stored.data * (2.0 * at + stored.data)
        rows += np.bincount(stored.row, change, minlength=self.shape[0])
        columns += np.bincount(stored.col, change, minlength=self.shape[1])
        return np.maximum(rows, 0.0), np.maximum(columns, 0.0)


Line = Callable[[int], np.ndarray]


def cross_approximation(
    row: Line,
    column: Line,
    shape: tuple[int, int],
    *,
    rank: int,
    tolerance: float = 0.0,
    start: int = 0,
    patience: int | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Adaptive cross approximation of an (N, M) matrix: rows, columns, A (N, k) and B (k, M) with K ~ A B.

    ``row(i)`` gives (M,), ``column(j)`` gives (N,). The largest entry of the residual's row chooses the column, that
    column the next row. Stops at ``rank`` crosses, at a cross below ``tolerance`` of all before it (Frobenius norm), or
    after ``patience`` rows in turn without a residual.
    """
    n, m = shape
    limit = min(rank, n, m)
    A, B = np.zeros((n, limit)), np.zeros((limit, m))
    rows: list[int] = []
    columns: list[int] = []
    free = np.ones(n, dtype=bool)
    i, total, scale, spanned, unit = start, 0.0, 0.0, 0, 0.0
    while len(rows) < limit and free.any():
        k = len(rows)
        free[i] = False
        residual = row(i) - A[i, :k] @ B[:k]
        residual[columns] = 0.0
        j = int(np.argmax(np.abs(residual)))
        scale = max(scale, float(np.abs(residual[j])))
        if np.abs(residual[j]) <= 4e-16 * scale:
            spanned += 1
            if spanned == patience:
                break
            i = int(np.flatnonzero(free)[0]) if free.any() else i
            continue
        spanned = 0
        across = column(j) - A[:, :k] @ B[:k, j]
        unit = unit or float(np.abs(residual[j]))  # squares of very large or small entries stay in range
        A[:, k], B[k] = across / residual[j], residual
        rows.append(i)
        columns.append(j)
        weight = float(A[:, k] @ A[:, k]) * float((residual / unit) @ (residual / unit))
        total += weight
        if weight <= tolerance**2 * total:
            break
        across[~free] = 0.0
        i = int(np.argmax(np.abs(across)))
    k = len(rows)
    return np.array(rows, int), np.array(columns, int), A[:, :k], B[:k]
