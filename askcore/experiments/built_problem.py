"""What was before ``Problem``: kernel, scaled samples and labels for one split.

Experiment floor. Going: every caller moves to ``problem.Problem``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments.problem import KernelChoice, Problem
from askcore.experiments.split import Split
from askcore.kernels import bind

__all__ = ["BuiltProblem", "build_problem", "sample_names", "training_matrix"]

Dataset = GraphData | TableData | MatrixData


@dataclass(frozen=True)
class BuiltProblem:
    """What an estimator takes: ``kernel``, ``kernel_params``, ``samples`` (N, d) or (N,), ``labels`` (N,)."""

    kernel: Any
    kernel_params: dict[str, Any]
    samples: np.ndarray
    labels: np.ndarray


def build_problem(data: Dataset, choice: KernelChoice, split: Split) -> BuiltProblem:
    """Kernel and samples of ``data`` under ``choice``; scaling is learned from the training part alone."""
    problem = Problem(data, choice)
    return BuiltProblem(problem.kernel, problem.kernel_params, problem.scaled(split.train), problem.labels)


def training_matrix(problem: BuiltProblem, split: Split) -> Any:
    """K(train, train) of a problem, shape (m, m), dense or sparse."""
    return bind(problem.kernel, problem.kernel_params, problem.samples[split.train]).train()


def sample_names(data: Dataset) -> list[str]:
    """A name per sample: nodes and rows of a matrix by their names, "row 1", "row 2", ... of a table."""
    return list(data.sample_names)
