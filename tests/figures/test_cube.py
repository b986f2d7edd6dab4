"""The cube as a picture, and a squared distance as a difference."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from askcore.experiments.matrix.cube import cube_corners
from askcore.figures.parts.theme import PALETTES, role_colours
from askcore.figures.svg.cube import cube_picture, distance_parts

SPACE = "{http://www.w3.org/2000/svg}"
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
    drawn = ElementTree.fromstring(distance_parts(0.25, 1.0, theme=theme))
    plus, minus, rest = [
        (float(bar.get("y")), float(bar.get("height")), bar.get("fill")) for bar in drawn.iter(f"{SPACE}rect")
    ]
    assert plus[0] + plus[1] == pytest.approx(minus[0], abs=0.2) == rest[0], "they meet at zero"
    assert (plus[1] / minus[1], rest[1] / minus[1]) == pytest.approx((0.25, 0.75), abs=0.01)
    assert minus[2] == role_colours(theme)["target"]
    said = [words.text for words in drawn.iter(f"{SPACE}text")]
    assert [number for number in ("0.25", "−1", "−0.75") if number not in said] == []
