"""Take it with you: files to download and the Python that reproduces a page, as every page ends.

UI floor.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from askcore.ui.charts.shown import TAKEN
from askcore.ui.data.dataset import UPLOAD, Active, active
from askcore.ui.downloads import RAW, File, download
from askcore.ui.pieces import subheading
from askcore.ui.sharing import told
from askcore.ui.sharing.notebook import notebook
from askcore.ui.text.snippet import Script, file_stem
from askcore.ui.text.words import plain


def take_home(
    files: Sequence[File] = (), code: Script | None = None, said: str = "The same result in Python:"
) -> None:
    """The figures of the page, files and the code to copy, folded away at the end of a page; made when it is open."""
    if code is not None:
        told.code(code)
    box = st.expander("Take it with you", key=TAKEN, on_change="rerun")
    if not box.open:
        return
    from askcore.ui.sharing import figure_panel  # reads plotly, which Home does without

    with box:
        figure_panel.draw()
        if files:
            subheading("Data")
            for column, file in zip(st.columns(len(files)), files, strict=True):
                with column:
                    download(file, width="stretch" if len(files) > 1 else "content")
        st.toggle("Text in CSV files as it is", False, key=RAW, help=_RAW_HELP)
        if code is not None:
            subheading("Python")
            st.caption(said)
            draw_code(code)


def draw_code(script: Script) -> None:
    """The Python behind a page to read, and to take along as a file or as a notebook."""
    current, said = active(), told.told()  # a download is made where there is no session
    stem = file_stem(script.title, current.title if script.of_data else "")
    st.code(str(script), language="python")
    with st.container(horizontal=True):
        download(
            File("Python (.py)", lambda: str(script), f"{stem}.py", "Prints the numbers of this page."),
            width="content",
        )
        download(
            File(
                "Notebook (.ipynb)", lambda: _notebook(script, said, current), f"{stem}.ipynb", _NOTEBOOK_HELP
            ),
            width="content",
        )


def _notebook(script: Script, said: told.Told, current: Active) -> bytes:
    """What the page says, with its code."""
    source = ""
    if script.of_data and current.name != UPLOAD:
        source = f"{plain(current.title)}: {current.source}"
    return notebook(script, verdict=said.verdict, warnings=said.warnings, sources=[source])


_RAW_HELP = (
    "A spreadsheet runs a cell that begins with =, +, - or @ as a formula. Names and labels that begin so get an "
    "apostrophe in front. Switch this on for programs that read the file. Numbers never change."
)
_NOTEBOOK_HELP = "For Jupyter: what this page says, the same Python in steps, and its main figure."
