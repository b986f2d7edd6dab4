"""The same candidates for every method, the inner folds that choose among them, and the rule of choice.

Experiment floor.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from sklearn.model_selection import KFold, StratifiedKFold

__all__ = [
    "FULL_GRID",
    "METRICS",
    "SMALL_GRID",
    "Candidate",
    "Grid",
    "candidates",
    "choose",
    "inner_folds",
]

METRICS = ("micro_f1", "macro_f1", "accuracy", "balanced_accuracy")
TIE = 1e-12


@dataclass(frozen=True)
class Grid:
    """Values of gamma and of the damping lambda; every pair is a candidate.

    A damping of 0 means "auto": none, and 1 where the system is singular.
    """

    gammas: tuple[float, ...]
    dampings: tuple[float, ...]

    def __len__(self) -> int:
        return len(self.gammas) * len(self.dampings)


FULL_GRID = Grid((0.01, 0.1, 1.0, 3.0, 10.0, 30.0, 100.0, 1000.0, 10000.0), (0.0, 0.01, 0.1, 1.0))
SMALL_GRID = Grid((0.1, 1.0, 10.0, 100.0), (0.01, 0.1, 1.0))


@dataclass(frozen=True)
class Candidate:
    """One setting of one method; ``variant`` is its decision rule or its number of features, or empty."""

    variant: str
    gamma: float
    damping: float


def candidates(grid: Grid, variants: Sequence[str], *, damped: bool = True) -> list[Candidate]:
    """All settings, the more regularised first: the earlier variant, then smaller gamma, then more damping."""
    dampings = sorted(grid.dampings, reverse=True) if damped else [0.0]
    return [Candidate(v, g, d) for v in variants for g in sorted(grid.gammas) for d in dampings]


def inner_folds(codes: np.ndarray, n_folds: int, seed: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """(fit, held) positions of shuffled folds, stratified where a class has two members; fewer if few samples."""
    biggest = int(np.bincount(codes).max())
    folds = min(n_folds, biggest if biggest > 1 else len(codes))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The least populated class", category=UserWarning)
        if biggest > 1:
            return list(StratifiedKFold(folds, shuffle=True, random_state=seed).split(codes, codes))
        return list(KFold(folds, shuffle=True, random_state=seed).split(codes))


def choose(scores: Sequence[float]) -> list[int]:
    """Candidates from the best down; a tie goes to the earlier one, which is the more regularised.

    Examples
    --------
    >>> choose([0.5, 0.9, 0.9, float("nan")])
    [1, 2, 0, 3]
    """
    filled = np.nan_to_num(np.asarray(scores, dtype=float), nan=-np.inf)
    return np.argsort(-np.round(filled / TIE) * TIE, kind="stable").tolist()
