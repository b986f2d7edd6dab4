"""Shared substrings, counted by hand."""

from __future__ import annotations

import re

import networkx as nx
import numpy as np
import pytest
import scipy.linalg

from askcore.datasets import load_sample
from askcore.experiments.lessons.graphs_strings import node_views, shared_substrings, walk_kernel
from tests.helpers import naive_askls


def occurrences(part, text):
    return len(re.findall(f"(?={re.escape(part)})", text))


@pytest.mark.parametrize("length", [1, 2, 3, 5])
def test_every_shared_substring_is_counted(length):
    x, z = "she sells sea shells", "sea shells she saw"
    found = shared_substrings(x, z, length)
    parts = {x[i : i + length] for i in range(len(x) - length + 1)}
    expected = {part: (occurrences(part, x), occurrences(part, z)) for part in parts if part in z}
    assert {part: (a, b) for part, a, b in found.common} == expected
    assert found.value == sum(a * b for a, b in expected.values())


@pytest.fixture(scope="module")
def A():
    return load_sample("teaching_graph").adjacency.toarray().astype(float)


def dense(S, kind, amount):
    eye = np.eye(len(S))
    limit = 1 / np.abs(np.linalg.eigvals(S)).max()
    if kind == "power":
        return np.linalg.matrix_power(S, amount)
    if kind == "diffusion":
        return scipy.linalg.expm(amount * S)
    resolvent = np.linalg.inv(eye - amount * limit * S)
    return resolvent - eye if kind == "katz" else resolvent


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize(
    ("kind", "amount"),
    [("power", 1), ("power", 4), ("katz", 0.3), ("katz", 0.9), ("von_neumann", 0.5), ("diffusion", 0.7)],
)
def test_the_kernel_is_the_sum_over_walks(A, kind, amount, directed):
    found = walk_kernel(A, kind, amount, directed=directed)
    S = A if directed else A + A.T
    assert np.allclose(found.matrix, dense(S, kind, amount))
    assert found.is_symmetric == (not directed)
    assert found.matrix[found.pair] - found.matrix[found.pair[::-1]] == pytest.approx(
        (found.matrix - found.matrix.T).max()
    )


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
