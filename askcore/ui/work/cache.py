"""What is computed once: the only cache of the dashboard.

UI floor. A function marked ``@kept`` is written once, with its real arguments; another call with equal ones gets the
same object, uncopied, in every session. So results are frozen and their arrays read-only, and whatever a function
looks at must be among its arguments: data, a choice (a frozen dataclass of plain values), numbers and words. It asks
other kept functions for what it builds on, and takes no results.

What is equal is told by ``digest``, not by streamlit, which hashes arrays of 500,000 elements and more from a sample of
them, where one changed entry gives a stale answer, and takes half a millisecond for a choice, some thirty times a run.
Here data count by their digest (SHA-256 of everything in them), arrays by all of their entries.
"""

from __future__ import annotations

import hashlib
import inspect
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import nullcontext
from dataclasses import fields, is_dataclass
from functools import partial, wraps
from typing import Any, ParamSpec, TypeAlias, TypeVar

import numpy as np
import pandas as pd
import scipy.sparse as sp
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from askcore import experiments
from askcore._lazy import made, take_over
from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.experiments import KernelChoice, Problem, sizes
from askcore.experiments.problem import REASONS, held_entries, with_operator
from askcore.experiments.running.jobs import Task
from askcore.experiments.split import Split
from askcore.kernels import GRAPH_KERNELS, KERNELS, GraphKernel
from askcore.ui.work.heavy import awaited, is_begun, was_cancelled
from askcore.ui.work.room import Box, room

Data: TypeAlias = GraphData | TableData | MatrixData
"""What pages compute with; bags come to them as the matrix of their divergences."""
P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T", bound=Hashable)


def _entries(values: np.ndarray) -> tuple[tuple[int, ...], str, str]:
    """Shape, type and SHA-256 of all entries; those that are objects by what they print."""
    content = repr(values.tolist()).encode() if values.dtype.hasobject else values.tobytes()
    return values.shape, values.dtype.str, hashlib.sha256(content).hexdigest()


def digest(thing: Any) -> str:
    """SHA-256 of plain values, arrays, sparse matrices and data, and of lists, dicts and dataclasses of them."""
    sha = hashlib.sha256()
    for part in _parts(thing):
        sha.update(part)
        sha.update(b"|")
    return sha.hexdigest()


_PLAIN = {str, int, float, bool, type(None)}
_DATA = {GraphData, TableData, MatrixData, BagData}


def _parts(thing: Any) -> Iterator[bytes]:
    kind = type(thing)
    yield kind.__name__.encode()
    if kind in _PLAIN or isinstance(thing, np.generic):
        yield repr(thing).encode()
    elif isinstance(thing, np.ndarray):
        yield repr(_entries(thing)).encode()
    elif sp.issparse(thing):
        for part in sp.find(thing) if thing.format != "csr" else (thing.data, thing.indices, thing.indptr):
            yield repr((thing.shape, _entries(part))).encode()
    elif isinstance(thing, list | tuple):
        if set(map(type, thing)) <= _PLAIN:
            yield repr(thing).encode()
        else:
            for each in thing:
                yield from _parts(each)
    elif isinstance(thing, dict):
        yield from _parts([*thing.items()])
    elif kind in _DATA:
        yield thing.digest.encode()
    elif is_dataclass(thing):
        yield from _parts([getattr(thing, each.name) for each in fields(thing)])
    elif isinstance(thing, pd.Series | pd.Index):
        yield from _parts(thing.to_numpy())
    else:
        raise TypeError(f"expected plain values, arrays or data, got {kind.__name__}")


def kept(
    *, entries: int = 64, spinner: str = "", ttl: str | None = "1h", whole: bool = False
) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep what a function returns, for all sessions, as long as there is room (``ui/work/room.py``)."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def boxed(equal: str, _call: Callable[[], R]) -> Box:
            return Box(_call(), whole=whole)

        boxed.__signature__ = _BOXED  # type: ignore[attr-defined]  # streamlit asks for it with every call
        held = st.cache_resource(max_entries=entries, ttl=ttl, show_spinner=spinner or False)(boxed)
        signature = inspect.signature(function)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            # By name and with defaults: f(x, 1), f(x, n=1) and f(x) are one call.
            given = signature.bind(*args, **kwargs)
            given.apply_defaults()
            equal = digest([[name, it] for name, it in given.arguments.items() if name[0] != "_"])
            box = held(equal, partial(function, *args, **kwargs))
            if ttl is not None:
                context = get_script_run_ctx()
                session = "" if context is None else context.session_id
                room.use(box, session, partial(held.clear, equal, None))
            found: R = box.content
            return found

        call.clear = held.clear  # type: ignore[attr-defined]  # forgets all that this function keeps
        return call

    return decorate


_BOXED = inspect.signature(lambda equal, _call: None)


_SPENT = "_work_of_this_run"  # in the session


class _Steps(threading.local):
    """How many steps, one within the other, this thread takes: the outermost counts for all that it asks for."""

    deep = 0


_steps = _Steps()


def begin(spent: float = 0.0) -> None:
    """A run of a page begins, or of a part that runs alone; with ``sizes.RATE`` spent, others do all of it."""
    st.session_state[_SPENT] = spent


