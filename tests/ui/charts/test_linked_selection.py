"""A chosen sample and a selection: their text in an address, and the meaning of a click, a box and a lasso."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.ui import url_state
from askcore.ui.charts import linked_selection

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
def test_an_invalid_selection_in_the_address_is_empty(session, text):
    url_state.set_param("selected", text)
    assert linked_selection.selected().tolist() == []


@pytest.mark.parametrize("samples", [[], [7], [0, 1, 2, 299], range(300), range(0, 300, 2)])
def test_a_selection_is_kept_whole(session, samples):
    linked_selection.select([*samples, *samples])
    assert linked_selection.selected().tolist() == [*samples]
    assert len(url_state.param("selected")) <= url_state.LONGEST


def test_a_selection_too_long_for_a_link_stays_in_the_session(session):
    linked_selection.select(range(0, 300, 2))
    first = url_state.param("selected")
    linked_selection.select(range(1, 300, 2))
    assert linked_selection.selected()[0] == 1
    url_state.set_param("selected", first)
    assert linked_selection.selected().tolist() == [*range(0, 300, 2)]
    for step in range(3, 30):
        linked_selection.select(range(0, 300, step))
    assert len(session["_long_selections"]) <= linked_selection.KEPT
    del session["_long_selections"]
    url_state.set_param("selected", first)
    assert linked_selection.selected().tolist() == []


def test_a_click_chooses_and_a_box_or_a_lasso_selects(session):
    called = []
    session["figure"] = event(5)
    linked_selection.on_select("figure", SHOWN, called.append)
    assert (linked_selection.chosen(), called, linked_selection.selected().tolist()) == (5, [5], [])
    session["figure"] = event(9, 3, 3, box=[{}])
    linked_selection.on_select("figure", SHOWN, called.append)
    session["figure"] = event(9, 10_000, -1, 2.5, lasso=[{}])
    assert (linked_selection.chosen(), called, linked_selection.selected().tolist()) == (5, [5], [3, 9])
    linked_selection.on_select("figure", SHOWN)
    assert linked_selection.selected().tolist() == [9]
    session["figure"] = event()  # a double click gives up what a box has selected
    linked_selection.on_select("figure", SHOWN)
    assert (linked_selection.chosen(), linked_selection.selected().tolist()) == (5, [])


def test_a_figure_loses_its_box_when_the_selection_changes_elsewhere(session):
    def turn(key: str) -> int:
        return linked_selection.with_samples({"data": [], "layout": {}}, key, np.arange(3))["layout"]["meta"][
            "turn"
        ]

    session["one"] = session["other"] = event(1, 2, box=[{}])
    linked_selection.on_select("one", SHOWN)
    assert (turn("one"), turn("other")) == (0, 0)
    session["other"] = event(2, 4, box=[{}])
    linked_selection.on_select("other", SHOWN)
    assert (turn("one"), turn("other"), turn("one")) == (1, 0, 1)
    linked_selection.select([])
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


def test_addresses_hold_the_selection_and_older_ones_a_marked_sample():
    at = opened("data", data="two_moons", selected="0-6.9", marked="row 5")
    told = next(each.value for each in at.sidebar.markdown if "selected" in each.value)
    assert told == "8 samples selected: row 1, row 2, row 3, row 4, row 5 and 3 more."
    assert (said(at, "sample"), said(at, "selected")) == ("row 5", "0-6.9")
    assert "marked" not in at.query_params
    at.button("clear_selection").click().run()
    assert "selected" not in at.query_params
    assert not any("selected" in each.value for each in at.sidebar.markdown)
    assert said(at, "sample") == "row 5"
