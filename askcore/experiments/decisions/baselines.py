"""Ordinary methods beside a contest and in a search for a kernel: how one is tuned, fitted and judged, everywhere.

Experiment floor. Each ordinary method takes the setting that does best over five folds of the training part (of a table
on ``CHOSEN_ON`` samples at most, of a large graph on a quarter held back); then it is fitted and decides the test
samples once. None of this depends on the kernel. A logistic regression on an embedding of a large graph takes seconds,
and is left to a search for a kernel and to a comparison.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

import numpy as np

from askcore._validation import read_only
from askcore.experiments.decisions.contest import HELD_SHARE, Contest
from askcore.experiments.decisions.tuned import stratified_part
from askcore.experiments.methods import METHODS, Method, ordinary_beside, ordinary_methods
from askcore.experiments.problem import Problem
from askcore.experiments.scores import score
from askcore.experiments.split import Split, class_codes
from askcore.experiments.svm import one_thread, silenced
from askcore.experiments.tuning import Candidate, Folds, Task, choose, fold_scores, inner_folds

FOLDS = 5
CHOSEN_ON = 300  # training samples of a table that choose the settings at most: half a second for all methods
FITTED = 3000  # training samples that the RBF-SVM is fitted on at most
QUICK = 5e5  # links times classes up to which five folds take some two seconds; past it one, and every other setting
LAG = 0.05 - 1e-9  # more test samples right that look as if; shares are rounded


@dataclass(frozen=True, eq=False)
class Baseline:
    """One ordinary method at its own best setting.

    Attributes
    ----------
    name : in ``METHODS``.  setting : as chosen.
    left_out : accuracy on the training samples left out, by which it was chosen.
    n_fitted : training samples that it was fitted on in the end.
    predicted : (n,) labels of the test samples.  scores : as ``Contender``.
    """

    name: str
    setting: Candidate
    left_out: float
    n_fitted: int
    predicted: np.ndarray = field(repr=False)
    scores: Mapping[str, float] = field(repr=False)

    @property
    def label(self) -> str:
        """What it is called."""
        return METHODS[self.name].label

    @property
    def accuracy(self) -> float:
        """Share of the test samples that it gets right."""
        return self.scores["accuracy"]


@dataclass(frozen=True, eq=False)
class Baselines:
    """What ``baselines`` found.

    Attributes
    ----------
    each : the ordinary methods; at least one.
    n_train : training samples.  n_chosen_on : those of them that chose the settings.
    at_once : whether a quarter of these was held back together; else each of five folds in turn.
    left_out : methods that take too long, in ``METHODS``.
    """

    each: tuple[Baseline, ...] = field(repr=False)
    n_train: int
    n_chosen_on: int
    at_once: bool
    left_out: tuple[str, ...] = field(default=(), repr=False)

    @property
    def best(self) -> Baseline:
        """The one that gets most test samples right; of equals the one that did better on samples left out."""
        return max(self.each, key=_rank)

    def ahead_of(self, found: Contest) -> Baseline | None:
        """The best of those that are shown to do better than AsK-LS; None where none is."""
        more = max(0, len(self.each) - found.n_ordinary)
        ahead = (each for each in self.each if found.behind(each.predicted, more))
        return max(ahead, key=_rank, default=None)

    def seems_ahead_of(self, found: Contest) -> Baseline | None:
        """The best where it is shown to do better than AsK-LS, or gets 5 points more; None otherwise."""
        return self.ahead_of(found) or (
            self.best if self.best.accuracy - found.askls.accuracy >= LAG else None
        )


def _rank(each: Baseline) -> tuple[float, float]:
    return each.accuracy, each.left_out


class Tuned(NamedTuple):
    """The setting of an ordinary method, and how it was chosen.

    ``left_out`` : accuracy on the samples of the folds.  ``n_chosen_on`` : how many these were.  ``at_once`` : whether
    a quarter of them was held back together; else each of five folds in turn.
    """

    setting: Candidate
    left_out: float
    n_chosen_on: int
    at_once: bool


def tuned(problem: Problem, split: Split, method: Method) -> Tuned:
    """Choose the setting of an ordinary method by folds of the training part."""
    codes, classes = class_codes(problem.labels)
    large = problem.is_graph and problem.data.n_edges * len(classes) > QUICK
    some = split.train if problem.is_graph else stratified_part(problem.labels, split.train, CHOSEN_ON)
    folds = inner_folds(codes[some], HELD_SHARE if large else FOLDS, 0)[: 1 if large else None]
    offered = list(method.own[:: 2 if large else 1])
    task = Task(some, split.test, codes[some], len(classes))
    with one_thread():  # many small fits wait longer for threads than they compute
        scores = fold_scores(task, offered, partial(method.decide, problem), folds)
    at = choose(scores)[0]
    return Tuned(offered[at], float(scores[at]), len(some), large)


def fitted(problem: Problem, split: Split, method: Method, setting: Candidate) -> tuple[np.ndarray, int]:
    """What an ordinary method says of the test samples, and on how many training samples it was fitted."""
    codes, classes = class_codes(problem.labels)
    fit = split.train
    if method.name == "rbf_svm":
        fit = stratified_part(problem.labels, fit, FITTED)
    with silenced(), one_thread():
        (outcome,) = method.decide(problem, Task(fit, split.test, codes[fit], len(classes)), [setting])
    assert outcome is not None  # an ordinary method can be used at any of its settings
    return read_only(classes[outcome.codes]), len(fit)


def decided_by_folds(
    problem: Problem, task: Task, method: Method, setting: Candidate, folds: Folds
) -> np.ndarray:
    """What an ordinary method says of the fitted samples, those of each fold by a fit on the others."""
    decided = np.full(len(task.fit), -1)
    with silenced(), one_thread():
        for fit, held in folds:
            (outcome,) = method.decide(problem, task.fold(fit, held), [setting])
            if outcome is not None:
                decided[held] = outcome.codes
    return decided


def baselines(
    problem: Problem, split: Split, *, tune: Callable[[Method], Tuned] | None = None, every: bool = False
) -> Baselines | None:
    """Tune the ordinary methods on the training part by folds, and decide the test part once.

    Parameters
    ----------
    problem : its data and labels; the kernel is not read.
    split : training and test samples.
    tune : the setting of an ordinary method on this split; by default ``tuned``.
    every : those that take seconds, too (``slow_baselines``).

    Returns
    -------
    Baselines or None : None where the data allow no ordinary method, as a matrix does, or where nothing is held out.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> from askcore.experiments import holdout_split
    >>> data = load_sample("iris")
    >>> found = baselines(Problem.of(data), holdout_split(data.y))
    >>> [each.label for each in found.each], found.best.accuracy > 0.9
    (['Logistic regression', 'RBF-SVM', 'k nearest neighbours'], True)
    """
    methods = ordinary_beside(problem, split)
    if not methods:
        return None
    methods = ordinary_methods(problem) if every else methods
    truth, found, tune = problem.labels[split.test], [], tune or partial(tuned, problem, split)
    chosen = [tune(method) for method in methods]
    for method, at in zip(methods, chosen, strict=True):
        predicted, n_fitted = fitted(problem, split, method, at.setting)
        found.append(
            Baseline(method.name, at.setting, at.left_out, n_fitted, predicted, score(truth, predicted))
        )
    dear = tuple(method.name for method in ordinary_methods(problem) if method not in methods)
    return Baselines(tuple(found), len(split.train), chosen[0].n_chosen_on, chosen[0].at_once, dear)
