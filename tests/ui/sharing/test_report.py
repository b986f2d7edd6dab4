"""The report: it says what the pages said, each as it was seen last, and nothing in it is more than text."""

from __future__ import annotations

import json
import re
from html import escape, unescape

import pytest

from askcore.figures.parts.spec import trace
from askcore.ui.blocks import Control, Figure, Live, Text
from askcore.ui.contents import page_of
from askcore.ui.sharing import visits
from askcore.ui.sharing.address import Address
from askcore.ui.sharing.report import report, sources
from askcore.ui.sharing.visits import Visit
from askcore.ui.text.words import plain
from tests.hostile_names import NAMES
from tests.pages.sentences import named_uploads
from tests.pages.test_every_page import opened, sound


def text_of(page: str) -> str:
    """What a reader sees of it."""
    seen = re.sub(r"<(script|style)\b.*?</\1>", "", page.partition("<body>")[2], flags=re.S)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", seen)).split())


def visit(*content, title: str = "Iris", size: str = "150 rows") -> Visit:
    """A visit to Decisions."""
    address = Address(page_of("Decisions"), (("data", "iris"),))
    return Visit(address, content, None, title, size, "", "00", 150, (("γ", title),))


def test_it_says_what_the_pages_said():
    at = opened("spectra.py", "two_moons")
    sound(at.switch_page("pages/decisions.py").run())
    seen = list(at.session_state["_visits"].values())
    page = report(seen)
    said = text_of(page)
    for each in seen:
        assert text_of(f"<body>{each.said('verdict')[0]}").replace("*", "") in said
    assert all(metric.value in said for metric in at.metric)
    assert said.index("Decisions") < said.index("Spectra")
    assert "decisions?data=two_moons" in said
    assert "path_views(prepare(problem, split)" in said
    assert "@article{he2022asymmetric" in said
    assert "@article{tao2023ksvd" in said
    assert "γ regularisation" in said
    figures = sum(len(each.figures) for each in seen)
    assert re.findall(r"<b>Figure (\d+)\.</b>", page) == [str(number + 1) for number in range(figures)]
    assert figures >= 4


def test_a_page_that_was_left_out_is_not_there():
    assert "This is said" in text_of(report([visit(Text("This is said."))]))
    assert "This is said" not in text_of(report([]))


@pytest.mark.parametrize("name", NAMES)
def test_a_name_is_text(name):
    """As title of the data, in a sentence, in a caption, in a figure, in a setting."""
    figure = {"data": [trace("scatter", x=[1], y=[1], text=[name])], "layout": {}}
    drawn = Figure("figure", lambda theme: figure, name, name, plain(name))
    page = report([visit(Text(f"**{plain(name)}** is here."), drawn, title=name, size=name)])
    own = re.sub(r"<script>.*?</script>", "", page, flags=re.S)
    assert not re.search(r"<(?:img|iframe|object|embed|form|link|b onmouse)\b", own)
    assert own.count("<script") == 1  # the figures
    found = json.loads(re.search(r'id="figures">(.*?)</script>', page, re.S)[1])
    assert found[0]["data"][0]["text"] == [name]
    assert escape(name).replace("&#x27;", "&#39;") in own.replace("&#34;", "&quot;")


def test_the_sources_are_bibtex():
    keys = re.findall(r"^@\w+\{(\w+),", sources(), re.M)
    assert len(keys) == len(set(keys)) == sources().count("@")
    assert {"he2022asymmetric", "tao2023ksvd", "huang2017indefinite", "askcore"} <= set(keys)
    assert sources().count("{") == sources().count("}")


def test_a_file_of_ones_own_is_reported_by_its_name_and_no_link_names_it():
    with named_uploads():
        at = opened("spectra.py")
        rows = "a,b,<b>class\n" + "".join(f"{i},{i % 3},{'xy'[i % 2]}\n" for i in range(12))
        at.file_uploader("file_0").set_value(("<script>x.csv", rows.encode(), "text/csv")).run()
        (seen,) = sound(at).session_state["_visits"].values()
        assert "<h1>Report: &lt;script&gt;x.csv</h1>" in report([seen])
    assert seen.is_own
    assert seen.address.get("data") == "own_file"
    assert "script" not in seen.address.text()


def test_pages_on_large_data_are_forgotten_with_the_data(monkeypatch):
    at = opened("spectra.py", "cyclic_communities")
    sound(at.switch_page("pages/decisions.py").run())
    assert list(at.session_state["_visits"]) == ["spectra", "decisions"]
    monkeypatch.setattr(visits, "LARGE", 299)
    at.selectbox("data").set_value("teaching_graph").run()
    assert list(sound(at).session_state["_visits"]) == ["decisions"]


@pytest.mark.parametrize(
    ("held", "value"), [({}, "a"), ({"shown": "b"}, "b"), ({"shown": "of other data"}, "a")]
)
def test_what_is_open_has_what_its_controls_hold_where_they_can_hold_it(held, value, monkeypatch):
    class Session(dict):
        def to_dict(self):
            return dict(self)

    monkeypatch.setattr("streamlit.session_state", Session(held, _settings={}))
    live = Live("live", lambda of: [Text(of(Control("shown", "Shown", "choice", ("a", "b"))))])
    assert visits.opened([live]) == [Text(value)]


@pytest.mark.parametrize(("now", "noted"), [("Spectra", [[([Text("Words.")], None)]]), ("Learn", [[]])])
def test_a_part_that_runs_alone_has_its_own_page_noted_again_and_no_other(now, noted, monkeypatch):
    found = []
    held = {"_visit_now": (page_of("Spectra"), [Text("Words.")], None)}
    monkeypatch.setattr("streamlit.session_state", held)
    monkeypatch.setattr(visits, "current", lambda: Address(page_of(now)))
    monkeypatch.setattr(visits, "note", lambda *page: found.append(page))
    visits.note_again()
    assert [found] == noted
