"""The sidebar that every page has: which data, your own file, reset, share.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.ui import dataset, upload, upload_controls
from askcore.ui.words import plain

__all__ = ["data_group", "session_group", "show_message"]


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
        upload_controls.uploader("file", "or your own file")
        upload_controls.reading_group()


def session_group() -> None:
    """Reset and share."""
    with st.sidebar:
        st.divider()
        st.button("Reset everything", width="stretch", on_click=dataset.reset)
        if dataset.active().name == dataset.UPLOAD:
            st.caption("A link cannot carry your file: whoever opens it starts from a sample.")
        else:
            st.caption("The address bar holds the settings of this sidebar: copy it to share them.")


def show_message() -> None:
    """Why the last upload could not be read, or that the address names no data set; above the page, since the
    sidebar may be folded away."""
    message = upload.message()
    if message:
        st.error(message, icon=":material/error:")
    unknown = dataset.unknown_name()
    if unknown:
        st.info(f"There is no data set called “{plain(unknown)}”; this is the first sample instead.")


def _size(current: dataset.Active) -> str:
    data = current.data
    classes = f" · {len(data.classes)} classes" if len(data.classes) else " · no labels"
    if isinstance(data, TableData) and data.is_regression:
        classes = " · numbers to learn"
    if isinstance(data, GraphData):
        return f"{data.n_nodes:,} nodes · {data.n_edges:,} links{classes}"
    if isinstance(data, MatrixData):
        return f"{data.n_rows:,} × {data.n_columns:,} matrix{classes}"
    if isinstance(data, BagData):
        return f"{data.n_samples:,} bags · {data.n_vectors:,} vectors{classes}"
    return f"{data.n_samples:,} rows · {data.n_features:,} features{classes}"
