"""A cell opened in a paper table: its repeats, its code, and the way there."""

from __future__ import annotations

import streamlit as st

from askcore import papers
from askcore.papers import Journal
from askcore.ui.pages.papers import cells
from askcore.ui.pages.papers.page import open_cell
from askcore.ui.pages.papers.results import PaperChoice
from tests.pages.papers.conftest import NERD, OURS, TOY, measured, opened, said, sound


def test_a_cell_opens_with_its_repeats_and_code(toy, monkeypatch):
    found = measured(TOY)
    monkeypatch.setattr(papers, "measured", lambda: found)
    monkeypatch.setattr("askcore.papers.engine.published.is_at_hand", lambda name, data_home=None: True)
    at = opened()
    at.selectbox("cell_set_toy-III").set_value("citeseer").run()
    at.selectbox("cell_method_toy-III").set_value(OURS).run()
    sound(at)
    code = at.code[0].value
    assert "papers.table(" in code
    assert f"methods=['{OURS}']" in code
    assert "'citeseer'" in code
    assert "python -m askcore papers --table toy-III --dataset citeseer" in said(at)
    assert code.rstrip().endswith(
        "print(papers.as_markdown(run.run()))"
    )  # a frame would hide its middle columns
    scope = {}
    exec(code.replace("print(papers.as_markdown(run.run()))", "table = run.run().table"), scope)
    row = scope["table"].iloc[0]
    assert f"{row['reproduced']:.3f}" in said(at)
    at.multiselect("sets_toy-III").set_value(["cora"]).run()  # the open cell is on offer no more
    assert at.selectbox("cell_set_toy-III").value == "cora"
    sound(at)


def test_a_selected_cell_is_the_one_that_opens(toy, monkeypatch):
    found = papers.recorded(TOY, Journal())
    monkeypatch.setattr(st, "session_state", state := {})
    choice = PaperChoice(TOY, TOY.datasets)
    side_by_side = cells.as_printed(found.table, "micro_f1", TOY.datasets, TOY.methods)
    open_cell(choice, side_by_side, 1, side_by_side.columns.get_loc(OURS))
    assert (state["cell_set_toy-III"], state["cell_method_toy-III"]) == ("citeseer", OURS)
    assert state["paper_details"] == "One cell"
    open_cell(choice, cells.as_list(found.table), 0, 4)
    assert (state["cell_set_toy-III"], state["cell_method_toy-III"]) == ("cora", NERD)
    open_cell(choice, side_by_side, 1, 0)  # a name
    assert (state["cell_set_toy-III"], state["cell_method_toy-III"]) == ("cora", NERD)


def test_values_come_by_number_of_the_repeat():
    records = [
        {"dataset": "cora", "repeats": [1], "values": {OURS: {"micro_f1": [0.2]}}},
        {"dataset": "cora", "repeats": [0], "values": {OURS: {"micro_f1": [0.1]}}},
        {"dataset": "citeseer", "repeats": [0], "values": {OURS: {"micro_f1": [0.9]}}},
    ]
    table = papers.recorded(TOY, Journal()).table
    result = papers.PaperResult(table, {"repeats": 4}, (), {}, tuple(records))
    assert cells.values_of(result, "cora", OURS, "micro_f1") == [0.1, 0.2]
    assert cells.values_of(result, "cora", NERD, "micro_f1") == []


def test_a_cell_of_a_turned_table_opens_the_same(toy, monkeypatch):
    methods = [NERD, OURS, *(f"method {n}" for n in range(6))]
    turned = cells.as_printed(papers.recorded(TOY, Journal()).table, "micro_f1", ["cora"], methods)
    assert turned.columns.tolist() == ["Method", "cora"]
    assert turned["Method"].tolist()[:2] == [NERD, OURS]
    monkeypatch.setattr(st, "session_state", state := {})
    open_cell(PaperChoice(TOY, ("cora",)), turned, 1, 1)
    assert (state["cell_set_toy-III"], state["cell_method_toy-III"]) == ("cora", OURS)
