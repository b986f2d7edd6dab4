"""A sparse matrix from parts that somebody else wrote: positions inside the shape, a shape that fits.

`datasets` floor. scipy checks neither fully on construction, and a wrong position would read foreign memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from askcore._validation import DataError, check_memory

__all__ = ["check_shape", "checked_sparse"]

# Rows and columns without any entry are believed up to here: 80 MB of pointers.
MAX_EMPTY = 10_000_000
# Bytes per stored entry, whatever its type in the file: conversion to csr and, for a graph, lists of both ends.
ENTRY = 100
MAX_ENTRIES = 50_000_000


def check_shape(rows: int, columns: int, *, where: str) -> None:
    """Raise DataError for a sparse shape that is empty, or so large that its pointers fill the memory."""
    if not (0 < rows <= MAX_EMPTY and 0 < columns <= MAX_EMPTY):
        raise DataError(
            f"The matrix claims {rows:,} rows and {columns:,} columns; from 1 to {MAX_EMPTY:,} are read",
            where=where,
            remedy="Leave out rows and columns without entries.",
        )


def checked_sparse(kind: str, parts: Any, shape: np.ndarray, *, where: str) -> sparse.csr_array:
    """A csr_array from the parts of a csr, csc, bsr, coo or dia matrix.

    Raises
    ------
    DataError : if the parts do not fit each other or the shape, or there are too many of them.
    """
    if shape.shape != (2,) or shape.dtype.kind not in "iu":
        raise DataError("The shape is no pair of numbers", where=where, remedy="Save the matrix again.")
    rows, columns = (int(size) for size in shape)
    check_shape(rows, columns, where=where)
    stored = parts[0].size
    if stored > MAX_ENTRIES:
        raise DataError(
            f"{stored:,} stored entries are more than the {MAX_ENTRIES:,} that are read",
            where=where,
            remedy="Cut the matrix down to the part of interest, or leave out entries that are zero.",
        )
    remedy = "Cut the matrix down to the part of interest."
    check_memory(ENTRY * float(stored), f"A sparse matrix of {stored:,} entries", remedy)
    try:
        matrix = getattr(sparse, f"{kind}_array")(parts, shape=(rows, columns))
        if kind in ("csr", "csc", "bsr"):
            matrix.check_format(full_check=True)
        converted = sparse.csr_array(matrix)
        converted.check_format(full_check=True)
    except (ValueError, TypeError, IndexError, OverflowError, MemoryError) as error:
        raise DataError(
            f"The parts of the sparse matrix do not fit each other ({str(error)[:200]})",
            where=where,
            remedy="Save it again with scipy.",
        ) from error
    return converted
