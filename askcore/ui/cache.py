"""What is computed once: the only cache of the dashboard.

UI floor. A function marked ``@kept`` is written once, with its real arguments; another call with equal ones gets the
same object, uncopied, in every session. So results are frozen and their arrays read-only, and whatever a function
looks at must be among its arguments: data, a choice (a frozen dataclass of plain values), numbers and words. It asks
other kept functions for what it builds on, and takes no results.

Streamlit matches ``hash_funcs`` by the exact type of an argument. Left to itself it hashes arrays of 500,000 elements
and more from a sample of them, where one changed entry gives a stale answer; here data count by their digest (SHA-256
of everything in them), arrays by all of their entries.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numpy as np
import streamlit as st

from askcore import experiments
from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.experiments import KernelChoice, Problem, Split
from askcore.kernels import KERNELS

__all__ = ["Data", "kept", "matrix", "plain", "problem", "split", "usual_value"]

Data: TypeAlias = GraphData | TableData | MatrixData
"""What pages compute with; bags come to them as the matrix of their divergences."""
P = ParamSpec("P")
R = TypeVar("R")


def _digest(data: Any) -> str:
    return str(data.digest)


def _entries(values: np.ndarray) -> tuple[tuple[int, ...], str, str]:
    """Shape, type and SHA-256 of all entries; those that are objects by what they print."""
    content = repr(values.tolist()).encode() if values.dtype.hasobject else values.tobytes()
    return values.shape, values.dtype.str, hashlib.sha256(content).hexdigest()


HASHES: dict[str | type[Any], Callable[[Any], Any]] = {
    GraphData: _digest,
    TableData: _digest,
    MatrixData: _digest,
    BagData: _digest,
    np.ndarray: _entries,
}


def kept(
    *, entries: int = 64, spinner: str = "", ttl: str | None = "1h"
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep what a function returns, for all sessions.

    Parameters
    ----------
    entries : results kept; those unused for longest go. Few where each holds a matrix.
    spinner : what the page says meanwhile. Of functions that call each other the outermost speaks.
    ttl : for how long, as "1h"; None for as long as the server runs.

    Returns
    -------
    decorator; what it makes has the arguments of the function, and keeps nothing of a call that raised. An argument
    whose name begins with an underscore is not looked at: the others must say all that it does.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        held = st.cache_resource(
            max_entries=entries, ttl=ttl, show_spinner=spinner or False, hash_funcs=HASHES
        )(function)
        signature = inspect.signature(function)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            # By name and with defaults: streamlit takes f(x, 1), f(x, n=1) and f(x) for three calls.
            given = signature.bind(*args, **kwargs)
            given.apply_defaults()
            return held(*given.args, **given.kwargs)

        return call

    return decorate


@kept()
def usual_value(data: TableData, name: str, standardise: bool) -> float:
    """The usual value of the parameter of a kernel that has a scale, on all rows of a table."""
    spec = KERNELS[name]
    choice, param = KernelChoice(name, standardise=standardise and spec.accepts == "vectors"), spec.scaled
    assert param is not None
    return float(Problem(data, choice).params[param.name])


# The one store of matrices, whatever the page. Each holds its matrix once it was asked for, up to 240 MB (a given one
# as it was read), and what was derived from it, such as, of a graph, 512 numbers a node of embeddings and the same
# without arrows. ``held_bytes`` counts it.
@kept(entries=4)
def problem(data: Data, choice: KernelChoice) -> Problem:
    """A data set under a kernel; what follows from it is made when asked for, and stays with it."""
    return Problem(data, choice)


@kept(entries=2)
def plain(data: Data) -> Problem:
    """A data set for methods that read no kernel, with what they share, as the embedding of a graph."""
    return Problem.of(data)


def matrix(data: Data, choice: KernelChoice) -> Problem:
    """The kernel matrix of a data set, or the one between its rows and columns, with what these are."""
    _built(data, choice)
    return problem(data, choice)


@kept(entries=4, spinner="Computing the kernel matrix …")
def _built(data: Data, choice: KernelChoice) -> None:
    """Build the matrix under a spinner; it is the problem that holds it."""
    problem(data, choice).operator  # noqa: B018


@kept()
def split(data: Data, train_size: float, seed: int) -> Split:
    """The seeded split; raises DataError where the labels do not allow one."""
    return experiments.holdout_split(data.labels, train_size=train_size, random_state=seed)
