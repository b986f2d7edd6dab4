"""What several tables share: training and test part, kernels tuned without damping, candidates as the options say."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from sklearn.preprocessing import MinMaxScaler
from sklearn.svm import SVC

from askcore._lazy import cached_property
from askcore.datasets import TableData
from askcore.experiments.evaluation import (
    Candidate,
    Folds,
    Grid,
    Outcome,
    SplitTask,
    UnderKernels,
    candidates,
    inner_folds,
)
from askcore.experiments.fitted import Blocks, OnMatrix
from askcore.experiments.split import labelled_samples
from askcore.experiments.svm import CAPPED, silenced, svm_outcomes, was_capped
from askcore.papers.engine.protocol import Options
from askcore.solvers.path import DualPath, symmetric_path

Source = TableData | tuple[TableData, TableData]
"""A table, or its training and test part."""


@dataclass(frozen=True, eq=False)
class Parts:
    """One training and one test part: features (m, d) and (n, d), scaled to [0, 1] on the training part; class
    numbers; and the seed of the inner folds."""

    X: np.ndarray
    codes: np.ndarray
    X_test: np.ndarray
    codes_test: np.ndarray
    n_classes: int
    fold_seed: int

    @cached_property
    def table(self) -> TableData:
        """Features of all samples, the training samples first; without classes."""
        return TableData(np.concatenate([self.X, self.X_test]))

    @cached_property
    def task(self) -> SplitTask:
        """Fit on the training samples, decide the test samples: rows of ``table``."""
        m, n = len(self.X), len(self.X_test)
        return SplitTask(np.arange(m), np.arange(m, m + n), self.codes, self.n_classes)

    def folds(self, n_folds: int) -> Folds:
        """Inner folds of the training samples."""
        return inner_folds(self.codes, n_folds, self.fold_seed)

    def accuracy(self, outcome: Outcome) -> float:
        """Share of right decisions on the test samples."""
        return float((outcome.codes == self.codes_test).mean())


def drawn_parts(source: Source, seed: int, repeat: int, n_train: Callable[[int], int]) -> Parts:
    """The parts of one repeat; ``n_train`` says how many of N samples train, a pair is divided already."""
    rng = np.random.default_rng(np.random.SeedSequence([seed, repeat]))
    pair = source if isinstance(source, tuple) else (source,)
    for table in pair:
        labelled_samples(table.y)
    classes, codes = np.unique(np.concatenate([np.asarray(table.y) for table in pair]), return_inverse=True)
    X = np.concatenate([table.X for table in pair])
    if isinstance(source, tuple):
        order, m = np.arange(len(X)), source[0].n_samples
    else:
        order, m = rng.permutation(len(X)), n_train(len(X))
    fit, rest = order[:m], order[m:]
    scaler = MinMaxScaler().fit(X[fit])
    scaled = (scaler.transform(X[fit]), codes[fit], scaler.transform(X[rest]), codes[rest])
    return Parts(*scaled, len(classes), int(rng.integers(2**31)))


def undamped(options: Options, members: Sequence[Hashable]) -> list[Candidate]:
    """``gammas`` values of gamma from ``gamma_from`` to ``gamma_to``, three digits each, for members of a family."""
    grid = np.geomspace(options["gamma_from"], options["gamma_to"], options["gammas"])
    gammas = tuple(float(f"{gamma:.3g}") for gamma in grid)
    return candidates(Grid(gammas, (0.0,)), ("mean",), kernels=members)


def numbers_of(text: object) -> list[float]:
    """The numbers in a text, "0.1 1 10"."""
    return [float(each) for each in str(text).split()]


class Undamped(OnMatrix):
    """AsK-LS without damping: a gamma at which the system is singular cannot be used.

    Candidates are compared by the mean of the views; ``merge`` then decides: "mean", or "stack", which learns from
    the views of ``folds``.
    """

    def __init__(self, blocks: Blocks, task: SplitTask, folds: Folds, merge: str) -> None:
        super().__init__(blocks, task, (symmetric_path if blocks.symmetric else DualPath)(blocks.K))
        self._view_folds, self._merge = folds, merge

    def _setting(self, candidate: Candidate) -> tuple[float, float]:
        return candidate.gamma, 0.0

    def decide(self, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        """Class codes of the held samples at each candidate."""
        with np.errstate(invalid="ignore"):  # coefficients of a singular system
            return super().decide([replace(each, variant=self._merge) for each in candidates])


def on_kernels(
    blocks: Callable[[Any, SplitTask], Blocks], task: SplitTask, folds: Folds, merge: str = "mean"
) -> UnderKernels:
    """AsK-LS on a family of kernels; ``blocks`` gives the matrices of member and task."""

    @lru_cache(maxsize=1)  # the last decomposition may be the chosen one
    def under(member: Any) -> Undamped:
        return Undamped(blocks(member, task), task, folds, merge)

    return UnderKernels(under)


def svm_codes(K: np.ndarray, K_held: np.ndarray, task: SplitTask, C: float, rule: str, cap: int) -> Outcome:
    """Decide the held samples with an SVM on a symmetric K, "one-vs-one" with a vote or "one-vs-rest"."""
    known = np.unique(task.codes)
    if rule == "one-vs-one" or len(known) <= 2:
        return svm_outcomes(K, K_held, task, [C], max_iter=cap)[0]
    with silenced():
        models = [SVC(C=C, kernel="precomputed", max_iter=cap).fit(K, task.codes == each) for each in known]
    decided = known[np.argmax([model.decision_function(K_held) for model in models], axis=0)]
    return Outcome(decided, {CAPPED: float(any(map(was_capped, models)))})


class ByDigest:
    """Data compared by their digest: keys of ``lru_cache``, so that repeats share results."""

    def __init__(self, data: Any) -> None:
        self.data = data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByDigest) and self.data.digest == other.data.digest

    def __hash__(self) -> int:
        return hash(self.data.digest)
