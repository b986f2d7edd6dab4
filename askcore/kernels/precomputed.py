"""Any matrix as a kernel over its row and column indices.

Kernel floor.
"""

from __future__ import annotations

from typing import Any

import scipy.sparse as sp

from askcore._validation import as_matrix
from askcore.kernels.indices import IndexKernel, frozen

__all__ = ["PrecomputedKernel"]


class PrecomputedKernel(IndexKernel):
    """The kernel k(i, j) = G[i, j] of a given matrix, square or rectangular, dense or sparse.

    Parameters
    ----------
    G : (N, M) array or scipy sparse matrix, finite. Copied, so that the kernel cannot change,
        unless it is a dense float64 array that is read-only already.

    Examples
    --------
    >>> import numpy as np
    >>> k = PrecomputedKernel(np.arange(6.0).reshape(2, 3))
    >>> k([1], [0, 2])
    array([[3., 5.]])
    """

    def __init__(self, G: Any) -> None:
        matrix = as_matrix(G, "G")
        sparse = sp.issparse(matrix)
        self._matrix = frozen(matrix.copy() if sparse or matrix.flags.writeable else matrix)

    def __repr__(self) -> str:
        sparse = ", sparse" if sp.issparse(self._matrix) else ""
        return f"PrecomputedKernel({self.shape[0]} x {self.shape[1]}{sparse})"
