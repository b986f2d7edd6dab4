"""NumPy's .npz: a sparse matrix as scipy saves it, one dense matrix, or a benchmark graph.

`datasets` floor. Every array goes through the same guard as a single .npy; nothing is unpickled.
"""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any

import numpy as np
from scipy import sparse

from askcore._validation import DataError
from askcore.datasets.files.archives import UNSUSPICIOUS_ARRAY, members, open_zip, take_out
from askcore.datasets.files.document import Document
from askcore.datasets.files.limits import MAX_BYTES, check_entries, too_large
from askcore.datasets.formats.npy import as_texts, read_array, refuse_unlike_matrix
from askcore.datasets.formats.registry import register
from askcore.datasets.tables.edges import Edges, NodeTable
from askcore.datasets.tables.grids import Grid, checked_sparse, edges_of

__all__ = ["holds_edges", "read_npz_graph", "read_npz_matrix"]

_VALUES = ("matrix", "K", "kernel", "adjacency", "A", "arr_0")
_LABELS = ("labels", "row_labels", "y", "label")
_NAMES = ("node_ids", "row_ids", "names", "ids")


def is_npz(document: Document) -> bool:
    """Whether a document is an archive of nothing but .npy files."""
    return document.binary == "npz"


@register("matrix", "npz", extensions=("npz",), recognises=is_npz)
def read_npz_matrix(document: Document) -> Grid:
    """A matrix from `scipy.sparse.save_npz`, or the one two-dimensional array of numbers in the archive.

    Of several, the one called matrix, K, kernel, adjacency or A. Names may stand in row_ids (or
    node_ids) and column_ids, labels of the rows in labels, with or without label_names.

    Raises
    ------
    DataError : for a damaged archive, pickled objects, positions outside the shape, or no matrix.
    """
    arrays = _arrays(document)
    place = document.place()
    if "format" in arrays and "shape" in arrays:
        return Grid(_scipy_sparse(arrays, place))
    if "edges" in arrays:
        edges = _benchmark(arrays, document)
        n = len(edges.names)
        coo = sparse.coo_array((np.ones(len(edges.source)), (edges.source, edges.target)), shape=(n, n))
        values = coo.tocsr()
        values.data[:] = 1.0
        return Grid(values, edges.names, edges.names, edges.nodes.labels if edges.nodes else None)
    values = _dense(arrays, place)
    refuse_unlike_matrix(values, where=place)
    check_entries(*values.shape, where=place)
    row_ids = _texts(arrays, _NAMES, values.shape[0], place)
    column_ids = _texts(arrays, ("column_ids",), values.shape[1], place)
    return Grid(values, row_ids, column_ids, _labels(arrays, values.shape[0], place))


@register("graph", "npz", extensions=("npz",), recognises=is_npz)
def read_npz_graph(document: Document) -> Edges:
    """A graph from edges (E, 2), labels, label_names and node_ids, or the edges of a matrix.

    Raises
    ------
    DataError : as for a matrix, and for an edge to a node that is not there.
    """
    arrays = _arrays(document)
    if "edges" in arrays:
        return _benchmark(arrays, document)
    return edges_of(read_npz_matrix(document), document)


def holds_edges(document: Document) -> bool:
    """Whether an archive is a graph for certain: a list of edges, or a sparse square."""
    with open_zip(document.data, name=document.name) as archive:
        names = {_name(member) for member in members(archive)}
    if "edges" in names or not names >= {"format", "shape"}:
        return "edges" in names
    shape = _arrays(document, only="shape")["shape"]
    return shape.shape == (2,) and bool(shape[0] == shape[1])


def _arrays(document: Document, only: str = "") -> dict[str, np.ndarray]:
    found, size = {}, 0
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
            found[name] = read_array(data, where=document.place_of(f"array {name!r}"))
    return found


def _name(member: str) -> str:
    return PurePosixPath(member).name.removesuffix(".npy")


