"""Kernels between the nodes of a directed graph.

Kernel floor. The matrix S is built once, when the kernel is made; blocks of it are then looked up.
Later kinds (Katz, PageRank, diffusion, ...) are functions of S.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import as_matrix, check_square
from askcore.kernels._index import IndexKernel, frozen

__all__ = ["GraphKernel", "graph_matrix"]

KINDS = ("adjacency",)


class GraphKernel(IndexKernel):
    """A kernel over node indices, from the adjacency matrix of a directed graph.

    Parameters
    ----------
    adjacency : (N, N) array or sparse matrix; adjacency[i, j] is the weight of the edge i -> j.
    kind : "adjacency": the matrix S itself (see ``graph_matrix``).
    orientation : "in": S[i, j] is the weight of j -> i, so that the source view of a node reads who points
        to it (the matrix of He et al. 2022, section 4.2); "out": of i -> j.
    self_loops : True sets the diagonal to 1, False to 0, None leaves it.
    normalize : rows of S sum to 1 (an all-zero row stays zero). None: as the kind is usually meant, True
        for "adjacency".

    Examples
    --------
    >>> import numpy as np
    >>> k = GraphKernel(np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]]))   # edges 0->1, 0->2, 1->2
    >>> k([2], [0, 1, 2]).toarray().round(2)       # two nodes and itself point to node 2
    array([[0.33, 0.33, 0.33]])
    """

    def __init__(
        self,
        adjacency: Any,
        kind: str = "adjacency",
        *,
        orientation: str = "in",
        self_loops: bool | None = True,
        normalize: bool | None = None,
    ) -> None:
        if kind not in KINDS:
            raise ValueError(f"kind must be one of {', '.join(map(repr, KINDS))}, got {kind!r}.")
        self.kind, self.orientation, self.self_loops = kind, orientation, self_loops
        self.normalize = True if normalize is None else normalize
        self._matrix = frozen(
            graph_matrix(adjacency, orientation=orientation, self_loops=self_loops, normalize=self.normalize)
        )

    def on(self, adjacency: Any) -> GraphKernel:
        """The same kernel on another graph."""
        return GraphKernel(
            adjacency,
            self.kind,
            orientation=self.orientation,
            self_loops=self.self_loops,
            normalize=self.normalize,
        )

    def __repr__(self) -> str:
        return (
            f"GraphKernel({self.shape[0]} nodes, {self.kind!r}, orientation={self.orientation!r}, "
            f"self_loops={self.self_loops}, normalize={self.normalize})"
        )


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
        if S.nnz and S.data.min() < 0:
            raise ValueError("Rows with negative weights cannot be normalised to sum 1; use normalize=False.")
        # Division by the sum, not by its reciprocal: that overflows for very small weights.
        S.data /= np.repeat(S.sum(axis=1), np.diff(S.indptr))
    S.sort_indices()
    return S
