"""Choose a kernel: all candidates of the catalogue and the baselines, evaluated on the training part alone.

A selection over kernels: every kernel with every gamma, damping and rule of merging is a candidate,
and so is every setting of a baseline; all are judged by the same folds of the same samples. The accuracy of the best is
corrected for all of these choices (``selection``). Then the best kernel is fitted on all training samples, or past
 ``FITTED`` on those that were judged, and decides the test part, once.
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd

from askcore._format import format_percent
from askcore._lazy import cached_property
from askcore._machine import in_threads
from askcore._threads import one_thread
from askcore._validation import fits_memory
from askcore.datasets import GraphData, TableData
from askcore.diagnostics import matrix_health
from askcore.experiments.choice import KernelChoice
from askcore.experiments.decisions.comparison import MethodResult, decided_at, method_result
from askcore.experiments.decisions.offered import (
    ORIENTED,
    in_words,
    offered_kernels,
    parameters_in_words,
    quick_kernels,
)
from askcore.experiments.decisions.views import Views, prepare
from askcore.experiments.evaluation import Candidate, SplitTask
from askcore.experiments.fitted import LEARNED, OnMatrix
from askcore.experiments.judging import Method, judged, rule_of
from askcore.experiments.methods import METHODS, baseline_methods
from askcore.experiments.problem import REASONS, Problem
from askcore.experiments.running.run import Run, Step
from askcore.experiments.running.workers import cores
from askcore.experiments.selection import VIEWS, Selection, joined
from askcore.experiments.split import Split, class_codes, holdout_split
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernel
from askcore.solvers.gamma_units import leading_singular_values

SHORT, LONG = 15.0, 60.0  # seconds given: up to ``MANY`` samples, and past that
MANY = 1200
JUDGED, FEW_COLUMNS = 400, 300  # judged at most; where each column of K takes products with a large graph
QUICK = 240  # judged by a quick search
FITTED = 3000  # training samples up to which the best kernel is fitted on all of them
SOONER = 4  # kernels before the baselines
SHOWN = 8  # lines of the ranking so far
UNLIKE, CLAIMED = 1.645, 2.4  # standard errors: beyond the one no tie, beyond the other better
_SEARCHED = replace(METHODS["askls"], variants=("mean", "source", "target", "joint"))


@dataclass(frozen=True, eq=False)
class Ranked:
    """One line of the ranking: a kernel with its best rule of merging, or a baseline, at its best setting.

    ``places`` are those of its candidates in the selection. ``score`` is the accuracy on the training samples left out,
    corrected for the choice of ``setting``; ``left_out`` the same, of the best kernel corrected for the choice among
    all. ``choice``, ``merge``, ``gamma`` and ``damping`` are of a kernel, for a fit on all training samples; ``method``
    is in ``METHODS``; ``symmetric``: both views are one; ``singular_values`` and ``decades`` are the unit of gamma and
    damping.
    """

    label: str
    places: np.ndarray = field(repr=False)
    score: float
    setting: Candidate
    seconds: float
    choice: KernelChoice | None = None
    merge: str = ""
    gamma: float = np.nan
    damping: float = np.nan
    symmetric: bool = False
    method: str = "askls"
    singular_values: np.ndarray = field(default_factory=lambda: np.empty(0), repr=False)
    decades: int = 0
    left_out: float = np.nan


@dataclass(frozen=True, eq=False)
class FoundKernels:
    """Result of ``find_kernel``.

    ``ranking`` has the best on the samples left out first, of equals the one that was tried earlier; ``selection`` is
    the choice among all candidates of all kernels and baselines; ``left_out`` what was not tried of the ``n_offered``
    kernels of the catalogue and the baselines, and why. ``views`` are of the best kernel on the test samples, None
    where no kernel could be tried, or these ``n_test`` were not decided; ``baseline`` is the best one on the training
    part, with what it decides of the test part.
    """

    ranking: tuple[Ranked, ...] = field(repr=False)
    selection: Selection = field(repr=False)
    left_out: tuple[tuple[str, str], ...] = field(repr=False)
    n_offered: int
    n_test: int
    is_graph: bool
    views: Views | None = None
    baseline: MethodResult | None = None

    @property
    def kernels(self) -> list[Ranked]:
        """Lines of the ranking that are kernels."""
        return [each for each in self.ranking if each.choice is not None]

    @property
    def best(self) -> Ranked | None:
        """The best kernel; None where none could be tried."""
        return next(iter(self.kernels), None)

    @property
    def best_baseline(self) -> Ranked | None:
        """The best baseline on the training part; None where none was tried."""
        return next((each for each in self.ranking if each.choice is None), None)

    @property
    def score(self) -> float:
        """Accuracy of the best kernel on the test samples; NaN where these were not decided."""
        if self.views is None:
            return float("nan")
        return float((self.views.predicted["merged"] == self.views.truth).mean())

    def ignores_direction(self, line: Ranked) -> bool:
        """Whether a kernel reads links both ways, of a graph (common neighbours of links in are symmetric, but
        directed), or is symmetric, of a table."""
        return line.choice.orientation == "both" if self.is_graph else line.symmetric  # type: ignore[union-attr]

    def ahead(self, first: Sequence[Ranked], second: Sequence[Ranked], deviations: float = CLAIMED) -> bool:
        """Whether the best of some lines is better than the best of others by more than the choice explains."""
        if not (first and second):
            return False
        places = [np.concatenate([each.places for each in group]) for group in (first, second)]
        return self.selection.gap(*places).exceeds(deviations)

    @cached_property
    def ties(self) -> tuple[bool, ...]:
        """Of each line, whether it cannot be told from the first."""
        return tuple(not self.ahead(self.ranking[:1], [each], UNLIKE) for each in self.ranking)

    @cached_property
    def table(self) -> pd.DataFrame:
        """The ranking, a row for each line; ``tie`` as in ``ties``."""
        return _table(self.ranking, self.is_graph).assign(tie=list(self.ties))

    @property
    def why_left_out(self) -> pd.DataFrame:
        """The candidates that were not tried, with the reasons."""
        return pd.DataFrame(self.left_out, columns=["kernel", "reason"])


def find_kernel(
    data: GraphData | TableData,
    *,
    split: Split | None = None,
    train_size: float = 0.6,
    kernels: Sequence[KernelChoice] | None = None,
    baselines: bool = True,
    held_out: bool = True,
    standardise: bool = True,
    seconds: float | None = None,
    quick: bool = False,
    random_state: int = 0,
) -> Run[FoundKernels]:
    """Set up the search for a kernel; ``.run()`` runs it.

    The candidates are all kernels of the catalogue, with parameters around their defaults. For a graph, each kernel is
    tried with outgoing links, incoming links and both. The search also chooses gamma, damping and the decision: the
    mean of the views, a single view, or a regression on both views. All choices use folds of the training samples. The
    ranking includes baselines.

    Parameters
    ----------
    data : a graph or a table with labels.
    split : training samples, on which all choices depend, and test samples; by default, a random split.
    train_size : share of training samples in a random split.
    kernels : kernels to try in this order, instead of the catalogue.
    baselines : whether the ranking includes baselines.
    held_out : whether the best kernel finally predicts the test part. Otherwise, the test part is not used.
    standardise : scale the features of a table.
    seconds : time limit; kernels for which no time is left are left out and named. By default 15, or 60 above 1,200
        samples.
    quick : only the fast kernels of the catalogue, on at most 240 training samples. There is no time limit, so the same
        data always give the same answer.
    random_state : seed of the split and of the folds.

    Returns
    -------
    Run : ``.run(progress=None, cancel=None)`` returns ``FoundKernels``; ``.partial`` is the ranking so far.

    Raises
    ------
    DataError : there are no labels, there is a single class, or the data are a matrix, which is its own kernel.
    ValueError : ``kernels`` is empty.

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
    tried = quick_kernels(offered, data) if quick and kernels is None else offered
    search = _Search(data, split, offered, tried, QUICK if quick else None, random_state)
    search.held_out = held_out
    search.budget = (SHORT if data.n_samples <= MANY else LONG) if seconds is None else float(seconds)
    search.budget = np.inf if quick else search.budget
    search.baselines = baseline_methods(search.plain) if baselines else []
    return Run(search.steps(), {}, lambda: search.partial)


