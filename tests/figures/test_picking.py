"""Every part of a heatmap can be clicked, and a point is where its entry is."""

from __future__ import annotations

import numpy as np
import pytest

from askcore.figures import block_heatmap
from askcore.figures.heatmaps import MOST_ACROSS, pickable, tile


def points(z):
    n, m = z.shape
    names = {"row_names": range(n), "column_names": range(m)}
    drawn = block_heatmap(z, np.arange(n + 1), np.arange(m + 1), limit=1.0, **names)
    return pickable(drawn, z).figure.data[1]


def test_of_few_entries_each_has_a_point():
    z = np.random.default_rng(0).normal(size=(4, 3))
    drawn = points(z)
    assert sorted(map(tuple, drawn.customdata)) == [(i, j) for i in range(4) for j in range(3)]
    assert [float(text) for text in drawn.text] == pytest.approx(z.ravel(), rel=0.01)


@pytest.mark.parametrize("shape", [(150, 150), (101, 7), (1, 120)])
def test_of_many_the_largest_of_each_tile(shape):
    z = np.random.default_rng(1).normal(size=shape)
    drawn = points(z)
    places = np.array(drawn.customdata)
    assert len(places) <= MOST_ACROSS**2
    np.testing.assert_array_equal(places, np.column_stack([drawn.y, drawn.x]))
    largest = np.unravel_index(int(np.argmax(np.abs(z))), shape)
    assert list(largest) in places.tolist()
    step, across = tile(shape)
    tiles = {(int(i) // step, int(j) // across) for i, j in places}
    assert len(tiles) == len(places) == -(-shape[0] // step) * -(-shape[1] // across)


def test_the_label_names_the_sides_as_the_axes_do():
    names = {"row_names": ["row 1"], "column_names": ["row 1", "row 2"], "titles": ("u", "v")}
    drawn = pickable(block_heatmap([[1.0, 2.0]], [0, 1], [0, 1, 2], limit=1.0, **names), [[1.0, 2.0]])
    assert drawn.figure.data[1].hovertemplate.startswith("u: %{y}<br>v: %{x}<br>K(u, v) ")
