"""Blocks: what is walked and what stays closed, on the screen and in a file, with hostile names."""

from __future__ import annotations

import base64
import hashlib
import json
import re

import numpy as np
import pandas as pd
import pytest
from streamlit.testing.v1 import AppTest

from askcore.figures import Picture
from askcore.figures.parts.spec import trace
from askcore.ui import html
from askcore.ui.blocks import (
    Action,
    Code,
    Columns,
    Control,
    Figure,
    Fold,
    Live,
    Metric,
    Run,
    Table,
    Tabs,
    Text,
    Work,
    figures,
    texts,
    walk,
)

HOSTILE = "<script>alert(1)</script> & **bold** </style>"


def drawn(*, theme):
    return {"data": [trace("scatter", x=[1, 2], y=[2, 1], name=HOSTILE)], "layout": {"height": 300}}


def written(title, content):
    """A file of one page."""
    return html.document(title, [html.Section("", content)])


def page(made):
    """A page of every kind of block; ``made`` notes which bodies were made."""

    def body(name, *content):
        made.append(name)
        return [Text(f"in {name}"), *content]

    def live(value):
        axis = value(Control("axis", "Axis", "choice", ("Linear", "Logarithmic"), "Logarithmic"))
        return [Figure("curve", drawn, "A curve", "Curve", f"The axis is {axis}.")]

    return [
        Text("**Three** of ten.", "verdict"),
        Metric("Rank", "3"),
        Metric("Size", "10"),
        Columns(([Live("pair", live)], [Figure("map", drawn, "A map", caption=HOSTILE)])),
        Tabs("tab", {"First": lambda: body("First"), "Second": lambda: body("Second")}),
        Fold("more", "More", lambda: body("More", Table(pd.DataFrame({HOSTILE: [HOSTILE]}), "All rows."))),
        Code("print(1)"),
        Action("go", "Use it", {"gamma": 1.0}),
    ]


def test_nothing_but_first_tabs_is_made_where_nothing_is_open():
    made = []
    content = page(made)
    assert made == []
    said = texts(content)
    assert made == ["First"]
    assert said[:3] == ["**Three** of ten.", "Rank: 3", "Size: 10"]
    assert "The axis is Logarithmic." in said
    assert [figure.key for figure in figures(content)] == ["curve", "map"]


def test_what_is_open_is_walked_with_what_controls_hold():
    made = []
    opened = {"tab": "Second", "more": "More"}
    said = texts(page(made), is_open=lambda key, title: opened.get(key) == title, value=lambda _: "Linear")
    assert made == ["Second", "More"]
    assert {"in Second", "in More", "All rows.", "The axis is Linear."} <= set(said)


class Slow:
    """Work that counts how often it was done."""

    def __init__(self, *, done: bool = False) -> None:
        self.count, self.done = 0, done

    def __call__(self, n):
        self.count += not self.done
        self.done = True
        return n * n

    def ready(self, n):
        return self.done


def test_reading_a_page_never_starts_a_run():
    slow = Slow()
    content = [Run(Work(slow, (3,)), lambda found: [Text(f"nine: {found}")])]
    assert texts(content) == []
    assert "nine" not in written("Slow", content)
    assert slow.count == 0
    slow.done = True
    assert texts(content) == ["nine: 9"]


def test_a_walk_gives_every_kind():
    assert {type(block) for block in walk(page([]))} >= {
        Text,
        Metric,
        Columns,
        Live,
        Figure,
        Tabs,
        Fold,
        Code,
        Action,
    }


def test_a_file_holds_all_folds_and_no_script_but_ours():
    text = html.document(HOSTILE, [html.Section("", page([]), settings=[("γ", HOSTILE)])])
    assert "in First" in text
    assert "in More" in text
    assert text.count("<script") == 3  # the figures as JSON, plotly.js, and the one that draws
    assert "alert(1)</script>" not in re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert len(re.findall(r"'sha256-[^']+'", text)) == 2
    assert not re.search(r'(?:src|href)="?https?:', text.split("<main>")[1].split("</main>")[0])
    assert '"name":"\\u003cscript' in text


