"""What leaves: no cell of a CSV file is run by a spreadsheet, and numbers stay numbers."""

from __future__ import annotations

import io

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from askcore.ui.pieces import table_csv

RUN = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(A1)",
    "=cmd|' /C calc'!A0",
    "\t=1",
    "\r=1",
    "\n=1",
    " =1",
    "－1+1",
    "＝1",
    "-a",
    "- x",
]
LEFT = ["a", "", "3", "-3", "+2.5", "-1e-5", ".5", "a=b", "x - y", "'=1", "node 1"]


@pytest.mark.parametrize("cell", RUN)
def test_a_formula_is_text_wherever_it_stands(cell):
    table = pd.DataFrame({cell: [cell, "a"], "x": [1.5, -2.0]}, index=pd.Index([cell, "b"], name=cell))
    back = pd.read_csv(io.StringIO(table_csv(table)), dtype=str, keep_default_na=False)
    text = "'" + cell.replace("\r", "\n")
    assert [
        text in found for found in (back.columns[0], back.iloc[0, 0], back.columns[1], back.iloc[0, 1])
    ] == [True] * 4
    assert back["x"].tolist() == ["1.5", "-2.0"]


@pytest.mark.parametrize("cell", LEFT)
def test_what_no_spreadsheet_runs_is_left(cell):
    table = pd.DataFrame({"name": [cell], "x": [-1.0]})
    assert table_csv(table) == table.to_csv(index=False)


def test_numbers_stay_numbers_and_equal_names_are_no_obstacle():
    K = pd.DataFrame(np.array([[-1.0, 2.0], [3.0, -4.0]]), index=["-x", "b"], columns=["=y", "=y"])
    assert table_csv(K) == ",'=y,'=y\n'-x,-1.0,2.0\nb,3.0,-4.0\n"


@given(st.text())
def test_no_text_begins_as_a_formula(text):
    (cell,) = pd.read_csv(io.StringIO(table_csv(pd.DataFrame({"a": [text, "z"]}))), keep_default_na=False)[
        "a"
    ][:1]
    number = cell.lstrip("+-").replace(".", "", 1).replace("e", "", 1).replace("E", "", 1)
    number = number.replace("+", "", 1).replace("-", "", 1)
    assert not cell.strip().startswith(("=", "+", "-", "@")) or number.isdigit()


def page() -> None:
    import pandas as pd
    import streamlit as st

    from askcore.ui import export
    from askcore.ui.blocks import Download
    from askcore.ui.text import snippet

    table = pd.DataFrame({"name": ["=1+1"]})
    button = st.download_button
    st.download_button = lambda label, content, *rest, **more: st.text(content())
    export.take_home(
        [Download("Rows", lambda: table, "rows.csv", at_end=True)],
        snippet.Script("Page", "Prints.", ("print(1)",)),
    )
    st.download_button = button


def test_a_setting_keeps_text_as_it_is():
    at = AppTest.from_function(page)
    at.session_state["take_home"] = True
    at.run()
    assert at.text[0].value == "name\n'=1+1"
    assert at.toggle("raw_csv").set_value(True).run().text[0].value == "name\n=1+1"


def test_a_carriage_return_begins_no_row():
    table = pd.DataFrame({"name": ["a\r=1+1"]})
    for raw in (False, True):
        assert table_csv(table, raw=raw) == 'name\n"a\n=1+1"\n'
