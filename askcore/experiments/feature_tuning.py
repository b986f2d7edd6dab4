"""The linear LS-SVM on features whose bandwidth, scaling and gamma are chosen by folds of the training samples.

Experiment floor. One pass over the features of a split serves every scaling, gamma and fold; see ``solvers.Moments``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from askcore.experiments.decisions.views import score
from askcore.experiments.split import Split, labelled_samples
from askcore.experiments.tuning import inner_folds as stratified_folds
from askcore.solvers import SCALINGS, Moments, decided_codes

__all__ = ["Candidate", "TunedScores", "tuned_classification"]


@dataclass(frozen=True, eq=False)
class Candidate:
    """Vectors (N, d) without scaling, the singular value of each (d,), and what to call them, such as a bandwidth."""

    vectors: np.ndarray
    values: np.ndarray
    name: str = ""


@dataclass(frozen=True, eq=False)
class TunedScores:
    """Scores over the splits, (S,) each, and what was chosen on each: name of the candidate, scaling and gamma."""

    micro_f1: np.ndarray
    macro_f1: np.ndarray
    chosen: tuple[tuple[str, str, float], ...]


def tuned_classification(
    candidates: Sequence[Candidate],
    labels: Any,
    splits: Sequence[Split],
    *,
    gammas: Sequence[float],
    scalings: Sequence[str] = tuple(SCALINGS),
    inner_folds: int = 5,
    random_state: int = 0,
) -> TunedScores:
    """Micro and macro F1 on the test samples, after every choice was made on the training samples.

    On each split the (candidate, scaling, gamma) with the largest share of right decisions over ``inner_folds``
    stratified folds is taken, the first of a tie. Labels (N,), "" for none.

    Raises ValueError for no candidate, gamma or scaling.
    """
    if not candidates or not len(gammas) or not len(scalings):
        raise ValueError("There must be at least one candidate, one gamma and one scaling.")
    known = labelled_samples(labels)
    codes = np.full(len(labels), -1)
    classes, codes[known] = np.unique(np.asarray(labels)[known], return_inverse=True)
    Y = np.where(codes[:, None] == np.arange(len(classes)), 1.0, -1.0)
    grid = [(scaling, float(gamma)) for scaling in scalings for gamma in gammas]
    found, chosen = [], []
    for split in splits:
        folds = [held for _, held in stratified_folds(codes[split.train], inner_folds, random_state)]
        tried = [_inner(each, codes, Y, split.train, folds, grid) for each in candidates]
        best, at = divmod(int(np.argmax([right for right, _ in tried])), len(grid))
        candidate, (scaling, gamma) = candidates[best], grid[at]
        w, b = tried[best][1].solve(gamma, _scale(candidate, scaling))
        guess = decided_codes(candidate.vectors[split.test] @ w + b)
        found.append(score(codes[split.test], guess))
        chosen.append((candidate.name, scaling, gamma))
    micro, macro = (np.array([each[name] for each in found]) for name in ("micro_f1", "macro_f1"))
    return TunedScores(micro, macro, tuple(chosen))


def _inner(
    candidate: Candidate,
    codes: np.ndarray,
    Y: np.ndarray,
    train: np.ndarray,
    folds: Sequence[np.ndarray],
    grid: Sequence[tuple[str, float]],
) -> tuple[np.ndarray, Moments]:
    """Held-out decisions that are right at each point of the grid, and the sums over all training samples."""
    parts = [Moments.of(candidate.vectors[train[held]], Y[train[held]]) for held in folds]
    whole = parts[0]
    for part in parts[1:]:
        whole = whole + part
    right = np.zeros(len(grid))
    for part, held in zip(parts, folds, strict=True):
        rest, Z = whole - part, candidate.vectors[train[held]]
        for at, (scaling, gamma) in enumerate(grid):
            scale = _scale(candidate, scaling)
            if not whole.resolves(gamma, scale):  # such a gamma is no choice for these features
                right[at] = -np.inf
                continue
            w, b = rest.solve(gamma, scale)
            right[at] += np.count_nonzero(decided_codes(Z @ w + b) == codes[train[held]])
    return right, whole


def _scale(candidate: Candidate, scaling: str) -> np.ndarray:
    return np.asarray(candidate.values ** SCALINGS[scaling])
