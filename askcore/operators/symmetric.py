"""What an asymmetric K is made of, and what symmetric methods make of it, as operators.

Operator floor. K = (K + K^T)/2 + (K - K^T)/2; the three symmetrisations are the first part, K K^T and K^T K.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from askcore._validation import check_square
from askcore.operators._base import KernelOperator
from askcore.operators.matrix import as_operator
from askcore.operators.wrappers import ProductOperator, TransposedOperator

__all__ = ["SkewPart", "SymmetricPart", "symmetrized_operator"]


class _Part(KernelOperator):
    """(K + sign K^T)/2 of a square (N, N) operator or matrix."""

    sign: float

    def __init__(self, K: Any) -> None:
        self.base = as_operator(K)
        check_square(self.base)
        self.in_memory = self.base.in_memory
        super().__init__(self.base.shape)

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return 0.5 * (self.base @ X + self.sign * (self.base.T @ X))

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return self.sign * self._matmat(X)

    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""
        return 0.5 * (self.base.block(rows, cols) + self.sign * self.base.block(cols, rows).T)


class SymmetricPart(_Part):
    """(K + K^T)/2 of a square (N, N) operator or matrix: what is left when direction is averaged away."""

    sign = 1.0


class SkewPart(_Part):
    """(K - K^T)/2 of a square (N, N) operator or matrix: the direction alone; its transpose is its negative."""

    sign = -1.0


def symmetrized_operator(K: Any, how: str) -> KernelOperator:
    """A symmetrisation of an (N, M) operator or matrix: "mean" (square K), "KKt" (N, N) or "KtK" (M, M).

    Examples
    --------
    >>> symmetrized_operator([[0.0, 2.0], [0.0, 0.0]], "KKt").toarray()
    array([[4., 0.],
           [0., 0.]])
    """
    if how == "mean":
        return SymmetricPart(K)
    if how == "KKt":
        return ProductOperator(K, TransposedOperator(K))
    if how == "KtK":
        return ProductOperator(TransposedOperator(K), K)
    raise ValueError(f"how must be one of 'mean', 'KKt', 'KtK', got {how!r}.")
