"""Telling whether a file is a graph, a table, a matrix or bags by what is in it.

`datasets` floor.
"""

from __future__ import annotations

from typing import Any

from askcore._validation import DataError
from askcore.datasets.files.document import MAX_LINES, Document, load
from askcore.datasets.files.source import read_bytes
from askcore.datasets.formats.bags import OWN_BAG_COLUMNS
from askcore.datasets.formats.delimited_matrix import is_bare_square, is_named_square
from askcore.datasets.formats.images import holds_images
from askcore.datasets.formats.matlab import is_sparse_square
from askcore.datasets.formats.matrix_market import is_sparse_square_market
from askcore.datasets.formats.npz import holds_edges
from askcore.datasets.formats.registry import special_kinds
from askcore.datasets.protocol import Kind
from askcore.datasets.tables.cells import is_number
from askcore.datasets.tables.columns import TABLE_LABELS
from askcore.datasets.tables.edge_columns import behaves_like_edges, is_fraction, names_edges
from askcore.datasets.tables.rows import content_rows

__all__ = ["guess_kind"]

MOST_ZEROS = 0.1


def guess_kind(source: Any, name: str | None = None) -> Kind:
    """Which of `read_graph`, `read_table`, `read_matrix` and `read_bags` (or `read_images`) suits a file.

    Formats that hold one kind of data only (GraphML, Excel) say so themselves. A sparse square (.npz, .mtx,
    .mat) is a graph, and so is a list whose header names source and target, or whose two or three columns
    behave like edges, and a square of numbers with the same names above and in front, unless it holds
    negative numbers, or nearly no zeros, as a kernel does: then it is a matrix. A dense array
    (.npy) is a matrix, and so is a square of four or more rows of numbers without header. A zip of images is
    bags, and so is a list with a column called bag. Any other text is a table. An open file is left as it was.

    Examples
    --------
    >>> guess_kind(b"a,b\\nb,c\\n"), guess_kind(b"width,height,class\\n1.5,2,cat\\n", "cats.csv")
    ('graph', 'table')
    >>> guess_kind(b"0.5,0.5,0,0\\n" * 4)
    'matrix'
    """
    if holds_images(read_bytes(source, max_lines=MAX_LINES)[1]):
        return "bags"
    document = load(source, name=name)
    if document.beside is not None:
        return "graph"
    kinds = special_kinds(document)
    if "matrix" in kinds:
        return "graph" if _is_sparse_square(document) else "matrix"
    if is_bare_square(document):
        return "matrix"
    if is_named_square(document):
        inner = [row[1:] for row in content_rows(document).head(500)[1:]]
        return "matrix" if _like_a_kernel([cell for row in inner for cell in row]) else "graph"
    if kinds:
        return "table" if "table" in kinds else "graph"
    return _of_rows(document)


def _is_sparse_square(document: Document) -> bool:
    try:
        if document.binary == "npz":
            return holds_edges(document)
        if document.binary == "mat":
            return is_sparse_square(document)
        return not document.binary and is_sparse_square_market(document)
    except DataError:  # the reader will say what is wrong
        return False


def _of_rows(document: Document) -> Kind:
    if document.text.lstrip().startswith("<"):
        return "graph"
    if document.binary:
        return "table"
    head = content_rows(document).head(500)
    ends = names_edges(head[0])
    if ends and not any(is_fraction(cell) for row in head[1:] for j, cell in enumerate(row) if j in ends):
        return "graph"
    if any(cell.lower() in OWN_BAG_COLUMNS for cell in head[0]):
        return "bags"
    if any(cell.lower() in TABLE_LABELS for cell in head[0]):
        return "table"
    return "graph" if behaves_like_edges(head) else "table"


def _like_a_kernel(cells: list[str]) -> bool:
    """Whether entries are of either sign, or nearly all of them not zero; few graphs join all their nodes."""
    numbers = [float(cell) for cell in cells if is_number(cell)]
    zeros = sum(number == 0 for number in numbers)
    return any(number < 0 for number in numbers) or zeros < MOST_ZEROS * len(numbers)
