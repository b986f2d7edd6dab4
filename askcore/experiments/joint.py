"""The regression on both views, judged fairly: by views of models that no part of a fold took part in.

Experiment floor. What ``joint`` learns from are views of left-out samples; judged on the very same views it would be
taken for better than it is, since a model without sample i leans away from the class of i and a regression reads that.
Here the samples of a fold are decided by the views of the model without the fold, merged by what the others teach.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from askcore.estimators import learn_merger
from askcore.experiments.svm import silenced
from askcore.experiments.tuning import Folds
from askcore.solvers import SaddlePath, decided_codes

__all__ = ["JointViews", "joint_views"]


@dataclass(frozen=True, eq=False)
class JointViews:
    """Views of the training samples at one gamma and damping.

    Attributes
    ----------
    gamma, damping : these.
    left_out : (m, 2k), both views of each sample by the model without it.
    fold_out : the same by the model without its fold.
    score : accuracy of the samples of each fold, the views merged by least squares.
    """

    gamma: float
    damping: float
    left_out: np.ndarray
    fold_out: np.ndarray
    score: float

    def learned(self, codes: np.ndarray, folds: Folds, n_classes: int) -> np.ndarray:
        """Class codes (m,) of the samples of each fold, the views merged by a multinomial regression on the others.

        Parameters
        ----------
        codes : (m,) class indices.
        folds : (fit, held) positions.
        n_classes : how many there are.

        Returns
        -------
        ndarray : -1 for samples in no fold.
        """
        decided, k = np.full(len(codes), -1), self.left_out.shape[1] // 2
        for fit, held in folds:
            f_s, f_t = self.left_out[fit, :k], self.left_out[fit, k:]
            if len(np.unique(codes[fit])) < 2:
                decided[held] = codes[fit][0]
                continue
            with silenced():
                merger = learn_merger(f_s, f_t, codes[fit], n_classes, joint=True)
            decided[held] = merger.models[0].predict(self.fold_out[held])
        return decided


def joint_views(
    path: SaddlePath,
    codes: np.ndarray,
    Y: np.ndarray,
    folds: Folds,
    settings: Sequence[tuple[float, float]],
) -> JointViews | None:
    """The views that a regression merges best, among a few settings, by least squares.

    Parameters
    ----------
    path : of the kernel matrix of the training samples.
    codes : (m,) class indices.
    Y : (m, k) right-hand sides.
    folds : (fit, held) positions.
    settings : pairs of gamma and damping; one at a resonance is passed over.

    Returns
    -------
    JointViews or None : None where no setting has finite views.
    """
    best: JointViews | None = None
    for gamma, damping in settings:
        left_out = np.hstack(path.leave_one_out(Y, gamma, damping))
        fold_out = np.hstack(
            [view[0] for view in path.folds_out_along(Y, [gamma], [held for _, held in folds], damping)]
        )
        if not (np.isfinite(left_out).all() and np.isfinite(fold_out).all()):
            continue
        score = float((_by_least_squares(left_out, fold_out, Y, folds) == codes).mean())
        if best is None or score > best.score:
            best = JointViews(gamma, damping, left_out, fold_out, score)
    return best


def _by_least_squares(left_out: np.ndarray, fold_out: np.ndarray, Y: np.ndarray, folds: Folds) -> np.ndarray:
    """Class codes (m,): Y regressed on the views of the other folds."""
    merged = np.zeros_like(Y)
    ones = np.ones((len(Y), 1))
    learn, apply = np.hstack([left_out, ones]), np.hstack([fold_out, ones])
    for fit, held in folds:
        merged[held] = apply[held] @ np.linalg.lstsq(learn[fit], Y[fit], rcond=1e-8)[0]
    return decided_codes(merged)
