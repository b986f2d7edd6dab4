"""Lesson: the dual of an SVM holds the symmetric part of K alone.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore import experiments, figures
from askcore._format import number, share
from askcore.datasets import load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.lessons.skew import SkewPath, skew_path
from askcore.figures.svg.cells import matrix_cells
from askcore.ui import controls
from askcore.ui.charts import picture, plots
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.settings import DAMPINGS, GAMMAS, nearest
from askcore.ui.work import cache
from askcore.ui.work.cache import kept

SAMPLE = "cyclic_communities"
KERNEL = KernelChoice("adjacency", orientation="out")
SHARES = tuple(round(i / 5 - 1, 1) for i in range(11))
COSTS = (0.1, 1.0, 10.0, 100.0)
GAMMA, DAMPING = nearest(GAMMAS, 10.0), nearest(DAMPINGS, 0.1)
_ROLES = {"SVM": "symmetric", "AsK-LS": "merged"}


@kept(entries=len(COSTS))
def path(cost: float) -> SkewPath:
    """What both learn at each t, on the sample."""
    data = load_sample(SAMPLE)
    K = cache.problem(data, KERNEL).operator.toarray()
    split = experiments.holdout_split(data.labels)
    return skew_path(K, data.labels, split, SHARES, cost=cost, gamma=GAMMA, damping=DAMPING)


def seen(found: SkewPath, at: int) -> str:
    """What is to be seen at one t, as sentences."""
    t = number(found.shares[at])
    whole, symmetric = number(found.quadratic[at]), number(found.symmetric[at])
    return (
        f"At t = {t} the SVM is right on {share(found.svm[at], 0)} of the test nodes, AsK-LS on "
        f"{share(found.askls[at], 0)}. With the α of the SVM for class A, α′(S + t A)α is {whole}, "
        f"and α′Sα is {symmetric}."
    )


@fragment
def _play() -> None:
    st.markdown(
        "**The example:** a graph with three classes A, B and C of 100 nodes each. Most links lead from A to B, from B "
        "to C or from C to A; the others stay inside a class. K is the adjacency matrix: K(u, v) is 1 if a link leads "
        "from u to v, else 0. Both methods are trained with S + t A. At t = 1 this is K; at t = 0 no direction is "
        "left. For new nodes, AsK-LS uses S + t A, too, but the SVM uses S."
    )
    st.latex(r"\alpha' K\,\alpha \;=\; \alpha'\,\frac{K + K^\top}{2}\,\alpha")
    st.caption(
        "Each class has an SVM of its own, against the other two. The α are the dual variables of the SVM for class A, "
        "each with the sign of its label: + in class A, −\u00a0elsewhere. The classes A and C have nothing to do with "
        "the matrix A and with C of the SVM."
    )
    slide, choice = st.columns(2, vertical_alignment="bottom")
    with slide:
        t = controls.slider(
            "t: how much direction the kernel has",
            SHARES,
            0.0,
            "svm_forgets_t",
            "At t = 0 every link is read both ways, at t = 1 as it points, at t = −1 against its arrow.",
        )
    with choice:
        cost = controls.slider(
            "C of the SVM",
            COSTS,
            1.0,
            "svm_forgets_cost",
            "A larger C punishes errors on training nodes more.",
        )
    found = path(cost)
    at = SHARES.index(t)
    st.markdown(f"**{seen(found, at)}**")
    left, right = st.columns([3, 2], gap="medium")
    with left:
        drawing = figures.along_setting(
            found.shares,
            {"SVM": found.svm, "AsK-LS": found.askls},
            _ROLES,
            title="t",
            measure="accuracy on test nodes",
            current=t,
            limits=(0.0, 1.06),
            chance=1 / len(found.classes),
            percent=True,
            theme=plots.theme(),
        )
        picture.show(drawing, key="svm_forgets_lines", alt="Accuracy of the SVM and of AsK-LS over t")
        st.caption("Each method is trained again at every t. The SVM's line is flat, that of AsK-LS is not.")
    with right:
        drawing = matrix_cells(
            1000 * found.means[at],
            found.classes,
            found.classes,
            limit=float(1000 * abs(found.means).max()),
            words=("from", "to"),
            theme=plots.theme(),
        )
        picture.show(
            drawing, key="svm_forgets_means", alt="Mean entry of S + t A between the classes at this t"
        )
        st.caption(
            "Mean entry of S + t A from each class to each class, times 1,000. What changes here with t is the "
            "direction. Only AsK-\u2060LS can use it."
        )
    settings = {"kernel": "adjacency", "orientation": "out", "gamma": GAMMA, "damping": DAMPING}
    open_page("Decisions", SAMPLE, settings, "svm_forgets_open")


LESSON = Lesson(
    title="Why an SVM forgets direction",
    idea=(
        "Every kernel matrix is a sum K = S + A of its **symmetric part** S = (K + Kᵀ)/2 and its **skew-symmetric "
        "part** A = (K − Kᵀ)/2. The dual of an SVM holds K only in α′Kα, and α′Aα is 0 for every α. The SVM therefore "
        "learns from S alone."
    ),
    play=_play,
    tries=(
        "At t = 0 both methods only guess. Move t to 1: direction comes into K, and AsK-LS rises from 25% to 100%. The "
        "SVM stands still.",
        "Move t to −1: now every link is read against its arrow. AsK-LS is right again, because its two views have "
        "changed places.",
        "Change C. The SVM's line may move a little, but it stays flat: no tuning brings back what the dual has lost.",
    ),
    caution=(
        "An SVM is not a bad method. In this graph the classes can be told apart by direction alone; in others, S may "
        "say as much as K. With another kernel, such as K Kᵀ, an SVM can use direction, too. Nor does the argument "
        "need a positive semidefinite K: here S is indefinite, so α′Kα may be negative."
    ),
    questions=(
        (
            "Why is α′Aα = 0?",
            "It is a number, so it equals its own transpose: α′Aα = α′Aᵀα. But Aᵀ = −A, so the number equals its own "
            "negative. Only 0 does.",
        ),
        (
            "Why does AsK-LS not forget?",
            "It solves a linear system that holds K and Kᵀ in different places, with two sets of coefficients, α and "
            "β. Nothing there adds K and Kᵀ.",
        ),
        (
            "Above, the SVM decides new nodes with S. What if it uses K?",
            "Its coefficients were still learned without direction. Here this is worse than guessing: at t = 1 and "
            "C = 1 it is right on less than 10% of the test nodes. A node points to the next class, and the SVM "
            "mistakes that class for the class of the node.",
        ),
    ),
    source="He et al. (2022), section 1: equation 1 and the identity after it; equation 6 for AsK-LS.",
)
