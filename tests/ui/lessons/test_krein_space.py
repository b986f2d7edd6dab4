"""What the lesson on Krein space says of the cube, and that the page behind it shows the same kernel."""

from __future__ import annotations

import numpy as np

from askcore.experiments.matrix.cube import cube_view
from askcore.experiments.matrix.signed import signed_parts
from askcore.operators import as_operator
from askcore.ui.lessons.krein_space import CORRECTIONS, TIMES, changed, of_spheres, seen
from askcore.ui.settings import MULTIPLES
from tests.pages.test_every_page import opened, sound


def test_a_negative_squared_distance_is_taken_apart():
    said = seen(cube_view(1.0))
    assert said.startswith(
        "**At ρ = 1 × the median (= 2), the squared distance of the two centres is −0.5.**"
    )
    assert said.endswith("The positive coordinates add 0, and the negative one subtracts 0.5.")


def test_where_nothing_is_negative_nothing_is_subtracted():
    assert seen(cube_view(0.5)).endswith("No eigenvalue is negative, so nothing is subtracted.")
    assert seen(cube_view(1.5)).endswith("This K cannot distinguish the centres.")


def test_what_a_correction_does():
    assert "**Clip** sets the negative eigenvalue to 0: the squared distance becomes 0." in changed(
        cube_view(1.0, "clip")
    )
    assert "becomes 0.5. The LS-SVM decides all of the 8 corners correctly." in changed(
        cube_view(1.0, "flip")
    )
    assert changed(cube_view(0.5, "clip")).startswith("**Clip** changes nothing here.")
    assert "**Square** squares all eigenvalues" in changed(cube_view(0.5, "square"))
    assert changed(cube_view(1.0, "shift")).endswith("The LS-SVM cannot tell the colours apart.")


def test_a_minimum_and_a_saddle():
    assert changed(cube_view(1.0)).endswith("Its stationary point is **a minimum**.")
    saddle = changed(cube_view(1.0, gamma=0.5))
    assert saddle == (
        "The LS-SVM decides none of the 8 corners correctly. Its stationary point is **a saddle, not a minimum**."
    )


def test_every_setting_has_a_sentence():
    for times in TIMES:
        for correction in CORRECTIONS:
            assert changed(cube_view(times, correction)).endswith((".", ".**"))
    assert set(TIMES) <= set(MULTIPLES)


def test_one_negative_eigenvalue_is_one():
    one = signed_parts(as_operator(np.diag([2.0, -1.0])))
    assert of_spheres(one).endswith(
        "1 eigenvalue of 2 is negative. Its square is 20.0% of the sum of all squared eigenvalues."
    )
    none = signed_parts(as_operator(np.eye(2)))
    assert of_spheres(none).endswith("0 eigenvalues of 2 are negative.")


def test_the_page_behind_it_has_as_many_negative_eigenvalues():
    at = opened("lesson_krein_space.py")
    said = next(line.value for line in at.markdown if "Two spheres" in line.value)
    below = said.split(": ")[1].split()[0]
    next(button for button in at.button if button.label.startswith("Open “")).click().run()
    sound(at)
    assert at.select_slider("times_tl1_rho").value == 1.0
    assert at.select_slider("gamma").value == 10.0
    assert any(f"**{below} of 300** eigenvalues are negative" in line.value for line in at.markdown)
