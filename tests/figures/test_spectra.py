"""Singular values, eigenvalues by sign, and the energy they hold."""

import numpy as np
import pytest

from askcore.figures.parts.colours import ROLES
from tests.figures.checked import cumulated_energy, parts_spectrum, signed_spectrum, singular_values
from tests.figures.conftest import by_name

VALUES = np.array([4.0, 2.0, 1.0, 1e-17])
VALUES.flags.writeable = False


def test_a_logarithmic_axis_leaves_out_rounding_and_the_note_counts_it():
    drawn = singular_values(VALUES, logarithmic=True, limit=1e-15)
    assert drawn.figure.layout.yaxis.type == "log"
    assert np.isnan(drawn.figure.data[0].y[3])
    assert drawn.note == "1 value is zero up to rounding."


@pytest.mark.parametrize(
    "drawn",
    [singular_values(VALUES), signed_spectrum([2.0, -1.0], logarithmic=False)],
    ids=["singular", "signed"],
)
def test_values_are_drawn_over_their_rank(drawn):
    assert drawn.figure.layout.xaxis.title.text == "rank"
    assert all("number" not in trace.hovertemplate for trace in drawn.figure.data)


def test_negative_eigenvalues_are_marked_by_more_than_colour():
    traces = by_name(singular_values(VALUES, symmetric=[3.0, -2.0, 0.5, -0.1]).figure)
    np.testing.assert_array_equal(traces["|eigenvalues| of (K + Kᵀ)/2"].y, [3, 2, 0.5, 0.1])
    negative = traces["of them negative"]
    assert (negative.x.tolist(), negative.y.tolist()) == ([2, 4], [2.0, 0.1])
    assert negative.marker.symbol == "circle-open"
    assert traces["singular values σ"].line.dash != traces["|eigenvalues| of (K + Kᵀ)/2"].line.dash


@pytest.mark.parametrize("count", [None, 2])
def test_a_sharp_drop_is_a_line_between_two_values(count):
    layout = singular_values(VALUES, drop=count).figure.layout
    assert [shape.x0 for shape in layout.shapes] == ([] if count is None else [2.5])
    assert [note.text for note in layout.annotations] == ([] if count is None else ["drop after 2"])


def test_energy_starts_at_zero_and_the_rank_is_labelled_with_its_share():
    drawn = cumulated_energy([0.5, 0.9], rank=2, size=10)
    assert drawn.figure.data[0].x.tolist() == [0, 1, 2]
    assert drawn.figure.data[0].y.tolist() == [0, 0.5, 0.9]
    assert drawn.figure.layout.annotations[0].text == "2 hold 90.0%"
    assert drawn.note == "The first 2 of 10 components."
    assert cumulated_energy([0.5, 1.0], rank=1).figure.layout.annotations[0].text == "1 holds 50.0%"
    assert not cumulated_energy([0.5, 1.0], rank=5).figure.layout.annotations


@pytest.mark.parametrize("logarithmic", [True, False])
def test_negative_eigenvalues_are_vermillion_diamonds(logarithmic):
    values = np.array([3.0, -2.0, 1.0, -0.5, 0.0])
    drawn = signed_spectrum(values, logarithmic=logarithmic)
    positive, negative = drawn.figure.data
    assert negative.marker.color == ROLES["target"]
    assert (positive.marker.symbol, negative.marker.symbol) == ("circle", "diamond")
    assert sorted(positive.customdata) == ["1", "3"]
    assert sorted(negative.customdata) == ["−0.5", "−2"]
    if logarithmic:
        assert list(negative.y) == [2.0, 0.5]
        assert list(negative.x) == [1, 2]
    else:
        assert list(negative.y) == [-0.5, -2.0]
        assert list(negative.x) == [4, 5]
    assert "2 below zero" in drawn.figure.layout.annotations[0].text
    assert drawn.note == "1 eigenvalue, zero up to rounding, is not drawn."


def test_negative_eigenvalues_have_their_own_colour_and_symbol():
    drawn = parts_spectrum([3.0, -2.0, 1e-20], [0.5, 0.5, 0.0])
    by = {trace.name: trace for trace in drawn.figure.data}
    assert by["symmetric, negative"].y.tolist() == [2.0]
    assert by["symmetric, negative"].x.tolist() == [1]  # each kind has a curve of its own
    assert by["symmetric, negative"].marker.color == ROLES["target"]
    assert by["symmetric, negative"].marker.symbol != by["symmetric, positive"].marker.symbol
    assert drawn.figure.layout.yaxis.type == "log"
    assert (
        drawn.note
        == "Not shown because they are zero up to rounding: 1 mark of “skew-symmetric” and 1 mark of "
        "“symmetric, positive”."
    )
