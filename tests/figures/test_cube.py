"""The cube as a picture, and a squared distance as a difference."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from askcore.experiments.matrix.cube import cube_corners
from askcore.figures.cube import cube_picture, distance_parts
from askcore.figures.theme import PALETTES, role_colours

BOTH = pytest.mark.parametrize("theme", ["light", "dark"])


@BOTH
def test_half_of_the_corners_are_filled_and_each_has_three_edges(theme):
    drawn = ElementTree.fromstring(cube_picture(*cube_corners(), theme=theme))
    dots = drawn.findall("{*}circle")
    fills = [dot.get("fill") for dot in dots]
    assert fills.count(PALETTES[theme].ink) == fills.count(PALETTES[theme].background) == 4
    ends = [end for path in drawn.findall("{*}path") for end in path.get("d")[1:].split("L")]
    assert sorted(ends.count(end) for end in set(ends)) == [3] * 8


@BOTH
def test_what_is_subtracted_goes_down_in_the_colour_of_negative_eigenvalues(theme):
    bars = distance_parts(0.25, 1.0, theme=theme).data[0]
    assert list(bars.y) == [0.25, -1.0, -0.75]
    assert list(bars.text) == ["0.25", "−1", "−0.75"]
    assert bars.marker.color[1] == role_colours(theme)["target"]


def test_nothing_between_the_two_is_drawn_as_nothing():
    figure = distance_parts(0.0, 0.0)
    assert list(figure.data[0].text) == ["0", "0", "0"]
    assert list(figure.layout.yaxis.range) == [-1.2, 1.2]