class _Search:
    held_out, budget = True, np.inf
    baselines: Sequence[Method] = ()

    def __init__(
        self,
        data: GraphData | TableData,
        split: Split,
        offered: list[KernelChoice],
        tried: list[KernelChoice],
        most: int | None,
        seed: int,
    ) -> None:
        self.data, self.split, self.offered = data, split, tried
        self.is_graph, self.n_offered = isinstance(data, GraphData), len(offered)
        # A learned merging decides by views of samples left out: on its own training samples it says little.
        self.method = _SEARCHED if split.held_out else replace(_SEARCHED, variants=VIEWS)
        self.plain = Problem(data, offered[0])  # for methods that read the data alone
        self.codes, self.classes = class_codes(data.labels)
        large = self.is_graph and data.n_samples > GraphKernel.held
        task = SplitTask(split.train, split.train, self.codes[split.train], len(self.classes))
        self.rule = rule_of(self.plain, task, most=most or (FEW_COLUMNS if large else JUDGED), seed=seed)
        kept = set(tried)
        self.missing = [
            (in_words(choice, is_graph=self.is_graph), "is left out of a quick search")
            for choice in offered
            if choice not in kept
        ]
        self.found: list[tuple[int, Ranked, Selection]] = []  # with the order in which they are offered
        self.spent = 0.0

    @property
    def partial(self) -> pd.DataFrame | None:
        """The best few lines so far."""
        if not self.found:
            return None
        table = _table(self._ranking()[0][:SHOWN], self.is_graph)
        return table.assign(left_out=table["left_out"].map(format_percent)).drop(columns="seconds")

    def steps(self) -> Generator[Step, None, FoundKernels]:
        """A step for each kernel, for each baseline, and for the test part."""
        total, done, number = len(self.offered) + len(self.baselines) + self.held_out, 0, 0
        at_once = min(2, cores())
        while number < len(self.offered):
            some = [
                (i, self.offered[i])
                for i in range(number, min(number + (at_once if number else 1), len(self.offered)))
            ]
            yield done, total, in_words(some[0][1], is_graph=self.is_graph)
            self._try(some)
            number, done = number + len(some), done + len(some)
            if done - len(some) < SOONER <= done or number == len(self.offered) < SOONER:
                for method in self.baselines:
                    yield done, total, method.label
                    self._try_baseline(number, method)
                    done += 1
        if not self.held_out:
            return self._result()
        yield total - 1, total, "the best one on the test part"
        return self._decided()

    def _try(self, kernels: Sequence[tuple[int, KernelChoice]]) -> None:
        """Judge kernels side by side; one that cannot be judged is named with the reason."""
        if self.spent > 0.8 * self.budget:
            self.missing += [(in_words(each, is_graph=self.is_graph), "no time left") for _, each in kernels]
            return
        started = time.perf_counter()
        with warnings.catch_warnings(action="ignore"), one_thread():
            found = in_threads(lambda each: self._judged(*each), kernels, len(kernels))
        self.spent += time.perf_counter() - started
        self.missing += [(label, why) for label, why, _ in found if why]
        self.found += [line for _, _, line in found if line is not None]

    def _judged(self, number: int, choice: KernelChoice) -> tuple[str, str, Any]:
        """A kernel at its best setting, by the rule of merging that is best; or why it cannot be judged."""
        started, label = time.perf_counter(), in_words(choice, is_graph=self.is_graph)
        m = len(self.rule.part)
        if not fits_memory(120.0 * m * m):
            return label, "its decomposition would not fit in memory", None
        problem = Problem(self.data, choice)
        try:
            fitted = self.method.fit(problem, self.rule.judged)
            assert isinstance(fitted, OnMatrix)
            K = fitted.blocks.K
            if why := useless(K):
                return label, why, None
            found = judged(self.method, {choice: problem}, self.rule, fits=lambda _: fitted)
        except REASONS as error:
            return label, str(error) or type(error).__name__, None
        if found.best is None:
            return label, "it could not be trained at any setting of the grid", None
        setting, sigma = found.best, leading_singular_values(K)
        gamma, damping = setting.offered(sigma, problem.decades)
        line = Ranked(
            label,
            np.empty(0, dtype=int),
            found.score,
            setting,
            time.perf_counter() - started,
            choice=choice,
            merge=setting.variant,
            gamma=gamma,
            damping=damping,
            symmetric=fitted.symmetric,
            singular_values=sigma,
            decades=problem.decades,
        )
        return label, "", (number, line, found)

    def _try_baseline(self, number: int, method: Method) -> None:
        started = time.perf_counter()
        with warnings.catch_warnings(action="ignore"), one_thread():
            try:
                found = judged(method, {"": self.plain}, self.rule)
            except REASONS as error:
                self.missing.append((method.label, str(error) or type(error).__name__))
                return
        taken = time.perf_counter() - started
        self.spent += taken
        if found.best is not None:
            line = Ranked(
                method.label, np.empty(0, dtype=int), found.score, found.best, taken, method=method.name
            )
            self.found.append((number, line, found))

    def _ranking(self) -> tuple[list[Ranked], Selection]:
        """The lines and the choice among all of their candidates.

        The kernel that is chosen is the first of the kernels; all others follow by their accuracy on the samples left
        out.
        """
        ordered = sorted(self.found, key=lambda each: each[0])
        every, lines, start = joined([each[2] for each in ordered]), [], 0
        for _, line, of in ordered:
            places = np.arange(start, start + len(of.candidates))
            start += len(of.candidates)
            lines.append(replace(line, places=places, left_out=line.score))
        accuracies = [of.accuracy for _, _, of in ordered]
        ranked = [lines[i] for i in np.argsort(-np.array(accuracies), kind="stable")]
        kernels = [line for line in ranked if line.choice is not None]
        if kernels:
            best = chosen_line(kernels, every)
            first = next(i for i, line in enumerate(ranked) if line.choice is not None)
            rest = [line for line in ranked if line.choice != best.choice]
            ranked = [*rest[:first], best, *rest[first:]]
        return ranked, every

    def _result(self) -> FoundKernels:
        lines, every = (
            self._ranking() if self.found else ([], Selection([], np.zeros((0, 1), bool), np.empty(0)))
        )
        return FoundKernels(
            ranking=tuple(lines),
            selection=every,
            left_out=tuple(self.missing),
            n_offered=self.n_offered,
            n_test=len(self.split.test) if self.split.held_out else 0,
            is_graph=self.is_graph,
        )

    def _decided(self) -> FoundKernels:
        """The result, with what the best kernel and the best baseline decide of the test part."""
        found, split = self._result(), self.split
        best, other = found.best, found.best_baseline
        if len(split.train) > FITTED and not (best is not None and _by_products(best)):
            split = replace(split, train=split.train[self.rule.part])
        views = baseline = None
        with warnings.catch_warnings(action="ignore"):  # a resonance of some setting is not the user's
            if best is not None and best.choice is not None:
                prepared = prepare(Problem(self.data, best.choice), split)
                gamma, damping = best.setting.offered(
                    leading_singular_values(prepared.K), prepared.problem.decades
                )
                views = decided_at(prepared, gamma, damping or "auto", merge=best.merge)
            if other is not None and split.held_out:
                rule = replace(self.rule, task=replace(self.rule.task, held=self.split.test))
                with one_thread():
                    baseline = method_result(METHODS[other.method], {"": self.plain}, rule, self.split)
        return replace(found, views=views, baseline=baseline)


