"""What pages are made of beside controls and figures: headings, numbers in a row, two halves, notes."""

from __future__ import annotations

from typing import Any

import streamlit as st

from askcore.ui import url_state


def above() -> Any:
    """What stands above the figures of a page, after ``with``: it may gain a sentence, and they stay in their place.

    A browser knows the parts of a page by their number, and sets up anew whatever gets another one.
    """
    return st.container()


def heading(text: str, **more: Any) -> None:
    """Of a section of a page or of the sidebar, one level below the title; ``more`` as ``st.header`` takes it."""
    st.header(text, **more)


def subheading(text: str) -> None:
    """Within a section that has a heading."""
    st.subheader(text)


def metrics(*numbers: tuple[str, str, str]) -> None:
    """Numbers in a row, each in a frame of its own: name, value and meaning."""
    with st.container(horizontal=True):
        for name, value, meaning in numbers:
            st.metric(name, value, border=True, height="stretch", help=meaning or None)


def folded(label: str, key: str) -> Any | None:
    """A part that is folded away, and made only where it is open: None while it is not. The address says which are."""
    url_state.initialise(key, False, url_state.BOOLEAN)
    box = st.expander(label, key=key, on_change="rerun")
    url_state.record(key, bool(box.open), False, url_state.BOOLEAN)
    return box if box.open else None


def source(text: str) -> None:
    """Where something comes from, in small print: a link in a caption, which is paler, has too little contrast."""
    st.markdown(f":small[{text}]")


def note(text: str) -> None:
    """What there is to know, in a frame: nothing is wrong."""
    st.info(text, icon=":material/info:")


def warning(text: str) -> None:
    """What is wrong or may mislead, in a frame."""
    st.warning(text, icon=":material/warning:")
