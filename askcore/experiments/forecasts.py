"""How long work on one matrix will take, and whether it can be done at all, before it is begun.

Experiment floor. Seconds at the pace of the computer where the constants were measured (one core, idle); a page takes
them times ``pace``. Entries of a kernel over features are not guessed at: some rows of them are evaluated and timed.
What a comparison of many methods takes stands in ``comparison/forecast.py``, which this module asks for the methods
that the two have in common.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import DataError, check_memory
from askcore.experiments.decisions.tuned import ONE_MATRIX, SEVERAL
from askcore.experiments.decisions.views import PATH_LIMIT
from askcore.experiments.problem import Problem
from askcore.experiments.tuning import BANDWIDTHS
from askcore.operators import DenseOperator, KernelOperator
from askcore.solvers import GraphOperator
from askcore.solvers.kernel_matrices import DENSE_ENTRIES

__all__ = [
    "LONGEST",
    "baselines_seconds",
    "contest_seconds",
    "matrix_seconds",
    "opening_seconds",
    "part_seconds",
    "rows_seconds",
    "symmetrised_seconds",
    "triplets_seconds",
    "views_seconds",
]

LONGEST = 1200.0  # seconds past which a decomposition is refused, with the way out
ROWS_TIMED = 100
PASSES = 11  # of the randomised decomposition over a matrix that is evaluated anew, and of its energy
SMALL = 400  # shorter side up to which a decomposition is taken in full
RESTARTS = {
    "links": 10,
    "entries": 2,
}  # of Lanczos: singular values of a graph fall slowly, of a smooth kernel fast
_SVD, _VALUES, _EIGH = (
    0.9e-9,
    0.4e-9,
    0.15e-9,
)  # per n^3: triplets, values alone, eigenvalues of a symmetric matrix
_STORED, _DENSE = 4e-9, 3e-10  # of a product: per entry that is stored, or of an array
_LANCZOS = 2e-9  # of a step: per entry of the basis
_SOLVED = 1.5e-7  # of a product with Katz and the like: per node and link
WHOLE = 600  # shorter side up to which all values are found
SPARSE = ("adjacency", "common_neighbors", "power")


def rows_seconds(operator: KernelOperator, width: int = 0) -> float:
    """Seconds to evaluate all entries once, from some rows that are timed.

    Parameters
    ----------
    operator : K (N, M).
    width : columns of what the entries are multiplied with on the way; by default nothing.

    Returns
    -------
    float
    """
    n, m = operator.shape
    rows, every = np.arange(min(n, ROWS_TIMED)), np.arange(m)
    factor = np.ones((m, width))
    operator.block(rows[:1], every)  # what is made once would be counted with every row
    taken = _timed(lambda: operator.block(rows, every) @ factor if width else operator.block(rows, every))
    return taken * n / len(rows)


def matrix_seconds(problem: Problem) -> float:
    """Seconds until ``problem.operator`` is there; 0 where nothing has to be evaluated for it.

    Parameters
    ----------
    problem : the matrix.

    Returns
    -------
    float : from some rows that are timed.
    """
    n, m = problem.shape
    evaluated = problem.is_table and not problem.crossed and problem.swapped is None
    if not evaluated or float(n) * m > DENSE_ENTRIES:
        return 0.0
    return rows_seconds(problem.on_demand)


def triplets_seconds(problem: Problem, rank: int, *, energy: bool = False) -> float:
    """Seconds of the leading singular triplets, once the matrix is there.

    Parameters
    ----------
    problem : the matrix (N, M).
    rank : how many triplets.
    energy : whether the rest of the spectrum is looked at, too, as in ``decompose``.

    Returns
    -------
    float

    Raises
    ------
    DataError : it would take longer than ``LONGEST``, or more memory than there is.
    """
    operator, (n, m) = problem.operator, problem.shape
    small, large = sorted((n, m))
    if small <= SMALL:
        return (_SVD + _VALUES * energy) * small * small * large
    if not operator.in_memory:
        seconds = PASSES * rows_seconds(operator, rank + 10)
        return _affordable(seconds, operator, f"The decomposition of {n:,} x {m:,} entries")
    basis = 2 * rank + 1
    check_memory(16.0 * (n + m) * basis, f"The {basis:,} vectors of the decomposition", "Ask for fewer.")
    seconds = _steps(problem, rank) * (2 * _product(problem) + _LANCZOS * small * basis)
    if energy and small <= WHOLE:
        seconds += _VALUES * small * small * large
    return _affordable(seconds, operator, f"The decomposition of {n:,} x {m:,} entries")


def symmetrised_seconds(problem: Problem, rank: int) -> float:
    """Seconds of the leading eigenvalues of the symmetric part of a square matrix, once the matrix is there.

    Parameters
    ----------
    problem : the matrix (N, N).
    rank : how many eigenvalues.

    Returns
    -------
    float

    Raises
    ------
    DataError : it would take longer than ``LONGEST``.
    """
    operator, n = problem.operator, problem.shape[0]
    if n <= WHOLE:
        return _EIGH * float(n) ** 3
    if operator.in_memory:
        each = 2 * _product(problem) + _LANCZOS * n * (2 * rank + 1)
    else:
        each = 2 * rows_seconds(operator, 1)
    return _affordable(_steps(problem, rank) * each, operator, f"The eigenvalues of {n:,} x {n:,} entries")


def views_seconds(problem: Problem, m: int) -> float:
    """Seconds of one training of AsK-LS on m samples and of deciding the others.

    Parameters
    ----------
    problem : kernel and samples.
    m : training samples.

    Returns
    -------
    float
    """
    if problem.is_graph and problem.choice.name in SPARSE:
        return 0.05 + 3e-6 * problem.data.n_edges
    return 0.05 + 3e-10 * float(m) ** 3


def contest_seconds(problem: Problem, m: int) -> float:
    """Seconds of ``contest`` on m training samples; past what is decomposed also of what a page adds.

    Parameters
    ----------
    problem : kernel and samples.
    m : training samples.

    Returns
    -------
    float
    """
    if problem.is_graph and m > ONE_MATRIX:
        sparse = problem.choice.name in SPARSE
        return 0.5 + 2e-5 * problem.data.n_edges if sparse else 2.0 + 2e-6 * problem.shape[0] * m
    factors = len(BANDWIDTHS) if problem.scale_param is not None else 1
    some, few = min(m, ONE_MATRIX), min(m, SEVERAL if factors > 1 else ONE_MATRIX)
    decomposed = factors * few**3 + (some**3 if few < some else 0)
    return 0.2 + 2e-9 * decomposed + (3e-10 * m**3 if m > PATH_LIMIT else 0.0)


def baselines_seconds(data: Any) -> float:
    """Seconds of tuning and training the ordinary methods on a data set; of a table few samples choose.

    Parameters
    ----------
    data : the data set.

    Returns
    -------
    float
    """
    return 0.3 + 5e-6 * data.n_edges if data.kind == "graph" else 0.6


def opening_seconds(data: Any) -> float:
    """Seconds of a quick search for a kernel: few samples are judged, but ordinary methods learn every class.

    Parameters
    ----------
    data : the data set.

    Returns
    -------
    float
    """
    n_classes = len(data.classes)
    classes = 7e-5 * n_classes**2 + 2e-6 * n_classes * data.n_samples
    return classes + (0.5 + 2.5e-5 * data.n_edges if data.kind == "graph" else 0.8)


def part_seconds(problem: Problem, max_rows: int) -> float:
    """Seconds of the spectra of a matrix, or of so many rows drawn from it.

    Parameters
    ----------
    problem : the matrix.
    max_rows : of a part.

    Returns
    -------
    float
    """
    return 1.5e-9 * float(min(max_rows, *problem.shape)) ** 3


def _steps(problem: Problem, rank: int) -> int:
    """Steps of Lanczos for so many triplets."""
    return 2 * rank + 1 + RESTARTS["links" if problem.is_graph else "entries"] * rank


def _product(problem: Problem) -> float:
    """Seconds of a product with a vector, of what is in memory."""
    operator, (n, m) = problem.operator, problem.shape
    if isinstance(operator, DenseOperator):
        return _DENSE * n * m
    if isinstance(operator, GraphOperator):
        links = n + problem.data.n_edges
        return 1e-5 + _STORED * links if problem.choice.name in SPARSE else _SOLVED * links
    stored: Any = operator.stored
    return 1e-5 + _STORED * (stored.nnz if sp.issparse(stored) else n + m)


def _affordable(seconds: float, operator: KernelOperator, what: str) -> float:
    """The seconds, unless they are too many."""
    if seconds > LONGEST:
        how = "" if operator.in_memory else ", each entry being evaluated several times"
        raise DataError(
            f"{what} would take about {seconds / 3600:.1f} hours{how}",
            remedy="Take a sample of the rows, or the matrix between rows and columns.",
        )
    return seconds


def _timed(work: Callable[[], Any]) -> float:
    """Seconds on one core: of this process, unless others work in it meanwhile, or the machine does other things."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return min(time.perf_counter() - clock, time.process_time() - processor)