def _scipy_sparse(arrays: dict[str, np.ndarray], place: str) -> Any:
    kind = as_texts(np.atleast_1d(arrays["format"]).ravel())[0]
    needed = {
        "csr": ("data", "indices", "indptr"), "csc": ("data", "indices", "indptr"),
        "bsr": ("data", "indices", "indptr"), "coo": ("data", "row", "col"), "dia": ("data", "offsets"),
    }.get(kind)  # fmt: skip
    parts = {name: arrays.get(name) for name in needed or ()}
    if not parts or any(part is None or part.dtype.kind not in "biuf" for part in parts.values()):
        raise DataError(
            f"The sparse matrix is incomplete, or of a kind that is not known ({kind[:20]!r})",
            where=place,
            remedy="Save it with scipy.sparse.save_npz.",
        )
    data, *index = parts.values()
    given = (data, (index[0], index[1])) if kind == "coo" else (data, *index)
    return checked_sparse(kind, given, arrays["shape"], where=place)


def _dense(arrays: dict[str, np.ndarray], place: str) -> np.ndarray:
    matrices = {name: array for name, array in arrays.items() if array.ndim == 2}
    chosen = next((name for name in _VALUES if name in matrices), None)
    if chosen is None and len(matrices) != 1:
        listed = ", ".join(f"{name!r} {array.shape}" for name, array in list(arrays.items())[:10])
        raise DataError(
            f"No array is known as the matrix; there are {listed or 'none'}",
            where=place,
            remedy="Call one of them matrix, or save a single one.",
        )
    return matrices[chosen] if chosen else next(iter(matrices.values()))


def _benchmark(arrays: dict[str, np.ndarray], document: Document) -> Edges:
    edges, place = arrays["edges"], document.place_of("array 'edges'")
    if edges.ndim != 2 or edges.shape[1] != 2 or edges.dtype.kind not in "iu" or not len(edges):
        raise DataError(
            f"Expected whole numbers of shape (edges, 2), got {edges.dtype} {edges.shape}",
            where=place,
            remedy="Save one row for every edge: source and target, counted from 0.",
        )
    sizes = [len(arrays[name]) for name in (*_NAMES, *_LABELS) if name in arrays and arrays[name].ndim == 1]
    n = sizes[0] if sizes else int(edges.max()) + 1
    outside = np.flatnonzero(((edges < 0) | (edges >= n)).any(axis=1))
    if outside.size or n > max(10 * edges.size, 1_000_000) + sum(sizes):
        row = int(outside[0]) if outside.size else int(np.argmax(edges.max(axis=1)))
        raise DataError(
            f"The edge {edges[row].tolist()} names a node that is none of {n:,}",
            where=f"{place}, row {row}",
            remedy="Count nodes from 0, in the order of node_ids and labels.",
        )
    names = _texts(arrays, _NAMES, n, document.place()) or [str(i) for i in range(n)]
    source, target = edges.astype(np.int64).T
    nodes = NodeTable(names, _labels(arrays, n, document.place()), where=document.place())
    return Edges(
        names, source, target, None, lambda i: document.place_of(f"array 'edges', row {i}"), nodes=nodes
    )


def _texts(arrays: dict[str, np.ndarray], names: tuple[str, ...], n: int, place: str) -> list[str] | None:
    found = next((arrays[name] for name in names if name in arrays), None)
    if found is None:
        return None
    if found.shape != (n,) or found.dtype.kind not in "biuSU":
        raise DataError(
            f"Expected {n:,} names, got an array {found.dtype} {found.shape}",
            where=place,
            remedy=f"Save {names[0]} as one name for each.",
        )
    return as_texts(found)


def _labels(arrays: dict[str, np.ndarray], n: int, place: str) -> list[str] | None:
    codes = next((arrays[name] for name in _LABELS if name in arrays), None)
    if codes is None:
        return None
    if codes.dtype.kind == "f" and np.isfinite(codes).all() and (codes == codes.round()).all():
        codes = codes.astype(np.int64)
    classes = arrays.get("label_names")
    if classes is None or codes.dtype.kind not in "iu":
        return _texts({"labels": codes}, ("labels",), n, place)
    known = classes.ndim == 1 and classes.dtype.kind in "SU"
    if not known or codes.shape != (n,) or (codes >= len(classes)).any():
        raise DataError(
            "labels and label_names do not fit each other",
            where=place,
            remedy="Save labels as positions in label_names, one for every node (-1 for none).",
        )
    texts = [*as_texts(classes), ""]  # what is negative has no label
    return [texts[code] if code >= 0 else "" for code in codes.tolist()]
