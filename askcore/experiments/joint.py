"""The regression on both views, learned and judged fairly: by views of models without a tenth of the samples.

Experiment floor. A model without sample i leans away from the class of i, and a regression on views of single samples
left out reads that: judged on them it looks better than it is, and at small gamma, where a view is hardly more than the
mean of the other labels, it learns to name the other classes. Without a tenth, stratified, no class is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from askcore.estimators._merging import Merger, learn_merger
from askcore.experiments.svm import silenced
from askcore.experiments.tuning import Folds, inner_folds
from askcore.solvers.labels import decided_codes
from askcore.solvers.path import DualPath

LEARNED = ("stack", "joint")  # rules of merging that are learned; the others are read off the views

VIEW_FOLDS = 10  # by which the views are left out that a regression learns from


def view_folds(codes: np.ndarray) -> Folds:
    """The tenths without which the views are made that a regression learns from."""
    return inner_folds(codes, VIEW_FOLDS, 0)


def merger_by_tenths(
    path: DualPath, codes: np.ndarray, Y: np.ndarray, *, gamma: float, damping: float, joint: bool
) -> Merger:
    """Learn "stack" or "joint" from the views of each tenth of the samples by the model without it."""
    f_s, f_t = _folds_out(path, Y, view_folds(codes), gamma, damping)
    if not (np.isfinite(f_s).all() and np.isfinite(f_t).all()):
        raise np.linalg.LinAlgError(
            "The system without a tenth of the samples is singular: damping > 0 helps."
        )
    return learn_merger(f_s, f_t, codes, int(codes.max()) + 1, joint=joint)


def _folds_out(path: DualPath, Y: np.ndarray, folds: Folds, gamma: float, damping: float) -> np.ndarray:
    """(2, m, k) both views of the samples of each fold by the model without it."""
    views = path.folds_out_along(Y, [gamma], [held for _, held in folds], damping)
    return np.stack([view[0] for view in views])


def merged_by_tenths(
    path: DualPath, codes: np.ndarray, Y: np.ndarray, merge: str, gammas: Sequence[float], damping: float
) -> np.ndarray:
    """A learned rule along gamma, each tenth of the samples decided by what the other nine teach; by least squares."""
    folds = view_folds(codes)
    f_s, f_t = path.folds_out_along(Y, gammas, [held for _, held in folds], damping)
    merged = np.full_like(f_s, np.nan)
    for g in np.flatnonzero(np.isfinite(f_s).all(axis=(1, 2)) & np.isfinite(f_t).all(axis=(1, 2))):
        merged[g] = regressed(f_s[g], f_t[g], Y, folds, merge)
    return merged


def regressed(f_s: np.ndarray, f_t: np.ndarray, Y: np.ndarray, folds: Folds, merge: str) -> np.ndarray:
    """A learned rule on views of samples that the model has not seen, each fold decided by the others."""
    if merge == "joint":
        return _regressed(np.hstack([f_s, f_t]), Y, folds)
    pairs = np.stack([f_s, f_t], axis=1)
    return np.hstack([_regressed(pairs[:, :, j], Y[:, j : j + 1], folds) for j in range(Y.shape[1])])


@dataclass(frozen=True, eq=False)
class JointViews:
    """Views of the training samples at one gamma and damping.

    Attributes
    ----------
    gamma, damping : these.
    fold_out : (m, 2k), both views of each sample by the model without its fold.
    score : accuracy of the samples of each fold, the views merged by least squares.
    """

    gamma: float
    damping: float
    fold_out: np.ndarray
    score: float

    def learned(self, codes: np.ndarray, folds: Folds, n_classes: int) -> np.ndarray:
        """Class codes (m,) of the samples of each fold, the views merged by a multinomial regression on the others."""
        decided, k = np.full(len(codes), -1), self.fold_out.shape[1] // 2
        for fit, held in folds:
            f_s, f_t = self.fold_out[fit, :k], self.fold_out[fit, k:]
            if len(np.unique(codes[fit])) < 2:
                decided[held] = codes[fit][0]
                continue
            with silenced():
                merger = learn_merger(f_s, f_t, codes[fit], n_classes, joint=True)
            decided[held] = merger.models[0].predict(self.fold_out[held])
        return decided


def joint_views(
    path: DualPath,
    codes: np.ndarray,
    Y: np.ndarray,
    folds: Folds,
    settings: Sequence[tuple[float, float]],
) -> JointViews | None:
    """The views that a regression merges best, among a few settings, by least squares."""
    best: JointViews | None = None
    for gamma, damping in settings:
        fold_out = np.hstack(list(_folds_out(path, Y, folds, gamma, damping)))
        if not np.isfinite(fold_out).all():
            continue
        score = float((decided_codes(_regressed(fold_out, Y, folds)) == codes).mean())
        if best is None or score > best.score:
            best = JointViews(gamma, damping, fold_out, score)
    return best


def _regressed(fold_out: np.ndarray, Y: np.ndarray, folds: Folds) -> np.ndarray:
    """(m, k): Y regressed on the views of the other folds, by least squares."""
    merged = np.zeros_like(Y)
    views = np.hstack([fold_out, np.ones((len(Y), 1))])
    for fit, held in folds:
        merged[held] = views[held] @ np.linalg.lstsq(views[fit], Y[fit], rcond=1e-8)[0]
    return merged
