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
from askcore.datasets import GraphData, MatrixData
from askcore.diagnostics import asymmetry
from askcore.ui import frame
from askcore.ui.contents import following, page_of
from askcore.ui.data.dataset import Active
from askcore.ui.guard import learnable, same_samples
from askcore.ui.pieces import folded, source
from askcore.ui.sharing import visited
from askcore.ui.text import words

SHOWN_ROWS = 1000
SHOWN_COLUMNS = 100


def summary(current: Active) -> str:
    """The data set in a sentence or two."""
    data, title = current.data, words.plain(current.title)
    if data.kind == "graph":
        loops = f" {data.n_self_loops:,} links go from a node to itself." if data.n_self_loops else ""
        labelled = int(data.labelled.sum())
        classes = (
            f" {labelled:,} nodes have a label, one of {len(data.classes)} classes."
            if labelled
            else " No node has a label. Add a file with node labels to learn from them."
        )
        return (
            f"**{title}** is a directed graph with {data.n_nodes:,} nodes and {data.n_edges:,} links. "
            f"{_one_way(data)}{loops}{classes}"
        )
    classes = (
        f" They belong to {len(data.classes)} classes." if len(data.classes) else " They have no labels."
    )
    if data.kind == "matrix":
        said = f"**{title}** is a matrix with {data.n_rows:,} rows and {data.n_columns:,} columns."
        return said + classes.replace("They", "Its rows", 1) + _skewness(data)
    if data.kind == "bags":
        return (
            f"**{title}** consists of {data.n_samples:,} bags of vectors.{classes.replace('They', 'The bags', 1)} All "
            f"bags together have {data.n_vectors:,} vectors of {data.n_features:,} features. Two bags are compared as "
            "a whole: by the divergence between the distributions of their vectors. It is **asymmetric**: from u to v "
            "it is not what it is from v to u."
        )
    classes = (
        " Each row has a number to learn." if data.is_regression else classes.replace("They", "Its rows", 1)
    )
    return (
        f"**{title}** is a table with {data.n_samples:,} rows and {data.n_features:,} features.{classes} A table "
        "has no direction of its own. **Asymmetric** kernels, such as SNE, tell its dense regions from its sparse ones."
    )


def draw_next(current: Active) -> None:
    """Which page to open first."""
    first = following(page_of("Data"), labels=learnable(current), square=same_samples(current))[0]
    with visited.aside():
        frame.link_to(first, "Open next:")


def draw_contents(current: Active) -> None:
    """Where the data are from, and the data themselves."""
    if current.source:
        source(f"Source: {current.source}")
    opened = folded("The data as read", "contents")
    if opened is None:
        return
    with opened:
        table, total = _first_rows(current.data)
        st.dataframe(table, hide_index=True)
        if total > len(table):
            st.caption(f"The first {len(table):,} of {total:,}.")


def _one_way(data: GraphData) -> str:
    """Whether the links of a graph go one way."""
    if data.n_edges == 0:
        return "It has no direction."
    if (abs(data.adjacency - data.adjacency.T)).max() == 0:
        return (
            "It is **symmetric**: each link has an opposite one of the same weight, so there is no direction."
        )
    if data.reciprocity == 1:
        return "It is **asymmetric**: each link has an opposite one, but with another weight."
    return f"It is **asymmetric**: **{share(1 - data.reciprocity)}** of the links have no opposite link."


def _skewness(data: MatrixData) -> str:
    if not data.same_samples:
        return " Its rows and its columns are different things. “Spectra” shows both."
    skew = asymmetry(data.matrix, limit=0).skew_share
    if skew == 0:
        return " It is **symmetric**: K(u, v) = K(v, u) for every pair."
    return f" It is **asymmetric**: **{share(skew)}** of its energy is in the skew-symmetric part."


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
