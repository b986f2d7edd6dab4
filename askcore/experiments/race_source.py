"""The matrix that solvers race on: a given one, or a kernel between the rows and columns of a graph or table.

Experiment floor.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import DataError
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments.bandwidth import median_distance, paper_bandwidth
from askcore.kernels import KERNELS
from askcore.operators import KernelOperator, LowRankPlusSparse, as_operator
from askcore.solvers import kernel_operator

__all__ = ["RaceSource", "is_structured", "race_source"]


@dataclass(frozen=True)
class RaceSource:
    """How to make the operator at a bandwidth.

    ``given`` is the matrix where there is no kernel to evaluate; ``sigma`` the bandwidth at factor 1, or None
    for a kernel without one; ``labels`` (N,) of the rows, or None.
    """

    kernel: str
    params: Mapping[str, Any]
    shape: tuple[int, int]
    rows: Any = None
    columns: Any = None
    given: KernelOperator | None = None
    sigma: float | None = None
    labels: np.ndarray | None = None

    def operator(self, factor: float = 1.0) -> KernelOperator:
        """The matrix (N, M) with the bandwidth times ``factor``; what has no structure stays unevaluated."""
        if self.given is not None:
            return self.given
        return kernel_operator(self.kernel, self.rows, self.columns, self.params_at(factor), lazy=True)

    def params_at(self, factor: float) -> dict[str, Any]:
        """The kernel's parameters with the bandwidth times ``factor``."""
        scaled = {} if self.sigma is None else {"sigma": self.sigma * factor}
        return {**self.params, **scaled}


def race_source(
    data: Any, kernel: str, kernel_params: Mapping[str, Any] | None, orientation: str
) -> RaceSource:
    """What ``solver_race`` was given, as a source. See there."""
    params = dict(kernel_params or {})
    if isinstance(data, GraphData):
        A = _oriented(data.adjacency, orientation)
        labels = data.labels
        return _with_kernel(kernel, params, A, sp.csr_array(A.T), paper_bandwidth(A), labels)
    if isinstance(data, TableData):
        return _with_kernel(
            kernel, params, data.X, data.X, median_distance(data.X), None if data.is_regression else data.y
        )
    matrix = data.matrix if isinstance(data, MatrixData) else data
    given = as_operator(matrix)
    labels = data.row_labels if isinstance(data, MatrixData) else None
    return RaceSource("precomputed", {}, given.shape, given=given, labels=labels)


def is_structured(G: KernelOperator) -> bool:
    """Whether products with G cost what is stored of it, far less than N M."""
    return isinstance(G, LowRankPlusSparse)


def _oriented(adjacency: Any, orientation: str) -> Any:
    if orientation not in ("in", "out"):
        raise ValueError(f"orientation must be 'in' or 'out', got {orientation!r}.")
    return adjacency if orientation == "out" else sp.csr_array(adjacency.T)


def _with_kernel(
    kernel: str, params: dict[str, Any], X: Any, Z: Any, sigma: float, labels: Any
) -> RaceSource:
    if kernel not in KERNELS:
        raise ValueError(f"Unknown kernel {kernel!r}; known are {', '.join(sorted(KERNELS))}.")
    spec = KERNELS[kernel]
    if spec.accepts == "strings":
        raise DataError(f"Kernel {kernel!r} compares strings", remedy="Choose a kernel of numbers.")
    has = any(param.name == "sigma" for param in spec.params)
    base = float(params.pop("sigma", sigma)) if has else None
    spec.check({**params, **({} if base is None else {"sigma": base})})
    shape = (X.shape[0], Z.shape[0])
    return RaceSource(kernel, params, shape, rows=X, columns=Z, sigma=base, labels=labels)
