"""Margins for the words of a figure: as plotly finds them, none where there are no words, never less than asked for."""

from __future__ import annotations

import copy

import pytest

from askcore.figures.parts.margins import (
    BAR,
    BELOW,
    LEGEND,
    NUMBER,
    TITLE_BELOW,
    TITLE_BESIDE,
    has_legend,
    width_of,
    with_margins,
)
from askcore.figures.parts.theme import MARGIN

TITLED = {"title": {"text": "number"}}
HIDDEN = {"visible": False}
POINTS = {"type": "scatter"}


def margin(data=(POINTS,), **layout):
    return with_margins({"data": list(data), "layout": layout})["layout"]["margin"]


def test_ticks_and_titles_take_room():
    bare = {"l": MARGIN + NUMBER, "r": MARGIN, "t": MARGIN, "b": MARGIN + BELOW}
    assert margin() == bare
    assert margin(xaxis=TITLED)["b"] == bare["b"] + TITLE_BELOW
    assert margin(yaxis=TITLED)["l"] == bare["l"] + TITLE_BESIDE
    assert margin(xaxis={"showticklabels": False}, yaxis=HIDDEN) == dict.fromkeys("lrtb", MARGIN)


def test_the_longest_word_beside_an_axis_counts_without_its_tags():
    words = {"ticktext": ["a", "<b>four</b>", "two"]}
    assert margin(yaxis=words)["l"] == MARGIN + width_of("four")
    assert margin(yaxis=words | {"ticklabelstandoff": 6})["l"] == MARGIN + width_of("four") + 6
    assert margin(yaxis={"ticktext": []})["l"] == MARGIN + NUMBER


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


def test_what_is_written_as_an_entity_is_one_letter():
    assert width_of("a&amp;b&lt;") == width_of("a&b<")


def test_a_figure_in_space_has_no_axes_of_the_plane():
    assert margin([{"type": "scatter3d"}], scene={}) == dict.fromkeys("lrtb", MARGIN)


@pytest.mark.parametrize(
    ("data", "layout", "wanted"),
    [
        ([POINTS], {}, False),
        ([POINTS, POINTS], {}, True),
        ([POINTS, POINTS | {"showlegend": False}], {}, False),
        ([POINTS | {"showlegend": True}], {}, True),
        ([POINTS, POINTS], {"showlegend": False}, False),
        ([POINTS], {"showlegend": True}, True),
        ([{"type": "heatmap"}, {"type": "heatmap"}], {}, False),
    ],
)
def test_where_plotly_shows_a_legend(data, layout, wanted):
    assert has_legend({"data": data, "layout": layout}) is wanted
    assert margin(data, **layout)["t"] == MARGIN + LEGEND * wanted


@pytest.mark.parametrize("trace", [{"colorbar": {"x": 1}}, {"marker": {"colorbar": {"x": 1}}}])
def test_a_colour_bar_takes_room_and_all_words_keep_off_the_rim(trace):
    bare = margin(xaxis=HIDDEN, yaxis=HIDDEN)
    assert margin([trace], xaxis=HIDDEN, yaxis=HIDDEN) == dict.fromkeys(bare, 12) | {"r": 12 + BAR}


def test_what_the_figure_asks_for_is_never_less_and_the_figure_stays_as_it_is():
    spec = {"data": [POINTS], "layout": {"margin": {"t": 90, "b": 1, "pad": 2}, "height": 300}}
    before = copy.deepcopy(spec)
    found = with_margins(spec)
    assert found["layout"]["margin"] == {
        "t": 90,
        "b": MARGIN + BELOW,
        "pad": 2,
        "l": MARGIN + NUMBER,
        "r": MARGIN,
    }
    assert found["layout"]["height"] == 300
    assert spec == before
    assert found["data"] is spec["data"]
