"""Rows and columns of an N x M matrix brought to one length, so that a kernel can compare them.

Source: Tao et al. 2023, remark 3.2 and algorithm 2. With M > N, a compatibility matrix C is M x N and K compares C^T
x_i with z_j in R^N; with N > M, C is N x M and K compares x_i with C^T z_j in R^M. Ways to choose C, for the matrix B
whose rows are the longer vectors (A for M > N, A^T for N > M):

- "identity": N = M only, no C;
- "pinv" (a0): B^+, so that the linear kernel without centring recovers A itself;
- "pca" (a1): the right singular vectors of the uncentred B in order of singular value, the largest entry of each
  positive (C is unique up to a rotation only, and a sign changes G);
- "random" (a2): independent normal entries over the square root of the shorter length; "random_unscaled": as printed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._random import Seed, check_random_state
from askcore._validation import DataError, as_matrix, check_memory
from askcore.solvers.svd._factors import svd

COMPATIBILITIES = ("identity", "pinv", "pca", "random", "random_unscaled")


@dataclass(frozen=True)
class Sources:
    """Maps of rows (n, M) and columns (N, m) of a matrix to points of one length.

    ``row_map`` (M, N) or ``column_map`` (N, M) is C on the side that is mapped, chosen by ``compatibility``.
    """

    shape: tuple[int, int]
    compatibility: str
    row_map: np.ndarray | None = field(default=None, repr=False)
    column_map: np.ndarray | None = field(default=None, repr=False)

    def rows(self, rows: Any) -> Any:
        """Points of rows (n, M) of the matrix or of new ones, (n, min(N, M)); sparse ones stay sparse unmapped."""
        return rows if self.row_map is None else np.asarray(rows @ self.row_map)

    def columns(self, columns: Any) -> Any:
        """Points of columns (N, m), one for each column: (m, min(N, M))."""
        points = sp.csr_array(columns.T) if sp.issparse(columns) else np.ascontiguousarray(columns.T)
        return points if self.column_map is None else np.asarray(points @ self.column_map)


def compatible_sources(A: Any, compatibility: str = "auto", random_state: Seed = None) -> Sources:
    """Maps of the rows and columns of A (N, M) to points of length min(N, M), by one of ``COMPATIBILITIES`` or "auto".

    "auto" is "identity" where N = M and "pca" elsewhere. Source: Tao et al. 2023, remark 3.2 and algorithm 2.
    """
    A = as_matrix(A, "A")
    n, m = A.shape
    if compatibility == "auto":
        compatibility = "identity" if n == m else "pca"
    if compatibility not in COMPATIBILITIES:
        raise DataError(
            f"There is no compatibility {compatibility!r}",
            remedy=f"Choose one of {', '.join(map(repr, COMPATIBILITIES))}.",
        )
    if compatibility == "identity":
        if n != m:
            raise DataError(
                f"Rows of {m:,} entries and columns of {n:,} cannot be compared without a compatibility matrix",
                remedy="Use compatibility='pca', 'pinv' or 'random'.",
            )
        return Sources((n, m), compatibility)
    check_memory(
        40.0 * n * m, f"The compatibility matrix of a {n:,} x {m:,} matrix", "Take fewer rows or columns."
    )
    side, B = ("row_map", A) if m >= n else ("column_map", A.T)
    return Sources((n, m), compatibility, **{side: _choose(B, compatibility, random_state)})


def _choose(B: Any, compatibility: str, random_state: Seed) -> np.ndarray:
    """C (longer, shorter) for B (shorter, longer)."""
    short, long = B.shape
    if compatibility.startswith("random"):
        C = check_random_state(random_state).standard_normal((long, short))
        return C if compatibility == "random_unscaled" else C / np.sqrt(short)
    u, s, vt = svd(B.toarray() if sp.issparse(B) else np.asarray(B), full_matrices=False)
    known = s > s[0] * np.finfo(float).eps * long  # directions that the data do not settle are left out
    if compatibility == "pinv":
        return (vt[known].T / s[known]) @ u[:, known].T
    directions = np.where(known, vt.T, 0.0)
    largest = directions[np.argmax(np.abs(directions), axis=0), np.arange(short)]
    return directions * np.where(largest < 0, -1.0, 1.0)
