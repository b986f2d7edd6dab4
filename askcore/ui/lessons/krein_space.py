"""Lesson: an indefinite kernel measures squared distances that can be negative.

UI floor.
"""

from __future__ import annotations

import streamlit as st

from askcore._format import count, number, share
from askcore.datasets import load_sample
from askcore.experiments import KernelChoice
from askcore.experiments.matrix.cube import CubeView, cube_corners, cube_view
from askcore.experiments.matrix.signed import SignedParts, signed_parts
from askcore.figures.svg.cube import cube_picture, distance_parts
from askcore.figures.svg.quick import signed_values
from askcore.ui.charts import picture
from askcore.ui.charts.plots import theme
from askcore.ui.controls import choose, slider
from askcore.ui.guard import fragment
from askcore.ui.lessons.lesson import Lesson, open_page
from askcore.ui.pieces import heading
from askcore.ui.settings import GAMMAS, nearest
from askcore.ui.work import cache
from askcore.ui.work.cache import kept

TIMES = (0.3, 0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0)  # of MEDIAN, the median distance of two corners
MEDIAN = 2.0
CORRECTIONS = {"keep": "None", "clip": "Clip", "flip": "Flip", "square": "Square", "shift": "Shift"}
_DOES = {
    "clip": "**Clip** sets the negative eigenvalue to 0",
    "flip": "**Flip** makes the negative eigenvalue positive",
    "shift": "**Shift** raises all eigenvalues alike, until the smallest is 0",
}
SPHERES = "two_spheres"


@kept(entries=128)
def _view(times: float, correction: str, gamma: float) -> CubeView:
    return cube_view(times, correction, gamma=gamma)


@kept(entries=16)
def _spheres(times: float) -> SignedParts:
    choice = KernelChoice("tl1", standardise=True, bandwidth=times)
    return signed_parts(cache.matrix(load_sample(SPHERES), choice).operator)


@fragment
def _play() -> None:
    with st.container(horizontal=True):
        times = float(
            slider(
                "ρ, times the median distance of two points", TIMES, 1.0, "krein_space_rho", None, width=360
            )
        )
        correction = choose(
            "Correction of the eigenvalues", CORRECTIONS, "krein_space_fix", labelled=True, linked=True
        )
        gamma = choose(
            "γ of the LS-SVM", {10.0: "10", 0.5: "0.5"}, "krein_space_gamma", labelled=True, linked=True
        )
    view = _view(times, correction, gamma)
    # of fixed widths: on a narrower screen the last one wraps, where columns would shrink its words
    row = st.container(horizontal=True)
    with row.container(width=210):
        heading("Eight points")
        picture.show(
            cube_picture(*cube_corners(), theme=theme()),
            key="krein_space_cube",
            alt="A cube whose corners are filled and open in turns, as on a chessboard",
        )
        st.caption(
            "Four filled corners and four open ones. K is the TL1 kernel, max(ρ − ‖u − v‖₁, 0). Each centre is the "
            "mean of one colour in feature space. An LS-SVM learns the colour of each corner."
        )
    with row.container(width=345):
        heading("Eigenvalues")
        values = view.corrected.values
        picture.show(
            signed_values(values, theme=theme()),
            key="krein_space_values",
            alt="The eigenvalues of the kernel matrix with their signs",
        )
    with row.container(width=345):
        heading("Between the two centres")
        picture.show(
            distance_parts(view.after.plus, view.after.minus, theme=theme()),
            key="krein_space_distance",
            alt="The squared distance of the two centres: positive part, negative part and their difference",
        )
    st.markdown(f"{seen(view)} {changed(view)}")
    st.latex(r"\|c_1 - c_2\|^2 \;=\; \|c_1^{+} - c_2^{+}\|^2 \;-\; \|c_1^{-} - c_2^{-}\|^2")
    st.markdown(of_spheres(_spheres(times)))
    settings = {"kernel": "tl1", "times_tl1_rho": times, "scaled": True, "gamma": nearest(GAMMAS, gamma)}
    open_page("Indefinite kernels", SPHERES, settings, "krein_space_open")


