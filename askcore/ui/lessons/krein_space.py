"""Lesson: an indefinite kernel measures squared distances that can be negative."""

from __future__ import annotations

from functools import partial

from askcore.experiments.lessons.feature_space import CubeView, cube_corners, cube_view
from askcore.figures.lessons import cube
from askcore.figures.spectra import signed_spectrum
from askcore.ui.blocks import Block, Figure, Text, Value
from askcore.ui.lessons.lesson import Lesson, choice, opens, pair, slider
from askcore.ui.settings import GAMMAS, nearest
from askcore.ui.text.words import fill_in

CORRECTIONS = {"keep": "None", "clip": "Clip", "flip": "Flip", "square": "Square", "shift": "Shift"}
TIMES = (0.3, 0.5, 0.7, 0.85, 1.0, 1.2, 1.5, 2.0)
RHO = slider("krein_space_rho", "ρ, times the median distance", TIMES, 1.0)
FIX = choice("krein_space_fix", "Correction of the eigenvalues", CORRECTIONS)
GAMMA = choice("krein_space_gamma", "γ of the LS-SVM", {10.0: "10", 0.5: "0.5"})
SAID = {
    "negative": "**At ρ = {rho}, the squared distance of the two centres is {squared}.** The positive coordinates add "
    "{plus}, and the negative one subtracts {minus}.",
    "positive": "**At ρ = {rho}, the squared distance of the two centres is {squared}.** No eigenvalue is negative, so "
    "nothing is subtracted.",
    "zero": "**At ρ = {rho}, the squared distance of the two centres is 0.** This K cannot distinguish the centres.",
}
CORRECTED = {
    "keep": "",
    "clip": "**Clip** sets negative eigenvalues to 0: the squared distance becomes {after}. ",
    "flip": "**Flip** makes negative eigenvalues positive: the squared distance becomes {after}. ",
    "square": "**Square** squares all eigenvalues: the squared distance becomes {after}. ",
    "shift": "**Shift** raises all eigenvalues until the smallest is 0: the squared distance becomes {after}. ",
}
DECIDED = {
    True: "The LS-SVM is right on {right} of 8 corners. Its stationary point is **a minimum**.",
    False: "The LS-SVM is right on {right} of 8 corners. Its stationary point is **a saddle, not a minimum**.",
}
FORMULA = r"$$\|c_1 - c_2\|^2 = \|c_1^{+} - c_2^{+}\|^2 - \|c_1^{-} - c_2^{-}\|^2$$"


def said(found: CubeView) -> str:
    """The squared distance of the centres, what a correction changes, and what an LS-SVM then decides."""
    numbers = vars(found.distance) | {"after": found.after.squared}
    kind = "negative" if numbers["minus"] > 0 else "positive" if numbers["plus"] > 0 else "zero"
    sentences = f"{SAID[kind]} {CORRECTED[found.correction]}{DECIDED[found.is_minimum]}"
    short = {key: float(f"{value:.2g}") + 0.0 for key, value in numbers.items()}
    return fill_in(sentences, rho=found.rho, right=found.right, **short)


def _play(value: Value) -> list[Block]:
    times, correction, gamma = value(RHO), value(FIX), value(GAMMA)
    found = cube_view(times, correction, gamma=gamma)
    corners = partial(cube, *cube_corners())
    spectrum = partial(signed_spectrum, found.corrected.values, logarithmic=False)
    model = {"kernel": "tl1", "times_tl1_rho": times, "scaled": True, "gamma": nearest(GAMMAS, gamma)}
    return [
        pair(
            Figure("krein_space_cube", corners, "A cube with filled and open corners", "Eight points"),
            Figure("krein_space_values", spectrum, "Eigenvalues of K with their signs", "Eigenvalues"),
        ),
        Text(said(found)),
        Text(FORMULA),
        opens("Matrix", "two_spheres", **model, matrix_details="Indefinite"),
    ]


def _code(value: Value) -> str:
    return f"""
        from askcore.experiments.lessons.feature_space import cube_view

        view = cube_view({value(RHO)}, {value(FIX)!r}, gamma={value(GAMMA)})

        print("ρ:", view.rho)
        print("Squared distance of the centres:", view.distance.squared)
        print("After the correction:", view.after.squared)
        print("Corners that are right:", view.right)

        figures.signed_spectrum(view.corrected.values, logarithmic=False)
    """


LESSON = Lesson(
    claim="With an indefinite kernel, two different points can have a negative squared distance.",
    idea="Every symmetric kernel matrix gives its samples coordinates, one for each eigenvalue. If K is "
    "**indefinite**, some of them count with a minus sign. The space is then a **Krein space**.",
    example="the corners of a cube, four filled and four open, with the TL1 kernel max(ρ − ‖u − v‖₁, 0). "
    "The centre of a colour is the mean of its corners in feature space. An LS-SVM, an SVM with squared "
    "errors, learns the colours.",
    play=_play,
    code=_code,
    tries=(
        "Move ρ from 0.3 to 2 times the median. Only the steps from 0.85 to 1.2 give a negative squared distance.",
        "At 1 times the median, choose **Clip** or **Shift**, then **Flip**. Clip and shift remove the only "
        "coordinate that separates the colours; flip keeps it.",
        "Stay there, and set γ to 0.5 without a correction. The stationary point becomes a saddle, and every corner "
        "is misclassified. **Flip** corrects this.",
    ),
    caution="A negative squared distance is not an error. But it has no real square root, so it is not the square of "
    "any distance. Under TL1, two **samples** never have a negative squared distance, because K(u, u) = ρ is the "
    "largest entry. Two centres may have one. On this cube, clip removes all information about the "
    "colours; on other data, the negative part may be noise.",
    questions={
        "What does a negative squared distance mean?": "The two points differ more in the coordinates that count with "
        "a minus sign than in the others. So K is not positive semidefinite: it is not a Mercer kernel, that is, not "
        "an inner product of features.",
        "Why does an LS-SVM seek a stationary point and not a minimum?": "Its objective is ½(‖w₊‖² − ‖w₋‖²) + γ/2 ∑ "
        "eᵢ², with the weights w₊ and w₋ of both kinds of coordinates and the errors eᵢ. A larger w₋ lowers the first "
        "part, so there may be no minimum: at γ = 0.5, there is only a saddle. The linear system is the same as for a "
        "positive semidefinite K.",
        "What do clip, flip, square and shift change?": "Clip drops the negative coordinates. Flip counts them as "
        "positive. Square also counts them as positive, and makes eigenvalues above 1 even larger. Shift raises "
        "every eigenvalue by the size of the most negative one, that is, it adds this size to the diagonal of K.",
    },
    source="Huang et al. (2017), equations 3 and 5 to 8, proposition 1; the TL1 kernel and the two spheres: section "
    "5.",
)
