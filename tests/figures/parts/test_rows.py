"""Methods under one another: order, symbols, numbers, zero, where the axis ends, and words that stay words."""

from __future__ import annotations

import json
from typing import NamedTuple

import numpy as np
import pytest

from askcore.figures import direction_shares, paired_differences
from askcore.figures.parts.theme import PALETTES, ROLES
from askcore.figures.repeats import repeats_against_printed


class Span(NamedTuple):
    low: float
    high: float


SPAN = Span(-0.1, 0.2)
NAMES = ["K Kᵀ", "(K + Kᵀ)/2", "HOPE"]
MEAN, LOW, HIGH = np.array([[-0.02, -0.7, 0.14], [-0.05, -0.8, 0.03], [0.01, -0.6, 0.25]])
USES = [True, False, True]


def drawn(**more):
    return paired_differences(NAMES, MEAN, LOW, HIGH, uses_direction=USES, **more)


def texts(figure) -> list[str]:
    return [annotation.text for annotation in figure.layout.annotations]


def test_aware_methods_first_and_the_best_on_top():
    reference, aware, blind = drawn().data
    assert (reference.x, reference.y) == ((0,), (0,))
    assert list(aware.text) == ["K Kᵀ", "HOPE"]
    assert list(aware.y) == [2, 1]
    assert list(blind.y) == [3]
    assert list(aware.x) == pytest.approx([-2, 14])


def test_kinds_differ_in_symbol_and_the_reference_has_its_role():
    reference, aware, blind = drawn().data
    assert reference.marker.color == ROLES["merged"]
    assert aware.marker.color == blind.marker.color == ROLES["symmetric"]
    assert aware.marker.symbol != blind.marker.symbol
    assert [trace.name for trace in (reference, aware, blind)] == [
        "AsK-LS",
        "uses direction",
        "ignores direction",
    ]


def test_intervals_and_their_numbers():
    figure = drawn()
    aware = figure.data[1]
    assert list(aware.x - np.array(aware.error_x.arrayminus)) == pytest.approx([-5, 3])
    assert list(aware.x + np.array(aware.error_x.array)) == pytest.approx([1, 25])
    assert "<b>+14.0</b>  (3.0 to 25.0)" in texts(figure)
    assert "<b>−2.0</b>  (−5.0 to 1.0)" in texts(figure)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_zero_is_a_line_in_ink(theme):
    for figure in (drawn(theme=theme), direction_shares([0.4], [0.1], SPAN, SPAN, theme=theme)):
        assert figure.layout.xaxis.zeroline
        assert figure.layout.xaxis.zerolinecolor == PALETTES[theme].ink
        low, high = figure.layout.xaxis.range
        assert low < 0 < high


def test_the_score_is_on_the_axis_and_names_are_plain():
    figure = paired_differences(
        ["<b>x</b>"], [0.0], [0.0], [0.0], uses_direction=[True], score="macro F1", reference="<i>r</i>"
    )
    assert figure.layout.xaxis.title.text == "points of macro F1 against &lt;i&gt;r&lt;/i&gt;"
    assert "&lt;b&gt;x&lt;/b&gt;" in texts(figure)
    assert "<b>0.0</b>  (0.0 to 0.0)" in texts(figure)
    low, high = figure.layout.xaxis.range
    assert high - low >= 2
    json.loads(figure.to_json())


def test_nothing_to_compare_says_so():
    assert texts(paired_differences([], [], [], [], uses_direction=[])) == ["Nothing to compare with."]
    assert texts(direction_shares([], [], SPAN, SPAN)) == ["There was no comparison with random directions."]


def test_lengths_must_agree():
    with pytest.raises(ValueError, match="of one length, got 3 means"):
        paired_differences(NAMES, MEAN, LOW, HIGH, uses_direction=[True])
    with pytest.raises(ValueError, match=r"expected mean of shape \(n,\)"):
        paired_differences(NAMES, [MEAN], LOW, HIGH, uses_direction=USES)


def test_the_lead_what_remains_and_the_difference():
    figure = direction_shares([0.4, 0.5], [0.0, -0.1], Span(0.3, 0.6), Span(0.2, 0.8))
    dots, means = figure.data[::2], figure.data[1::2]
    assert [list(trace.x) for trace in dots] == [[40, 50], [0, -10], [40, 60]]
    assert [trace.x[0] for trace in means] == pytest.approx([45, -5, 50])
    assert [bool(trace.error_x.visible) for trace in means] == [True, False, True]
    assert (means[2].error_x.array[0], means[2].error_x.arrayminus[0]) == pytest.approx((30, 30))
    assert "<b>+50.0</b>  (20.0 to 80.0)" in texts(figure)
    assert "<b>−5.0</b>" in texts(figure)
    low, high = figure.layout.xaxis.range
    assert low < -10
    assert high > 80
    with pytest.raises(ValueError, match="expected one length, got 1 observed and 2 at random"):
        direction_shares([0.4], [0.0, 0.1], SPAN, SPAN)


def test_no_split_lies_behind_a_mark_or_another_split():
    figure = direction_shares([0.0, 0.0, 0.0, 0.5], [0.1] * 4, SPAN, SPAN)
    for row, dots in enumerate(figure.data[::2]):
        places = set(zip(dots.x, dots.y, strict=True))
        assert len(places) == 4
        assert all(row + 0.15 < y < row + 0.6 for y in dots.y)


def names(figure) -> list[str]:
    return [trace.name for trace in figure.data]


def test_printed_and_every_repeat_are_drawn():
    figure = repeats_against_printed([0.8, 0.9, 0.85], 0.86, 0.01, quantity="Accuracy")
    printed, mean, repeats = figure.data
    assert printed.x == (0.86,)
    assert printed.error_x.array == (0.01,)
    assert mean.x[0] == pytest.approx(0.85)
    assert mean.error_x.array[0] == pytest.approx(0.05)
    assert list(repeats.x) == [0.8, 0.9, 0.85]
    assert list(repeats.customdata) == [1, 2, 3]
    low, high = figure.layout.xaxis.range
    assert low < 0.8
    assert high > 0.9


def test_a_single_repeat_has_no_spread():
    figure = repeats_against_printed([0.8], 0.86, np.nan, quantity="Accuracy")
    assert not figure.data[0].error_x.visible
    assert not figure.data[1].error_x.visible


@pytest.mark.parametrize(
    ("values", "published", "drawn"),
    [
        ([], 0.86, ["printed"]),
        ([np.nan], 0.86, ["printed"]),
        ([0.5, 0.6], np.nan, ["ours, mean", "ours, each repeat"]),
        ([], np.nan, []),
    ],
)
def test_what_is_missing_is_left_out(values, published, drawn):
    figure = repeats_against_printed(values, published, np.nan, quantity="Accuracy", theme="dark")
    assert names(figure) == drawn
    said = " ".join(note.text for note in figure.layout.annotations)
    assert ("not run yet" in said.lower()) == (len(values) == 0 or np.isnan(values[0]))
    assert ("nothing is printed" in said) == bool(np.isnan(published))


def test_a_lone_value_stands_in_the_middle():
    low, high = repeats_against_printed([], -509.8, np.nan, quantity="KL divergence").layout.xaxis.range
    assert (low + high) / 2 == pytest.approx(-509.8)


def test_numbers_at_the_right_end_stand_clear_of_the_zero_line():
    figure = paired_differences(
        ["a", "b"], [-0.1, -0.2], [-0.2, -0.3], [0, -0.1], uses_direction=[True, False]
    )
    least, most = figure.layout.xaxis.range
    assert -least / (most - least) < 0.7
