"""A page drawn where nobody looks, for its report: what a command computed is told in the words of the page.

UI floor. The page runs in streamlit's own harness, without a server and without a browser.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st
from streamlit.testing.v1 import AppTest

from askcore.datasets.own_file import Dataset, Given, Reading
from askcore.ui.charts import shown
from askcore.ui.contents import PAGES
from askcore.ui.data import dataset, upload
from askcore.ui.data.dataset import Active
from askcore.ui.sharing import address, told, visited
from askcore.ui.sharing.report import Report

_PATIENCE = 120.0  # seconds; figures of thousands of samples are drawn within a few


@dataclass(frozen=True, eq=False)
class OwnFile:
    """A data set with the file that it was read from, that of labels beside it, and how it was read."""

    data: Dataset
    file: Given
    labels: Given | None
    reading: Reading


def reported(file: str, own: OwnFile, draw: Callable[[Active], None]) -> Report:
    """The report of a page about a file."""
    harness = AppTest.from_function(_script, default_timeout=_PATIENCE, args=(file, own, draw)).run()
    if harness.exception:
        raise RuntimeError(f"The page {file} could not be drawn: {harness.exception[0].message}")
    seen = list(harness.session_state["_visits"].values())
    for visit in seen:
        visit.address = ""  # nobody has been there
    return Report(tuple(seen))


def _script(file: str, own: object, draw: object) -> None:
    """What the harness runs, from its text alone: it knows no name of this file."""
    from askcore.ui.sharing.offstage import play

    play(file, own, draw)  # type: ignore[arg-type]


def play(file: str, own: OwnFile, draw: Callable[[Active], None]) -> None:
    """One run of the page, with the file in use."""
    page = next(page for page in PAGES if page.file == file)
    st.session_state[dataset.DATA] = own.data, own.reading, own.labels is not None
    st.session_state[dataset.IN_USE] = upload.Pending(own.file, own.file.name, own.labels, own.reading, "")
    st.session_state["data"] = dataset.UPLOAD
    told.begin(page.file)
    shown.begin()
    address.enter(page)
    with visited.listening(page):
        draw(dataset.active())
