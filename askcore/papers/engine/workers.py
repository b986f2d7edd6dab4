"""Units over several processes, given out one by one and stopped at any time.

Papers floor.
"""

from __future__ import annotations

import queue
import tempfile
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any

from joblib import Parallel, delayed

from askcore.papers.engine.outcome import Outcome, Task, outcome_while
from askcore.papers.engine.protocol import Unit

__all__ = ["Workers"]

_BEAT = 0.5  # seconds: so long a wait for a unit goes on before the caller hears that it does
_FORGOTTEN = 20.0  # seconds: nobody asked for results since, so no further unit is given out


class Workers:
    """Worker processes with one BLAS thread each: more threads than cores would wait for each other.

    joblib wants its results to be taken, and dropped, by the thread that asked for them, and a page takes every step
    in another thread. So one thread of our own talks to joblib and hands the outcomes on.

    Parameters
    ----------
    jobs : processes.
    keep : called with each outcome as soon as it is there, in that thread; what it returns is handed on.
    forgotten : seconds after which units are no longer given out when nobody takes outcomes; the next who does
        starts them again.
    """

    def __init__(self, jobs: int, keep: Callable[[Outcome], Any], *, forgotten: float = _FORGOTTEN) -> None:
        self._jobs, self._keep, self._forgotten = jobs, keep, forgotten
        self._stop = threading.Event()
        self._asked = time.monotonic()
        self._feeding: Future[None] | None = None
        self._ready: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def outcomes(self, tasks: Sequence[Task]) -> Generator[Any, None, None]:
        """What ``keep`` returned for each task, as they come; None every half second without one."""
        finished: set[Unit] = set()
        self._folder = tempfile.TemporaryDirectory(prefix="askcore-", ignore_cleanup_errors=True)
        wanted = Path(self._folder.name) / "wanted"
        wanted.touch()
        try:
            while len(finished) < len(tasks) and not self._stop.is_set():
                yield from self._round([task for task in tasks if task[2] not in finished], wanted, finished)
        finally:
            self.stop()

    def stop(self, patience: float = 0.0) -> None:
        """Call off what is running, from any thread; waits up to ``patience`` seconds for it to end."""
        self._stop.set()
        if self._folder is not None:
            self._folder.cleanup()
        if self._feeding is not None and patience > 0:
            wait([self._feeding], patience)

    def _round(self, tasks: list[Task], wanted: Path, finished: set[Unit]) -> Iterator[Any]:
        thread = ThreadPoolExecutor(1, thread_name_prefix="papers")
        self._asked = time.monotonic()
        self._feeding = feeding = thread.submit(self._feed, tasks, str(wanted))
        thread.shutdown(wait=False)
        while True:
            self._asked = time.monotonic()
            try:
                item = self._ready.get(timeout=_BEAT)
            except queue.Empty:
                yield None
                continue
            if item is None:
                break
            unit, kept = item
            finished.add(unit)
            yield kept
        feeding.result()  # raises what went wrong

    def _feed(self, tasks: list[Task], wanted: str) -> None:
        workers = Parallel(
            n_jobs=self._jobs,
            backend="loky",
            inner_max_num_threads=1,
            return_as="generator_unordered",
            pre_dispatch=self._jobs,
            batch_size=1,
        )
        failure: Exception | None = None
        try:
            for found in workers(delayed(outcome_while)(wanted, task) for task in self._asked_for(tasks)):
                if isinstance(found, Exception):
                    failure = failure or found
                    self.stop()
                elif found is not None:
                    self._ready.put((found.unit, self._keep(found)))
        finally:
            self._ready.put(None)
        if failure is not None:
            raise failure

    def _asked_for(self, tasks: list[Task]) -> Iterator[Task]:
        for task in tasks:
            if self._stop.is_set() or time.monotonic() - self._asked > self._forgotten:
                return
            yield task
