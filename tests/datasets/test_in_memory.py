"""Graphs, tables and matrices from objects in memory: what the same thing as a file gives; and out again."""

from __future__ import annotations

from types import SimpleNamespace

import networkx as nx
import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from sklearn.datasets import load_iris, load_wine

from askcore.datasets import (
    DataError,
    MatrixData,
    TableData,
    read_graph,
    read_matrix,
    read_table,
)


def directed(n=30):
    graph = nx.gnp_random_graph(n, 0.15, seed=3, directed=True)
    graph = nx.relabel_nodes(graph, {i: f'node "{i}", ü' for i in graph})
    for i, (u, v) in enumerate(graph.edges):
        graph.edges[u, v]["weight"] = 0.1 + i / 7
    nx.set_node_attributes(
        graph, {node: "even" if i % 2 == 0 else "odd" for i, node in enumerate(graph)}, "label"
    )
    return graph


def test_a_graph_of_networkx():
    graph = directed()
    found = read_graph(graph)
    assert found.node_ids == list(graph)
    assert (found.adjacency != nx.to_scipy_sparse_array(graph)).nnz == 0
    assert found.labels.tolist() == [graph.nodes[node]["label"] for node in graph]


def test_labels_are_an_attribute_of_the_nodes():
    graph = directed()
    nx.set_node_attributes(graph, {node: i % 3 for i, node in enumerate(graph) if i}, "layer")
    found = read_graph(graph, labels="layer")
    assert found.labels.tolist() == ["", *(str(i % 3) for i in range(1, len(graph)))]
    assert found.node_ids == list(graph)
    with pytest.raises(DataError, match="There is no such file"):
        read_graph(graph, labels="no_attribute")


def test_edges_without_direction_go_both_ways_and_parallel_ones_are_summed():
    both = read_graph(nx.Graph([("a", "b")]))
    assert both.adjacency.toarray().tolist() == [[0, 1], [1, 0]]
    several = nx.MultiDiGraph()
    several.add_weighted_edges_from([("a", "b", np.float32(2)), ("a", "b", np.int64(3))])
    assert read_graph(several).adjacency.toarray().tolist() == [[0, 5], [0, 0]]


def test_what_turns_into_a_graph_of_networkx_is_one():
    graph = directed()
    other = SimpleNamespace(to_networkx=lambda: graph)
    assert read_graph(other).digest == read_graph(graph).digest


