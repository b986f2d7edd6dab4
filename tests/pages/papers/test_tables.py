"""Tables on the page "Paper tables": every one opens without data, and says what is printed and what is ours."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from askcore import papers
from askcore.papers import Journal
from askcore.ui.pages.papers import state as page_state
from askcore.ui.pages.papers import summary as page_summary
from tests.pages.papers.conftest import TABLES, TOY, graph, labels, opened, run, said, sound

SHIPPED_FIGURES = papers.measured  # before the tests take them away


@pytest.mark.parametrize("key", [protocol.key for protocol in papers.tables()])
def test_every_table_opens_without_data_and_without_a_network(key):
    at = opened(table=key)
    assert at.selectbox("table").value == key
    assert not at.error
    assert not at.warning
    printed = papers.protocol(key)
    if len(papers.published(printed.paper, printed.table)):
        assert "not run yet" in at.dataframe[0].value.to_string()
        assert at.get("plotly_chart")
    assert any("Download" in label for label in labels(at)) or "textures" in printed.datasets
    at.session_state["papers_how"] = True
    at.run()
    for sentence in printed.left_open:
        assert any(sentence[:20] in m.value.replace("\\", "") for m in at.markdown)


def test_shipped_figures_come_first_and_say_so(toy, monkeypatch):
    shipped = Journal()
    data = {"cora": graph()}
    papers.PaperRun(TOY, data, repeats=4, journal=shipped).run()
    monkeypatch.setattr(papers, "measured", lambda: shipped)
    at = opened()
    assert "measured by us on" in said(at)
    assert "4 repeats" in said(at)
    assert not [group for group in at.button_group if group.key == "paper_source"]
    run(at)
    assert at.button_group("paper_source").value == "here"  # what was just run is shown
    assert "Ours: on this computer" in said(at)
    at.button_group("paper_source").set_value("shipped").run()
    assert "Ours: measured by us" in said(sound(at))


def test_a_table_is_named_in_the_address_by_its_key():
    assert opened(table="KSVD-3").selectbox("table").value == "ksvd-3"
    first = papers.tables()[0].key
    assert opened(table="no-such-table").selectbox("table").value == first


def test_nothing_is_read_twice(toy, monkeypatch):
    at = run(opened())

    def again(*_, **__):
        raise AssertionError("computed again")

    monkeypatch.setattr(page_state.papers, "recorded", again)
    sound(at.run())


def test_what_was_chosen_is_there_again_after_another_page(toy, monkeypatch):
    second = replace(TOY, key="toy-IV", table="IV", title="Another", datasets=("sonar", "cora"))
    monkeypatch.setattr(TABLES, "_all", lambda: {TOY.key: TOY, second.key: second})
    at = opened(table="toy-IV")
    at.multiselect("sets_toy-IV").set_value(["cora"]).run()
    at.button_group("paper_effort").set_value("full").run()
    at.switch_page("pages/home.py").run()
    at.query_params.clear()  # as the browser does
    at.switch_page("pages/papers.py").run()
    assert sound(at).selectbox("table").value == "toy-IV"
    assert at.multiselect("sets_toy-IV").value == ["cora"]
    assert at.button_group("paper_effort").value == "full"


def test_the_page_opens_on_a_table_that_is_met_below_a_strip_for_each(monkeypatch):
    monkeypatch.setattr(papers, "measured", SHIPPED_FIGURES)
    at = opened()
    assert at.selectbox("table").value == "askls-IV"
    assert "printed numbers are met**" in at.markdown[0].value
    assert "**24 of 24 printed numbers are met**" in said(at)
    strips = json.loads(at.get("plotly_chart")[0].proto.spec)
    met = next(trace for trace in strips["data"] if trace["name"] == "met")
    assert len(met["y"]) == len(papers.tables())
    # a click on the last strip
    last = papers.tables()[-1]
    monkeypatch.setattr(
        page_summary.st,
        "session_state",
        opens := {"chart": {"selection": {"points": [{"customdata": [len(met["y"]) - 1]}]}}},
    )
    page_summary._open("chart", [protocol.key for protocol in papers.tables()])
    assert opens["table"] == last.key
