"""The kernel and setting that data of one's own open with, and what is said first of them.

A quick search on the training part; the kernel that is suggested is the best *asymmetric* one, of a graph one that
reads direction, so that there are two views to look at. Its best kernel without direction is what AsK-LS is held
against, where it is better than the symmetrised kernel. The test part is read once, for the verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import copysign
from typing import Any, NamedTuple

import numpy as np

from askcore._lazy import cached_property
from askcore._validation import DataError
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments.choice import KernelChoice
from askcore.experiments.decisions.comparison import MethodResult, SplitComparison, decided_at, tuned_setting
from askcore.experiments.decisions.offered import in_words
from askcore.experiments.decisions.search import FoundKernels, Ranked, chosen_line, find_kernel, useless
from askcore.experiments.decisions.verdict import Rival, Verdict, best_baseline, verdict_of
from askcore.experiments.decisions.views import Prepared, Views, prepare
from askcore.experiments.problem import REASONS, Problem
from askcore.experiments.split import Split


@dataclass(frozen=True, eq=False)
class Suggestion:
    """Result of a quick search, with which uploaded data open.

    ``line`` of the search opens: the best kernel with two views, of a graph one that reads direction. ``adopted`` is
    the same at the setting that ``compare_on_split`` tunes it to; its score is corrected for the choice among all
    kernels that could have opened. ``tuned`` is how that setting was chosen, None where the line could not be tuned on
    all samples.
    """

    found: FoundKernels
    line: Ranked
    adopted: Ranked
    tuned: MethodResult | None = field(default=None, repr=False)

    @cached_property
    def undirected(self) -> Ranked | None:
        """The best line that ignores direction; None without any."""
        others = filter(self.found.ignores_direction, self.found.kernels)
        return max(others, key=lambda each: each.score, default=None)


def suggest(
    data: GraphData | TableData,
    split: Split,
    prepared: Callable[[KernelChoice], Prepared] | None = None,
    on_kernel: Callable[[KernelChoice, str], object] | None = None,
) -> Suggestion | None:
    """Suggest a first kernel in about a second. The same data and split always give the same suggestion.

    Parameters
    ----------
    data : a graph or a table with labels.
    split : the search uses only its training part.
    prepared : function from a kernel to the prepared problem on this data and split, if its matrix should be reused.
    on_kernel : called with the kernel and its rule of merging as soon as both are known, before γ and λ are tuned.

    Returns
    -------
    Suggestion or None : None if there is nothing to search.
    """
    try:
        found = find_kernel(data, split=split, quick=True, held_out=False, baselines=False).run()
    except DataError:
        return None
    two = [each for each in found.kernels if not each.symmetric]
    among = [each for each in two if not found.ignores_direction(each)] or two or found.kernels
    if not among:
        return None
    line = _with_mean(among, chosen_line(among, found.selection), found)
    line = replace(line, score=line.left_out)
    if on_kernel is not None:
        on_kernel(_usual(line), line.merge)
    try:
        return Suggestion(found, line, *_tuned(data, split, line, prepared))
    except REASONS:  # what was judged on few samples cannot be done with all
        return Suggestion(found, line, line)


def _with_mean(among: Sequence[Ranked], line: Ranked, found: FoundKernels) -> Ranked:
    """The best line merged by the mean, where it is within a standard error of the chosen one: its views can be read.

    Views under a learned merging may each be wrong everywhere, and the merged decision right.
    """
    candidates = found.selection.candidates
    means = [
        replace(each, places=np.array([at for at in each.places if candidates[at].variant == "mean"], int))
        for each in among
    ]
    means = [each for each in means if len(each.places)]
    if line.merge == "mean" or not means:
        return line
    every, plain = (np.concatenate([each.places for each in lines]) for lines in (among, means))
    return line if found.selection.gap(every, plain).exceeds(1.0) else chosen_line(means, found.selection)


def _tuned(
    data: GraphData | TableData,
    split: Split,
    line: Ranked,
    prepared: Callable[[KernelChoice], Prepared] | None,
) -> tuple[Ranked, MethodResult]:
    """The line at the setting that a comparison on the split finds, and how that was chosen."""
    problem = Problem(data, _usual(line))
    made = None if prepared is None else lambda at: prepared(at.choice)
    best = tuned_setting(problem, split, line.merge, made)
    choice = problem.with_bandwidth(best.bandwidth).choice
    label = in_words(choice, is_graph=problem.is_graph)
    return replace(line, label=label, choice=choice, gamma=best.gamma, damping=best.damping), best


def _usual(line: Ranked) -> KernelChoice:
    assert line.choice is not None
    return replace(line.choice, bandwidth=copysign(1.0, line.choice.bandwidth))


def tuned_by(suggestion: Suggestion | None, choice: KernelChoice, merge: str) -> MethodResult | None:
    """The setting that a suggestion chose for a kernel at its default bandwidth; None for another one."""
    if suggestion is None or (_usual(suggestion.adopted), suggestion.adopted.merge) != (choice, merge):
        return None
    return suggestion.tuned


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


def better_without(suggestion: Suggestion | None, found: SplitComparison) -> Ranked | None:
    """The line of a quick search without direction, where it is better on the training part than every method that
    ``found`` has without direction; else None."""
    line = None if suggestion is None else suggestion.undirected
    return line if line is not None and line.score > found.without.cross_validated else None


def predicted_by(
    problem: Problem, split: Split, gamma: float, damping: float | str, merge: str
) -> np.ndarray:
    """Predictions of AsK-LS at a setting for the test samples, (n,)."""
    return decided_at(prepare(problem, split), gamma, damping, merge=merge).predicted["merged"]


def stronger_rival(
    data: GraphData | TableData, split: Split, found: SplitComparison, suggestion: Suggestion | None
) -> Rival | None:
    """The line of ``better_without`` with what it predicts."""
    line = better_without(suggestion, found)
    if line is None or line.choice is None:
        return None
    at = line.gamma, line.damping or "auto", line.merge
    return Rival(line.label, predicted_by(Problem(data, line.choice), split, *at))


def first_verdict(
    data: Any,
    split: Split,
    found: SplitComparison,
    baselines: Sequence[MethodResult] = (),
    rival: Rival | None = None,
    views: Views | None = None,
) -> Verdict:
    """The verdict on AsK-LS at its tuned setting, or on other ``views`` of it.

    ``found`` and ``baselines`` are what ``compare_on_split`` and ``compare_baselines`` found on the split; ``rival`` is
    a method without direction that is better on the training part than those of ``found``.
    """
    return verdict_of(
        found.views if views is None else views,
        rival or Rival(found.without.label, found.without.predicted),
        best_baseline(baselines, is_graph=isinstance(data, GraphData)),
        held_out=split.held_out,
    )
