"""gamma and damping chosen together: by exact leave-one-out from one decomposition, or by folds from their sums.

Estimator floor. Together, because damping is a regulariser of its own: on graphs where class k links to class
k + 1 every undamped gamma can be wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from askcore.solvers.folded import fold_errors
from askcore.solvers.labels import decided_codes
from askcore.solvers.magnitude import by_decades, decades
from askcore.solvers.moments import Moments
from askcore.solvers.path import DualPath

GAMMAS = tuple(float(f"{g:.2g}") for g in np.geomspace(0.01, 10_000.0, 19))
DAMPINGS = (0.0, 1e-3, 1e-2, 0.1, 1.0, 10.0)
VIEWS = ("mean", "source", "target")
TIE = 0.25  # of a standard error of the best accuracy: less is noise of the samples, not merit of a setting


@dataclass(frozen=True)
class LooChoice:
    """gamma and damping chosen by leaving out one of ``n`` samples at a time.

    Attributes
    ----------
    gamma, damping : the pair chosen.  score, error : its accuracy, and the mean squared error of its views.
    scores : accuracy of every pair tried, (dampings, gammas).
    n : samples left out; weighted, how many equal ones tell as much: (sum v)^2 / sum v^2.
    decided : (n,) class codes that these get at the pair chosen.
    """

    gamma: float
    damping: float
    score: float
    error: float
    scores: np.ndarray
    n: float
    decided: np.ndarray = field(default_factory=lambda: np.empty(0, dtype=int))


def tune_by_loo(
    K: Any,
    codes: np.ndarray,
    Y: np.ndarray,
    *,
    damping: Any = "auto",
    view: str = "mean",
    sample_weight: np.ndarray | None = None,
) -> LooChoice:
    """As ``tune_on_path``, of the ``view`` ("mean", "source" or "target"); a number for ``damping`` keeps it fixed.

    Of a matrix that is far larger or smaller than usual, gammas and dampings are moved by powers of ten, as it is.
    """
    path = DualPath(K, sample_weight=sample_weight)
    shift = decades(path.singular_values)
    dampings = by_decades(DAMPINGS, 2 * shift) if damping == "auto" else (float(damping),)
    gammas = by_decades(GAMMAS, -shift)
    return tune_on_path(
        path, codes, Y, gammas=gammas, dampings=dampings, view=view, sample_weight=sample_weight
    )


def tune_on_path(
    path: DualPath,
    codes: np.ndarray,
    Y: np.ndarray,
    *,
    gammas: Sequence[float] = GAMMAS,
    dampings: Sequence[float] = DAMPINGS,
    view: str = "mean",
    sample_weight: np.ndarray | None = None,
) -> LooChoice:
    """gamma and damping with the best leave-one-out accuracy, from a decomposition at hand.

    Of pairs whose accuracy is within a quarter of a standard error of the best, the one with the smallest
    leave-one-out squared error: the more settings are tried, the more of them lead by luck alone.

    Parameters
    ----------
    path : of the kernel matrix of the training samples.
    codes : (m,) class indices.
    Y : (m, k) right-hand sides, -1 and +1.
    gammas, dampings : what to choose from.
    view : "mean", "source" or "target", whose accuracy counts.
    sample_weight : (m,) weights of accuracy and squared error, those of the path; None for ones.

    Returns
    -------
    LooChoice
    """
    if view not in VIEWS:
        raise ValueError(f"view must be 'mean', 'source' or 'target', got {view!r}.")
    found = left_out_choices(
        path, codes, Y, gammas=gammas, dampings=dampings, views=(view,), sample_weight=sample_weight
    )
    return found[view]


def left_out_choices(
    path: DualPath,
    codes: np.ndarray,
    Y: np.ndarray,
    *,
    gammas: Sequence[float] = GAMMAS,
    dampings: Sequence[float] = DAMPINGS,
    views: Sequence[str] = VIEWS,
    sample_weight: np.ndarray | None = None,
) -> Mapping[str, LooChoice]:
    """``tune_on_path`` for several views at once, which come from the same solutions.

    Parameters
    ----------
    path, codes, Y, gammas, dampings : as in ``tune_on_path``.
    views : of "mean", "source" and "target".
    sample_weight : as in ``tune_on_path``.

    Returns
    -------
    dict : a LooChoice for each view.
    """
    shape = len(views), len(dampings), len(gammas)
    scores, errors = np.zeros(shape), np.full(shape, np.inf)
    decided = np.empty((*shape, len(codes)), dtype=int)
    for i, lam in enumerate(dampings):
        f_s, f_t = path.leave_one_out_along(Y, gammas, lam)
        for v, view in enumerate(views):
            merged = {"source": f_s, "target": f_t}.get(view, (f_s + f_t) / 2)
            finite = np.isfinite(merged).all(axis=(1, 2))
            decided[v, i] = decided_codes(merged)
            right = np.average(decided[v, i] == codes, axis=1, weights=sample_weight)
            scores[v, i] = np.where(finite, right, 0.0)
            with np.errstate(over="ignore", invalid="ignore"):
                squares = (merged - Y) ** 2
                if sample_weight is not None:
                    squares *= (sample_weight / sample_weight.mean())[:, None]
                errors[v, i] = np.where(finite, squares.mean(axis=(1, 2)), np.inf)
    n = len(codes) if sample_weight is None else sample_weight.sum() ** 2 / (sample_weight @ sample_weight)
    found = {}
    for v, view in enumerate(views):
        i, j = divmod(_best(scores[v].ravel(), errors[v].ravel(), n), len(gammas))
        score, error = float(scores[v, i, j]), float(errors[v, i, j])
        found[view] = LooChoice(gammas[j], dampings[i], score, error, scores[v], n, decided[v, i, j].copy())
    return found


def best_choice(found: Sequence[LooChoice]) -> int:
    """Which of several choices on the same samples, such as one for each bandwidth, is best: by the same rule.

    Parameters
    ----------
    found : one or more.

    Returns
    -------
    int : the position; of equals the first.
    """
    scores, errors = (np.array([getattr(each, name) for each in found]) for name in ("score", "error"))
    return _best(scores, errors, found[0].n)


@dataclass(frozen=True)
class FoldChoice:
    """gamma and damping chosen by folds.

    Attributes
    ----------
    gamma, damping : the pair chosen.  error : the mean squared error of its decision on held-out samples and outputs.
    errors : of every pair tried, (dampings, gammas).
    """

    gamma: float
    damping: float
    error: float
    errors: np.ndarray


def tune_by_folds(
    folds: Sequence[Moments | None],
    *,
    damping: Any = "auto",
    view: str = "mean",
    signs: np.ndarray | None = None,
    each: Callable[..., list[np.ndarray]] | None = None,
) -> FoldChoice:
    """The pair with the smallest squared error on folds of which only the sums are there (``solvers.fold_errors``).

    Parameters
    ----------
    folds : sums of each fold; None for an empty one.
    damping : "auto", or a number that is kept.
    view : "mean", "source" or "target", whose error counts.
    signs : of a symmetric kernel.
    each : calls function(shared, number) for numbers, perhaps elsewhere; None: here.

    Returns
    -------
    FoldChoice
    """
    filled = [fold for fold in folds if fold is not None and fold.mass > 0]
    if len(filled) < 2:
        raise ValueError("gamma='cv' needs at least two folds with a sample: give more samples, or a number.")
    dampings = DAMPINGS if damping == "auto" else (float(damping),)
    shared = filled, dampings, signs, view
    numbers = range(len(filled))
    found = [_of_fold(shared, k) for k in numbers] if each is None else each(_of_fold, shared, numbers)
    errors = np.sum(found, axis=0) / (sum(fold.mass for fold in filled) * len(filled[0].mean_y))
    i, j = divmod(int(errors.argmin()), len(GAMMAS))
    return FoldChoice(GAMMAS[j], dampings[i], float(errors[i, j]), errors)


def _of_fold(shared: Any, held: int) -> np.ndarray:
    folds, dampings, signs, view = shared
    return fold_errors(folds, held, GAMMAS, dampings, signs=signs, view=view)


def _best(scores: np.ndarray, errors: np.ndarray, n: float) -> int:
    """The smallest error among the scores that are as good as the best."""
    best = float(scores.max())
    spread = np.sqrt(max(best * (1 - best), 1 / n) / n)
    return int(np.where(scores >= best - TIE * spread, errors, np.inf).argmin())
