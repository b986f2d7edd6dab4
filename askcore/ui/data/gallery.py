"""The cards of the first page: a sample, a file of your own, or a public set.

UI floor.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from askcore._format import file_size
from askcore.datasets import (
    PublicSet,
    describe_public,
    describe_sample,
    is_at_hand,
    list_public,
    list_samples,
)
from askcore.datasets.samples import sample_picture
from askcore.ui.charts import plots
from askcore.ui.controls import pick
from askcore.ui.data import dataset, public, uploader
from askcore.ui.pieces import heading, source, subheading
from askcore.ui.sharing import visited
from askcore.ui.text.words import plain

_PER_ROW = 3
_TABS = {"indefinite": "indefinite_details"}  # in the session: the tab of a page that is open


def draw_cards() -> str:
    """A card per sample; the page of a sample in the run in which it was chosen, else ""."""
    heading("Samples", anchor="samples")
    names = list_samples()
    pressed = ""
    for start in range(0, len(names), _PER_ROW):
        row = names[start : start + _PER_ROW]
        for column, name in zip(st.columns(_PER_ROW), row, strict=False):
            with column.container(border=True, height="stretch", vertical_alignment="distribute"):
                if _sample(name):
                    pressed = describe_sample(name).page
    return pressed


def own_file() -> None:
    """Upload from the first page, where the sidebar may be folded away."""
    uploader.field("home_file", "A graph, a table, a matrix or bags")
    st.caption(
        "Edge lists, CSV and Excel tables, GraphML, .npy matrices, a zip of images and more. What was guessed can be "
        "corrected afterwards."
    )


def _sample(name: str) -> Any:
    sample = describe_sample(name)
    picture = sample_picture(name, plots.screen_theme())
    with st.container():
        if picture is not None:
            st.image(str(picture), width="stretch", alt=f"The data of {sample.title}, drawn small")
        subheading(sample.title)
        st.markdown(sample.question)
        st.caption(f"{sample.kind.capitalize()}. {sample.summary}")
    return st.button("Open", key=f"open_{name}", on_click=_choose, args=(name,), help=f"Open {sample.title}")


def _choose(name: str) -> None:
    """Choose a sample, and the tab that shows its point."""
    dataset.choose(name)
    sample = describe_sample(name)
    if sample.tab:
        st.session_state[_TABS[sample.page]] = sample.tab


_KINDS = {"graph": "directed graph", "table": "table with classes", "numbers": "table with numbers to learn"}


def offer_public_sets() -> bool:
    """A list of public sets with the card of the chosen one; True in the run in which it was opened."""
    with visited.aside(), st.container(border=True):
        subheading("Public data sets")
        found = describe_public(pick("Public data set", list_public(), "public_set", titles=_public_title))
        st.markdown(f"{plain(found.title)} is a {_KINDS[found.kind]}: {_content(found)}.")
        source(f"{plain(found.citation)}. <{found.url}>")
        if is_at_hand(found.name):
            return _open(found, st.button("Open", key="open_public", help=f"Open {found.title}"))
        st.caption(f"Not downloaded yet. It is downloaded once ({file_size(found.bytes)}) and kept.")
        label = f"Download and open ({file_size(found.bytes)})"
        return _open(found, public.fetch_shown([found.name], label, key=f"public_{found.name}"))


def _open(found: PublicSet, wanted: bool) -> bool:
    if wanted:
        public.open_set(found.name)
        dataset.choose_next(found.name)
    return wanted


def _public_title(name: str) -> str:
    return describe_public(name).title


def _content(found: PublicSet) -> str:
    if found.kind == "graph":
        return f"{found.rows:,} nodes, {found.edges:,} links, {len(found.label_names)} classes"
    classes = plain(found.target) if found.kind == "numbers" else f"{len(found.label_names)} classes"
    return f"{found.rows:,} rows, {len(found.feature_names)} features, {classes}"
