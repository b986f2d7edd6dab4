r"""Which matrix is decomposed: data and a frozen choice become an operator with named rows and columns.

Experiment floor. Two matrices are of interest:

- "samples": K(x_i, x_j) between the samples themselves, under any kernel that fits the data;
- "crossed": KSVD's G, G_ij = K(row i, column j) of the data matrix A (Tao et al. 2023, algorithms 1 and 2): the
  adjacency of a graph, the features of a table. Rows and columns of different length are made compatible first.

A matrix that was given is looked at as it is.

Neither is ever made dense for a large graph.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.preprocessing import StandardScaler

from askcore._validation import DataError
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments.bandwidth import median_distance, paper_bandwidth
from askcore.experiments.built_problem import sample_names
from askcore.experiments.problem import KernelChoice
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernel
from askcore.operators import STRUCTURED_KERNELS, CenteredOperator, KernelOperator, as_operator
from askcore.solvers import compatible_sources, index_operator, kernel_operator

__all__ = [
    "CROSSED_KERNELS",
    "MATRICES",
    "SpectralChoice",
    "SpectralProblem",
    "data_matrix",
    "given_matrix",
    "spectral_problem",
]

MATRICES = ("samples", "crossed")
CROSSED_KERNELS = tuple(STRUCTURED_KERNELS)
MEASURED = "exp(−a KL) between bags"  # a matrix that was computed from bags, not given
SEARCHED = 6_000  # nodes up to which shortest paths between all are found in seconds


@dataclass(frozen=True)
class SpectralChoice:
    """Everything that decides the matrix; hashable, so it serves as cache key.

    Attributes
    ----------
    matrix : "samples" or "crossed".
    kernel : for "samples" as on the other pages. For "crossed" its name is in ``CROSSED_KERNELS``, and of the rest
        ``params``, ``orientation`` (graphs: "in" reads A^T) and ``standardise`` (tables) count.
    bandwidth : for "crossed": sigma as a multiple of the usual one (see ``SpectralProblem.usual_sigma``); ignored
        where ``params`` hold sigma, or the kernel has none.
    compatibility, seed : for "crossed": as in ``solvers.compatible_sources``.
    """

    matrix: str = "samples"
    kernel: KernelChoice = field(default_factory=lambda: KernelChoice("adjacency"))
    bandwidth: float = 1.0
    compatibility: str = "auto"
    seed: int = 0


@dataclass(frozen=True, eq=False)
class SpectralProblem:
    """The matrix (N, M), uncentred, and what its rows and columns are.

    Attributes
    ----------
    operator : the matrix; ``centred`` is H_N K H_M.
    row_ids, column_ids : names.  row_labels, column_labels : classes ("" for none), or None where there are none.
    row_words, column_words : what a row and a column say of the one it stands for, as noun phrases.
    row_thing, column_thing : "node", "sample" or "feature"; of a given matrix between different things "row", "column".
    matrix_words : what the matrix is, in words.
    same_samples : whether row i and column i are the same sample.
    sigma, usual_sigma : the bandwidth in use and the usual one; None for kernels without, and for "samples".
    others : what else could be chosen, as "another kernel or bandwidth"; "" for a matrix that was given.
    compatibility : the way that rows and columns were brought to one length; "" for "samples".
    """

    operator: KernelOperator
    row_ids: list[str]
    column_ids: list[str]
    row_labels: np.ndarray | None
    column_labels: np.ndarray | None
    row_words: str
    column_words: str
    row_thing: str
    column_thing: str
    matrix_words: str
    same_samples: bool
    sigma: float | None = None
    usual_sigma: float | None = None
    others: str = ""
    compatibility: str = ""

    @property
    def shape(self) -> tuple[int, int]:
        """(N, M)."""
        return tuple(self.operator.shape)

    @cached_property
    def centred(self) -> KernelOperator:
        """The matrix less its row and column means."""
        return CenteredOperator(self.operator)


def spectral_problem(data: GraphData | TableData | MatrixData, choice: SpectralChoice) -> SpectralProblem:
    """The matrix that ``choice`` asks for; a matrix that was given, whatever the choice.

    Raises
    ------
    DataError : shortest paths between more nodes than can be searched; what would not fit in memory; rows and
        columns of different length with "identity".
    ValueError : an unknown matrix, kernel, parameter or orientation.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> graph = load_sample("teaching_graph")
    >>> spectral_problem(graph, SpectralChoice()).shape
    (7, 7)
    >>> crossed = spectral_problem(graph, SpectralChoice("crossed", KernelChoice("sne")))
    >>> crossed.matrix_words, round(crossed.sigma, 3)
    ('SNE between the rows and the columns of the adjacency matrix', 1.024)
    """
    if choice.matrix not in MATRICES:
        raise ValueError(f"matrix must be one of {', '.join(map(repr, MATRICES))}, got {choice.matrix!r}.")
    if isinstance(data, MatrixData):
        problem = given_matrix(data)
        measured = choice.kernel.name == "kl_mixtures"
        return replace(problem, matrix_words=MEASURED, others="another scale a") if measured else problem
    make = _between_samples if choice.matrix == "samples" else _crossed
    return make(data, choice)


def given_matrix(data: MatrixData) -> SpectralProblem:
    """A matrix as it was given; where rows and columns bear the same names, row i and column i are one sample.

    Examples
    --------
    >>> given_matrix(MatrixData([[1.0, 2.0, 0.0], [0.0, 1.0, 1.0]], row_labels=["x", "y"])).column_thing
    'column'
    """
    same = data.row_ids == data.column_ids
    return SpectralProblem(
        as_operator(data.matrix),
        list(data.row_ids or ()),
        list(data.column_ids or ()),
        data.row_labels,
        data.row_labels if same else None,
        "how it weighs the others" if same else "how it weighs the columns",
        "how the others weigh it" if same else "how the rows weigh it",
        "sample" if same else "row",
        "sample" if same else "column",
        "the matrix that was given",
        same_samples=same,
    )


def data_matrix(data: GraphData | TableData, kernel: KernelChoice) -> Any:
    """A: the links of a graph, sparse, turned round for "in"; the features of a table, standardised if asked for."""
    if isinstance(data, GraphData):
        if kernel.orientation not in ("in", "out"):
            raise ValueError(f"orientation must be 'in' or 'out', got {kernel.orientation!r}.")
        return sp.csr_array(data.adjacency.T) if kernel.orientation == "in" else data.adjacency
    return StandardScaler().fit_transform(data.X) if kernel.standardise else data.X


def _between_samples(data: GraphData | TableData, choice: SpectralChoice) -> SpectralProblem:
    kernel, names = choice.kernel, sample_names(data)
    if isinstance(data, GraphData):
        operator = _graph_operator(data, kernel)
        label, labels = GRAPH_KERNELS[kernel.name].label, data.labels
        others = "another kernel" if kernel.self_loops else "another kernel, or self-loops"
    else:
        X = data_matrix(data, kernel)
        operator = kernel_operator(kernel.name, X, X, dict(kernel.params))
        label, labels = KERNELS[kernel.name].label, _classes(data)
        others = "another kernel or other parameters"
    thing = _thing(data)
    rows, columns = _readings(data, kernel)
    words = f"{label} between the {thing}s"
    return SpectralProblem(
        operator,
        names,
        names,
        labels,
        labels,
        rows,
        columns,
        thing,
        thing,
        words,
        same_samples=True,
        others=others,
    )


def _classes(data: TableData) -> np.ndarray | None:
    """What colours the rows: numbers to learn are no classes."""
    return None if data.is_regression else data.y


def _graph_operator(data: GraphData, kernel: KernelChoice) -> KernelOperator:
    if kernel.name == "shortest_path" and data.n_nodes > SEARCHED:
        raise DataError(
            f"Shortest paths between {data.n_nodes:,} nodes would have to be searched again for every product",
            remedy="Choose another kernel: katz and pagerank read paths of all lengths, too.",
        )
    return index_operator(
        GraphKernel(
            data.adjacency,
            kernel.name,
            orientation=kernel.orientation,
            self_loops=kernel.self_loops,
            normalize=kernel.normalize,
            **dict(kernel.params),
        )
    )


def _crossed(data: GraphData | TableData, choice: SpectralChoice) -> SpectralProblem:
    kernel = choice.kernel
    if kernel.name not in CROSSED_KERNELS:
        known = ", ".join(map(repr, CROSSED_KERNELS))
        raise ValueError(f"Unknown kernel {kernel.name!r} between rows and columns; known are {known}.")
    A = data_matrix(data, kernel)
    sources = compatible_sources(A, choice.compatibility, choice.seed)
    rows, columns = sources.rows(A), sources.columns(A)
    usual = _usual_sigma(kernel.name, A, rows, columns)
    given = dict(kernel.params)
    if usual is not None:
        given.setdefault("sigma", usual * choice.bandwidth)
    graph = isinstance(data, GraphData)
    names = sample_names(data)
    reads = _readings(data, kernel) if graph else ("its features", "its values over the samples")
    return SpectralProblem(
        kernel_operator(kernel.name, rows, columns, given),
        names,
        list(data.feature_names) if isinstance(data, TableData) else names,
        _classes(data) if isinstance(data, TableData) else data.labels,
        None if isinstance(data, TableData) else data.labels,
        *reads,
        _thing(data),
        _thing(data) if graph else "feature",
        f"{KERNELS[kernel.name].label} between the rows and the columns of the "
        + ("adjacency matrix" if graph else "table"),
        same_samples=graph,
        sigma=given.get("sigma"),
        usual_sigma=usual,
        others="another kernel or bandwidth" if usual is not None else "another kernel",
        compatibility=sources.compatibility,
    )


def _usual_sigma(name: str, A: Any, rows: Any, columns: Any) -> float | None:
    """``paper_bandwidth`` of links, else the median distance from a row to a column; None for a kernel without one."""
    if not any(param.name == "sigma" for param in KERNELS[name].params):
        return None
    return paper_bandwidth(A) if sp.issparse(A) else median_distance(rows, columns)


def _thing(data: GraphData | TableData) -> str:
    return "node" if isinstance(data, GraphData) else "sample"


def _readings(data: GraphData | TableData, kernel: KernelChoice) -> tuple[str, str]:
    """What row and column i of the matrix hold of sample i."""
    if not isinstance(data, GraphData):
        return "how it weighs the others", "how the others weigh it"
    if kernel.name in ("adjacency", "common_neighbors", *CROSSED_KERNELS):
        into, out = "who points to it", "whom it points to"
    else:
        into, out = "from where walks lead to it", "where walks from it lead"
    return (into, out) if kernel.orientation == "in" else (out, into)
