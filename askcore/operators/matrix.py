"""Operators over a matrix in memory, dense or sparse, and the way in from any matrix."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import scipy.linalg.blas
import scipy.sparse as sp

from askcore._lazy import cached_property
from askcore._machine import cores, in_threads
from askcore._validation import as_matrix
from askcore.operators._base import KernelOperator

SHARED = 20_000_000  # stored entries times columns from which on the cores share the rows: 0.1 s
SHARED_BY_ONE = 2_000_000  # the same of one column: 10 ms
PARTS = 64  # of the rows for each core: each fits its cache, and the last ones even out the first
PART = 1 << 13  # rows of a tall matrix at a time: 60 columns in single precision fit a core's cache

Result = TypeVar("Result")


class DenseOperator(KernelOperator):
    """A dense (N, M) array, which is not copied."""

    def __init__(self, array: Any) -> None:
        self.array = as_matrix(array)
        super().__init__(self.array.shape)

    @property
    def stored(self) -> np.ndarray:
        """The array."""
        return self.array

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return self.array @ X

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return self.array.T @ X

    def _matvec(self, x: np.ndarray) -> np.ndarray:
        return self.array @ x  # by gemv, twice as fast as a product with one column

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        return self.array[np.ix_(rows, cols)]


class SparseOperator(KernelOperator):
    """A sparse (N, M) matrix. It is stored by rows and, from the first product that needs it, also by columns."""

    def __init__(self, matrix: Any) -> None:
        self.matrix = sp.csr_array(as_matrix(matrix))
        super().__init__(self.matrix.shape)

    @cached_property
    def transposed(self) -> sp.csr_array:
        """The matrix by columns: its transposed one by rows."""
        return sp.csr_array(self.matrix.T)

    @property
    def stored(self) -> sp.csr_array:
        """The sparse matrix."""
        return self.matrix

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return rows_times(self.matrix, X)

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return rows_times(self.transposed, X)

    def block(self, rows: np.ndarray, cols: np.ndarray) -> np.ndarray:
        """Return the entries at ``rows`` (n,) and ``cols`` (m,), with shape (n, m)."""
        return self.matrix[rows][:, cols].toarray()

    def squared_norms(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the squared norms of the rows (N,) and columns (M,)."""
        squares = self.matrix.power(2)
        return np.asarray(squares.sum(axis=1)).ravel(), np.asarray(squares.sum(axis=0)).ravel()


def is_remote(K: Any) -> bool:
    """Whether a matrix lies on other machines: an operator that declares so, or a dask array."""
    return bool(getattr(K, "remote", False)) or (hasattr(K, "dask") and hasattr(K, "to_delayed"))


def rows_times(matrix: sp.csr_array, X: np.ndarray) -> np.ndarray:
    """matrix @ X for a sparse (N, M) by rows and X (M, k); the cores share the rows of a large one."""
    if matrix.nnz * X.shape[1] < (SHARED if X.shape[1] > 1 else SHARED_BY_ONE) or (threads := cores()) == 1:
        return matrix @ X
    X = np.ascontiguousarray(X)  # once, not for every part
    out = np.empty((matrix.shape[0], X.shape[1]), dtype=np.result_type(matrix.dtype, X.dtype))
    # Of the type of indptr, or all of it is converted to find them.
    parts = PARTS if X.shape[1] > 1 else 2  # of one column: more of them cost more than they even out
    shares = np.linspace(0, matrix.nnz, parts * threads + 1)[1:-1].astype(matrix.indptr.dtype)
    ends = [0, *np.searchsorted(matrix.indptr, shares).tolist(), matrix.shape[0]]

    def multiply(ends: tuple[int, int]) -> None:
        start, stop = ends
        out[start:stop] = row_part(matrix, start, stop) @ X

    in_threads(multiply, itertools.pairwise(ends), threads)
    return out


def add_outer(A: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """A (n, k) plus rows (n,) columns^T (k,), in place where possible; BLAS is several times faster than numpy for
    few columns.
    """
    if not (A.flags.c_contiguous and A.flags.writeable and A.dtype == np.float64 and A.size):
        return A + np.multiply.outer(rows, columns)
    return scipy.linalg.blas.dger(1.0, columns, rows, a=A.T, overwrite_a=True).T


def in_parts(
    function: Callable[[slice], Result], rows: int, at_once: int = PART, *, alone: int = 8
) -> list[Result]:
    """Results of a function for each part of the rows of a tall matrix, in order; the cores share more than
    ``alone`` parts.
    """
    ends = [*range(0, rows, at_once), rows]
    parts = [slice(a, b) for a, b in itertools.pairwise(ends)]
    threads = min(cores(), len(parts)) if len(parts) > alone else 1
    shares = [parts[at::threads] for at in range(threads)]  # of each thread: one after the other
    found = in_threads(lambda share: [function(part) for part in share], shares, threads)
    return [found[at % threads][at // threads] for at in range(len(parts))]


def tall_times(V: np.ndarray, W: np.ndarray) -> np.ndarray:
    """V^T W (r, k) of tall V (m, r) and W (m, k); parts are added in double precision."""
    parts = in_parts(lambda at: (V[at].T @ W[at]).astype(np.float64, copy=False), len(V))
    return np.asarray(sum(parts, np.zeros((V.shape[1], W.shape[1]))))


def add_product(W: np.ndarray, V: np.ndarray, across: np.ndarray) -> None:
    """W (m, k) += V (m, r) across (r, k) of tall V and W, in the precision of W."""
    factor = across.astype(W.dtype, copy=False)

    def add(rows: slice) -> None:
        W[rows] += V[rows] @ factor

    in_parts(add, len(W))


def centered(A: np.ndarray) -> np.ndarray:
    """A (n, k) less the means of its columns, in its own place where it may be written to."""
    ones = np.ones(len(A))
    return add_outer(A, ones, (ones @ A) / -len(A))  # the sum first: a constant column becomes exactly 0


def row_part(matrix: sp.csr_array, start: int, stop: int) -> sp.csr_array:
    """matrix[start:stop], sharing its entries."""
    stored = slice(int(matrix.indptr[start]), int(matrix.indptr[stop]))
    indptr = matrix.indptr[start : stop + 1] - matrix.indptr[start]
    shape = (stop - start, matrix.shape[1])
    return sp.csr_array((matrix.data[stored], matrix.indices[stored], indptr), shape=shape)


def as_operator(K: Any) -> KernelOperator:
    """Convert a sparse matrix or an array to an operator. An operator is returned unchanged.

    Parameters
    ----------
    K : (N, M) operator, sparse matrix, array, or dask array, whose blocks stay on their workers.

    Returns
    -------
    KernelOperator : (N, M).

    Raises
    ------
    ValueError : K is not a matrix of finite real numbers.

    Examples
    --------
    >>> as_operator([[1.0, 2.0], [3.0, 4.0]]) @ [1.0, 1.0]
    array([3., 7.])
    """
    if isinstance(K, KernelOperator):
        return K
    if is_remote(K):
        from askcore.operators.distributed import DistributedOperator

        return DistributedOperator.from_dask(K)
    return SparseOperator(K) if sp.issparse(K) else DenseOperator(K)
