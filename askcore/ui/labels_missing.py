"""A part of a page that needs labels says so, and the rest of the page goes on.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore.datasets import DataError
from askcore.experiments import labelled_samples
from askcore.ui.dataset import Active
from askcore.ui.words import plain

__all__ = ["needs_labels"]


def needs_labels(current: Active, what: str) -> bool:
    """Whether labels are missing; then says what needs them, and how they come in."""
    try:
        labelled_samples(current.labels)
    except DataError as error:
        st.info(
            f"{what} needs labels, and {plain(error.problem)}. The rest of this page does without. "
            f"{plain(error.remedy)}",
            icon=":material/info:",
        )
        return True
    return False
