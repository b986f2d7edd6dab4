"""Files of arrays, .npy, .npz and .mat: the matrix, the graph or the table in them.

An .npz holds a sparse matrix as scipy saves it, dense arrays, or a graph as benchmarks list its edges.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePosixPath

import numpy as np
from scipy import sparse

from askcore._validation import DataError
from askcore.datasets.files.archives import members, open_zip, take_out
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import check_declared_size, max_plausible
from askcore.datasets.formats.arrays import (
    FEATURES,
    LABELS,
    LISTS,
    NAMES,
    VALUES,
    Arrays,
    PickledError,
    as_texts,
    read_array,
)
from askcore.datasets.formats.matlab import variables
from askcore.datasets.formats.registry import binary, register
from askcore.datasets.tables.columns import Label, RawTable
from askcore.datasets.tables.edges import Edges, NodeTable, Weight, listed, no_weight
from askcore.datasets.tables.grids import Grid, checked_sparse, edges_of, grid_of, table_of
from askcore.datasets.tables.tokens import whole

_ENDS = (
    ("source", "target"), ("sources", "targets"), ("src", "dst"), ("senders", "receivers"), ("row", "col"),
    ("rows", "cols"), ("from", "to"),
)  # fmt: skip
_WEIGHTS = ("weight", "weights", "edge_weight", "edge_weights", "w", "data", "values")
_THIRD = "[:, 2]"  # as the third column of an array of edges is called
_COUNTS = ("num_nodes", "n_nodes", "n")
_SPARSE = ("", "adj_", "adj_matrix.", "adj_matrix_", "adjacency_", "A_")  # before data, indices, indptr
_PARTS = {
    "csr": ("data", "indices", "indptr"), "csc": ("data", "indices", "indptr"), "bsr": ("data", "indices", "indptr"),
    "coo": ("data", "row", "col"), "dia": ("data", "offsets"),
}  # fmt: skip


def archived(document: Document) -> Arrays:
    """The arrays in an archive, a sparse matrix in place of its parts."""
    arrays = Arrays(document, {})
    with open_zip(document.data, name=document.name) as archive:
        for member in members(archive):
            name = PurePosixPath(member).name.removesuffix(".npy")
            data = take_out(archive, member, name=document.name)
            try:
                arrays.opened[name] = read_array(data, where=arrays.place(name))
            except PickledError as error:
                arrays.closed[name] = error
    if arrays.closed and not arrays.opened:
        raise next(iter(arrays.closed.values()))
    parts = (*_PARTS["csr"], "shape")
    known = arrays.opened
    prefix = next((prefix for prefix in _SPARSE if all(f"{prefix}{part}" in known for part in parts)), None)
    prefix = "" if "format" in known and "shape" in known else prefix
    if prefix is not None and not lists_edges(arrays):
        name = prefix.rstrip("._") or "matrix"
        try:
            known[name] = _of_parts(arrays, prefix)
        except DataError as error:
            arrays.closed[name] = error
    return arrays


def _of_parts(arrays: Arrays, prefix: str) -> sparse.csr_array:
    """The sparse matrix of these parts, which are taken out of the arrays."""
    given = None if prefix else arrays.opened.pop("format", None)
    kind = "csr" if given is None else "".join(as_texts(given.ravel()[:1]))
    parts = [arrays.opened.pop(f"{prefix}{name}", None) for name in (*_PARTS.get(kind, ()), "shape")]
    arrays.opened.pop("_is_array", None)  # scipy's mark on arrays that are no old matrices
    if len(parts) == 1 or any(part is None or part.dtype.kind not in "biuf" for part in parts):
        problem = f"The sparse matrix is incomplete, or its kind is unknown ({kind[:20]!r})"
        raise arrays.document.refused(problem, "Save it with scipy.sparse.save_npz.")
    data, *index, shape = parts
    pieces = (data, (index[0], index[1])) if kind == "coo" else (data, *index)
    return checked_sparse(kind, pieces, np.asarray(shape), where=arrays.document.place())


def lists_edges(arrays: Arrays) -> bool:
    """Whether edges are listed one by one in an archive."""
    return arrays.what == "array" and _ends(arrays) is not None


def _ends(arrays: Arrays) -> tuple[str, ...] | None:
    """The name of the array of edges, or of the two of their ends; of parts of a sparse matrix None."""
    if found := next((name for name in LISTS if name in arrays), None):
        return (found,)
    if "format" in arrays and "shape" in arrays:
        return None
    return next((ends for ends in _ENDS if all(name in arrays for name in ends)), None)


def listed_edges(arrays: Arrays, weight: Weight) -> Edges:
    """The graph of a list of edges, with what is beside it: weights, names and labels."""
    document = arrays.document
    pairs, where = _pairs(arrays)
    fitting = [
        name for name, array in arrays.opened.items()
        if name not in arrays.used and array.shape[:1] == (len(pairs),) and array.size == len(pairs)
        and array.dtype.kind in "biuf"
    ]  # fmt: skip
    weights, weighed_by = _edge_weights(arrays, len(pairs), weight, fitting)
    if pairs.dtype.kind in "US":
        ids, pairs = _numbered(pairs, arrays)
    else:
        n, sizes = _count(arrays, pairs)
        most = min(n, max_plausible(pairs.size + sizes))
        outside = np.flatnonzero(((pairs < 0) | (pairs >= most)).any(axis=1))
        if outside.size:
            row = int(outside[0])
            problem = f"The link {pairs[row].tolist()} uses a node that does not exist; there are {n:,}"
            remedy = "Count nodes from 0, in the order of node_ids and labels."
            raise DataError(problem, where=f"{where}, row {row}", remedy=remedy)
        check_declared_size(n, pairs.size + sizes, what="nodes", where=document.place())
        ids = arrays.texts(NAMES, n) or [str(i) for i in range(n)]
    labels, label_notes = arrays.labels(len(ids))
    source, target = pairs.astype(np.int64).T
    notes = (f"Array {weighed_by!r} was read as the weights of the links.",) if weighed_by else ()
    others = [name for name in fitting if name == weighed_by or name not in arrays.used]
    return Edges(
        ids, source, target, weights, lambda i: f"{where}, row {i}",
        nodes=NodeTable(ids, labels, where=document.place()), notes=notes + label_notes + arrays.notes(),
        weighed_by=weighed_by, weights=tuple(others),
    )  # fmt: skip


def _pairs(arrays: Arrays) -> tuple[np.ndarray, str]:
    """(E, 2) ends of the edges, and where they are, in words; a third column becomes an array beside them."""
    found = _ends(arrays) or ()
    where, parts = arrays.place(found[0]), [arrays.first(name) for name in found]
    remedy = "Save one row for every link: source and target, counted from 0."
    if len(parts) == 2:
        if any(part is None or part.ndim != 1 for part in parts) or len(parts[0]) != len(parts[1]):
            problem = f"{found[0]} and {found[1]} are not two lists of the same length"
            raise DataError(problem, where=where, remedy=remedy)
        edges = np.column_stack(parts)
    else:
        edges = np.asarray(parts[0])
        if edges.ndim == 2 and 2 in edges.shape and (edges.shape[1] != 2 or found == ("edge_index",)):
            # (2, 2) is one row an edge, unless it is called as PyTorch Geometric calls (2, E)
            edges = edges.T if edges.shape[0] == 2 else edges
        elif edges.ndim == 2 and edges.shape[1] == 3 and edges.dtype.kind in "iuf":
            arrays.opened[f"{found[0]}{_THIRD}"], edges = edges[:, 2], edges[:, :2]
    edges = whole(edges)
    if edges.ndim != 2 or edges.shape[1] != 2 or edges.dtype.kind not in "iuUS" or not len(edges):
        problem = f"Expected whole numbers of shape (edges, 2) or (2, edges), got {edges.dtype} {edges.shape}"
        raise DataError(problem, where=where, remedy=remedy)
    return edges, where


def _edge_weights(
    arrays: Arrays, edges: int, weight: Weight, fitting: list[str]
) -> tuple[np.ndarray | None, str]:
    """The weights, and the array that holds them."""
    if weight is None:
        third = [name for name in fitting if name.endswith(_THIRD)]
        weight = next((name for name in (*_WEIGHTS, *third) if name in fitting), False)
    if weight is False:
        return None, ""
    if weight not in fitting:
        problem = f"There is no array {weight!r} with a number for each of {edges:,} links"
        raise arrays.document.refused(problem, f"Choose {listed(fitting) or 'none'}.")
    values = np.asarray(arrays.first(str(weight)), dtype=np.float64).ravel()
    if not np.isfinite(values).all():
        row = int(np.argmin(np.isfinite(values)))
        raise no_weight(values[row], arrays.document.place_of(f"array {weight!r}, row {row}"))
    return values, str(weight)


def _numbered(pairs: np.ndarray, arrays: Arrays) -> tuple[list[str], np.ndarray]:
    """Names in place of numbers: the nodes in the order of node_ids, or of first appearance, and their positions."""
    texts, given = as_texts(pairs.ravel()), arrays.first(*NAMES)
    known = as_texts(given) if given is not None and given.ndim == 1 and given.dtype.kind in "biuSU" else []
    position = {name: i for i, name in enumerate(dict.fromkeys([*known, *texts]))}
    return list(position), np.array([position[text] for text in texts], dtype=np.int64).reshape(-1, 2)


def _count(arrays: Arrays, pairs: np.ndarray) -> tuple[int, int]:
    """How many nodes there are, and how many entries say so."""
    beside = ("node_features", "x", "X", "features")
    for names, ndim in ((NAMES, 1), (LABELS, 1), (beside, 2), (LABELS, 2)):
        found = next((arrays.opened[name] for name in names if name in arrays.opened), None)
        if found is not None and found.ndim == ndim and len(found) != len(pairs):
            return len(found), len(found)
    for name in (*NAMES, *LABELS):
        if name in arrays.opened and arrays.opened[name].ndim:
            return (len(arrays.opened[name]),) * 2
    single = next((arrays.opened[name] for name in _COUNTS if name in arrays.opened), None)
    if single is not None and single.size == 1 and single.dtype.kind in "iu":
        arrays.used.update(name for name in _COUNTS if name in arrays.opened)
        return max(int(single.ravel()[0]), int(pairs.max()) + 1), 0
    return int(pairs.max()) + 1, 0


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
