"""Classes, degrees and columns."""

import numpy as np
import pytest

from tests.figures.checked import degree_distribution, table_scatter


def test_a_heavy_tail_gets_doubling_bins_and_loses_nobody():
    degree = np.r_[np.ones(990, int), np.arange(1, 10), 5000]
    figure = degree_distribution(degree, np.zeros(1000, int))
    assert list(figure.layout.xaxis.ticktext)[:4] == ["0", "1", "2–3", "4–7"]
    assert figure.layout.xaxis.ticktext[-1] == "4,096–8,191"
    assert figure.layout.yaxis.type == "log"
    assert all(trace.y.sum() == 1000 for trace in figure.data)


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
