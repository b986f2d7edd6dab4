"""What is to be compared, and how much work goes into it: everything that changes the answer; and the run itself.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from askcore.datasets import GraphData, TableData
from askcore.experiments import ComparisonResult, Effort, KernelChoice, compare, directed_kernels, sizes
from askcore.experiments.choice import USUAL_KERNELS
from askcore.experiments.comparison.run import Outlook, comparison_outlook
from askcore.experiments.running.jobs import Task
from askcore.ui.settings import scales_catalogue
from askcore.ui.work.cache import Data, computed, problem
from askcore.ui.work.job import OfferedJob

CUT = 500  # labelled samples past which the full comparison may be cut
SOON = 20 * sizes.RATE  # work that a look over several kernels may be to be the first question


@dataclass(frozen=True)
class Plan:
    """The key of a result: data by digest, kernel, whether several are tried in its place, effort (an ``Effort``),
    score and seed."""

    digest: str
    kernel: KernelChoice
    effort: str
    metric: str
    seed: int
    several: bool = False
    large: bool = False

    @property
    def work(self) -> Effort:
        """How much work it is."""
        return Effort(self.effort, large=self.large, several=self.several)

    @property
    def quick(self) -> bool:
        """Whether this is the quick look."""
        return self.work.quick

    def kernels(self, data: GraphData | TableData) -> dict[str, KernelChoice]:
        """Those of the catalogue that are tried."""
        return _kernels(data, self.kernel.standardise, self.work.n_kernels)

    def task(self, data: Data) -> Task[ComparisonResult]:
        """The comparison, to be run."""
        return Task(compare, *self._asked(data), **self._terms)

    def outlook(self, data: Data) -> Task[Outlook]:
        """What it will compare and take, to be found out."""
        return Task(comparison_outlook, *self._asked(data), **self._terms)

    def _asked(self, data: Data) -> tuple[Any, ...]:
        if self.several and isinstance(data, GraphData | TableData):
            return data, self.kernels(data)
        return (problem(data, self.kernel),)

    @property
    def _terms(self) -> dict[str, Any]:
        return {"metric": self.metric, "random_state": self.seed, **self.work.terms}

    def of_several(self, data: Data) -> Plan:
        """The same question over the catalogue, whatever kernel is chosen: of that only the scaling counts."""
        scaled = scales_catalogue(self.kernel, is_graph=data.kind == "graph")
        kernel = KernelChoice(USUAL_KERNELS[data.kind], standardise=scaled and data.kind == "table")
        return replace(self, several=True, kernel=kernel)


@dataclass(frozen=True)
class Look:
    """What a quick look over several kernels would take: kernels, labelled samples taken of all, work.

    ``soon`` : whether that is little enough to be the first question.
    """

    n_kernels: int
    n_compared: int
    n_labelled: int
    work: float
    soon: bool


def has_catalogue(data: Data) -> bool:
    """Whether there are other kernels for the data."""
    return isinstance(data, GraphData | TableData)


def _kernels_work(data: GraphData | TableData, scaled: bool, limit: int | None) -> float:
    return 1e3 * data.n_edges if isinstance(data, GraphData) else 0.0


@computed("Choosing kernels", _kernels_work)
def _kernels(data: GraphData | TableData, scaled: bool, limit: int | None) -> Task[dict[str, KernelChoice]]:
    few = {} if limit is None else {"limit": limit}
    return Task(directed_kernels, data, standardise=scaled, **few)


def _outlook_work(data: Data, plan: Plan) -> float:
    """Each kernel is looked at on the training samples of one split."""
    kernels, m = [plan.kernel], min(data.n_samples, plan.work.max_samples or data.n_samples)
    if plan.several and isinstance(data, GraphData | TableData):
        kernels = [*plan.kernels(data).values()]
    return sum(sizes.columns(problem(data, kernel), m) for kernel in kernels)


@computed("Setting up the comparison", _outlook_work, entries=12)
def outlook(data: Data, plan: Plan) -> Task[Outlook]:
    """What a comparison will compare and take; raises DataError where it cannot be run."""
    return plan.outlook(data)


def first_look(data: Data, scaled: bool) -> Look:
    """What the quick look over several kernels would take; raises DataError where the labels allow none."""
    kernel = KernelChoice(USUAL_KERNELS[data.kind], standardise=scaled)
    plan = Plan(
        data.digest, kernel, "quick", "micro_f1", 0, large=Effort.is_large(data.n_samples)
    ).of_several(data)
    found = outlook(data, plan)
    return Look(len(found.kernels), found.n_compared, found.n_labelled, found.work, found.work <= SOON)


JOB: OfferedJob[Plan, ComparisonResult] = OfferedJob("compare", limit=12)
