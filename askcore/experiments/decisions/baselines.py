"""Ordinary methods beside a contest, on the same split, and the kernel to try where one of them is ahead.

Experiment floor. Each ordinary method takes the setting that does best over five folds of the training part (of a table
on ``CHOSEN_ON`` samples at most, of a large graph on a quarter held back); then it is fitted and decides the test
samples once. None of this depends on the kernel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from threadpoolctl import ThreadpoolController

from askcore._validation import read_only
from askcore.experiments.choice import KernelChoice
from askcore.experiments.decisions.find import find_kernel
from askcore.experiments.decisions.found import Ranked
from askcore.experiments.decisions.offered import in_words, offered_kernels
from askcore.experiments.decisions.tuned import BANDWIDTHS, HELD_SHARE, Contest, stratified_part
from askcore.experiments.methods import METHODS, Method, ordinary_methods
from askcore.experiments.problem import Problem
from askcore.experiments.scores import score
from askcore.experiments.split import Split, class_codes
from askcore.experiments.tuning import Candidate, Task, choose, fold_scores, inner_folds

__all__ = ["Baseline", "Baselines", "OtherKernel", "another_kernel", "baselines"]

FOLDS = 5
CHOSEN_ON = 300  # training samples of a table that choose the settings at most: half a second for all methods
FITTED = 3000  # training samples that the RBF-SVM is fitted on at most
QUICK = 5e5  # links times classes up to which five folds take some two seconds; past it one, and every other setting
LAG = 0.05 - 1e-9  # more test samples right that look as if; shares are rounded
SOME = 10  # kernels of a graph that are tried
PATIENCE = 10.0  # seconds for trying them at most
GAIN = 0.01  # more samples left out right that make a kernel worth a try


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
    predicted: np.ndarray
    scores: Mapping[str, float]

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
    """

    each: tuple[Baseline, ...]
    n_train: int
    n_chosen_on: int
    at_once: bool

    @property
    def best(self) -> Baseline:
        """The one that gets most test samples right; of equals the one that did better on samples left out."""
        return max(self.each, key=_rank)

    def ahead_of(self, found: Contest) -> Baseline | None:
        """The best of those that are shown to do better than AsK-LS; None where none is."""
        return max((each for each in self.each if found.behind(each.predicted)), key=_rank, default=None)

    def seems_ahead_of(self, found: Contest) -> Baseline | None:
        """The best where it is shown to do better than AsK-LS, or gets 5 points more; None otherwise."""
        return self.ahead_of(found) or (
            self.best if self.best.accuracy - found.askls.accuracy >= LAG else None
        )


def _rank(each: Baseline) -> tuple[float, float]:
    return each.accuracy, each.left_out


def baselines(problem: Problem, split: Split) -> Baselines | None:
    """Tune the ordinary methods on the training part by folds, and decide the test part once.

    Parameters
    ----------
    problem : its data and labels; the kernel is not read.
    split : training and test samples.

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
    methods = ordinary_methods(problem)
    if not methods or not split.held_out:
        return None
    codes, classes = class_codes(problem.labels)
    large = problem.is_graph and problem.data.n_edges * len(classes) > QUICK
    chosen_on = split.train if problem.is_graph else stratified_part(problem.labels, split.train, CHOSEN_ON)
    folds = inner_folds(codes[chosen_on], HELD_SHARE if large else FOLDS, 0)[: 1 if large else None]

    def task(fit: np.ndarray) -> Task:
        return Task(fit, split.test, codes[fit], len(classes))

    def decided(method: Method) -> Baseline:
        offered, decide = list(method.own[:: 2 if large else 1]), partial(method.decide, problem)
        scores = fold_scores(task(chosen_on), offered, decide, folds)
        at = choose(scores)[0]
        fit = split.train
        if method.name == "rbf_svm":
            fit = stratified_part(problem.labels, fit, FITTED)
        (outcome,) = decide(task(fit), [offered[at]])
        assert outcome is not None  # an ordinary method can be used at any of its settings
        predicted = read_only(classes[outcome.codes])
        truth = problem.labels[split.test]
        return Baseline(
            method.name, offered[at], float(scores[at]), len(fit), predicted, score(truth, predicted)
        )

    with ThreadpoolController().limit(limits=1):  # many small fits wait longer for threads than they compute
        return Baselines(tuple(map(decided, methods)), len(split.train), len(chosen_on), large)


@dataclass(frozen=True, eq=False)
class OtherKernel:
    """Whether another kernel, or a way of merging, does better than the one in use when training samples are left out.

    Attributes
    ----------
    best : the kernel with its setting, and what it gets; None where none is a point better.
    before : what the kernel in use gets on the same samples.  n_chosen_on : how many.
    n_tried : other kernels, each with its bandwidth and parameters, that were tried.
    """

    best: Ranked | None
    before: float
    n_chosen_on: int
    n_tried: int


def another_kernel(
    problem: Problem, split: Split, found: Contest, *, merges: Sequence[str] = ("joint",)
) -> OtherKernel | None:
    """The best of a few kernels when training samples are left out, where it is better than the one in use.

    Tables: RBF and SNE of scaled features at the bandwidths that a contest tries. Graphs: the first of the catalogue.

    Parameters
    ----------
    problem : data and kernel; a kernel that was given is its own.
    split : whose training samples are left out.
    found : the contest of this problem on this split.
    merges : rules of merging that may be taken beside the mean.

    Returns
    -------
    OtherKernel or None : None where no other is tried: the kernel was given, or the data are a matrix. The labels of
        the test part are not read.
    """
    if problem.given is not None or not (problem.is_table or problem.is_graph):
        return None
    mine = problem.at(found.askls.bandwidth).choice
    tried = find_kernel(
        problem.data,
        split=split,
        kernels=[mine, *_worth_a_try(problem)],
        ordinary=False,
        held_out=False,
        seconds=PATIENCE,
    ).run()
    lines = [
        line
        for line in tried.ranking
        if line.merge == "mean" or (line.merge in merges and not line.symmetric)  # one view needs no merging
    ]
    plain = [line.left_out for line in lines if line.choice == mine and line.merge == "mean"]
    before = plain[0] if plain else found.askls.left_out
    best = lines[0] if lines and lines[0].left_out > before + GAIN else None
    n_tried = sum(line.merge == "mean" and line.choice != mine for line in lines)
    return OtherKernel(best, before, tried.n_judged, n_tried)


def _worth_a_try(problem: Problem) -> list[KernelChoice]:
    """Kernels with their bandwidths, but for the one in use, whose bandwidths were tried."""
    now = problem.choice
    if problem.is_graph:
        mine = in_words(now, is_graph=True)
        return [c for c in offered_kernels(problem.data)[:SOME] if in_words(c, is_graph=True) != mine]
    names = [name for name in ("rbf", "sne") if (name, True) != (now.name, now.standardise)]
    return [KernelChoice(name, standardise=True, bandwidth=times) for name in names for times in BANDWIDTHS]
