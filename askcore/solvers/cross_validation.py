"""Cross-validation of fixed-size models along gamma and damping, from the sums of folds alone.

The sums of a fold (``moments.Moments``) do not depend on gamma. A model is solved from the sums of all other folds, and
its squared error on the fold is a quadratic form in the fold's own: with features z of a sample and f = W^T z + b,
means zbar and ybar and centred sums G = Z_c^T V Z_c, h = Z_c^T V Y_c of the fold, for each output k

    sum_i v_i (y_ik - f_ik)^2 = mass (1 - ybar_k^2) - 2 w_k^T h_k + w_k^T G w_k + mass (ybar_k - zbar^T w_k - b_k)^2,

where targets are -1 and +1, so that sum v y^2 = mass. This is exact cross-validation without the samples; accuracy is
no function of sums. The mean of both views needs sums across A and B: features are [A B], side by side.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np
from numpy.typing import ArrayLike

from askcore.solvers.moments import Moments, ViewSums, weights_at
from askcore.solvers.path import checked_gammas

VIEWS = ("mean", "source", "target")


def both_views(moments: Moments) -> Moments:
    """The sums of two views A and B, from those of the features [A B] (m, 2p) as one view."""
    view, p = moments.source, len(moments.source.mean) // 2
    if moments.target is not None or len(view.mean) != 2 * p:
        raise ValueError(
            "Both views are taken from the sums of [A B], an even number of features as one view."
        )
    source, target = (
        ViewSums(view.mean[at], view.gram[at, at], view.cross[at]) for at in (slice(0, p), slice(p, 2 * p))
    )
    return Moments(moments.count, moments.mass, moments.mean_y, source, target)


def fold_errors(
    folds: Sequence[Moments],
    held_out: int,
    gammas: Sequence[float],
    dampings: Sequence[float],
    *,
    signs: ArrayLike | None = None,
    view: str = "mean",
) -> np.ndarray:
    """Squared errors (D, G) on fold ``held_out`` of the models of all others, over its samples and outputs, weighted.

    ``folds`` are two or more sums of the features [A B] (m, 2p) as one view, of A (m, p) where there are ``signs`` (see
    ``solve_from_moments``); targets are -1 and +1. ``view`` is the decision whose errors count: "mean", "source" or
    "target". Infinite where a system has no answer.
    """
    if len(folds) < 2:
        raise ValueError(f"Cross-validation needs two folds or more, got {len(folds)}.")
    if view not in VIEWS:
        raise ValueError(f"view must be 'mean', 'source' or 'target', got {view!r}.")
    train = reduce(Moments.__add__, [each for k, each in enumerate(folds) if k != held_out])
    if not train.mass > 0:
        raise ValueError(f"Outside fold {held_out} no sample has a weight above 0.")
    train = both_views(train) if signs is None else train
    found = np.full((len(dampings), len(gammas)), np.inf)
    for i, lam in enumerate(dampings):
        for j, gamma in enumerate(checked_gammas(gammas, lam)):
            try:
                w, b = weights_at(train, gamma, lam, signs)
            except np.linalg.LinAlgError:
                continue
            (w_s, w_t), (b_s, b_t) = ([part.real for part in pair] for pair in (w, b))
            share = {"source": 1.0, "target": 0.0}.get(view, 0.5)
            W = w_s if signs is not None else np.vstack([share * w_s, (1 - share) * w_t])
            error = _squared_error(folds[held_out], W, share * b_s + (1 - share) * b_t)
            found[i, j] = error if np.isfinite(error) else np.inf
    return found


def _squared_error(moments: Moments, W: np.ndarray, b: np.ndarray) -> float:
    view, mean_y = moments.source, moments.mean_y
    with np.errstate(over="ignore", invalid="ignore"):
        inner = np.sum(W * (view.gram @ W), axis=0) - 2 * np.sum(W * view.cross, axis=0)
        outer = 1 - mean_y**2 + (mean_y - view.mean @ W - b) ** 2
        return float(np.sum(inner + moments.mass * outer))
