"""Rules of merging two views, learned and judged fairly: by views of models without a part of the samples.

A model without sample i leans away from the class of i, and a regression on views of single samples left out reads
that: at small gamma, where a view is hardly more than the mean of the other labels, it learns to name the other
classes. Without a tenth, stratified, no class is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from askcore.estimators._merging import Merger, learn_merger
from askcore.experiments.evaluation import Folds, inner_folds
from askcore.solvers.labels import merged_decision
from askcore.solvers.path import DualPath

LEARNED = ("stack", "joint")  # rules of merging that are learned; the others are read off the views
VIEW_FOLDS = 10  # by which the views are left out that a regression learns from
RIDGE = 1e-3  # of the discriminant on views of variance 1


def view_folds(codes: np.ndarray) -> Folds:
    """The tenths without which the views are made that a regression learns from."""
    return inner_folds(codes, VIEW_FOLDS, 0)


def merger_by_tenths(
    path: DualPath, codes: np.ndarray, Y: np.ndarray, *, gamma: float, damping: float, joint: bool
) -> Merger:
    """Learn "stack" or "joint" from the views of each tenth of the samples by the model without it."""
    held = [held for _, held in view_folds(codes)]
    f_s, f_t = (view[0] for view in path.folds_out_along(Y, [gamma], held, damping))
    if not (np.isfinite(f_s).all() and np.isfinite(f_t).all()):
        raise np.linalg.LinAlgError(
            "The system without a tenth of the samples is singular: damping > 0 helps."
        )
    return learn_merger(f_s, f_t, codes, int(codes.max()) + 1, joint=joint)


def merged_by_tenths(
    path: DualPath, codes: np.ndarray, Y: np.ndarray, merge: str, gammas: Sequence[float], damping: float
) -> np.ndarray:
    """Decisions (G, m, k) of a learned rule along gamma, of samples that neither the views nor the rule have seen."""
    held = [held for _, held in view_folds(codes)]
    f_s, f_t = path.folds_out_along(Y, gammas, held, damping)
    return np.stack([merged(f_s[g], f_t[g], Y, merge) for g in range(len(f_s))])


def merged(f_s: np.ndarray, f_t: np.ndarray, Y: np.ndarray, merge: str) -> np.ndarray:
    """The merged decisions (m, k) of samples that were left out of both views.

    In place of a rule that is learned, which has no closed form, the least squares discriminant of the same views, each
    sample left out of it.
    """
    if merge == "joint":
        return discriminated(np.hstack([f_s, f_t]), Y)
    if merge == "stack":
        each = range(Y.shape[1])
        return np.hstack(
            [discriminated(np.stack([f_s[:, j], f_t[:, j]], axis=1), Y[:, j : j + 1]) for j in each]
        )
    return merged_decision(f_s, f_t, merge)


def discriminated(X: np.ndarray, Y: np.ndarray) -> np.ndarray:
    """Decisions (m, k) of a linear regression of targets Y (m, k) on views X (m, p), each sample left out of it.

    With H the hat matrix, y_i - f^(-i)(x_i) = (y_i - f(x_i)) / (1 - H_ii).
    """
    m = len(X)
    if not np.isfinite(X).all():
        return np.full(Y.shape, np.nan)
    spread = X.std(axis=0)
    Z = (X - X.mean(axis=0)) / np.where(spread > 0, spread, 1.0)
    gram = Z.T @ Z + RIDGE * m * np.eye(Z.shape[1])
    solved = np.linalg.solve(gram, Z.T)
    leverage = 1.0 / m + np.einsum("ij,ji->i", Z, solved)
    residual = Y - Y.mean(axis=0) - Z @ (solved @ Y)
    return Y - residual / (1.0 - leverage)[:, None]
