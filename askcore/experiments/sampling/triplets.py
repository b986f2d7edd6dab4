"""One sampled decomposition beside the exact one: what each costs, and how far apart they are.

Times are of single runs; where a run is cheap, the median of three after one that does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

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
