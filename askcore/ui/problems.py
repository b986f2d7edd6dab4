"""Kernels on data sets, cached for all sessions: what every page computes with.

Of a problem there is one object, whatever the page; what is derived from it stays with it.
"""

from __future__ import annotations

from typing import Any, TypeAlias, TypeVar

import numpy as np

from askcore import experiments
from askcore._lazy import adopt, is_cached, with_cached
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments import KernelChoice, Problem
from askcore.experiments.decisions.views import Prepared
from askcore.experiments.problem import REASONS
from askcore.experiments.running.jobs import Task
from askcore.experiments.split import Split
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernel
from askcore.ui import background
from askcore.ui.cache import cached

Data: TypeAlias = GraphData | TableData | MatrixData
"""What pages compute with; bags come to them as the matrix of their divergences."""
COMPUTING = "Computing the kernel matrix"
T = TypeVar("T")


@cached()
def usual_value(data: TableData, name: str, standardise: bool) -> float:
    """The usual value of the parameter of a kernel that has a scale, on all rows of a table."""
    spec = KERNELS[name]
    choice, param = KernelChoice(name, standardise=standardise and spec.accepts == "vectors"), spec.scaled
    assert param is not None
    return float(Problem(data, choice).params[param.name])


@cached()
def problem(data: Data, choice: KernelChoice) -> Problem:
    """A data set under a kernel."""
    return Problem(data, choice)


@cached()
def decades(data: Data, choice: KernelChoice) -> int:
    """By how many powers of ten the kernel matrix is larger than usual; 0 where there is none."""
    try:
        return problem(data, choice).decades
    except REASONS:  # the page says what is wrong with the kernel
        return 0


@cached(entries=32)
def plain(data: Data) -> Problem:
    """A data set for methods that use no kernel, with what they share, as the embedding of a graph."""
    return Problem.from_data(data)


@cached()
def split(data: Data, train_size: float, seed: int) -> Split:
    """The seeded split; raises DataError where the labels do not allow one."""
    return experiments.holdout_split(data.labels, train_size=train_size, random_state=seed)


# Up to 60 MB each, and K alone where it is larger: what is decided, drawn and rivalled is the same matrix.
@cached()
def prepared(data: Data, choice: KernelChoice, train_size: float, seed: int) -> Prepared:
    """A problem on a split: what of it serves every setting, made when it is asked for."""
    return experiments.prepare(with_entries(data, choice), split(data, train_size, seed))


def filled(found: T, doing: str, *names: str, small: bool) -> T:
    """A cached object with its properties of these names, made by another process unless it is ``small``."""
    task: Task[T] = Task(with_cached, found, *names)
    here = background.is_done_here(names[-1], found, small=small)
    adopt(found, background.run_once(names[-1], found, task, doing, here=here))
    return found


def with_entries(data: Data, choice: KernelChoice) -> Problem:
    """A problem whose entries are about to be used: those that a small graph holds are there."""
    found = problem(data, choice)
    kernel = found.kernel if found.is_graph and not found.crossed else None
    dense = isinstance(kernel, GraphKernel) and not GRAPH_KERNELS[kernel.kind].sparse
    n = found.shape[0]
    if dense and n <= GraphKernel.held and not found.kernel.is_held and not background.is_small(n):
        task: Task[Any] = Task(found.kernel, np.arange(n), np.arange(n))
        found.kernel.hold(background.run_once("held_entries", found, task, COMPUTING, here=False))
    return found


def matrix(data: Data, choice: KernelChoice) -> Problem:
    """The kernel matrix of a data set, or the one between its rows and columns."""
    found = with_entries(data, choice)
    if not is_cached(found, "_whole"):
        filled(found, COMPUTING, "operator", small=background.is_small(found))
    return found
