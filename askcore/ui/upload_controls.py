"""The uploader and the choices that correct how a file was read.

UI floor.
"""

from __future__ import annotations

from typing import Any

import streamlit as st

from askcore.ui import dataset, upload
from askcore.ui.words import plain

__all__ = ["FORMATS", "reading_group", "uploader"]

FORMATS = (
    "Graph: edge list (two or three columns: from, to, weight), adjacency matrix, GraphML, GEXF, GML, Pajek or "
    "node-link JSON. Matrix (kernel, attention), N × N or N × M: CSV, .npy, .npz, Matrix Market or .mat. "
    "Table: CSV, TSV, Excel, Parquet, ARFF or libsvm. Bags: CSV with a column named bag, or a zip of images in a "
    "folder per class. Any of them packed with zip or gzip. Up to 50 MB and 2 million lines."
)
_KINDS = {"graph": "Graph", "table": "Table", "matrix": "Matrix", "bags": "Bags"}
_CATEGORIES = {"": "one-hot, if clear", "one-hot": "one-hot", "ordinal": "ordinal"}
_MISSING = {"refuse": "refuse", "drop": "drop the row", "mean": "fill in the mean"}
_NO_LABEL = ""  # no column is called so


def uploader(name: str, label: str) -> None:
    """An uploader, and beside a graph or a matrix one for labels."""
    key = upload.uploader_key(name)
    st.file_uploader(label, key=key, help=FORMATS, on_change=upload.receive, args=(key,))
    given = upload.pending()
    if st.session_state.get(key) is None or given is None or given.key != key:
        return
    if given.labels is not None or given.reading.kind in ("graph", "matrix"):
        st.file_uploader(
            "Labels (optional)",
            key=f"{key}_labels",
            help="CSV with the columns node and label; for a matrix also one label a line, in the order of its rows, "
            "or a one-dimensional .npy. Leave it out where the file itself holds the labels.",
            on_change=upload.receive,
            args=(key,),
        )


def reading_group() -> None:
    """How the file was read, each choice correcting it in one click; nothing where no file was given."""
    given = upload.pending()
    if given is None or not (upload.message() or dataset.active().name == dataset.UPLOAD):
        return
    kind = given.reading.kind
    if len(given.kinds) > 1:
        _keep("read_kind", kind)
        st.segmented_control(
            "Read it as",
            given.kinds,
            format_func=_KINDS.__getitem__,
            required=True,
            key="read_kind",
            on_change=_reread,
            args=("kind", "read_kind"),
            help=_KIND_HELP,
        )
    if given.survey is None or kind not in ("table", "bags"):
        return
    columns = [_NO_LABEL, *given.survey.columns]
    label = given.reading.label
    shown = given.survey.label if label is None else label
    _keep("read_label", shown or _NO_LABEL)
    st.selectbox(
        "Label column",
        columns,
        format_func=lambda column: column or "(no label)",
        key="read_label",
        on_change=_reread,
        args=("label", "read_label"),
        help="The column that names the class of each row; what you choose here is not a feature.",
    )
    if kind == "table" and given.survey.words:
        _keep("read_categories", given.reading.categories or "")
        st.selectbox(
            "Words become",
            list(_CATEGORIES),
            format_func=_CATEGORIES.__getitem__,
            key="read_categories",
            on_change=_reread,
            args=("categories", "read_categories"),
            filter_mode=None,
            help=f"In {_listed(given.survey.words)}. One-hot: a column of 0 and 1 for each word. Ordinal: the place "
            "of the word in alphabetical order. A column that mixes numbers and words needs a choice.",
        )
    if kind == "table" and given.survey.gaps:
        _keep("read_missing", given.reading.missing)
        st.selectbox(
            "Missing values",
            list(_MISSING),
            format_func=_MISSING.__getitem__,
            key="read_missing",
            on_change=_reread,
            args=("missing", "read_missing"),
            filter_mode=None,
            help=f"In {_listed(given.survey.gaps)}. The mean of a column of words is its most frequent one.",
        )


def _reread(choice: str, key: str) -> None:
    value = st.session_state.get(key)
    if choice == "label":
        value = value or False
    elif choice == "categories":
        value = value or None
    upload.read_again(**{choice: value})


def _keep(key: str, value: Any) -> None:
    """The control shows what is so, whatever it showed before."""
    st.session_state[key] = value


def _listed(columns: list[str]) -> str:
    names = ", ".join(f"“{plain(column)}”" for column in columns[:5])
    return names + (f" and {len(columns) - 5:,} more" if len(columns) > 5 else "")


_KIND_HELP = (
    "A square of numbers may hold the weights of a graph, the rows of a table or a kernel matrix. The content was "
    "looked at; you know better."
)
