"""Find a kernel matrix that does not distinguish samples, and the nearest choice of kernel that does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from askcore._validation import DataError
from askcore.diagnostics import matrix_health
from askcore.diagnostics.health import MatrixHealth
from askcore.experiments.choice import KernelChoice
from askcore.experiments.problem import Problem
from askcore.kernels.binding import takes_indices
from askcore.kernels.scale import evenly_spaced

LOOKED_AT = 1_500  # rows and columns of the matrix that is looked at
TRIED = (1.0, 2.0, 0.5, 5.0, 0.2, 10.0, 0.1)  # multiples of the usual value, in this order


def problem_health(problem: Problem) -> MatrixHealth | None:
    """The defect that makes the kernel matrix of a problem useless, found on up to 1,500 evenly spaced samples.

    None as well for larger graphs and matrices, where a part may be unlike the whole.
    """
    rows, columns = (evenly_spaced(n, LOOKED_AT) for n in problem.shape)
    if problem.crossed:
        return matrix_health(problem.operator.block(rows, columns))
    if not problem.is_table or takes_indices(problem.kernel):
        whole = max(problem.shape) <= LOOKED_AT
        return matrix_health(problem.operator.block(rows, columns)) if whole else None
    # All samples are the matrix that pages share; of fewer, scales and reference set are theirs alone.
    all_of_them = len(rows) == len(problem.samples) and problem.swapped is None
    K = problem.operator.block(rows, columns) if all_of_them else problem.bound(rows).train()
    return matrix_health(K, asymmetric=problem.asymmetric_formula)


def way_out(problem: Problem, multiples: Sequence[float]) -> KernelChoice | None:
    """The nearest choice at which the matrix is healthy, of a table or between rows and columns.

    First the parameter that has a scale, nearest to its usual value; then features scaled to unit variance; then SNE.
    """
    if problem.given is not None or not (problem.crossed or problem.is_table):
        return None
    choice, param = problem.choice, problem.scale_param
    offered = []
    if param is not None:
        free = tuple(pair for pair in choice.params if pair[0] != param.name)
        offered += [replace(choice, params=free, bandwidth=m) for m in TRIED if m in multiples]
    if problem.is_table:
        offered.append(replace(choice, standardise=True))
        offered += [] if problem.crossed else [KernelChoice("sne", standardise=True)]
    return next((other for other in offered if other != choice and _healthy(problem, other)), None)


def _healthy(problem: Problem, choice: KernelChoice) -> bool:
    try:
        return problem_health(replace(problem, choice=choice)) is None
    except (DataError, ValueError):
        return False
