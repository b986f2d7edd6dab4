"""What is to be compared, and how much work goes into it: everything that changes the answer; and the run itself.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from askcore.datasets import GraphData, TableData
from askcore.experiments import (
    SMALL_GRID,
    ComparisonResult,
    Grid,
    KernelChoice,
    Outlook,
    compare,
    comparison_outlook,
    directed_kernels,
    forecasts,
)
from askcore.experiments.choice import USUAL_KERNELS
from askcore.experiments.worker import Recipe
from askcore.ui.cache import Data, computed, plain, problem
from askcore.ui.job import Job
from askcore.ui.settings import scales_catalogue

__all__ = ["JOB", "MANY", "Look", "Plan", "first_look", "has_catalogue", "outlook"]

MANY = 1000  # samples past which five folds do, and the usual bandwidth alone
CUT = 300  # labelled samples past which the full comparison may be cut
# Seconds for which samples are taken, where forecasts were measured; what a look over several kernels may take to be
# the first question, there and, at most, on this computer.
QUICK, FULL, SOON, PATIENCE = 8.0, 110.0, 10.0, 20.0
FEW_KERNELS = 4  # of the catalogue, in the quick look


@dataclass(frozen=True)
class Plan:
    """The key of a result: data by digest, kernel, whether several are tried in its place, effort, score and seed.

    Quick: five folds once, a small grid, and as many samples as some seconds allow, for a first impression. Full: ten
    folds three times, which bear a claim, on as many samples as two minutes allow. All: full, on every sample. Past
    ``MANY`` samples five folds do, and the usual bandwidth alone.
    """

    digest: str
    kernel: KernelChoice
    effort: str
    metric: str
    seed: int
    several: bool = False
    large: bool = False

    @property
    def quick(self) -> bool:
        """Whether this is the quick look."""
        return self.effort == "quick"

    @property
    def repeats(self) -> int:
        """How often the folds are drawn."""
        return 1 if self.quick else 3

    @property
    def n_kernels(self) -> int | None:
        """How many kernels of the catalogue are tried, where several are; None for the usual number."""
        return FEW_KERNELS if self.quick else None

    @property
    def savings(self) -> dict[str, Any]:
        """What is left out, as ``compare`` takes it."""
        found: dict[str, Any] = {"folds": 5} if self.quick or self.large else {}
        if self.large:
            found["bandwidths"] = (1.0,)
        if self.effort != "all":
            found["seconds"] = QUICK if self.quick else FULL
        if self.quick:
            found["brief"] = True
        return found

    @property
    def grid(self) -> Grid | None:
        """Candidates; None for the usual ones."""
        return SMALL_GRID if self.quick or self.several else None

    def kernels(self, data: GraphData | TableData) -> dict[str, KernelChoice]:
        """Those of the catalogue that are tried."""
        return _kernels(data, self.kernel.standardise, self.n_kernels)

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
        found = {"repeats": self.repeats, "metric": self.metric, "random_state": self.seed, "grid": self.grid}
        return {**found, **self.savings}

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
    return forecasts.catalogue_seconds(plain(data))


@computed("Choosing kernels", _kernels_seconds)
def _kernels(data: GraphData | TableData, scaled: bool, limit: int | None) -> Recipe[dict[str, KernelChoice]]:
    few = {} if limit is None else {"limit": limit}
    return Recipe(directed_kernels, data, standardise=scaled, **few)


def _outlook_seconds(data: Data, plan: Plan) -> float:
    kernels = [plan.kernel]
    if plan.several and isinstance(data, GraphData | TableData):
        kernels = [*plan.kernels(data).values()]
    return forecasts.outlook_seconds(*(problem(data, kernel) for kernel in kernels))


@computed("Setting up the comparison", _outlook_seconds, entries=12)
def outlook(data: Data, plan: Plan) -> Recipe[Outlook]:
    """What a comparison will compare and take; raises DataError where it cannot be run."""
    return plan.outlook(data)


def first_look(data: Data, scaled: bool) -> Look:
    """What the quick look over several kernels would take; raises DataError where the labels allow none."""
    kernel = KernelChoice(USUAL_KERNELS[data.kind], standardise=scaled)
    plan = Plan(data.digest, kernel, "quick", "micro_f1", 0, large=data.n_samples > MANY).of_several(data)
    found = outlook(data, plan)
    soon = found.seconds_there <= SOON and found.seconds <= PATIENCE
    return Look(len(found.kernels), found.n_compared, found.n_labelled, found.seconds, soon)


JOB: Job[Plan, ComparisonResult] = Job("compare", limit=12)
