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
        self.in_memory = self.base.in_memory
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

    def squared_norms(self) -> tuple[np.ndarray, np.ndarray]:
        """Squared norms of the rows (N,) and columns (M,): |k|^2 about the mean and about the other means."""
        rows, columns = self.base.squared_norms()
        down, across = self.column_means - self.mean, self.row_means - self.mean
        # Row i of Kc is k_i - r_i - down; its norm expands into products with K.
        rows = rows - 2.0 * (self.base @ down) + down @ down - self.shape[1] * self.row_means**2
        columns = (
            columns - 2.0 * (self.base.T @ across) + across @ across - self.shape[0] * self.column_means**2
        )
        return np.maximum(rows, 0.0), np.maximum(columns, 0.0)
