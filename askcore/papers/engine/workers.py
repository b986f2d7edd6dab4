"""Computing units: here, or over several processes, given out one by one and stopped at any time.

Papers floor. The processes are loky's, which joblib brings along: unlike those of ``multiprocessing`` and
``concurrent.futures`` they start without running the caller's script once more, be it a page or a script without a
guard, and are killed on request. Ours is what no library has: a worker makes way for pages and outlives nobody, and
rests when nobody takes the results.
"""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from joblib.externals.loky import ProcessPoolExecutor
from threadpoolctl import threadpool_limits

from askcore._validation import DataError
from askcore.papers.engine.protocol import Compute, Unit, Values

__all__ = ["Computed", "UnitTask", "Workers", "compute_unit"]

UnitTask = tuple[Compute, Any, Unit, Mapping[str, Any]]
"""compute, data, unit, options."""

_BEAT = 0.5  # seconds: so long a wait for a unit goes on before the caller hears that it does
_FORGOTTEN = 20.0  # seconds: nobody asked for results since, so no further unit is given out
_IDLE = 60.0  # seconds until a worker without work ends
_LOOK = 0.5  # seconds between two looks whether the run's own process still lives
_NICE = 10  # of a worker process
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "OMP_NUM_THREADS"), "1")


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


class Workers:
    """Worker processes with one BLAS thread each: more threads than cores would wait for each other.

    Parameters
    ----------
    jobs : processes.
    keep : called with each ``Computed`` as soon as it is there, in a thread of this process; what it returns is
        handed on.
    forgotten : seconds after which units are no longer given out when nobody takes outcomes; the next who does
        starts them again.

    Attributes
    ----------
    busy : units that are given out and have not come back.
    """

    def __init__(self, jobs: int, keep: Callable[[Computed], Any], *, forgotten: float = _FORGOTTEN) -> None:
        self._jobs, self._keep, self._forgotten = jobs, keep, forgotten
        self._asked = time.monotonic()
        self._stopped = threading.Event()
        self._changed = threading.Condition(threading.RLock())
        self._ready: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._executor: ProcessPoolExecutor | None = None
        self._left: list[UnitTask] = []
        self.busy = 0

    def outcomes(self, tasks: Sequence[UnitTask]) -> Generator[Any, None, None]:
        """What ``keep`` returned for each task, as they come; None every half second without one."""
        self._left = list(reversed(tasks))
        self._executor = _taken(self._jobs)
        came = 0
        try:
            while came < len(tasks) and not self._stopped.is_set():
                self._asked = time.monotonic()
                self._give_out()
                try:
                    failure, kept = self._ready.get(timeout=_BEAT)
                except queue.Empty:
                    yield None
                    continue
                if failure is not None:
                    raise failure
                came += 1
                if came == len(tasks):
                    _left(self._jobs, self._executor)
                    self._executor = None
                yield kept
        finally:
            self.stop()

    def stop(self, patience: float = 0.0) -> None:
        """Kill what is running, from any thread; waits up to ``patience`` seconds until it has stopped."""
        self._stopped.set()
        if self._executor is not None:
            self._executor.shutdown(wait=False, kill_workers=True)
        with self._changed:
            self._changed.wait_for(lambda: not self.busy, patience)

    def _give_out(self) -> None:
        """A unit for every worker without one, while somebody asks for results."""
        with self._changed:
            while (
                self._left
                and self.busy < self._jobs
                and not self._stopped.is_set()
                and time.monotonic() - self._asked <= self._forgotten
            ):
                assert self._executor is not None
                try:
                    future = self._executor.submit(compute_unit, self._left.pop())
                except RuntimeError as error:  # a worker died, or the executor was shut down meanwhile
                    self._ready.put((error, None))
                    return
                self.busy += 1
                future.add_done_callback(self._came_back)

    def _came_back(self, future: Future[Computed]) -> None:
        """In a thread of loky's: keep what came, and give out the next unit."""
        try:
            if not self._stopped.is_set() or future.exception() is None:  # else it was called off
                self._ready.put((None, self._keep(future.result())))
        except Exception as error:  # noqa: BLE001 - raised again where the outcomes are taken
            self._ready.put((error, None))
        with self._changed:
            self.busy -= 1
            self._changed.notify_all()
        self._give_out()


_waiting: list[tuple[int, ProcessPoolExecutor]] = []  # at most one, of a run that came to its end


def _taken(jobs: int) -> ProcessPoolExecutor:
    """The processes that the run before has left, or new ones, which take seconds to start."""
    try:
        before, executor = _waiting.pop()
    except IndexError:
        pass
    else:
        if before == jobs:
            return executor
        executor.shutdown(wait=False, kill_workers=True)
    return ProcessPoolExecutor(
        jobs, timeout=_IDLE, initializer=_begin, initargs=(os.getpid(),), env=_ONE_THREAD
    )


def _left(jobs: int, executor: ProcessPoolExecutor) -> None:
    """Leave processes that have nothing to do to the next run."""
    _waiting.append((jobs, executor))
    if len(_waiting) > 1:
        _waiting.pop(0)[1].shutdown(wait=False, kill_workers=True)


def _begin(parent: int) -> None:
    """In a worker: Ctrl-C is the parent's to answer, pages of the machine come first, and it ends with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setpriority") and os.getpriority(os.PRIO_PROCESS, 0) < _NICE:
        os.setpriority(os.PRIO_PROCESS, 0, _NICE)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_LOOK)
    os._exit(1)
