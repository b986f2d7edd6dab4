"""What a comparison has to do, job by job, and how long that will take.

Experiment floor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from askcore.experiments.methods import Method
from askcore.experiments.split import Split

__all__ = ["Clock", "Job"]


@dataclass(frozen=True)
class Job:
    """One method on one split; ``flip`` is None, or the seed of the drawn directions."""

    method: Method
    number: int
    split: Split
    flip: int | None
    steps: int
    forecast: float


class Clock:
    """Seconds left: what each method took per step so far, else the forecast corrected by the ratio so far."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs, self.elapsed = jobs, 0.0
        self._seconds: dict[str, float] = {}
        self._forecast: dict[str, float] = {}
        self._left = sum(job.forecast for job in jobs)
        self._share = {id(job): job.forecast / job.steps for job in jobs}
        self._steps: dict[int, int] = {}

    def spent(self, job: Job, seconds: float) -> None:
        """Count a step of this job."""
        self.elapsed += seconds
        name, at = job.method.name, id(job)
        self._seconds[name] = self._seconds.get(name, 0.0) + seconds
        if self._steps.get(at, 0) < job.steps:
            self._steps[at] = self._steps.get(at, 0) + 1
            self._forecast[name] = self._forecast.get(name, 0.0) + self._share[at]

    def remaining(self) -> float:
        """Seconds left."""
        overall = sum(self._seconds.values()) / max(sum(self._forecast.values()), 1e-9)
        left = 0.0
        for job in self._jobs:
            steps = job.steps - self._steps.get(id(job), 0)
            name = job.method.name
            ratio = self._seconds[name] / self._forecast[name] if name in self._forecast else overall
            left += steps * self._share[id(job)] * ratio
        return left
