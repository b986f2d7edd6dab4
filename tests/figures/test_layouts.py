"""Positions of nodes: inside the square, and the same for the same graph."""

import networkx as nx
import numpy as np
import pytest
import scipy.sparse as sp

from tests.figures.checked import layout


def scattered(n, edges, seed=0):
    random = np.random.default_rng(seed)
    ends = random.integers(0, n, edges), random.integers(0, n, edges)
    return sp.csr_array((np.ones(edges), ends), shape=(n, n))


GRAPHS = {
    "nobody": np.zeros((0, 0)),
    "one node": np.zeros((1, 1)),
    "two linked": np.array([[0.0, 1], [0, 0]]),
    "no edges": np.zeros((9, 9)),
    "loops only": np.eye(3),
    "star": nx.to_numpy_array(nx.star_graph(30)),
    "two components": np.kron(np.eye(2), np.ones((4, 4))),
    "negative weights": -np.ones((5, 5)),
    "sixty": scattered(60, 150),
    "three hundred": scattered(300, 5000),
    "many, no edges": sp.csr_array((2000, 2000)),
    "many": scattered(3000, 9000),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_positions_are_finite_inside_the_square_and_the_same_twice(name):
    graph = GRAPHS[name]
    positions = layout(graph)
    assert positions.shape == (graph.shape[0], 2)
    assert np.all(np.isfinite(positions))
    assert np.all(np.abs(positions) <= 1)
    assert np.array_equal(positions, layout(graph))


def test_linked_nodes_of_a_larger_graph_are_nearer_than_others():
    ring = nx.to_scipy_sparse_array(nx.cycle_graph(200))
    positions = layout(ring)
    step = np.linalg.norm(positions - np.roll(positions, 1, axis=0), axis=1)
    across = np.linalg.norm(positions - np.roll(positions, 100, axis=0), axis=1)
    assert np.median(step) < 0.3 * np.median(across)


def test_a_matrix_that_is_not_square_is_refused():
    with pytest.raises(ValueError, match=r"expected a square adjacency, got shape \(2, 3\)"):
        layout(np.ones((2, 3)))
