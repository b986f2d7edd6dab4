"""Decide samples that are left out, choose a candidate by them, fit it on all and decide the test samples.

A method on the fitted samples of a task is a ``Fitted``: it decides the held samples at any candidate, and the fitted
ones by folds, and never sees a label of the samples that it decides. ``tune`` lets ``selection`` choose by the folds
and decides the held samples by the choice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any, Protocol

import numpy as np

from askcore._validation import DataError
from askcore.estimators._merging import stratified_folds
from askcore.experiments.candidates import Candidate
from askcore.experiments.scores import accuracy, score
from askcore.experiments.selection import TIE, Selection, select
from askcore.solvers.labels import one_vs_rest

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
