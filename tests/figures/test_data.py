"""Classes, degrees and columns."""

import numpy as np
import pytest

from askcore.figures.parts.theme import ROLES
from tests.figures.checked import degree_distribution, table_scatter


def test_degrees_are_counted_once_each_in_the_colours_of_their_roles():
    figure = degree_distribution([0, 1, 1, 3], [5, 0, 0, 0])
    out, into = figure.data
    assert (out.marker.color, into.marker.color) == (ROLES["source"], ROLES["target"])
    assert out.y.tolist() == [3, 0, 0, 0, 0, 1]
    assert into.y.tolist() == [1, 2, 0, 1, 0, 0]
    assert into.marker.pattern.shape == "/"


def test_a_heavy_tail_gets_doubling_bins_and_loses_nobody():
    degree = np.r_[np.ones(990, int), np.arange(1, 10), 5000]
    figure = degree_distribution(degree, np.zeros(1000, int))
    assert list(figure.layout.xaxis.ticktext)[:4] == ["0", "1", "2–3", "4–7"]
    assert figure.layout.xaxis.ticktext[-1] == "4,096–8,191"
    assert figure.layout.yaxis.type == "log"
    assert all(trace.y.sum() == 1000 for trace in figure.data)


@pytest.mark.parametrize("largest", [0, 1, 13, 14, 27, 28, 100, 4095, 4096])
def test_every_degree_falls_in_a_bin(largest):
    for degrees in ([0, largest], [0] * 9 + [largest]):
        figure = degree_distribution(degrees, degrees)
        assert all(trace.y.sum() == len(degrees) for trace in figure.data)
        assert len(figure.layout.xaxis.ticktext) <= 14


def test_table_scatter_shows_the_chosen_columns():
    table = np.arange(12.0).reshape(3, 4)
    figure = table_scatter(table, [1, 2, 1], ["a", "b", "<c>", "d"], columns=(2, 3))
    assert figure.layout.xaxis.title.text == "&lt;c&gt;"
    assert figure.data[0].x.tolist() == [2, 10]
    assert figure.data[0].y.tolist() == [3, 11]
    assert figure.data[0].customdata.tolist() == [0, 2]
    assert figure.data[0].marker.symbol != figure.data[1].marker.symbol


def test_a_column_that_is_not_there_is_told():
    with pytest.raises(ValueError, match=r"expected columns between 0 and 1, got \(0, 2\)"):
        table_scatter(np.ones((2, 2)), columns=(0, 2))
