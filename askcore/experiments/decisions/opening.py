"""The setting that data of one's own open with: what a quick search for a kernel finds on the training part.

A matrix is its own kernel: its gamma and damping alone are found.

Experiment floor. The kernel that opens is the best *asymmetric* one, of a graph one that reads direction, so that there
are two views to look at. Where another kernel or an ordinary method is shown to do better on the same training samples,
that is said first. The test part is not read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import copysign, sqrt
from typing import NamedTuple

import scipy.sparse as sp

from askcore._lazy import made_once
from askcore._validation import DataError
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments.choice import KernelChoice
from askcore.experiments.decisions.baselines import Tuned
from askcore.experiments.decisions.contest import LEVEL, Contest, paired_test
from askcore.experiments.decisions.find import FITTED, REASONS, find_kernel, useless
from askcore.experiments.decisions.found import FoundKernels, Ranked
from askcore.experiments.decisions.offered import in_words
from askcore.experiments.decisions.tuned import (
    ONE_MATRIX,
    decomposed,
    stratified_part,
    tune_merged,
    tuned_alone,
)
from askcore.experiments.decisions.views import PATH_LIMIT
from askcore.experiments.joint import LEARNED
from askcore.experiments.methods import Method
from askcore.experiments.problem import Problem
from askcore.experiments.sizes import RATE, tuning
from askcore.experiments.split import Split
from askcore.kernels import GRAPH_KERNELS

GAIN = 0.01  # more samples left out right that make a kernel worth a try
SOON = 8 * RATE  # work of a contest, of which K is a quarter, up to which K is tuned on all training samples


@dataclass(frozen=True, eq=False)
class Opening:
    """What a quick search found, and what follows for a first look.

    Attributes
    ----------
    found : the ranking of the quick search.
    tuned : its line that opens, at the setting that a contest finds on all training samples; None where the search
        judged fewer and that takes long.
    n_held : training samples that were held back for this; 0 where single ones were left out.
    """

    found: FoundKernels
    tuned: Ranked | None = None
    n_held: int = 0

    @property
    def adopted(self) -> Ranked | None:
        """What opens: the line of the ranking, tuned where that takes little time."""
        return self.tuned or self.line

    @made_once
    def line(self) -> Ranked | None:
        """The best kernel with two views, of a graph one that reads direction; the best of all where there is none."""
        kernels = [each for each in self.found.ranking if each.choice is not None]
        kernels = [each for each in kernels if self._is_quick(each)] or kernels
        two = [each for each in kernels if not each.symmetric]
        directed = [each for each in two if each.choice is not None and each.choice.orientation != "both"]
        return next(iter(directed or two or kernels), None)

    @property
    def rejected(self) -> Ranked | None:
        """The line that opens, where on all training samples its learned rule was no better than the mean."""
        return self.line if self.line and self.tuned and self.tuned.merge != self.line.merge else None

    def _is_quick(self, line: Ranked) -> bool:
        """Whether a page decides with it in seconds: past the size that is decomposed, a rule that is learned solves
        ten more systems, sparse ones at best."""
        assert line.choice is not None
        most = FITTED if self.found.is_graph and GRAPH_KERNELS[line.choice.name].sparse else PATH_LIMIT
        return line.merge != "joint" or self.found.n_train <= most

    @made_once
    def ahead(self) -> Ranked | None:
        """The first of the ranking where it is shown to do better than the kernel that opens; else None.

        It is the best of all lines ahead: they share the level (Bonferroni).
        """
        first, mine = next(iter(self.found.ranking), None), self.line
        if first is None or mine is None or first is mine:
            return None
        if self.tuned is not None and first.left_out <= self.tuned.left_out + GAIN:
            return None  # tuned, the kernel that opens is as good
        test, ahead = (
            paired_test(self.found.truth, mine.decided, first.decided),
            self.found.ranking.index(mine),
        )
        return first if test.p < LEVEL / ahead else None


def opening(
    data: GraphData | TableData, split: Split, *, tune: Callable[[Method], Tuned] | None = None
) -> Opening | None:
    """Look for a kernel to begin with, in about a second; the same data and split always give the same one."""
    try:
        found = find_kernel(data, split=split, quick=True, held_out=False, tune=tune).run()
    except DataError:
        return None
    line = Opening(found).line
    if line is None:
        return None
    try:
        return _tuned(data, split, Opening(found), line)
    except REASONS:  # what was judged on few samples cannot be done with all
        return Opening(found)


def _tuned(data: GraphData | TableData, split: Split, begin: Opening, line: Ranked) -> Opening:
    """A line of the ranking at the setting that a contest finds on all training samples, so that both say the same."""
    assert line.choice is not None
    problem = Problem(data, replace(line.choice, bandwidth=copysign(1.0, line.choice.bandwidth)))
    m = len(split.train)
    # Few of them chose the kernel: of a graph it is tuned on all, where that is soon done.
    if begin.found.n_judged < m and not (problem.is_graph and _soon(problem, m)):
        return begin
    rules = ("mean", line.merge) if line.merge in LEARNED else (line.merge,)
    found, n = tuned_alone(problem, split, rules)
    if not found:
        return begin
    learned, plain = found[line.merge].score, found[rules[0]].score
    # Views that are learned from may each name wrong classes. Those of the mean can be read one by one, so the mean
    # opens where it is within a point or a standard error of the other.
    merge = line.merge if learned - plain > max(GAIN, sqrt(learned * (1 - learned) / n)) else rules[0]
    best = found[merge]
    choice = problem.at(best.factor).choice
    # Single ones are left out by a stand-in of a rule that is learned.
    left_out = line.left_out if merge in LEARNED and n == m else best.score
    tuned = replace(
        line,
        label=in_words(choice, is_graph=problem.is_graph),
        choice=choice,
        merge=merge,
        gamma=best.gamma,
        damping=best.damping,
        left_out=left_out,
    )
    return replace(begin, tuned=tuned, n_held=n if n < m else 0)


class Setting(NamedTuple):
    """gamma and damping."""

    gamma: float
    damping: float


def matrix_setting(data: MatrixData, split: Split) -> Setting | None:
    """gamma and damping that an own matrix opens with: those of AsK-LS, by the mean of its views, in a contest."""
    problem, m = Problem(data, KernelChoice("precomputed")), len(split.train)
    try:
        if useless(data.matrix):
            return None
        if m > ONE_MATRIX and sp.issparse(data.matrix):
            held = tuned_alone(problem, split, ("mean",))[0].get("mean")
            return None if held is None else Setting(held.gamma, held.damping)
        part = decomposed(problem, stratified_part(problem.labels, split.train, ONE_MATRIX))
        best = tune_merged(part.path, part.codes, part.Y, "mean", problem.decades)
    except REASONS:  # the page says what is wrong with the matrix
        return None
    return Setting(best.gamma, best.damping)


def _soon(problem: Problem, m: int) -> bool:
    assert problem.choice is not None
    if m > ONE_MATRIX and not GRAPH_KERNELS[problem.choice.name].sparse:
        return False
    try:
        return tuning(problem, m) <= SOON
    except DataError:  # nobody would wait for it
        return False


@dataclass(frozen=True, eq=False)
class OtherKernel:
    """Whether another kernel, or a way of merging, does better than the one in use when training samples are left out.

    Attributes
    ----------
    best : the kernel with its setting, and what it gets; None where none is a point better.
    before : what the kernel in use gets on the same samples, by the mean where its rule is not searched.
    n_chosen_on : how many.
    n_tried : other kernels, each with its bandwidth and parameters, that were tried.
    """

    best: Ranked | None
    before: float
    n_chosen_on: int
    n_tried: int


def another_kernel(
    problem: Problem,
    split: Split,
    found: Contest,
    *,
    merges: Sequence[str] = ("joint",),
    begin: Opening | None = None,
) -> OtherKernel | None:
    """The best kernel of a quick search, where it is better than the one in use."""
    if problem.given is not None or not (problem.is_table or problem.is_graph):
        return None
    begin = begin or opening(problem.data, split)
    if begin is None:
        return None
    mine = problem.at(found.askls.bandwidth).choice
    merge = found.views.merge
    own = find_kernel(
        problem.data,
        split=split,
        kernels=[mine],
        ordinary=False,
        held_out=False,
        quick=True,
        learn=merge == "joint",
    ).run()
    rules = {line.merge: line.left_out for line in own.ranking}
    before = rules.get(merge, rules.get("mean"))  # one view has no other line, and "stack" none at all
    if before is None and len(split.train) == found.n_chosen_on == begin.found.n_judged:
        before = found.askls.left_out  # nothing is learned from this kernel; of the same samples
    if before is None:
        return None
    lines = [
        line
        for line in begin.found.ranking
        if line.choice is not None
        and line is not begin.rejected
        and (
            line.merge == "mean" or (line.merge in merges and not line.symmetric)
        )  # one view needs no merging
    ]
    best = lines[0] if lines and lines[0].left_out > before + GAIN else None
    label = in_words(mine, is_graph=problem.is_graph)
    n_tried = sum(line.merge == "mean" and line.label != label for line in lines)
    return OtherKernel(best, before, begin.found.n_judged, n_tried)
