"""What the Data page shows of a graph.

UI floor.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from askcore import figures
from askcore._format import share
from askcore.datasets import GraphData
from askcore.ui import words
from askcore.ui.data_panels import labels
from askcore.ui.dataset import Active
from askcore.ui.theme import look, positions, show

__all__ = ["graph_panels"]

DRAWABLE = 60  # nodes up to which a drawing says more than the matrix


def graph_panels(current: Active) -> None:
    """Figures, the graph itself, its degrees and labels."""
    data = current.data
    assert isinstance(data, GraphData)
    _metrics(data)
    left, right = st.columns(2)
    with left:
        _picture(current, data)
    with right:
        _degrees(data)
    labels(current)


def _metrics(data: GraphData) -> None:
    """Four figures of a graph."""
    row = st.container(horizontal=True)
    row.metric("Nodes", f"{data.n_nodes:,}", border=True)
    row.metric("Links", f"{data.n_edges:,}", border=True)
    row.metric(
        "Links per node", f"{data.n_edges / data.n_nodes:.3g}", border=True, help="Going out, on average."
    )
    row.metric(
        "Answered links",
        share(data.reciprocity),
        border=True,
        help="Reciprocity: the share of links i → j for which j → i exists too. At 100 % the graph has no direction.",
    )


def _picture(current: Active, data: GraphData) -> None:
    """The graph as a matrix by class, or drawn with arrows."""
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
            positions(data),
            classes_of_nodes=data.labels,
            names=data.node_ids,
            theme=look(),
        )
        show(drawn, key="data_graph", alt=f"The graph with {data.n_nodes} nodes, drawn with arrows")
        st.caption(words.drawing(data, "Each arrow goes from a node to the one that it links to."))
    else:
        drawn = figures.adjacency_by_class(data.adjacency, data.labels, names=data.node_ids, theme=look())
        show(drawn, key="data_matrix", alt="The adjacency matrix, nodes ordered by class")
        st.caption(
            "A dot in row i and column j is a link from i to j; nodes are ordered by class. Compare a block with the "
            "one mirrored at the diagonal: where they differ, direction matters."
        )


def _degrees(data: GraphData) -> None:
    """In- and out-degrees."""
    st.subheader("How many links go in and out")
    pattern = data.adjacency.astype(bool).astype(int)
    figure = figures.degree_distribution(
        np.asarray(pattern.sum(axis=0)).ravel(), np.asarray(pattern.sum(axis=1)).ravel(), theme=look()
    )
    show(figure, key="degrees", alt="Distribution of in-degrees and out-degrees")
    st.caption(
        "Links that arrive at a node, and links that leave it. If both curves fall together, the degrees alone "
        "do not tell source from target; the pattern of links still may."
    )
