"""Which kernel? The whole catalogue on the training part alone, judged by samples left out, ordinary methods beside it.

Experiment floor. For every kernel one decomposition serves all gammas, all dampings and all views, each training sample
decided by the model without it. Two rules of merging take more:

- one view alone comes with the mean of both, from the same solutions;
- "joint" learns a regression on the views. Views of single left-out samples betray their labels (a model without sample
  i leans away from its class), and a regression learns to read that: up to 60 points too good on graphs. So all views
  are those of models without a tenth of the samples, and each tenth is decided by what the other nine teach. A
  least-squares regression, which costs next to nothing, says for which kernels that is worth while.

Past ``ONE_MATRIX`` training samples all of this happens on a stratified part of them, in graphs that are too large to
hold K on ``FEW_COLUMNS``, cheap kernels first. Ordinary methods are tuned as in ``baselines``, and judged by the same
tenths as "joint". The best kernel is then fitted on all training samples, or past ``FITTED`` on those that were judged
unless products suffice, and decides the test part, once.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from askcore._format import duration, share
from askcore._machine import in_threads
from askcore._validation import DataError, fits_memory, read_only
from askcore.datasets import GraphData, TableData
from askcore.diagnostics import matrix_health
from askcore.estimators._tuning import left_out_choices
from askcore.experiments.choice import KernelChoice
from askcore.experiments.decisions.baselines import Tuned, decided_by_folds, fitted, tuned
from askcore.experiments.decisions.contest import LOO_GRID
from askcore.experiments.decisions.found import FoundKernels, LeftOut, Ranked, ranked_table
from askcore.experiments.decisions.magnitude import carried, gammas_within
from askcore.experiments.decisions.offered import in_words, offered_kernels
from askcore.experiments.decisions.tuned import ONE_MATRIX, decided_at, stratified_part
from askcore.experiments.decisions.views import Views, prepare
from askcore.experiments.joint import JointViews, joint_views
from askcore.experiments.methods import METHODS, Method
from askcore.experiments.problem import Problem
from askcore.experiments.running.nursery import cores
from askcore.experiments.running.run import Run, Step
from askcore.experiments.sizes import RATE, columns
from askcore.experiments.split import Split, holdout_split
from askcore.experiments.tuning import Grid, Task, inner_folds
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernel
from askcore.solvers.magnitude import largest_singular_value
from askcore.solvers.path import DualPath

FOLDS = 10
CAUTIOUS = (
    0.3  # gamma times the largest singular value where the first resonance is far: "joint" thrives there
)
LEARNED = 5  # kernels for which the regression of "joint" is learned in full
SHARE_OF_KERNELS = 0.8  # of the seconds; the rest is for what comes after
SOONER = 4  # kernels before the ordinary methods
QUICK, SLOW = 15.0, 60.0  # seconds given: up to ``MANY`` samples, and past that
MANY = 1200
FEW_COLUMNS = 500  # judged where each column of K takes products with the whole graph
FITTED = 3000  # training samples up to which the best kernel is fitted on all of them
AT_A_TIME = 2  # kernels judged side by side, where this process has so many cores
SHARED = {1: 1.0, 2: 1.6}  # times as fast as on one core
SHOWN = 8  # lines of the ranking so far
AT_ONCE = 0.6  # seconds forecast for all kernels of a quick search, on one core
FEW_SAMPLES = 300  # judged by a quick search


@dataclass(frozen=True)
class _Effort:
    """How much a search does for each kernel.

    ``samples`` : judged at most.  ``grid`` : gammas and dampings.  ``merged_at`` : settings of the views that a
    regression is tried on.  ``learned`` : regressions learned in full.  ``share`` : of the time of a thorough search,
    but for decompositions.
    """

    samples: int | None
    grid: Grid
    merged_at: int
    learned: int
    share: float


_THOROUGH = _Effort(None, LOO_GRID, 4, LEARNED, 1.0)
_QUICK = _Effort(FEW_SAMPLES, Grid(LOO_GRID.gammas[1::2], (0.0, 0.01, 0.1, 1.0)), 2, 2, 0.4)


def find_kernel(
    data: GraphData | TableData,
    *,
    split: Split | None = None,
    train_size: float = 0.6,
    kernels: Sequence[KernelChoice] | None = None,
    ordinary: bool = True,
    held_out: bool = True,
    standardise: bool = True,
    seconds: float | None = None,
    quick: bool = False,
    learn: bool = True,
    tune: Callable[[Method], Tuned] | None = None,
    random_state: int = 0,
) -> Run[FoundKernels]:
    """Set up the search for a kernel; ``.run()`` does it.

    Every kernel of the catalogue, of a graph with links in, out and both ways, with its parameters around the usual
    ones, gamma, damping, and the mean of the views, one alone, or a regression on both. All is chosen on the training
    samples, each left out in turn. Ordinary methods stand in the same ranking.

    Parameters
    ----------
    data : a graph or a table with labels.
    split : training samples, which all is chosen on, and test samples; by default drawn.
    train_size : of the split that is drawn.
    kernels : to be tried in this order, instead of the catalogue; a quick search tries each of them, too.
    ordinary : whether ordinary methods are judged, too.
    held_out : whether the best kernel decides the test part in the end; without this nothing of the test part is read.
    standardise : scale the features of a table.
    seconds : for the whole search; kernels that no time is left for are left out and named. By default 15, and 60 past
        1,200 samples.
    quick : about a second instead: the kernels of the catalogue that are forecast to be cheap on data of this size and
        kind, a coarse grid, on 300 of the training samples at most; the others are named as left out. No clock is read,
        so the same data always give the same answer.
    learn : whether "joint" is judged, which takes longer than the other rules.
    tune : the setting of an ordinary method on this split; by default ``baselines.tuned``.
    random_state : seed of the split and of the folds.

    Returns
    -------
    Run : ``.run(progress=None, cancel=None)`` gives ``FoundKernels``; ``.partial`` is the ranking so far,
    ``.settings["work"]`` multiply-adds, roughly.

    Raises
    ------
    DataError : no labels, a single class, a matrix, which is its own kernel.
    ValueError : no kernels.

    Examples
    --------
    >>> from askcore.datasets import load_sample
    >>> found = find_kernel(load_sample("cyclic_communities")).run()
    >>> found.best.left_out > 0.95, found.score > 0.95
    (True, True)
    """
    if kernels is not None and not len(kernels):
        raise ValueError("kernels must name at least one kernel.")
    split = split or holdout_split(data.labels, train_size=train_size, random_state=random_state)
    offered = offered_kernels(data, standardise=standardise) if kernels is None else list(kernels)
    budget = (QUICK if data.n_samples <= MANY else SLOW) if seconds is None else float(seconds)
    budget = np.inf if quick and seconds is None else budget
    effort = _QUICK if quick else _THOROUGH
    if not learn:
        effort = replace(effort, merged_at=0, learned=0)
    search = _Search(
        data, split, offered, ordinary, held_out, budget, random_state, effort, tune, kernels is not None
    )
    settings = {"n_kernels": len(search.offered), "budget": budget, "random_state": random_state}
    return Run(search.steps(), {**settings, "work": RATE * search.forecast}, lambda: search.partial)


_Judged = tuple[list[dict[str, Any]], JointViews | None, float]


class _Useless(Exception):
    """A kernel matrix that nothing can be learned from; says why."""


REASONS = (_Useless, DataError, ValueError, MemoryError, np.linalg.LinAlgError)


class _Search:
    """What is tried, what was found so far, and the time that is left."""

    def __init__(
        self,
        data: GraphData | TableData,
        split: Split,
        offered: list[KernelChoice],
        ordinary: bool,
        held_out: bool,
        budget: float,
        seed: int,
        effort: _Effort = _THOROUGH,
        tune: Callable[[Method], Tuned] | None = None,
        given: bool = False,
    ) -> None:
        self.data, self.split, self.offered, self.budget, self.effort = data, split, offered, budget, effort
        self.is_graph, self.held_out = isinstance(data, GraphData), held_out
        labels = np.asarray(data.labels)
        self.classes = np.unique(labels[split.train])
        self.large = self.is_graph and data.n_samples > GraphKernel.held
        size = effort.samples or (FEW_COLUMNS if self.large else ONE_MATRIX)
        self.part = stratified_part(labels, split.train, size)
        self.codes = np.searchsorted(self.classes, labels[self.part])
        self.folds = inner_folds(self.codes, FOLDS, seed)
        self.plain = Problem(data, offered[0])  # for methods that read the data alone
        self.tune = tune or partial(tuned, self.plain, split)
        judged = [m for m in METHODS.values() if m.family == "ordinary" and not m.lacks(self.plain)]
        if effort.samples:  # an embedding takes seconds in a large graph
            judged = [m for m in judged if not m.directed]
        self.methods = judged if ordinary else []
        if self.large:
            self.offered = sorted(offered, key=self._cost)
        self.missing: list[LeftOut] = []
        self.n_offered = len(offered)
        if effort.samples and not given:  # in about a second
            self.offered = self._cheap(offered)
        self.found: list[tuple[int, Ranked]] = []  # with the order in which they are offered
        self.joint: list[tuple[int, Ranked, JointViews]] = []
        self.spent, self.forecasts, self.taken = 0.0, 0.0, 0.0

    @property
    def forecast(self) -> float:
        """Seconds of the whole search."""
        tried = sum(self._cost(choice) for choice in self.offered)
        return min(self.budget, tried / SHARED[_side_by_side()] + 0.1 * tried + 0.5)

    @property
    def partial(self) -> pd.DataFrame | None:
        """The best few lines so far."""
        if not self.found:
            return None
        table = ranked_table(self._ranking()[:SHOWN], is_graph=self.is_graph)
        return table.assign(left_out=table["left_out"].map(share)).drop(columns="seconds")

    def steps(self) -> Generator[Step, None, FoundKernels]:
        """A step for each kernel, for each ordinary method, for each rule that is learned, and for the test part."""
        after = len(self.methods) + self.effort.learned + self.held_out
        total, done = len(self.offered) + after, 0
        waiting: list[tuple[int, KernelChoice, str]] = []
        for number, choice in enumerate(self.offered):
            if number == SOONER:
                yield from self._all_ordinary(done, total, number)
                done += len(self.methods)
            label = in_words(choice, is_graph=self.is_graph)
            done += 1
            if self._affordable(choice, label, first=number == 0):
                yield done - 1, total, label
                waiting.append((number, choice, label))
            if len(waiting) == _side_by_side() or number + 1 in (1, SOONER, len(self.offered)):
                self._try(waiting)
                waiting = []
        if len(self.offered) <= SOONER:
            yield from self._all_ordinary(done, total, len(self.offered))
        for place, each in enumerate(self._worth_learning()):
            merged = f"{each[1].label}, joint merging"
            yield total - self.held_out - self.effort.learned + place, total, merged
            self._timed(merged, self._learn, *each)
        if not self.held_out:
            return self._result()
        yield total - 1, total, "the best one on the samples held out"
        started = time.perf_counter()
        found = self._held_out()
        return replace(found, seconds=self.spent + time.perf_counter() - started)

    # one kernel ----------------------------------------------------------------------------------------------------

    def _all_ordinary(self, done: int, total: int, number: int) -> Iterator[Step]:
        """A step for each ordinary method."""
        for place, method in enumerate(self.methods):
            yield done + place, total, method.label
            self._timed(method.label, self._ordinary, number, method)

    def _try(self, kernels: Sequence[tuple[int, KernelChoice, str]]) -> None:
        """Judge kernels side by side, a core each; one that cannot be judged is named with the reason."""
        started = time.perf_counter()
        with _silent(), threadpool_limits(limits=1, user_api="blas"):
            found = in_threads(lambda each: self._judged_or_left_out(*each[1:]), kernels, _side_by_side())
        for (number, choice, _), result in zip(kernels, found, strict=True):
            if isinstance(result, LeftOut):
                self.missing.append(result)
                continue
            lines, joint, taken = result
            self.forecasts += self._cost(choice)
            self.found += [(number, Ranked(**line, seconds=taken)) for line in lines]
            if joint is not None:
                self.joint.append((number, self.found[-1][1], joint))
        taken = time.perf_counter() - started
        self.taken += taken
        self.spent += taken

    def _judged_or_left_out(self, choice: KernelChoice, label: str) -> _Judged | LeftOut:
        try:
            return self._judged(choice, label)
        except REASONS as error:
            return LeftOut(label, str(error) or type(error).__name__)

    def _judged(self, choice: KernelChoice, label: str) -> _Judged:
        """What a kernel gets at its best settings, by each rule; views for the rule that is learned; seconds."""
        started = time.perf_counter()
        problem = Problem(self.data, choice)
        prepared = prepare(problem, Split(self.part, self.part, False, ""))
        K, grid = prepared.K, self.effort.grid.shifted(problem.decades)
        if why := useless(K):
            raise _Useless(why)
        size, of_all = largest_singular_value(K), len(self.part) / len(self.split.train)
        gammas = gammas_within(size, grid.gammas)
        dampings = tuple(x for x in grid.dampings if x == 0 or x >= min(0.01, size) ** 2)
        every = LOO_GRID.shifted(problem.decades).gammas
        if of_all < 1:  # resonances of all samples are others
            dampings = tuple(x for x in dampings if x > 0)
        path = DualPath(K, up_to=max(gammas))
        views = ("mean",) if path.symmetric else ("mean", "source", "target")
        found = left_out_choices(path, self.codes, prepared.Y, gammas=gammas, dampings=dampings, views=views)
        same = {"label": label, "choice": choice, "method": "askls", "symmetric": path.symmetric}
        lines = [
            {
                **same,
                "merge": view,
                "gamma": carried(each.gamma, size, of_all, every),
                "damping": each.damping,
                "left_out": each.score,
                "decided": read_only(each.decided),
            }
            for view, each in found.items()
        ]
        cautious = min(gammas, key=lambda g: abs(np.log(g * size / CAUTIOUS)))
        settings = [(cautious, dampings[0]), *((each.gamma, each.damping) for each in found.values())]
        settings = list(dict.fromkeys(settings))[: self.effort.merged_at]
        joint = joint_views(path, self.codes, prepared.Y, self.folds, settings)
        if joint is not None:
            joint = replace(joint, gamma=carried(joint.gamma, size, of_all, every))
        return lines, joint, time.perf_counter() - started

    # what comes after ----------------------------------------------------------------------------------------------

    def _worth_learning(self) -> Iterator[tuple[int, Ranked, JointViews]]:
        """The kernels whose views a regression merges best, by least squares."""
        best = sorted(self.joint, key=lambda each: -each[2].score)
        for each in best[: self.effort.learned]:
            if self.spent < self.budget:
                yield each

    def _learn(self, number: int, of: Ranked, views: JointViews) -> None:
        started = time.perf_counter()
        decided = views.learned(self.codes, self.folds, len(self.classes))
        line = replace(
            of,
            merge="joint",
            gamma=views.gamma,
            damping=views.damping,
            left_out=float((decided == self.codes).mean()),
            decided=read_only(decided),
            seconds=of.seconds + time.perf_counter() - started,
        )
        self.found.append((number, line))

    def _ordinary(self, number: int, method: Method) -> None:
        """An ordinary method at its tuned setting, by the same tenths as a rule that is learned."""
        started = time.perf_counter()
        chosen = self.tune(method)
        task = Task(self.part, self.part, self.codes, len(self.classes))
        decided = decided_by_folds(self.plain, task, method, chosen.setting, self.folds)
        line = Ranked(
            method.label,
            float((decided == self.codes).mean()),
            read_only(decided),
            time.perf_counter() - started,
            method=method.name,
            tuned=chosen,
        )
        self.found.append((number, line))

    def _held_out(self) -> FoundKernels:
        """The result: of the best kernel the views on the test part, and what the best ordinary method gets there."""
        found, every = self._result(), self.split
        best = found.best
        if len(self.split.train) > FITTED and not (best is not None and _by_products(best)):
            self.split = replace(self.split, train=self.part)
        found = replace(found, n_fitted=len(self.split.train))
        if best is not None and best.choice is not None:
            found = replace(found, views=self._decided(best, best.choice))
        if found.best_ordinary is not None and self.split.held_out:
            line = found.best_ordinary
            assert line.tuned is not None
            predicted, n_fitted = fitted(self.plain, every, METHODS[line.method], line.tuned.setting)
            truth = np.asarray(self.data.labels)[every.test]
            score = float((predicted == truth).mean())
            found = replace(found, ordinary_score=score, ordinary_n_fitted=n_fitted)
        return found

    def _decided(self, best: Ranked, choice: KernelChoice) -> Views:
        # No damping, chosen on a part of the samples, may meet a resonance on all of them.
        whole = len(self.part) == len(self.split.train)
        damping = best.damping if whole or best.damping > 0 else "auto"
        prepared = prepare(Problem(self.data, choice), self.split)
        return decided_at(prepared, best.gamma, damping, merge=best.merge)

    # the whole --------------------------------------------------------------------------------------------------------

    def _ranking(self) -> list[Ranked]:
        return [each for _, each in sorted(self.found, key=lambda each: (-each[1].left_out, each[0]))]

    def _result(self) -> FoundKernels:
        return FoundKernels(
            ranking=tuple(self._ranking()),
            left_out=tuple(self.missing),
            truth=read_only(self.codes),
            classes=self.classes,
            n_offered=self.n_offered,
            n_train=len(self.split.train),
            n_fitted=len(self.split.train),
            n_held_out=len(self.split.test) if self.split.held_out else 0,
            views=None,
            ordinary_score=float("nan"),
            seconds=self.spent,
            is_graph=self.is_graph,
        )

    def _timed(self, label: str, work: Callable[..., None], *args: Any) -> None:
        """Do it, count its seconds, and name it with the reason where it cannot be done."""
        started = time.perf_counter()
        with _silent(), threadpool_limits(limits=1, user_api="blas"):  # small fits: threads only wait
            try:
                work(*args)
            except REASONS as error:
                self.missing.append(LeftOut(label, str(error) or type(error).__name__))
        self.spent += time.perf_counter() - started

    def _affordable(self, choice: KernelChoice, label: str, *, first: bool) -> bool:
        m = len(self.part)
        if not fits_memory(120.0 * m * m):
            self.missing.append(LeftOut(label, "its decomposition would not fit in memory"))
            return False
        rate = self.taken / self.forecasts if self.forecasts else 1.0 / SHARED[_side_by_side()]
        cost = self._cost(choice) * rate
        left = SHARE_OF_KERNELS * self.budget - self.spent
        if cost > left and not (first and cost <= self.budget):
            self.missing.append(LeftOut(label, f"no time left: about {duration(cost)} more"))
            return False
        return True

    def _cheap(self, offered: list[KernelChoice]) -> list[KernelChoice]:
        """Kernels that ``AT_ONCE`` is enough for by forecast: of a graph the first and then the cheapest ones. The
        others are named as left out."""
        costs = {choice: self._cost(choice) for choice in offered}
        order = [*offered[:1], *sorted(offered[1:], key=costs.__getitem__)] if self.is_graph else offered
        taken, left = set(), AT_ONCE
        for choice in order:
            if costs[choice] <= left:
                taken.add(choice)
                left -= costs[choice]
        self.missing += [
            LeftOut(in_words(choice, is_graph=self.is_graph), "takes longer than a quick search")
            for choice in offered
            if choice not in taken
        ]
        return [choice for choice in offered if choice in taken]

    def _cost(self, choice: KernelChoice) -> float:
        """Seconds that a kernel takes on one core, about."""
        problem, m = Problem(self.data, choice), len(self.part)
        decomposition, views = (0.25, 40) if _symmetric(choice, is_graph=self.is_graph) else (0.45, 80)
        outputs = 1 if len(problem.data.classes) <= 2 else len(problem.data.classes)
        judging = (2.0 + 0.6 * outputs) * views * m**2 + 2e7
        entries = columns(problem, m) if self.is_graph else 0.5 * problem.data.n_features * m**2
        return (decomposition * m**3 + self.effort.share * judging + entries) / RATE


@contextmanager
def _silent() -> Iterator[None]:
    """Without warnings: a resonance of some setting is not the user's."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _side_by_side() -> int:
    """Kernels that are judged at a time."""
    return min(AT_A_TIME, cores())


def _by_products(best: Ranked) -> bool:
    """Whether a solution takes products with a sparse matrix alone."""
    assert best.choice is not None
    return GRAPH_KERNELS[best.choice.name].sparse and best.merge != "joint" and best.damping > 0


def _symmetric(choice: KernelChoice, *, is_graph: bool) -> bool:
    """Whether K is symmetric by its formula."""
    if not is_graph:
        return KERNELS[choice.name].symmetric
    spec = GRAPH_KERNELS[choice.name]
    return spec.symmetric or (
        choice.orientation == "both" and not choice.normalize and choice.name != "pagerank"
    )


def useless(K: Any) -> str:
    """Why nothing can be learned from a kernel matrix; empty where something can."""
    if not (abs(K).max() > 0):
        return "every entry of the kernel matrix is zero"
    found = matrix_health(K)
    return "" if found is None else found.words[0].lower() + found.words[1:]
