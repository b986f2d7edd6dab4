"""How long sampled singular triplets take, and the race of the ways to them.

Experiment floor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from askcore.experiments.forecasts.costs import columns_seconds, rows_seconds
from askcore.experiments.problem import Problem
from askcore.experiments.sampling.triplets import CHEAP, SamplingChoice
from askcore.kernels import GRAPH_KERNELS
from askcore.solvers.kernel_matrices import GraphOperator

SOLVED = 2.5  # a product with Katz or the like of 3,000 nodes, over one with a matrix of as many entries


def sampled_seconds(problem: Problem, sampling: SamplingChoice) -> float:
    """Seconds of sampled singular triplets; where they are few, of the repeats that are timed."""
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
    if sampling.sampling == "squared_norm" and problem.is_graph and problem.structured:
        seconds += 1.4e-5 * problem.data.n_edges  # the norms take every link
    if sampling.sampling == "leverage":
        seconds += 2e-10 * pilot**2 * (n + m)
    elif sampling.sampling == "kmeans":
        seconds += 2.5 + 5e-11 * most * pilot * (n + m)
    return seconds if seconds > CHEAP else 4 * seconds


def study_seconds(problem: Problem, sampling: SamplingChoice, settings: Mapping[str, Any]) -> float:
    """Seconds of the race of all ways, within a factor of two; narrow kernels, which may take longer, are cut short."""
    n, m = problem.shape
    work = n * m * (60.0 + 3.0 * sampling.rank) if "randomized" in settings["solvers"] else 0.0
    work += (n + m) * float(sum(settings["samples"])) * 20.0 * settings["repeats"]
    if isinstance(problem.operator, GraphOperator) and not GRAPH_KERNELS[problem.choice.name].sparse:
        work *= SOLVED  # each product solves with a factor of the graph, or goes through its links many times
    return (4.4e-9 * work + 0.06) * len(settings["bandwidths"])
