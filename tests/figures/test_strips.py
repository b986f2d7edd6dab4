"""Strips: shares of a whole, a count on each piece, and what the eye takes apart without colour."""

import numpy as np
import pytest

from askcore.figures.parts.colours import PALETTES
from tests.figures.checked import OUTCOMES, outcome_strips
from tests.figures.parts.test_theme import contrast

COUNTS = {"met": [24, 97, 0], "open": [0, 3, 0], "not run": [0, 0, 0]}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_strip_is_whole_and_what_never_happens_is_not_in_the_legend(theme):
    figure = outcome_strips(["a", "b", "c"], COUNTS, chosen=1, theme=theme)
    assert [trace.name for trace in figure.data] == ["met", "open"]
    np.testing.assert_allclose(np.sum([trace.x for trace in figure.data], axis=0), [1, 1, 0])
    met, left = figure.data
    assert met.text == ("24", "97", "")
    assert left.text == ("", "3", "")
    assert left.x[1] == pytest.approx(0.035)  # three in a hundred: as wide as the digit
    assert met.x[1] == pytest.approx(0.965)
    assert "3 of 100 open" in left.hovertext[1]
    assert [row for (row,) in met.customdata] == [0, 1, 2]
    assert figure.layout.yaxis.ticktext == ("a", "<b>b</b>", "c")
    assert [note.y for note in figure.layout.annotations] == [2]  # nothing to show says so


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_outcome_melts_into_the_background(theme):
    for trace in outcome_strips(["a"], {name: [1] for name in OUTCOMES}, theme=theme).data:
        assert contrast(trace.marker.color, PALETTES[theme].background) > 1.5, trace.name
