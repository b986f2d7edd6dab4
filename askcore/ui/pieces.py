"""What pages are made of beside controls and figures: headings, numbers in a row, notes, files to download."""

from __future__ import annotations

import re
from typing import Any, Literal

import pandas as pd
import streamlit as st

from askcore.ui import url_state
from askcore.ui.blocks import Download


def header() -> Any:
    """What stands above the figures of a page, after ``with``: it may gain a sentence, and they stay in their place.

    A browser knows the parts of a page by their number, and sets up anew whatever gets another one.
    """
    return st.container()


def heading(text: str, **more: Any) -> None:
    """Of a section of a page or of the sidebar, one level below the title; ``more`` as ``st.header`` takes it."""
    st.header(text, **more)


def subheading(text: str) -> None:
    """Within a section that has a heading."""
    st.subheader(text)


def metrics(*numbers: tuple[str, str, str]) -> None:
    """Numbers in a row, each in a frame of its own: name, value and meaning."""
    with st.container(horizontal=True):
        for name, value, meaning in numbers:
            st.metric(name, value, border=True, height="stretch", help=meaning or None)


def fold(label: str, key: str) -> Any | None:
    """A part that is folded away, and made only where it is open: None while it is not. The address says which are."""
    url_state.initialise(key, False, url_state.BOOLEAN)
    box = st.expander(label, bool(st.session_state[key]), key=key, on_change="rerun")
    url_state.record(key, bool(box.open), False, url_state.BOOLEAN)
    return box if box.open else None


def source(text: str) -> None:
    """Where something comes from, in small print: a link in a caption, which is paler, has too little contrast."""
    st.markdown(f":small[{text}]")


def note(text: str) -> None:
    """What there is to know, in a frame: nothing is wrong."""
    st.info(text, icon=":material/info:")


def warning(text: str) -> None:
    """What is wrong or may mislead, in a frame."""
    st.warning(text, icon=":material/warning:")


RAW = "raw_csv"  # in the session: whether text in CSV files is left as it is
TAKEN = "take_home"  # in the session: whether "Take it with you" is open


def download(file: Download, *, width: Literal["stretch", "content"] = "content") -> None:
    """One button; nothing on the page runs again for it."""
    raw = bool(st.session_state.get(RAW))
    st.download_button(
        file.label,
        lambda: _written(file.content(), raw=raw),
        file.name,
        on_click="ignore",
        width=width,
        help=file.help or None,
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


# What spreadsheets take for the beginning of a formula, also where white space or a fullwidth form hides it.
_FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\n]")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
