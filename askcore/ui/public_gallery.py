"""Public data sets to open: which there are, what each is, and a download only on a click.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore._format import file_size
from askcore.datasets import PublicSet, describe_public, is_at_hand, list_public
from askcore.ui import dataset, papers_data, public
from askcore.ui.words import plain

__all__ = ["public_sets"]

_KINDS = {"graph": "directed graph", "table": "table with classes", "numbers": "table with numbers to learn"}


def public_sets() -> bool:
    """A list of public sets with the card of the chosen one; True in the run in which it was opened."""
    with st.container(border=True):
        st.subheader("Public data sets")
        name = st.selectbox(
            "Public data set",
            list_public(),
            format_func=_title,
            key="public_set",
            label_visibility="collapsed",
            filter_mode=None,
        )
        found = describe_public(name or list_public()[0])
        st.markdown(f"{plain(found.title)} is a {_KINDS[found.kind]}: {_content(found)}.")
        st.caption(f"{plain(found.citation)}. <{found.url}>")
        if is_at_hand(found.name):
            return _open(found, st.button("Open", key="open_public", help=f"Open {found.title}"))
        st.caption(f"Not at hand. It is downloaded once ({file_size(found.bytes)}) and kept.")
        label = f"Download and open ({file_size(found.bytes)})"
        return _open(found, papers_data.fetch_shown([found.name], label, key=f"public_{found.name}"))


def _open(found: PublicSet, wanted: bool) -> bool:
    if wanted:
        public.open_set(found.name)
        dataset.choose_next(found.name)
    return wanted


def _title(name: str) -> str:
    return describe_public(name).title


def _content(found: PublicSet) -> str:
    if found.kind == "graph":
        return f"{found.rows:,} nodes, {found.edges:,} links, {len(found.label_names)} classes"
    classes = plain(found.target) if found.kind == "numbers" else f"{len(found.label_names)} classes"
    return f"{found.rows:,} rows, {len(found.feature_names)} features, {classes}"
