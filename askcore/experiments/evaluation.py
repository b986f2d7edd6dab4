"""Candidates of a method, how they are judged by samples that are left out, and scores of what is predicted.

A candidate is a setting: gamma, damping, kernel and way of deciding. A method on the fitted samples of a task is a
``Fitted``: it decides the held samples at any candidate, and the fitted ones by folds, and never sees a label of the
samples that it decides. ``tune`` lets ``selection`` choose by the folds and decides the held samples by the choice.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any, Protocol

import numpy as np

from askcore._validation import DataError
from askcore.estimators._merging import stratified_folds
from askcore.experiments.selection import TIE, Selection, select
from askcore.solvers.gamma_units import by_decades, typical_of
from askcore.solvers.labels import one_vs_rest

BANDWIDTHS = (1.0, 0.7, 2.0, 5.0)
"""Times the usual bandwidth; of two that do equally well the earlier is taken."""
EXACT = 1e12  # gamma times the largest singular value up to which rounding is small beside 1/gamma
# The smaller gammas, and times the typical singular value from which the first one towers above it.
REGULARISED, TOWERS = 3.0, 10.0


@dataclass(frozen=True)
class Grid:
    """Values of gamma and of the damping lambda. Every pair is a candidate.

    A damping of 0 means "auto": 0, or 1 (in the same unit) if the system is singular.

    Attributes
    ----------
    gammas, dampings : the values.
    relative : whether the values are gamma sigma and lambda/sigma^2, where sigma is the typical singular value of the
        method's matrix. The tuning then does not depend on the scale of K, apart from the intercepts, and K K^T is
        tuned as carefully as K.
    """

    gammas: tuple[float, ...]
    dampings: tuple[float, ...]
    relative: bool = False

    def __len__(self) -> int:
        return len(self.gammas) * len(self.dampings)


GRID = Grid((0.03, 1.0, 10.0, 100.0, 1e3, 1e5), (0.0, 1e-4, 0.01, 0.3), relative=True)
"""From fully to hardly regularised: the first gamma lies below all resonances, the last beyond most of them."""
SOLVED_GRID = Grid((0.1, 1.0, 10.0, 100.0, 300.0), (1e-3, 0.01, 0.1, 1.0), relative=True)
"""For sparse matrices that are solved at each candidate, which takes long with hardly any regularisation."""
GAMMAS = tuple(float(f"{g:.1e}") for g in np.geomspace(0.01, 10_000.0, 61))
DAMPINGS = (0.0, 1e-4, 1e-3, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
"""What the controls of a page offer for a matrix of ordinary size."""


@dataclass(frozen=True)
class Candidate:
    """One setting of one method.

    ``variant`` is a decision rule, scaling or number of features, and ``kernel`` the member of a family of kernels or
    features, by any name; empty where there is one only. gamma and damping are of the LS-SVM, of an SVM gamma is C;
    ``relative``: they are in units of the matrix, as in ``Grid``.
    """

    variant: str = ""
    gamma: float = np.nan
    damping: float = 0.0
    kernel: Hashable = ""
    relative: bool = False

    def on(self, singular_values: np.ndarray) -> tuple[float, float]:
        """gamma and damping themselves, on a matrix with these leading singular values, descending.

        Where the first one is more than ten times the typical one, the smaller gammas are in units of a tenth of it:
        they are to regularise fully, and to tell the few that tower from all others. Past ``EXACT`` over the first one,
        what is left out would be known to no digit.
        """
        size = typical_of(singular_values)
        if not (self.relative and size > 0):
            return self.gamma, self.damping
        gamma, largest = self.gamma / size, float(singular_values[0])
        gamma = min(gamma, (TOWERS * self.gamma if self.gamma <= REGULARISED else EXACT) / largest)
        return float(f"{gamma:.3g}"), float(f"{self.damping * size**2:.3g}")

    def offered(self, singular_values: np.ndarray, shift: int) -> tuple[float, float]:
        """As ``on``, rounded to what the controls of a page offer for a matrix ``shift`` powers of ten too large."""
        gamma, damping = self.on(singular_values)
        gammas, dampings = by_decades(GAMMAS, -shift), by_decades(DAMPINGS[1:], 2 * shift)
        return _nearest(gammas, gamma), _nearest(dampings, damping) if damping > 0 else 0.0

    @property
    def in_words(self) -> str:
        """The setting of a baseline, as "k = 5" or "γ = 1/d, C = 10"."""
        cost = f"C = {self.gamma:g}" if np.isfinite(self.gamma) else ""
        return ", ".join(part for part in (self.variant, cost) if part)


def candidates(
    grid: Grid, variants: Sequence[str] = ("",), *, damped: bool = True, kernels: Sequence[Hashable] = ("",)
) -> list[Candidate]:
    """All settings, the more regularised first.

    The earlier kernel, then the earlier variant, then smaller gamma, then more damping.
    """
    dampings = sorted(grid.dampings, reverse=True) if damped else [0.0]
    return [
        Candidate(v, g, d, k, grid.relative)
        for k in kernels
        for v in variants
        for g in sorted(grid.gammas)
        for d in dampings
    ]


def _nearest(values: Sequence[float], wanted: float) -> float:
    """By its ratio."""
    return min(values, key=lambda value: abs(np.log(value / wanted)))


def score(truth: np.ndarray, predicted: np.ndarray) -> dict[str, float]:
    """Compute accuracy, balanced accuracy, micro F1 and macro F1 (over the classes that occur) of predicted labels.

    The scores equal those of scikit-learn, but come from a single table of counts, which is faster. With one label per
    sample, micro F1 equals accuracy. Both are returned because papers report either of them.

    Parameters
    ----------
    truth, predicted : (n,) labels or codes.

    Returns
    -------
    dict : "accuracy", "balanced_accuracy", "micro_f1", "macro_f1", shares in [0, 1].
    """
    names, codes = np.unique(np.concatenate([truth, predicted]), return_inverse=True)
    rows, columns = codes[: len(truth)], codes[len(truth) :]
    hits = np.bincount(rows[rows == columns], minlength=len(names))
    members, named = (np.bincount(part, minlength=len(names)) for part in (rows, columns))
    accuracy = float(hits.sum() / len(truth))
    return {
        "accuracy": accuracy,
        "balanced_accuracy": float(np.mean(hits[members > 0] / members[members > 0])),
        "micro_f1": accuracy,
        "macro_f1": float(np.mean(2 * hits / (members + named))),
    }


def accuracy(truth: np.ndarray, predicted: np.ndarray) -> float:
    """Accuracy as by ``score``, fast enough for thousands of candidates."""
    return float(np.count_nonzero(truth == predicted) / len(truth))


def chance_level(truth: np.ndarray) -> float:
    """Accuracy of always naming the most frequent label."""
    _, counts = np.unique(truth, return_counts=True)
    return float(counts.max() / counts.sum())


METRICS = ("micro_f1", "macro_f1", "accuracy", "balanced_accuracy")


@dataclass(frozen=True, eq=False)
class SplitTask:
    """Fit on some samples, decide others: indices ``fit`` (m,) and ``held`` (n,), ``codes`` (m,) of ``fit``."""

    fit: np.ndarray
    held: np.ndarray
    codes: np.ndarray
    n_classes: int

    @property
    def targets(self) -> np.ndarray:
        """One column of -1 and +1 per class, or one for two classes."""
        return one_vs_rest(self.codes, self.n_classes)

    def fold(self, fit: np.ndarray, held_out: np.ndarray) -> SplitTask:
        """The same within ``fit``, whose positions are given: fit on some of them, decide others."""
        return SplitTask(self.fit[fit], self.fit[held_out], self.codes[fit], self.n_classes)


@dataclass(frozen=True, eq=False)
class Outcome:
    """Predictions for the held samples: class codes (n,).

    ``beside`` says what happened on the way, such as a cap that was met: 0 or 1 by name. ``setting`` holds gamma and
    damping themselves, where the candidate's may be in units of the matrix.
    """

    codes: np.ndarray
    beside: Mapping[str, float] = field(default_factory=dict)
    setting: tuple[float, float] | None = None


Folds = Sequence[tuple[np.ndarray, np.ndarray]]
"""(fit, held) positions among the samples of a task."""

Decide = Callable[[SplitTask, Sequence[Candidate]], Sequence[Outcome | None]]
"""Outcome of the held samples of a task at each candidate; None where one cannot be used."""


class Fitted(Protocol):
    """A method on the fitted samples of a task, ready for any candidate."""

    def decide(self, candidates: Sequence[Candidate]) -> Sequence[Outcome | None]:
        """Outcome of the held samples at each candidate; None where one cannot be used."""

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> Sequence[Outcome | None]:
        """Outcome of the *fitted* samples at each candidate, each sample by the model without its fold."""


class Refitted:
    """A method whose folds have no closed form: it is fitted for each of them."""

    def __init__(self, decide: Decide, task: SplitTask) -> None:
        self._decide, self._task = decide, task

    def decide(self, candidates: Sequence[Candidate]) -> Sequence[Outcome | None]:
        """As ``Fitted.decide``."""
        return self._decide(self._task, candidates)

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> list[Outcome | None]:
        """As ``Fitted.left_out``; what fails in one fold is not used: the others would not tell how good it is."""
        codes = np.full((len(candidates), len(self._task.fit)), -1)
        usable = np.ones(len(candidates), dtype=bool)
        for fit, held in folds:
            for i, outcome in enumerate(self._decide(self._task.fold(fit, held), candidates)):
                usable[i] &= outcome is not None
                codes[i, held] = -1 if outcome is None else outcome.codes
        return [Outcome(found) if kept else None for found, kept in zip(codes, usable, strict=True)]


class UnderKernels:
    """A method with each candidate under its own kernel; ``fitted`` gives it under one."""

    def __init__(self, fitted: Callable[[Any], Fitted]) -> None:
        self._fitted = fitted

    def decide(self, candidates: Sequence[Candidate]) -> list[Outcome | None]:
        """As ``Fitted.decide``."""
        return [each for one, some in self._groups(candidates) for each in one.decide(some)]

    def left_out(self, candidates: Sequence[Candidate], folds: Folds) -> list[Outcome | None]:
        """As ``Fitted.left_out``."""
        return [each for one, some in self._groups(candidates) for each in one.left_out(some, folds)]

    def _groups(self, candidates: Sequence[Candidate]) -> Iterator[tuple[Fitted, list[Candidate]]]:
        for kernel, some in groupby(candidates, key=attrgetter("kernel")):
            yield self._fitted(kernel), list(some)


@dataclass(frozen=True, eq=False)
class Tuned:
    """Result of ``tune``: the chosen candidate, the selection behind it, and the outcome of the held samples."""

    chosen: Candidate
    selection: Selection
    outcome: Outcome

    @property
    def score(self) -> float:
        """Of the candidate taken, by the folds that chose it."""
        return float(self.selection.scores[self.selection.candidates.index(self.chosen)])


def tune(
    codes: np.ndarray,
    offered: Sequence[Candidate],
    fitted: Fitted,
    folds: Folds,
    *,
    last: Fitted | None = None,
    name: str = "The method",
    metric: str = "accuracy",
    tie: float = TIE,
) -> Tuned:
    """Choose among candidates as ``judge`` does, and decide the held samples by the chosen one.

    ``last`` decides them, where the chosen candidate is fitted on other samples than those that chose it; ``name`` is
    that of the method, for the DataError where no candidate can be used.
    """
    selection = judge(codes, offered, fitted, folds, metric=metric, tie=tie)
    # What no fold could do comes last.
    for at in [*selection.ranking, *np.flatnonzero(~np.isfinite(selection.scores))]:
        outcome = (last or fitted).decide([offered[at]])[0]
        if outcome is not None:
            return Tuned(offered[at], selection, outcome)
    raise DataError(
        f"{name} could not be trained at any setting of the grid",
        remedy="Check the kernel for entries of very different magnitudes, or scale the features.",
    )


def judge(
    codes: np.ndarray,
    offered: Sequence[Candidate],
    fitted: Fitted,
    folds: Folds,
    *,
    metric: str = "accuracy",
    tie: float = TIE,
) -> Selection:
    """The choice among candidates by the folds of the fitted samples, whose classes are ``codes`` (m,).

    ``tie`` is that of ``Selection``, 0 for the best score alone.
    """
    left_out = np.concatenate([held for _, held in folds])
    decided = [each if each is None else each.codes[left_out] for each in fitted.left_out(offered, folds)]
    truth = codes[left_out]
    quick = metric in ("accuracy", "micro_f1")
    scores = [
        np.nan if found is None else accuracy(truth, found) if quick else score(truth, found)[metric]
        for found in decided
    ]
    return select(offered, decided, truth, scores=np.array(scores), tie=tie)


def inner_folds(codes: np.ndarray, n_folds: int, seed: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Shuffled folds, stratified where a class has two members; fewer if few samples."""
    from sklearn.model_selection import KFold

    biggest = int(np.bincount(codes).max())
    if biggest > 1:
        return stratified_folds(codes, min(n_folds, biggest), seed)
    return list(KFold(min(n_folds, len(codes)), shuffle=True, random_state=seed).split(codes))
