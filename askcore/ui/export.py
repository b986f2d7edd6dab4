"""Take it with you: figures and files to download and the Python that reproduces a page, as every page ends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import streamlit as st

from askcore.ui.blocks import Block, Download
from askcore.ui.data.dataset import UPLOAD, active
from askcore.ui.pieces import RAW, TAKEN, download, subheading
from askcore.ui.sharing import figure_panel, visits
from askcore.ui.sharing.notebook import notebook
from askcore.ui.sharing.report import report
from askcore.ui.sharing.visits import Visit
from askcore.ui.text.snippet import Script, file_stem
from askcore.ui.text.words import plain


def take_home(
    page: Sequence[Block], code: visits.Code = None, said: str = "The same result in Python:"
) -> None:
    """End a page: note it for the report, and offer what can be taken along, folded away and made where it is open.

    Parameters
    ----------
    page : its blocks, of which ``Download``s and ``Step``s are for here.
    code : the Python before those steps, or what gives it.
    said : a line above the Python.
    """
    visit = visits.note(page, code)
    box = st.expander("Take it with you", key=TAKEN, on_change="rerun")
    if not box.open:
        return
    with box:
        figure_panel.draw(visit)
        _draw_files(visit)
        if visit.script is not None:
            subheading("Python")
            st.caption(said)
            _draw_code(visit, visit.script)


def _draw_files(visit: Visit) -> None:
    """The files of a page, and the page itself."""
    subheading("Files")
    with st.container(horizontal=True):
        for file in visit.files:
            download(file)
        download(Download("This page (HTML)", lambda: report([visit]), f"{visit.page.file}.html", _PAGE_HELP))
    st.toggle("Keep text in CSV files unchanged", False, key=RAW, help=_RAW_HELP)


def _draw_code(visit: Visit, script: Script) -> None:
    """The Python behind a page to read, and to take along as a file or as a notebook."""
    current = active()  # a download is made where there is no session
    own = current.name == UPLOAD or not script.of_data
    source = "" if own else f"{plain(current.title)}: {current.source}"
    stem = file_stem(script.title, current.title if script.of_data else "")
    st.code(str(script), language="python", wrap_lines=True)
    with st.container(horizontal=True):
        download(
            Download(
                "Python (.py)",
                lambda: str(script),
                f"{stem}.py",
                "A script that prints the numbers of this page.",
            )
        )
        said, warned = "\n\n".join(visit.said("verdict")), visit.said("warning")
        made = partial(notebook, script, verdict=said, warnings=warned, source=source)
        download(Download("Notebook (.ipynb)", made, f"{stem}.ipynb", _NOTEBOOK_HELP))


_PAGE_HELP = "One file of about 5 MB with everything that is open on this page. It opens offline."
_RAW_HELP = (
    "A spreadsheet runs a cell that begins with =, +, - or @ as a formula. By default, names and labels "
    "that begin with one of these characters get a leading apostrophe. Switch this option on if a program "
    "reads the file. Numbers never "
    "change."
)
_NOTEBOOK_HELP = "For Jupyter: the text of this page, the same Python code in steps, and the main figure."
