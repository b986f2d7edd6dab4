"""The sidebar that every page has: which data, your own file, reset, share.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore.ui import dataset, notices, upload, uploader
from askcore.ui.pieces import heading, note
from askcore.ui.words import plain

__all__ = ["data_group", "say_where", "session_group", "show_unknown"]


def data_group() -> None:
    """Choose a sample or upload a file."""
    with st.sidebar:
        heading("Data")
        st.selectbox(
            "Data set",
            dataset.options(),
            format_func=dataset.title_of,
            key="data",
            bind="query-params",
            on_change=dataset.take_changed,
            label_visibility="collapsed",
            filter_mode=None,
        )
        st.caption(notices.size(dataset.active()))
        uploader.field("file", "or your own file")
        upload.watch()
        notices.beside_file()
        if upload.offer() is None:
            uploader.reading_group()
        notices.below_file()


def session_group() -> None:
    """Reset and share."""
    with st.sidebar:
        st.divider()
        st.button("Reset everything", width="stretch", on_click=dataset.reset)
        if dataset.active().name == dataset.UPLOAD:
            st.caption("A link cannot carry your file: whoever opens it starts from a sample.")
        else:
            st.caption("The address bar holds these settings: copy it to share them.")


def say_where() -> None:
    """On a narrow screen, which folds the sidebar away, where it is; ``narrow.css`` hides this elsewhere."""
    with st.container(key="narrow"):
        st.caption("» opens the data and the settings.")


def show_unknown() -> None:
    """That what was asked for is not there; above the page, since the sidebar may be folded away."""
    unknown, missing = dataset.unknown_name(), dataset.missing_sample()
    if unknown:
        note(f"There is no data set called “{plain(unknown)}”; this is the first sample instead.")
    elif missing:
        note(
            f"The files of {plain(dataset.title_of(missing))} are missing from this installation; you see "
            f"{plain(dataset.active().title)} instead."
        )
