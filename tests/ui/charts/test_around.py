"""A chosen sample and a selection: what an address says of them, and what a click, a box and a lasso mean."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.ui import url_state
from askcore.ui.charts import around

ROOT = Path(__file__).parents[3]


@pytest.fixture
def session(monkeypatch):
    held = {"data": "two_moons"}
    monkeypatch.setattr(st, "session_state", held)
    return held


SHOWN = np.arange(300)


def event(*samples: int, **more: list) -> dict:
    return {"selection": {"points": [{"customdata": each} for each in samples], **more}}


def opened(page: str, **query: str) -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    at.query_params.update(query)
    at = at.switch_page(f"pages/{page}.py").run()
    assert not at.exception
    return at


def said(at: AppTest, key: str) -> str:
    text = at.query_params.get(key, "")
    return text if isinstance(text, str) else text[-1]


@pytest.mark.parametrize(
    "text", ["300", "3-", "-3", "1..2", "2,3", "<b>", "1-99999999999", "5-300", "999-samples-0"]
)
def test_a_selection_that_makes_no_sense_is_none(session, text):
    url_state.set_param("selected", text)
    assert around.selected().tolist() == []


@pytest.mark.parametrize("samples", [[], [7], [0, 1, 2, 299], range(300), range(0, 300, 2)])
def test_a_selection_is_kept_whole(session, samples):
    around.select([*samples, *samples])
    assert around.selected().tolist() == [*samples]
    assert len(url_state.param("selected")) <= url_state.LONGEST


def test_what_is_too_long_for_a_link_stays_in_the_session_and_is_found_by_a_step_back(session):
    around.select(range(0, 300, 2))
    first = url_state.param("selected")
    around.select(range(1, 300, 2))
    assert around.selected()[0] == 1
    url_state.set_param("selected", first)
    assert around.selected().tolist() == [*range(0, 300, 2)]
    for step in range(3, 30):
        around.select(range(0, 300, step))
    assert len(session["_long_selections"]) <= around.KEPT
    del session["_long_selections"]
    url_state.set_param("selected", first)
    assert around.selected().tolist() == []


def test_a_click_chooses_and_a_box_or_a_lasso_selects(session):
    called = []
    session["figure"] = event(5)
    around.take("figure", SHOWN, called.append)
    assert (around.chosen(), called, around.selected().tolist()) == (5, [5], [])
    session["figure"] = event(9, 3, 3, box=[{}])
    around.take("figure", SHOWN, called.append)
    session["figure"] = event(9, 10_000, -1, 2.5, lasso=[{}])
    assert (around.chosen(), called, around.selected().tolist()) == (5, [5], [3, 9])
    around.take("figure", SHOWN)
    assert around.selected().tolist() == [9]
    session["figure"] = event()  # a double click gives up what a box has selected
    around.take("figure", SHOWN)
    assert (around.chosen(), around.selected().tolist()) == (5, [])


def test_a_figure_gives_up_its_box_where_the_selection_is_another_one(session):
    def turn(key: str) -> int:
        return around.of_samples({"data": [], "layout": {}}, key, np.arange(3))["layout"]["meta"]["turn"]

    session["one"] = session["other"] = event(1, 2, box=[{}])
    around.take("one", SHOWN)
    assert (turn("one"), turn("other")) == (0, 0)
    session["other"] = event(2, 4, box=[{}])
    around.take("other", SHOWN)
    assert (turn("one"), turn("other"), turn("one")) == (1, 0, 1)
    around.select([])
    assert (turn("one"), turn("other")) == (1, 1)


def test_the_chosen_sample_and_the_selection_are_the_same_on_every_page():
    at = opened("data", data="two_moons")
    assert at.selectbox("find_sample").value is None
    at.selectbox("find_sample").set_value(2).run()
    assert said(at, "sample") == "row 3"
    at.switch_page("pages/spectra.py").run()
    assert (at.selectbox("find_sample").value, said(at, "sample")) == (2, "row 3")
    at.switch_page("pages/home.py").run()
    assert "sample" not in at.query_params
    at.switch_page("pages/decisions.py").run()
    assert said(at, "sample") == "row 3"
    at.selectbox("data").set_value("iris").run()
    assert not at.exception
    assert "sample" not in at.query_params
    assert at.selectbox("find_sample").value is None


def test_an_address_says_what_is_selected_and_older_ones_what_is_marked():
    at = opened("data", data="two_moons", selected="0-6.9", marked="row 5")
    told = next(each.value for each in at.sidebar.markdown if "selected" in each.value)
    assert told == "8 samples selected: row 1, row 2, row 3, row 4, row 5 and 3 more."
    assert (said(at, "sample"), said(at, "selected")) == ("row 5", "0-6.9")
    assert "marked" not in at.query_params
    at.button("clear_selection").click().run()
    assert "selected" not in at.query_params
    assert not any("selected" in each.value for each in at.sidebar.markdown)
    assert said(at, "sample") == "row 5"
