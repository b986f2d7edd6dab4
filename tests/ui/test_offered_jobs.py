"""A job is offered, watched, cancelled and kept, whatever the page does meanwhile."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from askcore.ui.background import OfferedJob


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
    at_once = st.session_state.get("at_once", False)
    job: OfferedJob[str, str] = OfferedJob("work")

    def make():
        st.session_state["made"] = st.session_state.get("made", 0) + 1

    def interrupted():
        yield 0, 3, "step"
        st.stop()  # as a click does

    found = job.result(plan)
    if found is not None:
        st.write(found)
    elif plan == "interrupted":
        run = Run(interrupted(), {}, lambda: pd.DataFrame({"done": [1]}))
        with patch.object(background, "Job", lambda task, **_: run):
            job.begin(plan, None)
        job.advance(job.bar())
    else:
        job.prepared(plan, make)
        task = Task(work, plan, st.session_state["folder"])
        job.offer_or_watch(plan, task, "Work", 60e9, at_once=at_once)


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
    assert [button.label for button in at.run().button] == ["Work (about a minute)"]
    at.session_state["plan"] = "a"
    assert at.run().markdown[0].value == "A"


def test_a_run_that_fails_is_not_started_again_at_once():
    at = opened(plan="wrong")
    at.button("work").click().run()
    assert len(at.exception) == 1
    assert [button.label for button in at.run().button] == ["Work (about a minute)"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked")
@pytest.mark.parametrize("at_once", [False, True])
def test_where_its_process_is_killed_the_page_says_so_and_offers_it_again(at_once):
    at = opened(plan="killed at first", at_once=at_once)
    if not at_once:
        at.button("work").click().run()
    assert not at.exception
    assert [button.label for button in at.button] == ["Work (about a minute)"]
    assert "was ended by the signal SIGKILL" in at.warning[0].value
    at.button("work").click().run()
    assert at.markdown[0].value == "KILLED AT FIRST"
    assert not at.warning


def test_it_starts_without_a_click_but_not_after_cancel():
    assert opened(at_once=True).markdown[0].value == "A"
    at = opened(plan="b")
    at.session_state["_job_work"].cancelled = "b"
    at.session_state["at_once"] = True
    assert [button.label for button in at.run().button] == ["Work (about a minute)"]


def test_a_result_serves_every_session():
    opened().button("work").click().run()
    assert opened().markdown[0].value == "A"
    assert begun() == ["a 1"]


def test_what_is_found_so_far_is_shown_below_the_bar():
    assert opened(plan="interrupted").dataframe[0].value["done"].tolist() == [1]
