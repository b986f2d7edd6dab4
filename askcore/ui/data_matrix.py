"""What the Data page shows of a kernel or attention matrix.

UI floor.
"""

from __future__ import annotations

import numpy as np
import scipy.sparse as sp
import streamlit as st

from askcore import figures
from askcore.datasets import MatrixData
from askcore.ui.data_panels import labels
from askcore.ui.dataset import Active
from askcore.ui.theme import look, show

__all__ = ["matrix_panels"]

DRAWN = 2_000  # rows and columns up to which every entry is looked at


def matrix_panels(current: Active) -> None:
    """Figures, a heatmap, the values, labels of the rows."""
    data = current.data
    assert isinstance(data, MatrixData)
    _metrics(data)
    rows, columns = (np.unique(np.linspace(0, n - 1, DRAWN).astype(int)) for n in data.matrix.shape)
    part = data.matrix[rows][:, columns]
    shown = part.toarray() if sp.issparse(part) else np.asarray(part)
    some = shown.shape != data.matrix.shape
    left, right = st.columns(2)
    with left:
        st.subheader("The matrix")
        own = None if data.row_labels is None else data.row_labels[rows]
        theirs = own if data.row_ids == data.column_ids else np.full(len(columns), "")
        drawn = figures.signed_heatmap(shown, own, column_labels=theirs, classes=data.classes, theme=look())
        show(drawn, key="matrix_heatmap", alt="The matrix as a heatmap, rows ordered by class")
        order = "ordered by class" if data.row_labels is not None else "in the order of the file"
        st.caption(
            f"Row u, column v: K(u, v), rows {order}. Where the picture is not its own mirror image at the diagonal, "
            "u makes more of v than v of u."
            if data.is_square
            else f"Row u, column v: K(u, v), rows {order}."
        )
        if some:
            st.caption(f"{len(rows):,} rows and {len(columns):,} columns at even steps of all {data.n_rows:,} and "
                       f"{data.n_columns:,}.")  # fmt: skip
    with right:
        st.subheader("Its values")
        diagonal = data.row_ids == data.column_ids
        drawn = figures.value_histogram(shown, diagonal=diagonal and not some, theme=look())
        show(drawn, key="matrix_values", alt="How often each value occurs in the matrix")
        st.caption("Few large values among many small ones: a few pairs decide most.")
    if current.labels is not None:
        labels(current)


def _metrics(data: MatrixData) -> None:
    stored = data.matrix.data if sp.issparse(data.matrix) else data.matrix
    values = np.asarray(stored)
    row = st.container(horizontal=True)
    row.metric("Rows", f"{data.n_rows:,}", border=True)
    row.metric("Columns", f"{data.n_columns:,}", border=True)
    low, high = (float(values.min()), float(values.max())) if values.size else (0.0, 0.0)
    if data.is_sparse and values.size < data.n_rows * data.n_columns:
        low, high = min(low, 0.0), max(high, 0.0)
    row.metric("Values", f"{low:.3g} to {high:.3g}", border=True)
    sums = np.asarray(data.matrix.sum(axis=1)).ravel()
    row.metric(
        "Row sums",
        f"{sums.min():.3g} to {sums.max():.3g}"
        if np.ptp(sums) > 1e-3 * abs(sums).max()
        else f"{sums.mean():.3g}",
        border=True,
        help="All 1 in an attention matrix after its softmax.",
    )
