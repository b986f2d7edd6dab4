"""One sampled decomposition beside the exact one: what each costs, how far apart they are, and whether it pays.

Times are of single runs; where a run is cheap, the median of three after one that does not count. Of a race between
solvers ``reached_table`` tells the samples that each needs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from math import isnan
from typing import Any, TypeVar

import numpy as np
import pandas as pd

from askcore.experiments.problem import Problem
from askcore.experiments.spectra.decomposition import norm_of
from askcore.solvers import asymmetric_nystroem, eta, subspace_error, truncated_svd
from askcore.solvers.nystroem.asymmetric import Nystroem
from askcore.solvers.svd.singular import SingularTriplets, check_rank
from askcore.solvers.svd.subspace import n_determined, turned_towards

CHEAP = 0.4  # seconds up to which a run only warms up, and three more are timed

T = TypeVar("T")


@dataclass(frozen=True)
class SamplingChoice:
    """The settings of a Nyström approximation: rank, numbers of rows and columns, sampling rule, formula and seed."""

    rank: int
    n_rows: int
    n_columns: int
    sampling: str = "uniform"
    published: bool = False
    seed: int = 0

    @property
    def oversampling(self) -> int | None:
        """The oversampling, as in ``asymmetric_nystroem``."""
        return 0 if self.published else None


@dataclass(frozen=True, eq=False)
class ExactTriplets:
    """The exact triplets and their cost.

    ``rank`` of the values are not zero up to rounding; ``n_determined`` of those span a space that the matrix
    determines, fewer where the next value equals the last. ``norm`` is that of the whole matrix, ||K||_F, estimated
    where it is large.
    """

    triplets: SingularTriplets
    rank: int
    n_determined: int
    seconds_kernel: float
    seconds_solve: float
    norm: float

    @property
    def stable_rank(self) -> float:
        """||K||_F^2 / sigma_1^2; 0 of a matrix of zeros."""
        first = float(self.triplets.values[0])
        return (self.norm / first) ** 2 if first else 0.0

    @property
    def seconds(self) -> float:
        """Kernel and decomposition."""
        return self.seconds_kernel + self.seconds_solve


@dataclass(frozen=True, eq=False)
class SampledTriplets:
    """The sampled triplets, their cost and their errors against the exact ones.

    ``share`` of the N M entries lie in a sampled row or column. ``eta`` is the paper's error, with vectors of equal
    singular values turned towards the found ones; ``subspace_error`` the mean of both sides. Both are about the
    ``n_determined`` exact triplets, and NaN where there are none.
    """

    found: Nystroem
    share: float
    seconds_kernel: float
    seconds_solve: float
    eta: float
    subspace_error: float

    @property
    def seconds(self) -> float:
        """Kernel and decomposition."""
        return self.seconds_kernel + self.seconds_solve


def exact_triplets(problem: Problem, rank: int) -> ExactTriplets:
    """Compute the exact leading singular triplets of a problem's matrix, without centring, and the time they take.

    Parameters
    ----------
    problem : the matrix (N, M).
    rank : r, number of triplets.

    Returns
    -------
    ExactTriplets : (N, r) and (M, r) vectors, (r,) values, seconds.

    Raises
    ------
    DataError : as in ``Problem.operator`` and ``truncated_svd``.
    """
    operator, most = problem.operator, min(problem.shape)
    check_rank(rank, problem.shape)
    more, solve = _timed(lambda: truncated_svd(operator, min(rank + 1, most), random_state=0))
    triplets = _leading(more, rank)
    floor = triplets.values[0] * max(problem.shape) * np.finfo(float).eps
    kept = int(np.count_nonzero(triplets.values > floor))
    following = float(more.values[rank]) if kept == rank < most else 0.0
    return ExactTriplets(
        triplets=triplets,
        rank=kept,
        n_determined=n_determined(triplets.values[:kept], following),
        seconds_kernel=problem.seconds,
        seconds_solve=solve,
        norm=norm_of(operator, triplets.values, triplets.right)[0],
    )


def sampled_triplets(problem: Problem, sampling: SamplingChoice, exact: ExactTriplets) -> SampledTriplets:
    """Compute leading singular triplets from sampled rows and columns. A kernel of a table is evaluated only there.

    Parameters
    ----------
    problem : the matrix (N, M).
    sampling : numbers of rows and columns, and the sampling rule.
    exact : exact triplets of the same problem with the same rank.

    Returns
    -------
    SampledTriplets : the triplets, seconds, and errors relative to the exact triplets.

    Raises
    ------
    DataError : a sample is smaller than the rank, or the sampled block is zero.
    """
    operator = problem.on_demand
    sizes: dict[str, Any] = {"n_rows": sampling.n_rows, "n_columns": sampling.n_columns}
    how: dict[str, Any] = {"sampling": sampling.sampling, "oversampling": sampling.oversampling}
    runs = _repeated(
        lambda: asymmetric_nystroem(operator, sampling.rank, random_state=sampling.seed, **sizes, **how)
    )
    found = runs[0]
    error, eta_error = _errors(exact, found)
    (n, m), rows, columns = problem.shape, len(found.rows), len(found.columns)
    return SampledTriplets(
        found=found,
        share=1.0 - (1.0 - rows / n) * (1.0 - columns / m),
        seconds_kernel=problem.seconds_on_demand + float(np.median([each.seconds_kernel for each in runs])),
        seconds_solve=float(np.median([each.seconds_solve for each in runs])),
        eta=eta_error,
        subspace_error=error,
    )


def _errors(exact: ExactTriplets, found: SingularTriplets) -> tuple[float, float]:
    """Subspace error and eta against the triplets that the matrix determines."""
    kept, true = exact.n_determined, exact.triplets
    if not kept:
        return float("nan"), float("nan")
    true = _leading(true, kept)
    sides = (subspace_error(true.left, found.left), subspace_error(true.right, found.right))
    return sum(sides) / 2, eta(turned_towards(true, found), found)


def _leading(found: SingularTriplets, rank: int) -> SingularTriplets:
    return replace(found, values=found.values[:rank], left=found.left[:, :rank], right=found.right[:, :rank])


def _repeated(work: Callable[[], T]) -> list[T]:
    """One run; three more instead where it was cheap, since the first pays for imports and cold caches."""
    started = time.perf_counter()
    first = work()
    if time.perf_counter() - started >= CHEAP:
        return [first]
    return [work() for _ in range(3)]


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    def once() -> tuple[T, float]:
        started = time.perf_counter()
        out = work()
        return out, time.perf_counter() - started

    runs = _repeated(once)
    return runs[0][0], float(np.median([seconds for _, seconds in runs]))


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


class ValuesOutcome(Enum):
    """Results of comparing sampled singular values with the exact ones."""

    RIGHT = auto()
    WRONG = auto()
    INFLATED = auto()  # at least one is far too large


def sampling_outcome(exact: ExactTriplets, sampled: SampledTriplets | None) -> SamplingOutcome:
    """Judge one sampled run; None where every sampled entry was zero."""
    if sampled is None:
        return SamplingOutcome.EMPTY
    side = max(len(exact.triplets.left), len(exact.triplets.right))
    if exact.seconds < TOO_QUICK or side <= FEW_ROWS:
        return SamplingOutcome.QUICK
    if sampled.share > 1 - 1e-9:
        return SamplingOutcome.READS_ALL
    if exact.seconds < EVEN * sampled.seconds:
        return SamplingOutcome.NOT_FASTER
    if isnan(sampled.subspace_error):
        return SamplingOutcome.UNDEFINED
    return SamplingOutcome.PAYS if sampled.subspace_error <= GOOD else SamplingOutcome.TOO_FEW


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
