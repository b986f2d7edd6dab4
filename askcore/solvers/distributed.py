"""What is learned where the samples are: graphs as kernel matrices on the workers, and fixed-size models from sums.

Solver floor. Each part of a table sums its own ``Moments``, which are added up in a tree; the system that they solve is
as large as the landmarks, and solved here. Prediction goes part by part again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore.kernels.graphs.matrix import row_normalized
from askcore.operators import DistributedOperator


def distributed_graph(
    A: DistributedOperator, *, self_loops: bool | None = True, normalize: bool = True
) -> DistributedOperator:
    """The matrix S of a graph as ``kernels.GraphKernel`` makes it, each row where it lies.

    Parameters
    ----------
    A : (N, N), oriented as it was read (``DistributedOperator.from_parquet``).
    self_loops : the diagonal becomes 1 (True), 0 (False) or stays (None).
    normalize : whether rows are to sum to 1.

    Returns
    -------
    DistributedOperator : (N, N), sparse.
    """
    if A.shape[0] != A.shape[1]:
        raise ValueError(f"The matrix of a graph is square, got {A.shape[0]} x {A.shape[1]}.")
    return A.mapped(_of_graph, self_loops, normalize)


def _of_graph(block: Any, at: Any, self_loops: bool | None, normalize: bool) -> sp.csr_array:
    """A block of S; ``at`` are the numbers of its rows."""
    S = sp.csr_array(block)
    if self_loops is not None:
        rows = np.arange(at.start, at.stop) if isinstance(at, slice) else at
        stored = sp.coo_array(S)
        kept = np.where(rows[stored.row] == stored.col, 0.0, stored.data)
        loops = sp.coo_array(
            (np.full(len(rows), float(self_loops)), (np.arange(len(rows)), rows)), shape=S.shape
        )
        S = sp.csr_array(sp.csr_array((kept, (stored.row, stored.col)), shape=S.shape) + sp.csr_array(loops))
    S.eliminate_zeros()
    return row_normalized(S) if normalize else S
