"""A kernel between two sets of points, or over indices, as an operator in the form that costs least.

Kernels and operators stand side by side below and do not know each other. Sparse points and a kernel of
their inner products: the exact sparse structure. Otherwise a dense matrix while it is small, and blocks evaluated on
demand beyond that or where asked for. A kernel over indices gives products and blocks without the N x N matrix.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import check_memory
from askcore.kernels import GraphKernel, IndexKernel, KernelSpec
from askcore.kernels.objects import named, registered
from askcore.operators import DenseOperator, KernelOperator, LazyOperator, as_operator
from askcore.operators.lazy import ConditionalOperator
from askcore.operators.structured import STRUCTURED_KERNELS, sparse_kernel_operator

DENSE_ENTRIES = 30_000_000  # 240 MB: a matrix up to this is evaluated once and kept


def kernel_operator(
    kernel: str | Callable[..., Any],
    X: Any,
    Z: Any,
    params: Mapping[str, Any] | None = None,
    *,
    lazy: bool = False,
    dense_entries: float = DENSE_ENTRIES,
) -> KernelOperator:
    """K(X, Z) as an (N, M) operator, for a kernel's name, object or callable and points (N, d), (M, d), dense or
    sparse.

    Kernels with a reference set are normalised over Z; "scale" is resolved from Z. Up to ``dense_entries`` entries are
    evaluated once and kept; ``lazy`` never does.
    """
    kernel, params = named(kernel, params)
    spec: Callable[..., Any] = kernel if callable(kernel) else registered(kernel)
    if isinstance(spec, KernelSpec):
        spec.check(params)
        params = spec.resolved(params, Z)
        if sp.issparse(X) and sp.issparse(Z) and structured(spec, params):
            return sparse_kernel_operator(X, Z, spec.name, **params)
    X, Z = as_dense(X), as_dense(Z)
    kind = ConditionalOperator if isinstance(spec, KernelSpec) and not spec.pointwise else LazyOperator
    operator = kind(partial(spec, **params), X, Z)
    if lazy or float(len(X)) * len(Z) > dense_entries:
        return operator
    return DenseOperator(operator.toarray())


def structured(spec: KernelSpec, params: Mapping[str, Any]) -> bool:
    """Whether the sparse form covers this kernel with these parameters."""
    return spec.name in STRUCTURED_KERNELS and set(params) <= {"sigma", "degree", "c"}


def as_dense(points: Any) -> np.ndarray:
    """Points (n, d) as an array; raises a DataError where it would not fit in memory."""
    if not sp.issparse(points):
        return np.asarray(points, dtype=np.float64)
    n, d = points.shape
    check_memory(
        16.0 * n * d, f"The {n:,} x {d:,} points as a dense array", "Use rbf, sne, t, polynomial or linear."
    )
    return points.toarray()


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
    """Return a kernel over (N, M) indices as an (N, M) operator. For a graph kernel, only its products are used.

    Parameters
    ----------
    kernel : the kernel.

    Returns
    -------
    KernelOperator

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
