"""Lesson: the dual of an SVM holds the symmetric part of K alone."""

from __future__ import annotations

from functools import partial

from askcore import experiments
from askcore._format import format_percent, number
from askcore.datasets import load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.lessons.skew import SkewPath, skew_path
from askcore.figures.class_tables import class_means_heatmap
from askcore.figures.lessons import accuracy_over
from askcore.ui.blocks import Block, Figure, Text, Value
from askcore.ui.cache import cached
from askcore.ui.lessons.lesson import Lesson, opens, pair, slider
from askcore.ui.problems import problem
from askcore.ui.settings import DAMPINGS, GAMMAS, nearest
from askcore.ui.text.words import fill_in

SAMPLE = "cyclic_communities"
KERNEL = KernelChoice("adjacency", orientation="out")
SHARES = tuple(round(i / 5 - 1, 1) for i in range(11))
COSTS = (0.1, 1.0, 10.0, 100.0)
GAMMA, DAMPING = nearest(GAMMAS, 10.0), nearest(DAMPINGS, 0.1)
T = slider(
    "svm_forgets_t",
    "t: how much direction the kernel has",
    SHARES,
    0.0,
    "At t = 0, every link counts in both directions; at t = 1, along its arrow; at t = −1, against its "
    "arrow.",
)
COST = slider("svm_forgets_cost", "Penalty of the SVM for errors on training nodes", COSTS, 1.0)
SAID = (
    "**At t = {t}, the accuracy of the SVM is {svm}; that of AsK-LS is {askls}.** With the dual variables α of the SVM "
    "for class A, $\\alpha'(S + tD)\\,\\alpha$ is {whole} and $\\alpha'S\\alpha$ is {symmetric}."
)
LINES = "Accuracy of the SVM and of AsK-LS over t"
FLAT = "Each method is trained again at every t. The line of the SVM is flat; that of AsK-LS is not."
CELLS = "Mean entry of the kernel between the classes at this t"
MEANS = "Mean entry of S + t D, times 1,000. Only the direction changes with t."


@cached(entries=len(COSTS))
def path(cost: float) -> SkewPath:
    """Both methods at each t, on the sample."""
    data = load_sample(SAMPLE)
    K = problem(data, KERNEL).operator.toarray()
    split = experiments.holdout_split(data.labels)
    return skew_path(K, data.labels, split, SHARES, cost=cost, gamma=GAMMA, damping=DAMPING)


def _play(value: Value) -> list[Block]:
    t, found = value(T), path(value(COST))
    at, classes, means = SHARES.index(t), found.classes, 1000 * found.means
    scores = {"SVM": found.svm, "AsK-LS": found.askls}
    lines = partial(accuracy_over, found.shares, scores, current=t, chance=1 / len(classes))
    most, titles = float(abs(means).max()), ("from class", "to class")
    cells = partial(class_means_heatmap, means[at], classes, classes, limit=most, titles=titles)
    accuracy = {"svm": format_percent(found.svm[at], 0), "askls": format_percent(found.askls[at], 0)}
    return [
        pair(
            Figure("svm_forgets_lines", lines, LINES, "Accuracy on test nodes", FLAT),
            Figure("svm_forgets_means", cells, CELLS, f"Links between the classes at t = {number(t)}", MEANS),
        ),
        Text(fill_in(SAID, t=t, whole=found.quadratic[at], symmetric=found.symmetric[at], **accuracy)),
        opens("Decisions", SAMPLE, kernel="adjacency", orientation="out", gamma=GAMMA, damping=DAMPING),
    ]


def _code(value: Value) -> str:
    t, cost = value(T), value(COST)
    return f"""
        from askcore.experiments.lessons.skew import skew_path
        from askcore.figures.lessons import accuracy_over

        data = askcore.datasets.load_sample({SAMPLE!r})
        K = Problem(data, {KERNEL!r}).operator.toarray()
        split = holdout_split(data.labels)
        found = skew_path(K, data.labels, split, {SHARES!r}, cost={cost}, gamma={GAMMA}, damping={DAMPING})

        at = {SHARES.index(t)}  # t = {t}
        print("SVM:", found.svm[at])
        print("AsK-LS:", found.askls[at])
        print("With K:", found.quadratic[at])
        print("With the symmetric part:", found.symmetric[at])

        accuracies = {{"SVM": found.svm, "AsK-LS": found.askls}}
        accuracy_over(found.shares, accuracies, current=found.shares[at], chance=1 / len(found.classes))
    """


LESSON = Lesson(
    claim="An SVM learns from the symmetric part of its kernel alone.",
    idea="Every kernel matrix is a sum K = S + D of its **symmetric part** S = (K + Kᵀ)/2 and its **skew-symmetric "
    "part** D = (K − Kᵀ)/2, the direction. The dual of an SVM holds K only in α′Kα, and α′Dα is 0 for every α.",
    example="a graph with three classes of 100 nodes each, A, B and C. Most links lead from A to B, B "
    "to C or C to A. K(u, v) is 1 if a link leads from u to v. Both methods train on S + t D, which at t = 1 is K.",
    play=_play,
    code=_code,
    tries=(
        "At t = 0, both methods only guess. Move t to 1: K gains direction, and the accuracy of AsK-LS "
        "rises from 25% "
        "to 100%. That of the SVM does not change.",
        "Move t to −1: now every link counts against its arrow. AsK-LS is right again because its two views "
        "have changed places.",
        "Change the penalty. The line of the SVM may move a little, but it stays flat: no tuning restores the "
        "direction that the dual loses.",
    ),
    caution="An SVM is not a bad method. In this graph, only direction separates the classes; in other "
    "graphs, S may be as informative as K. With another kernel, such as K Kᵀ, an SVM can also use "
    "direction. The argument does not need a positive semidefinite K: here S is indefinite, so α′Kα may be "
    "negative.",
    questions={
        "Why is α′Dα = 0?": "It is a number, so it equals its own transpose: α′Dα = α′Dᵀα. But Dᵀ = −D, so the number "
        "equals its own negative and must be 0.",
        "Why does AsK-LS not forget?": "It solves a linear system that contains K and Kᵀ in different places, with "
        "two sets of coefficients, one for each view. K and Kᵀ are never added.",
        "The SVM classifies new nodes with S. What if it uses K?": "Its coefficients were still learned without "
        "direction. Here this is worse than guessing: at t = 1 and penalty 1, its accuracy is below 10%. A node points "
        "to the next class, and the SVM mistakes that class for the class of the node.",
    },
    source="He et al. (2022), section 1: equation 1 and the identity after it; equation 6 for AsK-LS.",
)
