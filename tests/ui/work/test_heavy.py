"""What a page cannot do without: at once where it is quick, else in another process with a bar and Cancel."""

from __future__ import annotations

import os
from contextlib import nullcontext
from types import SimpleNamespace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.experiments.running.jobs import Task
from askcore.experiments.sizes import RATE
from askcore.ui.work import heavy
from tests.experiments.worker_tasks import wait_for

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")


def page() -> None:
    import streamlit as st

    from askcore.experiments.running.jobs import Task
    from askcore.experiments.sizes import RATE
    from askcore.ui.work.cache import computed
    from tests.ui.job_tasks import whose

    @computed("Thinking", lambda plan, folder, seconds: seconds * RATE)
    def result(plan, folder, seconds):
        return Task(whose, plan, folder)

    state = st.session_state
    of = state["plan"], state["folder"], state["seconds"]
    state["waited"] = result.waits(*of)
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
    assert at.session_state["waited"] == here  # beyond a second there is a bar
    assert not at.button
    at = opened(tmp_path, seconds=seconds).run()  # another session
    assert not at.session_state["waited"]
    assert at.markdown[0].value == f"A {process}"
    assert len(list(tmp_path.iterdir())) == 1


def several() -> None:
    import streamlit as st

    from askcore.experiments.running.jobs import Task
    from askcore.experiments.sizes import RATE
    from askcore.ui.work import cache
    from tests.ui.job_tasks import whose

    folder = st.session_state["folder"]

    @cache.computed("Thinking", lambda plan, seconds: seconds * RATE)
    def result(plan, seconds):
        return Task(whose, plan, folder)

    @cache.computed("Thinking of others", lambda plan, seconds: seconds * RATE)
    def outer(plan, seconds):
        return Task(lambda: result(f"within {plan}", 0.9))  # counted with the one that asks for it

    @cache.computed("Thinking of it after others", lambda plan, seconds: seconds * RATE)
    def after(plan, seconds):
        result(f"before {plan}", 0.5)
        return Task(whose, plan, folder)

    cache.begin()
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
        self.session_state, self.seen = {}, []

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


def test_a_click_goes_on_with_the_same_work_and_cancel_ends_it(monkeypatch, tmp_path):
    session = Session()
    monkeypatch.setattr(heavy, "st", session)
    task = Task(wait_for, str(tmp_path / "file"))

    def page(of):
        with pytest.raises(Stopped):
            heavy.awaited("work", of, task, "Thinking", 30 * RATE)
        return session.session_state.get("_running_work", (None, None))[1]

    run = page("this")
    assert page("this") is run
    other = page("that")
    assert run._entry.state == "ended"
    heavy._cancel("work")
    assert other._entry.state == "ended"
    session.seen.clear()
    heavy._cancel("work")  # a click that comes too late
    assert page("that") is None
    assert session.seen == ["Thinking: cancelled.", "Start again (about a minute)"]
    session.session_state.pop("_cancelled_work")  # as that button does
    assert page("that")._entry.state == "running"
    heavy._cancel("work")
