"""The same content from every source: a canonical order, its digest, and the order that is returned.

Publishers, mirrors and readers put nodes and rows in different orders. So a digest is taken
in canonical order (nodes by their id as text, rows by their values), and what is returned comes in one
recorded order, whatever the source:

- "text": nodes by id as text; "number": nodes by id as number;
- "recorded": the permutation of the canonical order in orders.npz.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import overload

import numpy as np
from scipy import sparse

from askcore._validation import DataError
from askcore.datasets._checks import content_digest
from askcore.datasets.graph_data import GraphData
from askcore.datasets.public.registry import PublicSet
from askcore.datasets.table_data import TableData

ORDERS = Path(__file__).with_name("orders.npz")


@overload
def canonical(data: GraphData) -> GraphData: ...
@overload
def canonical(data: TableData) -> TableData: ...
def canonical(data: GraphData | TableData) -> GraphData | TableData:
    """The same content with its nodes or rows in canonical order."""
    return taken(data, _canonical_order(data))


def digest_of(data: GraphData | TableData) -> str:
    """SHA-256 of the content: of no order, and of no name of the set."""
    first = canonical(data)
    if isinstance(first, TableData):
        kind = "numbers" if first.is_regression else "classes"
        return content_digest(_values(first), [kind], first.feature_names)
    edges = first.adjacency.tocoo()
    pairs = np.column_stack([edges.row, edges.col]).astype(np.int64)
    labels = None if first.labels is None else [str(label) for label in first.labels]
    return content_digest(pairs, edges.data, first.node_ids, labels)


def in_order(data: GraphData | TableData, wanted: PublicSet) -> GraphData | TableData:
    """Data of the right content in the order in which this set is always returned."""
    if wanted.order == "recorded":
        return taken(canonical(data), _orders()[wanted.name].astype(np.int64))
    if isinstance(data, TableData):
        return canonical(data)
    ids = np.array(data.node_ids)
    return taken(data, np.argsort(ids if wanted.order == "text" else ids.astype(np.int64), kind="stable"))


def order_of(data: GraphData | TableData) -> np.ndarray:
    """The permutation that puts the canonical order into that of these data."""
    return np.argsort(_canonical_order(data), kind="stable")


def taken(data: GraphData | TableData, order: np.ndarray) -> GraphData | TableData:
    """The nodes or rows that `order` names, in that order."""
    if isinstance(data, TableData):
        y = None if data.y is None else data.y[order]
        return TableData(
            data.X[order] + 0.0, y, data.feature_names, data.name, data.notes, data.is_regression
        )
    adjacency = sparse.csr_array(data.adjacency[order][:, order])
    adjacency.sort_indices()
    labels = None if data.labels is None else data.labels[order]
    ids = [data.node_ids[i] for i in order.tolist()]
    return GraphData(adjacency, ids, labels, data.name, data.notes)


def _canonical_order(data: GraphData | TableData) -> np.ndarray:
    if isinstance(data, TableData):
        return np.lexsort(_values(data).T[::-1])
    return np.argsort(np.array(data.node_ids), kind="stable")


def _values(table: TableData) -> np.ndarray:
    """Features and what is to be learned beside each other; + 0.0 turns -0.0 into 0.0."""
    y = np.zeros((table.n_samples, 0)) if table.y is None else np.asarray(table.y, dtype=np.float64)[:, None]
    return np.hstack([table.X, y]) + 0.0


@cache
def _orders() -> dict[str, np.ndarray]:
    with np.load(ORDERS, allow_pickle=False) as arrays:
        return {name: arrays[name] for name in arrays.files}


def as_registered(data: GraphData | TableData, wanted: PublicSet, *, where: str) -> GraphData | TableData:
    """The set in its order, with its title and notes."""
    if digest_of(data) == wanted.digest:
        return replace(in_order(data, wanted), name=wanted.title, notes=wanted.notes)
    problem = f"the content is not the one that this version of askcore knows ({_difference(data, wanted)})"
    remedy = "Download it again, or read the file itself with read_graph or read_table."
    raise DataError(f"{wanted.title}: {problem}", where=where, remedy=remedy)


def _difference(data: GraphData | TableData, wanted: PublicSet) -> str:
    """Sizes where they differ, or else that values do."""
    if isinstance(data, TableData):
        pairs = [(data.n_samples, wanted.rows, "rows")]
    else:
        pairs = [
            (data.n_nodes, wanted.rows, "nodes"),
            (data.n_edges, wanted.edges, "edges"),
            (data.n_self_loops, wanted.self_loops, "self loops"),
        ]
    different = [f"{found:,} {what} in place of {known:,}" for found, known, what in pairs if found != known]
    return ", ".join(different) or "as many as expected, but other values"
