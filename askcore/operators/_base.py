"""A kernel matrix is an operator: products, blocks and a dense twin, whatever it is made of.

Operator floor. Every solver takes these, so dense, sparse and centred matrices are interchangeable.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from scipy.sparse.linalg import LinearOperator

__all__ = ["KernelOperator"]


class KernelOperator(LinearOperator):
    """A real (N, M) matrix known by its products: ``op @ x``, ``op.T @ x``, ``op.block(rows, cols)``."""

    def __init__(self, shape: tuple[int, int]) -> None:
        super().__init__(np.dtype(np.float64), shape)

    @abstractmethod
    def _matmat(self, X: np.ndarray) -> np.ndarray:
        """The product with X (M, k), shape (N, k)."""

    @abstractmethod
    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        """The transposed product with X (N, k), shape (M, k)."""

    @abstractmethod
    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""

    def toarray(self) -> np.ndarray:
        """The matrix itself, shape (N, M)."""
        return self.block(np.arange(self.shape[0]), np.arange(self.shape[1]))

    def _matvec(self, x: np.ndarray) -> np.ndarray:
        return self._matmat(x.reshape(-1, 1))

    def _rmatvec(self, x: np.ndarray) -> np.ndarray:
        return self._rmatmat(x.reshape(-1, 1))
