"""Computing one unit, here or in a worker process: its values, or why there are none.

Papers floor.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any

from threadpoolctl import threadpool_limits

from askcore._validation import DataError
from askcore.papers.engine.protocol import Unit, Values

__all__ = ["Outcome", "Task", "outcome", "outcome_while"]

Task = tuple[Callable[[Any, Unit, Mapping[str, Any]], Values], Any, Unit, Mapping[str, Any]]
"""compute, data, unit, options."""

_LOOK = 0.2  # seconds between two looks whether the work is still wanted
_NICE = 10  # of a worker process


@dataclass(frozen=True)
class Outcome:
    """Values of a unit and its seconds; or, for one that its data do not allow, the problem."""

    unit: Unit
    values: Values
    seconds: float
    problem: str = ""


def outcome(task: Task, *, one_thread: bool = True) -> Outcome:
    """Compute a unit; a DataError or MemoryError is its problem, any other error is raised.

    ``one_thread``: BLAS uses one thread, as in the worker processes, so that the digits are the same.
    """
    compute, data, unit, options = task
    started = time.perf_counter()
    try:
        with threadpool_limits(1 if one_thread else None):
            values = compute(data, unit, options)
    except (DataError, MemoryError) as error:
        return Outcome(unit, {}, time.perf_counter() - started, str(error) or "Not enough memory.")
    seconds = time.perf_counter() - started
    _check(values, unit)
    return Outcome(unit, values, seconds)


def _check(values: Values, unit: Unit) -> None:
    """A protocol has to answer for the methods and repeats that it was asked for."""
    lengths = {len(column) for found in values.values() for column in found.values()}
    if set(values) != set(unit.methods) or not lengths <= {len(unit.repeats)}:
        raise ValueError(
            f"The protocol must give {len(unit.repeats)} value(s) for each of {', '.join(unit.methods)} on "
            f"{unit.dataset}; it gave {', '.join(values) or 'nothing'} with {sorted(lengths)} value(s)."
        )


class _Unwanted(BaseException):
    """The work was called off."""


class _Here:
    """Whether this process is computing a unit just now."""

    working = False


def outcome_while(wanted: str, task: Task) -> Outcome | Exception | None:
    """In a worker process: ``outcome``, or None when the file ``wanted`` goes away meanwhile, or what was raised.

    An exception is handed over, not raised: joblib would drop the outcomes that are on their way.
    The worker itself lives on for the next unit, of this run or of another that shares it: killing it would take
    the other's work along. Its interrupt signal (Ctrl-C reaches every process of a terminal) means the same.
    """
    finished = threading.Event()
    signal.signal(signal.SIGINT, _on_interrupt)
    _make_way()
    watcher = threading.Thread(target=_watch, args=(Path(wanted), finished), daemon=True)
    try:
        _Here.working = True
        watcher.start()
        return outcome(task)
    except _Unwanted:
        return None
    except Exception as error:  # noqa: BLE001 - raised again in the run's own process
        error.add_note("In a worker process:\n" + traceback.format_exc())
        return error
    finally:
        _Here.working = False
        finished.set()


def _make_way() -> None:
    """Pages of the same machine come first: a worker takes what they leave of the processors."""
    if hasattr(os, "setpriority") and os.getpriority(os.PRIO_PROCESS, 0) < _NICE:
        os.setpriority(os.PRIO_PROCESS, 0, _NICE)


def _watch(wanted: Path, finished: threading.Event) -> None:
    parent = os.getppid()  # another one, once the run's own process was killed
    while not finished.wait(_LOOK):
        if not wanted.exists() or os.getppid() != parent:
            _interrupt_main_thread()
            return


def _interrupt_main_thread() -> None:
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)  # wakes it from a wait, too
    else:
        signal.raise_signal(signal.SIGINT)


def _on_interrupt(number: int, frame: FrameType | None) -> None:
    if _Here.working:
        raise _Unwanted
