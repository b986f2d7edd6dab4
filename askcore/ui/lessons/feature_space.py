"""Lesson: lengths and distances in a feature space that nobody writes down.

UI floor.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from askcore import experiments, figures
from askcore.experiments import FewPoints
from askcore.ui import controls, plots
from askcore.ui.cache import kept
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page

__all__ = ["LESSON", "NAMES", "POINTS", "distances", "seen", "together"]

NAMES = ("A", "B", "C", "D", "E", "F")
POINTS = ((1.0, 0.5), (-1.0, -0.5), (0.5, 1.0), (2.0, 1.0), (-0.5, 1.5), (1.5, -1.0))
KERNELS = {"linear": "x′z", "square": "(x′z)²", "gaussian": "Gaussian"}
OPERATIONS = {"none": "as it is", "centred": "centred", "normalised": "normalised"}
SAME = 1e-9


def distances(found: FewPoints, point: int) -> pd.DataFrame:
    """How far a point is from the others: in the plane, and in feature space in both ways."""
    rows = {
        "in the plane": found.plane[point],
        "in feature space, from K": found.from_kernel[point],
        f"the same from {found.features} features": found.from_map[point],
    }
    others = [i for i in range(len(NAMES)) if i != point]
    return pd.DataFrame(
        [[f"{row[i]:.2f}" for i in others] for row in rows.values()],
        index=list(rows),
        columns=[NAMES[i] for i in others],
    )


def seen(found: FewPoints, point: int) -> str:
    """Which points lie nearest in the plane and in feature space, and how well both ways agree.

    Examples
    --------
    >>> seen(experiments.few_points(POINTS, "square"), 0)[:87]
    'In the plane, C is nearest to A; in feature space, **B is at the same place as A**. K a'
    """
    plane, feature = (_nearest(rows[point], point) for rows in (found.plane, found.from_kernel))
    own = NAMES[point]
    at_once = [NAMES[i] for i in feature if found.from_kernel[point, i] < 1e-6]
    if at_once:
        there = (
            f"**{' and '.join(at_once)} {'is' if len(at_once) == 1 else 'are'} at the same place as {own}**"
        )
    else:
        there = (
            f"**{' and '.join(NAMES[i] for i in feature)} {'is' if len(feature) == 1 else 'are'} nearest**"
        )
    agree = (
        f"K alone and the {found.features} explicit features give the same distances."
        if found.gap < SAME
        else f"The first {found.features} of infinitely many features give these distances up to {found.gap:.1g}."
    )
    first = " and ".join(NAMES[i] for i in plane)
    verb = "is" if len(plane) == 1 else "are"
    return f"In the plane, {first} {verb} nearest to {own}; in feature space, {there}. {agree}"


def together(points: np.ndarray) -> tuple[np.ndarray, list[str]]:
    """Each place once, with the names of all points there.

    Examples
    --------
    >>> together(np.array([[0.0, 1.0], [0.0, 1.0], [2.0, 0.0]]))[1]
    ['A, B', 'C']
    """
    same = np.linalg.norm(points[:, None] - points[None], axis=2) < 1e-6
    first = [i for i in range(len(points)) if not same[i, :i].any()]
    return points[first], [", ".join(NAMES[j] for j in np.flatnonzero(same[i])) for i in first]


def _nearest(row: np.ndarray, point: int) -> list[int]:
    others = np.where(np.arange(len(row)) == point, np.inf, row)
    return np.flatnonzero(others <= others.min() + 1e-6).tolist()


@kept()
def _found(kernel: str, operation: str) -> FewPoints:
    return experiments.few_points(POINTS, kernel, operation)


@fragment
def _play() -> None:
    with st.container(border=True):
        left, middle, right = st.columns(3)
        with left:
            kernel = controls.choose(
                "Kernel", KERNELS, "feature_space_kernel", default="square", labelled=True
            )
        with middle:
            operation = controls.choose("Feature space", OPERATIONS, "feature_space_operation", labelled=True)
        with right:
            own = controls.choose("Distances from", NAMES, "feature_space_point", labelled=True)
        found, point = _found(kernel, operation), NAMES.index(own)
        st.latex(
            r"\begin{aligned} \lVert\phi(x)-\phi(z)\rVert^2 &= K(x,x) + K(z,z) \\ &\quad - 2K(x,z) \end{aligned}"
        )
        st.markdown(seen(found, point))
        st.table(distances(found, point))
        plane, feature = st.columns(2)
        for column, title, points, axes in (
            (plane, "Plane", np.array(POINTS), ("x₁", "x₂")),
            (feature, "Feature space", found.coordinates, ("Mercer coordinate 1", "Mercer coordinate 2")),
        ):
            with column:
                st.markdown(f"**{title}**")
                places, names = together(points)
                plots.show(
                    plots.drawn(
                        figures.embedding,
                        places,
                        names=names,
                        titles=axes,
                        height=320,
                        theme=plots.theme(),
                    ),
                    key=f"feature_space_{title}",
                    alt=f"The six points: {title.lower()}",
                    toolbar=False,
                )
        st.caption(
            "The picture of the feature space shows two coordinates, computed from K alone. Points may be farther "
            "apart in the coordinates that are not drawn: the table has the true distances."
        )
    settings: dict[str, dict[str, Any]] = {
        "linear": {"kernel": "linear"},
        "square": {"kernel": "polynomial", "kp_polynomial_degree": 2, "kp_polynomial_c": 0.0},
        "gaussian": {"kernel": "rbf"},
    }
    open_page("Kernel matrix", "two_moons", settings[kernel], "feature_space_open", "two moons")


LESSON = Lesson(
    title="A feature space without features",
    idea=(
        "A Mercer kernel is an inner product of features φ(x). Lengths, distances and means need only inner products. "
        "So the matrix K holds the whole geometry of the points, and the features need not be computed."
    ),
    play=_play,
    tries=(
        "Choose (x′z)² and A. B is the mirror image of A, and both are at the same place: the square forgets the sign "
        "of x.",
        "Choose x′z and “normalised”. D is twice A, so both have the same direction, and their distance becomes 0.",
        "Compare “as it is” with “centred”. No distance changes: centring moves the origin only.",
    ),
    caution=(
        "The coordinates drawn are not the features of the formula. Any rotation of them gives the same K. And the "
        "geometry is that of these six points: another point needs its own kernel values with them."
    ),
    questions=(
        (
            "How long is φ(x), and how far is it from φ(z)?",
            "The squared length is K(x, x). The squared distance is K(x, x) + K(z, z) − 2 K(x, z).",
        ),
        (
            "What are the features of (x′z)² and of the Gaussian kernel?",
            "In the plane (x′z)² has three: x₁², √2 x₁x₂ and x₂². The Gaussian kernel has infinitely many: monomials "
            "of every degree, times exp(−‖x‖²/2) and a constant.",
        ),
        (
            "What are the Mercer map and the empirical map?",
            "Coordinates made from K alone. With K = U Λ U′, sample i gets row i of $U \\Lambda^{1/2}$ (Mercer) or "
            "of $K^{1/2}$ (empirical). Both have K as inner products. Each Mercer coordinate is a projection "
            "onto one principal direction.",
        ),
    ),
    source="Zaki and Meira, Data Mining and Analysis, sections 5.1 to 5.3.",
)
