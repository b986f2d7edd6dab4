"""AsK-LS beside other methods on one split: each tuned on the training part alike, each decides the test part once.

A comparison with one split: the methods, the rule of judging and the rule of choice are those of ``compare``. Which
method without direction, and which baseline, AsK-LS is held against is chosen by the training part, so a test on the
test samples is honest.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._machine import in_threads
from askcore._threads import one_thread
from askcore._validation import DataError, read_only
from askcore.experiments.decisions.views import (
    PATH_LIMIT,
    Prepared,
    Views,
    decide_views,
    path_views,
    prepare,
)
from askcore.experiments.evaluation import BANDWIDTHS, Candidate, Grid, SplitTask, score
from askcore.experiments.fitted import LEARNED, Blocks, OnMatrix
from askcore.experiments.judging import Method, Rule, judged, rule_of, tuned
from askcore.experiments.methods import METHODS, quick_baselines
from askcore.experiments.problem import Problem
from askcore.experiments.running.workers import cores
from askcore.experiments.selection import Selection
from askcore.experiments.split import Split, class_codes, holdout_split
from askcore.experiments.svm import silenced
from askcore.solvers.gamma_units import leading_singular_values

TRIED = 8  # settings at most
COLLAPSED = 0.15  # of accuracy, by which a rule of merging may be worse than its stand-in


@dataclass(frozen=True, eq=False)
class MethodResult:
    """One method on one split: the choice of its setting on the training part, and the candidate taken.

    gamma and damping are NaN where the method has none. ``predicted`` (n,) are labels of the test samples, ``scores``
    accuracy, balanced_accuracy, micro_f1 and macro_f1 of these.
    """

    method: Method
    selection: Selection = field(repr=False)
    setting: Candidate
    gamma: float
    damping: float
    predicted: np.ndarray = field(repr=False)
    scores: dict[str, float] = field(repr=False)

    @property
    def name(self) -> str:
        """Its key."""
        return self.method.name

    @property
    def label(self) -> str:
        """Name of the method for people."""
        return self.method.label

    @property
    def bandwidth(self) -> float:
        """Times the usual one; 1 for a method without."""
        return float(self.setting.kernel) if isinstance(self.setting.kernel, float) else 1.0

    @property
    def accuracy(self) -> float:
        """On the test samples."""
        return self.scores["accuracy"]

    @property
    def cross_validated(self) -> float:
        """Accuracy on the training part, corrected for the choice of the setting."""
        return self.selection.score


@dataclass(frozen=True, eq=False)
class SplitComparison:
    """Result of ``compare_on_split``.

    ``views`` are of AsK-LS at its tuned setting, merged by ``views.merge``; ``askls`` is the same as a result;
    ``others`` are methods on a kernel, with and without direction. Of ``n_train`` training samples ``n_judged`` were
    left out for choosing the settings, ``held_back`` together as a quarter, else fold by fold. ``bandwidths`` are the
    multiples tried, none for a kernel without bandwidth.
    """

    views: Views
    askls: MethodResult
    others: tuple[MethodResult, ...] = field(repr=False)
    n_train: int
    n_judged: int
    held_back: bool
    bandwidths: tuple[float, ...] = field(repr=False)

    @property
    def without(self) -> MethodResult:
        """The method without direction that is best on the training part."""
        return best_on_training([each for each in self.others if each.method.family == "blind"])


def best_on_training(results: Sequence[MethodResult]) -> MethodResult:
    """The result with the best accuracy on the training part; no test sample is asked."""
    return max(results, key=lambda each: each.selection.accuracy)


def compare_on_split(
    problem: Problem,
    split: Split,
    *,
    prepared: Callable[[float], Prepared] | None = None,
    merge: str = "mean",
    known: MethodResult | None = None,
    others: tuple[MethodResult, ...] | None = None,
) -> SplitComparison:
    """Tune AsK-LS and methods with a symmetric kernel in the same way, and test each of them once.

    Parameters
    ----------
    problem : kernel, samples and labels; its bandwidth counts as the default.
    split : training and test samples.
    prepared : function from a bandwidth factor to the prepared problem on this split, if available.
    merge : how AsK-LS merges its views, for tuning and for decisions. If the rule is learned, the corresponding methods
        without direction also learn it.
    known : the result of ``tuned_setting`` for AsK-LS on this training part, if available.
    others : the result of ``compare_methods`` with the same arguments, if available.

    Returns
    -------
    SplitComparison

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> from askcore.experiments import KernelChoice, holdout_split
    >>> data = load_sample("cyclic_communities")
    >>> found = compare_on_split(Problem(data, KernelChoice("adjacency")), holdout_split(data.labels))
    >>> found.askls.accuracy > 0.9, found.without.label
    (True, 'Mean without arrows')
    """
    problems, rule = _at_bandwidths(problem, split)
    make = prepared or (lambda factor: prepare(problems[factor], split))
    with silenced(), one_thread():
        mine, views = _askls(problems, rule, split, make, merge, known)
    return SplitComparison(
        views=views,
        askls=mine,
        others=_others(problems, rule, split, merge) if others is None else others,
        n_train=len(split.train),
        n_judged=rule.n_judged,
        held_back=rule.held_back,
        bandwidths=tuple(problems) if len(problems) > 1 else (),
    )


def compare_methods(problem: Problem, split: Split, merge: str = "mean") -> tuple[MethodResult, ...]:
    """The other methods of ``compare_on_split``, without AsK-LS: what does not wait for its setting."""
    return _others(*_at_bandwidths(problem, split), split, merge)


def _others(problems: dict[float, Problem], rule: Rule, split: Split, merge: str) -> tuple[MethodResult, ...]:
    """Methods on a kernel, with and without direction; those without learn their merging where AsK-LS does."""
    learned, problem = merge in LEARNED, problems[1.0]
    beside = [
        ruled(method, merge if learned else "mean")
        for method in METHODS.values()
        if method.family in ("aware", "blind")
        and not (method.embedded or method.slow or method.unmet_need(problem))
    ]
    with silenced(), one_thread():
        return tuple(
            in_threads(lambda each: method_result(each, problems, rule, split), beside, min(2, cores()))
        )


def _at_bandwidths(problem: Problem, split: Split) -> tuple[dict[float, Problem], Rule]:
    """The problem at each bandwidth that is tried, and how methods are judged under them."""
    factors = BANDWIDTHS if problem.scale_param is not None else (1.0,)
    return {factor: problem.with_bandwidth(factor) for factor in factors}, rule_on(
        problem, split, len(factors)
    )


def ruled(method: Method, merge: str) -> Method:
    """The method with one rule of merging, where it has several."""
    return replace(method, variants=(merge,)) if len(method.variants) > 1 else method


def tuned_setting(
    problem: Problem, split: Split, merge: str, prepared: Callable[[Problem], Prepared] | None = None
) -> MethodResult:
    """AsK-LS in ``compare_on_split``, without the other methods and without a test part.

    ``prepared`` gives a problem on the split, where its kernel matrix is to be used again.
    """
    train = Split(split.train, split.train, False)
    problems, rule = _at_bandwidths(problem, train)

    def make(factor: float) -> Prepared:
        at = problems[factor]
        return prepare(at, train) if prepared is None else prepared(at).deciding(train)

    return _askls(problems, rule, train, make, merge)[0]


def compare_baselines(problem: Problem, split: Split) -> tuple[MethodResult, ...]:
    """Tune and test the baselines that suit the data and are fast on them, as AsK-LS is tuned and tested.

    Parameters
    ----------
    problem : its data and labels; the kernel is not used.
    split : training and test samples.

    Returns
    -------
    tuple of MethodResult : empty if no baseline suits the data, as for a matrix, or if there are no test samples.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> from askcore.experiments import holdout_split
    >>> data = load_sample("iris")
    >>> found = compare_baselines(Problem.from_data(data), holdout_split(data.y))
    >>> best_on_training(found).accuracy > 0.9
    True
    """
    methods = quick_baselines(problem, split)
    rule = rule_on(problem, split, len(BANDWIDTHS) if problem.is_table else 1)
    with silenced(), one_thread():
        return tuple(method_result(method, {"": problem}, rule, split) for method in methods)


def rule_on(problem: Problem, split: Split, n_kernels: int, grid: Grid | None = None) -> Rule:
    """Rule by which methods are evaluated on the training part of a split."""
    codes, classes = class_codes(problem.labels)
    task = SplitTask(split.train, split.test, codes[split.train], len(classes))
    return rule_of(problem, task, n_kernels=n_kernels, grid=grid)


def _askls(
    problems: dict[float, Problem],
    rule: Rule,
    split: Split,
    make: Callable[[float], Prepared],
    merge: str,
    known: MethodResult | None = None,
) -> tuple[MethodResult, Views]:
    """AsK-LS at the best setting that the controls of a page offer and that can be solved, and its views."""
    method, make = ruled(METHODS["askls"], merge), cache(make)

    def fits(factor: Any) -> OnMatrix:
        part = make(factor)
        blocks = Blocks.from_matrices(part.K, part.source_block, part.target_block.T)
        return OnMatrix(blocks, rule.task, path=part.path if len(split.train) <= PATH_LIMIT else None)

    def decided(
        found: Selection, candidate: Candidate, gamma: float, damping: float
    ) -> tuple[MethodResult, Views]:
        views = decided_at(make(candidate.kernel), gamma, damping or "auto", merge=merge)
        labels = views.predicted["merged"]
        result = MethodResult(method, found, candidate, gamma, damping, labels, score(views.truth, labels))
        return result, views

    if known is not None:
        return decided(known.selection, known.setting, known.gamma, known.damping)
    found = judged(method, problems, rule, fits=fits if rule.judged is rule.task else None)
    best: list[tuple[MethodResult, Views]] = []
    for at in found.ranking:
        candidate: Candidate = found.candidates[at]
        part = make(candidate.kernel)
        shift = problems[candidate.kernel].decades  # type: ignore[index]
        gamma, damping = candidate.offered(leading_singular_values(part.K), shift)
        try:
            best.append(decided(found, candidate, gamma, damping))
        except np.linalg.LinAlgError:  # a resonance on all samples that was none on those that were judged
            continue
        if merge not in LEARNED or _holds(part, gamma, damping or "auto", merge, found.score):
            return best[-1]
        if len(best) == TRIED:
            break
    if best:  # none holds: the best one as it was judged
        return best[0]
    raise DataError(
        "AsK-LS could not be trained at any setting of the grid",
        remedy="Check the kernel for entries of very different magnitudes, or scale the features.",
    )


def _holds(prepared: Prepared, gamma: float, damping: Any, merge: str, expected: float) -> bool:
    """Whether a learned rule of merging decides a quarter of the training samples about as well as it was judged.

    A least squares discriminant stands in for it in judging: at a small gamma, where views hardly differ, the rule
    itself may fail.
    """
    train, labels = prepared.split.train, prepared.problem.labels[prepared.split.train]
    try:
        inner = holdout_split(labels, train_size=0.75, random_state=0)
    except DataError:  # a class of one sample, of which none can be kept back
        return True
    part = Split(train[inner.train], train[inner.test], True)
    views = decided_at(prepare(prepared.problem, part), gamma, damping, merge=merge)
    return bool((views.predicted["merged"] == views.truth).mean() > expected - COLLAPSED)


def method_result(method: Method, problems: Mapping[Any, Problem], rule: Rule, split: Split) -> MethodResult:
    """A method tuned on the training part, with what it predicts for the test part."""
    found, labels = tuned(method, problems, rule), next(iter(problems.values())).labels
    predicted, truth = read_only(class_codes(labels)[1][found.outcome.codes]), labels[split.test]
    gamma, damping = found.outcome.setting or (math.nan, math.nan)
    return MethodResult(
        method, found.selection, found.chosen, gamma, damping, predicted, score(truth, predicted)
    )


def decided_at(prepared: Prepared, gamma: float, damping: Any, *, merge: str = "mean") -> Views:
    """AsK-LS fitted at a tuned setting: by the decomposition, by products, or by elimination, as suits the size."""
    with warnings.catch_warnings(action="ignore"):
        if len(prepared.split.train) <= PATH_LIMIT:
            return path_views(prepared, gamma=gamma, damping=damping, merge=merge)
        damped = damping != "auto" and damping > 0 and merge not in LEARNED
        return decide_views(
            prepared.problem,
            prepared.split,
            gamma=gamma,
            damping=damping,
            merge=merge,
            solver="iterative" if damped and sp.issparse(prepared.K) else "auto",
            prepared=prepared,
        )
