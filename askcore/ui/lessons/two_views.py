"""Lesson: a node is read twice, along its arrows and against them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd

from askcore.experiments.lessons.graphs_strings import NodeViews
from askcore.ui.blocks import Action, Block, Row, Table, Text, Value
from askcore.ui.lessons.edge_flip import SAMPLE, EdgeFlip, graph
from askcore.ui.lessons.lesson import Lesson, choice, opens, pair
from askcore.ui.settings import GAMMAS, nearest

ASKED = ("C", "D", "E")
NODE = choice("two_views_node", "Node", {name: name for name in ASKED})
DEMO = EdgeFlip("two_views", ASKED)
SAID = (
    "**Source view of {node}: {source}. Target view: {target}.** Their mean: {merged}. The symmetric kernel ignores "
    "arrowheads and always predicts {symmetric}."
)


def steps(found: NodeViews, node: int) -> pd.DataFrame:
    """Steps from a node, to it, and without arrowheads."""
    names = graph().node_ids
    rows = {
        f"from {names[node]} (source view)": found.steps[node],
        f"to {names[node]} (target view)": found.steps[:, node],
        "without arrowheads": found.undirected[node],
    }
    written = {name: [f"{n:.0f}" if np.isfinite(n) else "no way" for n in row] for name, row in rows.items()}
    table = pd.DataFrame.from_dict(written, orient="index", columns=names).drop(columns=names[node])
    return table.rename_axis("Steps").reset_index()


def _play(value: Value) -> list[Block]:
    now = replace(DEMO, flipped=tuple(value(DEMO.arrows)), focus=value(NODE))
    told = {role: name or "undecided" for role, name in now.predicted(now.focus).items()}
    model = {"gamma": nearest(GAMMAS, 0.5), "damping": 0.1, "orientation": "out"}
    back = Action("two_views_back", "Put all arrows back", {DEMO.arrows.key: []})
    return [
        pair(now.picture("Click on an arrow to reverse it, or on C, D or E to choose it."), now.rows()),
        Text(SAID.format(node=now.focus, **told)),
        Table(steps(now.views, graph().node_ids.index(now.focus))),
        Row((back, opens("Decisions", SAMPLE, kernel="shortest_path", shortest_path_sigma=1.0, **model))),
    ]


def _code(value: Value) -> str:
    known = [i for i, name in enumerate(graph().node_ids) if name not in ASKED]
    return f"""
        from askcore.experiments.lessons.graphs_strings import node_views

        data = askcore.datasets.load_sample({SAMPLE!r})
        A = data.adjacency.toarray()
        for i, j in {value(DEMO.arrows)!r}:  # reversed arrows
            A[i, j], A[j, i] = A[j, i], A[i, j]

        views = node_views(A, data.labels, labelled={known!r})
        asked = {DEMO.asked_nodes!r}
        for node in asked:
            numbers = views.source[node], views.target[node], views.merged[node]
            print(f"{{data.node_ids[node]}}:", *numbers)

        decisions = views.source[asked], views.target[asked], views.symmetric[asked]
        SVG(figures.view_rows([data.node_ids[node] for node in asked], *decisions, views.classes))
    """


LESSON = Lesson(
    claim="A directed graph can be read in two ways, which can give different answers.",
    idea="The way from C to B may be shorter than the way back. AsK-LS therefore classifies a node twice: the "
    "**source view** uses the steps from the node, and the **target view** uses the steps to it. Without arrowheads, "
    "the two views are the same.",
    example="seven nodes. A and B are squares, F and G are circles. What are C, D and E?",
    play=_play,
    code=_code,
    tries=(
        "Choose C and reverse G → C. The row “from C” changes, and the source view now predicts circle. The "
        "target view also changes, but it still predicts circle.",
        "Put all back and reverse A → G, an arrow that does not touch C. The source view of C changes again: it uses "
        "whole paths.",
        "Put all back and reverse C → E, the only arrow that leaves C. Now C reaches no node. In the source view, "
        "only the intercept then decides: a number that is the same for every node.",
    ),
    caution="Two views that differ are not a mistake: they answer two questions. Seven nodes prove nothing about your "
    "own graph. “Does direction pay?” tests whether direction helps there.",
    questions={
        "What is f_s of a node?": "The decision of the source view. It compares the node with the training nodes by "
        "the steps **from** the node: $f_s(x) = K(x, X)\\,c + b_s.$ Here c holds the dual weights (lesson 3). A value "
        "above 0 predicts square, a value below 0 predicts circle.",
        "What is f_t of a node?": "The decision of the target view. It compares the node with the training nodes by "
        "the steps **to** the node: $f_t(x) = K(X, x)^\\top a + b_t.$ Here a holds the dual weights (lesson 3).",
        "When do both views agree on every node?": "When K is symmetric, that is, when each way is as long as the way "
        "back. Then f_s = f_t, and AsK-LS is an LS-SVM. This is an SVM with squared errors: its training is one "
        "linear system.",
    },
    source="He et al. (2022), figure 1, equations 5 and 6, and proposition 2.",
)
