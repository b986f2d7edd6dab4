"""Lesson: lengths and distances in a feature space that nobody writes down.

UI floor.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from askcore._format import fixed, number
from askcore.datasets import DataError
from askcore.experiments.lessons.plane_points import FewPoints, few_points
from askcore.figures.svg.plane import named_points
from askcore.ui import controls, url_state
from askcore.ui.charts import picture, plots
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.pieces import folded, note
from askcore.ui.settings import nearest
from askcore.ui.work.cache import kept

Places = tuple[tuple[float, float], ...]

NAMES = ("A", "B", "C", "D", "E", "F")
POINTS: Places = ((1.0, 0.5), (-1.0, -0.5), (0.5, 1.0), (2.0, 1.0), (-0.5, 1.5), (1.5, -1.0))
KERNELS = {"linear": "x′z", "square": "(x′z)²", "gaussian": "Gaussian"}
OPERATIONS = {"none": "as it is", "centred": "centred", "normalised": "normalised"}
STEPS = tuple(i / 2 for i in range(-4, 5))  # where a point may be, along both axes
AXES = ("x₁", "x₂")
SAME = 1e-9
_POINT, _MOVED = "feature_space_point", "points"  # keys of the address


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
    """Which points lie nearest in the plane and in feature space, and how well both ways agree."""
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


def maps(found: FewPoints, point: int) -> pd.DataFrame:
    """All coordinates of a point in both maps that come from K alone."""
    rows = {"Mercer map": found.mercer[point], "empirical map": found.empirical[point]}
    return pd.DataFrame(
        [[fixed(value, 2) for value in row.tolist()] for row in rows.values()],
        index=list(rows),
        columns=[str(i + 1) for i in range(len(NAMES))],
    )


def of_maps(found: FewPoints, point: int) -> str:
    """What both maps share."""
    length = float(np.linalg.norm(found.mercer[point]))
    return (
        f"The coordinates differ, but the length of {NAMES[point]} is {number(length)} in both. All other lengths and "
        "distances agree, too."
    )


def _written(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _nearest(row: np.ndarray, point: int) -> list[int]:
    others = np.where(np.arange(len(row)) == point, np.inf, row)
    return np.flatnonzero(others <= others.min() + 1e-6).tolist()


@kept(entries=256)
def _found(places: Places, kernel: str, operation: str) -> FewPoints:
    return few_points(places, kernel, operation)


def places() -> Places:
    """Where the points are now."""
    return url_state.parse_param(_MOVED, read) or POINTS


def read(text: str) -> Places | None:
    """Places from the address: the number of a step for each coordinate; None where it is something else."""
    if not re.fullmatch(rf"[0-{len(STEPS) - 1}]{{{2 * len(NAMES)}}}", text):
        return None
    steps = [STEPS[int(digit)] for digit in text]
    return tuple(zip(steps[::2], steps[1::2], strict=True))


def written(points: Places) -> str:
    """Places as the address has them; "" for those at the beginning."""
    steps = "".join(str(STEPS.index(nearest(STEPS, value))) for place in points for value in place)
    return "" if points == POINTS else steps


def _move(point: int, to: tuple[float, float]) -> None:
    now = list(places())
    now[point] = to
    url_state.set_param(_MOVED, written(tuple(now)))


def _slid(point: int, side: int) -> None:
    """A slider of the point was moved."""
    to = list(places()[point])
    to[side] = st.session_state[_slider_key(point, side)]
    _move(point, (to[0], to[1]))


def _clicked(hit: tuple[int, ...]) -> None:
    """Choose the point that was clicked, or move the chosen one to the place that was clicked."""
    if len(hit) == 1 and hit[0] < len(NAMES):
        st.session_state[_POINT] = NAMES[hit[0]]
    elif len(hit) == 2 and max(hit) < len(STEPS):
        own = st.session_state.get(_POINT)
        _move(NAMES.index(own) if own in NAMES else 0, (STEPS[hit[0]], STEPS[hit[1]]))


def _slider_key(point: int, side: int) -> str:
    return f"feature_space_{NAMES[point]}{side + 1}"


@fragment
def _play() -> None:
    with st.container(border=True):
        st.markdown("Six points A to F in the plane. Move them, and see what happens in the feature space.")
        left, right = st.columns(2)
        with left:
            kernel = controls.choose(
                "Kernel", KERNELS, "feature_space_kernel", default="square", labelled=True
            )
        with right:
            operation = controls.choose("Feature space", OPERATIONS, "feature_space_operation", labelled=True)
        point = _draw_point()
        st.latex(
            r"\begin{aligned} \lVert\phi(x)-\phi(z)\rVert^2 &= K(x,x) + K(z,z) \\ &\quad - 2K(x,z) \end{aligned}"
        )
        try:
            found = _found(places(), kernel, operation)
        except DataError:  # the rest goes on
            found = None
            zero = [name for name, place in zip(NAMES, places(), strict=True) if not any(place)]
            note(
                f"{' and '.join(zero)} {'lies' if len(zero) == 1 else 'lie'} at 0. There φ(x) has length 0, so it "
                "cannot be divided by its length. Move the point, or choose “as it is”."
            )
        if found is not None:
            st.markdown(seen(found, point))
            st.table(distances(found, point))
        _draw_pictures(found, point)
        if found is not None:
            title = f"The coordinates of {NAMES[point]} in two maps"
            if box := folded(title, "feature_space_maps"):
                box.table(maps(found, point))
                box.markdown(of_maps(found, point))
    settings: dict[str, dict[str, Any]] = {
        "linear": {"kernel": "linear"},
        "square": {"kernel": "polynomial", "kp_polynomial_degree": 2, "kp_polynomial_c": 0.0},
        "gaussian": {"kernel": "rbf"},
    }
    open_page("Kernel matrix", "two_moons", settings[kernel], "feature_space_open", "two moons")


def _draw_point() -> int:
    """Which point is read, and where it is."""
    with st.container(horizontal=True):
        own = controls.choose("Point", NAMES, _POINT, labelled=True)
        point = NAMES.index(own)
        for side, title in enumerate(AXES):
            key = _slider_key(point, side)
            st.session_state[key] = nearest(STEPS, places()[point][side])
            st.select_slider(
                f"{title} of {own}",
                STEPS,
                key=key,
                format_func=_written,
                on_change=_slid,
                args=(point, side),
                width=210,
            )
        with st.container(width="content", height="stretch", vertical_alignment="bottom"):
            st.button(
                "Put all back",
                key="feature_space_back",
                on_click=url_state.set_param,
                args=(_MOVED, ""),
                disabled=places() == POINTS,
            )
    return point


def _draw_pictures(found: FewPoints | None, point: int) -> None:
    plane, feature = st.columns(2)
    with plane:
        st.markdown("**Plane**")
        picture.show(
            named_points(
                np.array(places()), NAMES, titles=AXES, focus=point, places=STEPS, theme=plots.theme()
            ),
            key="feature_space_plane",
            alt="The six points in the plane: "
            + ", ".join(f"{name} at {x:g}, {z:g}" for name, (x, z) in zip(NAMES, places(), strict=True)),
            on_hit=_clicked,
        )
        st.caption(f"Click on a place to move {NAMES[point]} there, or on a point to choose it.")
    if found is None:
        return
    with feature:
        st.markdown("**Feature space**")
        picture.show(
            named_points(
                found.mercer[:, :2],
                NAMES,
                titles=("Mercer coordinate 1", "Mercer coordinate 2"),
                focus=point,
                theme=plots.theme(),
            ),
            key="feature_space_mercer",
            alt="The six points in the first two coordinates of the feature space",
        )
        st.caption(
            "Two coordinates, computed from K alone. In the coordinates that are not drawn, points may be farther "
            "apart: the table has the true distances."
        )


LESSON = Lesson(
    title="A feature space without features",
    idea=(
        "A Mercer kernel is an inner product of features φ(x). Lengths, distances and means need only inner products. "
        "So the matrix K holds the whole geometry of the points, and the features need not be computed."
    ),
    play=_play,
    tries=(
        "Choose (x′z)² and A. B = −A, and both are at the same place: the square forgets the sign of x. "
        "Then move B: the two separate.",
        "Choose x′z and “normalised”. D is twice A, so both have the same direction, and their distance becomes 0.",
        "Compare “as it is” with “centred”. No distance changes: centring moves the origin only.",
    ),
    caution=(
        "The coordinates drawn are not the features φ(x) themselves: any rotation of them gives the same K. And they "
        "place these six points only. A new point needs its kernel values with the six."
    ),
    questions=(
        (
            "How long is φ(x), and how far is it from φ(z)?",
            "The squared length is K(x, x). The squared distance is K(x, x) + K(z, z) − 2 K(x, z).",
        ),
        (
            "What are the features of (x′z)² and of the Gaussian kernel?",
            "In the plane (x′z)² has three: x₁², √2 x₁x₂ and x₂². The Gaussian kernel, "
            "exp(−‖x − z‖²/2), has infinitely many: monomials of every degree, times exp(−‖x‖²/2) and a constant.",
        ),
        (
            "What are the Mercer map and the empirical map?",
            "Coordinates made from K alone. With K = U Λ U′, sample i gets row i of $U \\Lambda^{1/2}$ (Mercer) or "
            "of $K^{1/2}$ (empirical). Both have K as inner products. Each Mercer coordinate is a projection "
            "onto one principal direction. Unfold “The coordinates of A in two maps” to see both.",
        ),
    ),
    source="Zaki and Meira, Data Mining and Analysis, sections 5.1 to 5.3.",
)
