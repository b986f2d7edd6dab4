"""What the page "Decisions" computes under one setting, each result once."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import copysign
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore import experiments, figures
from askcore._lazy import cached_property, is_cached
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.decisions.comparison import MethodResult, SplitComparison
from askcore.experiments.decisions.explained import Pulls, Regions, decision_regions
from askcore.experiments.decisions.gamma import GammaCurve, ModeFilters, mode_filters
from askcore.experiments.decisions.offered import in_words
from askcore.experiments.decisions.search import FoundKernels, Ranked
from askcore.experiments.decisions.suggestion import (
    Suggestion,
    better_without,
    first_verdict,
    predicted_by,
    tuned_by,
)
from askcore.experiments.decisions.surface import Surface
from askcore.experiments.decisions.verdict import Rival, Verdict
from askcore.experiments.decisions.views import PATH_LIMIT, Prepared, Views, damped_solutions, damped_views
from askcore.experiments.fitted import LEARNED
from askcore.experiments.judging import check_trainable
from askcore.experiments.running.jobs import Task
from askcore.experiments.split import Split
from askcore.figures import Theme
from askcore.kernels import KERNELS
from askcore.solvers.systems.shifts import DampedSolutions
from askcore.ui import background, problems
from askcore.ui.background import FEW_TUNED, Offered, in_background
from askcore.ui.blocks import Work
from askcore.ui.cache import cached
from askcore.ui.charts import linked_selection
from askcore.ui.charts.plots import Drawing, drawing
from askcore.ui.choices import ModelChoice
from askcore.ui.data.dataset import Active
from askcore.ui.data.initial_settings import baselines, known_suggestion, other_methods, suggestion
from askcore.ui.problems import Data
from askcore.ui.settings import gammas, param_key, scales_catalogue

NAMED = 10  # training samples with the largest weight, by name
FURTHER = 1.6  # times a gamma that no basis serves: where the next one ends


@dataclass(frozen=True)
class Training:
    """What is trained on: all that neither gamma nor damping changes follows from it."""

    data: Data
    choice: KernelChoice
    train_size: float
    seed: int

    @cached_property
    def problem(self) -> Problem:
        """The data set under its kernel."""
        return problems.with_entries(self.data, self.choice)

    @cached_property
    def split(self) -> Split:
        """Training and test samples."""
        return problems.split(self.data, self.train_size, self.seed)

    @property
    def prepared(self) -> Prepared:
        """What of this serves every setting; nothing of it need be there."""
        return problems.prepared(self.data, self.choice, self.train_size, self.seed)

    @cached_property
    def usual(self) -> Training:
        """The same at the usual bandwidth: of what is tuned over bandwidths, wherever the slider stands.

        A multiple may be negative, as of c of tanh: that is another kernel, and its sign stays.
        """
        param = self.problem.scale_param
        if param is None:
            return self
        params = tuple(pair for pair in self.choice.params if pair[0] != param.name)
        return self.with_kernel(
            replace(self.choice, params=params, bandwidth=copysign(1.0, self.choice.bandwidth))
        )

    def with_kernel(self, choice: KernelChoice) -> Training:
        """The same with another kernel."""
        return Training(self.data, choice, self.train_size, self.seed)

    def with_bandwidth(self, factor: float) -> Training:
        """The same with the usual bandwidth times ``factor``."""
        return self.with_kernel(replace(self.choice, bandwidth=self.choice.bandwidth * factor))

    @cached_property
    def decomposes(self) -> bool:
        """Whether one decomposition that serves every gamma and damping takes no more than a second."""
        return len(self.split.train) <= PATH_LIMIT


@dataclass(frozen=True)
class Plan:
    """What a search depends on: that for a bandwidth also on the kernel and the rule of merging."""

    digest: str
    train_size: float
    seed: int
    standardise: bool = True
    choice: KernelChoice | None = None
    merge: str = "mean"


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
    def thing(self) -> str:
        """What a sample is called."""
        return str(self.data.sample_word)

    @property
    def tested(self) -> str:
        """What the samples that are scored are called."""
        return f"test {self.thing}s" if self.split.held_out else f"labelled {self.thing}s"

    @property
    def kernel(self) -> str:
        """The kernel in words; of a graph with the links that it reads."""
        if self.data.kind == "matrix":
            return "this matrix" if self.current.bags is None else "the KL kernel"
        name, *more = in_words(self.choice, is_graph=self.current.is_graph).split(", ")
        return f"{name} ({more[0]})" if self.current.is_graph else name

    @cached_property
    def names(self) -> list[str]:
        """A name for each sample."""
        return list(self.data.sample_names)

    @cached_property
    def classes(self) -> np.ndarray:
        """The classes of the training part, in order, so that each has one colour in all figures."""
        return np.unique(self.data.labels[self.split.train])

    @cached_property
    def training(self) -> Training:
        """What is trained on."""
        return Training(self.data, self.choice, self.model.train_size, self.model.seed)

    @property
    def split(self) -> Split:
        """Training and test samples."""
        return self.training.split

    @cached_property
    def works(self) -> tuple[Work[Any], Work[tuple[MethodResult, ...]]]:
        """What the verdict waits for: methods on its kernel, without AsK-LS if its setting is known, and baselines."""
        of, model = self.training.usual, self.model
        beside = (of.data, of.choice, model.merge, of.train_size, of.seed)
        return (
            Work(_comparison, (of, model.merge)) if self.tuning is None else Work(other_methods, beside),
            Work(baselines, (self.data, model.train_size, model.seed)),
        )

    @cached_property
    def tuning(self) -> MethodResult | None:
        """How AsK-LS was tuned when the data were opened; None if that is not known, or the data are large."""
        of = self.training.usual
        return _known(of, self.model.merge) if background.is_small(of) else None

    @property
    def takes_long(self) -> bool:
        """Whether something is not there yet that another process tunes."""
        return not background.is_small(self.data, FEW_TUNED) and not all(work.ready() for work in self.works)

    def compute(self) -> None:
        """All that the verdict waits for, with bars and Cancel where it takes long."""
        if self.takes_long:  # beside the training
            self.works[0].call.start(*self.works[0].args)  # type: ignore[attr-defined]
        _ = self.views, self.comparison, self.baselines, self.verdict

    @cached_property
    def views(self) -> Views:
        """Both decisions of AsK-LS on the test samples, at the setting of the sidebar."""
        return _views(self.training, self.model)

    @cached_property
    def comparison(self) -> SplitComparison:
        """AsK-LS and other methods on this kernel, each tuned on the training part."""
        found = self.works[0].result()
        of, merge = self.training.usual, self.model.merge
        return found if self.tuning is None else _joined(of, merge, self.tuning, found)

    @cached_property
    def baselines(self) -> tuple[MethodResult, ...]:
        """Baselines on the same split; empty where the data allow none, or nothing is held out."""
        return self.works[1].result()

    @cached_property
    def suggestion(self) -> Suggestion | None:
        """What a quick search found on these training samples; None for a sample, which has a preset."""
        if not self.current.is_own:
            return None
        return suggestion(self.data, self.model.train_size, self.model.seed)

    @cached_property
    def undirected(self) -> Ranked | None:
        """A kernel without direction that is better on the training part than this one symmetrised, if any; none where
        the kernel in use reads links both ways itself."""
        if self.current.is_graph and self.training.problem.reads_both_ways:
            return None
        return better_without(self.suggestion, self.comparison)

    @cached_property
    def rival(self) -> Rival | None:
        """The same with what it predicts."""
        line = self.undirected
        if line is None or line.choice is None:
            return None
        at = ModelChoice(
            line.gamma, line.damping or "auto", self.model.train_size, self.model.seed, line.merge
        )
        return Rival(line.label, _predicted(self.training.with_kernel(line.choice), at))

    @cached_property
    def verdict(self) -> Verdict:
        """What these samples show of direction."""
        return first_verdict(self.data, self.split, self.comparison, self.baselines, self.rival, self.views)

    @property
    def tuned(self) -> dict[str, Any]:
        """Key and value of each control that the tuned setting is set by."""
        best = self.comparison.askls
        return self.controls(best.bandwidth, best.gamma, best.damping)

    def controls(self, bandwidth: float, gamma: float, damping: float) -> dict[str, Any]:
        """Key and value of each control that a setting is set by; without class weights, as in tuning."""
        found: dict[str, Any] = {"gamma": gamma, "damping": damping or "auto", "weights": "equal"}
        param = self.training.usual.problem.scale_param
        if param is not None:
            found[param_key(KERNELS[self.choice.name], param)] = copysign(bandwidth, self.choice.bandwidth)
        return found

    @cached_property
    def sample(self) -> int:
        """The sample that was chosen; else the first on which the views disagree, or the first test sample."""
        held = linked_selection.chosen()
        if held is not None:
            return held
        apart = np.flatnonzero(self.views.disagree)
        return int(self.split.test[apart[0] if len(apart) else 0])

    @property
    def place(self) -> tuple[int, int] | None:
        """Where it stands among the test samples, and the number of its predicted class; None for a training sample."""
        if not np.isin(self.sample, self.split.test):
            return None
        at = int(np.searchsorted(self.split.test, self.sample))
        return at, int(np.searchsorted(self.views.classes, self.views.predicted["merged"][at]))

    @cached_property
    def modes(self) -> ModeFilters | None:
        """How much of each component is kept; None for a symmetric kernel, or training sets too large."""
        if not self.training.decomposes or self.views.symmetric:
            return None
        return mode_filters(_prepared(self.training), self.model.gamma, self.views.damping)

    @property
    def curve(self) -> Work[GammaCurve]:
        """Leave-one-out accuracy along gamma, where there is a decomposition."""
        return Work(_curve, (self.training, self.views.damping, self.model.merge))

    @property
    def bandwidth(self) -> float:
        """The bandwidth in use, times the usual one; not a number where it was set in another way."""
        param = self.training.problem.scale_param
        given = param is not None and param.name in dict(self.choice.params)
        return float("nan") if given else abs(self.choice.bandwidth)

    @property
    def surface(self) -> Offered[Surface]:
        """Cross-validated accuracy over bandwidth and gamma."""
        of, merge = self.training.usual, self.model.merge
        return Offered(
            "surface",
            Plan(self.data.digest, of.train_size, of.seed, choice=of.choice, merge=merge),
            Task(experiments.tuning_surface, of.problem, of.split, merge=merge),
            "Try 8 bandwidths",
        )

    @property
    def search(self) -> Offered[FoundKernels]:
        """The search for a kernel."""
        scaled = scales_catalogue(self.choice, is_graph=self.current.is_graph)
        plan = Plan(self.data.digest, self.model.train_size, self.model.seed, scaled)
        task: Task[FoundKernels] = Task(
            experiments.find_kernel, self.data, split=self.split, standardise=scaled
        )
        takes = "a few seconds" if background.is_small(self.data) else "about a minute"
        return Offered("find", plan, task, "Find a kernel", takes)

    @property
    def regions(self) -> Work[Regions]:
        """Both decisions on a grid around a table of two features."""
        return Work(_regions, (self.training, self.model))

    def pulls(self, sample: int, j: int) -> tuple[Pulls, Pulls]:
        """What each training sample adds for class number ``j``, in the source and the target view."""
        return experiments.pulls(
            self.training.problem,
            self.split,
            self.views.coefficients,
            sample,
            j,
            top=NAMED,
            class_weight=self.model.class_weight,
        )

    @cached_property
    def readings(self) -> tuple[str, str]:
        """What the source and the target view of a sample read, as noun phrases."""
        problem = self.training.problem
        return problem.readings(f"the {problem.row_word}", "the training samples")

    @property
    def blanks(self) -> dict[str, str]:
        """What the formulas leave open."""
        (source, target), merge = self.readings, self.views.merge
        merged = f"Merged: {DECIDED_BY[merge]}; {HOW[merge in LEARNED]}"
        kinds = {kind: "yes" * (self.data.kind == kind) for kind in ("graph", "table", "matrix")}
        return {"source": source, "target": target, "merged": merged, **kinds}


DECIDED_BY = {
    "mean": "$(f_s + f_t)/2$",
    "source": "the source view alone",
    "target": "the target view alone",
    "stack": "the published rule, a logistic regression on $(f_s, f_t)$ for each class",
    "joint": "one multinomial regression on the views of all classes",
}
HOW = {
    False: "the class with the largest merged value is predicted.",
    True: "learned from cross-validated views: those of each tenth of the training samples come from a "
    "model trained on the other nine tenths.",
}


def _prepared(of: Training) -> Prepared:
    """With its decomposition, where that decides."""
    found = of.prepared
    if of.decomposes and not is_cached(found, "path"):
        parts = "K", "source_block", "target_block", "path"
        problems.filled(found, "Decomposing the kernel matrix", *parts, small=background.is_small(of))
    return found


@cached(entries=128)
def _path_views(of: Training, at: ModelChoice) -> Views:
    """Both views from the decomposition, which takes no time."""
    return experiments.path_views(_prepared(of), gamma=at.gamma, damping=at.damping, merge=at.merge)


@in_background("Training AsK-LS", entries=128)
def _trained_views(of: Training, at: ModelChoice) -> Task[Views]:
    check_trainable(of.problem, len(of.split.train))
    asked: dict[str, Any] = {"gamma": at.gamma, "damping": at.damping, "merge": at.merge}
    asked |= {"prepared": _prepared(of) if background.is_small(of) else None, "class_weight": at.class_weight}
    return Task(experiments.decide_views, of.problem, of.split, **asked)


@in_background("Training AsK-LS", entries=8)
def _solutions(of: Training, damping: float, largest: float) -> Task[DampedSolutions | None]:
    check_trainable(of.problem, len(of.split.train))
    return Task(damped_solutions, of.problem, of.split, damping, largest)


@dataclass
class _Bases:
    """The basis that serves the largest gammas so far, and the gamma from which on there is none."""

    found: DampedSolutions | None = None
    limit: float = np.inf


@cached(entries=8)
def _bases(of: Training, damping: float) -> _Bases:
    return _Bases()


def _serving(of: Training, gamma: float, damping: float) -> DampedSolutions | None:
    """A basis that serves this gamma: the one that is there, or another one for this gamma and a few above it."""
    known = _bases(of, damping)
    if known.found is not None and known.found.serves(gamma):
        return known.found
    for largest in (gamma,) if known.found is None else (FURTHER * gamma, gamma):
        if largest < known.limit:
            found = _solutions(of, damping, largest)
            if found is None:
                known.limit = largest
            elif found.serves(gamma):
                known.found = found
                return found
    return None


@cached(entries=128)
def _damped_views(of: Training, at: ModelChoice, _solutions: DampedSolutions) -> Views:
    """Both views from a basis for every gamma, which takes little time."""
    return damped_views(of.prepared, _solutions, gamma=at.gamma, merge=at.merge)


def _views(of: Training, at: ModelChoice) -> Views:
    if at.class_weight is not None:
        return _trained_views(of, at)
    if of.decomposes:
        return _path_views(of, at)
    lam = at.damping if isinstance(at.damping, float) and at.merge not in LEARNED else 0.0
    found = _serving(of, at.gamma, lam) if lam > 0 and not of.problem.has_few_entries else None
    return _trained_views(of, at) if found is None else _damped_views(of, at, found)


def _curve_gammas(of: Training, merge: str) -> tuple[float, ...]:
    offered = gammas(problems.decades(of.data, of.choice))
    return offered[::3] if merge in LEARNED else offered


@in_background("Leaving each sample out")
def _curve(of: Training, damping: float, merge: str) -> Task[GammaCurve]:
    return Task(experiments.gamma_curve, _prepared(of), _curve_gammas(of, merge), damping, merge)


@in_background("Predicting on a grid", entries=32)
def _regions(of: Training, at: ModelChoice) -> Task[Regions]:
    coefficients, weighted = _views(of, at).coefficients, at.class_weight
    return Task(decision_regions, of.problem, of.split, coefficients, class_weight=weighted)


@in_background("Tuning AsK-LS and the other methods", few=FEW_TUNED)
def _comparison(of: Training, merge: str) -> Task[SplitComparison]:
    check_trainable(of.problem, len(of.split.train))
    asked: dict[str, Any] = {"merge": merge, "known": _known(of, merge)}
    return Task(experiments.compare_on_split, of.problem, of.split, **asked)


def _known(of: Training, merge: str) -> MethodResult | None:
    return tuned_by(known_suggestion(of.data, of.train_size, of.seed), of.choice, merge)


@cached()
def _joined(
    of: Training, merge: str, _tuned: MethodResult, _others: tuple[MethodResult, ...]
) -> SplitComparison:
    """AsK-LS at its tuned setting beside the other methods, both of which follow from the rest."""
    asked: dict[str, Any] = {"merge": merge, "known": _tuned, "others": _others}
    asked["prepared"] = lambda factor: of.with_bandwidth(factor).prepared
    return experiments.compare_on_split(of.problem, of.split, **asked)


@in_background("Training without direction")
def _predicted(of: Training, at: ModelChoice) -> Task[np.ndarray]:
    return Task(predicted_by, of.problem, of.split, at.gamma, at.damping, at.merge)


@cached()
def kernel_picture(of: Training, theme: Theme) -> Drawing:
    """The kernel matrix of the training samples by class, which stays while sliders move."""
    K, labels = _prepared(of).K, of.problem.labels[of.split.train]
    K = K.toarray() if sp.issparse(K) else K
    return drawing(figures.signed_heatmap(K, labels, classes=np.unique(labels), theme=theme))
