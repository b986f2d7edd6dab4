"""Small graphs read twice, against the equations written out and the steps of networkx."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from askcore.datasets import load_sample
from askcore.experiments.lessons.small_graph import node_views
from tests.helpers import naive_askls

KNOWN = [0, 1, 5, 6]


@pytest.fixture(scope="module")
def graph():
    return load_sample("teaching_graph")


def turned(A: np.ndarray, source: int, target: int) -> np.ndarray:
    found = A.copy()
    found[source, target], found[target, source] = A[target, source], A[source, target]
    return found


def steps_of(A: np.ndarray) -> np.ndarray:
    found = np.full(A.shape, np.inf)
    for i, lengths in nx.all_pairs_shortest_path_length(nx.from_numpy_array(A, create_using=nx.DiGraph)):
        found[i, list(lengths)] = list(lengths.values())
    return found


def written_out(A, labels, known, gamma=0.5, damping=0.1):
    """f_s and f_t of all nodes from the system of the paper, damped."""
    K, y = np.exp(-steps_of(A)), np.where(labels[known] == np.unique(labels)[1], 1.0, -1.0)
    a, c, b_source, b_target = naive_askls(K[np.ix_(known, known)], y, gamma, damping)
    return (K[:, known] @ c + b_source)[:, 0], (K[known].T @ a + b_target)[:, 0]


@pytest.mark.parametrize("link", [None, (4, 1), (2, 4)])
def test_the_views_are_those_of_the_equations(graph, link):
    A = graph.adjacency.toarray()
    A = A if link is None else turned(A, *link)
    found = node_views(A, graph.labels, labelled=KNOWN)
    source, target = written_out(A, graph.labels, KNOWN)
    np.testing.assert_allclose(found.source, source, atol=1e-9)
    np.testing.assert_allclose(found.target, target, atol=1e-9)
    np.testing.assert_array_equal(found.steps, steps_of(A))
    np.testing.assert_array_equal(found.undirected, steps_of(A + A.T))


def test_turning_an_arrow_moves_the_views_and_not_the_symmetric_kernel(graph):
    A = graph.adjacency.toarray()
    before = node_views(A, graph.labels, labelled=KNOWN)
    for source, target in np.argwhere(A).tolist():
        after = node_views(turned(A, source, target), graph.labels, labelled=KNOWN)
        np.testing.assert_allclose(after.symmetric, before.symmetric, atol=1e-12)
        assert np.abs(after.source - before.source).max() > 0.01
        assert np.abs(after.target - before.target).max() > 0.01


def test_without_arrows_nothing_is_said(graph):
    found = node_views(np.zeros((7, 7)), graph.labels, labelled=KNOWN)
    for decisions in (found.source, found.target, found.symmetric):
        assert [found.says(decisions, node) for node in (2, 3, 4)] == [None] * 3
