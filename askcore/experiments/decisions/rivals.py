"""The symmetrised rivals of AsK-LS on the same split, over a grid of gamma and damping.

Experiment floor. The page sets AsK-LS's own gamma by hand, so a rival at that gamma would be treated
unfairly. Here each rival is run at every gamma and damping of a wide grid and its best *test* score is
reported, which flatters it. ``compare`` tunes all methods alike, without a look at the test part.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore.experiments.decisions.views import Prepared
from askcore.experiments.scores import score
from askcore.kernels import symmetrized
from askcore.solvers import decided_codes, lssvm_factor, lssvm_path, solve_lssvm

__all__ = ["GAMMAS", "RIVAL_NAMES", "Rival", "symmetric_rivals"]

GAMMAS = (0.01, 0.1, 1.0, 10.0, 100.0, 1000.0)
DAMPINGS = ("auto", 0.01, 0.1, 1.0)
RIVAL_NAMES = {"mean": "(K + Kᵀ)/2", "KKt": "K Kᵀ", "KtK": "Kᵀ K"}
# Beyond so many training samples of a sparse kernel: pairs that products alone solve in a fraction of a second each.
LARGE = 3000
LARGE_GAMMAS = (1.0, 10.0, 100.0)
LARGE_DAMPINGS = (0.1, 1.0)
DENSE_LIMIT = 800  # samples up to which one eigendecomposition beats a sparse solve per gamma


@dataclass(frozen=True)
class Rival:
    """LS-SVM on one symmetrisation: scores at its best pair, and the accuracies of all pairs.

    ``accuracies`` run over the gammas for one damping after the other.
    """

    symmetrize: str
    gammas: tuple[float, ...]
    accuracies: tuple[float, ...]
    best_gamma: float
    best_damping: float | str
    accuracy: float
    balanced_accuracy: float
    macro_f1: float

    @property
    def lowest(self) -> float:
        """The lowest accuracy over the grid."""
        return min(self.accuracies)


def symmetric_rivals(
    prepared: Prepared,
    *,
    dampings: Sequence[float | str] | None = None,
    symmetrizations: Sequence[str] = ("mean", "KKt", "KtK"),
    gammas: Sequence[float] | None = None,
) -> tuple[Rival, ...]:
    """LS-SVM on each symmetrisation of the kernel at every pair of a damping and a gamma.

    Parameters
    ----------
    prepared : the same training and test samples as for ``path_views``.
    dampings : "auto" is undamped, but for a resonance of an indefinite (K + K^T)/2. By default ``DAMPINGS``, or
        ``LARGE_DAMPINGS`` for a sparse kernel with more than ``LARGE`` training samples.
    symmetrizations : of "mean", "KKt", "KtK".
    gammas : by default ``GAMMAS``, or ``LARGE_GAMMAS``.

    Returns
    -------
    tuple of Rival : one for each symmetrisation.
    """
    classes, split, Y, truth, bound = (
        prepared.classes,
        prepared.split,
        prepared.Y,
        prepared.truth,
        prepared.bound,
    )
    large = len(split.train) > LARGE and sp.issparse(prepared.K)
    gammas = gammas or (LARGE_GAMMAS if large else GAMMAS)
    dampings = dampings or (LARGE_DAMPINGS if large else DAMPINGS)
    pairs = [(damping, float(gamma)) for damping in dampings for gamma in gammas]
    found = []
    for how in symmetrizations:
        symmetric = symmetrized(bound, how)
        K, K_test = symmetric.train(), symmetric.source(split.test)
        predictions = [
            classes[decided_codes(f)]
            for f in (K_test @ coef + b for coef, b in _solutions(K, Y, gammas, dampings))
        ]
        accuracies = tuple(float((predicted == truth).mean()) for predicted in predictions)
        best = int(np.argmax(accuracies))
        scores = score(truth, predictions[best])
        found.append(
            Rival(
                symmetrize=how,
                gammas=tuple(gammas),
                accuracies=accuracies,
                best_gamma=pairs[best][1],
                best_damping=pairs[best][0],
                accuracy=scores["accuracy"],
                balanced_accuracy=scores["balanced_accuracy"],
                macro_f1=scores["macro_f1"],
            )
        )
    return tuple(found)


def _solutions(
    K: Any, Y: np.ndarray, gammas: Sequence[float], dampings: Sequence[float | str]
) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Coefficients (m, k) and intercepts (k,) at each gamma, for one damping after the other."""
    if len(Y) <= DENSE_LIMIT or not sp.issparse(K):
        factor = lssvm_factor(K)
        for damping in dampings:
            path = lssvm_path(K, Y, gammas, damping=damping, factor=factor)
            yield from zip(path.coef, path.intercept, strict=True)
        return
    for damping in dampings:
        # Damped systems need no look at the condition, and then products are all that is needed.
        solver = "iterative" if len(Y) > LARGE and damping not in ("auto", 0) else "auto"
        for gamma in gammas:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # one of many pairs: its resonance is not the user's setting
                solution = solve_lssvm(K, Y, gamma=gamma, damping=damping, solver=solver)  # type: ignore[arg-type]
            yield solution.a, solution.b_source
