"""How long work on one matrix will take, and whether it can be done at all, before it is begun.

Experiment floor. Seconds at the pace of the computer where the constants were measured (one core, idle); a page takes
them times ``pace``. Entries of a kernel over features are not guessed at: some rows of them are evaluated and timed.
What a comparison of many methods takes stands in ``comparison/forecast.py``, which this module asks for the methods
that the two have in common.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import DataError, check_memory
from askcore.datasets import TableData
from askcore.experiments.choice import KernelChoice
from askcore.experiments.decisions.tuned import ONE_MATRIX, SEVERAL
from askcore.experiments.decisions.views import PATH_LIMIT
from askcore.experiments.joint import LEARNED
from askcore.experiments.matrix.parts import READ, rows_read
from askcore.experiments.problem import Problem
from askcore.experiments.sampling.triplets import SamplingChoice
from askcore.experiments.split import Split
from askcore.experiments.tuning import BANDWIDTHS
from askcore.kernels import GraphKernel
from askcore.operators import DenseOperator, KernelOperator
from askcore.solvers import GraphOperator
from askcore.solvers.kernel_matrices import DENSE_ENTRIES

__all__ = [
    "LONGEST",
    "baselines_seconds",
    "blocks_seconds",
    "catalogue_seconds",
    "columns_seconds",
    "contest_seconds",
    "curve_seconds",
    "effects_seconds",
    "entries_seconds",
    "fixes_seconds",
    "matrix_seconds",
    "methods_seconds",
    "opening_seconds",
    "operations_seconds",
    "order_seconds",
    "outlook_seconds",
    "part_seconds",
    "regions_seconds",
    "rows_seconds",
    "sampled_seconds",
    "signed_seconds",
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
_COLUMN = {"pagerank": 8e-8, "shortest_path": 2.2e-8}  # of a dense kernel between nodes: per node and link
_SOLVED = 1.5e-7  # of a product with Katz and the like: per node and link
WHOLE = 600  # shorter side up to which all values are found
SPARSE = ("adjacency", "common_neighbors", "power")
FEW, MANY = (
    160,
    1000,
)  # training samples where columns of K are costly, as the comparison takes them, and else
ORDERING = 130  # steps of Lanczos for two triplets
PRODUCTS = 100  # columns multiplied at once for block means
CHEAP = 0.4  # seconds up to which a sampled run is repeated


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


def entries_seconds(problem: Problem) -> float:
    """Seconds of ``kernel_entries``, once the matrix is there; 0 where its entries are.

    Parameters
    ----------
    problem : the matrix (N, M).

    Returns
    -------
    float : from some rows that are timed; columns of a kernel that is normalised over all of them cost all entries.

    Raises
    ------
    DataError : it would take longer than ``LONGEST``.
    """
    operator, (n, m) = problem.operator, problem.shape
    if operator.in_memory or n != m:
        return 0.0
    if float(n) * m <= READ:
        return rows_seconds(operator)
    some, read = np.arange(ROWS_TIMED), np.arange(rows_read(n))
    down = _timed(lambda: operator.block(some, read)) * n / len(some)
    seconds = down + rows_seconds(operator) * len(read) / n
    return _affordable(seconds, operator, f"Comparing {n:,} x {n:,} entries with Kᵀ")


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
    seconds = _steps(problem, rank) * (2 * product_seconds(problem, operator) + _LANCZOS * small * basis)
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
        each = 2 * product_seconds(problem, operator) + _LANCZOS * n * (2 * rank + 1)
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
    return classes + (0.5 + 1.1e-5 * data.n_edges if data.kind == "graph" else 0.8)


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


def signed_seconds(problem: Problem, max_rows: int) -> float:
    """Seconds of the eigenvectors of a symmetric matrix, or of so many rows drawn from it.

    Parameters
    ----------
    problem : the matrix.
    max_rows : of a part.

    Returns
    -------
    float
    """
    return 2e-10 * float(min(max_rows, *problem.shape)) ** 3


def operations_seconds(problem: Problem, max_rows: int) -> float:
    """Seconds of centring, normalising and symmetrising a matrix, or so many rows of it, with the spectra of each.

    Parameters
    ----------
    problem : the matrix.
    max_rows : of a part.

    Returns
    -------
    float
    """
    return 2.5e-9 * float(min(max_rows, *problem.shape)) ** 3


def order_seconds(problem: Problem, operator: KernelOperator) -> float:
    """Seconds of the two leading singular vectors, which order a matrix.

    Parameters
    ----------
    problem : the matrix.
    operator : what is drawn of it.

    Returns
    -------
    float
    """
    return 2.0 * ORDERING * product_seconds(problem, operator)


def blocks_seconds(problem: Problem, operator: KernelOperator, n_blocks: int = 400) -> float:
    """Seconds of the means of a matrix over blocks.

    Parameters
    ----------
    problem : the matrix.
    operator : what is drawn of it.
    n_blocks : along the longer side, at most.

    Returns
    -------
    float
    """
    n, m = operator.shape
    if isinstance(operator.stored, np.ndarray):
        return 2e-9 * n * m
    if min(n, m) <= n_blocks:
        return 0.0
    if not operator.in_memory:
        return -(-n_blocks // PRODUCTS) * rows_seconds(operator, PRODUCTS)
    return 0.1 + n_blocks * product_seconds(problem, operator)


def sampled_seconds(problem: Problem, sampling: SamplingChoice) -> float:
    """Seconds of sampled singular triplets; where they are few, of the repeats that are timed.

    Parameters
    ----------
    problem : the matrix (N, M).
    sampling : what is sampled.

    Returns
    -------
    float
    """
    (n, m), rows, columns = problem.shape, sampling.n_rows, sampling.n_columns
    operator, read = problem.on_demand, 0.0
    sides, most = float(n * columns + m * rows), max(rows, columns)
    if not operator.in_memory:
        read = rows_seconds(operator) / (n * m)
    elif isinstance(operator, GraphOperator):
        read = columns_seconds(problem, 100) / (100 * n)
    seconds = (1.5e-8 + read) * sides
    pilot = min(400.0, 4.0 * most)
    if sampling.sampling == "cross":
        seconds += (3.2e-10 * most + read) * sides
    elif sampling.sampling != "uniform":
        seconds += (2e-9 + read) * pilot * (n + m)
    if sampling.sampling == "leverage":
        seconds += 2e-10 * pilot**2 * (n + m)
    elif sampling.sampling == "kmeans":
        seconds += 2.5 + 5e-11 * most * pilot * (n + m)
    return seconds if seconds > CHEAP else 4 * seconds


def methods_seconds(problem: Problem, rank: int) -> float:
    """Seconds of PCA, kernel PCA and SVD of the data matrix, and of the scores of their neighbours.

    Parameters
    ----------
    problem : the matrix in use.
    rank : how many features.

    Returns
    -------
    float
    """
    n, d = problem.data_matrix.shape
    return _kpca_seconds(problem, rank) + 2e-8 * n * min(d, 60) + 5 * _neighbours(problem, rank)


def effects_seconds(problem: Problem, rank: int) -> float:
    """Seconds of decomposing a matrix with every choice changed in turn.

    Parameters
    ----------
    problem : the matrix in use.
    rank : how many features.

    Returns
    -------
    float
    """
    decompositions = 2 + problem.is_table + 3 * (problem.crossed and problem.is_table)
    each = triplets_seconds(problem, max(rank, 3), energy=True)
    n_ways = 5 + 2 * problem.is_table
    return (
        decompositions * each
        + problem.is_table * matrix_seconds(problem)
        + 2 * n_ways * _neighbours(problem, rank)
    )


def fixes_seconds(problem: Problem, m: int) -> float:
    """Seconds of decomposing a kernel on m training samples and what four corrections make of it.

    Parameters
    ----------
    problem : kernel and samples.
    m : training samples; past ``PATH_LIMIT`` so many are drawn.

    Returns
    -------
    float
    """
    m = min(m, PATH_LIMIT)
    return columns_seconds(problem, m) + 1.7e-9 * float(m) ** 3


def curve_seconds(problem: Problem, split: Split, n_gammas: int, merge: str) -> float:
    """Seconds of leaving each training sample out along gamma, once there is a decomposition.

    Parameters
    ----------
    problem : kernel and samples.
    split : training samples.
    n_gammas : how many are tried.
    merge : the rule of the merged decision.

    Returns
    -------
    float
    """
    n_classes = len(np.unique(problem.labels[split.train]))
    outputs = 1 if n_classes <= 2 else n_classes
    each = 1.5e-9 + 4e-10 * outputs + 6e-8 * (merge in LEARNED)
    return n_gammas * each * float(len(split.train)) ** 2


def regions_seconds(m: int, places: int = 6400) -> float:
    """Seconds of deciding places on a grid by m training samples, by both views.

    Parameters
    ----------
    m : training samples.
    places : on the grid.

    Returns
    -------
    float
    """
    return 1.4e-8 * m * places


def catalogue_seconds(data: Any) -> float:
    """Seconds of naming the kernels that a data set can be compared under.

    Parameters
    ----------
    data : the data set.

    Returns
    -------
    float
    """
    return 1e-6 * data.n_edges if data.kind == "graph" else 0.0


def outlook_seconds(data: Any, kernels: Sequence[KernelChoice]) -> float:
    """Seconds of setting up a comparison: each kernel is looked at on the training samples of one split.

    Parameters
    ----------
    data : the data set.
    kernels : that are compared.

    Returns
    -------
    float
    """
    large = data.kind == "graph" and data.n_nodes > GraphKernel.held
    m = min(data.n_samples, FEW if large else MANY)
    return sum(columns_seconds(Problem(data, kernel), m) for kernel in kernels)


def columns_seconds(problem: Problem, m: int) -> float:
    """Seconds of the kernel between m samples.

    Parameters
    ----------
    problem : kernel and samples.
    m : how many.

    Returns
    -------
    float : of a graph that is too large to hold K, of the columns of K.
    """
    data, choice = problem.data, problem.choice
    if problem.given is not None or data is None or data.kind == "matrix":
        return 0.0
    if data.kind != "graph":
        return (1e-8 + 5e-10 * data.n_features) * m * m
    n, both = data.n_nodes, choice.orientation == "both"
    if choice.name in SPARSE:
        links = (2 if both else 1) * data.n_edges / n + 1
        length = dict(choice.params).get("length", 0 if choice.name == "adjacency" else 2)
        walks = min(links ** (length - 1), n) * links if length else 0.0
        return 2e-7 * data.n_edges + 5e-8 * walks * (m if n > GraphKernel.held else n)
    if n <= GraphKernel.held:
        return (3e-7 if choice.name == "diffusion" else 1e-7) * n * n * max(1.0, n / 1000)
    directed = 3.0 if choice.name == "pagerank" and not both else 1.0
    return directed * _COLUMN.get(choice.name, 6e-8) * (n + data.n_edges) * m


def product_seconds(problem: Problem, operator: KernelOperator) -> float:
    """Seconds of a product with a vector.

    Parameters
    ----------
    problem : the matrix.
    operator : all or a part of it.

    Returns
    -------
    float
    """
    n, m = operator.shape
    if isinstance(operator, DenseOperator):
        return _DENSE * n * m
    if isinstance(operator, GraphOperator):
        links = n + problem.data.n_edges
        return 1e-5 + _STORED * links if problem.choice.name in SPARSE else _SOLVED * links
    if not operator.in_memory:
        return rows_seconds(operator, 1)
    stored: Any = operator.stored
    return 1e-5 + _STORED * (stored.nnz if sp.issparse(stored) else n + m)


def _kpca_seconds(problem: Problem, rank: int) -> float:
    """Seconds of kernel PCA of the rows of the data matrix, from nothing."""
    A, n = problem.data_matrix, problem.shape[0]
    steps = 2 * _steps(problem, rank)
    if sp.issparse(A):
        return steps * _STORED * A.nnz**2 / n  # entries of A A^T: as many as pairs of links that meet
    rows = Problem.of(TableData(A), "rbf")
    if float(n) * n > DENSE_ENTRIES:
        return triplets_seconds(rows, rank)
    return matrix_seconds(rows) + steps * _DENSE * n * n


def _neighbours(problem: Problem, rank: int) -> float:
    """Seconds of a score of nearest neighbours."""
    n = problem.shape[0]
    return 0.0 if problem.row_labels is None else min(n, 2000) * n * (1e-8 + 1.3e-9 * rank)


def _steps(problem: Problem, rank: int) -> int:
    """Steps of Lanczos for so many triplets."""
    return 2 * rank + 1 + RESTARTS["links" if problem.is_graph else "entries"] * rank


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
