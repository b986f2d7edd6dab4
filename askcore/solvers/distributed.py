"""Graphs as kernel matrices on the workers of a cluster."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore.kernels.graphs.matrix import row_normalized
from askcore.operators import DistributedOperator


def distributed_graph(
    A: DistributedOperator, *, self_loops: bool | None = True, normalize: bool = True
) -> DistributedOperator:
    """The matrix S of a graph A (N, N) as ``kernels.GraphKernel`` builds it, each row where it lies.

    ``self_loops`` sets the diagonal to 1 (True) or 0 (False), or leaves it (None); ``normalize`` makes rows sum to 1.
    """
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"The matrix of a graph is square, got {A.shape[0]} x {A.shape[1]}.")
    return A.mapped(_of_graph, self_loops, normalize)


def _of_graph(block: Any, numbers: Any, self_loops: bool | None, normalize: bool) -> sp.csr_array:
    """A block of S; ``numbers``: global indices of its rows."""
    S = sp.csr_array(block)
    if self_loops is not None:
        rows = np.arange(numbers.start, numbers.stop) if isinstance(numbers, slice) else numbers
        stored = sp.coo_array(S)
        kept = np.where(rows[stored.row] == stored.col, 0.0, stored.data)
        loops = sp.coo_array(
            (np.full(len(rows), float(self_loops)), (np.arange(len(rows)), rows)), shape=S.shape
        )
        S = sp.csr_array(sp.csr_array((kept, (stored.row, stored.col)), shape=S.shape) + sp.csr_array(loops))
    S.eliminate_zeros()
    return row_normalized(S) if normalize else S
