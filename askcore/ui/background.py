"""Slow work: on the page for few samples, else in a process of its own, with progress and Cancel.

``in_background`` is for what a page needs, ``Offered`` for what a click starts. Results serve all
sessions, and so does a running job: a session that needs the same result watches it. Where a run of the page is cut
short, the next one watches the same job. A job ends when no session is left that wants it, and after a minute
without a browser.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from contextlib import nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from functools import wraps
from itertools import chain
from typing import Any, Generic, ParamSpec, TypeVar

import streamlit as st

from askcore._format import duration, format_eta
from askcore.experiments.running.jobs import Ended, Job, Task, runner
from askcore.experiments.running.run import Progress, ProgressIterator
from askcore.ui.cache import Presence, cached, presence
from askcore.ui.pieces import warning
from askcore.ui.text.words import plain

P = ParamSpec("P")
R = TypeVar("R")

FEW = 1_200  # samples up to which most steps take well under a second
FEW_TUNED = 400  # the same of steps that judge many settings

_page_waits: ContextVar[bool] = ContextVar("_page_waits", default=False)  # not so where a download is made


def begin_run() -> None:
    """Begin a run of a page, or of a part that runs alone."""
    _page_waits.set(True)


def is_small(of: Any, few: int = FEW) -> bool:
    """Whether the page computes with this itself: data, or what has some, of few samples; or their number."""
    n = of if isinstance(of, int) else getattr(of, "data", of).n_samples
    return n <= few or not _page_waits.get()


def is_done_here(name: str, of: object, *, small: bool) -> bool:
    """Whether the page does this step itself: it is ``small``, and no job does it for this session, or was ended at
    it."""
    watched = _watched(name) if _page_waits.get() else None
    return small and (watched is None or watched.of is not of)


def run_once(name: str, of: object, task: Task[R], doing: str, *, here: bool) -> R:
    """The result of a task: ``here``, under a spinner, or from a process of its own, with a bar and Cancel.

    ``of`` : the object that the result belongs to.
    """
    if not here:
        return wait_for(name, of, task, doing)
    with st.spinner(f"{doing} …"):
        found: Any = task()
        return found.run() if isinstance(found, ProgressIterator) else found


class _Place:
    """A result for all sessions, empty until it is there; ``plan`` : what it depends on, where a click starts it."""

    def __init__(self, plan: Any = None) -> None:
        self.plan, self.making = plan, threading.Lock()
        self.found: list[Any] = []


def in_background(
    doing: str, *, few: int = FEW, entries: int = 64, optional: bool = False
) -> Callable[[Callable[P, Task[R]]], Callable[P, R]]:
    """Cache the result of the task that a function returns, for all sessions.

    The first argument, as ``is_small`` takes it, tells where the task runs: past ``few`` samples in a worker process.
    The page then shows a bar and Cancel in its place, and draws nothing below. ``start`` of the function begins a task
    in an idle worker, for a page that asks for the result later.
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
                name, task = function.__name__, function(*args, **kwargs)
                here = is_done_here(name, there, small=is_small(args[0], few))
                with there.making if here else nullcontext():
                    there.found = there.found or [run_once(name, there, task, doing, here=here)]
            found: R = there.found[0]
            return found

        def ready(*args: P.args, **kwargs: P.kwargs) -> bool:
            return bool(place(*args, **kwargs).found)

        def start(*args: P.args, **kwargs: P.kwargs) -> None:
            there, name = place(*args, **kwargs), function.__name__
            idle = _page_waits.get() and runner().is_idle
            if idle and not there.found and not was_cancelled(name, there):
                _watch(name, there, function(*args, **kwargs), doing, {}).job.start()

        call.ready, call.start = ready, start  # type: ignore[attr-defined]
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


@dataclass
class _SessionJob:
    """Work that a session waits for: whose result it is, and its job; without one, why it is over."""

    of: Any
    job: SharedJob | None = None
    over: str = ""


def _watched(name: str) -> _SessionJob | None:
    found: _SessionJob | None = st.session_state.get(f"_job_{name}")
    return found


def _let_go(name: str) -> None:
    """Wait for it no longer."""
    watched: _SessionJob | None = st.session_state.pop(f"_job_{name}", None)
    if watched is not None and watched.job is not None:
        watched.job.close()


def _watch(name: str, of: object, task: Task[Any], doing: str, limits: dict[str, Any]) -> SharedJob:
    """Wait for this from here on, and for nothing else of its kind; a job that goes on goes on."""
    watched = _watched(name)
    if watched is not None and watched.of is of and watched.job is not None:
        return watched.job
    _let_go(name)
    shared = _shared(name, of, task, doing, limits)
    st.session_state[f"_job_{name}"] = _SessionJob(of, shared)
    return shared


def was_cancelled(name: str, of: object) -> bool:
    """Whether this session has cancelled such work, or its process was killed, and it was not begun again."""
    watched = _watched(name)
    return watched is not None and watched.of is of and watched.job is None


def cancel(name: str) -> None:
    """End the work that this session waits for, if it is not over."""
    watched = _watched(name)
    if watched is not None and watched.job is not None:
        watched.job.close()
        watched.job, watched.over = None, "cancelled."