def test_data_of_pytorch_geometric():
    data = SimpleNamespace(edge_index=np.array([[0, 1, 2], [1, 2, 0]]), y=np.array([0, 1, 0, 1]), num_nodes=4)
    found = read_graph(data)
    assert found.adjacency.toarray().tolist() == [[0, 1, 0, 0], [0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
    assert found.labels.tolist() == list("0101")


@pytest.mark.parametrize(
    "form", [np.asarray, sparse.csr_array, sparse.coo_matrix, sparse.lil_array, sparse.dok_matrix]
)
def test_an_adjacency_with_labels_in_its_order(form):
    rng = np.random.default_rng(0)
    A = (rng.random((12, 12)) < 0.3) * rng.random((12, 12))
    found = read_graph(form(A), labels=["x", None, "y"] * 4)
    assert (found.adjacency.toarray() == A).all()
    assert found.labels.tolist() == ["x", "", "y"] * 4


@pytest.mark.parametrize(
    "labels",
    [
        {"b": "u", "a": "v", "c": "u"},
        pd.Series({"b": "u", "a": "v", "c": "u"}),
        pd.DataFrame({"kind": {"b": "u", "a": "v", "c": "u"}}),
        pd.DataFrame({"node": ["b", "a", "c"], "label": ["u", "v", "u"]}),
    ],
)
def test_labels_by_name_fix_the_order_of_the_nodes(labels):
    edges = pd.DataFrame({"who": ["a", "c"], "whom": ["b", "a"], "weight": [2.5, 1.0]})
    found = read_graph(edges, labels=labels)
    assert found.node_ids == ["b", "a", "c"]
    assert found.labels.tolist() == ["u", "v", "u"]
    assert found.adjacency.toarray().tolist() == [[0, 0, 0], [2.5, 0, 0], [0, 1, 0]]


def test_a_frame_of_edges_is_its_file(tmp_path):
    rng = np.random.default_rng(1)
    edges = pd.DataFrame({"to": rng.integers(0, 40, 200), "since": "x", "from": rng.integers(0, 40, 200)})
    edges.to_csv(tmp_path / "edges.csv", index=False)
    frame, file = read_graph(edges), read_graph(tmp_path / "edges.csv")
    assert (frame.digest, frame.notes) == (file.digest, file.notes)
    bare = read_graph(edges[["from", "to"]].set_axis([0, 1], axis=1))
    assert bare.digest == file.digest


@pytest.mark.parametrize("load", [load_iris, load_wine])
def test_a_frame_is_a_table(load):
    frame = load(as_frame=True).frame
    found = read_table(frame)
    X, y = load(return_X_y=True)
    assert (found.X == X).all()
    assert found.y.tolist() == y.tolist()
    assert found.feature_names == list(frame.columns[:-1])
    bare = read_table(X, labels=y)
    assert (bare.X == X).all()
    assert bare.y.tolist() == y.tolist()


def test_the_index_names_the_rows_where_it_holds_words_and_is_no_feature_where_it_counts():
    frame = load_iris(as_frame=True).frame.iloc[::3]
    assert read_table(frame).X.shape == (50, 4)  # its index is 0, 3, 6, ...
    named = frame.set_axis([f"flower {i}" for i in range(50)])
    assert read_table(named).row_names[2] == "flower 2"
    other_order = pd.Series(["u", "v"] * 25, index=named.index)[::-1]
    assert read_table(named.drop(columns="target"), labels=other_order).y.tolist() == ["u", "v"] * 25


def test_a_matrix_with_names():
    frame = pd.DataFrame(
        [[0.9, 0.1, -2], [0.4, 1 / 3, 0]], index=["the", "cat"], columns=["the", "cat", "sat"]
    )
    found = read_matrix(frame, labels={"cat": "noun", "the": "article"})
    assert (found.matrix == frame.to_numpy()).all()
    assert (found.row_ids, found.column_ids) == (["the", "cat"], ["the", "cat", "sat"])
    assert found.row_labels.tolist() == ["article", "noun"]
    assert (read_matrix(frame.to_numpy()).matrix == frame.to_numpy()).all()


@pytest.mark.parametrize(
    "source",
    [3, None, [1, 2], object(), np.array([[1j]]), np.array([{}, []], dtype=object), np.array([[{}]]), nx.DiGraph(),
     pd.DataFrame(), pd.DataFrame({"a": [1]}), np.zeros((2, 3)), np.full((2, 2), np.nan), np.array([[0, -1], [1, 0]])],
)  # fmt: skip
def test_what_is_no_graph_is_refused_with_a_remedy(source):
    with pytest.raises(DataError, match=r"\. [A-Z]"):
        read_graph(source)


@pytest.mark.parametrize(
    ("read", "frame"),
    [
        (read_table, pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"])),
        (read_table, pd.DataFrame({"a": [1j, 2j, 3j]})),
        (read_matrix, pd.DataFrame({"a": ["one", "two"]})),
    ],
)
def test_a_frame_that_cannot_be_used_is_refused_with_a_remedy(read, frame):
    with pytest.raises(DataError, match=r"\. [A-Z]"):
        read(frame)


def test_out_and_in_again():
    graph = read_graph(directed(), labels={node: f"l{i % 3}" for i, node in enumerate(directed())})
    assert read_graph(graph.to_networkx()).digest == graph.digest
    edges, nodes = graph.to_pandas()
    assert read_graph(edges, labels=nodes["label"]).digest == graph.digest
    table = TableData([[0.1, 2], [3, 4], [5, 6]], [1, 2, 1], ["a", "b"], row_names=["u", "v", "w"])
    assert read_table(table.to_pandas()).digest == table.digest
    for values in (np.array([[0.1, 0], [-2, 3]]), sparse.csr_array([[0.0, 1], [2, 0]])):
        matrix = MatrixData(values, row_ids=["a", "b"])
        frame = matrix.to_pandas()
        assert (frame.to_numpy() == (values.toarray() if sparse.issparse(values) else values)).all()
        assert (list(frame.index), list(frame.columns)) == (["a", "b"], ["a", "b"])


class Mute:
    def __str__(self):
        raise KeyError("no words")


def ragged():
    return SimpleNamespace(edge_index=[[0, 1], [2]], y=None)


def twisted(value):
    graph = nx.DiGraph([("a", "b")])
    graph.edges["a", "b"]["odd"] = value
    return graph


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (twisted(Mute()), "no words"),
        (nx.DiGraph([(Mute(), "b")]), "no words"),
        (ragged(), "inhomogeneous"),
        (SimpleNamespace(adj=3, is_directed=lambda: True), "no attribute 'nodes'"),
        (sparse.csr_array(np.eye(3)).astype(complex), "complex"),
        (np.broadcast_to(1.0, (10**6, 10**6)), "1,000,000 × 1,000,000 values"),
        (SimpleNamespace(edge_index=np.broadcast_to(1, (2, 10**9)), y=None), "2 × 1,000,000,000 values"),
    ],
)
def test_an_object_that_cannot_be_written_is_refused_with_a_remedy(source, said):
    with pytest.raises(DataError, match=said) as refused:
        read_graph(source)
    assert refused.value.remedy


def test_a_frame_of_complex_numbers_is_no_matrix_of_their_real_parts():
    with pytest.raises(DataError, match="complex"):
        read_matrix(pd.DataFrame({"a": [1 + 2j, 0], "b": [0, 1]}, index=["a", "b"]))


@pytest.mark.filterwarnings("error")
def test_numbers_of_other_precisions_are_read_without_a_warning():
    assert read_matrix(np.eye(4, dtype=np.float16) * 3).matrix.trace() == 12
    with pytest.raises(DataError):
        read_matrix(np.eye(4, dtype=np.longdouble) * np.longdouble("1e400"))


def test_values_that_a_mask_hides_are_not_read():
    hidden = np.ma.masked_array(np.ones((3, 3)), mask=np.eye(3) > 0)
    with pytest.raises(DataError, match="masks some"):
        read_matrix(hidden)
    assert (read_matrix(np.ma.masked_array(np.ones((3, 3)))).matrix == 1).all()


def test_times_are_no_numbers_of_a_matrix():
    frame = pd.DataFrame({"a": pd.date_range("2020", periods=2), "b": [1, 2]}, index=["a", "b"])
    with pytest.raises(DataError, match="'a' of the frame holds times"):
        read_matrix(frame)


@pytest.mark.parametrize("form", [pd.Series, pd.DataFrame])
def test_a_label_that_is_given_twice_is_not_the_last_of_them(form):
    labels = form(["x", "y", "z", "x"], index=["a", "a", "b", "c"])
    with pytest.raises(DataError, match="'a' is listed twice"):
        read_graph(b"a,b\nb,c\nc,a\n", labels=labels)
