"""Computing units: here, or over several processes, given out one by one and stopped at any time.

Papers floor. Each unit is a job of the runner (``experiments/worker.py``), so that the cores are shared with all other
work and no process outlives anybody. Ours is what a runner does not know: several units at a time, each kept as soon as
it is there, and a rest when nobody takes the results.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from threadpoolctl import threadpool_limits

from askcore._machine import beside
from askcore._validation import DataError
from askcore.experiments.run import Cancelled
from askcore.experiments.worker import Recipe, Remote
from askcore.papers.engine.protocol import Compute, Unit, Values

__all__ = ["Computed", "UnitTask", "Workers", "compute_unit"]

UnitTask = tuple[Compute, Any, Unit, Mapping[str, Any]]
"""compute, data, unit, options."""

_BEAT = 0.5  # seconds: so long a wait for a unit goes on before the caller hears that it does
_FORGOTTEN = 20.0  # seconds: nobody asked for results since, so no further unit is given out
_GIVEN_UP = 60.0  # ... and what is running is ended, to be begun anew when somebody asks


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
    """Several units at a time, each a process with one BLAS thread: more threads than cores would wait for each other.

    Parameters
    ----------
    jobs : units at a time; the runner may have fewer cores.
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
        self._changed = threading.Condition()
        self._ready: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._left: list[UnitTask] = []
        self._running: list[Remote[Computed]] = []

    @property
    def busy(self) -> int:
        """Units that are given out and have not come back."""
        return len(self._running)

    def outcomes(self, tasks: Sequence[UnitTask]) -> Generator[Any, None, None]:
        """What ``keep`` returned for each task, as they come; None every half second without one."""
        self._left = list(reversed(tasks))
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
                yield kept
        finally:
            self.stop()

    def stop(self, patience: float = 0.0) -> None:
        """Kill what is running, from any thread; waits up to ``patience`` seconds until it has stopped."""
        self._stopped.set()
        with self._changed:
            for run in self._running:
                run.close()
            self._changed.wait_for(lambda: not self._running, patience)

    def _give_out(self) -> None:
        """A unit for every place without one, while somebody asks for results."""
        with self._changed:
            while self._left and self.busy < self._jobs and not self._stopped.is_set():
                if self._unasked > self._forgotten:
                    return
                task = self._left.pop()
                run: Remote[Computed] = Remote(Recipe(compute_unit, task))
                self._running.append(run)
                if not beside(self._follow, run, task):
                    self._follow(run, task)

    @property
    def _unasked(self) -> float:
        return time.monotonic() - self._asked

    def _follow(self, run: Remote[Computed], task: UnitTask) -> None:
        """In a thread of its own where there are any: keep what comes, and give out the next unit."""
        try:
            found = run.run(cancel=lambda: self._stopped.is_set() or self._unasked > _GIVEN_UP)
            self._ready.put((None, self._keep(found)))
        except Cancelled:
            run.close()
            self._left.append(task)
        except Exception as error:  # noqa: BLE001 - raised again where the outcomes are taken
            self._ready.put((error, None))
        with self._changed:
            self._running.remove(run)
            self._changed.notify_all()
        self._give_out()
