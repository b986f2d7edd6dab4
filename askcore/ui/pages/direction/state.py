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

__all__ = ["JOB", "Plan"]


@dataclass(frozen=True)
class Plan:
    """The key of a result: data by digest, kernel, whether several are tried in its place, effort, score and seed.

    Quick: ten folds once and a small grid, for a first impression. Full: ten folds three times, which bear a claim.
    """

    digest: str
    kernel: KernelChoice
    effort: str
    metric: str
    seed: int
    several: bool = False

    @property
    def quick(self) -> bool:
        """Whether this is the quick look."""
        return self.effort != "full"

    @property
    def repeats(self) -> int:
        """How often the folds are drawn."""
        return 1 if self.quick else 3

    @property
    def grid(self) -> Grid | None:
        """Candidates; None for the usual ones."""
        return SMALL_GRID if self.quick or self.several else None

    def comparison(self, data: Data) -> Comparison:
        """The comparison, set up and not yet run."""
        asked: tuple[Any, ...] = (problem(data, self.kernel),)
        if self.several and isinstance(data, GraphData | TableData):
            asked = data, directed_kernels(data, standardise=self.kernel.standardise)
        return compare(
            *asked,
            repeats=self.repeats,
            metric=self.metric,
            random_state=self.seed,
            grid=self.grid,
        )


JOB: Job[Plan, ComparisonResult] = Job("compare", limit=12)
