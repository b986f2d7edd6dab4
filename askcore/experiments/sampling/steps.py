"""How a solver race goes: every matrix, every solver, growing samples, and the result of it.

Experiment floor.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from askcore._validation import fits_memory
from askcore.experiments.race_source import RaceSource, is_structured
from askcore.experiments.run import Step
from askcore.experiments.sampling.field import EXACT, NEEDS_DENSE, RaceField
from askcore.experiments.sampling.verdict import race_verdict, reached_table
from askcore.operators import DenseOperator
from askcore.solvers import SingularTriplets, eta, subspace_error

__all__ = ["STOPS", "Race", "SolverRaceResult"]

STOPS = {
    "eta": ("eta",),
    "subspace_error": ("subspace_error",),
    "both": ("eta", "subspace_error"),
    "never": (),
}
COLUMNS = [
    "solver",
    "samples",
    "bandwidth",
    "sigma",
    "sampling",
    "repeat",
    "seconds_kernel",
    "seconds_solve",
    "eta",
    "subspace_error",
    "rank",
]


@dataclass(frozen=True, eq=False)
class SolverRaceResult:
    """The result of ``solver_race``.

    Attributes
    ----------
    table : one row per solver, sample size, bandwidth and repeat: solver, samples (rows and columns sampled;
        directions of the randomised method; 0 for an exact one), bandwidth (factor; NaN for a given matrix), sigma,
        sampling, repeat, seconds_kernel, seconds_solve, eta, subspace_error (mean of left and right), rank (triplets
        found).
    reached : bandwidth, measure ("eta", "subspace_error"), tolerance, solver, samples and seconds (kernel and
        solve, median over repeats) where a solver first stays within the tolerance, speedup over the randomised
        method to the same tolerance; NaN where it never does.
    exact : bandwidth factor to exact triplets (NaN stands for a given matrix).
    left_out : solver to the reason why it did not run.
    verdict : whether sampling is worth it here, in words.  settings : everything that the result depends on.
    """

    table: pd.DataFrame
    reached: pd.DataFrame
    exact: Mapping[float, SingularTriplets]
    left_out: Mapping[str, str]
    verdict: str
    settings: Mapping[str, Any]


class Race:
    """The steps of a race."""

    def __init__(self, source: RaceSource, settings: dict[str, Any]) -> None:
        self.source, self.settings = source, settings
        self.left_out: dict[str, str] = {}
        self.rows: list[dict[str, Any]] = []
        self.exact: dict[float, SingularTriplets] = {}
        n, m = source.shape
        first = source.operator(1.0)
        self.structured = is_structured(first)
        dense_bytes = 24.0 * n * m
        self.dense = isinstance(first, DenseOperator) or fits_memory(dense_bytes)
        running = [name for name in settings["solvers"] if self._applies(name)]
        if not running:
            raise ValueError("None of the solvers can run here: " + " ".join(self.left_out.values()))
        self.running = running
        dense = any(name in NEEDS_DENSE for name in running) or not self.structured
        settings["memory_bytes"] = (dense_bytes if dense else 0.0) + 32.0 * (n + m) * max(settings["samples"])
        if not self.structured and not self.dense:
            settings["reference"] = "randomised, blocks evaluated on demand (nearly exact)"
        else:
            settings["reference"] = "exact"

    def _applies(self, name: str) -> bool:
        if name == "structured" and not self.structured:
            self.left_out[name] = "There is no sparse structure in this matrix."
        elif name in NEEDS_DENSE and not self.dense:
            n, m = self.source.shape
            self.left_out[name] = (
                f"{name} needs all {n:,} x {m:,} entries, about {24.0 * n * m / 2**30:.1f} GiB."
            )
        return name not in self.left_out

    def steps(self) -> Generator[Step, None, SolverRaceResult]:
        """Exact triplets first, then every solver at every size; a generator that returns the result."""
        settings = self.settings
        sampled = [name for name in self.running if name not in EXACT]
        total = len(settings["bandwidths"]) * (2 + len(sampled) * len(settings["samples"]))
        for number, factor in enumerate(settings["bandwidths"]):
            done = number * total // len(settings["bandwidths"])
            field = RaceField(self.source, factor, settings, self.structured, self.dense)
            yield done + 1, total, "exact decomposition"
            for name in self.running:
                if name in EXACT:
                    self._add(name, factor, 0, 0, field.exact_run(name), field.exact)
            self.exact[factor] = field.exact
            yield done + 2, total, "exact decomposition"
            for at, name in enumerate(sampled):
                yield from self._sweep(name, field, done + 2 + at * len(settings["samples"]), total)
        table = pd.DataFrame(self.rows, columns=COLUMNS)
        reached = reached_table(table, settings["tolerances"])
        return SolverRaceResult(
            table=table,
            reached=reached,
            exact=self.exact,
            left_out=self.left_out,
            verdict=race_verdict(table, settings),
            settings=settings,
        )

    def _sweep(self, name: str, field: RaceField, done: int, total: int) -> Generator[Step, None, None]:
        """One solver at growing sizes."""
        settings = self.settings
        for at, size in enumerate(settings["samples"]):
            errors = []
            for repeat in range(settings["repeats"]):
                seed = settings["random_state"] + repeat
                found = field.sampled_run(name, size, seed)
                self._add(name, field.factor, size, repeat, found, field.exact)
                errors.append([self.rows[-1][measure] for measure in STOPS[settings["stop"]]])
            yield done + at + 1, total, f"{name}, {size:,} samples"
            if settings["stop"] != "never" and np.median(errors, axis=0).max() <= min(settings["tolerances"]):
                return

    def _add(
        self,
        name: str,
        factor: float,
        size: int,
        repeat: int,
        timed: tuple[SingularTriplets, float, float],
        exact: SingularTriplets,
    ) -> None:
        """A row of the table."""
        found, kernel, solve = timed
        errors = (
            eta(exact, found),
            (subspace_error(exact.left, found.left) + subspace_error(exact.right, found.right)) / 2,
        )
        self.rows.append(
            {
                "solver": name,
                "samples": size,
                "bandwidth": factor,
                "sigma": np.nan if self.source.sigma is None else self.source.sigma * factor,
                "sampling": self.settings["sampling"] if name == "nystroem" else "",
                "repeat": repeat,
                "seconds_kernel": kernel,
                "seconds_solve": solve,
                "eta": errors[0],
                "subspace_error": errors[1],
                "rank": found.rank,
            }
        )
