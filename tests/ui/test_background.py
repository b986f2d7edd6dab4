"""What a page cannot do without: at once where it is quick, else in another process with a bar and Cancel."""

from __future__ import annotations

import os
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.experiments.running.jobs import Job, Task
from askcore.experiments.sizes import RATE
from askcore.ui import background
from askcore.ui.cache import Presence
from tests.experiments import worker_tasks
from tests.ui.job_tasks import whose

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")


def page() -> None:
    import streamlit as st

    from askcore.experiments.running.jobs import Task
    from askcore.experiments.sizes import RATE
    from askcore.ui.background import begin, in_background
    from tests.ui.job_tasks import whose

    @in_background("Thinking", lambda plan, folder, seconds: seconds * RATE)
    def result(plan, folder, seconds):
        return Task(whose, plan, folder)

    begin()
    state = st.session_state
    of = state["plan"], state["folder"], state["seconds"]
    process, said = result(*of)
    st.write(f"{said} {process}")


def opened(folder, plan="a", seconds=5.0) -> AppTest:
    at = AppTest.from_function(page, default_timeout=60)
    at.session_state["plan"], at.session_state["folder"] = plan, str(folder)
    at.session_state["seconds"] = seconds
    return at


@pytest.mark.parametrize(("seconds", "here"), [(0.5, True), (5.0, False)])
def test_what_is_quick_is_done_here_and_the_rest_elsewhere_once(tmp_path, seconds, here):
    at = opened(tmp_path, seconds=seconds).run()
    said, process = at.markdown[0].value.split()
    assert said == "A"
    assert (int(process) == os.getpid()) == here
    assert not at.button
    at = opened(tmp_path, seconds=seconds).run()  # another session
    assert at.markdown[0].value == f"A {process}"
    assert len(list(tmp_path.iterdir())) == 1


def begun_before() -> None:
    import streamlit as st

    from askcore.experiments.running.jobs import Task
    from askcore.experiments.sizes import RATE
    from askcore.ui.background import begin, in_background
    from tests.ui.job_tasks import whose

    @in_background("Thinking", lambda plan, folder: 0.1 * RATE)
    def result(plan, folder):
        return Task(whose, plan, folder)

    begin()
    of = "a", st.session_state["folder"]
    result.start(*of)
    st.write(str(result(*of)[0]))


def test_a_task_begins_before_it_is_asked_for_where_a_worker_is_idle(tmp_path):
    Job(Task(whose, "before", str(tmp_path))).run()  # a worker is left
    at = AppTest.from_function(begun_before, default_timeout=60)
    at.session_state["folder"] = str(tmp_path)
    process = at.run().markdown[0].value
    assert int(process) != os.getpid()


def several() -> None:
    import streamlit as st

    from askcore.experiments.running.jobs import Task
    from askcore.experiments.sizes import RATE
    from askcore.ui import background
    from tests.ui.job_tasks import whose

    folder = st.session_state["folder"]

    @background.in_background("Thinking", lambda plan, seconds: seconds * RATE)
    def result(plan, seconds):
        return Task(whose, plan, folder)

    @background.in_background("Thinking of others", lambda plan, seconds: seconds * RATE)
    def outer(plan, seconds):
        return Task(lambda: result(f"within {plan}", 0.9))  # counted with the one that asks for it

    @background.in_background("Thinking of it after others", lambda plan, seconds: seconds * RATE)
    def after(plan, seconds):
        result(f"before {plan}", 0.5)
        return Task(whose, plan, folder)

    background.begin()
    for ask, plan, seconds in st.session_state["steps"]:
        process, said = {"outer": outer, "after": after, "": result}[ask](plan, seconds)
        st.write(f"{said} {process}".replace("WITHIN ", ""))


def ran(folder, steps) -> AppTest:
    st.cache_resource.clear()
    at = AppTest.from_function(several, default_timeout=60)
    at.session_state["folder"], at.session_state["steps"] = str(folder), steps
    return at.run()


@pytest.mark.parametrize(
    ("steps", "here"),
    [
        ([("", "a", 0.5), ("", "b", 0.4)], [True, True]),
        ([("", "a", 0.6), ("", "b", 0.6), ("", "c", 0.3)], [True, False, True]),
        ([("", "a", 2.0), ("", "b", 0.9)], [False, True]),
        ([("", "a", 0.6), ("", "a", 0.6), ("", "b", 0.4)], [True, True, True]),  # what is kept costs nothing
        ([("outer", "a", 0.9), ("", "b", 0.3)], [True, False]),
        (
            [("after", "a", 0.9), ("", "b", 0.1), ("", "c", 0.0)],
            [True, False, True],
        ),  # what takes none is never too much
    ],
)
def test_a_run_does_a_second_itself_all_steps_together(tmp_path, steps, here):
    at = ran(tmp_path, steps)
    assert [int(each.value.split()[1]) == os.getpid() for each in at.markdown] == here
    at.session_state["steps"] = [("", "another", 0.9)]  # a run of its own
    assert int(at.run().markdown[0].value.split()[1]) == os.getpid()


def test_what_was_begun_elsewhere_or_cancelled_there_stays_there(tmp_path):
    """On the next run the steps before it are kept, and it would be quick."""
    at = ran(tmp_path, [("", "a", 0.6), ("", "killed at first", 0.6)])
    assert [button.label.partition(" (")[0] for button in at.button] == ["Start again"]
    assert "SIGKILL" in at.info[0].value
    at.run()
    assert "SIGKILL" in at.info[0].value  # not computed here instead
    at.button[0].click().run()
    assert at.markdown[1].value == f"KILLED AT FIRST {os.getpid()}"  # asked for, and quick by now
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
            background.wait_for("work", of, task, "Thinking", 30 * RATE)
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
    assert session.seen == ["Thinking: cancelled.", "Start again (about a minute)"]
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
