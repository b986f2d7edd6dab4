"""The paper tables: every one opens without data, and says what is printed and what is ours."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
import streamlit as st

from askcore import papers
from askcore.papers import Journal
from askcore.ui.blocks import figures
from askcore.ui.pages.papers.page import PapersState
from askcore.ui.pages.papers.page import papers as page
from tests.pages.papers.conftest import ALIKE, TABLES, TOY, measured, opened, said, sound

SHIPPED_FIGURES = papers.measured  # before the tests take them away


@pytest.mark.parametrize("key", [protocol.key for protocol in papers.tables()])
def test_every_table_opens_without_data_and_without_a_network(key):
    at = opened(table=key)
    assert at.selectbox("table").value == key
    assert not at.error
    assert not at.warning
    printed = papers.protocol(key)
    if len(papers.published(printed.paper, printed.table)):
        assert {"not run yet", "not available"} & set(at.dataframe[0].value["Ours"])
    at.session_state["papers_how"], at.session_state["paper_details"] = True, "One cell"
    assert len(sound(at.run()).get("plotly_chart")) >= bool(
        len(papers.published(printed.paper, printed.table))
    )
    for sentence in printed.left_open:
        assert any(sentence[:20] in m.value.replace("\\", "") for m in at.markdown)


def test_shipped_figures_say_when_they_were_measured(toy, monkeypatch):
    monkeypatch.setattr(papers, "measured", lambda: measured(TOY))
    at = opened()
    assert "measured by us on" in said(at)
    assert "2 repeats" in said(at)


def test_a_table_says_what_is_met_why_not_and_how_to_run_it(toy, monkeypatch):
    monkeypatch.setattr(papers, "measured", lambda: measured(TOY))
    at = opened(paper_details="Why numbers differ")
    assert "**We reproduce 2 of 4 published numbers.**" in said(at)
    assert "With another setting, 1 more is met. We knew the published numbers" in said(at)
    assert "Still open: 1. Besides these, 2 were not run." in said(at)
    assert "With 2 repeats, our standard deviations are uncertain; the paper has 4." in said(at)
    assert "The embedding differs." in said(at)
    at.session_state["learn"], at.session_state["paper_details"] = "Paper tables", "The same tuning"
    first, tuned = sound(at.run()).dataframe[0].value, at.dataframe[1].value
    assert first["Result"].tolist()[:2] == ["▼ worse", "✓ met"]
    assert set(tuned["Method"]) == {ALIKE}
    assert "give no numbers for these rows" in said(at)
    at.session_state["learn"], at.session_state["paper_details"] = "Paper tables", "Run it again"
    assert "python -m askcore papers --table toy-III --full" in said(sound(at.run()))


def test_a_table_is_named_in_the_address_by_its_key():
    assert opened(table="KSVD-3").selectbox("table").value == "ksvd-3"
    first = papers.tables()[0].key
    assert opened(table="no-such-table").selectbox("table").value == first


def test_nothing_is_read_twice(toy, monkeypatch):
    found = measured(TOY)
    monkeypatch.setattr(papers, "measured", lambda: found)
    at = opened()

    def again(*_, **__):
        raise AssertionError("computed again")

    monkeypatch.setattr(papers, "recorded", again)
    sound(at.run())


def test_what_was_chosen_is_there_again_after_another_page(toy, monkeypatch):
    second = replace(TOY, key="toy-IV", table="IV", title="Another", datasets=("sonar", "cora"))
    monkeypatch.setattr(TABLES, "_all", lambda: {TOY.key: TOY, second.key: second})
    at = opened(table="toy-IV")
    at.multiselect("sets_toy-IV").set_value(["cora"]).run()
    at.switch_page("pages/home.py").run()
    at.query_params.clear()  # as the browser does
    at.switch_page("pages/learn.py").run()
    at.session_state["learn"] = "Paper tables"  # AppTest closes the tabs of a page that it leaves
    at.run()
    assert sound(at).selectbox("table").value == "toy-IV"
    assert at.multiselect("sets_toy-IV").value == ["cora"]


def test_the_page_opens_on_a_table_that_is_met_below_a_strip_for_each(monkeypatch):
    monkeypatch.setattr(papers, "measured", SHIPPED_FIGURES)
    at = opened()
    assert at.selectbox("table").value == "askls-IV"
    assert at.header[0].value == "**We reproduce 199 of 318 published numbers.**"
    assert "**We reproduce 24 of 24 published numbers.**" in said(at)
    strips = json.loads(at.get("plotly_chart")[0].proto.spec)
    met = next(trace for trace in strips["data"] if trace["name"] == "met")
    assert len(met["y"]) == len(papers.tables())
    last, chosen = papers.tables()[-1], papers.protocol("askls-IV")
    recorded = papers.recorded(chosen, Journal())
    (strips,) = figures(page(PapersState(chosen, (), (), recorded)))[:1]
    strips.on_point(len(met["y"]) - 1)
    assert st.session_state["table"] == last.key
