"""A method of the comparison, and how every method is tuned: with the same samples, folds and rule of choice.

Candidates are judged by folds, in closed form where the method has one, on at most ``JUDGED`` training samples; the
candidate chosen is fitted on all of them. A small part of a large sparse matrix would be nearly empty, so there a
quarter of the training samples is held back instead, and each candidate is solved by products.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from askcore._lazy import cached_property
from askcore._validation import DataError
from askcore.experiments import evaluation
from askcore.experiments.evaluation import GRID, SOLVED_GRID, Candidate, Grid, candidates
from askcore.experiments.fitted import LEARNED, SPECTRAL_LIMIT
from askcore.experiments.problem import Problem
from askcore.experiments.selection import Selection
from askcore.experiments.split import holdout_split

AWARE = ("askls", "aware")
Fit = Callable[[Problem, evaluation.SplitTask], evaluation.Fitted]


NEEDS: dict[str, Callable[[Problem, bool], bool]] = {
    "a graph": lambda problem, _: problem.is_graph,
    "a table": lambda problem, _: problem.is_table,
    "data without links": lambda problem, _: not problem.is_graph,
    "a family of kernels exp(-a D), as a mapping": lambda _, family: family,
}

FOLDS = 5
QUARTER = 4  # one of so many training samples is held back of a large sparse graph
JUDGED = 400  # training samples that are judged at most
MOST_TRAINED = 15_000  # samples under a dense kernel
SEVERAL = 300  # the same, where each bandwidth has a matrix of its own


@dataclass(frozen=True)
class Method:
    """A method in the comparison.

    Attributes
    ----------
    name, label : the key of the method, and its name in the dashboard.
    family : "askls", "aware", "blind" or "baseline".
    fit : the method on the fitted samples of a task, ready for any candidate.
    meaning : a description in one sentence.
    variants : decision rules or numbers of features that are tuned together with gamma and damping.
    data : what the data must be, as "a graph"; empty if any will do.
    embedded : whether the method uses an embedding of the graph.
    needs : if the method has requirements on the matrix, the reason why it is left out.
    directed : whether a baseline uses direction.  slow : whether a brief look omits the method.
    damped : whether lambda is also tuned.  reads_kernel : whether the method depends on the chosen kernel.
    own : the method's own candidates, independent of grid and kernels, the more regularised first; empty for a method
        on K.
    slow_beyond : number of samples above which the method is too slow for a quick look.
    """

    name: str
    label: str
    family: str
    fit: Fit
    meaning: str
    variants: tuple[str, ...] = ("",)
    data: tuple[str, ...] = ()
    damped: bool = True
    embedded: bool = False
    needs: str = ""
    directed: bool = False
    slow: bool = False
    reads_kernel: bool = True
    own: tuple[Candidate, ...] = ()
    slow_beyond: float = np.inf

    @property
    def uses_direction(self) -> bool:
        """Whether the method uses direction. K K^T and K^T K use direction although they are symmetric."""
        return self.family in AWARE or self.directed

    def offered(self, grid: Grid, kernels: Sequence[Hashable] = ("",)) -> list[Candidate]:
        """Return the candidates of the method, the more regularised first. A regression on views has only the two
        largest dampings.
        """
        if self.own:
            return [*self.own]
        kernels = kernels if self.reads_kernel else kernels[:1]
        found = candidates(grid, self.variants, damped=self.damped, kernels=kernels)
        damped = sorted(each for each in grid.dampings if each > 0)[-2:] or [0.0]
        return [each for each in found if each.variant not in LEARNED or each.damping in damped]

    def unmet_need(self, problem: Problem, *, family: bool = False) -> str:
        """Return the requirement of the method that the data do not meet, such as "a graph"; empty if the method can be
        used.

        ``family`` : whether the kernel is a family exp(-a D).
        """
        return next((need for need in self.data if not NEEDS[need](problem, family)), "")


@dataclass(frozen=True, eq=False)
class Rule:
    """The rule of judging: on what all methods of a split are tuned.

    ``part`` are positions of the judged samples among the training ones, ``folds`` those by which they are left out;
    ``held_back``: that is one quarter of all. ``grid`` is of methods on a kernel; candidates are chosen by ``metric``.
    """

    task: evaluation.SplitTask
    part: np.ndarray
    folds: evaluation.Folds
    held_back: bool
    grid: Grid
    metric: str = "accuracy"

    @cached_property
    def judged(self) -> evaluation.SplitTask:
        """The training samples that are judged, with nothing to decide beside."""
        task = self.task
        if len(self.part) == len(task.fit):
            return task
        fit = task.fit[self.part]
        return evaluation.SplitTask(fit, fit, task.codes[self.part], task.n_classes)

    @property
    def n_judged(self) -> int:
        """Number of samples that are left out in turn, or held back."""
        return int(sum(len(held) for _, held in self.folds))


def rule_of(
    problem: Problem,
    task: evaluation.SplitTask,
    *,
    n_kernels: int = 1,
    n_folds: int = FOLDS,
    grid: Grid | None = None,
    metric: str = "accuracy",
    most: int | None = None,
    seed: int = 0,
) -> Rule:
    """Rule of evaluation on the training samples of a task, from its size and the kind of kernel.

    ``most`` : samples that are judged, by folds whatever the kernel; None for the usual number.
    """
    m = len(task.fit)
    if most is None and m > SPECTRAL_LIMIT and problem.has_few_entries:
        folds = evaluation.inner_folds(task.codes, QUARTER, seed)[:1]
        return Rule(task, np.arange(m), folds, True, grid or SOLVED_GRID, metric)
    part = stratified(task.codes, most or (JUDGED if n_kernels == 1 else SEVERAL))
    return Rule(
        task, part, evaluation.inner_folds(task.codes[part], n_folds, seed), False, grid or GRID, metric
    )


def stratified(codes: np.ndarray, most: int) -> np.ndarray:
    """Positions of at most so many samples, with its share of each class, ascending."""
    if len(codes) <= most:
        return np.arange(len(codes))
    if len(np.unique(codes)) == len(codes):  # no class has a share to take
        return np.linspace(0, len(codes) - 1, most).astype(int)
    return holdout_split(codes, train_size=most / len(codes)).train


def check_trainable(problem: Problem, m: int) -> None:
    """Raise DataError if there are too many training samples for a dense kernel."""
    if m > MOST_TRAINED and not problem.has_few_entries:
        raise DataError(
            f"{m:,} training samples under a dense kernel, are more than the {MOST_TRAINED:,} that are allowed",
            remedy="Take a sample of the rows.",
        )


def tuned(method: Method, problems: Mapping[Any, Problem], rule: Rule) -> evaluation.Tuned:
    """A method tuned on the training part, fitted on all of it, and what it decides of the test part.

    ``problems`` are by the name of each kernel, or bandwidth, that is offered.
    """
    return evaluation.tune(
        rule.judged.codes,
        method.offered(rule.grid, list(problems)),
        _under_each(method, problems, rule.judged),
        rule.folds,
        metric=rule.metric,
        last=None if rule.judged is rule.task else _under_each(method, problems, rule.task),
        name=method.label,
    )


def judged(
    method: Method,
    problems: Mapping[Any, Problem],
    rule: Rule,
    *,
    fits: Callable[[Hashable], evaluation.Fitted] | None = None,
) -> Selection:
    """The choice among the candidates of a method, without a decision on the test part.

    ``fits`` gives the method on ``rule.judged`` under a kernel, if that is known.
    """
    fitted = _under_each(method, problems, rule.judged) if fits is None else evaluation.UnderKernels(fits)
    offered = method.offered(rule.grid, list(problems))
    return evaluation.judge(rule.judged.codes, offered, fitted, rule.folds, metric=rule.metric)


def _under_each(
    method: Method, problems: Mapping[Any, Problem], task: evaluation.SplitTask
) -> evaluation.UnderKernels:
    """The method on a task; one that reads no kernel takes the first problem."""
    first = next(iter(problems.values()))
    return evaluation.UnderKernels(cache(lambda kernel: method.fit(problems.get(kernel, first), task)))
