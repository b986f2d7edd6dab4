"""What a page cannot do without: at once for few samples, else in another process with a bar and Cancel."""

from __future__ import annotations

import os
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from askcore.experiments.running.jobs import Job, Task
from askcore.ui import background
from askcore.ui.background import FEW
from askcore.ui.cache import Presence
from tests.experiments import worker_tasks
from tests.ui.job_tasks import whose

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")


def page() -> None:
    import streamlit as st

    from askcore.experiments.running.jobs import Task
    from askcore.ui.background import begin, in_background
    from tests.ui.job_tasks import whose

    @in_background("Thinking")
    def result(n_samples, plan, folder):
        return Task(whose, plan, folder)

    begin()
    state = st.session_state
    of = state["n_samples"], state["plan"], state["folder"]
    process, said = result(*of)
    st.write(f"{said} {process}")


def opened(folder, plan, n_samples) -> AppTest:
    at = AppTest.from_function(page, default_timeout=60)
    at.session_state["plan"], at.session_state["folder"] = plan, str(folder)
    at.session_state["n_samples"] = n_samples
    return at


@pytest.mark.parametrize(("n_samples", "here"), [(FEW, True), (FEW + 1, False)])
def test_few_samples_are_computed_with_here_and_more_elsewhere_once(tmp_path, n_samples, here):
    at = opened(tmp_path, "a", n_samples).run()
    said, process = at.markdown[0].value.split()
    assert said == "A"
    assert (int(process) == os.getpid()) == here
    assert not at.button
    at = opened(tmp_path, "a", n_samples).run()  # another session
    assert at.markdown[0].value == f"A {process}"
    assert len(list(tmp_path.iterdir())) == 1


def begun_before() -> None:
    import streamlit as st

    from askcore.experiments.running.jobs import Task
    from askcore.ui.background import begin, in_background
    from tests.ui.job_tasks import whose

    @in_background("Thinking")
    def result(n_samples, plan, folder):
        return Task(whose, plan, folder)

    begin()
    of = 1, "a", st.session_state["folder"]
    result.start(*of)
    st.write(str(result(*of)[0]))


def test_a_task_begins_before_it_is_asked_for_where_a_worker_is_idle(tmp_path):
    Job(Task(whose, "before", str(tmp_path))).run()  # a worker is left
    at = AppTest.from_function(begun_before, default_timeout=60)
    at.session_state["folder"] = str(tmp_path)
    process = at.run().markdown[0].value
    assert int(process) != os.getpid()


def test_what_was_killed_elsewhere_stays_there_until_somebody_asks_for_it(tmp_path):
    at = opened(tmp_path, "killed at first", 5_000).run()
    assert [button.label for button in at.button] == ["Start again"]
    assert "SIGKILL" in at.info[0].value
    at.run()
    assert "SIGKILL" in at.info[0].value
    at.button[0].click().run()
    assert at.markdown[0].value.startswith("KILLED AT FIRST")
    assert not at.info


class Stopped(BaseException):
    """What streamlit raises where a click ends a page, and at its stop."""


class Session:
    """Stands in for streamlit: a page that the first news of the work interrupts."""

    def __init__(self):
        self.session_state, self.seen, self.presence = {}, [], Presence()

    def empty(self):
        return SimpleNamespace(container=nullcontext, empty=lambda: None)

    def progress(self, share, said):
        return SimpleNamespace(progress=self.stop)

    def button(self, label, **_):
        self.seen.append(label)

    def info(self, said):
        self.seen.append(said)

    def stop(self, *_):
        raise Stopped


@pytest.fixture
def visit(monkeypatch, tmp_path):
    """A page of a session that needs the result that belongs to an object; its job."""
    task = Task(worker_tasks.wait_for, str(tmp_path / "file"))

    def page(session, of):
        monkeypatch.setattr(background, "st", session)
        monkeypatch.setattr(background, "presence", lambda: session.presence)
        with pytest.raises(Stopped):
            background.wait_for("work", of, task, "Thinking")
        found = session.session_state["_job_work"].job
        return None if found is None else found.job

    return page


def test_a_click_goes_on_with_the_same_work_and_cancel_ends_it(visit):
    session, this, that = Session(), object(), object()
    run = visit(session, this)
    assert visit(session, this) is run
    other = visit(session, that)
    assert run._entry.state == "ended"
    background.cancel("work")
    assert other._entry.state == "ended"
    session.seen.clear()
    background.cancel("work")  # a click that comes too late
    assert visit(session, that) is None
    assert session.seen == ["Thinking: cancelled.", "Start again"]
    session.session_state.pop("_job_work")  # as that button does
    assert visit(session, that)._entry.state == "running"
    background.cancel("work")


def test_sessions_that_need_the_same_share_a_job_which_ends_with_the_last_of_them(visit):
    first, second, of = Session(), Session(), object()
    job = visit(first, of)
    assert visit(second, of) is job
    background.cancel("work")  # the second
    assert job._entry.state == "running"
    assert job._entry.viewer()
    first.presence.leave()
    assert not job._entry.viewer()
    first.presence = Presence()  # its browser is back
    assert visit(first, of) is job
    background.cancel("work")
    assert job._entry.state == "ended"
