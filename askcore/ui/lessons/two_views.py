"""Lesson: a node is read twice, along its arrows and against them.

UI floor. The figure is that of Home, with the steps that the views read.
"""

from __future__ import annotations

from functools import partial

from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.settings import GAMMAS, nearest
from askcore.ui.turning.panels import draw
from askcore.ui.turning.state import SAMPLE


def _open() -> None:
    kernel = {"kernel": "shortest_path", "shortest_path_sigma": 1.0, "orientation": "out"}
    model = {"gamma": nearest(GAMMAS, 0.5), "damping": 0.1}
    open_page("Decisions", SAMPLE, kernel | model, "two_views_open")


LESSON = Lesson(
    title="Two views of a node",
    idea=(
        "In a directed graph, the way from C to B may be shorter than the way back. AsK-LS therefore decides a node "
        "twice: the **source view** reads the steps from the node, the **target view** the steps to it. Without "
        "arrowheads both readings are the same."
    ),
    play=partial(draw, distances=True, below=_open),
    tries=(
        "Read C and turn the arrow G → C. The row “from C” changes, and the source view now says circle. The target "
        "view changes, too, but it still says circle.",
        "Put all back and turn A → G, an arrow that does not touch C. The source view of C changes again: it reads "
        "whole paths.",
        "Put all back and remove C → E, the only arrow that leaves C. No node can be reached any more, so in the "
        "source view only the intercept decides: a number that is the same for every node.",
    ),
    caution=(
        "Two views that differ are not a mistake: they answer two questions. And seven nodes prove nothing about your "
        "own graph. Whether direction helps there is a question for “Does direction pay?”."
    ),
    questions=(
        (
            "What is f_s of a node?",
            "The decision of the source view. It compares the node with the training nodes by the steps **from** the "
            "node: $f_s(x) = K(x, X)\\,c + b_s.$ Here c holds the dual weights (lesson 3). Above 0 it says square, "
            "below 0 circle.",
        ),
        (
            "What is f_t of a node?",
            "The decision of the target view. It compares the node with the training nodes by the steps **to** the "
            "node: $f_t(x) = K(X, x)^\\top a + b_t.$ Here a holds the dual weights (lesson 3).",
        ),
        (
            "When do both views agree on every node?",
            "Whenever K is symmetric: each way is as long as the way back. Then f_s = f_t, and AsK-LS is an LS-SVM. "
            "This is an SVM with squared errors: its training is one linear system.",
        ),
    ),
    source="He et al. (2022), figure 1, equations 5 and 6, and proposition 2.",
)
