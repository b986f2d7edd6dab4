"""What the forecasts of all kinds of work share: times of single steps, and what is too long.

Experiment floor. Seconds are those of one core where the constants were measured, without other work.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse as sp

from askcore._lazy import made
from askcore._validation import DataError
from askcore.experiments.problem import Problem
from askcore.kernels import GRAPH_KERNELS, GraphKernel
from askcore.operators import DenseOperator, KernelOperator
from askcore.solvers.kernel_matrices import GraphOperator

LONGEST = 1200.0  # seconds past which a decomposition is refused, with the way out
ROWS_TIMED = 100
TIMED = 4_000_000  # entries of an array whose products tell those with all of it: a few milliseconds
ALL_SIGNS = 3_000  # rows up to which all eigenvalues of a symmetric matrix are taken: about two seconds
BOTH_ENDS = 100  # products that the two ends of a spectrum take, about
STORED = 4e-9  # of a product: per entry that is stored
# Per entry of an array, where a processor's caches hold all of it, and where it is larger; entries of the former.
_NEAR_DENSE, _FAR_DENSE, _NEAR = 3e-10, 5e-10, 16_000_000
_SOLVED = 1.5e-7  # of a product with a kernel between nodes that is not sparse: per node and link
# A column of such a kernel: per node and link, by its kind; PageRank takes longer where links have a direction.
_COLUMN = {"pagerank": 8e-8, "shortest_path": 2.2e-8}
_OTHER_COLUMN, _DIRECTED = 6e-8, {"pagerank": 3.0}
# An entry of one that is small enough to be held.
_ENTRY, _OTHER_ENTRY = {"diffusion": 3e-7}, 1e-7


def rows_seconds(operator: KernelOperator, width: int = 0) -> float:
    """Seconds to evaluate all entries once, from some rows that are timed."""
    n, m = operator.shape
    rows, every = np.arange(min(n, ROWS_TIMED)), np.arange(m)
    factor = np.ones((m, width))
    operator.block(rows[:1], every)  # what is made once would be counted with every row
    taken = timed(lambda: operator.block(rows, every) @ factor if width else operator.block(rows, every))
    return taken * n / len(rows)


def product_seconds(problem: Problem, operator: KernelOperator) -> float:
    """Seconds of a product with a vector."""
    n, m = operator.shape
    if isinstance(operator, DenseOperator):
        return dense_seconds(n, m)
    if isinstance(operator, GraphOperator):
        links = n + problem.data.n_edges
        return 1e-5 + STORED * links if GRAPH_KERNELS[problem.choice.name].sparse else _SOLVED * links
    if not operator.in_memory:
        return rows_seconds(operator, 1)
    stored: Any = operator.stored
    return 1e-5 + STORED * (stored.nnz if sp.issparse(stored) else n + m)


def dense_seconds(n: int, m: int) -> float:
    """Seconds of a product of an array with a vector."""
    return (_NEAR_DENSE if n * m <= _NEAR else _FAR_DENSE) * n * m


def columns_seconds(problem: Problem, m: int) -> float:
    """Seconds of the kernel between m samples, from nothing."""
    data, choice = problem.data, problem.choice
    if problem.given is not None or data is None or data.kind == "matrix":
        return 0.0
    if data.kind != "graph":
        return (1e-8 + 5e-10 * data.n_features) * m * m
    n, both, held = data.n_nodes, choice.orientation == "both", data.n_nodes <= GraphKernel.held
    if GRAPH_KERNELS[choice.name].sparse:
        links = (2 if both else 1) * data.n_edges / n + 1
        length = dict(choice.params).get("length", 0 if choice.name == "adjacency" else 2)
        walks = min(links ** (length - 1), n) * links if length else 0.0
        return float(2e-7 * data.n_edges + 5e-8 * walks * (n if held else m))
    if held and made(problem, "kernel") and problem.kernel.is_held:
        return 0.0
    if held:
        return _ENTRY.get(choice.name, _OTHER_ENTRY) * n * n * max(1.0, n / 1000)
    directed = 1.0 if both else _DIRECTED.get(choice.name, 1.0)
    return directed * _COLUMN.get(choice.name, _OTHER_COLUMN) * (n + data.n_edges) * m


def sparse_entries(problem: Problem) -> float:
    """About how many entries a sparse kernel between the nodes of a graph has: those of the walks that it counts."""
    data, choice = problem.data, problem.choice
    links = (2 if choice.orientation == "both" else 1) * data.n_edges / data.n_nodes + 1
    length = dict(choice.params).get("length", 1 if choice.name == "adjacency" else 2)
    return float(data.n_nodes * min(links**length, data.n_nodes))


def held_seconds(problem: Problem) -> float:
    """Seconds of the whole kernel matrix of a small graph, which is held; 0 where it is there."""
    n = problem.shape[0]
    if not problem.is_graph or problem.crossed or n > GraphKernel.held:
        return 0.0
    kernel = problem.kernel
    if not isinstance(kernel, GraphKernel) or kernel.is_held or GRAPH_KERNELS[kernel.kind].sparse:
        return 0.0
    return columns_seconds(problem, n)


def signs_seconds(n: int) -> float:
    """Seconds of all eigenvalues of a symmetric matrix, once it is there."""
    return 1e-10 * float(n) ** 3


def ends_seconds(operator: KernelOperator, probes: int, steps: int, *, symmetric: bool = False) -> float:
    """Seconds that ends and estimates of a spectrum take by products, from some rows or one product."""
    n = operator.shape[0]
    one = np.ones((n, 1))
    if isinstance(operator.stored, np.ndarray):
        rows = operator.stored[: max(1, TIMED // n)]
        share = len(rows) / n
        single, several = timed(lambda: rows @ one), timed(lambda: rows @ np.ones((n, probes)))
        single, several = single / share, several / share
    elif operator.in_memory:
        operator @ one  # what is made once, such as a factor, would be counted with every product
        single, several = timed(lambda: operator @ one), timed(lambda: operator @ np.ones((n, probes)))
    else:
        single = several = rows_seconds(operator, probes)
    sides = 1 if symmetric or isinstance(operator.stored, np.ndarray) else 2
    orthogonal = 1e-9 * n * probes * steps**2  # the quadrature's own work beside the products
    return float(sides * (several * steps + single * BOTH_ENDS) + orthogonal)


def affordable(seconds: float, what: str, operator: KernelOperator | None = None) -> float:
    """The seconds, unless they are too many: what one page refuses every page refuses, with the same advice."""
    if seconds > LONGEST:
        anew = operator is not None and not operator.in_memory
        other = "" if operator is None else ", or the matrix between rows and columns"
        raise DataError(
            f"{what} would take about {seconds / 3600:,.1f} hours"
            + ", each entry being evaluated several times" * anew,
            remedy=f"Take a sample of the rows{other}.",
        )
    return seconds


def timed(work: Callable[[], Any]) -> float:
    """Seconds on one core: of this process, unless others work in it meanwhile, or the machine does other things."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return min(time.perf_counter() - clock, time.process_time() - processor)
