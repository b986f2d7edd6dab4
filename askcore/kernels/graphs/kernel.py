"""Kernels between the nodes of a directed graph: S is built once, a kind is a function of it."""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import ArrayLike

from askcore._validation import DataError, as_index
from askcore.kernels._registry import GRAPH_KERNELS
from askcore.kernels.graphs._function import GraphFunction
from askcore.kernels.graphs.matrix import graph_matrix, links
from askcore.kernels.indices import IndexKernel, frozen


class GraphKernel(IndexKernel):
    """A kernel on node indices, computed from the adjacency matrix of a directed graph.

    Blocks k(rows, cols) are sparse for "adjacency", "common_neighbors" and "power", and otherwise dense. Up to 4,000
    nodes, the whole matrix is computed as soon as half of it is requested. For larger graphs, only the requested rows
    or columns (whichever are fewer) are computed. ``product`` and ``transposed`` multiply with K without forming it. A
    kernel is immutable. ``with_params`` returns another kernel on the same graph; estimators use it if a search sets
    ``kernel__kind``, ``kernel__beta`` and similar parameters.

    Parameters
    ----------
    adjacency : (N, N) array or sparse matrix; adjacency[i, j] is the weight of the edge i -> j. Also a graph from
        networkx or igraph, whose nodes are numbered in their order, or a data frame whose index contains the names of
        its columns.
    kind : a name in ``GRAPH_KERNELS``, a function of S over all nodes (see ``graph_matrix``): "adjacency" S;
        "common_neighbors" S S^T; "power" S^length; "katz" the sum over l >= 1 of beta^l S^l; "pagerank" (1 - alpha)(I -
        alpha S~)^-1 with the row-normalised S~; "diffusion" expm(beta S); "von_neumann" (I - beta S)^-1;
        "shortest_path" exp(-d/sigma), where d is the number of steps of the shortest directed path along S.
    orientation : "in": S[i, j] is the weight of j -> i, so the source view of a node uses its incoming links (the
        matrix of He et al. 2022, section 4.2); "out": S[i, j] is the weight of i -> j; "both": the sum of the two, with
        loops counted once.
    self_loops : True sets the diagonal to 1, False sets it to 0, and None leaves it unchanged.
    normalize : whether the rows of S sum to 1 (a row of zeros stays zero). None: True for "adjacency", False for the
        other kinds.
    **params : parameters of the kind, see ``GRAPH_KERNELS[kind].params``. beta of "katz" and "von_neumann" must be less
        than 1 / spectral radius of S. None means half of this bound.

    Raises
    ------
    ValueError : the matrix is invalid, the kind is unknown, or a parameter, which the message names, is unknown or out
        of range.

    Examples
    --------
    >>> import numpy as np
    >>> A = np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]])   # edges 0->1, 0->2, 1->2
    >>> GraphKernel(A)([2], [0, 1, 2]).toarray().round(2)       # two nodes and itself point to node 2
    array([[0.33, 0.33, 0.33]])
    >>> GraphKernel(A, "power", length=2, orientation="out", self_loops=False)([0], [2]).toarray()
    array([[1.]])
    """

    held = 4000  # nodes up to which the whole matrix is computed once, as soon as it pays (128 MB at most)
    _asked = 0  # columns so far
    _adjacency: sp.csr_array | None = None
    _last: tuple[dict[str, Any], GraphKernel] | None = None

    def __init__(
        self,
        adjacency: Any,
        kind: str = "adjacency",
        *,
        orientation: str = "in",
        self_loops: bool | None = True,
        normalize: bool | None = None,
        **params: Any,
    ) -> None:
        if kind not in GRAPH_KERNELS:
            raise ValueError(f"kind must be one of {', '.join(map(repr, GRAPH_KERNELS))}, got {kind!r}.")
        spec = GRAPH_KERNELS[kind]
        spec.check(params)
        self.kind, self.orientation, self.self_loops = kind, orientation, self_loops
        self._normalize = normalize
        self.normalize = spec.normalized if normalize is None else normalize
        self._params = {p.name: params.get(p.name, p.default) for p in spec.params}
        self._adjacency = _own(links(adjacency))
        S = graph_matrix(
            self._adjacency, orientation=orientation, self_loops=self_loops, normalize=self.normalize
        )
        self._function: GraphFunction = spec.make(frozen(S), self._params)
        self._matrix = getattr(self._function, "whole", None)

    @property
    def shape(self) -> tuple[int, int]:
        """(N, N)."""
        return self._function.n, self._function.n

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Return all arguments of ``with_params`` as given: kind, orientation, self_loops, normalize and the parameters
        of the kind.
        """
        return {
            "kind": self.kind,
            "orientation": self.orientation,
            "self_loops": self.self_loops,
            "normalize": vars(self).get("_normalize", self.normalize),
            **self._params,
        }

    def with_params(self, **params: Any) -> GraphKernel:
        """Return the kernel on the same graph with other parameters. Another ``kind`` starts with its default
        parameters.

        The last result is cached, so all folds of a search share its matrix.

        Raises
        ------
        ValueError : a parameter that the kind does not have, or a value out of its range.
        DataError : a kernel from a file of askcore 0.1, which contains S but not the graph.
        """
        wanted = self.get_params()
        if params.get("kind", self.kind) != self.kind:
            wanted = {name: value for name, value in wanted.items() if name not in self._params}
        wanted |= params
        if wanted == self.get_params():
            return self
        last = self._last  # once: another thread may replace it
        if last is None or last[0] != wanted:
            if self._adjacency is None:
                raise DataError(
                    "This kernel comes from an earlier version, whose files do not contain the graph",
                    remedy="Create a new kernel: GraphKernel(adjacency, ...).",
                )
            self._last = last = wanted, GraphKernel(self._adjacency, **wanted)
        return last[1]

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_last"}

    @property
    def params(self) -> dict[str, Any]:
        """The parameters of the kind as given. None means that the value is derived from the graph."""
        return dict(self._params)

    @property
    def resolved(self) -> dict[str, Any]:
        """The parameters of the kind as used, with derived values instead of None."""
        return {**self._params, **self._function.resolved}

    def __call__(self, rows: ArrayLike, cols: ArrayLike) -> np.ndarray | sp.csr_array:
        """The block K[rows, cols], shape (n, m).

        Raises IndexError for a negative, fractional or too large index, and a DataError for a block that
        would not fit into memory.
        """
        n = self.shape[0]
        i, j = as_index(rows, n, "rows"), as_index(cols, n, "cols")
        return super().__call__(i, j) if self._held(min(len(i), len(j))) else self._function.block(i, j)

    def product(self, X: np.ndarray) -> np.ndarray:
        """Compute K X for X (N, k) without the matrix K."""
        return self._function.product(X)

    def transposed(self, X: np.ndarray) -> np.ndarray:
        """Compute K^T X for X (N, k) without the matrix K."""
        return self._function.transposed(X)

    @property
    def is_held(self) -> bool:
        """Whether the whole matrix is already in memory."""
        return self._matrix is not None

    def hold(self, matrix: Any) -> None:
        """Store the whole matrix (N, N), computed elsewhere for the same kernel."""
        self._matrix = frozen(matrix)

    def on(self, adjacency: Any, *, same_share: bool = False) -> GraphKernel:
        """Return the same kernel on another graph. ``same_share`` keeps the ratio of beta to its limit instead of its
        value.
        """
        share = self._function.share
        if not same_share or share is None or self._params.get("beta") is None:
            return self._like(adjacency, self._params)
        kernel = self._like(adjacency, {**self._params, "beta": None})  # at its usual share
        beta = kernel.resolved["beta"] * min(share, 0.95) / kernel._function.share
        return self._like(adjacency, {**self._params, "beta": beta})

    def grown(self, adjacency: Any) -> GraphKernel:
        """Return the same kernel on a larger graph, with the parameters used here. If beta exceeds the new limit, its
        ratio to the limit is kept.
        """
        used = {name: value for name, value in self.resolved.items() if name in self._params}
        try:
            return self._like(adjacency, used)
        except ValueError:
            return self.on(adjacency, same_share=True)

    def _like(self, adjacency: Any, params: dict[str, Any]) -> GraphKernel:
        return GraphKernel(adjacency, **self.get_params() | params)

    def _held(self, columns: int) -> bool:
        """Whether the whole matrix is in memory, where so many more columns are asked for.

        Of a small graph it is computed as soon as they come to half of all.
        """
        self._asked += columns
        if self._matrix is None and self.shape[0] <= self.held and 2 * self._asked > self.shape[0]:
            self._matrix = frozen(self._function.everything())
        return self._matrix is not None

    def __repr__(self) -> str:
        params = "".join(f", {name}={value!r}" for name, value in self._params.items())
        return (
            f"GraphKernel({self.shape[0]} nodes, {self.kind!r}, orientation={self.orientation!r}, "
            f"self_loops={self.self_loops}, normalize={self.normalize}{params})"
        )


def _own(A: sp.csr_array) -> sp.csr_array:
    """A read-only adjacency: a copy, unless it is read-only already."""
    sealed = not any(part.flags.writeable for part in (A.data, A.indices, A.indptr))
    return A if sealed else frozen(A.copy())
