"""Take it with you: files to download and the Python that reproduces a page, as every page ends.

UI floor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Literal

import pandas as pd
import streamlit as st

from askcore.ui.charts.shown import TAKEN
from askcore.ui.data.dataset import UPLOAD, Active, active
from askcore.ui.pieces import subheading
from askcore.ui.sharing import told
from askcore.ui.sharing.notebook import notebook
from askcore.ui.text.snippet import Script, file_stem
from askcore.ui.text.words import plain


@dataclass(frozen=True)
class File:
    """Something to download: its label, what makes its content once asked for, and its name.

    A table is given as it is and written as CSV here, so that no spreadsheet runs what stands in a cell. ``key`` is
    that of the button where a page offers several of a label; a ``missing`` file is not there yet.
    """

    label: str
    content: Callable[[], str | bytes | pd.DataFrame]
    name: str
    help: str | None = None
    key: str | None = None
    missing: bool = False


def take_home(
    files: Sequence[File] = (), code: Script | None = None, said: str = "The same result in Python:"
) -> None:
    """The figures of the page, files and the code to copy, folded away at the end of a page; made when it is open."""
    if code is not None:
        told.code(code)
    box = st.expander("Take it with you", key=TAKEN, on_change="rerun")
    if not box.open:
        return
    from askcore.ui.sharing import figure_panel  # which stands on this file

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


def download(file: File, *, width: Literal["stretch", "content"] = "stretch") -> None:
    """One button; nothing on the page runs again for it."""
    raw = bool(st.session_state.get(RAW))
    st.download_button(
        file.label,
        lambda: _written(file.content(), raw=raw),
        file.name,
        _MIME[PurePath(file.name).suffix],
        on_click="ignore",
        width=width,
        help=file.help,
        key=file.key,
        disabled=file.missing,
    )


def table_csv(table: pd.DataFrame, *, raw: bool = False) -> str:
    """A table as CSV; text that a spreadsheet would run as a formula begins with an apostrophe."""
    index = not isinstance(table.index, pd.RangeIndex)
    clean = _one_line_end if raw else _defused
    table = (table if _all_numbers(table) else table.map(clean)).rename(columns=clean)
    if index:
        table = table.rename(index=clean).rename_axis(index=clean(table.index.name))
    return str(table.to_csv(index=index))


def _all_numbers(table: pd.DataFrame) -> bool:
    return all(dtype.kind in "biuf" for dtype in table.dtypes)


def _defused(cell: Any) -> Any:
    """Text that does not begin as a formula does; what reads as a number is one, and whatever is no text stays."""
    cell = _one_line_end(cell)
    runs = isinstance(cell, str) and _FORMULA.match(cell) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if runs else cell


def _one_line_end(cell: Any) -> Any:
    """Text in which no carriage return begins another row: the writer of CSV would not quote it."""
    return cell.replace("\r\n", "\n").replace("\r", "\n") if isinstance(cell, str) else cell


def _written(content: str | bytes | pd.DataFrame, *, raw: bool) -> str | bytes:
    return table_csv(content, raw=raw) if isinstance(content, pd.DataFrame) else content


RAW = "raw_csv"  # in the session: whether text in CSV files is left as it is
_RAW_HELP = (
    "A spreadsheet runs a cell that begins with =, +, - or @ as a formula. Names and labels that begin so get an "
    "apostrophe in front. Switch this on for programs that read the file. Numbers never change."
)
_NOTEBOOK_HELP = "For Jupyter: what this page says, the same Python in steps, and its main figure."
# What spreadsheets take for the beginning of a formula, also where white space or a fullwidth form hides it.
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\n]")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")

_MIME = {
    ".skops": "application/zip",
    ".csv": "text/csv",
    ".html": "text/html",
    ".ipynb": "application/x-ipynb+json",
    ".json": "application/json",
    ".md": "text/markdown",
    ".npy": "application/octet-stream",
    ".py": "text/x-python",
    ".tex": "text/x-tex",
    ".zip": "application/zip",
}
