"""How long work on one matrix takes: building it, its spectra, its pictures.

Experiment floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._validation import check_memory
from askcore.datasets import TableData
from askcore.experiments.forecasts.costs import (
    ALL_SIGNS,
    ROWS_TIMED,
    STORED,
    affordable,
    columns_seconds,
    dense_seconds,
    product_seconds,
    rows_seconds,
    signs_seconds,
    timed,
)
from askcore.experiments.matrix.parts import READ, rows_read
from askcore.experiments.problem import Problem
from askcore.experiments.spectra.groups import MOST_SNE
from askcore.kernels import GRAPH_KERNELS
from askcore.operators import DenseOperator, KernelOperator
from askcore.solvers.kernel_matrices import DENSE_ENTRIES, GraphOperator

PASSES = 11  # of the randomised decomposition over a matrix that is evaluated anew, and of its energy
SMALL = 400  # shorter side up to which a decomposition is taken in full
WHOLE = 600  # shorter side up to which all values are found
# Restarts of Lanczos: singular values of a graph fall slowly, of a smooth kernel fast.
RESTARTS = {"links": 10, "entries": 2}
ORDERING = 130  # steps of Lanczos for two triplets
PRODUCTS = 100  # columns multiplied at once for block means
_SVD, _VALUES, _EIGH = 0.9e-9, 0.4e-9, 0.15e-9  # per n^3: triplets, values alone, symmetric eigenvalues
_LANCZOS = 2e-9  # of a step: per entry of the basis
_WRITTEN = 1e-8  # per entry of an array that is made: the system hands out its memory as it is first written
_COMPARED = 8e-9  # per entry of an array that is compared with its transpose
_KMEANS = 2e-4  # of all starts on a matrix and three shuffled ones: per row or column and group


def matrix_seconds(problem: Problem) -> float:
    """Seconds until ``problem.operator`` is there; 0 where nothing has to be evaluated for it."""
    n, m = problem.shape
    evaluated = problem.is_table and not problem.crossed and problem.swapped is None
    if not evaluated or float(n) * m > DENSE_ENTRIES:
        return 0.0
    return rows_seconds(problem.on_demand) + _WRITTEN * n * m


def triplets_seconds(problem: Problem, rank: int, *, energy: bool = False) -> float:
    """Seconds of the leading singular triplets, once the matrix is there."""
    operator, (n, m) = problem.operator, problem.shape
    small, large = sorted((n, m))
    if small <= SMALL:
        return (_SVD + _VALUES * energy) * small * small * large
    if not operator.in_memory:
        seconds = PASSES * rows_seconds(operator, rank + 10)
        return affordable(seconds, f"The decomposition of {n:,} x {m:,} entries", operator)
    basis = 2 * rank + 1
    check_memory(16.0 * (n + m) * basis, f"The {basis:,} vectors of the decomposition", "Ask for fewer.")
    seconds = _steps(problem, rank) * (2 * product_seconds(problem, operator) + _LANCZOS * small * basis)
    if energy and small <= WHOLE:
        seconds += _VALUES * small * small * large
    return affordable(seconds, f"The decomposition of {n:,} x {m:,} entries", operator)


def symmetrised_seconds(problem: Problem, rank: int) -> float:
    """Seconds of the leading eigenvalues of the symmetric part of a square matrix, once the matrix is there."""
    operator, n = problem.operator, problem.shape[0]
    if n <= WHOLE:
        return _EIGH * float(n) ** 3
    if operator.in_memory:
        each = 2 * product_seconds(problem, operator) + _LANCZOS * n * (2 * rank + 1)
    else:
        each = 2 * rows_seconds(operator, 1)
    return affordable(_steps(problem, rank) * each, f"The eigenvalues of {n:,} x {n:,} entries", operator)


def part_seconds(problem: Problem, max_rows: int) -> float:
    """Seconds of the spectra of a matrix, or of so many rows drawn from it."""
    return 1.5e-9 * float(min(max_rows, *problem.shape)) ** 3


def signed_seconds(problem: Problem, max_rows: int) -> float:
    """Seconds of the eigenvectors of a symmetric matrix, or of so many rows drawn from it."""
    return 2e-10 * float(min(max_rows, *problem.shape)) ** 3


def operations_seconds(problem: Problem, max_rows: int) -> float:
    """Seconds of centring, normalising and symmetrising a matrix, or so many rows of it, with the spectra of each."""
    return 2.5e-9 * float(min(max_rows, *problem.shape)) ** 3


def order_seconds(problem: Problem, operator: KernelOperator) -> float:
    """Seconds of the two leading singular vectors, which order a matrix."""
    return 2.0 * ORDERING * product_seconds(problem, operator)


def blocks_seconds(problem: Problem, operator: KernelOperator, n_blocks: int = 400) -> float:
    """Seconds of the means of a matrix over blocks."""
    n, m = operator.shape
    if isinstance(operator.stored, np.ndarray):
        return 2e-9 * n * m
    if min(n, m) <= n_blocks:
        return 0.0
    if not operator.in_memory:
        return -(-n_blocks // PRODUCTS) * rows_seconds(operator, PRODUCTS)
    return 0.1 + n_blocks * product_seconds(problem, operator)


def methods_seconds(problem: Problem, rank: int) -> float:
    """Seconds of PCA, kernel PCA and SVD of the data matrix, and of the scores of their neighbours."""
    n, d = problem.data_matrix.shape
    return _kpca_seconds(problem, rank) + 2e-8 * n * min(d, 60) + 5 * _neighbours(problem, rank)


def groups_seconds(problem: Problem, n_clusters: int) -> float:
    """Seconds of grouping a matrix and three shuffled ones, once the matrix is there."""
    n, m = problem.shape
    return 4 * (triplets_seconds(problem, n_clusters) + 1e-8 * n * m) + _KMEANS * (n + m) * n_clusters


def directions_seconds(adjacency: Any, rank: int) -> float:
    """Seconds of telling the direction of held-out links, five times by four methods."""
    n = adjacency.shape[0]
    dense = 3e-7 * n * n if n <= MOST_SNE else 0.0
    return float(5 * (0.02 + dense + 4e-7 * (adjacency.nnz + 20 * n) * (rank + 10)))


def effects_seconds(problem: Problem, rank: int) -> float:
    """Seconds of decomposing a matrix with every choice changed in turn."""
    decompositions = 2 + problem.is_table + 3 * (problem.crossed and problem.is_table)
    each = triplets_seconds(problem, max(rank, 3), energy=True)
    n_ways = 5 + 2 * problem.is_table
    return (
        decompositions * each
        + problem.is_table * matrix_seconds(problem)
        + 2 * n_ways * _neighbours(problem, rank)
    )


def entries_seconds(problem: Problem) -> float:
    """Seconds of ``kernel_entries``, once the matrix is there: of comparing it with its transpose, and of the signs of
    its eigenvalues where they are few.
    """
    operator, (n, m) = problem.operator, problem.shape
    if n != m:
        return 0.0
    signs = signs_seconds(n) if WHOLE < n <= ALL_SIGNS else 0.0
    if isinstance(operator, GraphOperator) and not GRAPH_KERNELS[problem.choice.name].sparse:
        return signs + columns_seconds(problem, min(n, 2 * rows_read(n)))
    if operator.in_memory:
        return signs + (_COMPARED * n * m if isinstance(operator, DenseOperator) else 0.0)
    if float(n) * m <= READ:
        return signs + rows_seconds(operator)
    some, read = np.arange(ROWS_TIMED), np.arange(rows_read(n))
    down = timed(lambda: operator.block(some, read)) * n / len(some)
    seconds = down + rows_seconds(operator) * len(read) / n
    return affordable(seconds, f"Comparing {n:,} x {n:,} entries with Kᵀ", operator)


def values_seconds(problem: Problem) -> float:
    """Seconds of all singular values of a matrix, once it is there."""
    return _VALUES * float(min(problem.shape)) ** 3


def _kpca_seconds(problem: Problem, rank: int) -> float:
    """Seconds of kernel PCA of the rows of the data matrix, from nothing."""
    A, n = problem.data_matrix, problem.shape[0]
    steps = 2 * _steps(problem, rank)
    if sp.issparse(A):
        return steps * STORED * A.nnz**2 / n  # entries of A A^T: as many as pairs of links that meet
    rows = Problem.of(TableData(A), "rbf")
    if float(n) * n > DENSE_ENTRIES:
        return triplets_seconds(rows, rank)
    return matrix_seconds(rows) + steps * dense_seconds(n, n)


def _neighbours(problem: Problem, rank: int) -> float:
    """Seconds of a score of nearest neighbours."""
    n = problem.shape[0]
    return 0.0 if problem.row_labels is None else min(n, 2000) * n * (1e-8 + 1.3e-9 * rank)


def _steps(problem: Problem, rank: int) -> int:
    """Steps of Lanczos for so many triplets."""
    return 2 * rank + 1 + RESTARTS["links" if problem.is_graph else "entries"] * rank
