"""The matrix S of a directed graph, from which every graph kernel is made.

Kernel floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import as_matrix, check_square

__all__ = ["graph_matrix", "row_normalized"]


def graph_matrix(
    adjacency: Any, *, orientation: str, self_loops: bool | None, normalize: bool
) -> sp.csr_array:
    """S: the adjacency matrix oriented, with the diagonal set, and row-normalised, in this order.

    Shapes (N, N) to (N, N), sparse. Raises ValueError for a matrix that is not square or not finite, for
    an unknown orientation, and for negative weights where rows are to sum to 1. ``adjacency`` is copied.
    """
    if self_loops not in (True, False, None):
        raise ValueError(f"self_loops must be True, False or None, got {self_loops!r}.")
    if orientation not in ("in", "out"):
        raise ValueError(f"orientation must be 'in' or 'out', got {orientation!r}.")
    S = sp.csr_array(as_matrix(adjacency, "adjacency"))
    check_square(S, "adjacency")
    S = sp.csr_array(S.T if orientation == "in" else S, copy=True)
    if self_loops is not None:
        edges = sp.coo_array(S)
        kept = np.where(edges.row == edges.col, 0.0, edges.data)
        S = sp.csr_array((kept, (edges.row, edges.col)), shape=S.shape)
        S = sp.csr_array(S + float(self_loops) * sp.eye_array(S.shape[0]))
    S.eliminate_zeros()
    if normalize:
        S = row_normalized(S)
    S.sort_indices()
    return S


def row_normalized(S: sp.csr_array) -> sp.csr_array:
    """The rows of S (N, N) divided by their sums; an all-zero row stays zero. No negative entries."""
    S = S.copy()
    if S.nnz and S.data.min() < 0:
        raise ValueError("Rows with negative weights cannot be normalised to sum 1; use normalize=False.")
    # Division by the sum, not by its reciprocal: that overflows for very small weights.
    S.data /= np.repeat(S.sum(axis=1), np.diff(S.indptr))
    return S