def chosen_line(lines: Sequence[Ranked], every: Selection) -> Ranked:
    """The line of the candidate that is chosen among all of theirs, with the accuracy corrected for this choice."""
    places = np.sort(np.concatenate([line.places for line in lines]))
    among = every.among(places)
    at = places[among.best_index]
    line = next(line for line in lines if at in line.places)
    setting: Candidate = every.candidates[at]
    gamma, damping = setting.offered(line.singular_values, line.decades)
    return replace(
        line, setting=setting, merge=setting.variant, gamma=gamma, damping=damping, left_out=among.score
    )


def useless(K: Any) -> str:
    """Why nothing can be learned from a kernel matrix; empty where something can."""
    if not (abs(K).max() > 0):
        return "every entry of the kernel matrix is zero"
    found = matrix_health(K)
    return "" if found is None else found.words[0].lower() + found.words[1:]


def _by_products(best: Ranked) -> bool:
    """Whether a solution takes products with a sparse matrix alone."""
    graph = best.choice is not None and best.choice.name in GRAPH_KERNELS
    return graph and GRAPH_KERNELS[best.choice.name].sparse and best.merge not in LEARNED and best.damping > 0  # type: ignore[union-attr]


def _table(ranking: Sequence[Ranked], is_graph: bool) -> pd.DataFrame:
    return pd.DataFrame([_row(each, is_graph) for each in ranking])


def _row(each: Ranked, is_graph: bool) -> dict[str, Any]:
    choice, found = each.choice, {"kernel": each.label}
    links = directed = merged = ""
    parameters = each.setting.in_words
    if choice is not None:
        found["kernel"] = (GRAPH_KERNELS if is_graph else KERNELS)[choice.name].label.split(" (")[0]
        links = ORIENTED[choice.orientation] if is_graph else ""
        directed = "no" if each.symmetric or choice.orientation == "both" else "yes"
        merged = "one view" if each.symmetric and each.merge == "mean" else each.merge
        parameters = parameters_in_words(choice, is_graph=is_graph)
    found |= {"links": links, "directed": directed} if is_graph else {}
    found |= {"merged": merged, "parameters": parameters}
    return found | {name: getattr(each, name) for name in ("gamma", "damping", "left_out", "seconds")}
