r"""Data and a choice of kernel become K: the only way from the one to the other.

``Problem`` derives from a data set and a ``KernelChoice`` (``choice.py``), lazily and once, all that anything above
asks for: the matrix as an operator, the kernel bound to training samples, other bandwidths, the same without direction.
What its rows and columns are called stands in ``naming.py``.

Two matrices are of interest:

- "samples": K(x_i, x_j) between the samples themselves, under any kernel that fits the data;
- "crossed": KSVD's G, G_ij = K(row i, column j) of the data matrix A (Tao et al. 2023, algorithms 1 and 2): the
  adjacency of a graph, the features of a table. Rows and columns of different length are made compatible first.

A matrix that was given is its own kernel. Features are scaled on the training part where something is decided
(``bound``, ``scaled(train)``), on all rows where the matrix itself is looked at (``operator``, ``data_matrix``). No
matrix of a large graph is ever made dense.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import copysign
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._lazy import cached_property
from askcore._validation import DataError, check_memory, filled, is_symmetric
from askcore.datasets import MatrixData
from askcore.datasets.protocol import Dataset
from askcore.diagnostics import matrix_health
from askcore.experiments.choice import USUAL_KERNELS, KernelChoice, Named
from askcore.experiments.direction import (
    Embedding,
    IndexedKernel,
    UndirectedGraph,
    flip_directions,
    flippable,
    hope_embedding,
    spectral_embedding,
    swap_mask,
    swap_pairs,
)
from askcore.experiments.split import some_labels
from askcore.kernels import (
    GRAPH_KERNELS,
    KERNELS,
    GraphKernel,
    IndexKernel,
    KernelSpec,
    PrecomputedKernel,
    resolved_params,
)
from askcore.kernels._registry import Param
from askcore.kernels.binding import BoundKernel, bind, crossed_params, takes_indices
from askcore.kernels.graphs.matrix import oriented
from askcore.kernels.objects import named
from askcore.kernels.scale import SCALE, crossed_scale, evenly_spaced
from askcore.operators import CenteredOperator, DenseOperator, KernelOperator, SparseOperator, as_operator
from askcore.operators.low_rank import LowRankPlusSparse
from askcore.solvers import index_operator
from askcore.solvers.compatibility import Sources, compatible_sources
from askcore.solvers.gamma_units import decades, leading_singular_values
from askcore.solvers.kernel_matrices import kernel_operator

UNBOUNDED = ("linear", "polynomial", "tl1", "spectrum")  # kernels whose entries grow with the features
SIZED, SIZED_WALKS, SIZED_LINKS = 400, 2_000, 50_000  # samples whose matrix tells how large its entries are
ROWS_ASKED = 50  # that tell how sparse a kernel is
FEW_ENTRIES = 0.1  # share of the entries up to which a graph's kernel is solved by products
SEARCHED = 6_000  # nodes up to which shortest paths between all are found in seconds
REASONS = (DataError, ValueError, MemoryError, np.linalg.LinAlgError)
"""What says that a kernel cannot be used on data."""
NEEDS = {
    "bags": "Bags need a kernel over their indices: bag_kernel(data).run().kernel(a), or PrecomputedKernel(K).",
    "graph": "A graph needs a kernel over its nodes: GraphKernel(adjacency) or PrecomputedKernel(K).",
    "matrix": "A matrix is its own kernel: leave the kernel out, or give PrecomputedKernel(K).",
}


@dataclass(frozen=True, eq=False)
class Problem(Named):
    """A data set with a kernel. Everything derived from them is computed once, on first use.

    Parameters
    ----------
    data : a graph, a table, a matrix or bags; None for a matrix without data (see ``from_data``).
    choice : the kernel.
    given, given_params : a kernel object, callable or operator instead of ``choice.name``, and its parameters.
    swapped : (N, N) mask of the pairs whose K_ij and K_ji are swapped.
    origin : the problem from which ``without_direction`` created this one.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> problem = Problem(load_sample("teaching_graph"), KernelChoice("adjacency"))
    >>> problem.shape, problem.operator is problem.operator
    ((7, 7), True)
    >>> crossed = Problem(problem.data, KernelChoice("sne", matrix="crossed"))
    >>> crossed.matrix_words, round(crossed.sigma, 3)
    ('SNE between the rows and the columns of the adjacency matrix', 1.024)
    """

    data: Any
    choice: KernelChoice
    given: Any = field(default=None, kw_only=True, repr=False)
    given_params: Mapping[str, Any] = field(default_factory=dict, kw_only=True, repr=False)
    swapped: np.ndarray | None = field(default=None, kw_only=True, repr=False)
    origin: Problem | None = field(default=None, kw_only=True, repr=False)

    @classmethod
    def from_data(
        cls, data: Any, kernel: Any = None, kernel_params: Mapping[str, Any] | None = None
    ) -> Problem:
        """Create a problem from the arguments of ``compare`` or ``solver_race``.

        ``data`` is a data set, a Problem, which is returned unchanged, or a matrix (N, M): array, sparse matrix or
        operator. ``kernel`` is None (D^-1 (A^T + I) for a graph, SNE for a table, the matrix itself for a matrix), a
        ``KernelChoice``, or a kernel as for estimators, with its parameters.

        Raises ValueError for a graph or bags with a kernel over features, a matrix with a kernel that is not its own,
        and a kernel over too few indices.
        """
        if isinstance(data, Problem):
            return data
        if not isinstance(data, Dataset):
            return cls(None, KernelChoice("precomputed"), given=as_operator(data))
        if isinstance(kernel, KernelChoice) and data.kind != "bags":
            return cls(data, kernel)
        kernel, params = named(kernel, kernel_params)
        if kernel is None and data.kind != "bags":
            kernel = USUAL_KERNELS[data.kind]
            if data.kind != "table":
                return cls(data, KernelChoice(kernel))
        if not takes_indices(kernel):
            if data.kind in NEEDS:
                raise ValueError(NEEDS[data.kind])
            if isinstance(kernel, str):
                return cls(data, KernelChoice(kernel, tuple(sorted(params.items()))))
        elif kernel.shape != (data.n_samples, data.n_samples):
            raise ValueError(
                f"The kernel must have a row and a column per sample, {data.n_samples}, got {kernel.shape}."
            )
        return cls(data, KernelChoice("precomputed"), given=kernel, given_params=params)

    # as estimators take it -----------------------------------------------------------------------------------------

    @cached_property
    def kernel(self) -> Any:
        """The kernel as estimators take it: a name, an object over indices, or a callable.

        Raises DataError for a matrix whose rows and columns are not the same samples, ValueError for bags.
        """
        if self.given is not None:
            if not isinstance(self.given, KernelOperator):
                return self.given
            sparse = isinstance(self.given, SparseOperator)
            return PrecomputedKernel(self.given.matrix if sparse else self.given.toarray())
        if self._as_given:
            check_same_samples(self.data)
            return PrecomputedKernel(self.data.matrix)
        if self.is_graph:
            return GraphKernel(
                self.data.adjacency,
                self.choice.name,
                orientation=self.choice.orientation,
                self_loops=self.choice.self_loops,
                normalize=self.choice.normalize,
                **dict(self.choice.params),
            )
        if self.data.kind == "bags":
            raise ValueError(NEEDS["bags"])
        return self.choice.name

    @property
    def kernel_params(self) -> dict[str, Any]:
        """The parameters of a named kernel or a callable; empty for a kernel object."""
        if self.given is None and self.is_table:
            return dict(self.choice.params)
        return dict(self.given_params)

    @cached_property
    def samples(self) -> np.ndarray:
        """(N, d) features as they are in the data, or (N,) indices where the kernel takes indices."""
        if takes_indices(self.kernel):
            return np.arange(self.shape[0] if self.data is None else self.data.n_samples)
        return self.data.X

    @property
    def standardise(self) -> bool:
        """Whether features are scaled to mean 0 and variance 1."""
        return self.choice.standardise and self.is_table

    def scaled(self, train: np.ndarray) -> np.ndarray:
        """Return ``samples``, scaled with the training samples ``train`` (m,) if the choice includes scaling.

        Raises ValueError if pairs of a kernel over features are swapped, because estimators cannot reproduce the swaps
        from samples.
        """
        if self.swapped is not None:
            raise ValueError(
                "The pairs of this matrix are swapped: use bound(train), which contains the swaps."
            )
        return self._scaled(train)

    def _scaled(self, train: np.ndarray) -> np.ndarray:
        if not self.standardise or takes_indices(self.kernel):
            return self.samples
        return standardised(self.samples, train)

    @cached_property
    def labels(self) -> np.ndarray:
        """(N,) labels, "" for none; raises DataError where there are none at all."""
        return some_labels(None if self.data is None else self.data.labels)

    def bound(self, train: np.ndarray, sample_weight: np.ndarray | None = None) -> BoundKernel:
        """Return the kernel bound to the training samples ``train`` (m,); its ``source`` and ``target`` take sample
        indices.

        Scaling and reference sets depend only on these samples, with weights ``sample_weight`` (m,). A kernel over
        indices learns nothing from them.
        """
        if takes_indices(self.kernel):
            return bind(self.kernel, self.kernel_params, train)
        X = self._scaled(train)
        times = self.choice.bandwidth
        bound = bind(self.kernel, self.kernel_params, X[train], times=times, sample_weight=sample_weight)
        return IndexedKernel(bound, X, train, self.swapped)

    def params_on(self, train: np.ndarray) -> dict[str, Any]:
        """Return the kernel parameters that ``bound(train)`` uses, with numbers for sigma and similar parameters."""
        if takes_indices(self.kernel):
            return self.kernel_params
        samples = self._scaled(train)[train]
        return resolved_params(self.kernel, self.kernel_params, samples, times=self.choice.bandwidth)

    # as a matrix ---------------------------------------------------------------------------------------------------

    @cached_property
    def data_matrix(self) -> Any:
        """A: the links of a graph, sparse, as the orientation reads them; the features of a table, standardised on all
        rows if asked for; a matrix as it was given."""
        if self.is_graph:
            return oriented(self.data.adjacency, self.choice.orientation)
        if self.is_table:
            return standardised(self.data.X) if self.standardise else self.data.X
        return self.data.matrix

    @property
    def operator(self) -> KernelOperator:
        """K of all samples (N, N), or G of rows and columns (N, M), uncentred.

        Raises DataError for shortest paths between too many nodes, for a matrix that does not fit in memory, and for
        rows and columns of different lengths with compatibility "identity". Raises ValueError for an unknown kernel,
        parameter or orientation.
        """
        return self._whole[0]

    @property
    def on_demand(self) -> KernelOperator:
        """Like ``operator``, but entries are evaluated only when they are needed, not all at once.

        The matrix between rows and columns of a table is always evaluated whole, because it is as small as the table.
        """
        return self._lazy[0]

    @cached_property
    def decades(self) -> int:
        """By how many powers of ten K is larger than usual, at which gamma and lambda are tried and offered.

        Of links and given sparse matrices many samples are asked, of other kernels few, at the usual bandwidth. 0 where
        the unit of the data cannot matter: where rows sum to one, of sums over walks of any length, which are in units
        of the spectral radius, and of kernels of features whose entries are at most 1.
        """
        if self.crossed or (self._spec is not None and self._spec.name not in UNBOUNDED):
            return 0
        n = self.shape[0]
        most = SIZED_LINKS if self._as_given and sp.issparse(self.data.matrix) else SIZED
        if self.is_graph and self.given is None:
            spec = GRAPH_KERNELS[self.choice.name]
            if not spec.sparse or (
                spec.normalized if self.choice.normalize is None else self.choice.normalize
            ):
                return 0
            most = SIZED_LINKS if self.choice.name == "adjacency" else SIZED_WALKS
        some = evenly_spaced(n, most)
        usual = replace(self, choice=replace(self.choice, bandwidth=copysign(1.0, self.choice.bandwidth)))
        return decades(leading_singular_values(usual.bound(some).train()))

    @property
    def seconds(self) -> float:
        """Time to build ``operator``, in seconds."""
        return self._whole[1]

    @property
    def seconds_on_demand(self) -> float:
        """Time to build ``on_demand``, in seconds."""
        return self._lazy[1]

    @cached_property
    def _whole(self) -> tuple[KernelOperator, float]:
        if self.crossed and self.is_graph and self.on_demand.in_memory:
            return self._lazy
        started = time.perf_counter()
        return self._operator(lazy=False), time.perf_counter() - started

    @cached_property
    def _lazy(self) -> tuple[KernelOperator, float]:
        of_table = self.is_table and not self.crossed and self.swapped is None
        if not (of_table or (self.crossed and self.is_graph)):
            return self._whole
        started = time.perf_counter()
        return self._operator(lazy=True), time.perf_counter() - started

    @cached_property
    def centred(self) -> KernelOperator:
        """The matrix less its row and column means."""
        return CenteredOperator(self.operator)

    @cached_property
    def shape(self) -> tuple[int, int]:
        """(N, M), without evaluating anything."""
        if self.data is None:
            n, m = self.given.shape
            return int(n), int(m)
        if self._as_given:
            return self.data.n_rows, self.data.n_columns
        n = self.data.n_samples
        return n, self.data.n_features if self.crossed and self.is_table else n

    @property
    def structured(self) -> bool:
        """Whether the cost of a product is the number of stored entries, which is much smaller than N M."""
        return isinstance(self.on_demand, LowRankPlusSparse)

    def _operator(self, *, lazy: bool) -> KernelOperator:
        if isinstance(self.given, KernelOperator):
            return self.given
        if self.crossed:
            rows, columns = self._sources.rows(self.data_matrix), self._sources.columns(self.data_matrix)
            return kernel_operator(self.choice.name, rows, columns, self._crossed_params, lazy=lazy)
        if self.is_table and not takes_indices(self.kernel):
            X = self.data_matrix
            K = kernel_operator(self.kernel, X, X, self._whole_params, lazy=lazy)
            if self.swapped is None:
                return K
            entries = K.toarray()
            return DenseOperator(np.where(self.swapped, entries.T, entries))
        if self._as_given:
            return as_operator(self.data.matrix)
        if isinstance(self.kernel, GraphKernel) and self.kernel.kind == "shortest_path":
            n = self.kernel.shape[0]
            if n > SEARCHED:
                raise DataError(
                    f"Shortest paths between {n:,} nodes would have to be searched again for every product",
                    remedy="Choose another kernel: katz and pagerank also use paths of all lengths.",
                )
        return index_operator(self.kernel)

    # the bandwidth -------------------------------------------------------------------------------------------------

    @cached_property
    def _spec(self) -> KernelSpec | None:
        """The registered kernel of numbers behind the matrix, if it is one."""
        if self.given is not None:
            return self.given if isinstance(self.given, KernelSpec) else None
        if not (self.is_table or (self.is_graph and self.crossed)):
            return None
        if self.choice.name not in KERNELS:
            between = " between rows and columns" if self.crossed else ""
            raise ValueError(
                f"Unknown kernel {self.choice.name!r}{between}; known are {', '.join(sorted(KERNELS))}."
            )
        spec = KERNELS[self.choice.name]
        if self.crossed and spec.accepts == "strings":
            raise DataError(
                f"Kernel {self.choice.name!r} compares strings", remedy="Choose a kernel of numbers."
            )
        return spec

    @cached_property
    def _has_sigma(self) -> bool:
        return self._spec is not None and any(param.name == "sigma" for param in self._spec.params)

    @cached_property
    def _sources(self) -> Sources:
        return compatible_sources(self.data_matrix, self.choice.compatibility, self.choice.seed)

    @cached_property
    def _crossed_params(self) -> dict[str, Any]:
        given = {name: value for name, value in self.choice.params if value is not None or name != "sigma"}
        A, sources = self.data_matrix, self._sources
        return crossed_params(
            self._spec or self.choice.name,
            given,
            A,
            sources.rows(A),
            sources.columns(A),
            times=self.choice.bandwidth,
        )

    @cached_property
    def _whole_params(self) -> dict[str, Any]:
        return resolved_params(self.kernel, self.kernel_params, self.data_matrix, times=self.choice.bandwidth)

    @cached_property
    def usual_sigma(self) -> float | None:
        """sigma of the whole matrix at a ``bandwidth`` of 1; None for a kernel without.

        "samples": half the median distance between rows (``scale_of``); "crossed": ``crossed_scale``.
        """
        if not self._has_sigma:
            return None
        A = self.data_matrix
        if self.crossed:
            return crossed_scale(A, self._sources.rows(A), self._sources.columns(A))
        return float(resolved_params(self.kernel, {"sigma": SCALE}, A)["sigma"])

    @property
    def sigma(self) -> float | None:
        """The bandwidth of the whole matrix; None for a kernel without a bandwidth. For training samples, see
        ``params_on``.
        """
        if not self._has_sigma:
            return None
        return float((self._crossed_params if self.crossed else self._whole_params)["sigma"])

    @property
    def params(self) -> dict[str, Any]:
        """All parameters of the whole matrix that were chosen or computed from the samples."""
        if self._spec is None:
            return {**dict(self.choice.params), **self.given_params}
        return dict(self._crossed_params if self.crossed else self._whole_params)

    @property
    def scale_param(self) -> Param | None:
        """The parameter of the kernel that has a scale (sigma, rho, c, a); None if there is none."""
        return None if self._spec is None else self._spec.scaled

    def with_bandwidth(self, factor: float) -> Problem:
        """Return the same problem with sigma (or another parameter with a scale) times ``factor``; unchanged if there
        is none.
        """
        param = self.scale_param
        if factor == 1.0 or param is None:
            return self
        name, given = param.name, self.given_params if self.given is not None else dict(self.choice.params)
        value = given.get(name, SCALE)
        if isinstance(value, str) or (value is None and self.crossed):
            return replace(self, choice=replace(self.choice, bandwidth=self.choice.bandwidth * factor))
        if value is None:  # rho of TL1: what None means depends on the features
            value = 0.7 * self.data.n_features
        params = {**given, name: value * factor}
        if self.given is not None:
            return replace(self, given_params=params)
        return replace(self, choice=replace(self.choice, params=tuple(sorted(params.items()))))

    # direction -----------------------------------------------------------------------------------------------------

    @property
    def adjacency(self) -> sp.csr_array | None:
        """The adjacency matrix of the graph; None for all other data."""
        return self.data.adjacency if self.is_graph else None

    @cached_property
    def undirected(self) -> UndirectedGraph:
        """The graph without direction, the same however directions are drawn."""
        return UndirectedGraph(self.adjacency) if self.origin is None else self.origin.undirected

    @cached_property
    def has_few_entries(self) -> bool:
        """Whether blocks of a graph's kernel, and of its twin without arrows, are sparse and have few entries.

        Walks of several steps lead from nearly everywhere to nearly everywhere: such a matrix is judged as a dense one.
        """
        n, spec = self.shape[0], GRAPH_KERNELS.get(self.choice.name)
        if not self.is_graph or (self.given is None and spec is not None and not spec.sparse):
            return False

        def few(problem: Problem) -> bool:
            return filled(problem.bound(np.arange(n)).source(evenly_spaced(n, ROWS_ASKED))) <= FEW_ENTRIES

        return few(self) and few(self.without_arrows)

    @cached_property
    def without_arrows(self) -> Problem:
        """The same kernel on A + A^T, normalised alike; of a matrix that was given for a graph, (K + K^T)/2."""
        if self.origin is not None:
            return self.origin.without_arrows
        kernel, links = self.kernel, self.undirected.links
        if isinstance(kernel, GraphKernel):
            kernel = kernel.on(links, same_share=True)
        else:
            every = np.arange(kernel.shape[0])
            K = kernel(every, every)
            kernel = PrecomputedKernel((K + K.T) / 2)
        return replace(self, data=replace(self.data, adjacency=links), given=kernel, given_params={})

    @cached_property
    def spectral(self) -> Embedding:
        """Adjacency spectral embedding of the whole graph."""
        return spectral_embedding(self.adjacency)

    @cached_property
    def hope(self) -> Embedding:
        """HOPE embedding of the whole graph."""
        return hope_embedding(self.adjacency)

    def without_direction(self, seed: int) -> Problem:
        """Return the same problem with random directions: links reversed, or K_ij and K_ji swapped (see ``direction``).

        The symmetric part of K does not change unless rows are divided by their sums. ``origin`` of the result is this
        problem. Raises DataError if the pairs to swap do not fit in memory.
        """
        rng = np.random.default_rng(seed)
        kernel, data = self.kernel, self.data
        if self.is_graph:
            data = replace(data, adjacency=flip_directions(data.adjacency, rng))
        if isinstance(kernel, GraphKernel) and self.is_graph:
            # Its beta may lie beyond the new graph's limit.
            kernel = kernel.on(data.adjacency, same_share=True)
        elif isinstance(kernel, IndexKernel):
            every = np.arange(kernel.shape[0])
            kernel = PrecomputedKernel(swap_pairs(kernel(every, every), rng))
        else:
            check_memory(10.0 * len(self.samples) ** 2, "The pairs to swap", "Leave the null out.")
            return replace(self, swapped=swap_mask(len(self.samples), rng), origin=self)
        return replace(self, data=data, given=kernel, given_params={}, origin=self)

    @property
    def asymmetric_formula(self) -> bool:
        """Whether the kernel is a registered kernel between samples with an asymmetric formula."""
        return self._spec is not None and not self._spec.symmetric and not self.crossed

    def no_direction(self, train: np.ndarray) -> str:
        """Return why there is no direction among the training samples; empty if there is one."""
        K = self.bound(train).train()
        if is_symmetric(K):
            found = matrix_health(K, asymmetric=self.asymmetric_formula)
            return "The kernel matrix is symmetric" if found is None else found.words
        if self.reads_both_ways:
            return "The kernel uses every link in both directions"
        if self.is_graph and not flippable(self.adjacency).any():
            return "Every link is reciprocated"
        return ""


def check_same_samples(data: MatrixData) -> None:
    """Raise a DataError unless row i and column i of a matrix are the same sample."""
    remedy = "Deciding needs the same samples in rows and columns, in the same order: (i, i) is a sample with itself."
    if not data.is_square:
        raise DataError(f"The matrix has {data.n_rows:,} rows and {data.n_columns:,} columns", remedy=remedy)
    if data.row_ids != data.column_ids:
        pairs = zip(data.row_ids or (), data.column_ids or (), strict=True)
        row, column = next((r, c) for r, c in pairs if r != c)
        raise DataError(f"Row {row!r} stands against column {column!r}", remedy=remedy)


def standardised(X: np.ndarray, fit: Any = slice(None)) -> np.ndarray:
    """All rows, with mean 0 and variance 1 on those of ``fit``."""
    from sklearn.preprocessing import StandardScaler

    scaled: np.ndarray = StandardScaler().fit(X[fit]).transform(X)
    return scaled
