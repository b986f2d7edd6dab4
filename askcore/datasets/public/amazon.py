"""The Amazon co-purchase graphs as the gnn-benchmark repository publishes them: pieces of scipy matrices.

`datasets` floor. Only the adjacency and the labels are read, and nothing is unpickled.
"""

from __future__ import annotations

import numpy as np

from askcore._validation import DataError
from askcore.datasets.files.archives import UNSUSPICIOUS_ARRAY, members, open_zip, take_out
from askcore.datasets.files.limits import in_file
from askcore.datasets.formats.npy import read_array
from askcore.datasets.graph_data import GraphData
from askcore.datasets.public.registry import PublicSet
from askcore.datasets.tables.grids import checked_sparse

__all__ = ["read_gnn_benchmark"]

_PIECES = ("adj_data", "adj_indices", "adj_indptr", "adj_shape", "labels")


def read_gnn_benchmark(data: bytes, wanted: PublicSet, *, name: str) -> GraphData:
    """adj_data, adj_indices, adj_indptr and adj_shape (CSR), and labels; nodes are called by their row.

    Every stored entry other than 0 is an edge of weight 1.

    Raises
    ------
    DataError : for a damaged archive, a missing piece, pickled objects, or labels that are not those expected.
    """
    with open_zip(data, name=name) as archive:
        inside = {member.removesuffix(".npy"): member for member in members(archive)}
        missing = [piece for piece in _PIECES if piece not in inside]
        if missing:
            raise DataError(
                f"The archive does not hold {', '.join(missing)}",
                where=in_file(name),
                remedy="Check that it is the published .npz.",
            )
        raw = {
            piece: take_out(archive, inside[piece], name=name, unsuspicious=UNSUSPICIOUS_ARRAY)
            for piece in _PIECES
        }
    arrays = {
        piece: read_array(raw[piece], where=f"array {piece!r}{name and f' of {name}'}") for piece in _PIECES
    }
    parts = tuple(arrays[f"adj_{piece}"] for piece in ("data", "indices", "indptr"))
    if any(part.dtype.kind not in "biuf" for part in parts):
        raise DataError(
            "The pieces of the matrix are no numbers",
            where=in_file(name),
            remedy="Check that it is the published .npz.",
        )
    adjacency = checked_sparse("csr", parts, arrays["adj_shape"], where=in_file(name)).tocsr()
    adjacency.sum_duplicates()
    adjacency.eliminate_zeros()
    adjacency.data = np.ones(adjacency.nnz)
    labels = _named(arrays["labels"], wanted, adjacency.shape[0], name)
    return GraphData(adjacency, [str(i) for i in range(adjacency.shape[0])], labels)


def _named(codes: np.ndarray, wanted: PublicSet, n: int, name: str) -> np.ndarray:
    k = len(wanted.label_names)
    if codes.shape != (n,) or codes.dtype.kind not in "iu" or not ((codes >= 0) & (codes < k)).all():
        raise DataError(
            f"Expected {n:,} labels from 0 to {k - 1}, got {codes.dtype} {codes.shape}",
            where=in_file(name),
            remedy="Check that it is the published .npz.",
        )
    return np.array(wanted.label_names)[codes]
