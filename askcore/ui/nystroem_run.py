"""The race as it runs on its page.

UI floor.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from askcore.experiments import SamplingChoice, SamplingStudy, SpectralChoice
from askcore.ui.dataset import Active
from askcore.ui.job import Job

__all__ = ["JOB", "RacePlan", "plan_of"]


@dataclass(frozen=True)
class RacePlan:
    """The key of a result: data by digest, the matrix, what is sampled (sizes aside: the race tries its own)."""

    digest: str
    choice: SpectralChoice
    sampling: SamplingChoice


def plan_of(current: Active, choice: SpectralChoice, sampling: SamplingChoice) -> RacePlan:
    """The plan of what the sidebar says."""
    every = replace(sampling, n_rows=sampling.rank, n_columns=sampling.rank)
    return RacePlan(current.data.digest, choice, every)


JOB: Job[RacePlan, SamplingStudy] = Job("race")
