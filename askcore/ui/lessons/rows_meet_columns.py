"""Lesson: the SVD couples rows and columns by the table, KSVD by a kernel between them.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore import experiments
from askcore._format import share
from askcore.datasets import load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.spectra.beside_svd import BesideSVD
from askcore.figures.svg.quick import class_points
from askcore.ui import controls
from askcore.ui.charts import picture, plots
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.settings import BANDWIDTHS
from askcore.ui.work import cache
from askcore.ui.work.cache import kept

SAMPLE = "two_spheres"
KERNELS = {"linear": "linear: x′z", "polynomial": "square: (x′z)²", "rbf": "RBF"}
COMPATIBILITIES = {"pinv": "a₀, pseudoinverse", "pca": "a₁, PCA", "random": "a₂, random"}
CLEAR = 0.05  # of two neighbour scores, which chance does not make of 300 rows


def choice(kernel: str, compatibility: str, bandwidth: float = 1.0) -> KernelChoice:
    """The matrix between rows and columns that the controls mean."""
    params = (("c", 0.0), ("degree", 2)) if kernel == "polynomial" else ()
    return KernelChoice(
        kernel, params, standardise=True, matrix="crossed", bandwidth=bandwidth, compatibility=compatibility
    )


def seen(found: BesideSVD) -> str:
    """Whether the kernel separates the classes better than the SVD does, or is the SVD."""
    assert found.svd_score is not None
    assert found.ksvd_score is not None
    svd, ksvd = share(found.svd_score, 0), share(found.ksvd_score, 0)
    if found.same:
        return (
            "**KSVD is the SVD here.** The pictures differ by rounding only, and the neighbour score is "
            f"{svd} in both."
        )
    gain = found.ksvd_score - found.svd_score
    verdict = "does not separate clearly better" if abs(gain) < CLEAR else "separates more"
    if gain <= -CLEAR:
        verdict = "separates less"
    return f"**The kernel {verdict}.** The neighbour score is {ksvd} with KSVD and {svd} with the SVD."


@kept()
def _beside(chosen: KernelChoice) -> BesideSVD:
    return experiments.beside_svd(cache.problem(load_sample(SAMPLE), chosen))


@fragment
def _play() -> None:
    with st.container(border=True):
        st.markdown(
            "**The example:** a table of 300 rows and 3 columns. Each row is a point on one of two spheres, one inside "
            "the other. $x_i$ is row i, and $z_j$ is column j. C shortens a column to the length of a row."
        )
        with st.container(horizontal=True):
            kernel = controls.choose(
                "Kernel κ", KERNELS, "rows_meet_columns_kernel", default="polynomial", labelled=True
            )
            way = controls.choose(
                "Matrix C, which shortens the columns",
                COMPATIBILITIES,
                "rows_meet_columns_way",
                labelled=True,
            )
        times = 1.0
        if kernel == "rbf":
            times = controls.slider(
                "Width of the RBF kernel, times its usual value",
                BANDWIDTHS,
                1.0,
                "rows_meet_columns_sigma",
                None,
            )
        chosen = choice(kernel, way, float(times))
        found = _beside(chosen)
        st.latex(
            r"""\begin{aligned} \text{SVD:}\quad & A v = \sigma u, & A' u &= \sigma v \\
            \text{KSVD:}\quad & G v = \sigma u, & G' u &= \sigma v \\ & G_{ij} = \kappa(x_i, C' z_j)
            \end{aligned}"""
        )
        st.markdown(seen(found))
        for column, name, points in zip(st.columns(2), ("SVD", "KSVD"), (found.svd, found.ksvd), strict=True):
            with column:
                st.markdown(f"**{name}**")
                drawing = class_points(
                    points,
                    load_sample(SAMPLE).labels,
                    titles=("component 1", "component 2"),
                    theme=plots.theme(),
                )
                picture.show(
                    drawing,
                    key=f"rows_meet_columns_{name}",
                    alt=f"The rows by two components of the {name}",
                )
        st.caption(
            "Row $x_i$ is placed at $(\\sigma_1 u_{1i}, \\sigma_2 u_{2i})$ by the first two components. The classes "
            "are only colours: neither method reads them. Neighbour score: the share of rows for which most of the 5 "
            "nearest rows have the same class. Usually KSVD centres G. Here it does not, so that it can equal the SVD."
        )
    settings = {
        "matrix": "crossed",
        "crossed": kernel,
        "crossed_degree": 2,
        "crossed_c": 0.0,
        "bandwidth": times,
        "scaled": True,
        "compatibility": way,
        "centre": False,
        "scaling": "full",
    }
    open_page("Spectra", SAMPLE, settings, "rows_meet_columns_open")


LESSON = Lesson(
    title="Rows meet columns",
    idea=(
        "A table is two sets of vectors: its rows and its columns. The SVD couples both sets by the table A itself. "
        "**KSVD** couples them by a kernel between each row and each column. So KSVD can find structure that is not "
        "linear."
    ),
    play=_play,
    tries=(
        "Choose the linear kernel with a₀. Both pictures become the same: a₀ makes column j the j-th unit vector, so "
        "G = A.",
        "Back to the square, choose a₂. The score of KSVD falls to about that of the SVD: random directions mix the "
        "three columns.",
        "Choose RBF with a₀ and move its width. KSVD never separates clearly better: a non-linear kernel must fit "
        "the data.",
    ),
    caution=(
        "KSVD is not always better. The square fits here because the spheres differ in the sum of squares of a "
        "row. On other tables the SVD may separate more: on Iris it does."
    ),
    questions=(
        (
            "What are the two coupled problems of the SVD?",
            "In A v = σ u, the weights v of the columns place the rows. In A′u = σ v, the weights u of the rows place "
            "the columns. Each equation needs the solution of the other.",
        ),
        (
            "What does KSVD add to the SVD?",
            "It replaces the entry $A_{ij}$ by a kernel value $G_{ij} = \\kappa(x_i, C'z_j).$ With the linear kernel "
            "and a₀ it adds nothing: G = A. A non-linear kernel may separate more.",
        ),
        (
            "What is the matrix C for?",
            "A row has 3 entries, a column 300. A kernel compares vectors of one length, so C shortens the columns. "
            "a₀, a₁ and a₂ are three ways to choose it. A square table needs no C.",
        ),
    ),
    source="Tao et al. (2023), corollary 2.3, equations 4 to 6, and remarks 3.1 and 3.2.",
)
