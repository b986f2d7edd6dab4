"""Centring without touching the matrix: a product with Kc = H_N K H_M is a product with K and two means.

Operator floor. H_n = I - 11^T/n removes the mean over n.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from askcore.operators._base import KernelOperator
from askcore.operators.matrix import as_operator

__all__ = ["CenteredOperator"]


class CenteredOperator(KernelOperator):
    """Kc = (I - 11^T/N) K (I - 11^T/M) of an (N, M) operator or matrix K, square or not."""

    def __init__(self, K: Any) -> None:
        self.base = as_operator(K)
        super().__init__(self.base.shape)
        rows, columns = self.shape
        self.row_means = (self.base @ np.full(columns, 1.0 / columns)).ravel()
        self.column_means = (self.base.T @ np.full(rows, 1.0 / rows)).ravel()
        self.mean = float(self.row_means.mean())

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        product = self.base @ (X - X.mean(axis=0))
        return product - product.mean(axis=0)

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        product = self.base.T @ (X - X.mean(axis=0))
        return product - product.mean(axis=0)

    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""
        plain = self.base.block(rows, cols)
        return plain - self.row_means[rows][:, None] - self.column_means[cols][None, :] + self.mean
