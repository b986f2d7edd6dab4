"""A kernel matrix that is evaluated block by block when asked, and never as a whole.

``LazyOperator`` is for kernels whose entries stand alone; ``ConditionalOperator`` for those normalised over all columns
(SNE, T, attention), whose denominators cost a pass over the columns.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from askcore._validation import are_all, check_finite
from askcore.operators._base import KernelOperator


class LazyOperator(KernelOperator):
    """K[i, j] = function(X[i], Z[j]) for X (N, d), Z (M, d') and function(rows, columns) -> (n, m), finite.

    ``evaluated`` is the number of entries computed so far, denominators included.
    """

    in_memory = False

    def __init__(self, function: Callable[[Any, Any], np.ndarray], X: Any, Z: Any) -> None:
        self.function, self.X, self.Z = function, X, Z
        self.evaluated = 0
        super().__init__((len(X), len(Z)))

    def _count(self, entries: int) -> None:
        self.evaluated += entries

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        product = np.empty((self.shape[0], X.shape[1]), dtype=np.result_type(X, np.float64))
        for rows, block in self.row_blocks():
            product[rows] = block @ X
        return product

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        product = np.zeros((self.shape[1], X.shape[1]), dtype=np.result_type(X, np.float64))
        for rows, block in self.row_blocks():
            product += block.T @ X[rows]
        return product

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Evaluate the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        self._count(len(rows) * len(cols))
        return self._evaluate(self.X[rows], self.Z if are_all(cols, self.shape[1]) else self.Z[cols])

    def _evaluate(self, X: np.ndarray, Z: np.ndarray) -> np.ndarray:
        if len(X) == 0 or len(Z) == 0:
            return np.empty((len(X), len(Z)))
        entries = np.asarray(self.function(X, Z), dtype=np.float64)
        if entries.shape != (len(X), len(Z)):
            raise ValueError(
                f"The kernel must return {len(X)} x {len(Z)} entries for {len(X)} and {len(Z)} points, got shape "
                f"{entries.shape}."
            )
        check_finite(entries)
        return entries


class ConditionalOperator(LazyOperator):
    """K[i, j] = k(x_i, z_j) / sum_r k(x_i, z_r), r over all columns, for a function(X, Z, reference=...).

    Blocks are exact: a block of some columns still sums over all of them. ``relative_to(columns)`` sums over those
    only.
    """

    def __init__(self, function: Callable[..., np.ndarray], X: np.ndarray, Z: np.ndarray) -> None:
        self.conditional = function
        super().__init__(partial(function, reference=Z), X, Z)

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Evaluate the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        if len(cols) < self.shape[1]:
            self._count(len(rows) * self.shape[1])  # the denominators
        return super().block(rows, cols)

    def relative_to(self, columns: np.ndarray) -> LazyOperator:
        """diag(t) K, where t_i is the share of row i's sum that falls on ``columns``, inverted; at most M/m."""
        return _RelativeOperator(self, np.asarray(columns))


class _RelativeOperator(LazyOperator):
    """A conditional kernel normalised over m of its M columns, with entries of at most M/m.

    Rows far from all m columns have sums near zero, and their other entries would grow without bound. What is evaluated
    counts as that of the kernel itself.
    """

    def __init__(self, exact: ConditionalOperator, columns: np.ndarray) -> None:
        self.exact, self.columns, self.reference = exact, columns, exact.Z[columns]
        most = exact.shape[1] / max(len(columns), 1)

        def bounded(X: np.ndarray, Z: np.ndarray) -> np.ndarray:
            with np.errstate(over="ignore"):
                return np.minimum(exact.conditional(X, Z, reference=self.reference), most)

        super().__init__(bounded, exact.X, exact.Z)

    def _count(self, entries: int) -> None:
        self.exact._count(entries)

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Evaluate the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        self._count(len(rows) * len(self.columns))
        if np.array_equal(cols, self.columns):  # entries and denominators are the same
            return self._evaluate(self.X[rows], self.reference)
        return super().block(rows, cols)
