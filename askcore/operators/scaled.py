"""Rows and columns multiplied by factors: diag(r) K diag(c) without touching K.

Operator floor. SNE and T are such a scaling of a symmetric function.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from askcore.operators._base import KernelOperator
from askcore.operators.matrix import as_operator

__all__ = ["ScaledOperator"]


class ScaledOperator(KernelOperator):
    """diag(rows) K diag(columns) for an (N, M) operator or matrix K.

    Parameters
    ----------
    K : (N, M).
    rows : (N,) factors, or None for ones.
    columns : (M,) factors, or None for ones.
    """

    def __init__(self, K: Any, *, rows: Any = None, columns: Any = None) -> None:
        self.base = as_operator(K)
        self.in_memory = self.base.in_memory
        super().__init__(self.base.shape)
        self.rows = _factors(rows, self.shape[0], "rows")
        self.columns = _factors(columns, self.shape[1], "columns")

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return self.rows[:, None] * (self.base @ (self.columns[:, None] * X))

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return self.columns[:, None] * (self.base.T @ (self.rows[:, None] * X))

    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""
        return self.rows[rows][:, None] * self.base.block(rows, cols) * self.columns[cols][None, :]


def _factors(values: Any, size: int, name: str) -> np.ndarray:
    factors = np.ones(size) if values is None else np.asarray(values, dtype=np.float64)
    if factors.shape != (size,) or not np.isfinite(factors).all():
        raise ValueError(f"{name} must be {size} finite factors, got shape {factors.shape}.")
    return factors
