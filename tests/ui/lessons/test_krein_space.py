"""What the lesson on Krein space says of the cube, and that the page behind it shows the same kernel."""

from __future__ import annotations

from askcore.experiments.matrix.cube import cube_view
from askcore.ui.lessons.krein_space import seen


def test_a_negative_squared_distance_is_taken_apart():
    said = seen(cube_view(1.0))
    assert said.startswith(
        "**At ρ = 1 × the median (= 2), the squared distance of the two centres is −0.5.**"
    )
    assert said.endswith("The positive coordinates add 0, and the negative one subtracts 0.5.")
