"""A page that cannot go on says why and what to do, instead of showing a traceback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

import numpy as np
import streamlit as st

from askcore.datasets import DataError
from askcore.experiments import labelled_samples
from askcore.experiments.problem import check_same_samples
from askcore.ui import background, url_state
from askcore.ui.charts import linked_selection
from askcore.ui.contents import PAGES, page_of
from askcore.ui.data import panel
from askcore.ui.data.dataset import UPLOAD, Active, active
from askcore.ui.pieces import header, heading, warning
from askcore.ui.text.words import plain

P = ParamSpec("P")
T = TypeVar("T")


class NothingToLearn(DataError):
    """There are no decisions to learn from these data; the pages that look at the matrix alone still work."""


@contextmanager
def page_boundary() -> Iterator[None]:
    """Show errors that have a remedy as a message; anything else is a defect and goes up.

    A LinAlgError here means a resonance (the message names the remedy), a ValueError a parameter that the
    kernel refuses for these data.
    """
    with error_boundary():
        try:
            yield
        except NothingToLearn as error:
            _missing(plain(error), active())
        except DataError as error:
            _missing(plain(error))


@contextmanager
def error_boundary() -> Iterator[None]:
    """Say what cannot be done in its place."""
    try:
        yield
    except (np.linalg.LinAlgError, ValueError) as error:
        warning(plain(error))


def fragment(draw: Callable[P, T]) -> Callable[P, T | None]:
    """A part of a page that runs alone when one of its own controls changes; what it cannot do it says in its place.

    Streamlit shows what goes up from a fragment as a traceback, before any message of the page around it.
    """

    @wraps(draw)
    def part(*args: P.args, **kwargs: P.kwargs) -> T | None:
        if url_state.is_fragment_run():
            background.begin_run()
        linked_selection.rerun_after_fragment()
        drawn = None
        with error_boundary():
            drawn = draw(*args, **kwargs)
            if url_state.is_fragment_run():
                url_state.write_url()
        return drawn

    return st.fragment(part)


def need_labels(current: Active) -> None:
    """Raise a DataError, shown by the frame, where there is nothing to learn; call it before any control."""
    try:
        if current.data.kind == "matrix":
            check_same_samples(current.data)
        labelled_samples(current.labels)
    except DataError as error:
        remedy = error.remedy
        if current.labels is None and current.name == UPLOAD and "label" in error.problem:
            remedy = _REMEDIES[current.kind]
        elif current.name == UPLOAD and "a numeric target" in error.problem:
            remedy = _OTHER_COLUMN
        raise NothingToLearn(error.problem, remedy=remedy) from error


def learnable(current: Active) -> bool:
    """Whether there is something to learn: labels of at least two classes, and samples that have them."""
    try:
        need_labels(current)
    except NothingToLearn:
        return False
    return True


def same_samples(current: Active) -> bool:
    """Whether rows and columns are the same samples; only those of a matrix may be others."""
    try:
        if current.data.kind == "matrix":
            check_same_samples(current.data)
    except DataError:
        return False
    return True


def _missing(message: str, unlabelled: Active | None = None) -> None:
    """What is missing, and where to go from here; for data without labels also a place to give them, and the pages that
    look at the matrix alone."""
    header()  # in the place of the one that the page has with labels
    with st.container(border=True):
        heading("Not yet")
        st.markdown(message)
        if unlabelled is not None:
            if same_samples(unlabelled):
                panel.labels_here()
            st.markdown(_ORDERED if unlabelled.is_graph else _WORKS)
            with st.container(horizontal=True):
                for page in PAGES:
                    if not (page.as_read or page.labels):
                        st.page_link(page.path, icon=page.symbol)
            st.markdown("Or:")
        with st.container(horizontal=True):
            st.page_link(page_of("Data").path, label="See how it was read", icon=page_of("Data").symbol)
            st.page_link(page_of("Home").path, label="Start with an example", icon=page_of("Home").symbol)


_WORKS = "These pages work with it:"
_ORDERED = (
    "Without labels, **Matrix** ranks the nodes in an order that reveals direction. These pages also work:"
)
_OTHER_COLUMN = "Choose a column of classes under “Label column”, here or below your file in the settings."
_REMEDIES = {
    "graph": "Add a file with the columns node and label under “Labels”, here or below your file in the settings.",
    "matrix": "Add a file with one label per line, in the order of the rows, under “Labels”, here or below your file "
    "in the settings.",
    "table": "Choose the column that holds them under “Label column”, here or below your file in the settings, or add "
    "a file with one label per line under “Labels”.",
    "bags": "Choose the column that holds them under “Label column”, here or below your file in the settings.",
}
