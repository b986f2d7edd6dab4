"""Lesson: lengths and distances in a feature space that is never written down."""

from __future__ import annotations

from functools import partial

import pandas as pd

from askcore._format import fixed, join_and, plural
from askcore.datasets import DataError
from askcore.experiments.lessons.feature_space import SAME, FewPoints, few_points
from askcore.figures.lessons import named_points
from askcore.ui.blocks import Block, Figure, Table, Text, Value
from askcore.ui.lessons.lesson import Lesson, choice, opens, pair, slider
from askcore.ui.url_state import assign

FIXED = ((1.0, 0.5), (0.5, 1.0), (2.0, 1.0), (-0.5, 1.5), (1.5, -1.0))
NAMES = ("A", "B", "C", "D", "E", "P")
P = len(FIXED)  # the point that moves
STEPS = tuple(i / 2 for i in range(-4, 5))
KERNELS = {"square": "(x′z)²", "linear": "x′z", "gaussian": "Gaussian"}
OPERATIONS = {"none": "as it is", "centred": "centred", "normalised": "normalised"}
KERNEL = choice("feature_space_kernel", "Kernel", KERNELS)
OPERATION = choice("feature_space_operation", "Feature space", OPERATIONS)
ACROSS = slider("feature_space_x1", "x₁ of P", STEPS, -1.0)
UP = slider("feature_space_x2", "x₂ of P", STEPS, -0.5)
NEAREST = {
    True: "**In feature space, {feature} {is_} at the same place as P;** in the plane, {plane} {plane_is} nearest. ",
    False: "**In feature space, {feature} {is_} nearest to P;** in the plane, {plane} {plane_is}. ",
}
AGREE = {
    True: "K alone and {features} explicit features give the same distances.",
    False: "The first {features} of infinitely many features give these distances up to {gap}.",
}
AT_ZERO = "P is at 0. There φ(x) has length 0 and cannot be normalised. Move P, or choose “as it is”."
CLICK = "Click on a place to move P there."
MERCER = (
    "Two coordinates, computed from K alone. In the others, points may be farther apart: the table has the true "
    "distances."
)
AXES = ("Mercer coordinate 1", "Mercer coordinate 2")
FORMULA = r"$$\lVert\phi(x)-\phi(z)\rVert^2 = K(x,x) + K(z,z) - 2K(x,z)$$"
SETTINGS: dict[str, dict[str, object]] = {
    "linear": {"kernel": "linear"},
    "square": {"kernel": "polynomial", "kp_polynomial_degree": 2, "kp_polynomial_c": 0.0},
    "gaussian": {"kernel": "rbf"},
}


def said(found: FewPoints) -> str:
    """Which points are nearest to P in the plane and in feature space, and whether both ways agree."""
    plane, feature = ([NAMES[i] for i in found.nearest(rows, P)] for rows in (found.plane, found.from_kernel))
    return (NEAREST[len(found.nearest_to(P)) > 1] + AGREE[found.gap < SAME]).format(
        feature=join_and(feature),
        is_=plural(len(feature), "is", "are"),
        plane=join_and(plane),
        plane_is=plural(len(plane), "is", "are"),
        features=found.features,
        gap=f"{found.gap:.1g}",
    )


def distances(found: FewPoints) -> pd.DataFrame:
    """Distances of P from the others: in the plane, and in feature space in both ways."""
    rows = {
        "in the plane": found.plane,
        "in feature space, from K": found.from_kernel,
        f"the same from {found.features} features": found.from_map,
    }
    numbers = [[title, *(fixed(far, 2) for far in of[P, :P].tolist())] for title, of in rows.items()]
    return pd.DataFrame(numbers, columns=["Distance of P from", *NAMES[:P]])


def clicked(place: int) -> None:
    """Move P to the place that was clicked."""
    column, row = divmod(place, len(STEPS))
    assign({ACROSS.key: STEPS[column], UP.key: STEPS[row]})


def _play(value: Value) -> list[Block]:
    kernel, operation = value(KERNEL), value(OPERATION)
    points = [*FIXED, (value(ACROSS), value(UP))]
    alt = f"Six points in the plane, P at ({points[P][0]:g}, {points[P][1]:g})".replace("-", "−")
    draw = partial(named_points, points, NAMES, focus=P, titles=("x₁", "x₂"), places=STEPS)
    plane = Figure("feature_space_plane", draw, alt, "Plane", CLICK, on_point=clicked)
    way_on = opens("Matrix", "two_moons", **SETTINGS[kernel])
    try:
        found = few_points(points, kernel, operation)
    except DataError:
        return [plane, Text(AT_ZERO, "warning"), way_on]
    places = [[NAMES[i] for i in found.nearest_to(point)] for point in range(len(NAMES))]
    labels = [", ".join(names) if names[0] == own else "" for own, names in zip(NAMES, places, strict=True)]
    alt = "The six points in the first two coordinates of the feature space"
    draw = partial(named_points, found.mercer[:, :2], labels, focus=P, titles=AXES)
    return [
        pair(plane, Figure("feature_space_mercer", draw, alt, "Feature space", MERCER)),
        Text(said(found)),
        Table(distances(found)),
        Text(FORMULA),
        way_on,
    ]


def _code(value: Value) -> str:
    return f"""
        from askcore.experiments.lessons.feature_space import few_points

        points = {(*FIXED, (value(ACROSS), value(UP)))!r}
        found = few_points(points, {value(KERNEL)!r}, {value(OPERATION)!r})

        print("In the plane:", *found.plane[{P}])
        print("In feature space, from K:", *found.from_kernel[{P}])
        print("From features:", *found.from_map[{P}])

        figures.embedding(found.mercer[:, :2])
    """


LESSON = Lesson(
    claim="A kernel matrix holds all lengths and distances of a feature space.",
    idea="A Mercer kernel is an inner product of features φ(x). Lengths, distances and means need only inner "
    "products. So the matrix K holds the whole geometry of the points, and the features need not be computed.",
    example="six points in the plane. Move P, and see how far it is from the other points in feature space.",
    play=_play,
    code=_code,
    tries=(
        "Choose (x′z)². P = −A, and both points are at the same place: the square ignores the sign of x. "
        "Then move P: the two points separate.",
        "Choose x′z and “normalised”, and move P to (1, 2). P is twice B, so both points lie in the same "
        "direction, and their distance becomes 0.",
        "Compare “as it is” with “centred”. No distance changes: centring moves only the origin.",
    ),
    caution="The coordinates drawn are not the features φ(x) themselves: any rotation of them gives the same K. They "
    "place only these six points. A new point needs its kernel values with the six points.",
    questions={
        "How long is φ(x), and how far is it from φ(z)?": "The squared length is K(x, x). The squared distance is "
        "K(x, x) + K(z, z) − 2 K(x, z).",
        "What are the features of (x′z)² and of the Gaussian kernel?": "In the plane, (x′z)² has three: "
        "x₁², √2 x₁x₂ "
        "and x₂². The Gaussian kernel, exp(−‖x − z‖²/2), has infinitely many: monomials of every degree, times "
        "exp(−‖x‖²/2) and a constant.",
        "What are the Mercer map and the empirical map?": "Coordinates made from K alone. With K = U Λ U′, sample i "
        "gets row i of $U \\Lambda^{1/2}$ (Mercer) or of $K^{1/2}$ (empirical). Both have K as inner products. Each "
        "Mercer coordinate is a projection onto one principal direction.",
    },
    source="Zaki and Meira, Data Mining and Analysis, sections 5.1 to 5.3.",
)
