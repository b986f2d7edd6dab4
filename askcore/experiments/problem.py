"""A data set and a choice of kernel become what the estimators take: kernel, samples, labels.

Experiment floor. ``KernelChoice`` is hashable and holds everything that changes the kernel, so it serves as
cache key, as URL state and as the source of the Python that reproduces a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.preprocessing import StandardScaler

from askcore._validation import DataError
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments.split import Split
from askcore.kernels import GraphKernel, PrecomputedKernel, bind

__all__ = [
    "KernelChoice",
    "Problem",
    "build_problem",
    "check_same_samples",
    "sample_names",
    "training_matrix",
]

Dataset = GraphData | TableData | MatrixData


@dataclass(frozen=True)
class KernelChoice:
    """A kernel with all that changes it.

    Attributes
    ----------
    name : a name in ``GRAPH_KERNELS`` for graphs, in ``KERNELS`` for tables. A matrix is its own kernel, whatever
        the name; it is called "precomputed", and "kl_mixtures" where it was made from bags.
    params : (name, value) pairs of the kernel, sorted.
    orientation, self_loops, normalize : as in ``GraphKernel``; unused for tables.
    standardise : scale each feature to mean 0 and variance 1 on the training part; unused for graphs.
    """

    name: str
    params: tuple[tuple[str, Any], ...] = ()
    orientation: str = "in"
    self_loops: bool | None = True
    normalize: bool | None = None
    standardise: bool = False


@dataclass(frozen=True)
class Problem:
    """What an estimator takes: ``kernel``, ``kernel_params``, ``samples`` (N, d) or (N,), ``labels`` (N,)."""

    kernel: Any
    kernel_params: dict[str, Any]
    samples: np.ndarray
    labels: np.ndarray


def build_problem(data: Dataset, choice: KernelChoice, split: Split) -> Problem:
    """Kernel and samples of ``data`` under ``choice``; scaling is learned from the training part alone.

    Raises
    ------
    DataError : a matrix whose rows and columns are not the same samples.
    """
    if isinstance(data, MatrixData):
        check_same_samples(data)
        itself = PrecomputedKernel(data.matrix)
        return Problem(itself, {}, np.arange(data.n_rows), np.asarray(data.row_labels))
    if isinstance(data, GraphData):
        kernel = GraphKernel(
            data.adjacency,
            choice.name,
            orientation=choice.orientation,
            self_loops=choice.self_loops,
            normalize=choice.normalize,
            **dict(choice.params),
        )
        return Problem(kernel, {}, np.arange(data.n_nodes), np.asarray(data.labels))
    X = data.X
    if choice.standardise:
        X = StandardScaler().fit(X[split.train]).transform(X)
    return Problem(choice.name, dict(choice.params), X, np.asarray(data.y))


def check_same_samples(data: MatrixData) -> None:
    """Raise a DataError unless row i and column i of a matrix are the same sample.

    Examples
    --------
    >>> check_same_samples(MatrixData([[1.0, 2.0]]))
    Traceback (most recent call last):
    askcore._validation.DataError: The matrix has 1 rows and 2 columns. Deciding needs the same samples ...
    """
    remedy = "Deciding needs the same samples in rows and columns, in the same order: (i, i) is a sample with itself."
    if not data.is_square:
        raise DataError(f"The matrix has {data.n_rows:,} rows and {data.n_columns:,} columns", remedy=remedy)
    if data.row_ids != data.column_ids:
        pairs = zip(data.row_ids or (), data.column_ids or (), strict=True)
        row, column = next((r, c) for r, c in pairs if r != c)
        raise DataError(f"Row {row!r} stands against column {column!r}", remedy=remedy)


def training_matrix(problem: Problem, split: Split) -> Any:
    """K(train, train) of a problem, shape (m, m), dense or sparse."""
    return bind(problem.kernel, problem.kernel_params, problem.samples[split.train]).train()


def sample_names(data: Dataset) -> list[str]:
    """A name per sample: nodes and rows of a matrix by their names, "row 1", "row 2", ... of a table."""
    if isinstance(data, GraphData):
        return data.node_ids
    if isinstance(data, MatrixData):
        return list(data.row_ids or ())
    return [f"row {i + 1}" for i in range(len(data.X))]
