"""A page that cannot go on says why and what to do, instead of showing a traceback.

UI floor.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import streamlit as st

from askcore.datasets import DataError
from askcore.experiments import labelled_samples
from askcore.ui.dataset import UPLOAD, Active
from askcore.ui.words import plain

__all__ = ["guarded", "need_labels"]


@contextmanager
def guarded() -> Iterator[None]:
    """Show errors that have a remedy as a message; anything else is a defect and goes up.

    A LinAlgError here means a resonance (the message names the remedy), a ValueError a parameter that the
    kernel refuses for these data.
    """
    try:
        yield
    except DataError as error:
        _missing(plain(error))
    except (np.linalg.LinAlgError, ValueError) as error:
        st.warning(plain(error), icon=":material/warning:")


def need_labels(current: Active) -> None:
    """Raise a DataError, shown by the frame, where there is nothing to learn; call it before any control."""
    try:
        labelled_samples(current.labels)
    except DataError as error:
        remedy = error.remedy
        if current.is_graph and current.name == UPLOAD:
            remedy = (
                "Add a file with the columns node and label under “Node labels (optional)”, below your file "
                "in the sidebar."
            )
        raise DataError(error.problem, remedy=remedy) from error


def _missing(message: str) -> None:
    """What is missing, and where to go from here."""
    with st.container(border=True):
        st.subheader("Not yet")
        st.markdown(message)
        with st.container(horizontal=True):
            st.page_link("pages/data.py", label="See what was read", query_params={})
            st.page_link("pages/home.py", label="Start from a sample", query_params={})
