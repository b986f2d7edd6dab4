"""Run long work in a separate process that can be ended at any moment.

A *task* is a function that can be imported by name, with arguments that can be pickled. Where the function returns a
``ProgressIterator``, the process runs it and reports its progress; any other value is the result itself.

    job = Job(Task(find_kernel, data, split=split))     # a ProgressIterator: iterate, watch, cancel; as ``Run``
    found = job.run(progress=…)  # to the end

A job raises what the function raised; a DataError with a remedy where a limit was met or the process was killed. One
that has at most ``BRIEF`` seconds does not wait behind long work: as many more places as there are cores are kept for
those.

A worker (``workers.py``) serves one task after another. Cancel, a limit, or dropping the last reference to a ``Job``
kills it with all its descendants, whatever it is doing; workers end with this process, even where it is killed. A job
may take ``ASKCORE_JOB_MB`` of memory, by default 70% of the machine's. Within a worker, work is done where it is asked
for, without limits.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from askcore._machine import beside, memory
from askcore._validation import DataError
from askcore.experiments.running import workers
from askcore.experiments.running.run import Progress, ProgressIterator
from askcore.experiments.running.workers import Limits, Worker, carry_out

Result = TypeVar("Result")

BRIEF = 180.0  # seconds: what may take no longer does not wait behind long work
BEAT = 0.25  # seconds between reports of a job, with or without news
_LOOK = 1.0  # seconds between two looks at a job that says nothing
_MEMORY = 0.7  # share of the machine's that a job may take


class Ended(DataError):
    """The process that computed something is gone without an answer: it was killed, or it crashed."""


class Task(Generic[Result]):
    """A call that any process of ours can make, of a function importable by name with arguments that can be pickled.

    The function returns a value or a ``ProgressIterator``.
    """

    def __init__(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        self.function, self.args, self.kwargs = function, args, kwargs

    def __call__(self) -> Any:
        """Make the call here."""
        return self.function(*self.args, **self.kwargs)


class Job(ProgressIterator[Result]):
    """Work in a separate process; it begins with the first step, as soon as a core is free.

    Iterating yields a ``Progress`` at least every quarter of a second: of the steps of the work where it has some, else
    of the time so far, under the name ``label``. Dropping the last reference ends the process. Where nobody takes
    steps, ``viewer`` is asked whether somebody is still there who will. After ``limit`` seconds the process ends; it
    may take ``megabytes`` of memory, by default ``ASKCORE_JOB_MB``. ``by`` is the runner, by default that of this
    process.

    >>> Job(Task(divmod, 7, 3)).run()
    (2, 1)
    """

    def __init__(
        self,
        task: Task[Result],
        *,
        label: str = "computing",
        viewer: Callable[[], bool] | None = None,
        limit: float | None = None,
        megabytes: float | None = None,
        by: Runner | None = None,
    ) -> None:
        allowed = os.environ.get("ASKCORE_JOB_MB") or _MEMORY * memory() / 2**20
        self._entry = entry = _Entry(task, viewer, limit, megabytes or float(allowed))
        super().__init__(iter(()), lambda: entry.partial)  # which holds the entry alone, not the job
        self._runner = runner() if by is None else by
        self._label, self._begun, self._over = label, 0.0, False
        weakref.finalize(self, self._runner.cancel, self._entry)

    def close(self) -> None:
        """End the process, from any thread; a later step starts again."""
        self._runner.cancel(self._entry)

    def start(self) -> None:
        """Put it in line, where it is not yet: before anybody takes a step."""
        if self._entry.state in ("new", "ended"):
            self._begun = self._runner.clock()
            self._runner.submit(self._entry)

    def _step(self) -> Progress:
        if self._over:
            raise StopIteration
        self.start()
        entry = self._entry
        entry.wait(self._runner.clock())
        if entry.state == "done":
            self._over = True
            if entry.error is not None:
                raise entry.error
            self.result, entry.result = entry.result, None
            return Progress.after(1, 1, "done", self._runner.clock() - self._begun, 0.0)
        now, place = self._runner.clock(), self._runner.place(entry)
        if place:
            return Progress.after(0, 1, f"waiting, number {place} in line", now - self._begun)
        return entry.progress or Progress.after(0, 1, self._label, now - (entry.started or self._begun))


class _Entry:
    """A task on its way: what the runner knows of it. Knows nothing of the ``Job`` that holds it.

    ``state`` is "new", "waiting", "running", "ended" (called off) or "done" (with ``result`` or ``error``).
    """

    def __init__(
        self, task: Task[Any], viewer: Callable[[], bool] | None, limit: float | None, megabytes: float
    ) -> None:
        self.task, self.viewer, self.limit, self.megabytes = task, viewer, limit, megabytes
        self.state = "new"
        self.asked = self.started = 0.0
        self.progress: Progress | None = None
        self.partial: Any = None
        self.result: Any = None
        self.error: Exception | None = None
        self.worker: Worker | None = None
        self._news = threading.Condition()

    @property
    def brief(self) -> bool:
        """Whether it does not wait behind long work."""
        return self.limit is not None and self.limit <= BRIEF

    def wait(self, now: float) -> None:
        """Until there is news, or for a beat."""
        with self._news:
            self.asked = now
            if self.state in ("waiting", "running"):
                self._news.wait(BEAT)

    def update(self, **found: Any) -> None:
        """Take down what is new."""
        with self._news:
            for name, value in found.items():
                setattr(self, name, value)
            self._news.notify_all()


class Runner:
    """Give jobs to workers: as many at once as ``ASKCORE_JOBS`` says, else as there are cores, the others in line.

    A job that no session polls for ``PATIENCE`` seconds is ended; the next who does puts it in line again.
    """

    PATIENCE = 60.0

    def __init__(self, jobs: int | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.jobs = jobs or max(1, int(os.environ.get("ASKCORE_JOBS") or workers.cores()))
        self.clock = clock
        self._lock = threading.RLock()
        self._line: list[_Entry] = []
        self._running: list[_Entry] = []
        self._idle: list[Worker] = []

    def warm(self) -> None:
        """Have a worker ready: it takes seconds to load."""
        with self._lock:
            if not self._idle and not self._running and not workers.is_worker():
                self._idle.append(Worker())

    @property
    def is_idle(self) -> bool:
        """Whether a worker waits for a job."""
        with self._lock:
            return bool(self._idle)

    def submit(self, entry: _Entry) -> None:
        """Queue a job; it starts at once if a process is free."""
        with self._lock:
            entry.update(state="waiting", asked=self.clock(), progress=None, partial=None, error=None)
            self._line.append(entry)
            self._start_next()

    def cancel(self, entry: _Entry) -> None:
        """End a job, wherever it is; returns at once."""
        with self._lock:
            if entry in self._line:
                self._line.remove(entry)
            if entry.state in ("waiting", "running"):
                entry.update(state="ended")
            if entry.worker is not None:
                entry.worker.kill()

    def place(self, entry: _Entry) -> int:
        """The place of a job in line, from 1; 0 for one that is running or over."""
        with self._lock:
            line = [other for other in self._line if other.brief == entry.brief]
            return line.index(entry) + 1 if entry in line else 0

    def end_overdue(self, entry: _Entry, now: float) -> None:
        """End a job that exceeds its time limit, or that no session has polled for a minute."""
        if entry.limit is not None and now - entry.started > entry.limit:
            said = f"it takes longer than the {entry.limit:g} seconds that are allowed"
            entry.update(error=DataError(said, remedy="Take a part of the data."))
            with self._lock:
                if entry.worker is not None:
                    entry.worker.kill()
        elif self._forgotten(entry, now):
            self.cancel(entry)

    def _forgotten(self, entry: _Entry, now: float) -> bool:
        if now - entry.asked <= self.PATIENCE:
            return False
        if entry.viewer is not None and entry.viewer():
            entry.asked = now
            return False
        return True

    def _start_next(self) -> None:
        """Start what there is room for; who was forgotten loses the place in line."""
        now = self.clock()
        for entry in list(self._line):
            if self._forgotten(entry, now):
                self.cancel(entry)
        for entry in list(self._line):
            if sum(other.brief == entry.brief for other in self._running) < self.jobs:
                self._line.remove(entry)
                self._running.append(entry)
                entry.update(state="running", started=self.clock())
                if workers.is_worker():
                    beside(self._attend, entry, None)
                    continue
                self._idle = [worker for worker in self._idle if worker.process.exitcode is None]
                entry.worker = self._idle.pop() if self._idle else Worker()
                beside(self._attend, entry, entry.worker)

    def _attend(self, entry: _Entry, worker: Worker | None) -> None:
        """In a thread: have a job done, then keep the worker for the next one, or end it."""
        found, goes_on = self._run_inline(entry) if worker is None else self._receive(entry, worker)
        with self._lock:
            waiting = entry.worker is worker and entry.state == "running" and entry.error is None
            lost = worker is not None and not worker.begun and waiting  # killed while it was idle
            if lost:
                worker = entry.worker = Worker()
        if lost and worker is not None:
            found, goes_on = self._receive(entry, worker)
        with self._lock:
            if entry.worker is worker:
                entry.worker = None
                if entry.state == "running":
                    entry.update(state="done", **found)
            if worker is not None and goes_on and len(self._idle) < self.jobs:
                self._idle.append(worker)
            elif worker is not None:
                worker.kill()
            self._running.remove(entry)
            self._start_next()

    def _receive(self, entry: _Entry, worker: Worker) -> tuple[dict[str, Any], bool]:
        """Send the task and take down what comes, to the end: what was found, and whether the worker goes on."""
        threads = int(os.environ.get("OPENBLAS_NUM_THREADS") or workers.cores())
        share = 1 if entry.brief else max(1, threads // max(len(self._running), 1))
        worker.begun = False
        try:
            worker.channel.send(Limits(share, entry.megabytes))
            worker.channel.send(entry.task)
            while True:
                if worker.channel.poll(_LOOK):
                    kind, value, goes_on = worker.channel.recv()
                    worker.begun = True
                    if kind == "progress":
                        entry.update(progress=value[0], partial=value[1])
                    elif kind != "begun":
                        return {kind: value}, goes_on
                self.end_overdue(entry, self.clock())
        except (EOFError, OSError):  # it was ended, or ended itself
            return {"error": entry.error or _died(worker)}, False
        except Exception as error:  # noqa: BLE001 - a task that cannot be sent; raised where steps are taken
            return {"error": error}, False

    def _run_inline(self, entry: _Entry) -> tuple[dict[str, Any], bool]:
        """Within a worker: to the end, in a thread."""
        try:
            return {
                "result": carry_out(entry.task, lambda at, part: entry.update(progress=at, partial=part))
            }, True
        except Exception as error:  # noqa: BLE001 - raised where steps are taken
            return {"error": error}, True


_RUNNER: list[Runner] = []
_MAKING = threading.Lock()


def runner() -> Runner:
    """The runner of this process."""
    with _MAKING:
        if not _RUNNER:
            _RUNNER.append(Runner())
        return _RUNNER[0]


def _died(worker: Worker) -> Ended:
    """Error for a job whose process ended without an answer."""
    worker.process.join(_LOOK)
    code = worker.process.exitcode or 0
    names = {each.value: each.name for each in signal.Signals}
    how = f" by the signal {names.get(-code, -code)}" if code < 0 else ""
    return Ended(
        f"the process of this computation was ended{how}",
        remedy="Nothing else is lost. Start the computation again; if memory is short, use less data.",
    )
