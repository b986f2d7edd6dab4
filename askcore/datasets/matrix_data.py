"""A kernel or attention matrix as everything above takes it: values, names of rows and columns, row labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from askcore._format import count
from askcore._lazy import cached_property
from askcore._validation import DataError, check_finite, check_sums
from askcore.datasets._checks import check_size, checked_names, content_digest, set_fields
from askcore.datasets.protocol import Dataset, Kind
from askcore.datasets.tables.labels import as_labels


@dataclass(frozen=True, eq=False, repr=False)
class MatrixData(Dataset):
    """An (N, M) matrix K whose entry K[i, j] relates row i to column j. The data are checked and read-only.

    Unlike the adjacency matrix of a graph, K can be rectangular and can have entries of either sign.

    Parameters
    ----------
    matrix : dense or sparse (N, M), each entry up to 1e300. It is stored as a float64 ndarray, or as a ``csr_array``
        without explicit zeros.
    row_labels : (N,) integers or strings, or None if there are no labels. A missing label is ``""`` (None and NaN are
        converted to it, and the other labels to strings).
    row_ids : N different, non-empty names; by default "0" to str(N - 1).
    column_ids : M different, non-empty names; by default those of the rows if the matrix is square, otherwise "0" to
        str(M - 1).
    name : name of the matrix.
    notes : decisions of the reader, in words.

    Raises
    ------
    DataError : a shape, a value or a name is invalid.

    Examples
    --------
    >>> attention = MatrixData([[0.9, 0.1], [0.4, 0.6]], row_labels=["x", "y"], row_ids=["the", "cat"])
    >>> attention.is_square, attention.column_ids, attention.classes.tolist()
    (True, ['the', 'cat'], ['x', 'y'])
    """

    kind: ClassVar[Kind] = "matrix"

    matrix: np.ndarray | sparse.csr_array
    row_labels: np.ndarray | None = None
    row_ids: Sequence[str] | None = None
    column_ids: Sequence[str] | None = None
    name: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check, copy and freeze what was given."""
        matrix = _checked_matrix(self.matrix)
        rows, columns = matrix.shape
        row_ids = checked_names(self.row_ids, rows, each="row")
        given = row_ids if self.column_ids is None and rows == columns else self.column_ids
        column_ids = checked_names(given, columns, each="column")
        labels = None if self.row_labels is None else as_labels(self.row_labels, rows, each="row")
        set_fields(self, self.notes, matrix=matrix, row_labels=labels, row_ids=row_ids, column_ids=column_ids)

    @property
    def _size(self) -> str:
        return f"{count(self.n_rows, 'row')}, {count(self.n_columns, 'column')}"

    @property
    def n_rows(self) -> int:
        """N, the number of rows."""
        return int(self.matrix.shape[0])

    @property
    def n_columns(self) -> int:
        """M, the number of columns."""
        return int(self.matrix.shape[1])

    @property
    def is_square(self) -> bool:
        """Whether there are as many rows as columns."""
        return self.n_rows == self.n_columns

    @property
    def is_sparse(self) -> bool:
        """Whether the values are stored as a sparse matrix."""
        return sparse.issparse(self.matrix)

    @property
    def n_samples(self) -> int:
        """N, the number of rows."""
        return self.n_rows

    @property
    def labels(self) -> np.ndarray | None:
        """The labels of the rows."""
        return self.row_labels

    @property
    def sample_names(self) -> list[str]:
        """The names of the rows."""
        return list(self.row_ids or ())

    @property
    def sample_word(self) -> str:
        """ "sample" if rows and columns are the same samples, otherwise "row"."""
        return "sample" if self.same_samples else "row"

    @property
    def column_names(self) -> list[str]:
        """The names of the columns."""
        return list(self.column_ids or ())

    @property
    def column_word(self) -> str:
        """ "sample" if rows and columns are the same samples, otherwise "column"."""
        return "sample" if self.same_samples else "column"

    @property
    def same_samples(self) -> bool:
        """Whether rows and columns have the same names, so that row i and column i are the same sample."""
        return self.row_ids == self.column_ids

    def to_pandas(self) -> Any:
        """Return the matrix as a frame with its names; a sparse matrix has columns of pandas' sparse type.

        Examples
        --------
        >>> MatrixData([[0.9, 0.1], [0.4, 0.6]], row_ids=["the", "cat"]).to_pandas().loc["cat", "the"].item()
        0.4
        """
        import pandas as pd

        if self.is_sparse:
            return pd.DataFrame.sparse.from_spmatrix(self.matrix, index=self.row_ids, columns=self.column_ids)
        return pd.DataFrame(self.matrix, index=self.row_ids, columns=self.column_ids)

    @cached_property
    def digest(self) -> str:
        """SHA-256 over values, labels and names (`name` and `notes` change no answer)."""
        matrix: Any = self.matrix
        values = (matrix.indptr, matrix.indices, matrix.data) if self.is_sparse else (matrix,)
        return content_digest(*values, self.row_labels, self.row_ids, self.column_ids)


def _checked_matrix(given: Any) -> Any:
    try:
        raw = given if sparse.issparse(given) else np.asarray(given)
        if raw.dtype.kind not in "biuf":
            raise TypeError(f"its values are of type {raw.dtype}")
        dense = not sparse.issparse(raw)
        matrix: Any = (
            np.array(raw, dtype=np.float64) if dense else sparse.csr_array(raw, dtype=np.float64, copy=True)
        )
    except (TypeError, ValueError) as error:
        raise DataError(
            f"This is not a matrix of real numbers ({error})",
            remedy="Give a two-dimensional array or a scipy.sparse matrix.",
        ) from error
    if matrix.ndim != 2 or 0 in matrix.shape:
        raise DataError(
            f"Expected a matrix of shape (rows, columns), both at least 1, got {matrix.shape}",
            remedy="Give two dimensions. For an attention tensor T, choose one head: T[0].",
        )
    if not dense:
        matrix.sum_duplicates()
        matrix.eliminate_zeros()
    try:
        check_finite(matrix, "matrix")
    except ValueError as error:
        raise DataError(str(error).split(";")[0], remedy="Replace the value with a finite number.") from error
    check_sums(matrix, "The entries")
    check_size(matrix.data if sparse.issparse(matrix) else matrix, "entry", "the matrix")
    for array in (matrix,) if dense else (matrix.data, matrix.indices, matrix.indptr):
        array.flags.writeable = False
    return matrix
