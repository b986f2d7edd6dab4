"""Decide samples that are left out, choose a candidate by them, fit it on all and decide the test samples.

Experiment floor. A method is a function ``decide(task, candidates)`` that gives an ``Outcome`` for each candidate and
never sees a label of the held samples. ``tune`` runs it on the folds of the training part, lets ``selection`` choose,
and decides the held samples by the choice. Where folds have a closed form, ``across`` gives all of them at once.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.experiments.candidates import Candidate
from askcore.experiments.scores import score
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

    def fold(self, fit: np.ndarray, held: np.ndarray) -> SplitTask:
        """The same within ``fit``, whose positions are given: fit on some of them, decide others."""
        return SplitTask(self.fit[fit], self.fit[held], self.codes[fit], self.n_classes)


@dataclass(frozen=True, eq=False)
class Outcome:
    """What was decided of the held samples: class codes (n,), or whatever the metric is about, such as chances (n, k).

    ``beside`` says what happened on the way, such as a cap that was met: 0 or 1 by name. ``setting`` holds gamma and
    damping themselves, where the candidate's may be in units of the matrix.
    """

    codes: np.ndarray
    beside: Mapping[str, float] = field(default_factory=dict)
    setting: tuple[float, float] | None = None


Folds = Sequence[tuple[np.ndarray, np.ndarray]]
"""(fit, held) positions among the samples of a task."""

Decide = Callable[[SplitTask, Sequence[Candidate]], Sequence[Outcome | None]]
"""Outcome of the held samples at each candidate; None where one cannot be used."""

Across = Callable[[SplitTask, Sequence[Candidate], Folds], Sequence[Outcome | None]]
"""Outcome of the *fitted* samples at each candidate, each sample by the model without its fold, in one step."""

Metric = str | Callable[[np.ndarray, np.ndarray], float]
"""One of ``METRICS``, or a function of truth and outcome; more is better."""


@dataclass(frozen=True, eq=False)
class Tuned:
    """What ``tune`` found: the candidate taken, the choice behind it, and the outcome of the held samples."""

    chosen: Candidate
    selection: Selection
    outcome: Outcome

    @property
    def score(self) -> float:
        """Of the candidate taken, by the folds that chose it."""
        return float(self.selection.scores[self.selection.candidates.index(self.chosen)])


def tune(
    task: SplitTask,
    offered: Sequence[Candidate],
    decide: Decide,
    folds: Folds,
    *,
    metric: Metric = "accuracy",
    tie: float = TIE,
    across: Across | None = None,
    last: Callable[[Candidate], Outcome | None] | None = None,
    name: str = "The method",
) -> Tuned:
    """Choose among candidates by the folds of the fitted samples, fit on all of them, decide the held ones.

    ``tie`` is that of ``Selection``, 0 for the best score alone; ``across`` gives the folds in closed form; ``last``
    the outcome of a chosen candidate, where it is fitted on other samples than those of ``task``; ``name`` is that of
    the method, for the DataError where no candidate can be used.
    """
    selection = judge(task, offered, decide, folds, metric=metric, tie=tie, across=across)
    # What no fold could do comes last.
    for at in [*selection.ranking, *np.flatnonzero(~np.isfinite(selection.scores))]:
        outcome = decide(task, [offered[at]])[0] if last is None else last(offered[at])
        if outcome is not None:
            return Tuned(offered[at], selection, outcome)
    raise DataError(
        f"{name} could not be trained at any setting of the grid",
        remedy="Check the kernel for entries of very different size, or scale the features.",
    )


def judge(
    task: SplitTask,
    offered: Sequence[Candidate],
    decide: Decide,
    folds: Folds,
    *,
    metric: Metric = "accuracy",
    tie: float = TIE,
    across: Across | None = None,
) -> Selection:
    """The choice among candidates by the samples of the folds, without a fit on all of them; parameters as ``tune``."""
    parts = [held for _, held in folds]
    if across is None:
        by_fold = [decide(task.fold(fit, held), offered) for fit, held in folds]
        of_each = zip(*by_fold, strict=True) if by_fold else [()] * len(offered)
        told = [[None if each is None else each.codes for each in of] for of in of_each]
    else:
        outcomes = across(task, offered, folds)
        told = [[None if each is None else each.codes[held] for held in parts] for each in outcomes]
    truth = [task.codes[held] for held in parts]
    scores = np.array([_score(truth, each, metric) for each in told])
    everywhere = [_pooled(each) for each in told]
    if callable(metric) or any(each is not None and each.ndim > 1 for each in everywhere):
        everywhere = [None for _ in told]  # decisions that are no classes hit nothing
    return select(
        offered, everywhere, np.concatenate(truth) if truth else task.codes[:0], scores=scores, tie=tie
    )


def _pooled(told: Sequence[np.ndarray | None]) -> np.ndarray | None:
    """What was decided in all folds; None where some fold could not be decided."""
    found = [part for part in told if part is not None]
    return np.concatenate(found) if len(found) == len(told) > 0 else None


def _score(truth: Sequence[np.ndarray], told: Sequence[np.ndarray | None], metric: Metric) -> float:
    """NaN where some fold could not be decided: the others would not tell how good the candidate is."""
    guess = _pooled(told)
    if guess is None:
        return np.nan
    right = np.concatenate(truth)
    return float(metric(right, guess) if callable(metric) else score(right, guess)[metric])


def under_each_kernel(
    decide: Callable[..., Sequence[Outcome | None]], problem: Callable[[Any], Any]
) -> Callable[..., list[Outcome | None]]:
    """``decide(problem, task, candidates, ...)`` with each candidate under its own kernel."""

    def decided(task: SplitTask, offered: Sequence[Candidate], *more: Any) -> list[Outcome | None]:
        return [
            outcome
            for kernel, group in groupby(offered, key=attrgetter("kernel"))
            for outcome in decide(problem(kernel), task, list(group), *more)
        ]

    return decided


def inner_folds(codes: np.ndarray, n_folds: int, seed: int) -> list[tuple[np.ndarray, np.ndarray]]:
    """Shuffled folds, stratified where a class has two members; fewer if few samples."""
    from sklearn.model_selection import KFold, StratifiedKFold

    biggest = int(np.bincount(codes).max())
    folds = min(n_folds, biggest if biggest > 1 else len(codes))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The least populated class", category=UserWarning)
        if biggest > 1:
            return list(StratifiedKFold(folds, shuffle=True, random_state=seed).split(codes, codes))
        return list(KFold(folds, shuffle=True, random_state=seed).split(codes))
