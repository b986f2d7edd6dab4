"""The benchmark sets, where they are at hand: their own layout of .npz, and tables."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from askcore.datasets import read_graph, read_matrix, read_table
from askcore.datasets.survey import guess_kind

DATA = os.environ.get("ASKCORE_DATA", "")
pytestmark = [
    pytest.mark.full_data,
    pytest.mark.skipif(not DATA, reason="ASKCORE_DATA names no folder with the benchmark sets"),
]


@pytest.mark.parametrize(
    ("name", "nodes", "edges", "classes"),
    [("cora", 2708, 5429, 7), ("citeseer", 3312, 4715, 6), ("amazon_photo", 7650, 143663, 8)],
)
def test_benchmark_graphs(name, nodes, edges, classes):
    path = Path(DATA, "graphs", f"{name}.npz")
    graph = read_graph(path)
    assert (graph.n_nodes, graph.n_edges, len(graph.classes)) == (nodes, edges, classes)
    assert guess_kind(path) == "graph"
    with np.load(path) as arrays:
        source, target = arrays["edges"].T
        assert (graph.adjacency[source, target] == 1).all()
        assert graph.labels.tolist() == arrays["label_names"][arrays["labels"]].tolist()
    assert (read_matrix(path).matrix != graph.adjacency).nnz == 0


def test_a_table_with_missing_values():
    path = Path(DATA, "uci", "breast_cancer_wisconsin_with_missing.csv")
    table = read_table(path, missing="drop")
    complete = read_table(Path(DATA, "uci", "breast_cancer_wisconsin.csv"))
    np.testing.assert_array_equal(table.X, complete.X)
    assert read_table(path, missing="mean").n_samples == 699
