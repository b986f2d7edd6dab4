"""Slow work: on the page where it takes a second at most, else in a process of its own, with progress and Cancel.

``in_background`` is for what a page needs, an ``OfferedJob`` for what a click starts. Results serve all
sessions, and so does a running job: a session that needs the same result watches it. Where a run of the page is cut
short, the next one watches the same job. A job ends when no session is left that wants it, and after a minute
without a browser.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar

import streamlit as st

from askcore._format import about, duration
from askcore.experiments import sizes
from askcore.experiments.running.jobs import Ended, Job, Task, runner
from askcore.experiments.running.run import Progress, ProgressIterator
from askcore.experiments.sizes import rough
from askcore.ui.cache import Presence, cached, presence
from askcore.ui.pieces import warning
from askcore.ui.text.words import plain

P = ParamSpec("P")
R = TypeVar("R")
Plan = TypeVar("Plan", bound=Hashable)
Result = TypeVar("Result")

# Work that this run of a page has done itself; None where no page waits, as where a download is made.
_spent: ContextVar[float | None] = ContextVar("_spent", default=None)


def begin(spent: float = 0.0) -> None:
    """Begin a run of a page, or of a part that runs alone; with ``sizes.RATE`` spent, other processes do all of it."""
    _spent.set(spent)


def is_quick(work: float) -> bool:
    """Whether the page does a step itself: with those that this run has done, it is about a second of work at most."""
    spent = _spent.get()
    return work <= 0 or spent is None or sizes.is_quick(spent + work)


def is_done_here(name: str, of: object, work: float) -> bool:
    """Whether the page does this step itself: it is quick, and no job does it for this session, or was ended at it."""
    if _spent.get() is None:
        return True
    watched: SharedJob | None = st.session_state.get(f"_running_{name}")
    return not (was_cancelled(name, of) or (watched is not None and watched.of is of)) and is_quick(work)


def run_once(name: str, of: object, task: Task[R], doing: str, work: float, *, here: bool | None = None) -> R:
    """The result of a task: ``here``, under a spinner, or from a process of its own, with a bar and Cancel.

    ``of`` : the object that the result belongs to.
    """
    if not (is_done_here(name, of, work) if here is None else here):
        return wait_for(name, of, task, doing, work)
    spent = _spent.get()
    _spent.set(None if spent is None else 0.0)  # steps within are counted with this one
    try:
        with st.spinner(f"{doing} …"):
            found: R = task()
            return found
    finally:
        _spent.set(None if spent is None else spent + work)


class _Place:
    """A result for all sessions: empty until it is there."""

    def __init__(self) -> None:
        self.making = threading.Lock()
        self.found: list[Any] = []


def in_background(
    doing: str, work: Callable[P, float], *, entries: int = 64, optional: bool = False
) -> Callable[[Callable[P, Task[R]]], Callable[P, R]]:
    """Cache the result of the task that a function returns, for all sessions; slow tasks run in a worker process.

    A task is slow where its ``work`` takes more than a second, with all else that this run of the page does. The page
    then shows a bar and Cancel in its place, and draws nothing below. ``start`` of the function begins a task in an
    idle worker, for a page that asks for the result later.
    """

    def decorate(function: Callable[P, Task[R]]) -> Callable[P, R]:
        @wraps(function)
        def empty(*args: P.args, **kwargs: P.kwargs) -> _Place:
            return _Place()

        place = cached(entries=entries)(empty)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            there = place(*args, **kwargs)
            if not there.found:
                if optional and was_cancelled(function.__name__, there):
                    return None  # type: ignore[return-value]
                name, size = function.__name__, work(*args, **kwargs)
                here = is_done_here(name, there, size)
                task = function(*args, **kwargs)  # which may ask whether it is quick, before anything else
                with there.making if here else nullcontext():
                    there.found = there.found or [run_once(name, there, task, doing, size, here=here)]
            found: R = there.found[0]
            return found

        def ready(*args: P.args, **kwargs: P.kwargs) -> bool:
            return bool(place(*args, **kwargs).found)

        def start(*args: P.args, **kwargs: P.kwargs) -> None:
            there, name = place(*args, **kwargs), function.__name__
            if not there.found and runner().is_idle and not was_cancelled(name, there):
                shared = _shared(name, there, function(*args, **kwargs), doing, {})
                st.session_state[f"_running_{name}"] = shared
                shared.job.start()

        call.ready, call.work, call.start = ready, work, start  # type: ignore[attr-defined]
        return call

    return decorate


def viewer() -> Callable[[], bool]:
    """Whether the browser of this session is still there: to be asked from any thread."""
    found = presence()
    return lambda: found.here


class SharedJob:
    """A job, and the sessions that watch it."""

    def __init__(self, of: object, task: Task[Any], doing: str, limits: dict[str, Any]) -> None:
        self.of, watchers = of, set[Presence]()
        self.watchers = watchers
        self.job: Job[Any] = Job(
            task, label=doing, viewer=lambda: any(each.here for each in watchers), **limits
        )

    def close(self) -> None:
        """Watch it no longer; without another session it ends."""
        self.watchers.discard(presence())
        if not any(each.here for each in self.watchers):
            self.job.close()


_JOBS: weakref.WeakValueDictionary[tuple[str, int], SharedJob] = weakref.WeakValueDictionary()
_finding = threading.Lock()


def _shared(name: str, of: object, task: Task[Any], doing: str, limits: dict[str, Any]) -> SharedJob:
    """The job that makes this of that object, whichever session has begun it."""
    with _finding:
        found = _JOBS.get((name, id(of)))
        if found is None:
            found = _JOBS[name, id(of)] = SharedJob(of, task, doing, limits)
        found.watchers.add(presence())
        return found


def _over(name: str, job: SharedJob) -> None:
    """A job that has ended, or failed, is not for another session."""
    with _finding:
        _JOBS.pop((name, id(job.of)), None)


def wait_for(name: str, of: object, task: Task[R], doing: str, work: float, **limits: Any) -> R:
    """The result of another process, with a bar and Cancel here; the page stops here where somebody has cancelled, or
    the process was killed.
    """
    running, cancelled = f"_running_{name}", f"_cancelled_{name}"
    room, state = st.empty(), st.session_state
    if was_cancelled(name, of):
        with room.container():
            st.info(f"{doing}: {state[cancelled][1]}")
            again = f"Start again ({rough(work)})"
            st.button(again, key=f"again_{name}", on_click=state.pop, args=(cancelled, None))
        st.stop()
    held: SharedJob | None = state.get(running)
    if held is not None and held.of is not of:
        held.close()
    shared = state[running] = _shared(name, of, task, doing, limits)
    with room.container():
        bar = st.progress(0.0, f"{doing} …")
        key = f"cancel_{name}_{id(of)}"  # two of a kind may follow each other in one run of a page
        st.button("Cancel", key=key, on_click=_cancel, args=(name,))
    try:
        for at in shared.job:
            bar.progress(min(float(at), 1.0), progress(at))
    except Ended as error:  # killed, as where memory ran out: another try is for somebody to ask for
        _over(name, shared)
        state.pop(running, None)
        state[cancelled] = of, plain(error)
        st.rerun()
    except Exception:  # goes on to the frame; kept, it would be raised again
        _over(name, shared)
        state.pop(running, None)
        room.empty()
        raise
    state.pop(running, None)
    room.empty()
    found: R | None = shared.job.result
    return found  # type: ignore[return-value]


def was_cancelled(name: str, of: object) -> bool:
    """Whether this session has cancelled such work, or its process was killed, and it was not begun again."""
    return st.session_state.get(f"_cancelled_{name}", (None,))[0] is of


def _cancel(name: str) -> None:
    job: SharedJob | None = st.session_state.pop(f"_running_{name}", None)
    if job is not None:  # else it was over before the click came
        job.close()
        st.session_state[f"_cancelled_{name}"] = job.of, "cancelled."


def progress(at: Progress) -> str:
    """One line beside the bar: the time so far, and what is left where steps were done."""
    said = f"{at.label} · {duration(max(1, round(at.elapsed)))}"
    return said if at.remaining is None else f"{said}, {about(at.remaining)} left"


def bar(key: str, on_cancel: Callable[..., Any], *args: Any) -> Any:
    """Cancel, and a bar of progress; ``key`` : of the button that started it, whose place it takes: under another one
    both would be seen."""
    st.button("Cancel", key=key, on_click=on_cancel, args=args)
    return st.progress(0.0, "Starting …")


@dataclass
class _Slot(Generic[Plan, Result]):
    """What a session knows of a job."""

    running: tuple[Plan, SharedJob] | None = None
    watched: bool = False  # whether a page has shown the progress of this run
    prepared: tuple[Plan, Any] | None = None
    cancelled: Plan | None = None
    ended: str = ""  # why a run is over that was neither done nor cancelled


@cached(entries=256)
def _result(key: str, plan: Any) -> _Place:
    """Of a plan, for whoever has the same data."""
    return _Place()


class OfferedJob(Generic[Plan, Result]):
    """One kind of long work that a click starts, whose result depends on a plan alone.

    A plan is a frozen dataclass that holds everything that changes the result, data by their digest. A page asks for
    ``result``; without one it shows ``offer_or_watch``. ``key`` is that of its button.
    """

    def __init__(self, key: str) -> None:
        self.key = key

    def result(self, plan: Plan) -> Result | None:
        """The result of a plan, if there is one by now."""
        return next(iter(_result(self.key, plan).found), None)

    def keep(self, plan: Plan, result: Result) -> None:
        """Cache the result of a plan."""
        _result(self.key, plan).found[:] = [result]

    def prepared(self, plan: Plan, make: Callable[[], ProgressIterator[Result]]) -> Any:
        """The work of a plan, set up here to be asked what it will take; it is not done here."""
        slot = self._slot
        if slot.prepared is None or slot.prepared[0] != plan:
            slot.prepared = plan, make()
        return slot.prepared[1]

    def offer_or_watch(
        self,
        plan: Plan,
        task: Task[Result],
        label: str,
        work: float,
        *,
        help: str | None = "You can cancel at any time.",
        at_once: bool = False,
    ) -> None:
        """The button that starts it, with how long it takes, roughly; or its progress, then the page starts over.

        ``at_once`` : start without a click, unless this very plan was cancelled before.

        A click may meet a page that is changing: then the button still stands for the plan before. It means the plan
        of the page that comes of it, and starts this one.
        """
        slot = self._slot
        clicked = slot.running is not None and not slot.watched
        if not self.is_running(plan) and (clicked or (at_once and slot.cancelled != plan)):
            self.begin(plan, task)
        if self.is_running(plan):
            try:
                self.advance(bar(self.key, self.stop))
            except Ended as error:  # killed, as where memory ran out: the button is there for another try
                slot.ended = plain(error)
                st.rerun()
            return
        if slot.ended and slot.cancelled == plan:
            warning(slot.ended)
        st.button(
            f"{label} ({rough(work)})",
            type="primary",
            key=self.key,
            on_click=self.begin,
            args=(plan, task),
            help=help,
        )

    def is_running(self, plan: Plan) -> bool:
        """Whether this plan was started and is not done; the run of another plan ends here."""
        slot = self._slot
        if slot.running is not None and slot.running[0] != plan:
            self._let_go()
        return slot.running is not None

    def begin(self, plan: Plan, task: Task[Result]) -> None:
        """From here on it is done in another process, and advances whenever the page is there."""
        self._let_go()
        slot, shared = self._slot, _shared(self.key, _result(self.key, plan), task, "computing", {})
        slot.running, slot.prepared, slot.cancelled, slot.ended = (plan, shared), None, None, ""
        slot.watched = False

    def stop(self) -> None:
        """End the run."""
        slot = self._slot
        if slot.running is not None:
            slot.cancelled = slot.running[0]
        self._let_go()

    def _let_go(self) -> None:
        slot = self._slot
        if slot.running is not None:
            slot.running[1].close()
        slot.running = None

    def advance(self, moved: Any) -> None:
        """Go on with the run; then the page starts over with its result."""
        held = self._slot.running
        if held is None:
            return
        run: Any = held[1].job
        self._slot.watched = True
        box, shown = st.empty(), None
        try:
            for at in run:
                moved.progress(min(float(at), 1.0), progress(at))
                found = run.partial
                if found is not None and not found.equals(shown):
                    box.dataframe(found, hide_index=True)
                    shown = found
        except Exception:  # goes on to the frame; kept, it would start again at once
            if self._slot.running is held:
                _over(self.key, held[1])
                self.stop()
            raise
        self.keep(held[0], run.result)
        if self._slot.running is held:  # and no other was started by a click meanwhile
            self._slot.running = None
        st.rerun()

    @property
    def _slot(self) -> _Slot[Plan, Result]:
        name = f"_job_{self.key}"
        if name not in st.session_state:
            st.session_state[name] = _Slot()
        found: _Slot[Plan, Result] = st.session_state[name]
        return found


@dataclass(frozen=True)
class Offered(Generic[Plan, Result]):
    """Long work that a click starts, for a ``Run`` block.

    Attributes
    ----------
    job : its kind.  plan : what the result depends on.  task : what does it.
    label : of the button.  work : how much it is.
    """

    job: OfferedJob[Plan, Result]
    plan: Plan
    task: Task[Result]
    label: str
    work: float

    def ready(self) -> bool:
        """Whether the result is there."""
        return self.job.result(self.plan) is not None

    def result(self) -> Result | None:
        """The result; without one the button that starts the work, or its progress."""
        found = self.job.result(self.plan)
        if found is None:
            self.job.offer_or_watch(self.plan, self.task, self.label, self.work)
        return found
