"""Labels from a file beside the data, for rows that have names, or only a place.

`datasets` floor.
"""

from __future__ import annotations

from typing import Any

from askcore._validation import DataError
from askcore.datasets._array import as_texts, read_array
from askcore.datasets._document import Document, load
from askcore.datasets._edges import Edges, NodeTable
from askcore.datasets._registry import choose
from askcore.datasets._rows import content_rows
from askcore.datasets.node_table import LABEL_NAMES

__all__ = ["beside", "labels_by_row", "nodes_beside", "refuse_beside"]


def beside(document: Document, max_lines: int) -> Document:
    """The node table that was packed with a list of edges."""
    name, data = document.beside or ("", b"")
    return load(data, name=name, max_lines=max_lines)


def refuse_beside(document: Document) -> None:
    """Raise DataError where two files were packed and one is wanted."""
    if document.beside is not None:
        raise DataError(
            f"The archive holds 2 files: {document.name!r} and {document.beside[0]!r}",
            remedy="Pack one file alone; a pair of edges and nodes is a graph.",
        )


def nodes_beside(document: Document, edges: Edges) -> tuple[NodeTable, tuple[str, ...]]:
    """The nodes of a graph and their labels, from a table of both, or from labels in the order of the nodes.

    The latter only where the file with the edges says which nodes there are.
    """
    if edges.nodes is not None:
        names = edges.nodes.names
        labels = _labels_in_order(document, len(names))
        if labels is not None and set(labels) != set(names):
            where = document.place()
            note = "The labels were taken in the order of the nodes."
            return NodeTable(names, labels, (note,), where), document.notes
    chosen, notes = choose("nodes", document)
    return chosen.read(document, set(edges.names)), document.notes + notes


def _labels_in_order(document: Document, n: int) -> list[str] | None:
    """The labels in a file that lists n of them, one for every row, and no names; None for any other file.

    Either one column of text, with a header or without, or a one-dimensional .npy array. Lines that begin
    with * are left out: so begin Pajek's partitions.
    """
    if document.binary == "npy":
        array = read_array(document.data, where=document.place())
        if array.ndim == 1 and array.dtype.kind == "f" and (array == array.round()).all():
            array = array.astype("int64")  # MATLAB and R count in floats
        return as_texts(array) if array.shape == (n,) and array.dtype.kind in "biuSU" else None
    if document.binary:
        return None
    lines = [line.strip() for line in content_rows(document).lines()]
    lines = [line for line in lines if not line.startswith("*")]
    if len(lines) == n + 1 and lines[0].strip('"').lower() in LABEL_NAMES:
        lines = lines[1:]
    if len(lines) != n or any(mark in line for line in lines for mark in ",;\t|"):
        return None
    return [line.strip('"') for line in lines]


def labels_by_row(source: Any, names: list[str], *, max_lines: int) -> tuple[list[str], tuple[str, ...]]:
    """A label for every row ("" = none) from a source of labels in order, or of names and labels; and notes.

    Raises
    ------
    DataError : if it is neither, or names a row that is not there.
    """
    document = load(source, max_lines=max_lines)
    in_order = _labels_in_order(document, len(names))
    if in_order is not None:
        return in_order, (*document.notes, "The labels were taken in the order of the rows.")
    chosen, notes = choose("nodes", document)
    table: NodeTable = chosen.read(document, set(names))
    if table.labels is None:
        raise DataError(
            f"There are {len(table.names):,} labels for {len(names):,} rows",
            where=document.place(),
            remedy="Give one label for every row, or two columns: the name of the row, and its label.",
        )
    known = dict(zip(table.names, table.labels, strict=True))
    rows = set(names)
    stray = next((name for name in table.names if name not in rows), None)
    if stray is not None:
        raise DataError(
            f"{stray!r} has a label, but no row is called so",
            where=document.place(),
            remedy=f"Use the names of the rows, like {names[0]!r}, or give one label a line, in their order.",
        )
    missing = sum(name not in known for name in names)
    if missing:
        notes += (f"{missing:,} of {len(names):,} rows have no label.",)
    return [known.get(name, "") for name in names], document.notes + table.notes + notes
