"""The report of a session: it says what the pages said, and nothing in it is more than text."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import escape, unescape
from types import SimpleNamespace

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
from streamlit.dataframe_util import convert_pandas_df_to_arrow_bytes

from askcore.figures import role_colours
from askcore.figures.parts.relit import relit
from askcore.figures.parts.theme import class_style, new_figure
from askcore.figures.svg.chart import shown as shown_in
from askcore.ui.charts.plots import drawing
from askcore.ui.charts.shown import Shown
from askcore.ui.contents import PAGES, page_of
from askcore.ui.sharing.html_text import inline, paragraphs
from askcore.ui.sharing.report import Report
from askcore.ui.sharing.report_parts import Figures, in_script, svg
from askcore.ui.sharing.sources import _OF_PAGES, bibtex, cited_by
from askcore.ui.sharing.visited import Of, Sent, Visit
from askcore.ui.text.words import plain
from tests.hostile_names import NAMES
from tests.pages.sentences import named_uploads
from tests.pages.test_every_page import opened, sound


def text_of(page: str) -> str:
    """What a reader sees of it."""
    seen = re.sub(r"<(script|style)\b.*?</\1>", "", page.partition("<body>")[2], flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", seen)).split())


def visited(*pages: str, sample: str = "two_moons") -> tuple[Report, list]:
    """The report of pages, and the pages."""
    first, *more = pages
    each = [opened(f"{first}.py", sample)]
    at, seen = each[0], [([m.value for m in each[0].header], [m.value for m in each[0].metric])]
    for page in more:
        sound(at.switch_page(f"pages/{page}.py").run())
        seen.append(([m.value for m in at.markdown], [m.value for m in at.metric]))
    return Report(tuple(at.session_state["_visits"].values())), seen


def test_it_says_what_the_pages_said():
    report, seen = visited("spectra", "decisions")
    page = report.html()
    said = text_of(page)
    for paragraphs_said, numbers in seen:
        first = text_of("<body>" + paragraphs(paragraphs_said[0]))
        assert first in said
        assert numbers
        assert all(number in said for number in numbers)
    assert said.index("1. Decisions" if "1. Decisions" in said else "Decisions") < said.index("Spectra")
    assert "decisions?data=two_moons" in said
    assert "AsKLSClassifier" in said
    assert "@article{he2022asymmetric" in said
    assert "@article{tao2023ksvd" in said
    assert "γ regularisation" in said
    assert len(re.findall(r'<div class="plot"', page)) == len(report.visits[0].figures) + len(
        report.visits[1].figures
    )
    assert re.findall(r"<b>Figure (\d+)\.</b>", page) == [
        str(number) for number in range(1, page.count("<figure>") + 1)
    ]


def test_a_page_that_was_left_out_is_not_there():
    report, _ = visited("spectra", "data")
    (data,) = [visit for visit in report.visits if visit.page.file == "data"]
    assert "How much the first components hold" not in text_of(Report((data,)).html())


def test_it_allows_its_own_scripts_alone():
    report, _ = visited("data")
    page = report.html()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    scripts = re.findall(r"<script>(.*?)</script>", page, re.S)
    assert len(scripts) == 2
    for script in scripts:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    assert not re.search(r"(?:src|href)=\"(?!#)", page.partition("<body>")[2].replace(scripts[0], ""))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_text(name):
    """As title of the data, in a sentence, in a caption, in a table, in a figure, in a setting."""
    metric = SimpleNamespace(label=plain(name), body=name, delta=plain(name))
    sentence = SimpleNamespace(
        body=f"**{plain(name)}** is here.", element_type=1, CODE=3, DIVIDER=5, LATEX=4, CAPTION=2
    )
    rows = convert_pandas_df_to_arrow_bytes(pd.DataFrame({name: [name, 1]}, dtype=str))
    table = SimpleNamespace(arrow_data=SimpleNamespace(data=rows), columns="{}")
    figure = go.Figure(go.Scatter(x=[1], y=[1], text=[name]))
    visit = Visit(page_of("Decisions"), f"decisions?data={name}")
    visit.data = Of(name, "1 row", name, "00")
    visit._sent = {
        (0, 0): Sent("markdown", sentence),
        (0, 1): Sent("metric", metric),
        (0, 2): Sent("plotly_chart", "$$ID-00-figure"),
        (0, 3): Sent("dataframe", table),
    }
    visit.figures = (Shown("figure", name, drawing(figure)),)
    page = Report((visit,)).html()
    own = re.sub(r"<script>.*?</script>", "", page, flags=re.S)
    assert not re.search(r"<(?:img|iframe|object|embed|form|link|b onmouse)\b", own)
    assert own.count("<script") == 1  # the figures
    found = json.loads(re.search(r'id="figures">(.*?)</script>', page, re.S)[1])
    assert found[0]["data"][0]["text"] == [name]
    assert escape(name) in own


def test_a_picture_keeps_what_draws_it():
    given = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="x()"><g transform="scale(2)">'
        '<circle cx="1" cy="1" r="1" fill="#123456" style="x"/><text x="1">a &amp; &lt;b&gt;</text></g>'
        '<a href="http://elsewhere"><text>no</text></a><image href="x"/><use href="#y"/><script>z()</script>'
        '<path d="M0 0" fill="url(#a)"/><foreignObject/><image href="data:image/png;base64,AA" x="1"/></svg>'
    )
    assert svg(given) == (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g transform="scale(2)">'
        '<circle cx="1" cy="1" r="1" fill="#123456" /><text x="1">a &amp; &lt;b&gt;</text></g><path d="M0 0" />'
        '<image href="data:image/png;base64,AA" x="1" image-rendering="pixelated" /></svg>'
    )
    assert svg("<svg><!ENTITY a></svg>") == svg("no picture") == svg("<html/>") == ""


def test_no_text_ends_a_script():
    given = json.dumps({"name": "</script><script>alert(1)</script>\u2028"}, ensure_ascii=False)
    assert "<" not in in_script(given)
    assert json.loads(in_script(given)) == json.loads(given)


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ("a [link](javascript:alert(1))", "a link)"),
        ("a [link](https://a.example/b)", "a link (https://a.example/b)"),
        ("![pixel](https://a.example/b)", "pixel"),
        (":small[**a**] and :red-background[b]", "<strong>a</strong> and b"),
        ("`<b>` *one* **two** 2*3*4", "<code>&lt;b&gt;</code> <em>one</em> <strong>two</strong> 2*3*4"),
        ("$K(u, v) < 1$", '<span class="formula">K(u, v) &lt; 1</span>'),
        (":material/info: said", " said"),
    ],
)
def test_markdown_becomes_html(given, made):
    assert inline(given) == made


def test_a_dark_figure_is_drawn_in_light_colours():
    dark, light = (
        new_figure(theme=theme).add_scatter(
            x=[1], y=[2], marker_color=[role_colours(theme)["source"], class_style(["a"], theme)["a"].colour]
        )
        for theme in ("dark", "light")
    )
    before = dark.to_dict()
    assert relit(before)["data"] == relit(light.to_dict())["data"]
    assert before == dark.to_dict()
    assert relit("rgba(230, 233, 239, 0.5)") == "rgba(19,23,30,0.5)"
    assert relit("rgba(1,2,3,0.5)") == "rgba(1,2,3,0.5)"


def test_a_dark_picture_is_drawn_in_light_colours():
    given = {theme: shown_in(["<circle r='1'/>"], (40, 30), theme) for theme in ("dark", "light")}
    figures = Figures()
    dark, light = (figures.draw(Shown("a", "A circle", given[theme]), ["it"]) for theme in ("dark", "light"))
    assert dark == light.replace("Figure 2", "Figure 1")
    assert "#13171E" in dark


def test_figures_print():
    """Points that WebGL draws on the page are lines and points in the report, at the size of paper."""
    figures = Figures()
    many = go.Figure(go.Scattergl(x=np.arange(3.0), y=np.arange(3.0)))
    figures.draw(Shown("a", "Points", drawing(many)), [])
    (spec,) = map(json.loads, figures.specs)
    assert spec["data"][0]["type"] == "scatter"
    assert (spec["layout"]["width"], spec["layout"]["paper_bgcolor"]) == (640, "#FFFFFF")


def test_every_page_has_its_sources():
    assert set(_OF_PAGES) <= {page.file for page in PAGES}
    every = bibtex(cited_by(_OF_PAGES, sne=True))
    assert every.count("@") == len({key for keys in _OF_PAGES.values() for key in keys}) + 2
    assert every.count("{") == every.count("}")


def test_a_fragment_that_runs_alone_replaces_what_it_said():
    at = opened("lesson_two_views.py")
    before = at.session_state["_visits"]["lesson_two_views"]
    assert len(before.sent) > 5
    at.run()
    after = at.session_state["_visits"]["lesson_two_views"]
    assert [each.kind for each in after.sent] == [each.kind for each in before.sent]


def test_a_file_of_ones_own_is_reported_by_its_name():
    with named_uploads():
        at = opened("data.py")
        rows = "a,b,<b>class\n" + "".join(f"{i},{i % 3},{'xy'[i % 2]}\n" for i in range(12))
        at.file_uploader("file_0").set_value(("<script>x.csv", rows.encode(), "text/csv")).run()
        page = Report(tuple(sound(at).session_state["_visits"].values())).html()
    assert "<h1>Report: &lt;script&gt;x.csv</h1>" in page
