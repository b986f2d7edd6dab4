"""Bags as clouds: every vector is there, on one scale."""

from __future__ import annotations

import numpy as np
import pytest

from tests.figures.checked import bag_clouds


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_places_and_how_often(theme):
    bags = [np.array([[0.0, 5.0, 1.0], [0.0, 7.0, 1.0], [2.0, 0.0, 3.0]]), np.array([[9.0, 9.0, -4.0]])]
    figure = bag_clouds(bags, ["<b>a</b>", "b"], columns=(2, 0), names=["z", "x"], theme=theme)
    first, second = figure.data
    assert (list(first.x), list(first.y), list(first.customdata)) == ([1.0, 3.0], [0.0, 2.0], [2, 1])
    assert first.marker.size[0] > first.marker.size[1]
    assert (list(second.x), list(second.y)) == ([-4.0], [9.0])
    assert figure.layout.xaxis.range == figure.layout.xaxis2.range
    assert figure.layout.xaxis.range[0] < -4 < 3 < figure.layout.xaxis.range[1]
    assert "<b>" not in figure.layout.annotations[0].text
