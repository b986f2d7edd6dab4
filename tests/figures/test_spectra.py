"""Singular values, their energy, and the two embeddings."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.figures.parts.points import outermost
from tests.figures.checked import (
    cumulated_energy,
    embedding,
    joined_embeddings,
    signed_spectrum,
    singular_values,
)
from tests.figures.conftest import by_name

VALUES = np.array([4.0, 2.0, 1.0, 1e-17])
NAMES = ["<b>x</b>", "y", "z", "w"]
POINTS = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0], [-1.0, 0.5]])
for array in (VALUES, POINTS):
    array.flags.writeable = False
LABELS = ["a", "b", "", "a"]


def test_logarithmic_leaves_out_rounding_and_says_so():
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


def test_energy_starts_at_nothing_and_names_what_the_rank_holds():
    drawn = cumulated_energy([0.5, 0.9], rank=2, size=10)
    assert drawn.figure.data[0].x.tolist() == [0, 1, 2]
    assert drawn.figure.data[0].y.tolist() == [0, 0.5, 0.9]
    assert drawn.figure.layout.annotations[0].text == "2 hold 90.0%"
    assert drawn.note == "The first 2 of 10 components."
    assert cumulated_energy([0.5, 1.0], rank=1).figure.layout.annotations[0].text == "1 holds 50.0%"
    assert not cumulated_energy([0.5, 1.0], rank=5).figure.layout.annotations


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_sample_is_placed_once_and_found_by_its_index(theme):
    figure = embedding(POINTS, LABELS, names=NAMES, theme=theme)
    found = {
        row: (x, y)
        for trace in figure.data
        for row, x, y in zip(trace.customdata, trace.x, trace.y, strict=True)
    }
    assert found == {i: tuple(point) for i, point in enumerate(POINTS)}


def test_the_outermost_points_are_named_once_each_and_not_on_top_of_each_other():
    rows, columns = (
        np.array([[0.0, 5.0], [0.1, 5.01], [1.0, 0.0]]),
        np.array([[-4.0, 0.0], [0.0, 0.1], [1.0, 0.1]]),
    )
    figure = joined_embeddings(rows, columns, names=["u", "v", "w"], named=2).figure
    assert sorted(note.text for note in figure.layout.annotations) == ["u", "v"]
    other = joined_embeddings(
        rows, columns[:2], names=["u", "v", "w"], column_names=["x", "y"], named=3
    ).figure
    assert {note.text for note in other.layout.annotations} >= {"x"}
    assert {"rows", "columns"} <= {trace.name for trace in other.data}


def test_points_without_classes_are_not_called_unlabelled():
    points = np.array([[0.0, 5.0], [1.0, 0.0]])
    joined = joined_embeddings(points, points).figure
    assert [trace.name for trace in joined.data] == ["row to column", "rows", "columns"]
    for figure in (joined, embedding(points)):
        assert not any("fullData.name" in (trace.hovertemplate or "") for trace in figure.data)
    assert ["as row" in trace.hovertemplate for trace in joined.data[1:]] == [True, False]
    assert "as column" in joined.data[2].hovertemplate


def test_a_name_that_would_lie_over_more_than_three_points_is_left_out():
    named = np.array([[10.0, 10.0], [-10.0, -10.0]])
    above = np.column_stack([np.full(4, 10.0), 10.0 + 0.3 * np.arange(1, 5)])
    for points, expected in ((above[:3], {"covers", "alone"}), (above, {"alone"})):
        drawn = np.vstack([named, points])
        assert {name for _, name in outermost(named, ["covers", "alone"], 2, drawn=drawn)} == expected


def test_many_pairs_are_not_joined():
    points = np.random.default_rng(0).normal(size=(20_000, 2))
    drawn = joined_embeddings(points, points, marked=3)
    assert "row to column" not in by_name(drawn.figure)
    assert drawn.note == "Past 300 samples only the marked one is joined."
    assert {trace.type for trace in drawn.figure.data if "pair" not in trace.name} == {"scattergl"}
    assert len(drawn.figure.to_json()) < 3_000_000


def test_shapes_are_checked():
    with pytest.raises(ValueError, match=r"points of shape \(n, 2\), got \(4, 3\)"):
        embedding(np.zeros((4, 3)))
    with pytest.raises(ValueError, match="left and right of one shape"):
        joined_embeddings(np.zeros((4, 2)), np.zeros((3, 2)))
