"""What is to be compared, and how much work goes into it: everything that changes the answer; and the run itself.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from askcore.datasets import GraphData, TableData
from askcore.experiments import ComparisonResult, Effort, KernelChoice, compare, directed_kernels
from askcore.experiments.choice import USUAL_KERNELS
from askcore.experiments.comparison.run import Outlook, comparison_outlook
from askcore.experiments.forecasts.comparison import catalogue_seconds, outlook_seconds
from askcore.experiments.running.worker import Recipe
from askcore.ui.settings import scales_catalogue
from askcore.ui.work.cache import Data, computed, plain, problem
from askcore.ui.work.job import Job

CUT = 300  # labelled samples past which the full comparison may be cut
# Seconds that a look over several kernels may take to be the first question: where forecasts were measured and, at
# most, on this computer.
SOON, PATIENCE = 10.0, 20.0


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

    def recipe(self, data: Data) -> Recipe[ComparisonResult]:
        """The comparison, to be run."""
        return Recipe(compare, *self._asked(data), **self._terms)

    def outlook(self, data: Data) -> Recipe[Outlook]:
        """What it will compare and take, to be found out."""
        return Recipe(comparison_outlook, *self._asked(data), **self._terms)

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
    """What a quick look over several kernels would take: kernels, labelled samples taken of all, seconds here.

    ``soon`` : whether that is little enough to be the first question.
    """

    n_kernels: int
    n_compared: int
    n_labelled: int
    seconds: float
    soon: bool


def has_catalogue(data: Data) -> bool:
    """Whether there are other kernels for the data."""
    return isinstance(data, GraphData | TableData)


def _kernels_seconds(data: GraphData | TableData, scaled: bool, limit: int | None) -> float:
    return catalogue_seconds(plain(data))


@computed("Choosing kernels", _kernels_seconds)
def _kernels(data: GraphData | TableData, scaled: bool, limit: int | None) -> Recipe[dict[str, KernelChoice]]:
    few = {} if limit is None else {"limit": limit}
    return Recipe(directed_kernels, data, standardise=scaled, **few)


def _outlook_seconds(data: Data, plan: Plan) -> float:
    kernels = [plan.kernel]
    if plan.several and isinstance(data, GraphData | TableData):
        kernels = [*plan.kernels(data).values()]
    return outlook_seconds(*(problem(data, kernel) for kernel in kernels))


@computed("Setting up the comparison", _outlook_seconds, entries=12)
def outlook(data: Data, plan: Plan) -> Recipe[Outlook]:
    """What a comparison will compare and take; raises DataError where it cannot be run."""
    return plan.outlook(data)


def first_look(data: Data, scaled: bool) -> Look:
    """What the quick look over several kernels would take; raises DataError where the labels allow none."""
    kernel = KernelChoice(USUAL_KERNELS[data.kind], standardise=scaled)
    plan = Plan(
        data.digest, kernel, "quick", "micro_f1", 0, large=Effort.is_large(data.n_samples)
    ).of_several(data)
    found = outlook(data, plan)
    soon = found.seconds_there <= SOON and found.seconds <= PATIENCE
    return Look(len(found.kernels), found.n_compared, found.n_labelled, found.seconds, soon)


JOB: Job[Plan, ComparisonResult] = Job("compare", limit=12)
