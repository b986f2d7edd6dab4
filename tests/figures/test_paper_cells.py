"""A cell of a paper's table: what is drawn, and where the axis ends."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.figures import repeats_against_printed


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
