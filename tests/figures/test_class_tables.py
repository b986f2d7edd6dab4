"""Small matrices between classes: shares, counts and the ink of numbers."""

import numpy as np
import pytest

from askcore.figures.parts.colours import blend, diverging_scale
from tests.figures.checked import class_means_heatmap, confusion_matrix
from tests.figures.parts.test_colours import contrast


def test_colours_are_shares_of_rows_and_numbers_are_counts():
    figure = confusion_matrix([[8, 2], [0, 0]], ["a", "b"])
    np.testing.assert_allclose(figure.data[0].z, [[0.8, 0.2], [0, 0]])
    assert [a.text for a in figure.layout.annotations] == ["8", "2", "0", "0"]
    assert "8 of 10 of a<br>are predicted as a (80%)" in figure.data[0].text[0]


def test_counts_that_do_not_fit_their_names_are_refused():
    with pytest.raises(ValueError, match=r"expected counts \(n, n\) with n names, got \(2, 2\) and 1 names"):
        confusion_matrix(np.eye(2), ["a"])
    assert confusion_matrix(np.zeros((0, 0)), []).layout.annotations[0].text == "No classes."


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_numbers_have_contrast_on_every_colour(theme):
    """WCAG's contrast of each number with the colour of its cell, which plotly mixes linearly."""
    z = np.linspace(-1, 1, 25).reshape(5, 5)
    figure = class_means_heatmap(z, "abcde", "abcde", theme=theme)
    (_, low), (_, middle), (_, high) = diverging_scale(theme)
    for note in figure.layout.annotations:
        value = z[note.y, note.x]
        colour = blend(low if value < 0 else high, middle, abs(value))
        assert contrast(note.font.color, colour) > 4.0
