"""One sampled decomposition beside the exact one: what each costs, and how far apart they are.

Experiment floor. Times are of single runs; where a run is cheap, the median of three after one that does not count.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from askcore.experiments.problem import Problem
from askcore.solvers import asymmetric_nystroem, eta, subspace_error, truncated_svd
from askcore.solvers.nystroem.asymmetric import Nystroem
from askcore.solvers.svd.singular import SingularTriplets, check_rank
from askcore.solvers.svd.subspace import n_determined, turned_towards

CHEAP = 0.4  # seconds up to which a run only warms up, and three more are timed
ROUNDING = 1e-9  # subspace error up to which nothing but rounding is left

T = TypeVar("T")


@dataclass(frozen=True)
class SamplingChoice:
    """What is sampled: rank, numbers of rows and columns, ``sampling`` of ``SAMPLINGS``, published formula or not."""

    rank: int
    n_rows: int
    n_columns: int
    sampling: str = "uniform"
    published: bool = False
    seed: int = 0

    @property
    def oversampling(self) -> int | None:
        """As ``asymmetric_nystroem`` takes it."""
        return 0 if self.published else None


@dataclass(frozen=True, eq=False)
class ExactTriplets:
    """The exact triplets and their cost: the matrix or its structure is built, then decomposed, for one triplet more.

    ``rank`` of their values are not zero up to rounding; ``n_determined`` of those span a space that the matrix
    determines, fewer where the value after the last equals the last. ``structured``: the sparse structure was used,
    never all entries.
    """

    triplets: SingularTriplets
    rank: int
    n_determined: int
    seconds_kernel: float
    seconds_solve: float
    structured: bool

    @property
    def entries(self) -> int:
        """N M."""
        return len(self.triplets.left) * len(self.triplets.right)

    @property
    def seconds(self) -> float:
        """Kernel and decomposition."""
        return self.seconds_kernel + self.seconds_solve


@dataclass(frozen=True, eq=False)
class SampledTriplets:
    """The sampled triplets, their cost and their errors against the exact ones that the matrix determines.

    ``share`` is the part of the N M entries that lie in a sampled row or column (what a sampling reads beforehand
    to choose them is not in it, its time is); ``eta`` the paper's measure, where singular values are equal against
    their vectors turned towards the found ones; ``subspace_error`` the mean of both sides. Both are about the
    ``n_determined`` exact triplets, and nan where there are none.
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

    @property
    def is_exact(self) -> bool:
        """Whether the errors are of the size of rounding."""
        return self.subspace_error <= ROUNDING


def exact_triplets(problem: Problem, rank: int) -> ExactTriplets:
    """The exact leading singular triplets of a problem's matrix, uncentred, and what they cost.

    Parameters
    ----------
    problem : the matrix (N, M). Its building is timed the one time that it happens; a first run pays for cold caches.
    rank : r, how many triplets.

    Returns
    -------
    ExactTriplets : (N, r) and (M, r) vectors, (r,) values, seconds.

    Raises
    ------
    DataError : as ``Problem.operator`` and ``truncated_svd`` do.
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
        structured=problem.structured,
    )


def sampled_triplets(problem: Problem, sampling: SamplingChoice, exact: ExactTriplets) -> SampledTriplets:
    """The same from sampled rows and columns; kernels of a table are evaluated there only.

    Parameters
    ----------
    problem : the matrix (N, M).
    sampling : how many rows and columns, and which.
    exact : of the same problem, at the same rank.

    Returns
    -------
    SampledTriplets : what was found, seconds, and errors against the exact ones.

    Raises
    ------
    DataError : a sample below the rank, or a sampled block of zeros.
    """
    operator = problem.on_demand
    runs = _repeated(
        lambda: asymmetric_nystroem(
            operator,
            sampling.rank,
            n_rows=sampling.n_rows,
            n_columns=sampling.n_columns,
            sampling=sampling.sampling,
            oversampling=sampling.oversampling,
            random_state=sampling.seed,
        )
    )
    found = runs[0]
    errors = _errors(exact, found)
    (n, m), rows, columns = problem.shape, len(found.rows), len(found.columns)
    return SampledTriplets(
        found=found,
        share=1.0 - (1.0 - rows / n) * (1.0 - columns / m),
        seconds_kernel=problem.seconds_on_demand + float(np.median([each.seconds_kernel for each in runs])),
        seconds_solve=float(np.median([each.seconds_solve for each in runs])),
        eta=errors[0],
        subspace_error=errors[1],
    )


def _errors(exact: ExactTriplets, found: SingularTriplets) -> tuple[float, float]:
    """Eta and subspace error against what the matrix determines."""
    kept, true = exact.n_determined, exact.triplets
    if not kept:
        return float("nan"), float("nan")
    true = _leading(true, kept)
    sides = (subspace_error(true.left, found.left), subspace_error(true.right, found.right))
    return eta(turned_towards(true, found), found), sum(sides) / 2


def _leading(found: SingularTriplets, rank: int) -> SingularTriplets:
    """The first of them."""
    return replace(found, values=found.values[:rank], left=found.left[:, :rank], right=found.right[:, :rank])


def _repeated(work: Callable[[], T]) -> list[T]:
    """One run; where it was cheap, three more instead: the first one pays for imports and cold caches."""
    started = time.perf_counter()
    first = work()
    if time.perf_counter() - started >= CHEAP:
        return [first]
    return [work() for _ in range(3)]


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    """What comes out, and the median seconds."""

    def once() -> tuple[T, float]:
        started = time.perf_counter()
        out = work()
        return out, time.perf_counter() - started

    runs = _repeated(once)
    return runs[0][0], float(np.median([seconds for _, seconds in runs]))
