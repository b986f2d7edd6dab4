"""Decisions, computed: everything that the page shows under one setting of its controls, each thing once.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import copysign
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from askcore import experiments, figures
from askcore._format import listed
from askcore._lazy import made, made_once
from askcore.datasets import GraphData
from askcore.experiments import KernelChoice, Problem, sizes
from askcore.experiments.decisions.comparison import (
    MethodResult,
    SplitComparison,
    compare_baselines,
    compare_on_split,
)
from askcore.experiments.decisions.explained import Pulls, Regions, decision_regions
from askcore.experiments.decisions.gamma import GammaCurve, ModeFilters, mode_filters
from askcore.experiments.decisions.search import FoundKernels, Ranked
from askcore.experiments.decisions.suggestion import OtherKernel, Suggestion, another_kernel
from askcore.experiments.decisions.surface import Surface
from askcore.experiments.decisions.views import PATH_LIMIT, Prepared, Views, with_decomposition
from askcore.experiments.merging import LEARNED
from askcore.experiments.methods import slow_baselines
from askcore.experiments.running.jobs import Task
from askcore.experiments.split import Split
from askcore.figures import Theme
from askcore.kernels import KERNELS
from askcore.ui import url_state
from askcore.ui.charts.plots import drawing
from askcore.ui.charts.shown import Drawing
from askcore.ui.choices import ModelChoice
from askcore.ui.data.dataset import Active
from askcore.ui.data.opening import line_controls, opening_work, search_cancelled, suggestion
from askcore.ui.pages.decisions.words.settings import Best
from askcore.ui.pages.decisions.words.views import rule_in_full
from askcore.ui.settings import MERGES, gammas, param_key, scales_catalogue
from askcore.ui.work import cache
from askcore.ui.work.cache import Data, computed, kept
from askcore.ui.work.job import OfferedJob

NAMED = 10  # training samples that pull hardest, by name
BASELINES, ALL = "baselines", "all"  # in the address: that the slow baselines were asked for, too
AT_ONCE = 0.6 * sizes.RATE  # work up to which the surface comes without a click


class Training(NamedTuple):
    """What is trained on: all that neither gamma nor damping changes follows from it."""

    data: Data
    choice: KernelChoice
    train_size: float
    seed: int

    @property
    def problem(self) -> Problem:
        """The data set under its kernel."""
        return cache.with_entries(self.data, self.choice)

    @property
    def split(self) -> Split:
        """Which samples are trained on, and which are scored."""
        return cache.split(self.data, self.train_size, self.seed)

    @property
    def usual(self) -> Training:
        """The same at the usual bandwidth: of what is tuned over bandwidths, wherever the slider stands.

        A multiple may be negative, as of c of tanh: that is another kernel, and its sign stays.
        """
        param = self.problem.scale_param
        if param is None:
            return self
        params = tuple(pair for pair in self.choice.params if pair[0] != param.name)
        return self._replace(
            choice=replace(self.choice, params=params, bandwidth=copysign(1.0, self.choice.bandwidth))
        )

    def at(self, factor: float) -> Training:
        """The same with the usual bandwidth times ``factor``."""
        return self._replace(choice=replace(self.choice, bandwidth=self.choice.bandwidth * factor))

    @property
    def decomposes(self) -> bool:
        """Whether one decomposition that serves every gamma and damping takes no more than a second."""
        return len(self.split.train) <= PATH_LIMIT


@dataclass(frozen=True)
class SurfacePlan:
    """What the surface over bandwidth and gamma depends on: data by digest, kernel, split, rule of merging."""

    digest: str
    choice: KernelChoice
    train_size: float
    seed: int
    merge: str


SURFACE: OfferedJob[SurfacePlan, Surface] = OfferedJob("surface")


@dataclass(frozen=True)
class FindPlan:
    """What the search for a kernel depends on: data by digest, scaling, split; not the kernel in use."""

    digest: str
    standardise: bool
    train_size: float
    seed: int


FIND: OfferedJob[FindPlan, FoundKernels] = OfferedJob("find")


@dataclass(frozen=True)
class Decisions:
    """The data set in use, the kernel and the model, and what follows from them."""

    current: Active
    choice: KernelChoice
    model: ModelChoice

    @property
    def data(self) -> Any:
        """The data themselves."""
        return self.current.data

    @property
    def is_graph(self) -> bool:
        """Whether the samples are nodes."""
        return self.current.is_graph

    @made_once
    def names(self) -> list[str]:
        """A name for each sample."""
        return list(self.data.sample_names)

    @made_once
    def labels(self) -> np.ndarray:
        """(N,) labels."""
        return np.asarray(self.data.labels)

    @made_once
    def training(self) -> Training:
        """What is trained on."""
        return Training(self.data, self.choice, self.model.train_size, self.model.seed)

    @made_once
    def split(self) -> Split:
        """Which samples are trained on, and which are scored."""
        return self.training.split

    @made_once
    def prepared(self) -> Prepared | None:
        """The decomposition; None for training sets too large for it."""
        return _prepared(self.training) if self.training.decomposes else None

    @made_once
    def views(self) -> Views:
        """Both decisions of AsK-LS on the scored samples."""
        return _views(self.training, self.model.gamma, self.model.damping, self.model.merge)

    @property
    def work(self) -> float:
        """How much it is until there is a verdict."""
        return _contest_work(self.training, self.model.merge)

    @made_once
    def comparison(self) -> SplitComparison:
        """AsK-LS, merged by the rule in use, and other methods on a kernel, tuned alike, whatever the sliders say."""
        return _comparison(self.training.usual, self.model.merge)

    @made_once
    def baselines(self) -> tuple[MethodResult, ...]:
        """Baselines on the same split; empty where the data allow none, or nothing is held out."""
        return _baselines(self.data, self.model.train_size, self.model.seed, self.every_baseline)

    @made_once
    def slow_baselines(self) -> str:
        """Those that were left out because they take long, by name."""
        slow = slow_baselines(cache.plain(self.data)) if self.split.held_out else []
        return "" if self.every_baseline else listed([each.label for each in slow])

    @property
    def every_baseline(self) -> bool:
        """Whether the baselines that take seconds were asked for, too; the address says it."""
        return url_state.parse_param(BASELINES, lambda text: text == ALL or None) or False

    @property
    def slow_work(self) -> float:
        """How much work these are."""
        return _baselines_work(self.data, self.model.train_size, self.model.seed, True)

    @made_once
    def suggestion(self) -> Suggestion | None:
        """What a quick search found on these training samples; None for a sample, which has a preset."""
        if not self.current.is_own:
            return None
        return suggestion(self.data, self.model.train_size, self.model.seed)

    @made_once
    def other_kernel(self) -> OtherKernel | None:
        """What does better than the kernel in use when training samples are left out, of a few that are tried; None
        where this, or the quick search that it begins with, was cancelled."""
        if search_cancelled(self.data, self.model.train_size, self.model.seed):
            return None
        return _other_kernel(self.training.usual, self.model.merge)

    @property
    def other_kernel_waits(self) -> bool:
        """Whether ``other_kernel`` is still to be computed, by the page itself."""
        waits: bool = _other_kernel.waits(self.training.usual, self.model.merge)  # type: ignore[attr-defined]
        return waits and not search_cancelled(self.data, self.model.train_size, self.model.seed)

    @made_once
    def modes(self) -> ModeFilters | None:
        """What becomes of each singular mode; None for a symmetric kernel, or training sets too large."""
        if self.prepared is None or self.views.symmetric:
            return None
        return mode_filters(self.prepared, self.model.gamma, self.views.damping)

    @property
    def curve(self) -> GammaCurve:
        """Leave-one-out along gamma, where there is a decomposition."""
        return _curve(self.training, self.views.damping, self.model.merge)

    @property
    def best(self) -> Best:
        """The best bandwidth, gamma and damping by leaving samples out: of the surface where it is there."""
        found, chosen = self.surface, self.comparison.askls
        if found is not None:
            return Best(found.bandwidth, found.gamma, found.damping, found.score, found.n_judged)
        score, n = chosen.cross_validated, self.comparison.n_judged
        return Best(chosen.bandwidth, chosen.gamma, chosen.damping, score, n)

    @property
    def has_bandwidth(self) -> bool:
        """Whether the kernel has one, or another parameter with a scale."""
        return bool(self.comparison.bandwidths)

    @property
    def bandwidth(self) -> float:
        """The bandwidth in use, times the usual one; not a number where it was set in another way."""
        param = self.training.problem.scale_param
        given = param is not None and param.name in dict(self.choice.params)
        return float("nan") if given else abs(self.choice.bandwidth)

    def controls(self, best: Best) -> dict[str, Any]:
        """Key and value of each control that the best setting is set by."""
        found: dict[str, Any] = {"gamma": best.gamma, "damping": best.damping}
        param = self.training.usual.problem.scale_param
        if param is not None:
            times = copysign(best.bandwidth, self.choice.bandwidth)
            found[param_key(KERNELS[self.choice.name], param)] = times
        return found

    @property
    def surface_work(self) -> float:
        """A decomposition at each of eight bandwidths, and leaving samples out at every gamma and damping."""
        m = min(len(self.split.train), sizes.JUDGED)
        views = 1500 if self.model.merge in LEARNED else 200 + 40 * _outputs(self.training.problem)
        return 8 * (0.25 * m**3 + views * m**2 + 2e7)

    @property
    def surface_plan(self) -> SurfacePlan:
        """What the surface, and the search for other kernels, are of."""
        of = self.training.usual
        return SurfacePlan(self.data.digest, of.choice, of.train_size, of.seed, self.model.merge)

    @property
    def surface(self) -> Surface | None:
        """Leave-one-out over bandwidth and gamma, where it is quick or was asked for; None for a kernel without."""
        if not self.has_bandwidth:
            return None
        if self.surface_work <= AT_ONCE:
            return _surface(self.training.usual, self.model.merge)
        return SURFACE.result(self.surface_plan)

    @property
    def surface_task(self) -> Task[Surface]:
        """The surface, to be computed."""
        return _surface_task(self.training.usual, self.model.merge)

    @property
    def find_plan(self) -> FindPlan:
        """The key of the search for a kernel."""
        scaled = scales_catalogue(self.choice, is_graph=self.is_graph)
        return FindPlan(self.data.digest, scaled, self.model.train_size, self.model.seed)

    @property
    def found(self) -> FoundKernels | None:
        """The ranking of the catalogue, where it was asked for."""
        return FIND.result(self.find_plan)

    @property
    def find_task(self) -> Task[FoundKernels]:
        """The search, to be done."""
        return Task(
            experiments.find_kernel, self.data, split=self.split, standardise=self.find_plan.standardise
        )

    def adopted(self, line: Ranked) -> dict[str, Any]:
        """Key and value of each control that a line of the ranking is set by."""
        return line_controls(self.data, line)

    @property
    def regions(self) -> Regions:
        """Both decisions on a grid around a table of two features."""
        return _regions(self.training, self.model.gamma, self.model.damping, self.model.merge)

    def pulls(self, sample: int, j: int) -> tuple[Pulls, Pulls]:
        """Which training samples pull ``sample`` towards class number ``j``, in the source and the target view."""
        views = self.views
        return experiments.pulls(self.training.problem, self.split, views.coefficients, sample, j, top=NAMED)

    def kernel_picture(self, theme: Theme) -> Drawing:
        """The kernel matrix of the training samples by class, which stays while sliders move."""
        return _kernel_picture(self.training, theme)

    @made_once
    def readings(self) -> tuple[str, str]:
        """What the source and the target view of a sample read, as noun phrases."""
        problem = self.training.problem
        return problem.readings(f"the {problem.row_word}", "the training samples")

    @property
    def blanks(self) -> dict[str, str]:
        """What the formulas leave open."""
        source, target = self.readings
        return {"source": source, "target": target, "merged": rule_in_full(self.views.merge)}


# Up to 60 MB each, and K alone where it is larger: what is decided, drawn and rivalled is the same matrix.
@kept()
def _held(of: Training) -> Prepared:
    return experiments.prepare(of.problem, of.split)


def _prepared(of: Training) -> Prepared:
    """With its decomposition, where that decides."""
    found = _held(of)
    if of.decomposes and not made(found, "path"):
        m = len(of.split.train)
        work = 0.4 * m**3 + 3 * sizes.columns(of.problem, m) * of.problem.is_graph
        doing: Task[Prepared] = Task(with_decomposition, found)
        cache.filled(found, doing, "Decomposing the kernel matrix", work)
    return found


def _views_work(of: Training, gamma: float, damping: float | str, merge: str) -> float:
    if of.decomposes:
        return 0.0
    folds = 11 if merge in LEARNED else 1
    return folds * sizes.training(of.problem, len(of.split.train))


@computed("Training AsK-LS", _views_work, entries=128)
def _views(of: Training, gamma: float, damping: float | str, merge: str) -> Task[Views]:
    asked: dict[str, Any] = {"gamma": gamma, "damping": damping, "merge": merge}
    if of.decomposes:
        return Task(experiments.path_views, _prepared(of), **asked)
    here = cache.is_quick(_views_work(of, gamma, damping, merge))
    return Task(
        experiments.decide_views, of.problem, of.split, prepared=_prepared(of) if here else None, **asked
    )


def _curve_gammas(of: Training, merge: str) -> tuple[float, ...]:
    offered = gammas(cache.decades(of.data, of.choice))
    return offered[::3] if merge in LEARNED else offered


def _outputs(problem: Problem) -> int:
    """Columns of what is solved for."""
    n_classes = len(problem.data.classes)
    return 1 if n_classes <= 2 else n_classes


def _curve_work(of: Training, damping: float, merge: str) -> float:
    each = 1.5 + 0.4 * _outputs(of.problem) + 60 * (merge in LEARNED)
    return len(_curve_gammas(of, merge)) * each * len(of.split.train) ** 2


@computed("Leaving each sample out", _curve_work)
def _curve(of: Training, damping: float, merge: str) -> Task[GammaCurve]:
    return Task(experiments.gamma_curve, _prepared(of), _curve_gammas(of, merge), damping, merge)


@kept(spinner="Leaving each sample out at each bandwidth …")
def _surface(of: Training, merge: str) -> Surface:
    found: Surface = _surface_task(of, merge)().run()
    return found


def _surface_task(of: Training, merge: str) -> Task[Surface]:
    return Task(experiments.tuning_surface, of.problem, of.split, merge=merge)


def _regions_work(of: Training, gamma: float, damping: float | str, merge: str) -> float:
    return 9e4 * len(of.split.train)  # 6,400 places


@computed("Deciding the places of a grid", _regions_work, entries=32)
def _regions(of: Training, gamma: float, damping: float | str, merge: str) -> Task[Regions]:
    """``merge`` changes nothing but which views are at hand."""
    coefficients = _views(of, gamma, damping, merge).coefficients
    return Task(decision_regions, of.problem, of.split, coefficients)


def _contest_work(of: Training, merge: str) -> float:
    problem, m = of.problem, len(of.split.train)
    learned = 0.0
    if merge in LEARNED:  # a regression for each of four methods; past what is decomposed ten more systems
        learned = 20 * sizes.training(problem, m) if m > PATH_LIMIT else 2e8 + 5.0 * m**3
    return sizes.tuning(problem, m) + learned


@computed("Tuning AsK-LS and the methods beside it", _contest_work)
def _comparison(of: Training, merge: str) -> Task[SplitComparison]:
    here = cache.is_quick(_contest_work(of, merge))
    made_here = (lambda factor: _prepared(of.at(factor))) if here else None
    return Task(compare_on_split, of.problem, of.split, prepared=made_here, merge=merge)


def _baselines_work(data: Data, train_size: float, seed: int, every: bool) -> float:
    if not isinstance(data, GraphData):
        return 6e8
    n_slow = len(slow_baselines(cache.plain(data))) if every else 0
    return 3e8 + 5e3 * data.n_edges + n_slow * data.n_samples * (1e5 + 4e4 * len(data.classes))


@computed("Tuning the baselines", _baselines_work)
def _baselines(data: Data, train_size: float, seed: int, every: bool) -> Task[tuple[MethodResult, ...]]:
    return Task(compare_baselines, cache.plain(data), cache.split(data, train_size, seed), every=every)


def _other_work(of: Training, merge: str) -> float:
    return opening_work(of.problem)


@computed("Trying other kernels", _other_work, optional=True)
def _other_kernel(of: Training, merge: str) -> Task[OtherKernel | None]:
    begin = suggestion(of.data, of.train_size, of.seed)
    found = _comparison(of, merge)
    return Task(another_kernel, of.problem, of.split, found, merges=MERGES, begin=begin)


@kept(whole=True)
def _kernel_picture(of: Training, theme: Theme) -> Drawing:
    K, labels = _prepared(of).K, of.problem.labels[of.split.train]
    K = K.toarray() if sp.issparse(K) else K
    return drawing(figures.signed_heatmap(K, labels, classes=np.unique(labels), theme=theme))
