"""The sidebar that every page has: which data, your own file, reset, share.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore.datasets import GraphData
from askcore.ui import dataset

__all__ = ["data_group", "session_group", "show_message", "uploader"]

FORMATS = (
    "Graph: edge list (CSV, TSV, two or three columns: from, to, weight) or GraphML. "
    "Table: CSV with a header and a column named label, class or target. Up to 50 MB and 2 million lines."
)


def data_group() -> None:
    """Choose a sample or upload a file."""
    with st.sidebar:
        st.subheader("Data")
        st.selectbox(
            "Data set",
            dataset.options(),
            format_func=dataset.title_of,
            key="data",
            bind="query-params",
            on_change=dataset.take_preset,
            label_visibility="collapsed",
            filter_mode=None,
        )
        st.caption(_size(dataset.active()))
        uploader("file", "or your own graph or table")


def uploader(key: str, label: str) -> None:
    """An uploader, and beside a graph one for the labels of its nodes."""
    key = f"{key}_{st.session_state.get(dataset.GENERATION, 0)}"
    st.file_uploader(label, key=key, help=FORMATS, on_change=dataset.receive, args=(key,))
    if st.session_state.get(key) is not None:
        current = dataset.active()
        labels_given = st.session_state.get(f"{key}_nodes") is not None
        if labels_given or (current.name == dataset.UPLOAD and current.is_graph):
            st.file_uploader(
                "Node labels (optional)",
                key=f"{key}_nodes",
                help="CSV with the columns node and label. Leave it out where GraphML holds the labels.",
                on_change=dataset.receive,
                args=(key,),
            )


def session_group() -> None:
    """Reset and share."""
    with st.sidebar:
        st.divider()
        st.button("Reset everything", width="stretch", on_click=dataset.reset)
        if dataset.active().name == dataset.UPLOAD:
            st.caption("A link cannot carry your file: whoever opens it starts from a sample.")
        else:
            st.caption("The address bar holds every setting: copy it to share this view.")


def show_message() -> None:
    """Why the last upload could not be read, above the page: the sidebar may be folded away."""
    message = dataset.upload_message()
    if message:
        st.error(message, icon=":material/error:")


def _size(current: dataset.Active) -> str:
    data = current.data
    if isinstance(data, GraphData):
        classes = f" · {len(data.classes)} classes" if len(data.classes) else " · no labels"
        return f"{data.n_nodes:,} nodes · {data.n_edges:,} links{classes}"
    classes = f" · {len(data.classes)} classes" if data.y is not None else " · no labels"
    return f"{data.X.shape[0]:,} rows · {data.X.shape[1]:,} features{classes}"
