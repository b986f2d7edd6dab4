"""The cards of the first page: one per sample, and one for a file of your own.

UI floor.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from askcore.datasets import describe_sample, list_samples
from askcore.ui import dataset, sidebar

__all__ = ["cards"]

_PER_ROW = 3


def cards() -> bool:
    """A card per sample and one to upload a file; True in the run in which a sample was chosen."""
    names = [*list_samples(), None]
    pressed = False
    for start in range(0, len(names), _PER_ROW):
        row = names[start : start + _PER_ROW]
        for column, name in zip(st.columns(_PER_ROW), row, strict=False):
            with column.container(border=True, height="stretch", vertical_alignment="distribute"):
                if name is None:
                    _own_file()
                else:
                    pressed |= _sample(name)
    return pressed


def _own_file() -> None:
    """Upload from the first page, where the sidebar may be folded away."""
    st.subheader("Your own graph or table")
    sidebar.uploader("home_file", "A directed graph or a table")
    st.caption(sidebar.FORMATS)


def _sample(name: str) -> Any:
    sample = describe_sample(name)
    with st.container():
        st.subheader(sample.title)
        st.markdown(sample.summary)
        st.caption(f"{sample.kind.capitalize()}. {sample.question}")
    return st.button(
        "Open", key=f"open_{name}", on_click=dataset.choose, args=(name,), help=f"Open {sample.title}"
    )
