"""What takes an adjacency takes the graphs in memory that read_graph takes, and makes the same matrix of them."""

from __future__ import annotations

from types import SimpleNamespace

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from askcore import KSVD, DataError, asymmetry
from askcore._graphs import as_adjacency
from askcore.datasets import read_graph
from askcore.kernels import GraphKernel

NODES = list("abcde")
EDGES = [("a", "b", 2.0), ("b", "c", 1.0), ("c", "d", 0.5), ("d", "a", 4.0), ("e", "a", 1.0), ("e", "e", 3.0)]
A = np.array([[0, 2, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0.5, 0], [4, 0, 0, 0, 0], [1, 0, 0, 0, 3.0]])
FRAME = pd.DataFrame(A, index=NODES, columns=NODES)


def digraph(kind=nx.DiGraph, edges=EDGES):
    graph = kind()
    graph.add_nodes_from(NODES)
    for source, target, *weight in edges:
        graph.add_edge(source, target, **dict(zip(["weight"], weight, strict=False)))
    return graph


SAME = {
    "networkx": digraph(),
    "repeated": digraph(nx.MultiDiGraph, [*EDGES[:-1], ("e", "e", 1.0), ("e", "e", 2.0)]),
    "a weight left out": digraph(edges=[(s, t) if w == 1 else (s, t, w) for s, t, w in EDGES]),
    "igraph": SimpleNamespace(to_networkx=digraph),  # the method that igraph has for it
    "array": A,
    "sparse": sp.coo_array(A),
    "frame": FRAME,
    "frame, columns in another order": FRAME[list("bdeca")],
}


@pytest.mark.parametrize("name", SAME)
def test_all_take_the_same_graphs(name):
    source = SAME[name]
    np.testing.assert_array_equal(read_graph(source).adjacency.toarray(), A)
    kernel = GraphKernel(source, orientation="out", self_loops=None, normalize=False)
    np.testing.assert_array_equal(kernel(range(5), range(5)).toarray(), A)
    assert asymmetry(source).skew_ratio == asymmetry(A).skew_ratio
    found = KSVD("rbf", 2, kernel_params={"sigma": 2.0}).fit(source)
    expected = KSVD("rbf", 2, kernel_params={"sigma": 2.0}).fit(A)
    np.testing.assert_allclose(found.singular_values_, expected.singular_values_, rtol=1e-9)


@pytest.mark.parametrize("kind", [nx.DiGraph, nx.Graph, nx.MultiDiGraph, nx.MultiGraph])
@pytest.mark.parametrize("weighted", [True, False])
def test_what_counts_is_what_counts_in_read_graph(kind, weighted):
    edges = [*EDGES, ("a", "b", 1.0), ("c", "b", 2.0)]
    graph = digraph(kind, edges if weighted else [edge[:2] for edge in edges])
    np.testing.assert_array_equal(as_adjacency(graph).toarray(), read_graph(graph).adjacency.toarray())


def test_a_frame_of_edges_is_no_adjacency():
    edges = pd.DataFrame({"source": ["a", "b"], "target": ["b", "c"]})
    assert read_graph(edges).node_ids == ["a", "b", "c"]
    with pytest.raises(DataError, match=r"The frame is not an adjacency.*read_graph"):
        GraphKernel(edges)
