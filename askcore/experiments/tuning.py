"""Tune by folds, refit, decide: the only fold loop, and the candidates, the folds and the rule of choice behind it.

Experiment floor. A method is a function ``decide(task, candidates)`` that gives an ``Outcome`` for each candidate and
never sees a held-out label; ``tune`` runs it on the folds of the training part, takes the candidate that scores best
on what was held out, and lets it decide the test part. Where folds have a closed form, ``across`` gives the held-out
outcomes at once in place of the loop.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

import numpy as np

from askcore._steps import result_of
from askcore._validation import DataError, read_only
from askcore.experiments.scores import score
from askcore.solvers.labels import one_vs_rest
from askcore.solvers.magnitude import by_decades, typical_of

BANDWIDTHS = (1.0, 0.7, 2.0, 5.0)
"""Times the usual bandwidth; of two that do equally well the earlier is taken."""
METRICS = ("micro_f1", "macro_f1", "accuracy", "balanced_accuracy")
TIE = 1e-12
EXACT = 1e12  # gamma times the largest singular value up to which rounding is small beside 1/gamma
# The smaller gammas, and times the typical singular value from which the first one towers above it.
REGULARISED, TOWERS = 3.0, 10.0


@dataclass(frozen=True)
class Grid:
    """Values of gamma and of the damping lambda; every pair is a candidate.

    A damping of 0 means "auto": none, and 1 where the system is singular, in the same unit.

    Attributes
    ----------
    gammas, dampings : the values.
    relative : whether they are gamma sigma and lambda/sigma^2, with sigma the typical singular value of the matrix that
        a method reads: K times a number is then tuned as K is, but for the biases, and K K^T as carefully as K.
    """

    gammas: tuple[float, ...]
    dampings: tuple[float, ...]
    relative: bool = False

    def __len__(self) -> int:
        return len(self.gammas) * len(self.dampings)

    def shifted(self, decades: int) -> Grid:
        """The same for K times so many powers of ten: gamma over them, lambda times their square."""
        if decades == 0:
            return self
        gammas, dampings = self.gammas, self.dampings
        return replace(self, gammas=by_decades(gammas, -decades), dampings=by_decades(dampings, 2 * decades))


FULL_GRID = Grid((0.03, 0.3, 3.0, 10.0, 30.0, 100.0, 1e3, 1e4, 1e6), (0.0, 1e-6, 1e-4, 0.01), relative=True)
"""From fully to hardly regularised: the first gamma lies below all resonances, the last beyond most of them."""
SMALL_GRID = Grid((0.03, 3.0, 30.0, 1e3, 1e6), (0.0, 1e-4, 0.01), relative=True)
SOLVED_GRID = Grid((1.0, 10.0, 100.0, 300.0), (1e-3, 0.01, 0.1), relative=True)
"""For sparse matrices that are solved at each candidate, which takes long with hardly any regularisation."""


@dataclass(frozen=True)
class Candidate:
    """One setting of one method.

    Attributes
    ----------
    variant : decision rule, scaling or number of features; empty where there is one only.
    gamma, damping : of the LS-SVM; of an SVM gamma is C.
    kernel : the member of a family of kernels or features, by any name; empty where there is one only.
    relative : whether gamma and damping are in units of the matrix, as in ``Grid``.
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

    @property
    def in_words(self) -> str:
        """The setting of an ordinary method, as "k = 5" or "γ = 1/d, C = 10"."""
        cost = f"C = {self.gamma:g}" if np.isfinite(self.gamma) else ""
        return ", ".join(part for part in (self.variant, cost) if part)


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
    """What ``tune`` found.

    Attributes
    ----------
    chosen : the candidate taken.  outcome : of the held samples, fitted on all others.
    score : of the chosen one, by the folds.  scores : of all candidates, NaN where one could not be used.
    """

    chosen: Candidate
    outcome: Outcome
    score: float
    scores: np.ndarray


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
    """Choose among candidates by the folds of the fitted samples, fit on all of them, decide the held ones."""
    return result_of(
        tuning_steps(
            task, offered, decide, folds, metric=metric, pooled=pooled, tie=tie, across=across, name=name
        )
    )


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
    name: str = "The method",
) -> Generator[None, None, Tuned]:
    """``tune`` as a generator: yields after each fold, so that a page may be interrupted; returns the ``Tuned``."""
    scores = yield from _scored(task, offered, decide, folds, metric, pooled, across)
    for at in choose(scores, tie):
        outcome = decide(task, [offered[at]])[0]
        if outcome is not None:
            return Tuned(offered[at], outcome, float(scores[at]), scores)
    raise DataError(
        f"{name} could not be trained at any setting of the grid",
        remedy="Check the kernel for entries of very different size, or scale the features.",
    )


def fold_scores(
    task: Task,
    offered: Sequence[Candidate],
    decide: Decide,
    folds: Folds,
    *,
    metric: Metric = "accuracy",
    pooled: bool = True,
    across: Across | None = None,
) -> np.ndarray:
    """Score of every candidate on the held-out samples of the folds, NaN where one cannot be used."""
    return result_of(_scored(task, offered, decide, folds, metric, pooled, across))


def _scored(
    task: Task,
    offered: Sequence[Candidate],
    decide: Decide,
    folds: Folds,
    metric: Metric,
    pooled: bool,
    across: Across | None,
) -> Generator[None, None, np.ndarray]:
    """The loop over the folds, a step each; one step where they have a closed form."""
    told: list[list[np.ndarray | None]] = [[] for _ in offered]
    parts = [held for _, held in folds]
    if across is None:
        for fit, held in folds:
            for each, outcome in zip(told, decide(task.fold(fit, held), offered), strict=True):
                each.append(None if outcome is None else outcome.codes)
            yield
    else:
        if pooled and parts:  # all at once
            parts = [np.concatenate(parts)]
        for each, outcome in zip(told, across(task, offered, folds), strict=True):
            each += [None if outcome is None else outcome.codes[held] for held in parts]
        yield
    truth = [task.codes[held] for held in parts]
    return np.array([_score(truth, each, metric, pooled) for each in told])


def _score(
    truth: Sequence[np.ndarray], told: Sequence[np.ndarray | None], metric: Metric, pooled: bool
) -> float:
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


def one_by_one(m: int) -> Folds:
    """A fold for each of m samples: leaving one out, which has a closed form."""
    ring = read_only(
        np.tile(np.arange(m), 2)
    )  # every fold is a piece of it: m samples hold 2 m numbers, not m^2
    return [(ring[i + 1 : i + m], ring[i : i + 1]) for i in range(m)]


def choose(scores: Sequence[float] | np.ndarray, tie: float = TIE) -> list[int]:
    """Candidates from the best down; a tie goes to the earlier one, which is the more regularised."""
    filled = np.nan_to_num(np.asarray(scores, dtype=float), nan=-np.inf)
    rounded = np.round(filled / tie) * tie if tie > 0 else filled
    return np.argsort(-rounded, kind="stable").tolist()
