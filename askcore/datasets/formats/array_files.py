"""Files of arrays, .npy, .npz and .mat: the matrix, the graph or the table in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from scipy import sparse

from askcore._validation import DataError
from askcore.datasets.files.document import Document
from askcore.datasets.formats.arrays import FEATURES, VALUES, Arrays
from askcore.datasets.formats.matlab import variables
from askcore.datasets.formats.npy import read_array
from askcore.datasets.formats.npz import archived, listed_edges, lists_edges
from askcore.datasets.formats.registry import binary, register
from askcore.datasets.tables.columns import Label, RawTable
from askcore.datasets.tables.edges import Edges, Weight
from askcore.datasets.tables.grids import Grid, edges_of, grid_of, table_of


def _alone(document: Document) -> Arrays:
    """The one array of an .npy, which has no name."""
    return Arrays(document, {"": read_array(document.data, where=document.place(), shared=True)})


_CONTAINERS: dict[str, Callable[[Document], Arrays]] = {"npy": _alone, "npz": archived, "mat": variables}


def arrays_of(document: Document) -> Arrays:
    """The arrays of a file, once for all who ask."""
    if document.binary not in _CONTAINERS:
        raise document.refused(
            "The file holds no arrays", "Leave the format out: it is recognised automatically."
        )
    if "arrays" not in document.kept:
        document.kept["arrays"] = _CONTAINERS[document.binary](document)
    kept: Arrays = document.kept["arrays"]
    return replace(kept, opened=dict(kept.opened), used=set())


def array_parts(document: Document) -> tuple[str, ...]:
    """The arrays of numbers with rows and columns, edges apart, and the matrices that are stacked in larger ones."""
    return arrays_of(document).parts()


def holds_edges(document: Document) -> bool:
    """Whether a file is a graph for certain: a list of edges, or a sparse square."""
    arrays = arrays_of(document)
    if lists_edges(arrays) and not document.part:
        return True
    found = arrays.opened[arrays.chosen(VALUES)[0]]
    return sparse.issparse(found) and found.shape[0] == found.shape[1]


def holds_features(document: Document) -> bool:
    """Whether the array that would be read is called after features, and has a label for every row."""
    arrays = arrays_of(document)
    return not lists_edges(arrays) and arrays.holds_features()


def _holds_tables(document: Document) -> bool:
    """Whether there is an array of rows and columns in an archive, where edges may be listed instead."""
    try:
        return document.binary == "npz" and bool(array_parts(document))
    except DataError:  # the readers of matrices and graphs say what is wrong
        return False


def read_matrix(document: Document) -> Grid:
    """The matrix that is called so (K, kernel, adjacency, A, ...), or the only one; with names and labels of its rows.

    Names may be in row_ids (or node_ids, nodename) and column_ids, labels of the rows in labels (or y, gnd, ...), with
    or without label_names. Of an array of three or four dimensions it is the part that was chosen, or the first.
    """
    arrays = arrays_of(document)
    return grid_of(read_graph(document)) if lists_edges(arrays) and not document.part else arrays.grid(VALUES)


def read_graph(document: Document, weight: Weight = None) -> Edges:
    """A graph from edges (E, 2) or edge_index (2, E), weights, labels and names, or from the entries of a matrix.

    Edges may also be two arrays (source and target, row and col), and weights a third column. Known are the names
    that the benchmarks by A. Shchur, O. Platonov and LINQS and PyTorch Geometric give their arrays.
    """
    arrays = arrays_of(document)
    if lists_edges(arrays) and not document.part:
        return listed_edges(arrays, weight)
    if weight is not None:
        raise document.refused(
            "The entries of a matrix are its weights already", "Leave out weight, or save edges."
        )
    return edges_of(arrays.grid(VALUES), document)


def read_table(document: Document, label: Label) -> RawTable:
    """Features from X (or features, data, fea, ...), and labels from y (or labels, target, gnd)."""
    return table_of(arrays_of(document).grid((*FEATURES, *VALUES)), document, label)


for _kind in _CONTAINERS:
    _fits = binary(_kind)
    register("matrix", _kind, extensions=(_kind,), recognises=_fits)(read_matrix)
    register("graph", _kind, extensions=(_kind,), recognises=_fits, weighable=True)(read_graph)
    _of_tables = _holds_tables if _kind == "npz" else _fits
    register("table", _kind, extensions=(_kind,), recognises=_of_tables)(read_table)
