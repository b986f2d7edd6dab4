"""Matrices that are a product of two thin factors, alone or plus a sparse correction.

Operator floor. Products cost (N + M) k + nnz instead of N M.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import as_matrix
from askcore.operators._base import KernelOperator

__all__ = ["LowRankOperator", "LowRankPlusSparse"]


class LowRankOperator(KernelOperator):
    """K = A B with A (N, k) and B (k, M)."""

    def __init__(self, A: np.ndarray, B: np.ndarray) -> None:
        if A.ndim != 2 or B.ndim != 2 or A.shape[1] != B.shape[0]:
            raise ValueError(f"A (N, k) and B (k, M) must share k, got {A.shape} and {B.shape}.")
        self.A, self.B = A, B
        super().__init__((A.shape[0], B.shape[1]))

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return self.A @ (self.B @ X)

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return self.B.T @ (self.A.T @ X)

    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""
        return self.A[rows] @ self.B[:, cols]

    def squared_norms(self) -> tuple[np.ndarray, np.ndarray]:
        """Squared norms of the rows (N,) and columns (M,), from the factors' Gram matrices."""
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

    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""
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
