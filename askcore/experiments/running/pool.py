"""Independent pieces of work, several at a time: in processes of this machine, or on the cluster that is named.

Here each piece is a job of the runner (``jobs.py``), so that the cores are shared with all other work and no process
outlives anybody. Where ``ASKCORE_SCHEDULER`` is set each is a task of that Dask cluster, which spreads them.

What a piece gives depends on nothing but what it is called with: then it is the same here and there. A task that has
begun cannot be interrupted by Dask: where a run is stopped the worker ends it, and what it found is dropped.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any

from askcore._machine import beside
from askcore.experiments.running.jobs import Job, Task
from askcore.operators.cluster import SCHEDULER, connect, gathered, submitting, workers

_BEAT = 0.5  # seconds: so long a wait for a piece goes on before the caller hears that it does


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
    """Several pieces at a time, until they are done or stopped.

    ``jobs`` pieces run at a time here, where the runner may have fewer cores; a cluster takes as many as it has
    threads.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._stopped = threading.Event()
        self._ready = queue.SimpleQueue[Callable[[], Any]]()
        self._futures: list[Any] = []

    def outcomes(self, pieces: Sequence[Piece]) -> Generator[Any, None, None]:
        """Results of the pieces as they come; None every half second without one.

        Raises DataError where the scheduler does not answer, or no longer.
        """
        beat = self._submit(pieces) if on_a_cluster() else self._start(pieces)
        came = 0
        try:
            while came < len(pieces) and not self._stopped.is_set():
                try:
                    result = self._ready.get(timeout=_BEAT)
                except queue.Empty:
                    beat()
                    yield None
                else:
                    came += 1
                    yield result()
        finally:
            self.stop()

    def stop(self) -> None:
        """End what is running, from any thread."""
        self._stopped.set()
        while self._futures:
            self._futures.pop().cancel()

    def _start(self, pieces: Sequence[Piece]) -> Callable[[], Any]:
        """Begin here."""
        left = queue.SimpleQueue[Piece]()
        for piece in pieces:
            left.put(piece)
        for _ in range(self._jobs):
            beside(self._work_off, left)
        return lambda: None

    def _work_off(self, left: queue.SimpleQueue[Piece]) -> None:
        """In a separate thread: one piece after the other."""
        while not self._stopped.is_set():
            try:
                piece = left.get_nowait()
            except queue.Empty:
                return
            done = Future[Any]()
            job: Job[Any] = Job(Task(piece.function, piece.held, *piece.args))
            try:
                done.set_result(job.run(cancel=self._stopped.is_set))
            except Exception as error:  # noqa: BLE001 - raised again where the outcomes are taken
                done.set_exception(error)
            self._ready.put(done.result)

    def _submit(self, pieces: Sequence[Piece]) -> Callable[[], Any]:
        """Begin on the cluster; gives what raises where that is gone."""
        client = connect()
        workers(client)  # waits for the first one
        with submitting():
            held = {id(each.held): each.held for each in pieces}
            sent = {key: client.submit(_same, value, pure=False) for key, value in held.items()}
            self._futures = [client.submit(p.function, sent[id(p.held)], *p.args, pure=False) for p in pieces]
        for future in self._futures:
            future.add_done_callback(lambda done: self._ready.put(lambda: gathered(client, [done])[0]))
        return lambda: workers(client)


def _same(value: Any) -> Any:
    return value
