"""gamma and damping chosen together by exact leave-one-out, from one decomposition.

Estimator floor. Together, because damping is a regulariser of its own: on graphs where class k links to class
k + 1 every undamped gamma can be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore.solvers import SaddlePath, decided_codes

__all__ = ["DAMPINGS", "GAMMAS", "LooChoice", "tune_by_loo", "tune_on_path"]

GAMMAS = tuple(float(f"{g:.2g}") for g in np.geomspace(0.01, 1000.0, 16))
DAMPINGS = (0.0, 1e-3, 1e-2, 0.1, 1.0, 10.0)


@dataclass(frozen=True)
class LooChoice:
    """The chosen gamma and damping, and the leave-one-out accuracy of every pair tried, (dampings, gammas)."""

    gamma: float
    damping: float
    score: float
    scores: np.ndarray


def tune_by_loo(
    K: Any, codes: np.ndarray, Y: np.ndarray, *, damping: Any = "auto", view: str = "mean"
) -> LooChoice:
    """The pair with the best leave-one-out accuracy of the ``view`` ("mean", "source" or "target").

    Ties go to the smallest leave-one-out squared error. A number for ``damping`` keeps it fixed.
    """
    dampings = DAMPINGS if damping == "auto" else (float(damping),)
    return tune_on_path(SaddlePath(K), codes, Y, gammas=GAMMAS, dampings=dampings, view=view)


def tune_on_path(
    path: SaddlePath,
    codes: np.ndarray,
    Y: np.ndarray,
    *,
    gammas: Sequence[float] = GAMMAS,
    dampings: Sequence[float] = DAMPINGS,
    view: str = "mean",
) -> LooChoice:
    """gamma and damping with the best leave-one-out accuracy, from a decomposition at hand.

    Ties go to the smallest leave-one-out squared error.

    Parameters
    ----------
    path : of the kernel matrix of the training samples.
    codes : (m,) class indices.
    Y : (m, k) right-hand sides, -1 and +1.
    gammas, dampings : what to choose from.
    view : "mean", "source" or "target", whose accuracy counts.

    Returns
    -------
    LooChoice : the pair, its accuracy and those of all pairs (dampings, gammas), as shares.

    Raises
    ------
    ValueError : an unknown view.
    """
    if view not in ("mean", "source", "target"):
        raise ValueError(f"view must be 'mean', 'source' or 'target', got {view!r}.")
    scores = np.zeros((len(dampings), len(gammas)))
    errors = np.full_like(scores, np.inf)
    for i, lam in enumerate(dampings):
        f_s, f_t = path.leave_one_out_along(Y, gammas, lam)
        merged = {"source": f_s, "target": f_t}.get(view, (f_s + f_t) / 2)
        finite = np.isfinite(merged).all(axis=(1, 2))
        scores[i] = np.where(finite, (decided_codes(merged) == codes).mean(axis=1), 0.0)
        with np.errstate(over="ignore", invalid="ignore"):
            errors[i] = np.where(finite, ((merged - Y) ** 2).mean(axis=(1, 2)), np.inf)
    best = np.lexsort((errors.ravel(), -scores.ravel()))[0]
    i, j = np.unravel_index(best, scores.shape)
    return LooChoice(gammas[j], dampings[i], float(scores[i, j]), scores)
