"""A matrix as a file holds it: the common ground of matrices and of graphs that are saved as an adjacency.

A format that yields a `Grid` is registered for both: its entries are the values of a
matrix, or the weights of edges from row to column. A sparse one from parts that somebody else wrote goes through
`checked_sparse`: scipy checks neither shape nor positions fully, and a wrong one would read foreign memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from askcore._format import count, plural
from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import (
    check_columns,
    check_declared_size,
    check_entries,
    readable,
)
from askcore.datasets.matrix_data import MatrixData
from askcore.datasets.tables.columns import Label, RawTable
from askcore.datasets.tables.edges import Edges, NodeTable, no_weight
from askcore.datasets.tables.labels import check_classes, labels_said
from askcore.datasets.tables.tokens import inexact, whole


@dataclass(frozen=True)
class Grid:
    """Values, dense or sparse; names of rows and columns and labels of the rows where the file has them.

    Values come out as numpy and scipy compute with them here, whatever byte order and precision the file has, and
    without repeated entries; a note says what that changed.
    """

    values: Any
    row_ids: list[str] | None = None
    column_ids: list[str] | None = None
    labels: list[str] | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Bring the values into a type that can be computed with."""
        values, notes = self.values, self.notes
        if sparse.issparse(values):
            rounded = inexact(values.data)
            if stored := getattr(values, "nnz", 0):
                values.sum_duplicates()
                repeats = stored - values.nnz
                if repeats:
                    stand = "is repeated and was added to the first"
                    many = "are repeated and were added to the first"
                    notes += (f"{count(repeats, 'entry', 'entries')} {plural(repeats, stand, many)}.",)
        else:
            rounded = inexact(values)
            values = native(values)
        notes += rounded_note(rounded)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "notes", notes)


def rounded_note(n: int) -> tuple[str, ...]:
    """The note on whole numbers that float64 cannot hold; none where there are none.

    Examples
    --------
    >>> rounded_note(0), rounded_note(2)
    ((), ('2 whole numbers of more than 15 digits were rounded.',))
    """
    return (
        (f"{count(n, 'whole number')} of more than 15 digits {plural(n, 'was', 'were')} rounded.",)
        if n
        else ()
    )


def native(values: np.ndarray) -> np.ndarray:
    """Numbers in the byte order of the machine and in a precision that scipy has: float16 becomes float64.

    Examples
    --------
    >>> native(np.ones(2, dtype=">f4")).dtype, native(np.ones(2, dtype=np.float16)).dtype
    (dtype('float32'), dtype('float64'))
    """
    if values.dtype.kind == "f" and values.dtype.itemsize not in (4, 8):
        # What float64 does not hold becomes infinite, and bytes that are no number nan: refused by their place.
        with np.errstate(over="ignore", invalid="ignore"):
            return values.astype(np.float64)
    return values if values.dtype.isnative else values.astype(values.dtype.newbyteorder("="))


def matrix_of(grid: Grid, labels: list[str] | None, *, name: str, notes: tuple[str, ...]) -> MatrixData:
    """The matrix, with labels from beside it or else its own."""
    own = labels if labels is not None else grid.labels
    own, label_notes = (None, ()) if own is None else labels_said(own)
    kept = None if own is None or not any(own) else np.array(own, dtype=object)
    matrix = MatrixData(
        grid.values, kept, grid.row_ids, grid.column_ids, name=name, notes=notes + grid.notes + label_notes
    )
    check_classes(matrix.row_labels, where=f"file {name}" if name else "")
    return matrix


def edges_of(grid: Grid, document: Document) -> Edges:
    """The entries that are not zero, as edges from row to column."""
    rows, columns = grid.values.shape
    if rows != columns:
        raise document.refused(
            f"The matrix has {rows:,} rows and {columns:,} columns; an adjacency matrix is square",
            "Read it as a matrix (in Python: askcore.datasets.read_matrix).",
        )
    names = grid.row_ids or [str(i) for i in range(rows)]
    if grid.column_ids is not None and grid.column_ids != names:
        raise document.refused(
            "Rows and columns have different names, or a different order",
            "Give rows and columns the same nodes in the same order, or read it as a matrix.",
        )
    entries = sparse.coo_array(grid.values)
    entries.eliminate_zeros()
    if not entries.nnz:
        raise DataError(
            "The graph has no links", where=document.place(), remedy="Check that the right file was chosen."
        )
    source, target = (np.asarray(index, dtype=np.int64) for index in entries.coords)
    weight = entries.data.astype(np.float64)

    def place(edge: int) -> str:
        return document.place_of(f"row {source[edge] + 1}, column {target[edge] + 1}")

    bad = np.flatnonzero(~np.isfinite(weight))
    if bad.size:
        raise no_weight(weight[bad[0]], place(int(bad[0])))
    # Without it a graph would lose the nodes that no edge touches, and their order.
    nodes = NodeTable(names, grid.labels, where=document.place())
    unweighted = None if (weight == 1).all() else weight
    return Edges(names, source, target, unweighted, place, nodes=nodes, notes=grid.notes, of_grid=True)


