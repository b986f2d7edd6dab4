"""The cards of the first page: one per sample, and one for a file of your own.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore.datasets import describe_sample, list_samples
from askcore.ui import dataset, sidebar

__all__ = ["own_file", "samples"]

_PER_ROW = 3


def samples() -> bool:
    """A card per sample; True in the run in which one was chosen."""
    st.header("Start from a sample")
    names = list_samples()
    pressed = False
    for start in range(0, len(names), _PER_ROW):
        row = names[start : start + _PER_ROW]
        for column, name in zip(st.columns(_PER_ROW), row, strict=False):
            pressed |= _card(column, name)
    return pressed


def own_file() -> None:
    """Upload from the first page, where the sidebar may be folded away."""
    st.header("Or bring your own")
    sidebar.uploader("home_file", "A directed graph or a table")
    st.caption(sidebar.FORMATS)


def _card(column: st.delta_generator.DeltaGenerator, name: str) -> bool:
    sample = describe_sample(name)
    with column.container(border=True, height="stretch"):
        st.subheader(sample.title)
        st.markdown(sample.summary)
        st.caption(f"{sample.kind.capitalize()}. {sample.question}")
        return st.button(
            "Open", key=f"open_{name}", on_click=dataset.choose, args=(name,), help=f"Open {sample.title}"
        )
