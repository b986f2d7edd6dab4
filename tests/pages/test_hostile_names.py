"""A name that looks like a link, markup, mathematics or an icon is text, on every page and in every figure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from google.protobuf.json_format import MessageToDict
from streamlit.testing.v1 import AppTest

from askcore.datasets import GraphData, MatrixData, TableData
from askcore.ui.text.words import plain
from tests.framed import give
from tests.hostile_names import NAMES
from tests.pages.sentences import ONCE, PAGES, ROOT, TABS

CLASSES = NAMES[:4]
FILE = "[x](http://e.vil) <a href=http://e.vil>y</a> :material/home: www.e.vil.csv"


def graph() -> GraphData:
    rng = np.random.default_rng(0)
    n = len(NAMES)
    A = (rng.random((n, n)) < 0.15).astype(float)
    np.fill_diagonal(A, 0)
    labels = [CLASSES[i % 4] for i in range(n)]
    return GraphData(sp.csr_array(A), list(NAMES), np.array(labels), name=FILE)


def table() -> TableData:
    rng = np.random.default_rng(0)
    X = rng.standard_normal((48, 3)) + np.repeat(np.eye(4, 3) * 3, 12, axis=0)
    return TableData(
        X, np.array([CLASSES[i // 12] for i in range(48)]), feature_names=list(NAMES[4:7]), name=FILE
    )


def matrix() -> MatrixData:
    rng = np.random.default_rng(0)
    n = len(NAMES)
    labels = [CLASSES[i % 4] for i in range(n)]
    return MatrixData(rng.standard_normal((n, n)), np.array(labels), list(NAMES), name=FILE)


# What is text in itself, and what holds no words of a page.
TEXT = {
    "code",
    "arrowDataFrame",
    "plotlyChart",
    "fileUploader",
    "imgs",
    "iframe",
    "json",
    "textInput",
    "bidiComponent",
}

NO_WORDS = {
    "id",
    "key",
    "formId",
    "url",
    "pageScriptHash",
    "urlPathname",
    "options",
    "default",
    "setValue",
    "value",
    "rawValue",
}
MARKDOWN_OPTIONS = {"buttonGroup", "radio"}


def shown(block: Any) -> Iterator[tuple[str, str]]:
    """(kind, text) of all that a page gives to the browser as markdown."""
    for element in block:
        proto = getattr(element, "proto", None)
        if proto is None or not hasattr(proto, "DESCRIPTOR"):
            continue
        kind = proto.DESCRIPTOR.name
        yield from ((kind, text) for text in _words(kind, MessageToDict(proto)))


def _words(kind: str, part: Any) -> Iterator[str]:
    if kind[0].lower() + kind[1:] in TEXT:
        return
    if isinstance(part, str):
        yield part
    elif isinstance(part, list):
        for one in part:
            yield from _words(kind, one)
    elif isinstance(part, dict):
        for name, one in part.items():
            if name not in NO_WORDS or (name == "options" and kind[0].lower() + kind[1:] in MARKDOWN_OPTIONS):
                yield from _words(kind, one)


# Beginnings that the browser would take for more than text; an escape or a joiner inside makes them text.
ACTIVE = re.compile(
    r"https?\\?:/+e|www\.e|me@e|me\\@e|(?<!\\)<(a|img|script)\b|(?<!\\)\]\(http|:material/home:"
    r"|(?<!\\):red|(?<!\\)~~x|(?<!\\)`x`|(?<!\\)\*\*x\\?\*|(?<!\\)\$\$x|(?<!\\)\$\\href|(?<!\S)->(?!\S)|:streamlit:",
    re.IGNORECASE,
)
IN_FIGURES = re.compile(r"<(a|img|script)\b", re.IGNORECASE)


def opened(page: str, data: Any, **state: Any) -> AppTest:
    at = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    give(at, data, as_it_is=True)
    for name, value in state.items():
        at.session_state[name] = value
    return at.switch_page(f"pages/{page}.py").run()


def amiss(at: AppTest) -> list[str]:
    assert [error.value for error in at.exception] == []
    said = [(kind, text) for part in (at.main, at.sidebar) for kind, text in shown(part)]
    assert said
    found = [f"{kind}: {text}" for kind, text in said if ACTIVE.search(text)]
    charts = [figure.proto.spec for figure in at.get("plotly_chart")]
    charts += [figure.proto.json for figure in at.get("bidi_component")]  # to be taken along
    return found + [
        spec[max(0, m.start() - 60) : m.end() + 60] for spec in charts for m in IN_FIGURES.finditer(spec)
    ]


PAGES_WITH_DATA = [page for page in PAGES if page not in ONCE]


@pytest.mark.parametrize("page", PAGES_WITH_DATA)
def test_names_are_text_on_every_page(page):
    assert sorted(set(amiss(opened(page, graph())))) == []


@pytest.mark.long
@pytest.mark.parametrize("page", PAGES_WITH_DATA)
def test_names_are_text_in_every_tab(page):
    """Of a graph, a table or a matrix, in turn; and the Python behind it stays Python."""
    data = (graph, table, matrix)[PAGES_WITH_DATA.index(page) % 3]()
    at = opened(page, data)
    found = amiss(at)
    for tab in [tab.label for tab in at.tabs]:
        tabbed = opened(page, data, **{TABS[page]: tab}, take_home=True)
        found += amiss(tabbed)
        for script in tabbed.code:
            ast.parse(script.value)
    assert sorted(set(found)) == []


def test_the_walk_would_see_a_link():
    def page() -> None:
        import streamlit as st

        st.sidebar.markdown("see http://e.vil")

    assert amiss(AppTest.from_function(page).run()) == ["Markdown: see http://e.vil"]


def test_a_name_on_a_page_holds_nothing_active():
    shown = [text for name in NAMES for text in (plain(name), f"**{plain(name)}**, {plain(name)}")]
    assert [text for text in shown if ACTIVE.search(text)] == []
