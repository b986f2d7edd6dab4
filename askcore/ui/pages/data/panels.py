"""What the page "Data" shows of every data set: a summary, and the data as read.

UI floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import scipy.sparse as sp
import streamlit as st

from askcore._format import share
from askcore.datasets import MatrixData
from askcore.diagnostics import asymmetry
from askcore.ui import words
from askcore.ui.dataset import Active

__all__ = ["draw_contents", "summary"]

SHOWN_ROWS = 1000
SHOWN_COLUMNS = 100


def summary(current: Active) -> str:
    """The data set in a sentence or two."""
    data, title = current.data, words.plain(current.title)
    if data.kind == "graph":
        loops = f", {data.n_self_loops:,} of them from a node to itself" if data.n_self_loops else ""
        labelled = int(data.labelled.sum())
        classes = (
            f" {labelled:,} nodes carry one of {len(data.classes)} labels."
            if labelled
            else " No node is labelled, so there is nothing to learn yet: add a file with node labels."
        )
        return (
            f"**{title}** is a directed graph: {data.n_nodes:,} nodes, {data.n_edges:,} links{loops}. "
            f"**{share(data.reciprocity)}** of the links are answered by one in the other direction.{classes}"
        )
    classes = f", labelled with {len(data.classes)} classes" if len(data.classes) else ", without labels"
    if data.kind == "matrix":
        rows = "rows" + classes.replace(", labelled", " labelled").replace(", without", " without")
        said = f"**{title}** is a matrix: {data.n_rows:,} {rows}, {data.n_columns:,} columns."
        return said + _skewness(data)
    if data.kind == "bags":
        return (
            f"**{title}** holds bags of vectors: {data.n_samples:,} bags{classes}; {data.n_vectors:,} vectors of "
            f"{data.n_features:,} features in all. A bag is compared with another as a whole: by the divergence of its "
            "distribution from the other's."
        )
    if data.is_regression:
        classes = ", and a number to learn on each row"
    return f"**{title}** is a table: {data.n_samples:,} rows, {data.n_features:,} features{classes}."


def draw_contents(current: Active) -> None:
    """Where the data are from, and the data themselves."""
    if current.source:
        st.caption(f"Source: {current.source}")
    opened = st.expander("The data as read", on_change="rerun", key="contents")
    if not opened.open:
        return
    with opened:
        table, total = _first_rows(current.data)
        st.dataframe(table, hide_index=True)
        if total > len(table):
            st.caption(f"The first {len(table):,} of {total:,}.")


def _skewness(data: MatrixData) -> str:
    if not data.same_samples:
        return " Rows and columns are different things: see its spectra."
    skew = asymmetry(data.matrix, limit=0).skew_share
    if skew == 0:
        return " It is **symmetric**: K(u, v) = K(v, u) everywhere."
    return (
        f" **{share(skew)}** of its squared size is skew: what K(u, v) and K(v, u) have against each other."
    )


def _first_rows(data: Any) -> tuple[pd.DataFrame, int]:
    """The first rows as they were read, and how many there are."""
    if data.kind == "graph":
        coo = data.adjacency.tocoo()
        names = np.array(data.node_ids, dtype=object)
        ends = {"from": names[coo.row[:SHOWN_ROWS]], "to": names[coo.col[:SHOWN_ROWS]]}
        return pd.DataFrame({**ends, "weight": coo.data[:SHOWN_ROWS]}), data.n_edges
    if data.kind == "matrix":
        part: Any = data.matrix[:SHOWN_ROWS, :SHOWN_COLUMNS]
        table = pd.DataFrame(part.toarray() if sp.issparse(part) else part)
        table.columns = [f"to {name}" for name in (data.column_ids or [])[:SHOWN_COLUMNS]]
        table.insert(0, "row", (data.row_ids or [])[:SHOWN_ROWS])
        total, y = data.n_rows, data.row_labels
    elif data.kind == "bags":
        table = pd.DataFrame({"bag": data.bag_ids, "vectors": data.sizes}).head(SHOWN_ROWS)
        total, y = data.n_samples, data.labels
    else:
        table = pd.DataFrame(data.X[:SHOWN_ROWS], columns=data.feature_names)
        total, y = data.n_samples, data.y
    if y is not None:
        table["label"] = y[:SHOWN_ROWS]
    return table, total
