"""Samples placed by two components, one side alone and both joined."""

import numpy as np
import pytest

from tests.figures.checked import embedding, joined_embeddings
from tests.figures.conftest import by_name

NAMES = ["<b>x</b>", "y", "z", "w"]
POINTS = np.array([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0], [-1.0, 0.5]])


POINTS.flags.writeable = False
LABELS = ["a", "b", "", "a"]


def test_every_sample_is_placed_once_and_found_by_its_index():
    figure = embedding(POINTS, LABELS, names=NAMES)
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


def test_many_pairs_are_not_joined():
    points = np.random.default_rng(0).normal(size=(20_000, 2))
    drawn = joined_embeddings(points, points, marked=3)
    assert "row to column" not in by_name(drawn.figure)
    assert drawn.note == "With more than 300 samples, only the marked one has its line."
    assert {trace.type for trace in drawn.figure.data if "pair" not in trace.name} == {"scattergl"}
    assert len(drawn.figure.to_json()) < 3_000_000


def test_wrong_shapes_are_refused():
    with pytest.raises(ValueError, match=r"points of shape \(n, 2\), got \(4, 3\)"):
        embedding(np.zeros((4, 3)))
    with pytest.raises(ValueError, match="left and right of one shape"):
        joined_embeddings(np.zeros((4, 2)), np.zeros((3, 2)))
