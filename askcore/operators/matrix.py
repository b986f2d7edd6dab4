"""Operators over a matrix in memory, dense or sparse, and the way in from any matrix.

Operator floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import as_matrix
from askcore.operators._base import KernelOperator

__all__ = ["DenseOperator", "SparseOperator", "as_operator", "is_remote"]


class DenseOperator(KernelOperator):
    """A dense (N, M) array; not copied."""

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

    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""
        return self.array[np.ix_(rows, cols)]


class SparseOperator(KernelOperator):
    """A sparse (N, M) matrix, kept by rows and by columns so that both products are fast."""

    def __init__(self, matrix: Any) -> None:
        self.matrix = sp.csr_array(as_matrix(matrix))
        self._transposed = sp.csr_array(self.matrix.T)
        super().__init__(self.matrix.shape)

    @property
    def stored(self) -> sp.csr_array:
        """The sparse matrix."""
        return self.matrix

    def _matmat(self, X: np.ndarray) -> np.ndarray:
        return self.matrix @ X

    def _rmatmat(self, X: np.ndarray) -> np.ndarray:
        return self._transposed @ X

    def block(self, rows: Any, cols: Any) -> np.ndarray:
        """The entries at ``rows`` (n,) and ``cols`` (m,), shape (n, m)."""
        return self.matrix[rows][:, cols].toarray()

    def squared_norms(self) -> tuple[np.ndarray, np.ndarray]:
        """Squared norms of the rows (N,) and columns (M,)."""
        squares = self.matrix.power(2)
        return np.asarray(squares.sum(axis=1)).ravel(), np.asarray(squares.sum(axis=0)).ravel()


def is_remote(K: Any) -> bool:
    """Whether a matrix lies on other machines: an operator that says so, or a dask array."""
    return bool(getattr(K, "remote", False)) or (hasattr(K, "dask") and hasattr(K, "to_delayed"))


def as_operator(K: Any) -> KernelOperator:
    """A matrix as an operator: an operator as it is, a sparse matrix or an array wrapped.

    Parameters
    ----------
    K : (N, M) operator, sparse matrix, array, or dask array, whose blocks stay where they are.

    Returns
    -------
    KernelOperator : (N, M).

    Raises
    ------
    ValueError : no matrix of finite real numbers.

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
