"""The kernel and setting that data of one's own open with, and a better kernel where there is one.

Experiment floor. A quick search on the training part; the kernel that is suggested is the best *asymmetric* one, of a
graph one that reads direction, so that there are two views to look at. The test part is not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import copysign
from typing import NamedTuple

from askcore._lazy import made_once
from askcore._validation import DataError
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments.choice import KernelChoice
from askcore.experiments.decisions.comparison import SplitComparison, tuned_setting
from askcore.experiments.decisions.offered import in_words
from askcore.experiments.decisions.search import FoundKernels, Ranked, chosen_line, find_kernel, useless
from askcore.experiments.problem import REASONS, Problem
from askcore.experiments.selection import joined
from askcore.experiments.split import Split

GAIN = 0.01  # accuracy that makes a kernel worth a try


@dataclass(frozen=True, eq=False)
class Suggestion:
    """What a quick search found, and what data of one's own open with.

    Attributes
    ----------
    found : the quick search.
    line : its line that opens: the best kernel with two views, of a graph one that reads direction.
    adopted : the same at the setting that ``compare_on_split`` tunes it to; its score is corrected for the choice among
        all kernels that could have opened.
    """

    found: FoundKernels
    line: Ranked
    adopted: Ranked

    @made_once
    def ahead(self) -> Ranked | None:
        """The best line without two views, where it is clearly better than all with them; else None."""
        others = [
            each for each in self.found.ranking if not _directed(each, self.found) and each.choice is not None
        ]
        mine = [each for each in self.found.ranking if _directed(each, self.found)]
        return others[0] if self.found.ahead(others, mine) else None


def suggest(data: GraphData | TableData, split: Split) -> Suggestion | None:
    """Look for a kernel to begin with, in about a second; the same data and split always give the same one.

    Parameters
    ----------
    data : a graph or a table with labels.
    split : whose training part is searched; nothing else of it is read.

    Returns
    -------
    Suggestion or None : None where there is nothing to search.
    """
    try:
        found = find_kernel(data, split=split, quick=True, held_out=False, baselines=False).run()
    except DataError:
        return None
    kernels = [each for each in found.ranking if each.choice is not None]
    two = [each for each in kernels if not each.symmetric]
    among = [each for each in two if _directed(each, found)] or two or kernels
    if not among:
        return None
    line = chosen_line(among, found.selection)
    line = replace(line, score=line.left_out)
    try:
        return Suggestion(found, line, _tuned(data, split, line))
    except REASONS:  # what was judged on few samples cannot be done with all
        return Suggestion(found, line, line)


def _directed(line: Ranked, found: FoundKernels) -> bool:
    two = line.choice is not None and not line.symmetric
    return two and (not found.is_graph or line.choice.orientation != "both")  # type: ignore[union-attr]


def _tuned(data: GraphData | TableData, split: Split, line: Ranked) -> Ranked:
    """The line at the setting that a comparison on the split finds, so that both say the same."""
    assert line.choice is not None
    problem = Problem(data, replace(line.choice, bandwidth=copysign(1.0, line.choice.bandwidth)))
    best = tuned_setting(problem, split, line.merge)
    choice = problem.at(best.bandwidth).choice
    label = in_words(choice, is_graph=problem.is_graph)
    return replace(line, label=label, choice=choice, gamma=best.gamma, damping=best.damping)


class Setting(NamedTuple):
    """gamma and damping."""

    gamma: float
    damping: float


def matrix_setting(data: MatrixData, split: Split) -> Setting | None:
    """gamma and damping that an own matrix opens with: those of AsK-LS, by the mean of its views."""
    try:
        if useless(data.matrix):
            return None
        best = tuned_setting(Problem(data, KernelChoice("precomputed")), split, "mean")
    except REASONS:  # the page says what is wrong with the matrix
        return None
    return Setting(best.gamma, best.damping)


@dataclass(frozen=True, eq=False)
class OtherKernel:
    """Whether another kernel, or a way of merging, is better than the one in use on the training part.

    Attributes
    ----------
    best : the line; None where none is a point better.
    score, before : accuracy of both on the training samples left out, corrected for the choice.
    n_tried : other kernels that were tried.  n_judged : samples left out.
    """

    best: Ranked | None
    score: float
    before: float
    n_tried: int
    n_judged: int


def another_kernel(
    problem: Problem,
    split: Split,
    found: SplitComparison,
    *,
    merges: Sequence[str] = ("joint",),
    begin: Suggestion | None = None,
) -> OtherKernel | None:
    """The best kernel of a quick search, where it is better than the one in use."""
    if problem.given is not None or not (problem.is_table or problem.is_graph):
        return None
    begin = begin or suggest(problem.data, split)
    if begin is None:
        return None
    mine = problem.at(found.askls.bandwidth).choice
    terms = {"split": split, "quick": True, "held_out": False, "baselines": False}
    own = find_kernel(problem.data, kernels=[mine], **terms).run()  # type: ignore[arg-type]
    if not own.ranking:
        return None
    rule = found.views.merge
    places = [i for i, each in enumerate(own.selection.candidates) if each.variant == rule]
    before = (own.selection.among(places) if places else own.selection).score
    label = in_words(mine, is_graph=problem.is_graph)
    lines = [
        each
        for each in begin.found.ranking
        if each.choice is not None
        and (each.label, each.merge) != (label, rule)
        and each.merge in ("mean", *merges)
    ]
    if not lines:
        return OtherKernel(None, float("nan"), before, 0, own.n_judged)
    every = begin.found.selection
    score = joined([every.among(each.places) for each in lines]).score
    best = lines[0] if score > before + GAIN else None
    return OtherKernel(best, score, before, len(lines), own.n_judged)
