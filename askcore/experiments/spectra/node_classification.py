"""Node classification on features: the linear LS-SVM, one class against the rest, over repeated splits.

Experiment floor. The task of Tao et al. 2023, table 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._random import draw_seeds
from askcore._validation import DataError, as_matrix, check_memory
from askcore.experiments.decisions.views import score
from askcore.experiments.split import Split, holdout_split, labelled_samples
from askcore.solvers import LinearPath, Moments, decided_codes

__all__ = ["Scores", "classification_splits", "node_classification"]


@dataclass(frozen=True, eq=False)
class Scores:
    """Scores over the splits, (S,) each."""

    micro_f1: np.ndarray
    macro_f1: np.ndarray


def classification_splits(
    labels: Any, n_splits: int = 10, train_size: float = 0.6, random_state: int | Sequence[int] = 0
) -> list[Split]:
    """Stratified splits of the labelled samples, each with its own seed from the seed sequence of ``random_state``."""
    if n_splits < 1 or not 0 < train_size < 1:
        raise ValueError(f"Need n_splits >= 1 and 0 < train_size < 1, got {n_splits} and {train_size}.")
    seeds = draw_seeds(random_state, n_splits)
    return [holdout_split(labels, train_size=train_size, random_state=seed) for seed in seeds]


def node_classification(
    features: Any,
    labels: Any,
    *,
    gamma: float = 1.0,
    damping: float = 0.0,
    n_splits: int = 10,
    train_size: float = 0.6,
    splits: Sequence[Split] | None = None,
    random_state: int = 0,
) -> Scores:
    """Micro and macro F1 of the LS-SVM with the linear kernel on features (N, d), labels (N,), "" for none.

    For each class y = +1, the rest -1; (Z Z^T + I/gamma) alpha + b = y, f(x) = z(x)^T Z^T alpha + b, largest f wins.

    Raises DataError for features that do not fit the labels, or labels of fewer than two classes, ValueError for
    gamma <= 0 or damping < 0.
    """
    Z = _dense(features)
    known = labelled_samples(labels)
    labels = np.asarray(labels)
    if len(Z) != len(labels):
        raise DataError(
            f"{len(Z):,} rows of features and {len(labels):,} labels do not belong together",
            remedy="Take features of the samples, side='left' for the rows.",
        )
    if not gamma > 0:
        raise ValueError(f"gamma must be positive, got {gamma}.")
    if not damping >= 0:
        raise ValueError(f"damping must be 0 or positive, got {damping}.")
    codes = np.full(len(labels), -1)
    classes, codes[known] = np.unique(labels[known], return_inverse=True)
    found = []
    for split in (
        splits if splits is not None else classification_splits(labels, n_splits, train_size, random_state)
    ):
        guess = _decide(Z[split.train], codes[split.train], Z[split.test], len(classes), gamma, damping)
        found.append(score(codes[split.test], guess))
    return Scores(
        np.array([each["micro_f1"] for each in found]), np.array([each["macro_f1"] for each in found])
    )


def _dense(features: Any) -> np.ndarray:
    """Features as a finite array; sparse ones are made dense where that fits."""
    Z = as_matrix(features, "features")
    if not sp.issparse(Z):
        return Z
    check_memory(8.0 * Z.shape[0] * Z.shape[1], "The features as a dense array", "Reduce their number first.")
    return Z.toarray()


def _decide(
    Z: np.ndarray, codes: np.ndarray, new: np.ndarray, n_classes: int, gamma: float, damping: float
) -> np.ndarray:
    """The class with the largest decision for each new sample; the primal form where there are more samples."""
    Y = np.where(codes[:, None] == np.arange(n_classes), 1.0, -1.0)
    if damping == 0 and Z.shape[1] <= len(Z):
        sums = Moments.of(Z, Y)
        if sums.resolves(gamma):
            w, b = sums.solve(gamma)
            return decided_codes(new @ w + b)
    alpha, b = LinearPath(Z).solve(Y, gamma, damping)
    return decided_codes(new @ (Z.T @ alpha) + b)
