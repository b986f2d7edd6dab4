"""What is to be compared, and how much work goes into it: everything that changes the answer; and the run itself.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from askcore.datasets import GraphData, TableData
from askcore.experiments import (
    SMALL_GRID,
    Comparison,
    ComparisonResult,
    Grid,
    KernelChoice,
    compare,
    directed_kernels,
)
from askcore.ui.cache import Data, problem
from askcore.ui.job import Job
from askcore.ui.settings import scales_catalogue

__all__ = ["JOB", "MANY", "Plan"]

MANY = 1000  # samples up to which ten folds take minutes


@dataclass(frozen=True)
class Plan:
    """The key of a result: data by digest, kernel, whether several are tried in its place, effort, score and seed.

    Quick: ten folds once and a small grid, for a first impression. Full: ten folds three times, which bear a claim.
    Past ``MANY`` samples five folds do, and the usual bandwidth alone.
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
        return self.effort != "full"

    @property
    def repeats(self) -> int:
        """How often the folds are drawn."""
        return 1 if self.quick else 3

    @property
    def savings(self) -> dict[str, Any]:
        """What is left out of a comparison of many samples: half of the folds, and other bandwidths."""
        return {"folds": 5, "bandwidths": (1.0,)} if self.large else {}

    @property
    def grid(self) -> Grid | None:
        """Candidates; None for the usual ones."""
        return SMALL_GRID if self.quick or self.several else None

    def comparison(self, data: Data) -> Comparison:
        """The comparison, set up and not yet run."""
        asked: tuple[Any, ...] = (problem(data, self.kernel),)
        if self.several and isinstance(data, GraphData | TableData):
            scaled = scales_catalogue(self.kernel, is_graph=isinstance(data, GraphData))
            asked = data, directed_kernels(data, standardise=scaled)
        return compare(
            *asked,
            repeats=self.repeats,
            metric=self.metric,
            random_state=self.seed,
            grid=self.grid,
            **self.savings,
        )


JOB: Job[Plan, ComparisonResult] = Job("compare", limit=12)
