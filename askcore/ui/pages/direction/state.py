"""What is to be compared, and how much work goes into it: everything that changes the answer; and the run itself.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass

from askcore.experiments import SMALL_GRID, Comparison, ComparisonResult, Grid, KernelChoice, compare
from askcore.ui.cache import Data, problem
from askcore.ui.job import Job

__all__ = ["JOB", "Plan"]


@dataclass(frozen=True)
class Plan:
    """The key of a result: data by digest, kernel, effort, score and seed.

    Quick: 4 splits, 2 inner folds and a small grid. Two splits would be quicker still, but with one degree of
    freedom left no difference under some twelve standard errors could be seen.
    """

    digest: str
    kernel: KernelChoice
    effort: str
    metric: str
    seed: int

    @property
    def quick(self) -> bool:
        """Whether this is the quick look."""
        return self.effort != "full"

    @property
    def n_splits(self) -> int:
        """Repeated splits."""
        return 4 if self.quick else 5

    @property
    def inner_folds(self) -> int:
        """Folds that tune each method."""
        return 2 if self.quick else 5

    @property
    def grid(self) -> Grid | None:
        """Candidates; None for the usual ones."""
        return SMALL_GRID if self.quick else None

    def comparison(self, data: Data) -> Comparison:
        """The comparison, set up and not yet run."""
        return compare(
            problem(data, self.kernel),
            n_splits=self.n_splits,
            inner_folds=self.inner_folds,
            metric=self.metric,
            random_state=self.seed,
            grid=self.grid,
        )


JOB: Job[Plan, ComparisonResult] = Job("compare", limit=12)
