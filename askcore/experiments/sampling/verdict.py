"""Whether sampling pays: the outcome of one sampled run, and the samples that each solver of a race needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from math import isnan

import numpy as np
import pandas as pd

from askcore.experiments.sampling.triplets import ExactTriplets, SampledTriplets

EXACT = ("structured", "arpack")
MEASURES = ("eta", "subspace_error")
GOOD = 0.1  # subspace error up to which the vectors serve
TOO_QUICK = 0.1  # seconds of the exact method below which sampling saves nothing
FEW_ROWS = 500  # rows and columns up to which sampling saves nothing, even on a busy computer
PAYS_FROM = 2_000  # rows of a dense matrix from which on it takes longer (benchmarks/bench_sampling.py)
EVEN = 1.2  # ratios below it are noise of single runs
NEAR, INFLATED = 0.02, 1.2  # relative distance of a right singular value; ratio of one that is far too large


class SamplingOutcome(Enum):
    """Whether sampling pays, and if not, why."""

    PAYS = auto()
    TOO_FEW = auto()  # faster, with too large an error
    QUICK = auto()  # the exact method is quick
    NOT_FASTER = auto()
    READS_ALL = auto()  # every entry is in the sample
    UNDEFINED = auto()  # equal singular values determine no vectors
    EMPTY = auto()  # all sampled entries are zero


@dataclass(frozen=True)
class SamplingVerdict:
    """An outcome with its numbers; NaN where there are none.

    ``seconds`` and ``exact_seconds`` are of kernel and decomposition, ``times`` is their ratio, ``error`` the subspace
    error with ``samples`` rows and columns.
    """

    outcome: SamplingOutcome
    samples: int
    error: float
    seconds: float
    exact_seconds: float

    @property
    def times(self) -> float:
        """Speed-up of sampling, as a factor."""
        return self.exact_seconds / max(self.seconds, 1e-9)


class ValuesOutcome(Enum):
    """Results of comparing sampled singular values with the exact ones."""

    RIGHT = auto()
    WRONG = auto()
    INFLATED = auto()  # at least one is far too large


def sampling_verdict(exact: ExactTriplets, sampled: SampledTriplets | None) -> SamplingVerdict:
    """Judge one sampled run; None where every sampled entry was zero."""
    if sampled is None:
        return SamplingVerdict(SamplingOutcome.EMPTY, 0, np.nan, np.nan, exact.seconds)
    numbers = (len(sampled.found.rows), sampled.subspace_error, sampled.seconds, exact.seconds)
    side = max(len(exact.triplets.left), len(exact.triplets.right))
    return SamplingVerdict(_outcome(*numbers[1:], side=side, reads_all=sampled.share > 1 - 1e-9), *numbers)


def _outcome(
    error: float, seconds: float, exact_seconds: float, *, side: int, reads_all: bool
) -> SamplingOutcome:
    if exact_seconds < TOO_QUICK or side <= FEW_ROWS:
        return SamplingOutcome.QUICK
    if reads_all:
        return SamplingOutcome.READS_ALL
    if exact_seconds < EVEN * seconds:
        return SamplingOutcome.NOT_FASTER
    if isnan(error):
        return SamplingOutcome.UNDEFINED
    return SamplingOutcome.PAYS if error <= GOOD else SamplingOutcome.TOO_FEW


def compare_values(exact: np.ndarray, found: np.ndarray) -> tuple[ValuesOutcome, float]:
    """Whether sampled singular values are right, and the largest ratio of a sampled to an exact one."""
    k = min(len(exact), len(found))
    true, given = exact[:k], found[:k]
    known = true > 1e-12 * exact.max(initial=0.0)
    times = float((given[known] / true[known]).max(initial=0.0))
    if times >= INFLATED:
        return ValuesOutcome.INFLATED, times
    near = np.abs(given - true) <= NEAR * np.maximum(true, 1e-12 * exact.max(initial=0.0))
    return (ValuesOutcome.RIGHT if near.all() else ValuesOutcome.WRONG), times


def reached_table(table: pd.DataFrame, tolerances: Sequence[float]) -> pd.DataFrame:
    """Per bandwidth, measure, tolerance and solver: the smallest sample within the tolerance, and its seconds.

    Errors and seconds (kernel and decomposition) are medians over the repeats.
    """
    rows = []
    for (bandwidth, solver), part in _medians(table).groupby(
        ["bandwidth", "solver"], sort=False, dropna=False
    ):
        for measure in MEASURES:
            for tolerance in tolerances:
                good = part.loc[part[measure] <= tolerance, ["samples", "seconds"]]
                first = good.iloc[0].tolist() if len(good) else [np.nan, np.nan]
                rows.append([bandwidth, measure, tolerance, solver, *first])
    columns = ["bandwidth", "measure", "tolerance", "solver", "samples", "seconds"]
    reached = pd.DataFrame(rows, columns=columns)
    keys = [reached["bandwidth"].fillna(-1.0), reached["measure"], reached["tolerance"]]  # NaN equals no NaN
    rival = reached["seconds"].where(reached["solver"] == "randomized").groupby(keys).transform("max")
    reached["speedup"] = rival / reached["seconds"]
    return reached


def medians_at_first(table: pd.DataFrame) -> pd.DataFrame:
    """Median errors and seconds over the repeats at the first bandwidth, sizes ascending."""
    first = table["bandwidth"].iloc[0]
    return _medians(table if np.isnan(first) else table[table["bandwidth"] == first])


def _medians(table: pd.DataFrame) -> pd.DataFrame:
    frame = table.assign(seconds=table["seconds_kernel"] + table["seconds_solve"])
    keys = ["bandwidth", "solver", "samples"]
    values = frame.groupby(keys, sort=False, dropna=False)[[*MEASURES, "seconds"]].median().reset_index()
    return values.sort_values("samples", kind="stable").reset_index(drop=True)
