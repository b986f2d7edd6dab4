"""A click while a run is within a step starts a second thread of the session: the run goes on in it."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

from askcore.experiments.running.run import Progress, Run
from askcore.ui import background
from askcore.ui.background import OfferedJob
from askcore.ui.cache import Presence


class Stopped(BaseException):
    """What streamlit raises in a thread that another one replaces, and where the page starts over."""


class Session:
    """Stands in for streamlit: one session; a thread is stopped at its next call."""

    def __init__(self):
        self.session_state = {}
        self.stopped = set()

    def rerun(self):
        raise Stopped

    def button(self, label, **_):
        return False

    def empty(self):
        return SimpleNamespace(dataframe=self.rerun)

    def bar(self):
        return SimpleNamespace(progress=self.progress)

    def progress(self, share, said):
        if threading.current_thread() in self.stopped:
            raise Stopped


@pytest.fixture
def session(monkeypatch):
    session = Session()
    here = Presence()
    monkeypatch.setattr(background, "st", session)
    monkeypatch.setattr(background, "presence", lambda: here)
    monkeypatch.setattr(background, "Job", lambda task, **_: task())  # no other process
    return session


class Slow:
    """Three steps; the second waits until it is let go."""

    def __init__(self):
        self.within, self.go = threading.Event(), threading.Event()
        self.taken = []

    def steps(self):
        for step in range(3):
            self.taken.append(threading.current_thread().name)
            if step == 1:
                self.within.set()
                assert self.go.wait(10)
            yield step + 1, 3, "step"
        return "done"


def advancing(job, session, problems):
    def page():
        try:
            job.advance(session.bar())
        except Stopped:
            pass
        except Exception as error:  # noqa: BLE001
            problems.append(error)

    thread = threading.Thread(target=page, daemon=True)
    thread.start()
    return thread


def clicked_within_a_step(session, slow):
    """The job, and what went wrong, after a click has replaced a thread that was within the second step."""
    job, problems = OfferedJob("work"), []
    job.begin("plan", lambda: Run(slow.steps(), {}))
    first = advancing(job, session, problems)
    assert slow.within.wait(10)
    session.stopped.add(first)
    second = advancing(job, session, problems)
    second.join(0.05)  # it finds the first within a step
    slow.go.set()
    first.join(10)
    second.join(10)
    return job, problems


def test_a_click_within_a_step_does_not_end_the_run(session):
    slow = Slow()
    job, problems = clicked_within_a_step(session, slow)
    assert problems == []
    assert job.result("plan") == "done"
    assert len(slow.taken) == 3  # no step twice
    assert not job.is_running("plan")


def test_steps_in_many_threads_are_each_taken_once():
    run = Run(((step + 1, 50, str(step)) for step in range(50)), {})
    told: list[Progress] = []
    threads = [threading.Thread(target=lambda: told.extend(run)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)
    assert sorted(at.done for at in told) == list(range(1, 51))


class Closing(Run):
    """Tells when it is closed."""

    closed = 0

    def close(self):
        self.closed += 1


@pytest.mark.parametrize("how", ["cancel", "another plan is asked for", "another one starts"])
def test_a_run_that_nobody_wants_any_more_is_closed(session, how):
    job: OfferedJob[str, int] = OfferedJob("work")
    run = Closing(iter(()), {})
    job.begin("plan", lambda: run)
    assert job.is_running("plan")
    assert run.closed == 0
    if how == "cancel":
        job.stop()
    elif how == "another one starts":
        job.begin("other", lambda: Closing(iter(()), {}))
    else:
        assert not job.is_running("other")
    assert run.closed == 1


@pytest.mark.parametrize("watched", [False, True])
def test_a_click_on_a_page_that_changes_starts_the_plan_of_the_new_page(session, monkeypatch, watched):
    job: OfferedJob[str, int] = OfferedJob("work")
    begun = []
    run = Closing(iter([(1, 3, "first")]), {})
    job.begin("of the page before", lambda: run)  # as a click on its button does
    monkeypatch.setattr(job, "begin", lambda plan, task: begun.append(plan))
    if watched:  # once; then the next run of the page takes over
        session.stopped.add(threading.current_thread())
        with pytest.raises(Stopped):
            job.advance(session.bar())
    job.offer_or_watch("of this page", None, "Compare", 1.0)
    assert begun == ([] if watched else ["of this page"])
    assert run.closed == 1
