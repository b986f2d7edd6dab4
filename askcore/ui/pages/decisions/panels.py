"""The pair of figures that the Decisions page opens with: where the views agree, and what lies behind.

UI floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import streamlit as st

from askcore import figures
from askcore.datasets import GraphData, MatrixData, TableData
from askcore.experiments import KernelChoice, Split, Views, sample_names
from askcore.ui import words
from askcore.ui.choices import ModelChoice
from askcore.ui.dataset import Active
from askcore.ui.pages.decisions import state as cached
from askcore.ui.pages.decisions.tabs import choose_sample
from askcore.ui.theme import look, show

__all__ = ["agreement", "behind", "scatter"]

DRAWABLE = 60  # nodes up to which a drawing says more than the matrix
BUTTONS = 6  # classes up to which a row of buttons fits


def agreement(current: Active, choice: KernelChoice, split: Split, views: Views) -> int:
    """f_s against f_t for one class, which is returned: everything below is about it too."""
    st.subheader("Where the two views agree")
    j = _class_control(views)
    name = words.plain(views.classes[j])
    figure = scatter(current, split, views, j, look())
    key = current.key("agreement")
    show(
        figure,
        key=key,
        alt=f"Source view against target view for class {views.classes[j]}",
        on_point=lambda: choose_sample(current, split, key),
    )
    source, target = words.readings(choice, is_graph=current.is_graph)
    st.caption(
        f"Each point is a {'node' if current.is_graph else 'sample'} that was "
        f"{'held out' if split.held_out else 'trained on'}. Right of the vertical line the source view, which "
        f"reads {source}, says “{name}”; above the horizontal line the target view, which reads {target}, does. "
        "Distance from a line is no probability. Click a point to see below what pulls it."
    )
    return j


def behind(current: Active, choice: KernelChoice, model: ModelChoice, split: Split, views: Views) -> None:
    """The matrix, the graph or the samples behind the decisions."""
    if isinstance(current.data, GraphData):
        _behind_graph(current, choice, split, views)
    elif isinstance(current.data, MatrixData):
        st.subheader("The matrix behind it")
        _kernel_matrix(current, choice, model)
    else:
        _behind_table(current, choice, model, split, views)


def scatter(current: Active, split: Split, views: Views, j: int, shown_on: figures.Theme) -> Any:
    """f_s against f_t of the scored samples for class number j."""
    names = sample_names(current.data)
    return figures.views_scatter(
        views.f_source[:, j],
        views.f_target[:, j],
        views.truth,
        names=[names[i] for i in split.test],
        positive=views.classes[j],
        classes=views.classes,
        theme=shown_on,
    )


def _class_control(views: Views) -> int:
    classes = list(range(len(views.classes)))
    default = 0 if len(classes) > 2 else 1
    common: dict[str, Any] = {
        "format_func": lambda j: str(views.classes[j]),
        "key": "view",
        "bind": "query-params",
        "label_visibility": "collapsed",
    }
    if len(classes) <= BUTTONS:
        common["format_func"] = lambda j: words.plain(views.classes[j])  # buttons read markdown
        chosen = st.segmented_control("Class", classes, default=default, required=True, **common)
    else:
        chosen = st.selectbox("Class", classes, default, **common)
    return default if chosen is None or chosen not in classes else int(chosen)


def _predicted_all(labels: np.ndarray, split: Split, predicted: np.ndarray) -> np.ndarray:
    """Predictions placed at their samples, labels at the training samples; None where there is neither."""
    placed = np.full(len(labels), None, dtype=object)
    placed[split.train] = labels[split.train]
    placed[split.test] = predicted
    return placed


@st.fragment
def _behind_graph(current: Active, choice: KernelChoice, split: Split, views: Views) -> None:
    data = current.data
    assert isinstance(data, GraphData)
    st.subheader("The graph behind it")
    ways = ["Matrix by class", "Graph", "Ego network"]
    if data.n_nodes <= DRAWABLE:
        ways = ["Graph", "Matrix by class", "Ego network"]
    way = st.segmented_control(
        "Picture",
        ways,
        default=ways[0],
        required=True,
        key=current.key("drawn"),
        label_visibility="collapsed",
    )
    if way == "Graph":
        train = np.zeros(data.n_nodes, dtype=bool)
        if split.held_out:
            train[split.train] = True
        drawn = figures.directed_graph(
            data.adjacency,
            cached.positions(current),
            classes_of_nodes=data.labels,
            names=data.node_ids,
            predicted=_predicted_all(np.asarray(data.labels), split, views.predicted["merged"]),
            train_mask=train,
            classes=views.classes,
            theme=look(),
        )
        show(drawn, key="graph", alt="The graph, nodes coloured by the merged decision")
        st.caption(
            words.drawing(
                data,
                "Colour and symbol: the class that the merged decision names, of training nodes their label.",
            )
        )
    elif way == "Ego network":
        node = st.selectbox(
            "Node",
            range(data.n_nodes),
            format_func=data.node_ids.__getitem__,
            key=current.key("ego"),
            filter_mode="contains",
        )
        drawn = figures.ego_network(
            data.adjacency,
            node or 0,
            read_by=words.read_by(choice),
            classes_of_nodes=data.labels,
            names=data.node_ids,
            theme=look(),
        )
        show(drawn, key="ego_figure", alt=f"Neighbours of {data.node_ids[node or 0]}")
        st.caption(
            "Left: who points to the node. Right: whom it points to. The two sides are what the views read."
        )
    else:
        show(
            cached.adjacency_picture(current, look()),
            key="matrix",
            alt="The adjacency matrix, nodes ordered by class",
        )
        st.caption(
            "A dot in row i and column j is a link from i to j. Where a block and its mirror image at the diagonal "
            "differ, averaging K with Kᵀ loses something."
        )


@st.fragment
def _behind_table(
    current: Active, choice: KernelChoice, model: ModelChoice, split: Split, views: Views
) -> None:
    data = current.data
    assert isinstance(data, TableData)
    st.subheader("The samples behind it")
    way = st.segmented_control(
        "Picture",
        ["Samples", "Kernel matrix"],
        default="Samples",
        required=True,
        key=current.key("drawn"),
        label_visibility="collapsed",
    )
    if way == "Kernel matrix":
        _kernel_matrix(current, choice, model)
        return
    figure = figures.table_scatter(
        data.X[split.test],
        views.predicted["merged"],
        data.feature_names,
        names=[sample_names(data)[i] for i in split.test],
        classes=views.classes,
        theme=look(),
    )
    show(figure, key="samples", alt="The scored samples, coloured by the merged decision")
    st.caption(
        "The first two features of the scored samples; colour and symbol name the class that was predicted."
    )


def _kernel_matrix(current: Active, choice: KernelChoice, model: ModelChoice) -> None:
    drawn = cached.kernel_picture(current, choice, model, look())
    show(drawn, key="kernel_matrix", alt="The kernel matrix of the training samples, ordered by class")
    st.caption(
        f"{_rows_and_columns(current)} Training samples, ordered by class. "
        "Where the picture is not its own mirror image at the diagonal, the kernel is asymmetric."
    )


def _rows_and_columns(current: Active) -> str:
    if current.bags is not None:
        return "Row: the bag that is measured; column: the bag it is measured against."
    return "Row: u of K(u, v); column: v."