def progress_bar(key: str, doing: str, on_cancel: Callable[..., Any], *args: Any) -> Any:
    """Cancel, and a bar of progress; with the ``key`` of the button that started it, it takes the place of that one:
    under another key both would be seen."""
    st.button("Cancel", key=key, on_click=on_cancel, args=args)
    return st.progress(0.0, f"{doing} …")


def move(moved: Any, job: ProgressIterator[Any], *begun: Progress) -> None:
    """Move a bar until a job is done, from the steps that are ``begun``; what it has found so far stands below."""
    box, shown = st.empty(), None
    for at in chain(begun, job):
        left = "" if at.remaining is None else f", {format_eta(at.remaining)} left"
        moved.progress(min(float(at), 1.0), f"{at.label} · {duration(max(1, round(at.elapsed)))}{left}")
        found = job.partial
        if found is not None and not found.equals(shown):
            box.dataframe(found, hide_index=True)
            shown = found


def wait_for(name: str, of: object, task: Task[R], doing: str, *, key: str = "", **limits: Any) -> R:
    """The result of another process, with a bar and Cancel here; the page stops here where somebody has cancelled, or
    the process was killed. ``key`` : of the button that started it, which then stands here again instead.
    """
    place, watched = st.empty(), _watched(name)
    if was_cancelled(name, of) and watched is not None and not key:
        with place.container():
            st.info(f"{doing}: {watched.over}")
            st.button("Start again", key=f"again_{name}", on_click=_let_go, args=(name,))
        st.stop()
    shared = _watch(name, of, task, doing, limits)
    with place.container():
        try:
            begun = next(shared.job, None)
            if begun is not None and float(begun) < 1:  # what is done by now needs no bar
                # Two of a kind may follow each other in one run of a page.
                move(progress_bar(key or f"cancel_{name}_{id(of)}", doing, cancel, name), shared.job, begun)
            for _ in shared.job:
                pass
        except Ended as error:  # killed, as where memory ran out: another try is for somebody to ask for
            _over(name, shared)
            st.session_state[f"_job_{name}"] = _SessionJob(of, None, plain(error))
            st.rerun()
        except Exception:  # goes on to the frame; kept, it would be raised again
            _over(name, shared)
            _let_go(name)
            raise
    st.session_state.pop(f"_job_{name}", None)
    place.empty()
    found: R | None = shared.job.result
    return found  # type: ignore[return-value]


@cached(entries=256)
def _offered(key: str, plan: Any) -> _Place:
    """The place of a plan, for all sessions with the same data."""
    return _Place(plan)


def _place_of(key: str, plan: Any) -> _Place:
    """The place that this session waits for, which the cache may have dropped meanwhile, or that of the cache."""
    watched = _watched(key)
    found: _Place | None = None if watched is None else watched.of
    return found if found is not None and found.plan == plan else _offered(key, plan)


def offered_result(key: str, plan: Any) -> Any:
    """The result of offered work, if there is one by now."""
    return next(iter(_place_of(key, plan).found), None)


def keep_result(key: str, plan: Any, result: Any) -> None:
    """Cache the result of offered work."""
    _offered(key, plan).found[:] = [result]


def is_running(key: str, plan: Any) -> bool:
    """Whether this plan was started and is not done; the run of another plan ends here."""
    watched = _watched(key)
    if watched is not None and watched.of.plan != plan:
        _let_go(key)
        watched = None
    return f"_asked_{key}" in st.session_state or (watched is not None and watched.job is not None)


@dataclass(frozen=True)
class Offered(Generic[R]):
    """Long work that a click starts, for a ``Run`` block.

    Attributes
    ----------
    key : of its kind, and of its button.
    plan : all that changes the result, data by their digest; the result depends on nothing else.
    task : what does it.  label : of the button.  takes : how long, roughly.
    """

    key: str
    plan: Any
    task: Task[R]
    label: str
    takes: str = "a few seconds"

    def ready(self) -> bool:
        """Whether the result is there."""
        return offered_result(self.key, self.plan) is not None

    def result(self) -> R | None:
        """The result; without one the button that starts the work, or its progress, after which the page starts over.

        A click may meet a page that is changing, whose button still belongs to the plan before: it starts the plan of
        the page that comes of it.
        """
        key = self.key
        place = _place_of(key, self.plan)
        if place.found:
            found: R = place.found[0]
            return found
        if is_running(key, self.plan):
            st.session_state.pop(f"_asked_{key}", None)
            keep_result(key, self.plan, wait_for(key, place, self.task, "Starting", key=key))
            st.rerun()
        watched = _watched(key)
        if watched is not None and watched.over != "cancelled.":
            warning(watched.over)
        st.button(
            f"{self.label} ({self.takes})",
            type="primary",
            key=key,
            on_click=ask,
            args=(key,),
            help="You can cancel at any time.",
        )
        return None


def ask(key: str) -> None:
    """Start offered work of this kind, with the plan of the page, in its next run."""
    st.session_state[f"_asked_{key}"] = True
