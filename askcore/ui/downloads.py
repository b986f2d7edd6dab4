"""Files to download: tables as CSV that no spreadsheet runs, and whatever else a page writes."""

from __future__ import annotations

import re
from typing import Any, Literal

import pandas as pd
import streamlit as st

from askcore.ui.blocks import Download

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
