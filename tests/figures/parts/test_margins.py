"""Margins for the words of a figure: as plotly finds them, none where there are no words, never less than asked for."""

from __future__ import annotations

import numpy as np
import pytest
from _plotly_utils.utils import to_typed_array_spec

from askcore.figures.parts.margins import (
    NUMBER,
    width_of,
    with_margins,
)

RIM = 12  # beside numbers below, which may stand over the end of their axis
POINTS = {"type": "scatter"}


def margin(data=(POINTS,), **layout):
    return with_margins({"data": list(data), "layout": layout})["layout"]["margin"]


def test_the_longest_word_beside_an_axis_counts_without_its_tags():
    words = {"ticktext": ["a", "<b>four</b>", "two"]}
    assert margin(yaxis=words)["l"] == RIM + width_of("four")
    assert margin(yaxis=words | {"ticklabelstandoff": 6})["l"] == RIM + width_of("four") + 6
    assert margin(yaxis={"ticktext": []})["l"] == RIM + NUMBER


@pytest.mark.parametrize(
    ("low", "high", "longest"),
    [
        (0.0, 23_740.0, "20,000"),
        (-0.0209, 0.0209, "-0.015"),
        (-4.0e-5, 4.9e-5, "-0.00004"),
        (-1.0, 1.0, "-0.5"),
    ],
)
def test_numbers_beside_an_axis_are_those_that_plotly_writes(low, high, longest):
    """As Chromium shows them: from the data, where the axis says nothing, packed or not."""
    room = RIM + max(width_of(longest), NUMBER)
    assert margin(yaxis={"range": [low, high]})["l"] == room
    assert margin([POINTS | {"y": [low, None, high]}])["l"] == RIM + NUMBER  # not all are numbers
    assert margin([POINTS | {"y": [low, float("nan"), high]}])["l"] == room
    assert margin([POINTS | {"y": to_typed_array_spec(np.array([low, high]))}])["l"] == room
    half = {"range": [low, None]}  # plotly finds the other end
    assert margin([POINTS | {"y": [low, high]}], yaxis=half)["l"] == room
    assert margin([{"type": "bar", "y": [high]}])["l"] == margin(yaxis={"range": [0.0, high]})["l"]


@pytest.mark.parametrize(
    ("words", "measured"),
    [
        ("setosa", 32.3),
        ("versicolor", 49.9),
        ("virginica", 42.5),
        ("0.75", 21.0),
        ("2.5", 15.0),
    ],
)
def test_the_width_of_a_word_is_that_of_the_typeface(words, measured):
    """Measured in Chromium, in Source Sans of 12 pixels."""
    assert 0 <= width_of(words) - measured <= 4
