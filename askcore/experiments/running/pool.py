"""Independent pieces of work, several at a time: in processes of this machine, or on the cluster that is named.

The one way to hand out pieces. Here each is a job of the runner (``jobs.py``), so that the cores are shared with all
other work and no process outlives anybody. Where ``ASKCORE_SCHEDULER`` is set each is a task of that Dask cluster. Ours
is what neither knows: so many pieces at a time, each handed over as soon as it is there, and a pause when no one takes
the results.

What a piece gives depends on nothing but what it is called with: then it is the same here and there. A task that has
begun cannot be interrupted by Dask: where a run is stopped the worker ends it, and what it found is dropped.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any

from askcore._machine import beside
from askcore.experiments.running.jobs import BEAT, Job, Task
from askcore.experiments.running.run import Cancelled, Progress, ProgressIterator
from askcore.operators.cluster import SCHEDULER, connect, gathered, submitting, workers

_BEAT = 0.5  # seconds: so long a wait for a piece goes on before the caller hears that it does
FORGOTTEN = 20.0  # seconds without a request for results, after which no further piece is given out
_GIVEN_UP = 60.0  # ... and what is running is ended, to be started again on the next request


def on_a_cluster() -> bool:
    """Whether pieces go to the cluster that ``ASKCORE_SCHEDULER`` names; those of a piece stay in it."""
    return bool(os.environ.get(SCHEDULER)) and not _is_task()


def _is_task() -> bool:
    if "distributed" not in sys.modules:
        return False
    from distributed import get_worker

    try:
        get_worker()
    except ValueError:
        return False
    return True


@dataclass(frozen=True, eq=False)
class Piece:
    """The call function(held, \\*args): ``held`` is what other pieces have, too, which a cluster is sent once.

    The function can be imported by name, all others can be pickled.
    """

    function: Callable[..., Any]
    held: Any
    args: tuple[Any, ...] = ()


class Pool:
    """Several pieces at a time, until they are done, stopped or forgotten.

    ``jobs`` pieces run at a time here, where the runner may have fewer cores; a cluster gets one for each of its
    threads. After ``FORGOTTEN`` seconds in which no outcome is taken no further piece is given out; the next who does
    starts them again. ``places`` : pieces that can be under way at once, as far as is known.
    """

    def __init__(self, jobs: int) -> None:
        self.places = jobs
        self._cluster: _Cluster | None = None
        self._asked = time.monotonic()
        self._stopped = threading.Event()
        self._changed = threading.Condition()
        self._ready: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._left: list[Piece] = []
        self._running: list[ProgressIterator[Any]] = []

    def outcomes(self, pieces: Sequence[Piece]) -> Generator[Any, None, None]:
        """Results of the pieces as they come; None every half second without one.

        Raises DataError where the scheduler does not answer, or no longer.
        """
        if on_a_cluster():
            self._cluster = _Cluster()
        self._left = list(reversed(pieces))
        came = 0
        try:
            while came < len(pieces) and not self._stopped.is_set():
                self._asked = time.monotonic()
                if self._cluster is not None:
                    self.places = self._cluster.threads()
                self._give_out()
                try:
                    failure, found = self._ready.get(timeout=_BEAT)
                except queue.Empty:
                    yield None
                    continue
                if failure is not None:
                    raise failure
                came += 1
                yield found
        finally:
            self.stop()

    def stop(self, patience: float = 0.0) -> None:
        """End what is running, from any thread; waits up to ``patience`` seconds until it has stopped."""
        self._stopped.set()
        with self._changed:
            for run in self._running:
                run.close()
            self._changed.wait_for(lambda: not self._running, patience)

    def _give_out(self) -> None:
        """A piece for every place without one, while somebody asks for results."""
        with self._changed:
            while self._left and len(self._running) < self.places and not self._stopped.is_set():
                if self._unasked > FORGOTTEN:
                    return
                piece = self._left.pop()
                run: ProgressIterator[Any] = (
                    Job(Task(piece.function, piece.held, *piece.args))
                    if self._cluster is None
                    else _Task(self._cluster, piece)
                )
                self._running.append(run)
                beside(self._follow, run, piece)

    @property
    def _unasked(self) -> float:
        return time.monotonic() - self._asked

    def _follow(self, run: ProgressIterator[Any], piece: Piece) -> None:
        """In a separate thread: hand over results, and give out the next piece."""
        try:
            found = run.run(cancel=lambda: self._stopped.is_set() or self._unasked > _GIVEN_UP)
            self._ready.put((None, found))
        except Cancelled:
            self._left.append(piece)
        except Exception as error:  # noqa: BLE001 - raised again where the outcomes are taken
            self._ready.put((error, None))
        with self._changed:
            self._running.remove(run)
            self._changed.notify_all()
        self._give_out()


class _Cluster:
    def __init__(self) -> None:
        self.client = connect()
        self._sent: dict[int, tuple[Any, Any]] = {}
        self._lock = threading.Lock()

    def threads(self) -> int:
        """Of its workers just now; waits for the first one."""
        return sum(workers(self.client).values())

    def submitted(self, piece: Piece) -> Any:
        """The future of a piece."""
        with self._lock, submitting():
            if id(piece.held) not in self._sent:  # kept here, so that no other object gets its number
                self._sent[id(piece.held)] = piece.held, self.client.submit(_same, piece.held, pure=False)
            held = self._sent[id(piece.held)][1]
            return self.client.submit(piece.function, held, *piece.args, pure=False)


class _Task(ProgressIterator[Any]):
    """A piece on a cluster, as ``Job`` is one in a process."""

    def __init__(self, cluster: _Cluster, piece: Piece) -> None:
        super().__init__(iter(()))
        self._cluster, self._piece = cluster, piece
        self._future: Any = None
        self._begun, self._over = 0.0, False

    def close(self) -> None:
        """Cancel, from any thread; a later step starts again."""
        future, self._future = self._future, None
        if future is not None:
            future.cancel()

    def _step(self) -> Progress:
        if self._over:
            raise StopIteration
        future = self._future
        if future is None:
            self._news = threading.Event()
            self._begun, future = time.monotonic(), self._cluster.submitted(self._piece)
            self._future = future
            future.add_done_callback(lambda _, news=self._news: news.set())
        ended = self._news.wait(BEAT)
        elapsed = time.monotonic() - self._begun
        if not ended or self._future is not future:
            return Progress.at(0, 1, "computing", elapsed)
        self.result = gathered(self._cluster.client, [future])[0]
        self._over = True
        return Progress.at(1, 1, "done", elapsed, 0.0)


def _same(value: Any) -> Any:
    return value
