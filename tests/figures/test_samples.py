"""Samples as points by two features, and bags as clouds."""

import numpy as np
import pytest

from tests.figures.checked import bag_clouds, table_scatter


def test_table_scatter_shows_the_chosen_columns():
    table = np.arange(12.0).reshape(3, 4)
    figure = table_scatter(table, [1, 2, 1], ["a", "b", "<c>", "d"], columns=(2, 3))
    assert figure.layout.xaxis.title.text == "&lt;c&gt;"
    assert figure.data[0].x.tolist() == [2, 10]
    assert figure.data[0].y.tolist() == [3, 11]
    assert figure.data[0].customdata.tolist() == [0, 2]
    assert figure.data[0].marker.symbol != figure.data[1].marker.symbol


def test_an_unknown_column_is_refused():
    with pytest.raises(ValueError, match=r"expected columns between 0 and 1, got \(0, 2\)"):
        table_scatter(np.ones((2, 2)), columns=(0, 2))


def test_places_of_vectors_and_how_often_they_occur():
    bags = [np.array([[0.0, 5.0, 1.0], [0.0, 7.0, 1.0], [2.0, 0.0, 3.0]]), np.array([[9.0, 9.0, -4.0]])]
    figure = bag_clouds(bags, ["<b>a</b>", "b"], columns=(2, 0), names=["z", "x"])
    first, second = figure.data
    assert (list(first.x), list(first.y), list(first.customdata)) == ([1.0, 3.0], [0.0, 2.0], [2, 1])
    assert first.marker.size[0] > first.marker.size[1]
    assert (list(second.x), list(second.y)) == ([-4.0], [9.0])
    assert figure.layout.xaxis.range == figure.layout.xaxis2.range
    assert figure.layout.xaxis.range[0] < -4 < 3 < figure.layout.xaxis.range[1]
    assert "<b>" not in figure.layout.annotations[0].text
