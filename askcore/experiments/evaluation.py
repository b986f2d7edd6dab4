"""Decide samples that are left out, choose a candidate by them, fit it on all and decide the test samples.

A method is a function ``decide(task, candidates)`` that gives an ``Outcome`` for each candidate and never sees a label
of the held samples. ``tune`` runs it on the folds of the training part, lets ``selection`` choose, and decides the held
samples by the choice. Where folds have a closed form, ``across`` gives all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any

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
"""Outcome of the held samples at each candidate; None where one cannot be used."""

Across = Callable[[SplitTask, Sequence[Candidate], Folds], Sequence[Outcome | None]]
"""Outcome of the *fitted* samples at each candidate, each sample by the model without its fold, in one step."""


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
    task: SplitTask,
    offered: Sequence[Candidate],
    decide: Decide,
    folds: Folds,
    *,
    last: Callable[[Candidate], Outcome | None] | None = None,
    name: str = "The method",
    **how: Any,
) -> Tuned:
    """Choose among candidates as ``judge`` does, fit the chosen one on all fitted samples, decide the held ones.

    ``last`` gives the outcome of a chosen candidate, where it is fitted on other samples than those of ``task``;
    ``name`` is that of the method, for the DataError where no candidate can be used.
    """
    selection = judge(task, offered, decide, folds, **how)
    # What no fold could do comes last.
    for at in [*selection.ranking, *np.flatnonzero(~np.isfinite(selection.scores))]:
        outcome = decide(task, [offered[at]])[0] if last is None else last(offered[at])
        if outcome is not None:
            return Tuned(offered[at], selection, outcome)
    raise DataError(
        f"{name} could not be trained at any setting of the grid",
        remedy="Check the kernel for entries of very different magnitudes, or scale the features.",
    )


def judge(
    task: SplitTask,
    offered: Sequence[Candidate],
    decide: Decide,
    folds: Folds,
    *,
    metric: str = "accuracy",
    tie: float = TIE,
    across: Across | None = None,
) -> Selection:
    """The choice among candidates by the folds of the fitted samples.

    ``tie`` is that of ``Selection``, 0 for the best score alone; ``across`` gives the folds in closed form.
    """
    left_out = np.concatenate([held for _, held in folds])
    if across is None:
        by_fold = [decide(task.fold(fit, held), offered) for fit, held in folds]
        decided = [_everywhere(outcomes) for outcomes in zip(*by_fold, strict=True)]
    else:
        decided = [None if each is None else each.codes[left_out] for each in across(task, offered, folds)]
    truth = task.codes[left_out]
    quick = metric in ("accuracy", "micro_f1")
    scores = [
        np.nan if codes is None else accuracy(truth, codes) if quick else score(truth, codes)[metric]
        for codes in decided
    ]
    return select(offered, decided, truth, scores=np.array(scores), tie=tie)


def _everywhere(outcomes: Sequence[Outcome | None]) -> np.ndarray | None:
    """Codes in all folds; None where some fold could not be decided: the others would not tell how good it is."""
    found = [each.codes for each in outcomes if each is not None]
    return np.concatenate(found) if len(found) == len(outcomes) else None


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
    from sklearn.model_selection import KFold

    biggest = int(np.bincount(codes).max())
    if biggest > 1:
        return stratified_folds(codes, min(n_folds, biggest), seed)
    return list(KFold(min(n_folds, len(codes)), shuffle=True, random_state=seed).split(codes))
