"""Methods under one another: order, symbols, numbers, zero, where the axis ends, and words that stay words."""

from typing import NamedTuple

import numpy as np
import pytest

from tests.figures.checked import (
    accuracy_rows,
    direction_shares,
    paired_differences,
    repeats_against_printed,
    scores_dot,
)


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


def test_methods_that_use_direction_come_first_the_best_on_top():
    reference, aware, blind = drawn().data
    assert (reference.x, reference.y) == ((0,), (0,))
    assert list(aware.text) == ["K Kᵀ", "HOPE"]
    assert list(aware.y) == [2, 1]
    assert list(blind.y) == [3]
    assert list(aware.x) == pytest.approx([-2, 14])


def test_intervals_are_drawn_and_written():
    figure = drawn()
    aware = figure.data[1]
    assert list(aware.x - np.array(aware.error_x.arrayminus)) == pytest.approx([-5, 3])
    assert list(aware.x + np.array(aware.error_x.array)) == pytest.approx([1, 25])
    assert "<b>+14.0</b>  (3.0 to 25.0)" in texts(figure)
    assert "<b>−2.0</b>  (−5.0 to 1.0)" in texts(figure)


def test_differences_of_unequal_length_are_refused():
    with pytest.raises(ValueError, match="of one length, got 3 means"):
        paired_differences(NAMES, MEAN, LOW, HIGH, uses_direction=[True])
    with pytest.raises(ValueError, match=r"expected mean of shape \(n,\)"):
        paired_differences(NAMES, [MEAN], LOW, HIGH, uses_direction=USES)


def test_shares_of_direction_have_their_splits_means_and_intervals():
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
    assert ("no number is published" in said) == bool(np.isnan(published))


@pytest.mark.parametrize("difference", [False, True])
def test_accuracies_have_a_row_each_with_their_interval_and_look(difference):
    looks = [("own", "diamond"), ("symmetric", "circle")]
    figure = accuracy_rows(
        ["a", "b"], [(0.5, 0.4, 0.8), (0.25, 0.2, 0.3)], looks=looks, difference=difference
    )
    for row, (trace, ends) in enumerate(zip(figure.data, [(50, 40, 80), (25, 20, 30)], strict=True)):
        at, low, high = trace.x[0], trace.error_x.arrayminus[0], trace.error_x.array[0]
        assert (at, at - low, at + high) == pytest.approx(ends)
        assert (trace.y[0], trace.marker.symbol) == (row, looks[row][1])
    assert ("<b>+50.0</b>" if difference else "<b>50.0</b>") in texts(figure)
    assert accuracy_rows([], []).layout.annotations[0].text == "Nothing to compare."


def test_a_missing_score_is_written_as_no_score():
    words = [annotation.text for annotation in scores_dot(["a"], [np.nan]).layout.annotations]
    assert "no score" in words
