"""The cards of the first page: one per sample, those of a kind together, and one for a file of your own.

UI floor.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from askcore.datasets import describe_sample, list_samples
from askcore.ui import dataset, upload

__all__ = ["cards"]

_PER_ROW = 3


def cards() -> bool:
    """A card per sample and one to upload a file; True in the run in which a sample was chosen."""
    names = list_samples()
    pressed = False
    for start in range(0, len(names), _PER_ROW):
        row = names[start : start + _PER_ROW]
        for column, name in zip(st.columns(_PER_ROW), row, strict=False):
            with column.container(border=True, height="stretch", vertical_alignment="distribute"):
                pressed |= _sample(name)
    with st.container(border=True):
        _own_file()
    return pressed


def _own_file() -> None:
    """Upload from the first page, where the sidebar may be folded away."""
    st.subheader("Your own data")
    upload.uploader("home_file", "A graph, a table, a kernel or attention matrix, or bags")
    st.caption(
        "Edge lists, CSV and Excel tables, GraphML, .npy matrices, a zip of images and more: the question mark lists "
        "every format. What was guessed of a file can be corrected beside it. Up to 50 MB."
    )


def _sample(name: str) -> Any:
    sample = describe_sample(name)
    with st.container():
        st.subheader(sample.title)
        st.markdown(sample.summary)
        st.caption(f"{sample.kind.capitalize()}. {sample.question}")
    return st.button(
        "Open", key=f"open_{name}", on_click=dataset.choose, args=(name,), help=f"Open {sample.title}"
    )
