"""Which solver takes least: rough seconds of each, measured on one core, of which only relative sizes count."""

from __future__ import annotations

from askcore.solvers.systems.direct import fits_dense
from askcore.solvers.systems.system import System

DENSE_LIMIT = 400  # samples up to which a sparse K is cheapest as a dense one
REMAINDER_LIMIT = 10_000  # what may be left for elimination: it takes three seconds with complex entries


def choose_solver(system: System, *, damped: bool) -> str:
    """The direct solver if there is one for the size, else MINRES; a sparse K is eliminated where little of it
    remains.
    """
    as_dense = system.matrix is not None and fits_dense(system, damped, share=0.5)
    if system.is_sparse and not system.is_well_filled and system.m > DENSE_LIMIT:
        if system.dense_remainder > REMAINDER_LIMIT:
            return "iterative"
        return "dense" if as_dense and damped and is_quicker_dense(system) else "sparse"
    return "dense" if as_dense else "iterative"


def is_quicker_dense(system: System) -> bool:
    """Whether the dense matrix takes less time than the sparse factor near the real axis."""
    if not system.is_sparse or system.is_well_filled:
        return system.is_well_filled
    if system.dense_remainder > REMAINDER_LIMIT:
        return False
    dense, sparse = (
        elimination_seconds(system, each, is_complex=each == "sparse") for each in ("dense", "sparse")
    )
    return dense < sparse


def elimination_seconds(system: System, solver: str, *, is_complex: bool) -> float:
    """Rough seconds of "dense" or "sparse" elimination, measured on one core; relative sizes count.

    A sparse factor holds about remainder^2/12 entries on random graphs, more where rows have many entries, and up to
    ten times fewer where neighbours are neighbours of each other.
    """
    if solver == "dense":
        return (4.5e-11 + 2.6e-11 * system.blocks) * system.m**3
    filled = max(system.matrix.nnz / system.m / 4, 1.0) ** 1.2  # rows with more entries fill in sooner
    numeric = filled * (system.dense_remainder**2 / 12) ** 1.5
    return 3.3e-6 * system.blocks * system.m + (1.2e-10 if is_complex else 0.8e-10) * numeric


def steps_worth(system: System, solver: str, k: int, damped: bool) -> float:
    """Number of MINRES steps for k right-hand sides that take as long as ``solver``."""
    p, m = system.blocks, system.m
    if solver == "iterative":
        return 0.0
    columns = k + p if damped else k  # the border's products are solved for, too
    direct = elimination_seconds(system, solver, is_complex=damped)
    if system.is_sparse:
        step = 1.5e-4 + (1 + damped) * columns * p * (1.25e-8 * m + 3.5e-10 * system.matrix.nnz)
    else:
        step = p * m**2 * (1e-9 + 1.4e-10 * columns)
    return direct / step
