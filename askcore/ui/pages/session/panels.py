"""What the page "Session" offers: the session as a file, as a report.

UI floor.
"""

from __future__ import annotations

from functools import partial

import streamlit as st

from askcore._format import file_size
from askcore.ui.data import upload
from askcore.ui.export import File, download
from askcore.ui.pages.session import words
from askcore.ui.pages.session.state import Opened, offered, opened, receive, refusal, show, undo
from askcore.ui.pieces import heading, note
from askcore.ui.sharing.report import Report, in_order
from askcore.ui.sharing.visited import visits
from askcore.ui.text.words import plain


def draw_workspace() -> None:
    """The session as a file, to save and to open."""
    heading("Workspace")
    st.markdown(
        "A workspace is one file. It holds the data, the pages that you saw with their settings, and the results of "
        "long computations."
    )
    left, right = st.columns(2)
    with left.container(border=True, height="stretch"):
        _draw_save()
    with right.container(border=True, height="stretch"):
        _draw_open()


def _draw_save() -> None:
    found = offered()
    st.markdown(words.holds(found))
    download(
        File("Save the workspace", found.packed, "askcore_workspace.zip"),
        width="content",
    )
    if found.others:
        st.markdown(words.not_kept(found.others))
    if found.source.file is not None:
        size = sum(len(file.data) for file in (found.source.file, found.source.labels) if file is not None)
        st.markdown(
            f"Your data go into it as you gave them ({file_size(size)}). Whoever has the file has the data."
        )


def _draw_open() -> None:
    key = upload.uploader_key("workspace")
    st.file_uploader("Open a workspace", key=key, type="zip", on_change=receive, args=(key,), help=_OPEN_HELP)
    if refusal():
        st.error(refusal(), icon=":material/error:")
    last = opened()
    if last is not None and last.is_in_use:
        _draw_opened(last)


def _draw_opened(last: Opened) -> None:
    """What came out of a workspace, the way to its pages, and the way back."""
    st.success(f"**{plain(last.name)}** is open: you see **{plain(last.title)}**.", icon=":material/check:")
    for said in last.notes:
        note(said)
    if last.n_results:
        st.markdown(words.came_with(last.n_results))
    if last.pages:
        st.markdown("Pages in it, each with its settings:")
        with st.container(horizontal=True):
            for number, page in enumerate(reversed(last.pages)):
                st.button(
                    page.page.title,
                    key=f"workspace_page_{number}",
                    icon=page.page.symbol,
                    type="secondary" if number else "primary",
                    on_click=partial(show, page),
                )
    st.button("Undo opening", key="workspace_undo", icon=":material/undo:", on_click=undo, help=_UNDO_HELP)


def draw_report() -> None:
    """The session as a document, to read and to print: its pages, each to be left out."""
    heading("Report")
    seen = in_order(visits())
    if not seen:
        st.markdown(words.NOTHING_SEEN)
        return
    st.markdown(words.reports(len(seen)))
    chosen = [visit for visit in seen if st.checkbox(visit.page.title, True, key=f"report_{visit.page.file}")]
    report = Report(tuple(chosen))
    download(
        File("Save the report", report.html, "askcore_report.html", help=_REPORT_HELP, missing=not chosen),
        width="content",
    )


_OPEN_HELP = (
    "A zip file that was saved on this page. Its data take the place of those in use, once they have been read; a file "
    "that cannot be opened changes nothing."
)
_REPORT_HELP = (
    "One HTML file of about 5 MB. It opens in every browser without a network. "
    "Print it from there, or save it as PDF."
)
_UNDO_HELP = "Back to the data and the settings from before."
