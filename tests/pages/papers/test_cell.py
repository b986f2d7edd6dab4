"""A cell opened on the page "Paper tables": its repeats, its code, and the way there."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from askcore import papers
from askcore.papers import Journal
from askcore.ui.pages.papers import table as page_table
from askcore.ui.pages.papers.state import PaperChoice
from tests.pages.papers.conftest import NERD, OURS, TOY, opened, run, said, sound


def test_a_cell_opens_with_its_repeats_and_code(toy):
    at = run(opened())
    at.selectbox("cell_set_toy-III").set_value("citeseer").run()
    at.selectbox("cell_method_toy-III").set_value(OURS).run()
    sound(at)
    code = at.code[0].value
    assert "papers.table(" in code
    assert f"methods=['{OURS}']" in code
    assert "'citeseer'" in code
    assert "python -m askcore papers --table toy-III --dataset citeseer" in at.code[1].value
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
    state = {"k": {"selection": {"cells": [(1, OURS)], "rows": []}}}
    monkeypatch.setattr(st, "session_state", state)
    choice = PaperChoice(TOY, TOY.datasets)
    page_table._opener(
        choice, page_table.as_printed(found.table, "micro_f1", TOY.datasets, TOY.methods), "k", printed=True
    )()
    assert (state["cell_set_toy-III"], state["cell_method_toy-III"]) == ("citeseer", OURS)
    state["k"] = {"selection": {"rows": [0]}}
    page_table._opener(choice, page_table.as_list(found.table), "k", printed=False)()
    assert (state["cell_set_toy-III"], state["cell_method_toy-III"]) == ("cora", NERD)
    state["k"] = {"selection": {"cells": [(0, "Data set"), (9, OURS)]}}  # a name, and a row that has gone
    page_table._opener(
        choice, page_table.as_printed(found.table, "micro_f1", TOY.datasets, TOY.methods), "k", printed=True
    )()
    assert (state["cell_set_toy-III"], state["cell_method_toy-III"]) == ("cora", NERD)


def test_values_come_by_number_of_the_repeat():
    records = [
        {"dataset": "cora", "repeats": [1], "values": {OURS: {"micro_f1": [0.2]}}},
        {"dataset": "cora", "repeats": [0], "values": {OURS: {"micro_f1": [0.1]}}},
        {"dataset": "citeseer", "repeats": [0], "values": {OURS: {"micro_f1": [0.9]}}},
    ]
    table = papers.recorded(TOY, Journal()).table
    result = papers.PaperResult(table, {"repeats": 4}, (), {}, tuple(records))
    assert page_table.values_of(result, "cora", OURS, "micro_f1") == [0.1, 0.2]
    assert page_table.values_of(result, "cora", NERD, "micro_f1") == []


def test_a_cell_of_a_turned_table_opens_the_same(toy, monkeypatch):
    wide = replace(TOY, datasets=("cora",), methods=tuple(f"method {n}" for n in range(7)), absent={})
    table = page_table.as_printed(papers.recorded(TOY, Journal()).table, "micro_f1", ["cora"], [NERD, OURS])
    turned = page_table.turn(table)
    assert turned.columns.tolist() == ["Method", "cora"]
    assert turned["Method"].tolist() == [NERD, OURS]
    state = {"k": {"selection": {"cells": [(1, "cora")], "rows": []}}}
    monkeypatch.setattr(st, "session_state", state)
    page_table._opener(PaperChoice(wide, wide.datasets), turned, "k", printed=True)()
    assert (state["cell_set_toy-III"], state["cell_method_toy-III"]) == ("cora", OURS)
