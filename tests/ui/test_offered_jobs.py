"""A job is offered, watched, cancelled and kept, whatever the page does meanwhile."""

from __future__ import annotations

import os
from pathlib import Path
from unittest.mock import Mock

import pytest
import streamlit as st
from streamlit.runtime.scriptrunner import StopException
from streamlit.testing.v1 import AppTest

from askcore.experiments.running.jobs import Task
from askcore.experiments.running.run import Run
from askcore.ui import background
from askcore.ui.background import OfferedJob
from askcore.ui.cache import Presence


def page() -> None:
    from unittest.mock import patch

    import pandas as pd
    import streamlit as st

    from askcore.experiments.running.jobs import Task
    from askcore.experiments.running.run import Run
    from askcore.ui import background
    from askcore.ui.background import OfferedJob
    from tests.ui.job_tasks import work

    plan = st.session_state.get("plan", "a")
    job: OfferedJob[str, str] = OfferedJob("work")

    def interrupted():
        yield 0, 3, "step"
        st.stop()  # as a click does

    found = job.result(plan)
    if found is not None:
        st.write(found)
    elif plan == "interrupted":
        run = Run(interrupted(), {}, lambda: pd.DataFrame({"done": [1]}))
        with patch.object(background, "Job", lambda task, **_: run):
            job.ask()
            job.offer_or_watch(plan, None, "Work")
    else:
        job.offer_or_watch(plan, Task(work, plan, st.session_state["folder"]), "Work")


@pytest.fixture(autouse=True)
def folder(tmp_path):
    """Where the task takes down which work was begun."""
    global FOLDER
    FOLDER = tmp_path
    return tmp_path


FOLDER = Path()


def begun() -> list[str]:
    return sorted(path.name for path in FOLDER.iterdir())


def opened(**state: object) -> AppTest:
    at = AppTest.from_function(page, default_timeout=60)
    at.session_state["folder"] = str(FOLDER)
    for name, value in state.items():
        at.session_state[name] = value
    return at.run()


def test_a_click_gives_the_result_and_the_session_keeps_it():
    at = opened()
    at.button("work").click().run()
    assert at.markdown[0].value == "A"
    at.run()
    assert begun() == ["a 1"]
    at.session_state["plan"] = "b"
    assert [button.label for button in at.run().button] == ["Work"]
    at.session_state["plan"] = "a"
    assert at.run().markdown[0].value == "A"


def test_a_run_that_fails_is_not_started_again_at_once():
    at = opened(plan="wrong")
    at.button("work").click().run()
    assert len(at.exception) == 1
    assert [button.label for button in at.run().button] == ["Work"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
def test_where_its_process_is_killed_the_page_says_so_and_offers_it_again():
    at = opened(plan="killed at first")
    at.button("work").click().run()
    assert not at.exception
    assert [button.label for button in at.button] == ["Work"]
    assert "was ended by the signal SIGKILL" in at.warning[0].value
    at.button("work").click().run()
    assert at.markdown[0].value == "KILLED AT FIRST"
    assert not at.warning


def test_a_click_on_a_page_that_changes_starts_the_plan_of_the_new_page():
    """The button still stands for the plan before."""
    at = opened()
    at.session_state["plan"] = "b"
    at.button("work").click().run()
    assert at.markdown[0].value == "B"
    assert begun() == ["b 1"]


def test_a_result_serves_every_session():
    opened().button("work").click().run()
    assert opened().markdown[0].value == "A"
    assert begun() == ["a 1"]


def test_what_is_found_so_far_is_shown_below_the_bar():
    assert opened(plan="interrupted").dataframe[0].value["done"].tolist() == [1]


class Job(Run):
    """Takes one step, and tells when it is closed."""

    def __init__(self, *_, **__):
        super().__init__(iter([(0, 2, "step")]), {})
        self.closed = False

    def close(self):
        self.closed = True


@pytest.mark.parametrize("how", ["cancel", "another plan is asked for"])
def test_a_run_that_nobody_wants_any_more_is_closed(how, monkeypatch):
    monkeypatch.setattr(st, "session_state", {})
    here = Presence()
    monkeypatch.setattr(background, "presence", lambda: here)
    monkeypatch.setattr(background, "Job", Job)
    monkeypatch.setattr(background, "move", Mock(side_effect=StopException))  # a click
    job: OfferedJob[str, int] = OfferedJob("work")
    job.ask()
    with pytest.raises(StopException):
        job.offer_or_watch("plan", Task(int), "Work")
    assert job.is_running("plan")
    run = st.session_state["_job_work"].job.job
    if how == "cancel":
        background.cancel("work")
    else:
        assert not job.is_running("other")
    assert run.closed
    assert not job.is_running("plan")
