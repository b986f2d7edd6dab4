"""Kernel PCA of a table in two components, and what a straight line makes of them: the two-spheres demonstration.

Huang et al. 2017, figure 1: features scaled to [0, 1], as in the paper.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.preprocessing import MinMaxScaler

from askcore._validation import DataError, read_only
from askcore.datasets import TableData
from askcore.estimators import KernelPCA, NothingLeftWarning

SphereKernel = Literal["linear", "rbf", "tl1"]
FOLDS = 5


@dataclass(frozen=True, eq=False)
class SpheresView:
    """Two components (n, 2) of kernel PCA, the signs of their eigenvalues, and the share of samples on their class's
    side of a straight line, by five folds."""

    points: np.ndarray = field(repr=False)
    signs: tuple[int, int]
    separated: float


def spheres_view(data: TableData, kernel: SphereKernel, value: float) -> SpheresView:
    """Kernel PCA of a table in two components, and what a straight line makes of them."""
    X = MinMaxScaler().fit_transform(data.X)
    params = {"linear": {}, "rbf": {"sigma": value}, "tl1": {"rho": value * X.shape[1]}}[kernel]
    model = KernelPCA(kernel, 2, kernel_params=params, random_state=0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NothingLeftWarning)
        points = model.fit_transform(X)
    if not model.signs_.any():
        raise DataError(model.notes_[-1])
    line = LogisticRegression(C=1e4, max_iter=1000)
    spread = points.std(axis=0)
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    right = cross_val_score(line, points / np.where(spread > 0, spread, 1.0), data.y, cv=folds)
    signs = np.sign(model.eigenvalues_).astype(int)
    return SpheresView(read_only(points), (int(signs[0]), int(signs[1])), float(right.mean()))
