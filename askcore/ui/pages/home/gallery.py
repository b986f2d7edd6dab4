"""The ways in on Home: a file, an example, a public data set."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from askcore.datasets import (
    PublicSet,
    describe_public,
    describe_sample,
    is_at_hand,
    list_public,
    list_samples,
)
from askcore.datasets.samples import sample_picture
from askcore.ui import url_state
from askcore.ui.charts import plots
from askcore.ui.contents import page_of
from askcore.ui.controls import pick
from askcore.ui.data import dataset, panel, public
from askcore.ui.pieces import fold, heading, source, subheading
from askcore.ui.text.words import plain

FIRST = ("cyclic_communities", "python_imports", "attention", "two_moons")
_PER_ROW = 4
_KINDS = {"graph": "directed graph", "table": "table with classes", "numbers": "table with a numeric target"}


def draw_ways_in() -> None:
    """Three buttons: a file, an example, lessons."""
    with st.container(horizontal=True):
        with st.popover("Upload a file", icon=":material/upload:", type="primary"):
            panel.file_field("home_file", "A graph, a table, a matrix or bags")
        with st.popover("Open an example", icon=":material/table_view:"):
            _offer_samples()
            _offer_public_sets()
        if st.button("Learn in 10 minutes", key="learn", icon=":material/school:"):
            st.switch_page(page_of("Learn").path)


def draw_examples() -> None:
    """Four cards, and behind a click all others."""
    heading("Examples")
    _cards(FIRST)
    if box := fold(f"All {len(list_samples())} examples", "all_examples"):
        with box:
            _cards([name for name in list_samples() if name not in FIRST])


def _cards(names: Sequence[str]) -> None:
    for start in range(0, len(names), _PER_ROW):
        for column, name in zip(st.columns(_PER_ROW), names[start : start + _PER_ROW], strict=False):
            with column.container(border=True, height="stretch", vertical_alignment="distribute"):
                _card(name)


def _card(name: str) -> None:
    sample = describe_sample(name)
    picture = sample_picture(name, plots.theme())
    with st.container():
        if picture is not None:
            st.image(str(picture), width="stretch", alt=f"The data of {sample.title}, drawn small")
        subheading(sample.title)
        st.markdown(sample.question)
    _open_sample(name, f"open_{name}")


def _offer_samples() -> None:
    name = pick(
        "Example",
        list_samples(),
        "example",
        titles=lambda one: describe_sample(one).title,
        linked=False,
        labelled=True,
    )
    st.caption(describe_sample(name).summary)
    _open_sample(name, "open_example")


def _open_sample(name: str, key: str) -> None:
    """A button that opens a sample on the page, and the tab, that shows its point."""
    sample = describe_sample(name)
    if st.button("Open", key=key, on_click=_choose, args=(name,), help=f"Open {sample.title}"):
        st.switch_page(f"pages/{sample.page}.py")


def _choose(name: str) -> None:
    dataset.choose(name)
    url_state.assign(describe_sample(name).opens)


def _offer_public_sets() -> None:
    """A list of public sets, downloaded on a click."""
    found = describe_public(
        pick("Public data set", list_public(), "public_set", titles=_title, labelled=True)
    )
    st.caption(f"A {_KINDS[found.kind]}: {_content(found)}.")
    source(f"{plain(found.citation)}. <{found.url}>")
    if is_at_hand(found.name):
        wanted = st.button("Open", key="open_public", help=f"Open {found.title}")
    else:
        wanted = public.fetch_shown(found.name)
    if wanted:
        public.open_set(found.name)
        dataset.choose_next(found.name)
        st.switch_page("pages/data.py")


def _title(name: str) -> str:
    return describe_public(name).title


def _content(found: PublicSet) -> str:
    if found.kind == "graph":
        return f"{found.rows:,} nodes, {found.edges:,} links, {len(found.label_names)} classes"
    classes = plain(found.target) if found.kind == "numbers" else f"{len(found.label_names)} classes"
    return f"{found.rows:,} rows, {len(found.feature_names)} features, {classes}"
