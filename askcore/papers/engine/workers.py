"""Computing a unit, here or as a piece of a pool (``running/pool.py``): with one BLAS thread, and its problem told.

Papers floor. More threads than cores would wait for each other.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from threadpoolctl import threadpool_limits

from askcore._validation import DataError
from askcore.experiments.running.pool import Piece
from askcore.papers.engine.protocol import Compute, Unit, Values

UnitTask = tuple[Compute, Any, Unit, Mapping[str, Any]]
"""compute, data, unit, options."""


@dataclass(frozen=True)
class Computed:
    """Values of a unit and its seconds; or, for one that its data do not allow, the problem."""

    unit: Unit
    values: Values
    seconds: float
    problem: str = ""


def compute_unit(task: UnitTask, *, one_thread: bool = True) -> Computed:
    """Compute a unit.

    Parameters
    ----------
    task : compute, data, unit and options.
    one_thread : BLAS uses one thread, as in the worker processes, so that the digits are the same.

    Returns
    -------
    Computed : a DataError or MemoryError is its problem, any other error is raised.

    Raises
    ------
    ValueError : a protocol that does not answer for the methods and repeats that it was asked for.
    """
    compute, data, unit, options = task
    started = time.perf_counter()
    try:
        with threadpool_limits(1 if one_thread else None):
            values = compute(data, unit, options)
    except (DataError, MemoryError) as error:
        return Computed(unit, {}, time.perf_counter() - started, str(error) or "Not enough memory.")
    seconds = time.perf_counter() - started
    lengths = {len(column) for found in values.values() for column in found.values()}
    if set(values) != set(unit.methods) or not lengths <= {len(unit.repeats)}:
        raise ValueError(
            f"The protocol must give {len(unit.repeats)} value(s) for each of {', '.join(unit.methods)} on "
            f"{unit.dataset}; it gave {', '.join(values) or 'nothing'} with {sorted(lengths)} value(s)."
        )
    return Computed(unit, values, seconds)


def unit_piece(task: UnitTask) -> Piece:
    """A unit as it is handed out: those of one data set share it."""
    compute, data, unit, options = task
    return Piece(_computed, data, (compute, unit, options))


def _computed(data: Any, compute: Compute, unit: Unit, options: Mapping[str, Any]) -> Computed:
    return compute_unit((compute, data, unit, options))
