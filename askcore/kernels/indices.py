"""Kernels over indices: a matrix, given or derived from a graph, that is asked for by row and column index.

scikit-learn's ``kernel="precomputed"`` hands an estimator K(test, train) only, but the target view also needs K(train,
test): a kernel that owns the matrix solves that.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from askcore._validation import are_all, as_index, as_matrix, read_only


class IndexKernel:
    """A kernel k(rows, cols) = G[rows, cols] over the rows and columns of a matrix that the object contains.

    The object is immutable: copies and clones are the object itself.
    """

    takes_indices = True
    _matrix: Any  # np.ndarray or scipy.sparse.csr_array

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and of columns."""
        rows, columns = self._matrix.shape
        return rows, columns

    def __call__(self, rows: ArrayLike, cols: ArrayLike) -> np.ndarray | sp.csr_array:
        """The block G[rows, cols], shape (n, m); sparse blocks stay sparse.

        Raises IndexError for a negative, fractional or too large index.
        """
        i = as_index(rows, self.shape[0], "rows")
        j = as_index(cols, self.shape[1], "cols")
        if getattr(self._matrix, "remote", False):
            return self._matrix.part(i, j)
        if are_all(j, self.shape[1]):
            return self._matrix[i]
        return (
            sp.csr_array(self._matrix[i][:, j]) if sp.issparse(self._matrix) else self._matrix[np.ix_(i, j)]
        )

    def shared(self, rows: ArrayLike, cols: ArrayLike) -> np.ndarray | sp.csr_array:
        """Like a call. If all rows and columns are requested in order, the result is the stored matrix, which must not
        be modified.
        """
        if self._matrix is not None and are_all(rows, self.shape[0]) and are_all(cols, self.shape[1]):
            return self._matrix
        return self(rows, cols)

    def all_columns(self, rows: Any) -> np.ndarray | sp.csr_array:
        """Return the block G[rows, :] of shape (n, number of columns)."""
        return self(rows, np.arange(self.shape[1]))

    def all_rows(self, cols: Any) -> np.ndarray | sp.csr_array:
        """Return the block G[:, cols] of shape (number of rows, m)."""
        return self(np.arange(self.shape[0]), cols)

    def __copy__(self, memo: dict[int, Any] | None = None) -> IndexKernel:
        return self

    __deepcopy__ = __sklearn_clone__ = __copy__


def frozen(matrix: Any) -> Any:
    """The same matrix, dense or sparse, with writing forbidden."""
    for array in (matrix.data, matrix.indices, matrix.indptr) if sp.issparse(matrix) else (matrix,):
        read_only(array)
    return matrix


class PrecomputedKernel(IndexKernel):
    """The kernel k(i, j) = G[i, j] of a given matrix, square or rectangular, dense or sparse.

    Parameters
    ----------
    G : (N, M) array or SciPy sparse matrix of finite numbers. It is copied unless it is a read-only dense float64
        array. Also an askcore.operators.DistributedOperator; its blocks are then also such operators.

    Examples
    --------
    >>> import numpy as np
    >>> k = PrecomputedKernel(np.arange(6.0).reshape(2, 3))
    >>> k([1], [0, 2])
    array([[3., 5.]])
    """

    def __init__(self, G: Any) -> None:
        if getattr(G, "remote", False):
            self._matrix = G
            return
        matrix = as_matrix(G, "G")
        sparse = sp.issparse(matrix)
        self._matrix = frozen(matrix.copy() if sparse or matrix.flags.writeable else matrix)

    def __repr__(self) -> str:
        sparse = ", sparse" if sp.issparse(self._matrix) else ""
        return f"PrecomputedKernel({self.shape[0]} x {self.shape[1]}{sparse})"
