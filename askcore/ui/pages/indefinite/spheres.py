"""Two spheres, one within the other: what an indefinite kernel can do.

UI floor.
"""

from __future__ import annotations

import numpy as np
import streamlit as st

from askcore import figures
from askcore.datasets import DataError, TableData, samples
from askcore.experiments.matrix.spheres import SpheresView
from askcore.figures.samples import scatter_3d
from askcore.ui.charts.plots import show, theme
from askcore.ui.controls import slider
from askcore.ui.guard import fragment
from askcore.ui.pages.indefinite import state
from askcore.ui.pieces import note, subheading
from askcore.ui.text.words import plain

RHOS = tuple(float(f"{r:.2f}") for r in np.arange(0.05, 1.001, 0.05))
SIGMAS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.7, 1.0, 2.0)
NAMES = {"linear": "Linear kernel", "rbf": "RBF kernel", "tl1": "TL1 kernel (indefinite)"}
HEIGHT = 360


@fragment
def draw_spheres() -> None:
    """3-D view, TL1 with a live rho, linear and RBF beside it."""
    data = samples.spheres()
    st.markdown(question(data))
    left, right = st.columns(2)
    with right:
        subheading(NAMES["tl1"])
        rho = slider("Reach, as a share of the largest L1 distance", RHOS, 0.2, "rho", _RHO_HELP)
        _plane("tl1", float(rho))
    with left:
        subheading("The data")
        show(
            scatter_3d(data.X, data.y, titles=("x", "y", "z"), height=HEIGHT + 85, theme=theme()),
            key="spheres_3d",
            alt="Two concentric spheres, one class each",
        )
        st.caption("Drag to turn. The inner sphere is inside the outer one, so no plane separates them.")
    left, right = st.columns(2)
    with left:
        subheading(NAMES["linear"])
        st.caption("This is ordinary PCA; it has no parameter.")
        _plane("linear", 1.0)
    with right:
        subheading(NAMES["rbf"])
        sigma = slider("Bandwidth, with features in [0, 1]", SIGMAS, 0.2, "sphere_sigma", None)
        _plane("rbf", float(sigma))
    st.caption(
        "The two leading components of kernel PCA, with negative eigenvalues kept and features scaled to [0, 1] "
        "(Huang et al. 2017, figure 1). An indefinite kernel can separate the spheres. Do not conclude that TL1 is "
        "better than RBF: with the right bandwidth, both separate them."
    )


def _plane(kernel: str, value: float) -> None:
    data = samples.spheres()
    try:
        found = state.spheres(data, kernel, value)
    except DataError as error:
        note(plain(error))
        return
    st.markdown(separated(found))
    show(
        figures.embedding(
            found.points,
            data.y,
            titles=(component(1, found.signs[0]), component(2, found.signs[1])),
            height=HEIGHT,
            theme=theme(),
        ),
        key=f"spheres_{kernel}",
        alt=f"Two components of kernel PCA with the {NAMES[kernel]}",
    )


_RHO_HELP = (
    "TL1 is max(reach − |u − v|₁, 0). With n features in [0, 1], the L1 distance is at most n, so the reach is given "
    "as a multiple of n. With a small reach only neighbours count. With a large one the kernel is linear in the "
    "distance."
)


def question(data: TableData) -> str:
    """What there is to see."""
    labels = np.asarray(data.y)
    radii = np.linalg.norm(data.X, axis=1)
    found = [float(np.median(radii[labels == name])) for name in np.unique(labels)]
    return (
        f"The two spheres of the paper: radius {min(found):.2g} and {max(found):.2g}, {data.n_samples:,} samples, no "
        "noise. (The sample “Two spheres” has radius 1 and 2, and noise.) **Which kernel puts one class on each side "
        "of a straight line?** Move the reach ρ of TL1 and look."
    )


def separated(found: SpheresView) -> str:
    """How many samples a straight line gets right."""
    share = found.separated
    verdict = (
        "the kernel separates the spheres"
        if share >= 0.95
        else "the kernel separates them in part"
        if share >= 0.65
        else "the kernel does not separate them"
    )
    return f"A straight line classifies **{share:.0%}** correctly: {verdict}."


def component(number: int, sign: int) -> str:
    """Axis title: which component, and whether its eigenvalue is negative."""
    return f"component {number}{' (λ < 0)' if sign < 0 else ''}"
