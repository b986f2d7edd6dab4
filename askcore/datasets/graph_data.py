"""A directed graph as everything above takes it: adjacency, names of the nodes, labels where known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from askcore._format import count
from askcore._lazy import cached_property
from askcore._validation import DataError, check_sums, needs
from askcore.datasets._checks import check_size, checked_names, content_digest, set_fields
from askcore.datasets.protocol import Dataset, Kind
from askcore.datasets.tables.labels import as_labels


@dataclass(frozen=True, eq=False, repr=False)
class GraphData(Dataset):
    """A directed, weighted graph of N nodes. The data are checked on construction and read-only.

    Parameters
    ----------
    adjacency : sparse or dense (N, N), from 0 to 1e300; ``adjacency[i, j]`` is the weight of the edge i -> j. It is
        stored as a float64 ``csr_array`` without explicit zeros.
    node_ids : N different, non-empty names.
    labels : (N,) integers or strings, or None if there are no labels. A missing label is ``""`` (None and NaN are
        converted to it, and the other labels to strings). All integers count as labels.
    name : name of the graph.
    notes : decisions of the reader, in words.

    Raises
    ------
    DataError : a shape, a weight or a name is invalid.

    Examples
    --------
    >>> graph = GraphData([[0, 1], [1, 0]], ["a", "b"], labels=["x", None])
    >>> graph.n_edges, graph.reciprocity, graph.classes.tolist(), graph.labelled.tolist()
    (2, 1.0, ['x'], [True, False])
    """

    kind: ClassVar[Kind] = "graph"

    adjacency: sparse.csr_array
    node_ids: list[str]
    labels: np.ndarray | None = None
    name: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check, copy and freeze what was given."""
        adjacency = _checked_adjacency(self.adjacency)
        n = adjacency.shape[0]
        node_ids = checked_names(self.node_ids, n, each="node")
        labels = None if self.labels is None else as_labels(self.labels, n, each="node")
        set_fields(self, self.notes, adjacency=adjacency, node_ids=node_ids, labels=labels)

    @property
    def _size(self) -> str:
        return f"{count(self.n_nodes, 'node')}, {count(self.n_edges, 'edge')}"

    @property
    def n_nodes(self) -> int:
        """N, the number of nodes."""
        return int(self.adjacency.shape[0])

    @property
    def n_edges(self) -> int:
        """Number of edges i -> j of positive weight, including self-loops."""
        return int(self.adjacency.nnz)

    @cached_property
    def n_self_loops(self) -> int:
        """Number of edges i -> i."""
        return int(np.count_nonzero(self.adjacency.diagonal()))

    @cached_property
    def reciprocity(self) -> float:
        """Share, in [0, 1], of the edges i -> j (i != j) for which j -> i exists; 0 without any edge."""
        pattern = self.adjacency.astype(bool)
        both = pattern.multiply(pattern.T).nnz - self.n_self_loops
        return both / max(self.n_edges - self.n_self_loops, 1)

    @property
    def n_samples(self) -> int:
        """N, the number of nodes."""
        return self.n_nodes

    @property
    def sample_names(self) -> list[str]:
        """The names of the nodes."""
        return self.node_ids

    @property
    def sample_word(self) -> str:
        """A sample is a node."""
        return "node"

    def to_networkx(self) -> Any:
        """Return a ``networkx.DiGraph`` with the "weight" of each edge and the "label" of each labelled node.

        Examples
        --------
        >>> GraphData([[0, 2], [0, 0]], ["a", "b"], ["x", ""]).to_networkx().edges["a", "b"]
        {'weight': 2.0}
        """
        with needs("A networkx graph", extra="graphs"):
            import networkx as nx

        graph = nx.DiGraph(name=self.name)
        labels = (
            [{}] * self.n_nodes if self.labels is None else [{"label": each} for each in self.labels.tolist()]
        )
        graph.add_nodes_from(
            (node, told if known else {})
            for node, told, known in zip(self.node_ids, labels, self.labelled, strict=True)
        )
        graph.add_weighted_edges_from(self._links())
        return graph

    def to_pandas(self) -> tuple[Any, Any]:
        """Return two frames: edges with "source", "target" and "weight", and nodes by name, with "label" if there are
        labels.

        ``read_graph(edges, labels=nodes["label"])`` restores the graph.

        Examples
        --------
        >>> edges, nodes = GraphData([[0, 2], [0, 0]], ["a", "b"], ["x", ""]).to_pandas()
        >>> edges.values.tolist(), nodes["label"].to_dict()
        ([['a', 'b', 2.0]], {'a': 'x', 'b': ''})
        """
        import pandas as pd

        told = {} if self.labels is None else {"label": self.labels}
        return pd.DataFrame(self._links(), columns=["source", "target", "weight"]), pd.DataFrame(
            told, index=pd.Index(self.node_ids, name="node")
        )

    def _links(self) -> list[tuple[str, str, float]]:
        edges, names = self.adjacency.tocoo(), self.node_ids
        found = zip(edges.row.tolist(), edges.col.tolist(), edges.data.tolist(), strict=True)
        return [(names[i], names[j], weight) for i, j, weight in found]

    @cached_property
    def digest(self) -> str:
        """SHA-256 over weights, names and labels (`name` and `notes` change no answer)."""
        a = self.adjacency
        return content_digest(a.indptr, a.indices, a.data, self.node_ids, self.labels)


def _checked_adjacency(given: Any) -> sparse.csr_array:
    try:
        adjacency = sparse.csr_array(given, dtype=np.float64, copy=not _is_frozen(given))
    except (TypeError, ValueError) as error:
        raise DataError(
            f"The adjacency is not a matrix of numbers ({error})",
            remedy="Give a scipy.sparse matrix or a square array.",
        ) from error
    if adjacency.ndim != 2 or adjacency.shape[0] != adjacency.shape[1] or adjacency.shape[0] == 0:
        raise DataError(
            f"Expected a square adjacency with at least one node, got shape {adjacency.shape}",
            remedy="Give one row and one column for every node.",
        )
    if not _is_frozen(adjacency):
        adjacency.sum_duplicates()
        adjacency.eliminate_zeros()
    bad = np.flatnonzero(~(np.isfinite(adjacency.data) & (adjacency.data > 0)))
    if bad.size:
        row = int(np.searchsorted(adjacency.indptr, bad[0], side="right")) - 1
        raise DataError(
            f"The weight {adjacency.data[bad[0]]} is not a finite number of 0 or more",
            where=f"row {row}, column {adjacency.indices[bad[0]]} of the adjacency",
            remedy="Leave out the link, or give it a positive weight.",
        )
    check_sums(adjacency, "The weights")
    check_size(adjacency.data, "weight", "the graph")
    return frozen(adjacency)


def frozen(adjacency: sparse.csr_array) -> sparse.csr_array:
    """The same, whose arrays are read-only from here on: a graph keeps such a one as it is, in no memory of its own."""
    for array in (adjacency.data, adjacency.indices, adjacency.indptr):
        array.flags.writeable = False
    return adjacency


def _is_frozen(given: Any) -> bool:
    """Whether nothing in it may change, and nothing has to."""
    if not isinstance(given, sparse.csr_array) or given.dtype != np.float64:
        return False
    changes = any(array.flags.writeable for array in (given.data, given.indices, given.indptr))
    return not changes and given.has_canonical_format and bool(given.data.all())
