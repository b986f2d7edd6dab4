"""Matrices ordered by class, summed up when large."""

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.figures import adjacency_by_class, signed_heatmap
from askcore.figures.theme import PALETTES


def test_dots_lie_where_the_class_order_puts_them(communities):
    adjacency, labels = communities
    drawn = adjacency_by_class(adjacency, labels)
    dots = drawn.figure.data[0]
    assert drawn.note == ""
    assert len(dots.x) == adjacency.nnz
    assert not np.any((dots.y // 100 - dots.x // 100) % 3 == 1)  # no link back to the class before
    order = np.argsort(labels, kind="stable")
    ends = np.array(dots.customdata)
    assert np.array_equal(order[dots.y], ends[:, 0])
    assert np.array_equal(order[dots.x], ends[:, 1])


def test_class_names_stand_at_the_middle_of_their_blocks_and_hairlines_between(communities):
    figure = adjacency_by_class(*communities).figure
    assert list(figure.layout.xaxis.ticktext) == ["A", "B", "C"]
    np.testing.assert_allclose(figure.layout.yaxis.tickvals, [49.5, 149.5, 249.5])
    assert [line.y0 for line in figure.layout.shapes if line.y0 == line.y1] == [99.5, 199.5]
    low, high = figure.layout.yaxis.range
    assert low > high
    assert figure.layout.yaxis.scaleanchor == "x"


def test_unlabelled_nodes_come_last():
    figure = adjacency_by_class(np.eye(3), ["", "b", "a"]).figure
    assert list(figure.layout.xaxis.ticktext) == ["a", "b", "unlabelled"]
    assert figure.data[0].customdata[0] == [0, 0]
    assert figure.data[0].x[0] == 2


def test_hover_names_the_ends_and_a_weight_that_means_something():
    weighted = adjacency_by_class(np.array([[0, 2.5], [1, 0]]), names=["<i>", "Bo"]).figure.data[0]
    assert list(weighted.text) == [
        "from &lt;i&gt;<br>to Bo<br>weight 2.5",
        "from Bo<br>to &lt;i&gt;<br>weight 1",
    ]
    plain = adjacency_by_class(np.array([[0, 1], [1, 0]])).figure.data[0]
    assert list(plain.text) == ["from 0<br>to 1", "from 1<br>to 0"]


def test_many_edges_become_counts_that_add_up_and_the_note_says_so():
    adjacency = sp.random_array((1000, 1000), density=0.03, rng=0)
    drawn = adjacency_by_class(adjacency, np.repeat(["a", "b"], 500))
    heat = drawn.figure.data[0]
    assert drawn.note == "30,000 edges drawn as density in 250 x 250 bins"
    assert heat.type == "heatmap"
    assert np.nansum(heat.z) == 30_000
    assert np.all(heat.z[np.isfinite(heat.z)] > 0)


def test_many_nodes_become_counts_too():
    adjacency = sp.coo_array((np.ones(3), ([0, 1, 2], [1, 2, 3])), shape=(30_000, 30_000))
    drawn = adjacency_by_class(adjacency)
    assert drawn.note == "3 edges drawn as density in 300 x 300 bins"
    assert drawn.figure.data[0].z[0, 0] == 3


def test_a_matrix_that_is_not_square_is_refused():
    with pytest.raises(ValueError, match=r"expected a square adjacency, got shape \(2, 3\)"):
        adjacency_by_class(np.ones((2, 3)))


def test_signed_matrices_are_centred_on_zero_and_others_are_not():
    signed = signed_heatmap([[1.0, -3.0], [0.0, 2.0]]).figure.data[0]
    assert (signed.zmin, signed.zmax) == (-3, 3)
    assert signed.colorscale[1][1] == "#F3F4F6"
    positive = signed_heatmap([[1.0, 3.0], [0.5, 2.0]]).figure.data[0]
    assert (positive.zmin, positive.zmax) == (0.5, 3)


def test_heatmap_rows_and_columns_are_ordered_by_class():
    heat = signed_heatmap(np.arange(9.0).reshape(3, 3), ["b", "a", "b"]).figure.data[0]
    assert heat.z.tolist() == [[4, 3, 5], [1, 0, 2], [7, 6, 8]]


def test_large_heatmaps_are_means_of_blocks():
    matrix = np.add.outer(np.arange(801.0), np.zeros(5))
    drawn = signed_heatmap(matrix)
    heat = drawn.figure.data[0]
    assert drawn.note == "801 x 5 entries drawn as means over blocks of up to 3 x 1"
    assert heat.z.shape == (267, 5)
    np.testing.assert_allclose(heat.z[:, 0], np.arange(267) * 3 + 1)
    assert (heat.y[0], heat.y[-1]) == (-0.5, 800.5)


def test_dots_take_the_primary_colour_of_the_look(communities):
    for theme, palette in PALETTES.items():
        assert adjacency_by_class(*communities, theme=theme).figure.data[0].marker.color == palette.primary
