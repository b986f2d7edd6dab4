"""The parts of the Decisions page.

UI floor.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from askcore import figures
from askcore.datasets import GraphData, TableData
from askcore.experiments import RIVAL_NAMES, KernelChoice, Rival, Split, Views, sample_names
from askcore.ui import cached, words
from askcore.ui.controls import ModelChoice
from askcore.ui.dataset import Active
from askcore.ui.export import export_panel, predictions_table, settings_json
from askcore.ui.snippet import python_code
from askcore.ui.theme import look, show

__all__ = [
    "agreement",
    "behind",
    "comparison",
    "disagreements",
    "export",
    "how_computed",
    "metrics",
    "notices",
]

DRAWABLE = 60  # nodes up to which a drawing says more than the matrix
BUTTONS = 6  # classes up to which a row of buttons fits


def notices(views: Views, split: Split) -> None:
    """What was special about this fit: damping at a resonance, a split that could not be stratified."""
    for message in views.messages:
        st.warning(words.plain(message), icon=":material/warning:")
    if split.note and split.held_out:
        st.caption(split.note)


def metrics(current: Active, choice: KernelChoice, views: Views, rivals: tuple[Rival, ...]) -> None:
    """Accuracy of the three decisions and of the symmetrised rival."""
    source, target = words.readings(choice, is_graph=current.is_graph)
    accuracy = dict(zip(views.scores["role"], views.scores["accuracy"], strict=True))
    mean = next(r for r in rivals if r.symmetrize == "mean")
    row = st.container(horizontal=True)
    row.metric(
        "Source view f_s", f"{accuracy['source']:.1%}", border=True, help=f"Accuracy. It reads {source}."
    )
    row.metric(
        "Target view f_t", f"{accuracy['target']:.1%}", border=True, help=f"Accuracy. It reads {target}."
    )
    row.metric("Merged", f"{accuracy['merged']:.1%}", border=True, help="Accuracy of (f_s + f_t)/2.")
    row.metric(
        "Symmetrised",
        f"{mean.accuracy:.1%}",
        border=True,
        help=f"LS-SVM on (K + Kᵀ)/2 at γ = {mean.best_gamma:g}, the best of {len(mean.gammas)} on these very samples.",
    )


@st.fragment
def agreement(current: Active, choice: KernelChoice, split: Split, views: Views) -> None:
    """f_s against f_t for one class."""
    st.subheader("Where the two views agree")
    j = _class_control(views)
    name = words.plain(views.classes[j])
    figure = _scatter(current, split, views, j, look())
    show(figure, key="agreement", alt=f"Source view against target view for class {views.classes[j]}")
    source, target = words.readings(choice, is_graph=current.is_graph)
    st.caption(
        f"Each point is a {'node' if current.is_graph else 'sample'} that was "
        f"{'held out' if split.held_out else 'trained on'}. Right of the vertical line the source view, which "
        f"reads {source}, says “{name}”; above the horizontal line the target view, which reads {target}, does. "
        "Distance from a line is no probability."
    )


def behind(current: Active, choice: KernelChoice, model: ModelChoice, split: Split, views: Views) -> None:
    """The matrix, the graph or the samples behind the decisions."""
    if isinstance(current.data, GraphData):
        _behind_graph(current, split, views)
    else:
        _behind_table(current, choice, model, split, views)


def comparison(views: Views, rivals: tuple[Rival, ...]) -> None:
    """Scores of the three decisions and the symmetrised rivals side by side."""
    st.subheader("Side by side")
    shown = {"source": "Source view", "target": "Target view", "merged": "Merged"}
    table = pd.DataFrame(
        [
            {
                "method": shown[row["role"]],
                "role": row["role"],
                "accuracy": row["accuracy"],
                "macro_f1": row["macro_f1"],
            }
            for row in views.scores.to_dict(orient="records")
        ]
        + [
            {
                "method": f"LS-SVM on {RIVAL_NAMES[r.symmetrize]}",
                "role": "symmetric",
                "accuracy": r.accuracy,
                "macro_f1": r.macro_f1,
            }
            for r in rivals
        ]
    )
    figure = figures.scores_dot(
        table["method"],
        table["accuracy"],
        roles=table["role"],
        macro_f1=table["macro_f1"],
        chance=views.chance,
        look=look(),
    )
    show(figure, key="scores", alt="Accuracy and macro F1 of each method")
    st.caption(
        "Dots are accuracy, open diamonds macro F1. The grey rivals got the best γ of "
        f"{len(rivals[0].gammas)} on these very samples, which favours them; the three views got the γ of the slider. "
        f"With {len(views.truth):,} samples, differences under about "
        f"{200 * 0.5 / max(len(views.truth), 1) ** 0.5:.0f} points mean little."
    )


def disagreements(current: Active, split: Split, views: Views) -> None:
    """The samples to which the views give different classes."""
    st.subheader("Where they disagree")
    st.markdown(words.agreement(views))
    apart = np.flatnonzero(views.disagree)
    if len(apart) == 0:
        return
    names = sample_names(current.data)
    codes = {
        role: np.searchsorted(views.classes, views.predicted[role][apart]) for role in ("source", "target")
    }
    table = pd.DataFrame(
        {
            "node" if current.is_graph else "sample": [names[i] for i in split.test[apart]],
            "label": views.truth[apart],
            "source says": views.predicted["source"][apart],
            "target says": views.predicted["target"][apart],
            "merged says": views.predicted["merged"][apart],
            "f_s of its choice": views.f_source[apart, codes["source"]],
            "f_t of its choice": views.f_target[apart, codes["target"]],
        }
    )
    numbers = st.column_config.NumberColumn(format="%.3g")
    st.dataframe(
        table,
        hide_index=True,
        column_config={"f_s of its choice": numbers, "f_t of its choice": numbers},
    )


def how_computed(current: Active, choice: KernelChoice, views: Views) -> None:
    """The formulas, and how the solution was found."""
    with st.expander("How it is computed"):
        source, target = words.readings(choice, is_graph=current.is_graph)
        st.markdown("With labels $y$ of −1 and +1 (one class against the rest) and kernel matrix $K$:")
        st.latex(
            r"\frac{a}{\gamma} + K c + b_s 1 = y, \qquad K^{\top} a + \frac{c}{\gamma} + b_t 1 = y, "
            r"\qquad 1^{\top} a = 1^{\top} c = 0"
        )
        st.latex(r"f_s(x) = K(x, X)\,c + b_s, \qquad f_t(x) = K(X, x)^{\top} a + b_t")
        st.markdown(
            f"$f_s$ reads {source}; $f_t$ reads {target}. Damping solves $(T^2 + \\lambda I) z = T r$ in place "
            "of this system $T z = r$, which is singular where $1/\\gamma$ is a singular value of the centred $K$. "
            "He, He, Shi, Huang and Suykens, *Learning with Asymmetric Kernels* (2022)."
        )
        st.caption(words.solved_by(views))


def export(
    current: Active,
    choice: KernelChoice,
    model: ModelChoice,
    split: Split,
    views: Views,
    rivals: tuple[Rival, ...],
) -> None:
    """Predictions, scores, code and the figure."""
    names = sample_names(current.data)
    table = predictions_table(views, [names[i] for i in split.test])
    settings = {"data": current.name, "digest": current.data.digest, **asdict(choice), **asdict(model)}
    export_panel(
        table,
        settings_json(views, rivals, settings),
        python_code(current, choice, model, split),
        lambda: _scatter(current, split, views, 0 if len(views.classes) > 2 else 1, "light"),
    )


def _scatter(current: Active, split: Split, views: Views, j: int, shown_on: figures.Look) -> Any:
    names = sample_names(current.data)
    return figures.views_scatter(
        views.f_source[:, j],
        views.f_target[:, j],
        views.truth,
        names=[names[i] for i in split.test],
        positive=views.classes[j],
        classes=views.classes,
        look=shown_on,
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


def _predicted_all(n: int, split: Split, predicted: np.ndarray) -> np.ndarray:
    """Predictions placed at their samples; None where there is none."""
    placed = np.full(n, None, dtype=object)
    placed[split.test] = predicted
    return placed


@st.fragment
def _behind_graph(current: Active, split: Split, views: Views) -> None:
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
            predicted=_predicted_all(data.n_nodes, split, views.predicted["merged"]),
            train_mask=train,
            classes=views.classes,
            look=look(),
        )
        show(drawn, key="graph", alt="The graph, nodes coloured by the merged decision")
        st.caption(words.drawing(data, "Colour and symbol: the class that the merged decision names."))
    elif way == "Ego network":
        node = st.selectbox(
            "Node",
            range(data.n_nodes),
            format_func=data.node_ids.__getitem__,
            key=current.key("ego"),
            filter_mode="contains",
        )
        drawn = figures.ego_network(
            data.adjacency, node or 0, classes_of_nodes=data.labels, names=data.node_ids, look=look()
        )
        show(drawn, key="ego_figure", alt=f"Neighbours of {data.node_ids[node or 0]}")
        st.caption(
            "Left: who points to the node. Right: whom it points to. The two sides are what the views read."
        )
    else:
        drawn = figures.adjacency_by_class(
            data.adjacency, data.labels, names=data.node_ids, classes=data.classes, look=look()
        )
        show(drawn, key="matrix", alt="The adjacency matrix, nodes ordered by class")
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
        K, labels = cached.training_matrix(current, choice, model)
        drawn = figures.signed_heatmap(K, labels, classes=views.classes, look=look())
        show(drawn, key="kernel_matrix", alt="The kernel matrix of the training samples, ordered by class")
        st.caption(
            "Row: the sample that looks; column: the sample looked at. Training samples, ordered by class. "
            "Where the picture is not its own mirror image at the diagonal, the kernel is asymmetric."
        )
        return
    figure = figures.table_scatter(
        data.X[split.test],
        views.predicted["merged"],
        data.feature_names,
        names=[sample_names(data)[i] for i in split.test],
        classes=views.classes,
        look=look(),
    )
    show(figure, key="samples", alt="The scored samples, coloured by the merged decision")
    st.caption(
        "The first two features of the scored samples; colour and symbol name the class that was predicted."
    )
