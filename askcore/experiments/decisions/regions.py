"""What each view says everywhere in the plane, for tables of two features.

Experiment floor.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from askcore._validation import read_only
from askcore.datasets import TableData
from askcore.estimators import Coefficients
from askcore.experiments.built_problem import BuiltProblem
from askcore.experiments.decisions.views import both_signs
from askcore.experiments.split import Split
from askcore.kernels import bind

__all__ = ["MARGIN", "Regions", "decision_regions"]

MARGIN = 0.08  # share of the range that the grid reaches beyond the data


@dataclass(frozen=True)
class Regions:
    """f_s and f_t on a grid: ``x`` (n,), ``y`` (n,) in the features' own units, ``source``, ``target`` (n, n, k).

    Entry [r, c] belongs to (x[c], y[r]); the last axis is the class.
    """

    x: np.ndarray
    y: np.ndarray
    source: np.ndarray
    target: np.ndarray


def decision_regions(
    data: TableData, problem: BuiltProblem, split: Split, coefficients: Coefficients, *, size: int = 80
) -> Regions:
    """Both decisions on a ``size`` x ``size`` grid around a table of two features.

    The kernel's samples may be scaled; scaling a feature keeps an even grid even, so both grids are laid
    over the range of the same samples.
    """
    if data.X.shape[1] != 2:
        raise ValueError(f"Regions need two features, got {data.X.shape[1]}.")
    bound = bind(problem.kernel, problem.kernel_params, problem.samples[split.train])
    u, v = _axes(problem.samples, size)
    grid = np.column_stack([axis.ravel() for axis in np.meshgrid(u, v)])
    f_s = bound.source(grid) @ coefficients.c + coefficients.b_source
    f_t = bound.target(grid).T @ coefficients.a + coefficients.b_target
    x, y = _axes(data.X, size)
    source, target = (both_signs(f).reshape(size, size, -1) for f in (f_s, f_t))
    return Regions(read_only(x), read_only(y), read_only(source), read_only(target))


def _axes(X: np.ndarray, size: int) -> list[np.ndarray]:
    low, high = X.min(axis=0), X.max(axis=0)
    room = MARGIN * np.where(high > low, high - low, 1.0)
    return [np.linspace(a, b, size) for a, b in zip(low - room, high + room, strict=True)]
