"""Long work in a process of its own, which can be ended at any moment: the only way to other processes.

Experiment floor; knows no streamlit. Three ways to call it, all with a *recipe*: a function that can be imported by
name, and arguments that can be pickled. Where the function returns a ``Watched``, the process runs it and tells its
progress; any other value is the result itself.

    run = Remote(Recipe(find_kernel, data, split=split))     # a Watched: iterate, watch, cancel; as ``Run``
    found = Remote(recipe).run(progress=…)  # to the end
    data = run_in_worker(read, document, seconds=20, megabytes=1500)  # an upload: a plain call with limits

``run_in_worker`` raises what the function raised; a DataError with a remedy where a limit was met or the process was
killed. A call that has at most ``BRIEF`` seconds does not wait behind long work: places of their own, as many as
there are cores, are kept for those.

How it works. A small process without threads, the *nursery*, has loaded the package once and never computes; each job
is a fork of it (20 ms). For each job the nursery holds one end of a *lifeline*, a socket whose other end is here: when
that is closed, by ``cancel``, by a limit, because nobody holds the ``Remote`` any more, or because this process was
killed, the job and all its descendants are killed at once, whatever they are doing. The nursery itself ends with this
process, and the jobs with the nursery. No process is ever left behind, and nothing here must be cleaned up.

At most ``ASKCORE_JOBS`` jobs run at once, by default as many as there are cores, which they share; the others wait in
line and say at which place. A job that nobody has asked about for a minute ends (``Runner.PATIENCE``): whoever comes
back finds it waiting in line again. A job may take ``ASKCORE_JOB_MB`` more memory than the nursery has, by default 70 %
of the machine's. Where processes cannot be forked (Windows), and within a job, the work is done where it is
asked for, without limits.

What passes between the processes is pickled by them and read by nobody else. Nothing from outside is ever unpickled.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
import weakref
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from askcore._machine import beside, memory
from askcore._validation import DataError
from askcore.experiments.running import nursery
from askcore.experiments.running.nursery import Limits, Line, Nursery, carried_out
from askcore.experiments.running.run import Progress, Watched

Result = TypeVar("Result")

BRIEF = 180.0  # seconds: what may take no longer does not wait behind long work
BEAT = 0.25  # seconds after which whoever watches hears from a job, news or not
_LOOK = (
    1.0  # seconds between two looks at a job that says nothing: its limit, and whether anybody is interested
)
_MEMORY = 0.7  # share of the machine's that a job may take
_BIRTHS = 3  # processes asked for in turn, where one is gone before it has begun


class Ended(DataError):
    """The process that computed something is gone without an answer: it was killed, or it crashed."""


class Recipe(Generic[Result]):
    """A call that any process of ours can make.

    Parameters
    ----------
    function : importable by name; it returns a value or a ``Watched``.
    args, kwargs : what can be pickled.

    Examples
    --------
    >>> Recipe(divmod, 7, 3)()
    (2, 1)
    """

    def __init__(self, function: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        self.function, self.args, self.kwargs = function, args, kwargs

    def __call__(self) -> Any:
        """Make the call here."""
        return self.function(*self.args, **self.kwargs)


class Remote(Watched[Result]):
    """Work in a process of its own; it begins with the first step, when there is a core for it.

    Iterating yields a ``Progress`` at least every quarter of a second: of the steps of the work where it has some, else
    of the time so far. Dropping the last reference ends the process.

    Parameters
    ----------
    recipe : what to do.
    label : what is worked on, said until the work says it itself.
    viewer : asked, where nobody takes steps, whether somebody is still there who will.
    limit : seconds after which it is ended.
    megabytes : memory that it may take; by default ``ASKCORE_JOB_MB``.
    by : the runner; by default the one of this process.

    Examples
    --------
    >>> Remote(Recipe(divmod, 7, 3)).run()
    (2, 1)
    """

    def __init__(
        self,
        recipe: Recipe[Result],
        *,
        label: str = "computing",
        viewer: Callable[[], bool] | None = None,
        limit: float | None = None,
        megabytes: float | None = None,
        by: Runner | None = None,
    ) -> None:
        super().__init__(iter(()))
        self._runner = runner() if by is None else by
        self._job = _Job(recipe, viewer, limit, megabytes or _megabytes())
        self._label, self._begun, self._over = label, 0.0, False
        weakref.finalize(self, self._runner.cancel, self._job)

    @property
    def partial(self) -> Any:
        """The table that the work has told last; None where it told none."""
        return self._job.partial

    def close(self) -> None:
        """End the process, from any thread; a step that is taken later starts anew."""
        self._runner.cancel(self._job)

    def _step(self) -> Progress:
        if self._over:
            raise StopIteration
        job, now = self._job, self._runner.clock()
        if job.state in ("new", "ended"):
            self._begun = now
            self._runner.submit(job)
        job.wait(now)
        if job.state == "done":
            self._over = True
            if job.error is not None:
                raise job.error
            self.result, job.result = job.result, None
            return Progress.at(1, 1, "done", self._runner.clock() - self._begun, 0.0)
        return self._at()

    def _at(self) -> Progress:
        """The progress of a job that is not done."""
        job, now = self._job, self._runner.clock()
        place = self._runner.place(job)
        if place:
            return Progress.at(0, 1, f"waiting, number {place} in line", now - self._begun)
        return job.progress or Progress.at(0, 1, self._label, now - (job.started or self._begun))


def run_in_worker(
    function: Callable[..., Result],
    *args: Any,
    seconds: float | None = None,
    megabytes: float | None = None,
    **kwargs: Any,
) -> Result:
    """Call a function in a process of its own, and wait for what it returns."""
    return Remote(Recipe(function, *args, **kwargs), limit=seconds, megabytes=megabytes).run()


class _Job:
    """A recipe on its way: what is known of it here. Knows nothing of the ``Remote`` that holds it.

    Attributes
    ----------
    state : "new", "waiting", "running", "ended" (called off) or "done" (with ``result`` or ``error``).
    """

    def __init__(
        self,
        recipe: Recipe[Any],
        viewer: Callable[[], bool] | None,
        limit: float | None,
        megabytes: float,
    ) -> None:
        self.recipe, self.viewer, self.limit, self.megabytes = recipe, viewer, limit, megabytes
        self.state = "new"
        self.asked = self.started = 0.0
        self.progress: Progress | None = None
        self.partial: Any = None
        self.result: Any = None
        self.error: Exception | None = None
        self.news = threading.Condition()
        self.lifeline: socket.socket | None = None

    @property
    def brief(self) -> bool:
        """Whether it does not wait behind long work."""
        return self.limit is not None and self.limit <= BRIEF

    def wait(self, now: float) -> None:
        """Until there is news, or for a beat."""
        with self.news:
            self.asked = now
            if self.state in ("waiting", "running"):
                self.news.wait(BEAT)

    def tell(self, **found: Any) -> None:
        """Take down what is new."""
        with self.news:
            for name, value in found.items():
                setattr(self, name, value)
            self.news.notify_all()


class Runner:
    """Gives jobs to processes: as many at once as there are cores, the others in line.

    Parameters
    ----------
    jobs : how many at once; by default ``ASKCORE_JOBS``, else the number of cores.
    clock : seconds.

    Attributes
    ----------
    PATIENCE : seconds after which a job that nobody asks about is ended.
    """

    PATIENCE = 60.0

    def __init__(self, jobs: int | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.jobs = jobs or _jobs()
        self.clock = clock
        self._lock = threading.RLock()
        self._line: list[_Job] = []
        self._running: list[_Job] = []

    def submit(self, job: _Job) -> None:
        """Put a job in line; it starts at once where there is room."""
        with self._lock:
            job.tell(state="waiting", asked=self.clock(), progress=None, partial=None, error=None)
            self._line.append(job)
            self._start_next()

    def cancel(self, job: _Job) -> None:
        """End a job, wherever it is; returns at once."""
        with self._lock:
            if job in self._line:
                self._line.remove(job)
            if job.state in ("waiting", "running"):
                job.tell(state="ended")
            if job.lifeline is not None:
                job.lifeline.close()

    def place(self, job: _Job) -> int:
        """The place of a job in line, from 1; 0 for one that is running or over."""
        with self._lock:
            line = [other for other in self._line if other.brief == job.brief]
            return line.index(job) + 1 if job in line else 0

    def look_after(self, job: _Job, now: float) -> None:
        """End a job that is over its limit of time, or that nobody has asked about for a minute."""
        if job.limit is not None and now - job.started > job.limit:
            job.tell(error=_too_long(job.limit))
            self._kill(job)
        elif self._forgotten(job, now):
            self.cancel(job)

    def _forgotten(self, job: _Job, now: float) -> bool:
        if now - job.asked <= self.PATIENCE:
            return False
        if job.viewer is not None and job.viewer():
            job.asked = now
            return False
        return True

    def _kill(self, job: _Job) -> None:
        with self._lock:
            if job.lifeline is not None:
                job.lifeline.close()

    def _start_next(self) -> None:
        """Start what there is room for; who was forgotten loses the place in line."""
        now = self.clock()
        for job in list(self._line):
            if self._forgotten(job, now):
                self.cancel(job)
        for job in list(self._line):
            if sum(other.brief == job.brief for other in self._running) < self.jobs:
                self._line.remove(job)
                self._running.append(job)
                self._start(job)

    def _start(self, job: _Job) -> None:
        job.tell(state="running", started=self.clock())
        if not nursery.can_fork():
            beside(self._done_here, job)
            return
        threads = 1 if job.brief else max(1, _threads() // len(self._running))
        limits = Limits(threads, job.megabytes)
        job.lifeline, line = Nursery.bear()
        beside(self._attend, job, job.lifeline, line, limits)

    def _attend(self, job: _Job, lifeline: socket.socket, line: Line, limits: Limits) -> None:
        """In a thread: have the job done, in another process where one was lost, and give its place to the next."""
        found: dict[str, Any] | None = None
        for left in reversed(range(_BIRTHS)):
            found = self._heard(job, lifeline, line, limits)
            with self._lock:
                if found or not left or job.lifeline is not lifeline or job.state != "running":
                    break
                lifeline.close()
                line.close()
                lifeline, line = Nursery.bear()
                job.lifeline = lifeline
        with self._lock:
            if job.lifeline is lifeline:
                job.lifeline = None
                if job.state == "running":
                    job.tell(state="done", **(found or {"error": _died(lifeline)}))
            lifeline.close()
            line.close()
            self._running.remove(job)
            self._start_next()

    def _heard(self, job: _Job, lifeline: socket.socket, line: Line, limits: Limits) -> dict[str, Any] | None:
        """Send the recipe and take down what comes, to the end; None where the process was gone before it began.

        A nursery that is being killed may still take a request: its files are closed when its last thread is gone.
        """
        begun = False
        try:
            line.send(limits)
            line.send(job.recipe)
            while True:
                if line.poll(_LOOK):
                    kind, *what = line.recv()
                    if kind == "begun":
                        begun = True
                    elif kind == "progress":
                        job.tell(progress=what[0], partial=what[1])
                    else:
                        return {kind: what[0]}
                self.look_after(job, self.clock())
        except (EOFError, OSError):  # it was ended, or ended itself
            if begun or job.error is not None:
                return {"error": job.error or _died(lifeline)}
            return None
        except Exception as error:  # noqa: BLE001 - a recipe that cannot be sent; raised where steps are taken
            return {"error": error}

    def _done_here(self, job: _Job) -> None:
        """Without processes: in a thread, to its end."""
        try:
            job.tell(
                result=carried_out(job.recipe, lambda at, partial: job.tell(progress=at, partial=partial))
            )
        except Exception as error:  # noqa: BLE001 - raised where steps are taken
            job.tell(error=error)
        with self._lock:
            self._running.remove(job)
            if job.state == "running":
                job.tell(state="done")
            self._start_next()


_RUNNER: list[Runner] = []
_MAKING = threading.Lock()


def runner() -> Runner:
    """The runner of this process."""
    with _MAKING:
        if not _RUNNER:
            _RUNNER.append(Runner())
        return _RUNNER[0]


def _too_long(seconds: float) -> DataError:
    return DataError(
        f"it takes longer than the {seconds:g} seconds that are allowed", remedy="Take a part of the data."
    )


def _died(lifeline: socket.socket) -> Ended:
    """What is known of a job whose process is gone without an answer: the signal, and the most memory that it had."""
    try:
        lifeline.settimeout(_LOOK)
        status, most = map(int, lifeline.recv(64).split())
    except (OSError, ValueError):
        status = most = 0
    names = {each.value: each.name for each in signal.Signals}
    number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
    how = f" by the signal {names.get(number, number)}" if number else ""
    had = f"; it had taken {most / 1e6:,.0f} MB of memory at most" if most else ""
    return Ended(
        f"the process that computed this was ended{how}{had}",
        remedy="Nothing else is lost. Start it again; where memory is short, with less data.",
    )


def _jobs() -> int:
    return max(1, int(os.environ.get("ASKCORE_JOBS") or nursery.cores()))


def _threads() -> int:
    """Threads of linear algebra for all jobs together."""
    return max(1, int(os.environ.get("OPENBLAS_NUM_THREADS") or nursery.cores()))


def _megabytes() -> float:
    """Memory that a job may take."""
    given = os.environ.get("ASKCORE_JOB_MB")
    return float(given) if given else _MEMORY * memory() / 2**20
