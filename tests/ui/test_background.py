"""Long work: at once for few samples, else in another process with a bar and Cancel; some of it after a click."""

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
    from askcore.ui.background import begin_run, in_background
    from tests.ui.job_tasks import whose

    @in_background("Thinking")
    def result(n_samples, plan, folder):
        return Task(whose, plan, folder)

    begin_run()
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
    from askcore.ui.background import begin_run, in_background
    from tests.ui.job_tasks import whose

    @in_background("Thinking")
    def result(n_samples, plan, folder):
        return Task(whose, plan, folder)

    begin_run()
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


# offered work -------------------------------------------------------------------------------------------------------


def offering() -> None:
    from unittest.mock import patch

    import pandas as pd
    import streamlit as st

    from askcore.experiments.running.jobs import Task
    from askcore.experiments.running.run import Run
    from askcore.ui import background
    from tests.ui.job_tasks import work

    plan = st.session_state["plan"]
    offer = background.Offered("work", plan, Task(work, plan, st.session_state["folder"]), "Work")

    def interrupted():
        yield 0, 3, "step"
        st.stop()  # as a click does

    if plan == "interrupted":
        run = Run(interrupted(), {}, lambda: pd.DataFrame({"done": [1]}))
        with patch.object(background, "Job", lambda task, **_: run):
            background.ask("work")
            offer.result()
    elif found := offer.result():
        st.write(found)


def offered(folder, plan="a") -> AppTest:
    at = AppTest.from_function(offering, default_timeout=60)
    at.session_state["folder"], at.session_state["plan"] = str(folder), plan
    return at.run()


def begun(folder) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_click_gives_the_result_once_for_every_session(tmp_path):
    at = offered(tmp_path)
    at.button("work").click().run()
    assert at.markdown[0].value == "A"
    at.session_state["plan"] = "b"
    assert [button.label for button in at.run().button] == ["Work (a few seconds)"]
    assert offered(tmp_path).markdown[0].value == "A"
    assert begun(tmp_path) == ["a 1"]


def test_a_run_that_fails_is_not_started_again_at_once(tmp_path):
    at = offered(tmp_path, "wrong")
    at.button("work").click().run()
    assert len(at.exception) == 1
    assert [button.key for button in at.run().button] == ["work"]


def test_where_its_process_is_killed_the_page_says_so_and_offers_it_again(tmp_path):
    at = offered(tmp_path, "killed at first")
    at.button("work").click().run()
    assert not at.exception
    assert "was ended by the signal SIGKILL" in at.warning[0].value
    at.button("work").click().run()
    assert at.markdown[0].value == "KILLED AT FIRST"
    assert not at.warning


def test_a_click_on_a_page_that_changes_starts_the_plan_of_the_new_page(tmp_path):
    """The button still stands for the plan before."""
    at = offered(tmp_path)
    at.session_state["plan"] = "b"
    at.button("work").click().run()
    assert at.markdown[0].value == "B"
    assert begun(tmp_path) == ["b 1"]


def test_what_is_found_so_far_is_shown_below_the_bar(tmp_path):
    assert offered(tmp_path, "interrupted").dataframe[0].value["done"].tolist() == [1]


@pytest.mark.parametrize("how", ["cancel", "another plan is asked for"])
def test_offered_work_that_nobody_wants_any_more_ends(how, monkeypatch, tmp_path):
    session = Session()
    monkeypatch.setattr(background, "st", session)
    monkeypatch.setattr(background, "presence", lambda: session.presence)
    monkeypatch.setattr(background, "_offered", lambda key, plan: background._Place(plan))
    background.ask("work")
    with pytest.raises(Stopped):
        background.Offered(
            "work", "plan", Task(worker_tasks.wait_for, str(tmp_path / "file")), "Work"
        ).result()
    assert background.is_running("work", "plan")
    job = session.session_state["_job_work"].job.job
    if how == "cancel":
        background.cancel("work")
    else:
        assert not background.is_running("work", "other")
    assert job._entry.state == "ended"
    assert not background.is_running("work", "plan")
