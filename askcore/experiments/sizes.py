"""Rough counts of work, from sizes that are known before it begins: nothing is measured, and no clock is read.

A count is in multiply-adds, a decomposition of m samples being m^3; an entry that is stored sparsely counts four.
Counts decide what a page does itself and what it leaves to another process, and which words a button says.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp

from askcore._lazy import made
from askcore._validation import DataError
from askcore.experiments.fitted import SPECTRAL_LIMIT
from askcore.experiments.judging import JUDGED, SEVERAL
from askcore.experiments.problem import FEW_ENTRIES, Problem
from askcore.kernels import GRAPH_KERNELS, GraphKernel
from askcore.operators import KernelOperator
from askcore.solvers.kernel_matrices import DENSE_ENTRIES, GraphOperator

RATE = 1e9  # multiply-adds a second, about: a count may be wrong by a factor of three
MOST_ENTRIES, MOST_TRAINED = 10_000_000_000, 15_000  # evaluated for each product; trained on with dense K
ROWS = "Take a sample of the rows, or the matrix between rows and columns."


def rough(work: float) -> str:
    """How long it takes, in words for a button."""
    return "a few seconds" if work < 20 * RATE else "about a minute" if work < 90 * RATE else "some minutes"


def is_quick(work: float) -> bool:
    """Whether a page does it itself: about a second at most."""
    return work <= RATE


def stored(problem: Problem) -> float:
    """Entries of a sparse kernel between the nodes of a graph, about: those of the walks that it counts."""
    data, choice = problem.data, problem.choice
    links = (2 if choice.orientation == "both" else 1) * data.n_edges / data.n_nodes + 1
    length = dict(choice.params).get("length", 1 if choice.name == "adjacency" else 2)
    return float(data.n_nodes * min(links**length, data.n_nodes))


def expects_few_entries(problem: Problem) -> bool:
    """What ``Problem.has_few_entries`` measures on the kernel, guessed from the links alone."""
    of_links = problem.is_graph and problem.given is None and GRAPH_KERNELS[problem.choice.name].sparse
    return of_links and stored(problem) <= FEW_ENTRIES * problem.shape[0] ** 2


def columns(problem: Problem, m: int) -> float:
    """The kernel between m samples, from nothing; a graph of up to 4,000 nodes keeps its whole matrix."""
    data = problem.data
    if problem.given is not None or data is None or data.kind == "matrix":
        return 0.0
    if data.kind != "graph":
        return float(m) * m * (10 + data.n_features)
    n, held = data.n_nodes, data.n_nodes <= GraphKernel.held
    if GRAPH_KERNELS[problem.choice.name].sparse:
        return 200.0 * data.n_edges + 120.0 * stored(problem) * (1.0 if held else m / n)
    if held and made(problem, "kernel") and problem.kernel.is_held:
        return 0.0
    each = 300.0 if problem.choice.name == "diffusion" else 100.0
    return each * n * n * max(1.0, n / 1000) if held else 80.0 * (n + data.n_edges) * m


def evaluation(operator: KernelOperator) -> float:
    """Every entry of an operator over points, once."""
    points = np.shape(getattr(operator, "X", 0.0))
    return float(np.prod(operator.shape)) * (10 + points[-1] if len(points) > 1 else 10)


def matrix(problem: Problem) -> float:
    """What is evaluated until ``problem.operator`` is there."""
    given = not problem.is_table or problem.crossed or problem.swapped is not None
    if given or float(np.prod(problem.shape)) > DENSE_ENTRIES or problem.on_demand.in_memory:
        return 0.0
    return evaluation(problem.on_demand)


def product(problem: Problem, operator: KernelOperator | None = None) -> float:
    """A product of the matrix, or a part of it, with a vector."""
    operator = problem.operator if operator is None else operator
    (n, m), kept = operator.shape, operator.stored
    if isinstance(operator, GraphOperator):
        each = 4.0 if GRAPH_KERNELS[problem.choice.name].sparse else 150.0
        if not operator.in_memory:
            each = n * (1.0 if operator.kernel.is_held else 20.0)  # shortest paths from each node
        return each * (n + problem.data.n_edges)
    if isinstance(kept, np.ndarray):
        return n * m / 2.0
    return 4.0 * (kept.nnz if sp.issparse(kept) else n + m) if operator.in_memory else evaluation(operator)


def triplets(problem: Problem, rank: int) -> float:
    """Leading singular triplets by Lanczos, in more steps for a graph; raises DataError for too many entries."""
    operator, (small, large) = problem.operator, sorted(problem.shape)
    if small <= 400:
        return float(small) * small * large
    if operator.in_memory:
        steps = 2 * rank + 1 + (10 if problem.is_graph else 2) * rank
        return steps * (2 * product(problem) + 4.0 * small * rank)
    _at_most(MOST_ENTRIES, small * large, "entries to decompose, each evaluated several times", ROWS)
    return 11 * product(problem)


def training(problem: Problem, m: int) -> float:
    """AsK-LS at one setting on m samples, by elimination; raises DataError for too many of a dense kernel."""
    if expects_few_entries(problem):
        linked = min(1.0, stored(problem) * m / problem.shape[0] ** 2 / 12)  # share with neighbours
        unknowns = 2.0 * m * linked
        return 3000.0 * stored(problem) + (0.05 * unknowns**3 if unknowns <= 8000 else 2e4 * m)
    _at_most(MOST_TRAINED, m, "training samples under a dense kernel")
    return 0.3 * float(m) ** 3 + 3 * columns(problem, m) * problem.is_graph


def judging(problem: Problem, m: int) -> float:
    """AsK-LS at every gamma and damping on m samples, left out fold by fold."""
    return 2e7 + 5.0 * float(m) ** 3 + columns(problem, m)


def tuning(problem: Problem, m: int) -> float:
    """AsK-LS and the methods beside it at every bandwidth, gamma and damping, on a part of m samples, and on all."""
    if m > SPECTRAL_LIMIT and expects_few_entries(problem):
        return 4e8 + 18_000 * stored(problem)
    widths = 1 if problem.scale_param is None else 4
    judged = 4 * widths * judging(problem, min(m, JUDGED if widths == 1 else SEVERAL))
    return judged + (training(problem, m) if m > JUDGED else 0.0)


def _at_most(most: int, n: int, what: str, remedy: str = "Take a sample of the rows.") -> None:
    if n > most:
        raise DataError(f"{n:,} {what}, are more than the {most:,} that are allowed", remedy=remedy)