def grid_of(edges: Edges) -> Grid:
    """The weights of edges as the entries of a square matrix, of either sign; those of repeated edges are added."""
    nodes = edges.nodes
    names = edges.names if nodes is None else nodes.names
    place = {name: i for i, name in enumerate(names)}
    at = np.array([place[name] for name in edges.names], dtype=np.int64)
    source, target = at[edges.source], at[edges.target]
    weight = np.ones(len(source)) if edges.weight is None else edges.weight
    mirrored = ~np.broadcast_to(edges.directed, len(weight)) & (source != target)
    row, column = np.append(source, target[mirrored]), np.append(target, source[mirrored])
    values = sparse.coo_array(
        (np.append(weight, weight[mirrored]), (row, column)), shape=(len(names),) * 2
    ).tocsr()
    return Grid(values, names, names, None if nodes is None else nodes.labels, edges.notes)


def table_of(grid: Grid, document: Document, label: Label) -> RawTable:
    """The columns as features, and the labels of the rows as a column "label" behind them."""
    rows, columns = grid.values.shape
    check_entries(rows, columns, where=document.place())
    check_columns(columns, where=document.place())
    dense = grid.values.toarray() if sparse.issparse(grid.values) else grid.values
    names = list(grid.column_ids or [f"x{j + 1}" for j in range(columns)])
    notes = grid.notes if grid.column_ids else (*grid.notes, f"The columns are called x1 to x{columns}.")
    values = list(np.asarray(dense, dtype=np.float64).T)
    skipped: frozenset[int] = frozenset()
    if grid.labels is not None and any(grid.labels):
        names, values = [*names, "label"], [*values, np.array(grid.labels, dtype=object)]
        skipped = frozenset((columns,)) if label is False else frozenset()
    return RawTable.from_document(document, names, values, skipped=skipped, notes=notes)


# Rows and columns without any entry are believed up to here: 80 MB of pointers.
MAX_EMPTY = 10_000_000
MAX_ENTRIES = 50_000_000


def check_shape(rows: int, columns: int, *, where: str) -> None:
    """Raise DataError for a sparse shape that is empty, or so large that its pointers fill the memory."""
    if not (0 < rows <= MAX_EMPTY and 0 < columns <= MAX_EMPTY):
        raise DataError(
            f"The file states {rows:,} rows and {columns:,} columns; from 1 to {MAX_EMPTY:,} are read",
            where=where,
            remedy="Leave out rows and columns without entries.",
        )


def checked_sparse(kind: str, parts: Any, shape: np.ndarray, *, where: str) -> sparse.csr_array:
    """A csr_array from the parts of a csr, csc, bsr, coo or dia matrix; repeated entries are not summed."""
    if shape.shape != (2,) or shape.dtype.kind not in "iu":
        raise DataError("The shape is not a pair of numbers", where=where, remedy="Save the matrix again.")
    rows, columns = (int(size) for size in shape)
    check_shape(rows, columns, where=where)
    stored = parts[0].size
    check_declared_size(max(rows, columns), stored, what="rows or columns", where=where)
    if stored > MAX_ENTRIES:
        raise DataError(
            f"{stored:,} stored entries are more than the {MAX_ENTRIES:,} that are read",
            where=where,
            remedy="Cut the matrix down to the part of interest, or leave out entries that are zero.",
        )
    unfit = "The parts of the sparse matrix do not match"
    with readable(unfit, where=where, remedy="Save it again with SciPy."):
        matrix = getattr(sparse, f"{kind}_array")(_as_parts(parts), shape=(rows, columns))
        if kind in ("csr", "csc", "bsr"):
            check_parts(matrix)
        converted = _rows_of(matrix.tocoo()) if kind in ("coo", "bsr") else sparse.csr_array(matrix)
        check_parts(converted)
    return converted


def check_parts(matrix: Any) -> None:
    """Raise a ValueError where an index or a pointer of a csr, csc or bsr matrix leads outside its parts.

    scipy looks at neither where the last pointer is 0 or below, and reads foreign memory afterwards.
    """
    matrix.check_format(full_check=True)
    if (np.diff(matrix.indptr) < 0).any():
        raise ValueError("its pointers do not ascend")


def _as_parts(parts: Any) -> Any:
    """The same parts, their numbers in a type that scipy knows, and positions as whole numbers."""
    data, *index = parts
    if index and isinstance(index[0], tuple):
        return native(data), tuple(map(_positions, index[0]))
    return native(data), *map(_positions, index)


def _positions(index: np.ndarray) -> np.ndarray:
    found = whole(np.asarray(index))
    if found.dtype.kind not in "iu":
        raise ValueError("a position in it is not a whole number")
    return native(found)


def _rows_of(entries: Any) -> sparse.csr_array:
    """Entries by row; scipy's own conversion would add up those at one place without a word."""
    row, column = (np.asarray(index, dtype=np.int64) for index in entries.coords)
    order = np.argsort(row, kind="stable")
    pointers = np.concatenate([[0], np.cumsum(np.bincount(row, minlength=entries.shape[0]))])
    return sparse.csr_array((entries.data[order], column[order], pointers), shape=entries.shape)
