"""Fields for files: data, and labels beside them. ``upload`` looks at what they hold."""

from __future__ import annotations

import streamlit as st

from askcore.ui.data import panel
from askcore.ui.data.dataset import UPLOAD, active
from askcore.ui.data.session import uploader_key, uploads
from askcore.ui.data.upload import LABELS_HERE

_FORMATS = (
    "Graph: edge list (two or three columns: from, to, weight), adjacency matrix, GraphML, GEXF, GML, Pajek, DOT, SIF, "
    "TGF, DIMACS, UCINET DL or JSON. Matrix (kernel, attention), N × N or N × M: CSV, .npy, .npz, Matrix Market or "
    ".mat. Table: CSV, TSV, JSON records, Excel, Parquet, ARFF or libsvm. Bags: CSV with a column named bag, or a zip "
    "of images in a folder per class. Any of them packed with zip, gzip or tar. Up to 50 MB and 2 million lines."
)
_LABELS = (
    "CSV with the columns node and label; for a matrix or a table also one label a line, in the order of its rows, or "
    "a one-dimensional .npy. Leave it out where the file itself holds the labels."
)


def field(name: str, label: str) -> None:
    """An uploader, and beside a graph or a matrix one for labels."""
    key, given = uploader_key(name), uploads().given
    st.file_uploader(label, key=key, help=_FORMATS)
    if st.session_state.get(key) is None or given is None or given.key != key:
        return
    bare = given.reading.kind == "table" and given.survey is not None and given.survey.label is None
    beside = given.labels is not None and not given.labels_key
    if beside or bare or given.reading.kind in ("graph", "matrix"):
        st.file_uploader("Labels (optional)", key=f"{key}_labels", help=_LABELS)


def labels_here() -> None:
    """On a page that waits for labels: which column holds them, or a file of them; for a file of one's own alone."""
    used = uploads().used
    if used is None or active().name != UPLOAD:
        return
    panel.label_choice("_here", width=400)
    if used.reading.kind != "bags":
        st.file_uploader("Labels", key=uploader_key(LABELS_HERE), help=_LABELS)
