"""A data set and a choice of kernel become what the estimators take: kernel, samples, labels.

Experiment floor. ``KernelChoice`` is hashable and holds everything that changes the kernel, so it serves as
cache key, as URL state and as the source of the Python that reproduces a page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.preprocessing import StandardScaler

from askcore.datasets import GraphData, TableData
from askcore.experiments.split import Split
from askcore.kernels import GraphKernel, bind

__all__ = ["KernelChoice", "Problem", "build_problem", "sample_names", "training_matrix"]

Dataset = GraphData | TableData


@dataclass(frozen=True)
class KernelChoice:
    """A kernel with all that changes it.

    Attributes
    ----------
    name : a graph kernel's kind for graphs, a name in ``KERNELS`` for tables.
    params : (name, value) pairs of a named kernel, sorted.
    orientation, self_loops, normalize : as in ``GraphKernel``; unused for tables.
    standardise : scale each feature to mean 0 and variance 1 on the training part; unused for graphs.
    """

    name: str
    params: tuple[tuple[str, Any], ...] = ()
    orientation: str = "in"
    self_loops: bool = True
    normalize: bool = True
    standardise: bool = False


@dataclass(frozen=True)
class Problem:
    """What an estimator takes: ``kernel``, ``kernel_params``, ``samples`` (N, d) or (N,), ``labels`` (N,)."""

    kernel: Any
    kernel_params: dict[str, Any]
    samples: np.ndarray
    labels: np.ndarray


def build_problem(data: Dataset, choice: KernelChoice, split: Split) -> Problem:
    """Kernel and samples of ``data`` under ``choice``; scaling is learned from the training part alone."""
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


def training_matrix(problem: Problem, split: Split) -> Any:
    """K(train, train) of a problem, shape (m, m), dense or sparse."""
    return bind(problem.kernel, problem.kernel_params, problem.samples[split.train]).train()


def sample_names(data: Dataset) -> list[str]:
    """A name per sample: node names, or "row 1", "row 2", ... of a table."""
    if isinstance(data, GraphData):
        return data.node_ids
    return [f"row {i + 1}" for i in range(len(data.X))]
