"""What the Data page shows of a table.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore import figures
from askcore.datasets import TableData
from askcore.ui.data_panels import labels
from askcore.ui.dataset import Active
from askcore.ui.theme import look, show

__all__ = ["table_panels"]


def table_panels(current: Active) -> None:
    """Figures, two features against each other, labels."""
    data = current.data
    assert isinstance(data, TableData)
    _metrics(data)
    left, right = st.columns(2)
    with left:
        _picture(current, data)
    with right:
        if data.is_regression:
            st.subheader("Numbers to learn")
            st.caption("Each row has a number, not a class. The pages that learn decisions need classes.")
        else:
            labels(current)


def _metrics(data: TableData) -> None:
    """Four figures of a table."""
    row = st.container(horizontal=True)
    row.metric("Rows", f"{data.n_samples:,}", border=True)
    row.metric("Features", f"{data.n_features:,}", border=True)
    row.metric("Classes", f"{len(data.classes):,}", border=True)
    spread = data.X.std(axis=0)
    ratio = spread.max() / spread[spread > 0].min() if (spread > 0).any() else 1.0
    row.metric(
        "Spread of scales",
        f"{ratio:.3g} ×",
        border=True,
        help="Largest over smallest standard deviation of a feature. Far from 1, scale the features.",
    )


def _picture(current: Active, data: TableData) -> None:
    """Two features against each other."""
    st.subheader("Two features")
    names = list(data.feature_names)
    across, up = st.columns(2)
    x = across.selectbox(
        "Across", range(len(names)), format_func=names.__getitem__, key=current.key("across")
    )
    y = up.selectbox(
        "Up",
        range(len(names)),
        min(1, len(names) - 1),
        format_func=names.__getitem__,
        key=current.key("up"),
    )
    colours = None if data.is_regression else data.y
    figure = figures.table_scatter(data.X, colours, names, columns=(x or 0, y or 0), theme=look())
    show(figure, key="features", alt=f"{names[x or 0]} against {names[y or 0]} by class")
    st.caption(
        "Each point is a row, in the units of the file. Two of the features hide what the others tell."
    )
