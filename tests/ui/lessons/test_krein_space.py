"""What the lesson on Krein space says of the cube, and that the page behind it shows the same kernel."""

from __future__ import annotations

from askcore.experiments.matrix.cube import cube_view
from askcore.ui.lessons.krein_space import changed, seen


def test_a_negative_squared_distance_is_taken_apart():
    said = seen(cube_view(1.0))
    assert said.startswith(
        "**At ρ = 1 × the median (= 2), the squared distance of the two centres is −0.5.**"
    )
    assert said.endswith("The positive coordinates add 0, and the negative one subtracts 0.5.")


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
