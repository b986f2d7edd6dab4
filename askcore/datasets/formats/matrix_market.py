"""Matrix Market's .mtx: single entries or all values, read by pandas.

scipy's reader is in C++, and a file that is only slightly wrong takes the process down. Of some
90 such files, given to scipy 1.17.1 in a process each, most were refused by their line, and eight ended in a
segmentation fault or a division by zero: dense symmetric or skew-symmetric matrices of 2 x 4, 4 x 200 and 2 x 400,
which are written past the end of their array, dense ones of no rows, and values in one long line. So files from
outside do not go there.
"""

from __future__ import annotations

import io
from typing import NamedTuple

import numpy as np

from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_declared_size, check_entries
from askcore.datasets.formats.registry import holding, register
from askcore.datasets.tables.edges import Edges
from askcore.datasets.tables.exact import read_exact
from askcore.datasets.tables.grids import Grid, check_shape, checked_sparse, edges_of

_FIELDS = ("real", "double", "integer", "unsigned-integer", "pattern")
_SYMMETRIES = ("general", "symmetric", "skew-symmetric")


_is_market = holding(r"\A%%matrixmarket", rows=False)


@register("graph", "matrix market", extensions=("mtx", "mm"), recognises=_is_market)
def read_market_graph(document: Document) -> Edges:
    """The entries as edges."""
    return edges_of(read_matrix_market(document), document)


@register("matrix", "matrix market", extensions=("mtx", "mm"), recognises=_is_market)
def read_matrix_market(document: Document) -> Grid:
    """The matrix, sparse ("coordinate") or dense ("array"), with the mirrored part of a symmetric one."""
    header = _header(document)
    grid = _coordinates(document, header) if header.entries is not None else _array(document, header)
    if header.symmetry == "general":
        return grid
    return Grid(grid.values, notes=(f"The file is {header.symmetry}: both halves were filled in.",))


def is_sparse_square_market(document: Document) -> bool:
    """Whether the header announces single entries, and as many rows as columns."""
    header = _header(document)
    return header.entries is not None and header.rows == header.columns


class _Header(NamedTuple):
    """What the first lines say; `entries` is None for a dense array; `line` is where the sizes stand."""

    field: str
    symmetry: str
    rows: int
    columns: int
    entries: int | None
    line: int


def _header(document: Document) -> _Header:
    lines = document.text.split("\n", 2_000)[:2_000]
    content = ((i, line) for i, line in enumerate(lines, 1) if line.strip() and not line.startswith("%"))
    number, line = next(content, (1, ""))
    words = lines[0].lower().split()
    sizes = [int(cell) for cell in line.split() if cell.isascii() and cell.isdigit() and len(cell) <= 12]
    wanted = {"coordinate": 3, "array": 2}.get(words[2] if len(words) == 5 else "")
    if len(sizes) != wanted or len(line.split()) != wanted:
        remedy = (
            "It begins with %%MatrixMarket matrix coordinate real general, then rows, columns and entries."
        )
        raise document.refused("The header is not that of Matrix Market", remedy, number)
    if words[3] not in _FIELDS or words[4] not in _SYMMETRIES:
        of = " or ".join(_SYMMETRIES)
        remedy = (
            f"Save it as real or integer (of a complex matrix, save the real part or the modulus), and {of}."
        )
        raise document.refused(f"The matrix is {words[3][:20]} and {words[4][:20]}", remedy, 1)
    header = _Header(words[3], words[4], sizes[0], sizes[1], sizes[2] if wanted == 3 else None, number)
    if header.symmetry != "general" and header.rows != header.columns:
        problem = f"No matrix of {sizes[0]:,} rows and {sizes[1]:,} columns is {header.symmetry}"
        raise document.refused(problem, "Check the sizes.", number)
    return header


def _coordinates(document: Document, header: _Header) -> Grid:
    where, entries = document.place(header.line), header.entries or 0
    check_shape(header.rows, header.columns, where=where)
    check_declared_size(max(header.rows, header.columns), entries, what="rows or columns", where=where)
    body = _body(document, header, entries, 2 if header.field == "pattern" else 3)
    row, column = body[:, 0] - 1, body[:, 1] - 1
    outside = (row < 0) | (row >= header.rows) | (column < 0) | (column >= header.columns)
    bad = np.flatnonzero(outside | (row % 1 != 0) | (column % 1 != 0))
    if bad.size:
        at = f"row {row[bad[0]] + 1:.10g} and column {column[bad[0]] + 1:.10g}"
        problem = f"Entry {bad[0] + 1:,} is in {at} of {header.rows:,} × {header.columns:,}"
        raise document.refused(problem, "Count rows and columns from 1.", header.line)
    value = np.ones(len(body)) if header.field == "pattern" else body[:, 2]
    if header.symmetry != "general":
        mirrored = row != column
        sign = -1.0 if header.symmetry == "skew-symmetric" else 1.0
        row, column = np.append(row, column[mirrored]), np.append(column, row[mirrored])
        value = np.append(value, sign * value[mirrored])
    index = (row.astype(np.int64), column.astype(np.int64))
    shape = np.array([header.rows, header.columns])
    return Grid(checked_sparse("coo", (value, index), shape, where=document.place()))


def _array(document: Document, header: _Header) -> Grid:
    """Values column by column; of a symmetric matrix those on and below the diagonal."""
    rows, columns = header.rows, header.columns
    check_entries(rows, columns, where=document.place(header.line))
    below = {"symmetric": 0, "skew-symmetric": 1}.get(header.symmetry)
    expected = rows * columns if below is None else rows * (rows + 1 - 2 * below) // 2
    values = _body(document, header, expected, 1)[:, 0]
    if below is None:
        return Grid(values.reshape((rows, columns), order="F"))
    matrix = np.zeros((rows, columns))
    column, row = np.triu_indices(rows, below)  # the lower triangle, column by column
    matrix[column, row] = -values if below else values
    matrix[row, column] = values
    return Grid(matrix)


def _body(document: Document, header: _Header, expected: int, width: int) -> np.ndarray:
    """The (expected, width) numbers below the sizes."""
    text, complete = document.text, "Check that the download is complete."
    text = "".join(text.split("\n", header.line)[header.line :])
    lines = text.count("\n") + 1
    if expected > lines:
        problem = f"The header claims {expected:,} values, but {lines:,} lines follow"
        raise document.refused(problem, complete, header.line)
    if not expected and not text.strip():
        return np.empty((0, width))
    try:
        frame = read_exact(io.BytesIO(text.encode()), sep=r"\s+", header=None, comment="%", dtype=np.float64)
        body = frame.to_numpy(dtype=np.float64)
    except ValueError as error:
        problem = f"The lines below the header are not rows of numbers ({str(error)[:200]})"
        raise document.refused(problem, "Save it again with scipy.io.mmwrite.", header.line) from error
    if body.shape != (expected, width):
        there = f"there are {len(body):,} of {body.shape[1]}"
        problem = f"The header announces {expected:,} rows of {width}; {there}"
        raise document.refused(problem, complete, header.line)
    if not np.isfinite(body).all():
        raise document.refused("A value is missing or not finite", complete, header.line)
    return body