def seen(view: CubeView) -> str:
    """The squared distance of the two centres under the kernel as it is, and what it is made of."""
    found = view.distance
    lead = (
        f"**At ρ = {number(view.rho / MEDIAN)} × the median (= {number(view.rho)}), the squared distance of the two "
        f"centres is {_short(found.squared)}.**"
    )
    if found.minus > 0:
        return (
            f"{lead} The positive coordinates add {_short(found.plus)}, and the negative one subtracts "
            f"{_short(found.minus)}."
        )
    if found.plus > 0:
        return f"{lead} No eigenvalue is negative, so nothing is subtracted."
    return f"{lead} This K cannot distinguish the centres."


def changed(view: CubeView) -> str:
    """What the correction makes of it, and what an LS-SVM then decides."""
    if view.correction == "keep":
        return _decided(view)
    if view.correction == "square":
        does = "**Square** squares all eigenvalues"
    elif view.plain.signature[1]:
        does = _DOES[view.correction]
    else:
        return f"**{CORRECTIONS[view.correction]}** changes nothing here. {_decided(view)}"
    return f"{does}: the squared distance becomes {_short(view.after.squared)}. {_decided(view)}"


def _decided(view: CubeView) -> str:
    if view.undecided == len(view.decisions):
        return "The LS-SVM cannot tell the colours apart."
    right, n = view.right, len(view.decisions)
    said = f"The LS-SVM decides {'all' if right == n else right or 'none'} of the {n} corners correctly."
    if not view.corrected.signature[1]:
        return said
    return (
        f"{said} Its stationary point is **{'a minimum' if view.is_minimum else 'a saddle, not a minimum'}**."
    )


def of_spheres(parts: SignedParts) -> str:
    """How indefinite the same kernel is on the sample behind the button."""
    below = parts.signature[1]
    counted = count(below, "eigenvalue")
    said = f"**The data set Two spheres**, at the same multiple of its median: {counted} of {parts.size} "
    if not below:
        return said + "are negative."
    verb, whose = ("is", "Its square is") if below == 1 else ("are", "Their squares are")
    return (
        said
        + f"{verb} negative. {whose} {share(parts.negative_energy)} of the sum of all squared eigenvalues."
    )


def _short(value: float) -> str:
    return number(float(f"{value:.2g}") + 0.0)


LESSON = Lesson(
    title="Krein space",
    idea=(
        "Every symmetric kernel matrix gives its samples coordinates, one for each eigenvalue. If K is **indefinite**, "
        "some of them count with a minus sign. The space is then a **Krein space**, and two different points can have "
        "a negative squared distance."
    ),
    play=_play,
    tries=(
        "Move ρ from 0.3 to 2 times the median. Only the steps from 0.85 to 1.2 give a negative "
        "squared distance.",
        "At 1 times the median, choose **Clip** or **Shift**, then **Flip**. Clip and shift remove the only "
        "coordinate that separates the colours; flip keeps it.",
        "Stay there, and set γ to 0.5 without a correction. The stationary point becomes a saddle, and every corner "
        "is decided wrongly. **Flip** mends it.",
    ),
    caution=(
        "A negative squared distance is not an error. But it has no root, so it is not the square of any distance. "
        "Under TL1, two **samples** never have a negative squared distance, because K(u, u) = ρ is the largest entry. "
        "Two centres may. On this cube, clip loses everything; on other data the negative part may be noise."
    ),
    questions=(
        (
            "What does a negative squared distance mean?",
            "The two points differ more in the coordinates that count with a minus sign than in the others. So K is "
            "not positive semidefinite: it is no Mercer kernel, that is, no inner product of features.",
        ),
        (
            "Why does an LS-SVM stabilise instead of minimise?",
            "Its objective is ½(‖w₊‖² − ‖w₋‖²) + γ/2 ∑ eᵢ². A larger w₋ lowers the first part, so there may "
            "be no minimum: at γ = 0.5 there is only a saddle. The LS-SVM therefore asks for a stationary point. The "
            "linear system that gives it is the same as for a positive semidefinite K.",
        ),
        (
            "What do clip, flip, square and shift change?",
            "Clip drops the negative coordinates. Flip counts them as positive. Square does so too, and makes large "
            "eigenvalues larger still. Shift adds −λ_min to every eigenvalue, that is, to the "
            "diagonal of K. So the smallest one, λ_min, becomes 0.",
        ),
    ),
    source=(
        "Huang et al. (2017), equations 3 and 5 to 8, proposition 1. The TL1 kernel, max(ρ − ‖u − v‖₁, 0), and the two "
        "spheres stand in section 5 there."
    ),
)
