"""A kernel over indices as an operator: products with K, or a block of it, without the N x N matrix.

Solver floor: kernels and operators stand side by side below and do not know each other.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore.kernels import GraphKernel, IndexKernel
from askcore.operators import KernelOperator, as_operator

__all__ = ["GraphOperator", "index_operator"]


class GraphOperator(KernelOperator):
    """K of a ``GraphKernel``, (N, N), by its products: sparse solves, sparse powers, expm_multiply.

    Products with "shortest_path" go through all rows, one search for each.
    """

    def __init__(self, kernel: GraphKernel) -> None:
        self.kernel = kernel
        self.in_memory = kernel.kind != "shortest_path"
        super().__init__(kernel.shape)

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return _real(self.kernel.product, X)

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return _real(self.kernel.transposed, X)

    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""
        found: Any = self.kernel(rows, cols)
        return found.toarray() if sp.issparse(found) else found


def index_operator(kernel: IndexKernel) -> KernelOperator:
    """A kernel over indices as an operator (N, M).

    Examples
    --------
    >>> import numpy as np
    >>> from askcore.kernels import GraphKernel
    >>> A = np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]])
    >>> K = index_operator(GraphKernel(A, "katz", orientation="out", self_loops=False, beta=0.5))
    >>> K @ np.ones(3)          # links count 1/2 each, the walk 0 -> 1 -> 2 counts 1/4
    array([1.25, 0.5 , 0.  ])
    """
    if isinstance(kernel, GraphKernel):
        return GraphOperator(kernel)
    rows, columns = kernel.shape
    return as_operator(kernel.all_columns(np.arange(rows)) if rows else np.zeros((rows, columns)))


def _real(product: Any, X: np.ndarray) -> np.ndarray:
    """A real product, or one with the real and the imaginary part (sparse solves take real numbers only)."""
    X = np.asarray(X)
    return product(X.real) + 1j * product(X.imag) if np.iscomplexobj(X) else product(X)