def is_quick(work: float) -> bool:
    """Whether the page does a step itself: with those that this run has done, it is about a second of work at most.

    By its size (``sizes``); what is no work is quick at any moment. Where a download is made there is no page that
    could wait.
    """
    if work <= 0 or get_script_run_ctx() is None:
        return True
    before = 0.0 if _steps.deep else st.session_state.get(_SPENT, 0.0)
    return sizes.is_quick(before + work)


def stays(name: str, of: Hashable, work: float) -> bool:
    """Whether the page does this step itself: it is quick, and no other process has begun it, or was told to end."""
    return get_script_run_ctx() is None or (not is_begun(name, of) and is_quick(work))


def taken(name: str, of: Hashable, task: Task[R], doing: str, work: float, *, here: bool) -> R:
    """What a task leads to: ``here``, under a spinner, or by another process, with a bar and Cancel."""
    if not here:
        return awaited(name, of, task, doing, work)
    if not _steps.deep and get_script_run_ctx() is not None:
        st.session_state[_SPENT] = st.session_state.get(_SPENT, 0.0) + work
    _steps.deep += 1
    try:
        with st.spinner(f"{doing} …"):
            found: R = task()
            return found
    finally:
        _steps.deep -= 1


class _Place:
    """Where a result is kept, for all sessions: empty until it is there."""

    def __init__(self) -> None:
        self.making = threading.Lock()
        self.found: list[Any] = []


def computed(
    doing: str, work: Callable[P, float], *, entries: int = 64, optional: bool = False
) -> Callable[[Callable[P, Task[R]]], Callable[P, R]]:
    """Keep what the task that a function returns leads to, for all sessions: ``kept`` for what may take long.

    Up to about a second of ``work``, with all else that this run of the page does, the page does it under a spinner;
    past that another process does it, while the page shows a bar and Cancel in its place and draws nothing below
    (``heavy.py``).
    """

    def decorate(function: Callable[P, Task[R]]) -> Callable[P, R]:
        @wraps(function)
        def empty(*args: P.args, **kwargs: P.kwargs) -> _Place:
            return _Place()

        place = kept(entries=entries)(empty)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            there = place(*args, **kwargs)
            if not there.found:
                if optional and was_cancelled(function.__name__, there):
                    return None  # type: ignore[return-value]
                name, size = function.__name__, work(*args, **kwargs)
                here = stays(name, there, size)
                task = function(*args, **kwargs)  # which may ask whether it is quick, before anything else
                with there.making if here else nullcontext():
                    there.found = there.found or [taken(name, there, task, doing, size, here=here)]
            found: R = there.found[0]
            return found

        def waits(*args: P.args, **kwargs: P.kwargs) -> bool:
            return not place(*args, **kwargs).found and sizes.is_quick(work(*args, **kwargs))

        def cancelled(*args: P.args, **kwargs: P.kwargs) -> bool:
            there = place(*args, **kwargs)
            return not there.found and was_cancelled(function.__name__, there)

        def ready(*args: P.args, **kwargs: P.kwargs) -> bool:
            return bool(place(*args, **kwargs).found)

        call.waits, call.cancelled, call.ready = waits, cancelled, ready  # type: ignore[attr-defined]
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
# without arrows. A class of visitors with small data finds room for all of them.
@kept()
def problem(data: Data, choice: KernelChoice) -> Problem:
    """A data set under a kernel; what follows from it is made when asked for, and stays with it."""
    return Problem(data, choice)


@kept(entries=64)
def decades(data: Data, choice: KernelChoice) -> int:
    """By how many powers of ten the kernel matrix is larger than usual; 0 where there is none."""
    try:
        return problem(data, choice).decades
    except REASONS:  # the page says what is wrong with the kernel
        return 0


@kept(entries=32)
def plain(data: Data) -> Problem:
    """A data set for methods that read no kernel, with what they share, as the embedding of a graph."""
    return Problem.of(data)


def filled(found: T, task: Task[T], doing: str, work: float) -> T:
    """A kept object, with what a task makes of it: ``computed`` for what an object derives."""
    name = task.function.__name__
    take_over(found, taken(name, found, task, doing, work, here=stays(name, found, work)))
    return found


def with_entries(data: Data, choice: KernelChoice) -> Problem:
    """A data set under a kernel whose entries are about to be asked for: those that a small graph holds are there."""
    found = problem(data, choice)
    kernel = found.kernel if found.is_graph and not found.crossed else None
    dense = isinstance(kernel, GraphKernel) and not GRAPH_KERNELS[kernel.kind].sparse
    n = found.shape[0]
    work = sizes.columns(found, n) if dense and n <= GraphKernel.held else 0.0
    if not stays("held", found, work):
        task: Task[Any] = Task(held_entries, found)
        doing = "Computing the kernel matrix"
        found.kernel.hold(taken("held", found, task, doing, work, here=False))
    return found


def matrix(data: Data, choice: KernelChoice) -> Problem:
    """The kernel matrix of a data set, or the one between its rows and columns, with what these are."""
    found = with_entries(data, choice)
    if not made(found, "_whole"):
        build: Task[Problem] = Task(with_operator, found)
        filled(found, build, "Computing the kernel matrix", sizes.matrix(found))
    return found


@kept()
def split(data: Data, train_size: float, seed: int) -> Split:
    """The seeded split; raises DataError where the labels do not allow one."""
    return experiments.holdout_split(data.labels, train_size=train_size, random_state=seed)
