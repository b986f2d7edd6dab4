"""Adaptive cross approximation: a matrix from a few of its own rows and columns, chosen as it goes.

Operator floor. Needs no definiteness and no symmetry; each step evaluates one row and one column. Bebendorf 2000,
"Approximation of boundary element matrices", with partial pivoting.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

__all__ = ["CrossApproximation", "cross_approximation"]

Line = Callable[[int], np.ndarray]


@dataclass(frozen=True)
class CrossApproximation:
    """K ~ A B from the crosses at (rows[k], columns[k]); A (N, k), B (k, M)."""

    rows: np.ndarray
    columns: np.ndarray
    A: np.ndarray
    B: np.ndarray


def cross_approximation(
    row: Line,
    column: Line,
    shape: tuple[int, int],
    *,
    rank: int,
    tolerance: float = 0.0,
    start: int = 0,
    patience: int | None = None,
) -> CrossApproximation:
    """At most ``rank`` crosses of an (N, M) matrix given by ``row(i)`` (M,) and ``column(j)`` (N,).

    The residual's row at hand gives the column (its largest entry), that column the next row. Stops earlier
    when the last cross weighs less than ``tolerance`` times all before it (Frobenius norm), or when no row has a
    residual left: none of ``patience`` tried in turn, or none at all (None).
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
            spanned += 1  # this row is spanned already
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
    return CrossApproximation(np.array(rows, int), np.array(columns, int), A[:, :k], B[:k])
