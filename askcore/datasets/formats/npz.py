"""NumPy's .npz: a sparse matrix as scipy saves it, one dense matrix, a benchmark graph, or a table.

`datasets` floor. Every array goes through the same guard as a single .npy; nothing is unpickled. No array is left
out without a note that names it.
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath
from typing import Any

import numpy as np
from scipy import sparse

from askcore._validation import DataError
from askcore.datasets.files.archives import UNSUSPICIOUS_ARRAY, members, open_zip, take_out
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import (
    MAX_BYTES,
    check_declared_size,
    check_entries,
    max_plausible,
    too_large,
)
from askcore.datasets.formats.npy import (
    PickledError,
    as_texts,
    of_stack,
    read_array,
    read_header,
    refuse_unlike_matrix,
    stacked,
)
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.columns import Label, RawTable
from askcore.datasets.tables.edges import Edges, NodeTable, Weight, listed, no_weight, repeated, unused
from askcore.datasets.tables.grids import Grid, checked_sparse, edges_of, table_of
from askcore.datasets.tables.labels import codes_said
from askcore.datasets.tables.tokens import whole

_VALUES = ("matrix", "K", "kernel", "adjacency", "adj", "A", "arr_0")
_FEATURES = ("X", "x", "features", "data", "node_features", "x_train", "X_train", "inputs")
_LABELS = (
    "labels", "row_labels", "y", "label", "node_labels", "node_label", "Y", "target", "targets", "classes", "class",
    "y_train",
)  # fmt: skip
_NAMES = ("node_ids", "row_ids", "names", "ids", "node_names")
_LABEL_NAMES = ("label_names", "class_names", "target_names", "classes")
_EDGES = ("edges", "edge_index", "edge_list", "edgelist", "links")
_ENDS = (
    ("source", "target"), ("sources", "targets"), ("src", "dst"), ("senders", "receivers"), ("row", "col"),
    ("rows", "cols"), ("from", "to"),
)  # fmt: skip
_WEIGHTS = ("weight", "weights", "edge_weight", "edge_weights", "w", "data", "values")
_COUNTS = ("num_nodes", "n_nodes", "n")
_SPARSE = (
    "",
    "adj_",
    "adj_matrix.",
    "adj_matrix_",
    "adjacency_",
    "A_",
)  # what stands before data, indices, indptr


def is_npz(document: Document) -> bool:
    """Whether a document is an archive of nothing but .npy files."""
    return document.binary == "npz"


@dataclass
class _Arrays:
    """The arrays of an archive, and which of them were used; pickled ones are an error only where they are needed."""

    opened: dict[str, np.ndarray]
    closed: dict[str, PickledError]
    place: str
    used: set[str] = field(default_factory=set)

    def first(self, *names: str) -> np.ndarray | None:
        """The first of these that is there."""
        name = next((name for name in names if name in self.opened), None)
        if name is None:
            if refused := next((self.closed[name] for name in names if name in self.closed), None):
                raise refused
            return None
        self.used.add(name)
        return self.opened[name]

    def __contains__(self, name: str) -> bool:
        return name in self.opened or name in self.closed

    def notes(self) -> tuple[str, ...]:
        """Which arrays were not used."""
        notes = unused("Array", [name for name in self.opened if name not in self.used])
        if self.closed:
            many = len(self.closed) > 1
            notes += (
                f"Array{'s' if many else ''} {listed(list(self.closed))} {'were' if many else 'was'} not opened: "
                f"{'they hold' if many else 'it holds'} pickled Python objects.",
            )
        return notes


@register("matrix", "npz", extensions=("npz",), recognises=is_npz)
def read_npz_matrix(document: Document) -> Grid:
    """A matrix from `scipy.sparse.save_npz` or its parts, or the one two-dimensional array of numbers in the archive.

    Of several, the one called matrix, K, kernel, adjacency or A. Names may stand in row_ids (or
    node_ids) and column_ids, labels of the rows in labels (or y), with or without label_names.
    """
    arrays = _arrays(document)
    if not document.part and _ends(arrays) is not None:
        edges = _benchmark(arrays, document, None)
        n = len(edges.names)
        weight = np.ones(len(edges.source)) if edges.weight is None else edges.weight
        values = sparse.coo_array((weight, (edges.source, edges.target)), shape=(n, n)).tocsr()
        if edges.weight is None:
            values.data[:] = 1.0
        labels = edges.nodes.labels if edges.nodes else None
        notes = edges.notes + repeated(len(weight) - values.nnz, weighted=edges.weight is not None)
        return Grid(values, edges.names, edges.names, labels, notes)
    grid = _grid(arrays, document, _VALUES)
    return replace(grid, notes=(*grid.notes, *arrays.notes()))


@register("graph", "npz", extensions=("npz",), recognises=is_npz, weighable=True)
def read_npz_graph(document: Document, weight: Weight = None) -> Edges:
    """A graph from edges (E, 2) or edge_index (2, E), weights, labels and names, or the edges of a matrix.

    Edges may also be two arrays (source and target, row and col), and weights a third column. Known are the names
    that the benchmarks by A. Shchur, O. Platonov and LINQS and PyTorch Geometric give their arrays.
    """
    arrays = _arrays(document)
    if not document.part and _ends(arrays) is not None:
        return _benchmark(arrays, document, weight)
    if weight is not None:
        raise DataError(
            "The entries of a matrix are its weights already",
            where=document.place(),
            remedy="Leave out weight, or save edges.",
        )
    return edges_of(read_npz_matrix(document), document)


def holds_tables(document: Document) -> bool:
    """Whether there is an array of rows and columns in an archive that can be read."""
    try:
        return is_npz(document) and bool(npz_parts(document))
    except DataError:  # the readers of matrices and graphs say what is wrong
        return False


@register("table", "npz", extensions=("npz",), recognises=holds_tables)
def read_npz_table(document: Document, label: Label) -> RawTable:
    """Features from X (or features, data, node_features), and labels from y (or labels, target)."""
    arrays = _arrays(document)
    grid = _grid(arrays, document, _FEATURES)
    raw = table_of(grid, document, label)
    return replace(raw, notes=(*raw.notes, *arrays.notes()))


def holds_edges(document: Document) -> bool:
    """Whether an archive is a graph for certain: a list of edges, or a sparse square."""
    headers = _headers(document)
    if document.part:
        return False
    if lists_edges(document):
        return True
    prefix = _prefix(headers)
    if prefix is None:
        return False
    shape = _arrays(document, only=f"{prefix}shape").opened[f"{prefix}shape"]
    return shape.shape == (2,) and bool(shape[0] == shape[1])


def lists_edges(document: Document) -> bool:
    """Whether edges are listed one by one in an archive."""
    return _ends(_headers(document)) is not None


def holds_features(document: Document) -> bool:
    """Whether the array that would be read is called after features, and has a label for every row."""
    headers = _headers(document)
    name = next((name for name in _FEATURES if name in npz_parts(document)), None)
    if document.part or name is None or lists_edges(document) or any(known in headers for known in _VALUES):
        return False
    labels = next((headers[known][0] for known in _LABELS if known in headers), ())
    return labels[:1] == headers[name][0][:1]


def npz_parts(document: Document) -> tuple[str, ...]:
    """The arrays of numbers with rows and columns, edges apart, and the matrices that are stacked in larger ones."""
    return tuple(
        f"{name}{at}"
        for name, (shape, kind) in _headers(document).items()
        if kind in "biuf" and name not in _EDGES
        for at in ([""] if len(shape) == 2 and min(shape) > 0 else stacked(shape))
    )


def _headers(document: Document) -> dict[str, tuple[tuple[int, ...], str]]:
    """Shape and kind of type that the arrays claim to have."""
    if _headers not in document.kept:
        found: dict[str, tuple[tuple[int, ...], str]] = {}
        with open_zip(document.data, name=document.name) as archive:
            for member in members(archive):
                with archive.open(member) as file:
                    shape, _, dtype = read_header(io.BytesIO(file.read(20_000)), document.place())
                found[_name(member)] = shape, dtype.kind
        document.kept[_headers] = found
    return document.kept[_headers]


def _arrays(document: Document, only: str = "") -> _Arrays:
    found, closed, size = {}, {}, 0
    with open_zip(document.data, name=document.name) as archive:
        for member in members(archive):
            name = _name(member)
            if only and name != only:
                continue
            free = max(UNSUSPICIOUS_ARRAY - size, 0)
            data = take_out(archive, member, name=document.name, unsuspicious=free)
            size += len(data)
            if size > MAX_BYTES:
                raise too_large(document.name)
            try:
                found[name] = read_array(data, where=document.place_of(f"array {name!r}"))
            except PickledError as error:
                closed[name] = error
    if closed and not found:
        raise next(iter(closed.values()))
    return _Arrays(found, closed, document.place())


def _name(member: str) -> str:
    return PurePosixPath(member).name.removesuffix(".npy")


def _ends(arrays: Any) -> tuple[str, ...] | None:
    """The name of the array of edges, or of the two of their ends; of parts of a sparse matrix None."""
    if found := next((name for name in _EDGES if name in arrays), None):
        return (found,)
    if "format" in arrays and "shape" in arrays:
        return None
    return next((ends for ends in _ENDS if all(name in arrays for name in ends)), None)


def _prefix(arrays: Any) -> str | None:
    """What stands before the names of the parts of a sparse matrix; None if there is none."""
    if "format" in arrays and "shape" in arrays:
        return ""
    parts = ("data", "indices", "indptr", "shape")
    return next((prefix for prefix in _SPARSE if all(f"{prefix}{part}" in arrays for part in parts)), None)


def _grid(arrays: _Arrays, document: Document, known: tuple[str, ...]) -> Grid:
    """The matrix that is meant, with names and labels of its rows."""
    place, prefix = document.place(), _prefix(arrays)
    notes: tuple[str, ...] = ()
    if prefix is not None and not document.part and known is _VALUES:
        values = _scipy_sparse(arrays, prefix, place)
        if prefix:
            notes = (f"Read the sparse matrix {prefix.rstrip('._')!r}; its rows are the sources.",)
    else:
        values, name, notes = _dense(arrays, document, known)
        refuse_unlike_matrix(values, where=place)
        check_entries(*values.shape, where=place)
        if len(npz_parts(document)) > 1 and not notes:
            notes = (f"Read the array {name!r}.",)
    rows, columns = values.shape
    row_ids = _texts(arrays, _NAMES, rows, place)
    column_ids = _texts(arrays, ("column_ids", "feature_names"), columns, place) if rows or columns else None
    labels, label_notes = _labels(arrays, rows, place)
    return Grid(values, row_ids, column_ids, labels, notes + label_notes)


def _scipy_sparse(arrays: _Arrays, prefix: str, place: str) -> Any:
    given = arrays.first("format") if not prefix else None
    kind = "csr" if given is None else "".join(as_texts(given.ravel()[:1]))
    needed = {
        "csr": ("data", "indices", "indptr"), "csc": ("data", "indices", "indptr"),
        "bsr": ("data", "indices", "indptr"), "coo": ("data", "row", "col"), "dia": ("data", "offsets"),
    }.get(kind)  # fmt: skip
    parts = {name: arrays.first(f"{prefix}{name}") for name in needed or ()}
    if not parts or any(part is None or part.dtype.kind not in "biuf" for part in parts.values()):
        raise DataError(
            f"The sparse matrix is incomplete, or its kind is unknown ({kind[:20]!r})",
            where=place,
            remedy="Save it with scipy.sparse.save_npz.",
        )
    arrays.used.add("_is_array")  # scipy's mark on arrays that are no old matrices
    data, *index = parts.values()
    pieces = (data, (index[0], index[1])) if kind == "coo" else (data, *index)
    shape = arrays.first(f"{prefix}shape")
    return checked_sparse(kind, pieces, np.asarray(shape), where=place)


def _dense(
    arrays: _Arrays, document: Document, known: tuple[str, ...]
) -> tuple[np.ndarray, str, tuple[str, ...]]:
    """The array that is meant, what it is called, and notes."""
    matrices = [name for name, array in arrays.opened.items() if array.ndim == 2]
    numbers = [name for name in matrices if arrays.opened[name].dtype.kind in "biuf"] or matrices
    at, chosen = "", None
    if document.part:
        if document.part not in arrays.opened:
            name, bracket, rest = document.part.partition("[")
            at = bracket + rest
        else:
            name = document.part
        chosen = name if name in arrays.opened else None
    else:
        if not matrices:  # heads of attention, say
            numbers = [name for name, array in arrays.opened.items() if stacked(array.shape)]
        chosen = next((name for name in known if name in matrices), numbers[0] if len(numbers) == 1 else None)
    if chosen is None:
        shown = ", ".join(f"{name!r} {array.shape}" for name, array in list(arrays.opened.items())[:10])
        raise DataError(
            f"It is not clear which array is the matrix; there are: {shown or 'none'}",
            where=document.place(),
            remedy="Call one of them matrix, or save a single one.",
        )
    values = arrays.first(chosen)
    assert values is not None
    values, notes = of_stack(values, at, where=document.place_of(f"array {chosen!r}"))
    return values, f"{chosen}{at}", notes


def _benchmark(arrays: _Arrays, document: Document, weight: Weight) -> Edges:
    """The graph of a list of edges, with what stands beside it: weights, names and labels."""
    pairs, third, where = _pairs(arrays, document)
    fitting = _fitting(arrays, len(pairs))
    weights, weighed_by, notes = _edge_weights(arrays, len(pairs), third, weight, fitting, document)
    names = pairs.dtype.kind in "US"
    if names:
        ids, pairs = _numbered(pairs, arrays)
        n = len(ids)
    else:
        n, sizes = _count(arrays, pairs)
        outside = np.flatnonzero(
            ((pairs < 0) | (pairs >= min(n, max_plausible(pairs.size + sizes)))).any(axis=1)
        )
        if outside.size:
            row = int(outside[0])
            raise DataError(
                f"The edge {pairs[row].tolist()} names a node that does not exist; there are {n:,}",
                where=f"{where}, row {row}",
                remedy="Count nodes from 0, in the order of node_ids and labels.",
            )
        check_declared_size(n, pairs.size + sizes, what="nodes", where=document.place())
        ids = _texts(arrays, _NAMES, n, document.place()) or [str(i) for i in range(n)]
    labels, label_notes = _labels(arrays, n, document.place())
    source, target = pairs.astype(np.int64).T
    nodes = NodeTable(ids, labels, where=document.place())
    return Edges(
        ids, source, target, weights, lambda i: f"{where}, row {i}", nodes=nodes,
        notes=notes + label_notes + arrays.notes(), weighed_by=weighed_by,
        weights=() if third is not None else tuple(n for n in fitting if n == weighed_by or n not in arrays.used),
    )  # fmt: skip


def _pairs(arrays: _Arrays, document: Document) -> tuple[np.ndarray, np.ndarray | None, str]:
    """(E, 2) ends of the edges, the third column if there is one, and where they stand, in words."""
    found = _ends(arrays) or ()
    where = document.place_of(f"array {found[0]!r}")
    parts = [arrays.first(name) for name in found]
    third = None
    if len(parts) == 2:
        if any(part is None or part.ndim != 1 for part in parts) or len({len(part) for part in parts}) > 1:  # type: ignore[arg-type]
            raise _no_edges(f"{found[0]} and {found[1]} are not two lists of the same length", where)
        edges = np.column_stack(parts)  # type: ignore[arg-type]
    else:
        edges = np.asarray(parts[0])
        if edges.ndim == 2 and 2 in edges.shape and (edges.shape[1] != 2 or found == ("edge_index",)):
            # (2, 2) is one row an edge, unless it is called as PyTorch Geometric calls (2, E)
            edges = edges.T if edges.shape[0] == 2 else edges
        elif edges.ndim == 2 and edges.shape[1] == 3 and edges.dtype.kind in "iuf":
            edges, third = edges[:, :2], edges[:, 2].astype(np.float64)
    edges = whole(edges)
    if edges.ndim != 2 or edges.shape[1] != 2 or edges.dtype.kind not in "iuUS" or not len(edges):
        raise _no_edges(
            f"Expected whole numbers of shape (edges, 2) or (2, edges), got {edges.dtype} {edges.shape}",
            where,
        )
    return edges, third, where


def _no_edges(problem: str, where: str) -> DataError:
    remedy = "Save one row for every edge: source and target, counted from 0."
    return DataError(problem, where=where, remedy=remedy)


def _fitting(arrays: _Arrays, edges: int) -> list[str]:
    """The arrays with a number for each edge, by name."""
    return [
        name
        for name, array in arrays.opened.items()
        if name not in arrays.used
        and array.ndim
        and array.size == edges == len(array)
        and array.dtype.kind in "biuf"
    ]


def _edge_weights(
    arrays: _Arrays,
    edges: int,
    third: np.ndarray | None,
    weight: Weight,
    fitting: list[str],
    document: Document,
) -> tuple[np.ndarray | None, str, tuple[str, ...]]:
    """The weights, the array that holds them, and notes."""
    if weight is False:
        return None, "", () if third is None else ("The third column of the edges was not used.",)
    if weight is not None and weight not in fitting:
        raise DataError(
            f"There is no array {weight!r} with a number for each of {edges:,} edges",
            where=document.place(),
            remedy=f"Choose {listed(fitting) or 'none'}.",
        )
    name = weight if weight is not None else next((name for name in _WEIGHTS if name in fitting), None)
    if name is None:
        return third, "", () if third is None else ("The third column of the edges was read as weights.",)
    values = np.asarray(arrays.first(str(name)), dtype=np.float64).ravel()
    if not np.isfinite(values).all():
        row = int(np.argmin(np.isfinite(values)))
        raise no_weight(values[row], document.place_of(f"array {name!r}, row {row}"))
    more = () if third is None else ("The third column of the edges was not used.",)
    return values, str(name), (f"Array {name!r} was read as the weights of the edges.", *more)


def _numbered(pairs: np.ndarray, arrays: _Arrays) -> tuple[list[str], np.ndarray]:
    """Names in place of numbers: the nodes in the order of node_ids, or of first appearance, and their positions."""
    texts = as_texts(pairs.ravel())
    given = arrays.first(*_NAMES)
    known = as_texts(given) if given is not None and given.ndim == 1 and given.dtype.kind in "biuSU" else []
    position = {name: i for i, name in enumerate(dict.fromkeys([*known, *texts]))}
    return list(position), np.array([position[text] for text in texts], dtype=np.int64).reshape(-1, 2)


def _count(arrays: _Arrays, pairs: np.ndarray) -> tuple[int, int]:
    """How many nodes there are, and how many entries say so."""
    for names, ndim in (
        (_NAMES, 1),
        (_LABELS, 1),
        (("node_features", "x", "X", "features"), 2),
        (_LABELS, 2),
    ):
        found = next((arrays.opened[name] for name in names if name in arrays.opened), None)
        if found is not None and found.ndim == ndim and len(found) != len(pairs):
            return len(found), len(found)
    lengths = [arrays.opened[name].shape[:1] for name in (*_NAMES, *_LABELS) if name in arrays.opened]
    if sizes := [size for length in lengths for size in length]:
        return sizes[0], sizes[0]
    single = next((arrays.opened[name] for name in _COUNTS if name in arrays.opened), None)
    if single is not None and single.size == 1 and single.dtype.kind in "iu":
        arrays.used.update(name for name in _COUNTS if name in arrays.opened)
        return max(int(single.ravel()[0]), int(pairs.max()) + 1), 0
    return int(pairs.max()) + 1, 0


def _texts(arrays: _Arrays, names: tuple[str, ...], n: int, place: str) -> list[str] | None:
    if not any(name in arrays.opened for name in names):
        return None
    found = arrays.first(*names)
    assert found is not None
    if found.shape != (n,) or found.dtype.kind not in "biuSU":
        raise DataError(
            f"Expected {n:,} names, got an array {found.dtype} {found.shape}",
            where=place,
            remedy=f"Save {names[0]} as one name for each.",
        )
    return as_texts(found)


def _labels(arrays: _Arrays, n: int, place: str) -> tuple[list[str] | None, tuple[str, ...]]:
    """A label for each of n rows, by name or by its place in label_names; what are no classes stays unused."""
    name = next((name for name in _LABELS if name in arrays.opened and name not in arrays.used), None)
    if name is None:
        return None, ()
    codes, notes = (
        arrays.opened[name],
        () if name in ("labels", "label", "y") else (f"Labels are from {name!r}.",),
    )
    if codes.ndim == 2 and codes.shape == (n, 1):
        codes = codes[:, 0]
    elif codes.ndim == 2 and len(codes) == n and codes.dtype.kind in "biuf" and _is_one_hot(codes):
        codes = codes.argmax(axis=1)
        notes = (f"Labels are the columns of {name!r} that hold the 1.",)
    codes = codes_said(codes) if codes.ndim == 1 else codes
    if codes.dtype.kind == "f" and codes.shape == (n,):
        return None, (f"Array {name!r} holds numbers with fractions, so they are not classes.",)
    arrays.used.add(name)
    classes = arrays.first(*[known for known in _LABEL_NAMES if known != name and known in arrays.opened])
    if classes is None or codes.dtype.kind not in "iu":
        return _texts(_Arrays({"labels": codes}, {}, place), ("labels",), n, place), notes
    known = classes.ndim == 1 and classes.dtype.kind in "SU"
    if not known or codes.shape != (n,) or (codes >= len(classes)).any():
        raise DataError(
            "labels and label_names do not fit each other",
            where=place,
            remedy="Save labels as positions in label_names, one for every node (-1 for none).",
        )
    texts = [*as_texts(classes), ""]  # what is negative has no label
    return [texts[code] if code >= 0 else "" for code in codes.tolist()], notes


def _is_one_hot(codes: np.ndarray) -> bool:
    return bool(np.isin(codes, (0, 1)).all() and (codes.sum(axis=1) == 1).all())
