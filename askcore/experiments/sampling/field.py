"""One matrix of a solver race: its exact triplets and every sampled run on it, timed.

Experiment floor.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from askcore._validation import DataError
from askcore.experiments.race_source import RaceSource
from askcore.operators import CenteredOperator, DenseOperator, KernelOperator
from askcore.solvers import (
    SingularTriplets,
    ZeroBlockError,
    asymmetric_nystroem,
    symmetric_nystroem,
    truncated_svd,
)

__all__ = ["EXACT", "NEEDS_DENSE", "RACERS", "RaceField"]

RACERS = ("structured", "arpack", "randomized", "symmetric_nystroem", "nystroem")
EXACT = ("structured", "arpack")
NEEDS_DENSE = ("arpack", "randomized", "symmetric_nystroem")


class RaceField:
    """One matrix, its dense twin where that is needed and fits, and its exact triplets, all timed."""

    def __init__(
        self, source: RaceSource, factor: float, settings: Mapping[str, Any], structured: bool, dense: bool
    ) -> None:
        self.factor, self.settings = factor, settings
        self.r = settings["n_components"]
        started = time.perf_counter()
        self.operator = source.operator(1.0 if np.isnan(factor) else factor)
        center = settings["center"]
        # Blocks on demand: what is in memory is centred exactly, what is not, from the sample (by the solver).
        self.estimate_means = center and not self.operator.in_memory
        self.lazy = CenteredOperator(self.operator) if center and self.operator.in_memory else self.operator
        self.build = time.perf_counter() - started if source.given is None else 0.0
        self.matrix: KernelOperator | None = None
        self.dense_seconds = 0.0
        if dense and (not structured or any(name in NEEDS_DENSE for name in settings["solvers"])):
            started = time.perf_counter()
            full = self.operator.toarray() if source.given is None or structured else None
            matrix: KernelOperator = self.operator if full is None else DenseOperator(full)
            self.matrix = CenteredOperator(matrix) if center else matrix
            self.dense_seconds = 0.0 if full is None else self.build + time.perf_counter() - started
        self.times: dict[str, tuple[SingularTriplets, float, float]] = {}
        self.exact = self.exact_run("structured" if structured else "arpack")[0]
        if not self.exact.values[0] > 0:
            raise DataError(
                "The matrix is zero" + (" once it is centred" if center else ""),
                remedy="Choose another bandwidth, or leave out centring.",
            )

    def exact_run(self, name: str) -> tuple[SingularTriplets, float, float]:
        """Triplets, seconds for the kernel, seconds for the decomposition; each is made once."""
        if name not in self.times:
            G = self.lazy if name == "structured" or self.matrix is None else self.matrix
            kernel = self.build if name == "structured" else self.dense_seconds
            solver = "arpack" if G.in_memory else "randomized"
            more = {"power": 8, "oversampling": 2 * self.r} if solver == "randomized" else {}
            solver = "full" if self.r >= min(G.shape) - 1 else solver
            started = time.perf_counter()
            found = truncated_svd(G, self.r, solver=solver, random_state=0, **more)
            self.times[name] = found, kernel, time.perf_counter() - started
        return self.times[name]

    def sampled_run(self, name: str, size: int, seed: int) -> tuple[SingularTriplets, float, float]:
        """The same from ``size`` samples."""
        settings, r = self.settings, self.r
        started = time.perf_counter()
        if name == "nystroem":
            try:
                found = asymmetric_nystroem(
                    self.lazy,
                    r,
                    n_rows=size,
                    sampling=settings["sampling"],
                    oversampling=settings["oversampling"],
                    center=self.estimate_means,
                    random_state=seed,
                )
            except ZeroBlockError:
                # A sampled block of zeros, as small samples of sparse matrices are: nothing found, all of it wrong.
                n, m = self.lazy.shape
                nothing = SingularTriplets(np.zeros(0), np.zeros((n, 0)), np.zeros((m, 0)), name)
                return nothing, self.build, time.perf_counter() - started
            return found, self.build + found.seconds_kernel, found.seconds_solve
        assert self.matrix is not None
        if name == "randomized":
            other = truncated_svd(
                self.matrix,
                r,
                solver="randomized",
                oversampling=size - r,
                power=settings["power"],
                random_state=seed,
            )
        else:
            other = symmetric_nystroem(self.matrix, r, n_samples=size, random_state=seed)
        return other, self.dense_seconds, time.perf_counter() - started