def test_a_file_without_figures_has_no_script():
    assert "<script" not in written("Words", [Text("Only words.")])


def test_a_file_allows_its_own_scripts_alone():
    text = written("One", [Figure("curve", drawn, "A curve")])
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1]
    scripts = re.findall(r"<script>(.*?)</script>", text, re.S)
    assert len(scripts) == 2
    for script in scripts:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy


def test_points_of_webgl_print():
    many = Picture(
        {"data": [trace("scattergl", x=np.arange(3.0), y=np.arange(3.0))], "layout": {}}, "Three of ten."
    )
    text = written("Points", [Figure("points", lambda theme: many, "Points", caption="Each is a sample.")])
    assert "Each is a sample. Three of ten.</figcaption>" in text
    (spec,) = json.loads(re.search(r'id="figures">(.*?)</script>', text, re.S)[1])
    assert spec["data"][0]["type"] == "scatter"
    assert (spec["layout"]["width"], spec["layout"]["paper_bgcolor"]) == (640, "#FFFFFF")


def test_a_picture_is_an_image_in_which_no_script_runs():
    hostile = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text>{HOSTILE}</text></svg>'
    text = written("Picture", [Figure("cube", lambda theme: hostile, HOSTILE)])
    assert "<script" not in text
    packed = re.search(r'src="data:image/svg\+xml;base64,([^"]+)"', text)[1]
    assert HOSTILE in base64.b64decode(packed).decode()


def test_several_pages_are_one_file_with_contents_and_plotly_once():
    figure = Figure("curve", drawn, "A curve")
    text = html.document("Both", [html.Section("One", [figure], "one"), html.Section("Two", [figure], "two")])
    assert re.findall(r'href="#(\w+)">(\w+)<', text) == [("one", "One"), ("two", "Two")]
    assert re.findall(r"<b>Figure (\d)", text) == ["1", "2"]
    assert text.count("<script") == 3


@pytest.mark.parametrize(("cell", "said"), [(1234567.0, "1,234,567"), (float("nan"), "–"), (True, "True")])
def test_a_cell_of_a_table_is_written_for_people(cell, said):
    assert f"<td>{said}</td>" in written("Table", [Table(pd.DataFrame({"a": [cell]}))])


def test_of_a_long_table_the_first_rows_stand_in_a_file():
    text = written("Table", [Table(pd.DataFrame({"a": range(60)}))])
    assert "The first 25 of 60 rows." in text
    assert "<td>25</td>" not in text


def app() -> None:
    from askcore.ui import render, url_state
    from tests.ui.test_blocks import page

    with url_state.page_run("page"):
        url_state.read_url()
        render.show(page([]))
        url_state.write_url()


@pytest.fixture
def shown():
    at = AppTest.from_function(app, default_timeout=30)
    at.query_params["axis"] = "Linear"
    at.run()
    assert not at.exception
    return at


def test_the_screen_shows_the_same_words(shown):
    said = [each.value for each in (*shown.markdown, *shown.caption)]
    assert shown.header[0].value == "**Three** of ten."
    assert "in First" in said
    assert "in More" not in said
    assert "The axis is Linear." in said
    assert [(metric.label, metric.value) for metric in shown.metric] == [("Rank", "3"), ("Size", "10")]


def test_a_control_a_tab_and_a_fold_are_in_the_address(shown):
    shown.button_group("axis").set_value("Logarithmic").run()
    assert "axis" not in shown.query_params
    shown.session_state["tab"] = "Second"
    shown.session_state["more"] = True
    shown.run()
    assert not shown.exception
    said = [each.value for each in shown.markdown]
    assert {"in Second", "in More"} <= set(said)
    assert (shown.query_params["tab"], shown.query_params["more"]) == ("Second", "true")


def test_an_action_sets_what_it_says(shown):
    shown.button("go").click().run()
    assert not shown.exception
    assert shown.session_state["gamma"] == 1.0
