"""Margins for the words of a figure: as plotly finds them, none where there are no words, never less than asked for."""

from __future__ import annotations

import math

import numpy as np
import pytest
from _plotly_utils.utils import to_typed_array_spec

from askcore.figures.parts.margins import (
    BAR,
    BELOW,
    LEGEND,
    NUMBER,
    OVER_RIM,
    ROW,
    SLANTED,
    TITLE_BELOW,
    TITLE_BESIDE,
    TITLED_BAR,
    width_of,
    with_margins,
)
from askcore.figures.parts.theme import MARGIN

TITLED = {"title": {"text": "number"}}
HIDDEN = {"visible": False}
RIM = 12  # beside numbers below, which may stand over the end of their axis
POINTS = {"type": "scatter"}


def margin(data=(POINTS,), **layout):
    return with_margins({"data": list(data), "layout": layout})["layout"]["margin"]


def test_ticks_and_titles_take_room():
    bare = {"l": RIM + NUMBER, "r": RIM + OVER_RIM, "t": RIM, "b": RIM + BELOW}
    assert margin() == bare
    assert margin(xaxis=TITLED)["b"] == bare["b"] + TITLE_BELOW
    assert margin(yaxis=TITLED)["l"] == bare["l"] + TITLE_BESIDE
    assert margin(xaxis={"showticklabels": False}, yaxis=HIDDEN) == dict.fromkeys("lrtb", MARGIN)


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


def test_words_below_that_would_touch_are_turned():
    few, many = ["0", "1", "2–3"], ["0", "1", *(f"{2**k}–{2 ** (k + 1) - 1}" for k in range(1, 10))]
    assert margin([{"type": "bar", "x": few}])["b"] == MARGIN + BELOW
    turned = MARGIN + SLANTED + math.ceil(max(map(width_of, many)) / 2)
    assert margin([{"type": "bar", "x": many}])["b"] == turned
    at = {"tickvals": np.arange(len(many)), "ticktext": many}
    assert margin(xaxis=at)["b"] == turned
    assert margin(xaxis=at | {"range": [-0.5, 200.0]})["b"] == turned
    assert margin(xaxis={"tickvals": few, "ticktext": few, "type": "category"})["b"] == MARGIN + BELOW
    spread = {"tickvals": [1, 10, 100], "ticktext": ["one", "ten", "a hundred"], "type": "log"}
    assert margin(xaxis=spread)["b"] == MARGIN + BELOW


def test_a_legend_has_a_row_where_its_words_fit_and_more_where_they_do_not():
    def rows(names, **more):
        found = margin([POINTS | {"name": name} | more for name in names], xaxis=HIDDEN, yaxis=HIDDEN)
        return (found["t"] - MARGIN - LEGEND) / ROW + 1

    assert rows(["a", "b", "c"]) == 1
    assert rows(["skew-symmetric", "symmetric, positive", "symmetric, negative"]) == 2  # in columns
    long = ["concurrency", "data types", "files and formats", "internet", "markup", "networking"]
    assert rows(long, legendgroup="g") == 2
    wide = {"legend": {"entrywidth": 34}}
    found = margin([POINTS | {"name": str(k), "legendgroup": str(k)} for k in range(11)], **wide)
    assert found["t"] == RIM + LEGEND + 2 * ROW


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


@pytest.mark.parametrize(("bar", "room"), [({"x": 1}, BAR), ({"title": {"text": "K(u, v)"}}, TITLED_BAR)])
def test_a_colour_bar_takes_room_and_all_words_keep_off_the_rim(bar, room):
    bare = margin(xaxis=HIDDEN, yaxis=HIDDEN)
    for trace in ({"colorbar": bar}, {"marker": {"colorbar": bar}}):
        assert margin([trace], xaxis=HIDDEN, yaxis=HIDDEN) == dict.fromkeys(bare, 12) | {"r": 12 + room}
