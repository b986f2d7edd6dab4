"""A job is offered, watched, cancelled and kept, whatever the page does meanwhile."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from askcore.ui.work.job import OfferedJob


def page() -> None:
    import pandas as pd
    import streamlit as st

    from askcore.experiments.running.jobs import Task
    from askcore.experiments.running.run import Run
    from askcore.ui.work.job import OfferedJob
    from tests.ui.job_tasks import work

    plan = st.session_state.get("plan", "a")
    at_once = st.session_state.get("at_once", False)
    job: OfferedJob[str, str] = OfferedJob("work", limit=2, shared=lambda plan: plan.startswith("shared"))

    def make():
        st.session_state["made"] = st.session_state.get("made", 0) + 1

    def interrupted():
        yield 0, 3, "step"
        st.stop()  # as a click does

    found = job.result(plan)
    if found is not None:
        st.write(found)
    elif plan == "interrupted":
        job.start(plan, Run(interrupted(), {}, lambda: pd.DataFrame({"done": [1]})))
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
    at = opened()
    at.session_state["_job_work"].cancelled = "a"
    at.session_state["at_once"] = True
    assert [button.label for button in at.run().button] == ["Work (about a minute)"]


@pytest.mark.parametrize(("plan", "again"), [("shared", False), ("own", True)])
def test_a_shared_result_serves_every_session(plan, again):
    opened(plan=plan).button("work").click().run()
    at = opened(plan=plan)
    if again:
        at.button("work").click().run()
    assert at.markdown[0].value == plan.upper()
    assert begun() == [f"{plan} {number}" for number in range(1, 2 + again)]


@dataclass(frozen=True)
class Plan:
    """As those of the pages: data by their digest."""

    digest: str


def test_a_page_that_is_loaded_anew_finds_the_result_of_the_same_data_and_of_no_other():
    def look(job, plan, result):
        import streamlit as st

        if result:
            job.keep(plan, result)
        st.write(f"found {job.result(plan)}")

    job = OfferedJob("reloaded")
    AppTest.from_function(look, args=(job, Plan("a file"), "its result")).run()
    said = AppTest.from_function(look, args=(job, Plan("a file"), "")).run().markdown[0].value
    assert said == "found its result"
    assert (
        AppTest.from_function(look, args=(job, Plan("another"), "")).run().markdown[0].value == "found None"
    )
    assert (
        AppTest.from_function(look, args=(OfferedJob("other"), Plan("a file"), "")).run().markdown[0].value
        == "found None"
    )


def test_what_is_found_so_far_is_shown_below_the_bar():
    assert opened(plan="interrupted").dataframe[0].value["done"].tolist() == [1]
