"""A cell opened in a paper table: its repeats, its code, and the way there."""

from __future__ import annotations

import streamlit as st

from askcore import papers
from askcore.papers import Journal
from askcore.ui.pages.papers import cells
from askcore.ui.pages.papers.page import open_cell
from tests.pages.papers.conftest import NERD, OURS, TOY, measured, opened, said, sound


def test_a_cell_opens_with_its_repeats_and_code(toy, monkeypatch):
    found = measured(TOY)
    monkeypatch.setattr(papers, "measured", lambda: found)
    monkeypatch.setattr("askcore.papers.engine.protocol.is_at_hand", lambda name, data_home=None: True)
    at = opened()
    at.selectbox("cell_set_toy-III").set_value("citeseer").run()
    at.selectbox("cell_method_toy-III").set_value(OURS).run()
    sound(at)
    code = at.code[0].value
    assert "papers.table(" in code
    assert f"methods=['{OURS}']" in code
    assert "'citeseer'" in code
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


def test_a_selected_row_is_the_cell_that_opens(toy, monkeypatch):
    frame = cells.rows(papers.recorded(TOY, Journal()).table)
    monkeypatch.setattr(st, "session_state", state := {})
    for row in (0, len(frame) - 1):
        open_cell("toy-III", frame, row, 4)
        chosen = state["cell_set_toy-III"], state["cell_method_toy-III"]
        assert chosen == (frame["Data set"][row], frame["Method"][row])
        assert state["paper_details"] == "One cell"


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
