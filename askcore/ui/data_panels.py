"""The parts of the Data page.

UI floor.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from askcore import figures
from askcore.datasets import GraphData, TableData
from askcore.ui import cached, words
from askcore.ui.dataset import Active
from askcore.ui.theme import look, show

__all__ = [
    "contents",
    "degrees",
    "graph_metrics",
    "graph_picture",
    "labels",
    "summary",
    "table_metrics",
    "table_picture",
]

DRAWABLE = 60  # nodes up to which a drawing says more than the matrix
SHOWN_ROWS = 1000


def summary(current: Active) -> str:
    """The data set in a sentence or two."""
    data, title = current.data, words.plain(current.title)
    if isinstance(data, GraphData):
        loops = f", {data.n_self_loops:,} of them from a node to itself" if data.n_self_loops else ""
        labelled = int(data.labelled.sum())
        classes = (
            f" {labelled:,} nodes carry one of {len(data.classes)} labels."
            if labelled
            else " No node is labelled, so there is nothing to learn yet: add a file with node labels."
        )
        return (
            f"**{title}** is a directed graph: {data.n_nodes:,} nodes, {data.n_edges:,} links{loops}. "
            f"**{data.reciprocity:.1%}** of the links are answered by one in the other direction.{classes}"
        )
    classes = f", labelled with {len(data.classes)} classes" if data.y is not None else ", without labels"
    return f"**{title}** is a table: {data.n_samples:,} rows, {data.n_features:,} features{classes}."


def graph_metrics(current: Active) -> None:
    """Four figures of a graph."""
    data = _graph(current)
    row = st.container(horizontal=True)
    row.metric("Nodes", f"{data.n_nodes:,}", border=True)
    row.metric("Links", f"{data.n_edges:,}", border=True)
    row.metric(
        "Links per node", f"{data.n_edges / data.n_nodes:.3g}", border=True, help="Going out, on average."
    )
    row.metric(
        "Answered links",
        f"{data.reciprocity:.1%}",
        border=True,
        help="Reciprocity: the share of links i → j for which j → i exists too. At 100 % the graph has no direction.",
    )


def table_metrics(current: Active) -> None:
    """Four figures of a table."""
    data = _table(current)
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


def graph_picture(current: Active) -> None:
    """The graph as a matrix by class, or drawn with arrows."""
    data = _graph(current)
    st.subheader("Who links to whom")
    ways = ["Graph", "Matrix by class"] if data.n_nodes <= DRAWABLE else ["Matrix by class", "Graph"]
    way = st.segmented_control(
        "Picture",
        ways,
        default=ways[0],
        required=True,
        key=current.key("picture"),
        label_visibility="collapsed",
    )
    if way == "Graph":
        drawn = figures.directed_graph(
            data.adjacency,
            cached.positions(current),
            classes_of_nodes=data.labels,
            names=data.node_ids,
            look=look(),
        )
        show(drawn, key="data_graph", alt=f"The graph with {data.n_nodes} nodes, drawn with arrows")
        st.caption(words.drawing(data, "Each arrow goes from a node to the one that it links to."))
    else:
        drawn = figures.adjacency_by_class(data.adjacency, data.labels, names=data.node_ids, look=look())
        show(drawn, key="data_matrix", alt="The adjacency matrix, nodes ordered by class")
        st.caption(
            "A dot in row i and column j is a link from i to j; nodes are ordered by class. Compare a block with the "
            "one mirrored at the diagonal: where they differ, direction matters."
        )


def degrees(current: Active) -> None:
    """In- and out-degrees."""
    data = _graph(current)
    st.subheader("How many links go in and out")
    pattern = data.adjacency.astype(bool).astype(int)
    figure = figures.degree_distribution(
        np.asarray(pattern.sum(axis=0)).ravel(), np.asarray(pattern.sum(axis=1)).ravel(), look=look()
    )
    show(figure, key="degrees", alt="Distribution of in-degrees and out-degrees")
    st.caption(
        "Links that arrive at a node, and links that leave it. If both curves fall together, the degrees alone "
        "do not tell source from target; the pattern of links still may."
    )


def table_picture(current: Active) -> None:
    """Two features against each other."""
    data = _table(current)
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
    figure = figures.table_scatter(data.X, data.y, names, columns=(x or 0, y or 0), look=look())
    show(figure, key="features", alt=f"{names[x or 0]} against {names[y or 0]} by class")
    st.caption(
        "Each point is a row, in the units of the file. Two of the features hide what the others tell."
    )


def labels(current: Active) -> None:
    """How many samples carry each label."""
    st.subheader("Labels")
    show(figures.label_bars(current.labels, look=look()), key="labels", alt="Number of samples of each class")
    st.caption(
        "The largest class sets what guessing gets; a class of few samples makes its scores uncertain."
    )


def contents(current: Active) -> None:
    """What the reader decided, and the data themselves."""
    data = current.data
    for note in data.notes:
        st.caption(f"While reading: {words.plain(note)}")
    if current.source:
        st.caption(f"Source: {current.source}")
    opened = st.expander("The data as read", on_change="rerun", key="contents")
    if not opened.open:
        return
    with opened:
        if isinstance(data, GraphData):
            coo = data.adjacency.tocoo()
            names = np.array(data.node_ids, dtype=object)
            table = pd.DataFrame(
                {
                    "from": names[coo.row[:SHOWN_ROWS]],
                    "to": names[coo.col[:SHOWN_ROWS]],
                    "weight": coo.data[:SHOWN_ROWS],
                }
            )
            total = data.n_edges
        else:
            table = pd.DataFrame(data.X[:SHOWN_ROWS], columns=data.feature_names)
            if data.y is not None:
                table["label"] = data.y[:SHOWN_ROWS]
            total = data.n_samples
        st.dataframe(table, hide_index=True)
        if total > SHOWN_ROWS:
            st.caption(f"The first {SHOWN_ROWS:,} of {total:,}.")


def _graph(current: Active) -> GraphData:
    assert isinstance(current.data, GraphData)
    return current.data


def _table(current: Active) -> TableData:
    assert isinstance(current.data, TableData)
    return current.data
