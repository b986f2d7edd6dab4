"""A figure that changes: its place is sent the first chart again, and beside it the figure to draw there."""

from __future__ import annotations

import json

import pytest
from streamlit.testing.v1 import AppTest

from askcore.ui.charts import in_place


@pytest.fixture(autouse=True)
def _in_place(monkeypatch):
    monkeypatch.setattr(in_place, "DRAWS", True)


def page() -> None:
    import streamlit as st

    from askcore.ui.charts import in_place

    state = st.session_state
    in_place.start_page(state.setdefault("page", "one"))
    spec = {
        "data": [{"type": "scatter", "y": [state.setdefault("value", 0)]}],
        "layout": {"template": {}} | state.get("layout", {}),
    }
    in_place.chart(spec, key="here", alt=f"value {state.value}", theme=None)


def shown(at: AppTest) -> tuple[dict, dict | None]:
    """The chart as streamlit has it, with its id, and what is drawn into it, if anything."""
    assert not at.exception
    (chart,) = at.get("plotly_chart")
    sent = json.loads(chart.proto.spec) | {"id": chart.proto.id, "alt": chart.proto.alt}
    news = [each.proto for each in at.get("bidi_component")]
    assert len(news) <= 1
    return sent, json.loads(news[0].bytes) if news else None


def changed(at: AppTest, **state) -> tuple[dict, dict | None]:
    for key, value in state.items():
        at.session_state[key] = value
    return shown(at.run())


@pytest.fixture
def at() -> AppTest:
    return AppTest.from_function(page).run()


def test_an_unchanged_figure_is_sent_as_a_chart_alone(at):
    first, news = shown(at)
    assert news is None
    assert first["data"] == [{"type": "scatter", "y": [0]}]
    assert first["layout"]["uirevision"]  # so a zoom survives a change
    assert changed(at) == (first, None)


def test_changes_forth_and_back_are_drawn_into_the_first_chart(at):
    first, _ = shown(at)
    for value in (1, 2, 0):
        chart, news = changed(at, value=value)
        assert chart == first
        assert news["key"] == "here"
        assert news["alt"] == f"value {value}"
        assert news["figure"]["data"] == [{"type": "scatter", "y": [value]}]
        assert news["figure"]["layout"]["uirevision"]


@pytest.mark.parametrize("layout", [{"height": 300}, {"meta": {"turn": 1}}])
def test_another_height_or_mode_of_selection_sends_a_new_chart(at, layout):
    first, _ = shown(at)
    other, news = changed(at, layout=layout, value=1)
    assert news is None
    assert other["id"] != first["id"]
    assert other["data"][0]["y"] == [1]
    assert other["layout"].items() >= layout.items()
    again, news = changed(at, value=2)
    assert again == other
    assert news["figure"]["data"][0]["y"] == [2]


def test_another_page_sends_a_new_chart_and_never_one_that_was_drawn_into(at):
    first, _ = shown(at)
    unchanged, news = changed(at, page="other")
    assert news is None
    assert unchanged == first  # nothing was drawn into it
    changed(at, value=1)
    again, news = changed(at, page="one", value=0)
    assert news is None
    assert again["data"] == first["data"]
    assert again["id"] != first["id"]  # the browser may still hold the other one


def test_without_plotly_in_the_browser_each_chart_is_sent_as_it_is(at):
    first, _ = shown(at)
    changed(at, value=1)
    at.session_state[in_place._FAILED] = True
    chart, news = changed(at, value=2)
    assert news is None
    assert chart["data"][0]["y"] == [2]
    assert chart["id"] != first["id"]
