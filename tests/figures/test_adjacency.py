"""Links as dots, cells or counts in the order of the classes."""

import numpy as np
import pytest
import scipy.sparse as sp

from tests.figures.checked import adjacency_by_class, links_drawn_as


def test_dots_lie_where_the_class_order_puts_them(communities):
    adjacency, labels = communities
    adjacency = sp.csr_array(sp.triu(adjacency))[:, :150]  # few enough links
    adjacency.resize(300, 300)
    drawn = adjacency_by_class(adjacency, labels)
    dots = drawn.figure.data[0]
    assert drawn.note == ""
    assert len(dots.x) == adjacency.nnz
    assert not np.any((dots.y // 100 - dots.x // 100) % 3 == 1)  # no link back to the class before
    order = np.argsort(labels, kind="stable")
    ends = np.array(dots.customdata)
    assert np.array_equal(order[dots.y], ends[:, 0])
    assert np.array_equal(order[dots.x], ends[:, 1])


@pytest.mark.parametrize("rows", ["from", "to"])
def test_many_links_between_few_nodes_are_cells_at_the_names_of_their_ends(communities, rows):
    adjacency, labels = communities
    dense = sp.csr_array(adjacency).toarray()
    more = dense.astype(bool) | (np.random.default_rng(0).random(dense.shape) < 0.03)
    assert 2_000 < more.sum() < 20_000
    names = [f"{'a long name that is cut ' * 3}{i}" if i < 2 else str(i) for i in range(len(dense))]
    drawn = adjacency_by_class(more.astype(float), labels, names=names, rows=rows)
    cells = drawn.figure.data[0]
    assert (cells.type, drawn.note, links_drawn_as(sp.csr_array(more))) == ("heatmap", "", "cells")
    order = np.argsort(labels, kind="stable")
    ordered = more[np.ix_(order, order)]
    assert np.array_equal(cells.z, ordered if rows == "from" else ordered.T)
    other = {"from": "to", "to": "from"}[rows]
    assert [name.rsplit(" ", 1)[1] for name in cells.y] == [str(i) for i in order]
    assert len(set(cells.y)) == len(cells.y), "two nodes at one place"
    assert cells.y[5].startswith(f"{rows} ")
    assert cells.x[5].startswith(f"{other} ")
    assert drawn.figure.layout.xaxis.type == "category"  # numbers are places, not names
    assert links_drawn_as(sp.csr_array(more * np.arange(1.0, len(dense) + 1))) == "dots"  # weights are read


def test_many_edges_become_counts_that_add_up_and_the_note_says_so():
    adjacency = sp.random_array((1000, 1000), density=0.03, rng=0)
    drawn = adjacency_by_class(adjacency, np.repeat(["a", "b"], 500))
    heat = drawn.figure.data[0]
    assert drawn.note == "30,000 links counted in a grid of 250 × 250 squares"
    assert heat.type == "heatmap"
    assert np.nansum(heat.z) == 30_000
    assert np.all(heat.z[np.isfinite(heat.z)] > 0)


def test_a_matrix_that_is_not_square_is_refused():
    with pytest.raises(ValueError, match=r"expected a square adjacency, got shape \(2, 3\)"):
        adjacency_by_class(np.ones((2, 3)))


def test_rows_other_than_from_and_to_are_refused():
    with pytest.raises(ValueError, match="rows must be 'from' or 'to', got 'out'"):
        adjacency_by_class(np.eye(2), rows="out")
