"""Decide samples that are left out, choose a candidate by them, fit it on all and decide the test samples.

Experiment floor. A method is a function ``decide(task, candidates)`` that gives an ``Outcome`` for each candidate and
never sees a label of the held samples. ``tune`` runs it on the folds of the training part, lets ``selection`` choose,
and decides the held samples by the choice. Where folds have a closed form, ``across`` gives all of them at once.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Any

import numpy as np

from askcore._steps import result_of
from askcore._validation import DataError
from askcore.experiments.candidates import Candidate
from askcore.experiments.scores import score
from askcore.experiments.selection import TIE, Selection, select
from askcore.solvers.labels import one_vs_rest

METRICS = ("micro_f1", "macro_f1", "accuracy", "balanced_accuracy")


@dataclass(frozen=True, eq=False)
class Task:
    """Fit on some samples, decide others: indices ``fit`` (m,) and ``held`` (n,), ``codes`` (m,) of ``fit``."""

    fit: np.ndarray
    held: np.ndarray
    codes: np.ndarray
    n_classes: int

    @property
    def targets(self) -> np.ndarray:
        """One column of -1 and +1 per class, or one for two classes."""
        return one_vs_rest(self.codes, self.n_classes)

    def fold(self, fit: np.ndarray, held: np.ndarray) -> Task:
        """The same within ``fit``, whose positions are given: fit on some of them, decide others."""
        return Task(self.fit[fit], self.fit[held], self.codes[fit], self.n_classes)


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

Decide = Callable[[Task, Sequence[Candidate]], Sequence[Outcome | None]]
"""Outcome of the held samples at each candidate; None where one cannot be used."""

Across = Callable[[Task, Sequence[Candidate], Folds], Sequence[Outcome | None]]
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
    task: Task,
    offered: Sequence[Candidate],
    decide: Decide,
    folds: Folds,
    *,
    metric: Metric = "accuracy",
    pooled: bool = True,
    tie: float = TIE,
    across: Across | None = None,
    name: str = "The method",
) -> Tuned:
    """Choose among candidates by the folds of the fitted samples, fit on all of them, decide the held ones.

    Parameters
    ----------
    task, offered, decide, folds : what is decided, the settings, how, and which samples are left out together.
    metric : what candidates are chosen by.
    pooled : whether it is of all samples left out at once, or the mean over the folds.
    tie : as in ``Selection``; 0 for the best score alone.
    across : the folds in closed form.
    name : of the method, for the error.

    Returns
    -------
    Tuned

    Raises
    ------
    DataError : no candidate can be used.
    """
    steps = tuning_steps(
        task, offered, decide, folds, metric=metric, pooled=pooled, tie=tie, across=across, name=name
    )
    return result_of(steps)


def tuning_steps(
    task: Task,
    offered: Sequence[Candidate],
    decide: Decide,
    folds: Folds,
    *,
    metric: Metric = "accuracy",
    pooled: bool = True,
    tie: float = TIE,
    across: Across | None = None,
    last: Callable[[Candidate], Outcome | None] | None = None,
    name: str = "The method",
) -> Generator[None, None, Tuned]:
    """``tune`` as a generator: yields after each fold, so that a page may be interrupted; returns the ``Tuned``.

    ``last`` : the outcome of a chosen candidate, where it is fitted on other samples than those of ``task``.
    """
    selection = yield from _judged(task, offered, decide, folds, metric, pooled, tie, across)
    order = [
        *selection.ranking,
        *np.flatnonzero(~np.isfinite(selection.scores)),
    ]  # what no fold could do comes last
    for at in order:
        outcome = decide(task, [offered[at]])[0] if last is None else last(offered[at])
        if outcome is not None:
            return Tuned(offered[at], selection, outcome)
    raise DataError(
        f"{name} could not be trained at any setting of the grid",
        remedy="Check the kernel for entries of very different size, or scale the features.",
    )


def judge(
    task: Task,
    offered: Sequence[Candidate],
    decide: Decide,
    folds: Folds,
    *,
    metric: Metric = "accuracy",
    pooled: bool = True,
    tie: float = TIE,
    across: Across | None = None,
) -> Selection:
    """The choice among candidates by the samples of the folds, without a fit on all of them; parameters as ``tune``."""
    return result_of(_judged(task, offered, decide, folds, metric, pooled, tie, across))


def _judged(
    task: Task,
    offered: Sequence[Candidate],
    decide: Decide,
    folds: Folds,
    metric: Metric,
    pooled: bool,
    tie: float,
    across: Across | None,
) -> Generator[None, None, Selection]:
    """The loop over the folds, a step each; one step where they have a closed form."""
    told: list[list[np.ndarray | None]] = [[] for _ in offered]
    parts = [held for _, held in folds]
    if across is None:
        for fit, held in folds:
            for each, outcome in zip(told, decide(task.fold(fit, held), offered), strict=True):
                each.append(None if outcome is None else outcome.codes)
            yield
    else:
        for each, outcome in zip(told, across(task, offered, folds), strict=True):
            each += [None if outcome is None else outcome.codes[held] for held in parts]
        yield
    truth = [task.codes[held] for held in parts]
    scores = np.array([_score(truth, each, metric, pooled) for each in told])
    everywhere: list[np.ndarray | None] = []
    for each in told:
        parts = [part for part in each if part is not None]
        everywhere.append(np.concatenate(parts) if len(parts) == len(truth) > 0 else None)
    if callable(metric) or any(each is not None and each.ndim > 1 for each in everywhere):
        everywhere = [None for _ in told]  # decisions that are no classes hit nothing
    return select(
        offered, everywhere, np.concatenate(truth) if truth else task.codes[:0], scores=scores, tie=tie
    )


def _score(
    truth: Sequence[np.ndarray], told: Sequence[np.ndarray | None], metric: Metric, pooled: bool
) -> float:
    """NaN where some fold could not be decided: the others would not tell how good the candidate is."""
    measure = metric if callable(metric) else lambda right, guess: score(right, guess)[metric]
    guesses = [guess for guess in told if guess is not None]
    if len(guesses) < len(truth) or not truth:
        return np.nan
    if pooled:
        return float(measure(np.concatenate(truth), np.concatenate(guesses)))
    return float(np.mean([measure(right, guess) for right, guess in zip(truth, guesses, strict=True)]))


def under_each_kernel(
    decide: Callable[..., Sequence[Outcome | None]], problem: Callable[[Any], Any]
) -> Callable[..., list[Outcome | None]]:
    """``decide(problem, task, candidates, ...)`` with each candidate under its own kernel."""

    def decided(task: Task, offered: Sequence[Candidate], *more: Any) -> list[Outcome | None]:
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
