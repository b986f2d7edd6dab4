"""Archives of arrays as others write them: which array is what, and that none is left out without a word."""

from __future__ import annotations

import warnings
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import sparse

from askcore.datasets import DataError, read_graph, read_matrix, read_table
from askcore.datasets.files.document import load_document
from askcore.datasets.survey import guess_kind, kinds_of, survey_parts
from tests.datasets.made import noted, npz, saved

EDGES = np.array([[0, 1], [1, 2], [2, 0], [0, 3]])
WEIGHTS = np.array([0.5, 2.0, 3.0, 4.0])
A = sparse.coo_array((np.ones(4), tuple(EDGES.T)), shape=(4, 4)).toarray()
WEIGHTED = sparse.coo_array((WEIGHTS, tuple(EDGES.T)), shape=(4, 4)).toarray()
X = np.array([[0.5, 1.0, 2.0], [1.5, 0.0, 1.0], [2.5, 3.0, 0.0], [3.5, 1.0, 7.0]])


@pytest.mark.parametrize("name", ["weight", "weights", "edge_weight", "edge_weights", "data", "w"])
def test_weights_beside_edges(name):
    for shape in ((4,), (4, 1)):
        graph = read_graph(npz(edges=EDGES, **{name: WEIGHTS.reshape(shape)}))
        np.testing.assert_array_equal(graph.adjacency.toarray(), WEIGHTED)
        noted(graph, repr(name), "weights of the links")


@pytest.mark.parametrize(
    "arrays",
    [
        {"edge_index": EDGES.T},
        {"edge_index": EDGES},
        {"edges": EDGES.T},
        {"edges": EDGES.astype(float)},
        {"edge_list": EDGES},
        {"source": EDGES[:, 0], "target": EDGES[:, 1]},
        {"row": EDGES[:, 0], "col": EDGES[:, 1]},
        {
            "adj_data": np.ones(4),
            "adj_indices": [1, 3, 2, 0],
            "adj_indptr": [0, 2, 3, 4, 4],
            "adj_shape": [4, 4],
        },
        {"data": np.ones(4), "indices": [1, 3, 2, 0], "indptr": [0, 2, 3, 4, 4], "shape": [4, 4]},
    ],
)
def test_edges_and_labels(arrays):
    data = npz(**arrays, y=[1, 0, 1, 2])
    assert guess_kind(data) == "graph"
    graph = read_graph(data)
    np.testing.assert_array_equal(graph.adjacency.toarray(), A)
    assert graph.labels.tolist() == ["1", "0", "1", "2"]
    matrix = read_matrix(data)
    np.testing.assert_array_equal(np.asarray(matrix.matrix.todense()), A)


def test_edges_by_names_and_labels_as_columns_of_ones():
    data = npz(edges=np.array([["b", "a"], ["a", "new york"]]), y=np.eye(3)[[1, 2, 0]])
    assert guess_kind(data) == "graph"
    graph = read_graph(data)
    assert graph.node_ids == ["b", "a", "new york"]
    assert np.argwhere(graph.adjacency.toarray()).tolist() == [[0, 1], [1, 2]]
    assert graph.labels.tolist() == ["1", "2", "0"]
    noted(graph, "'y'", "holds a 1")


def test_the_heterophilous_benchmark():
    """Keys as in roman_empire.npz and the like of Platonov et al. (2023)."""
    masks = np.zeros((10, 4), dtype=bool)
    data = npz(
        node_features=X,
        node_labels=[1, 0, 1, 2],
        edges=EDGES,
        train_masks=masks,
        val_masks=masks,
        test_masks=masks,
    )
    assert guess_kind(data) == "graph"
    graph = read_graph(data)
    np.testing.assert_array_equal(graph.adjacency.toarray(), A)
    assert graph.labels.tolist() == ["1", "0", "1", "2"]
    noted(graph, "'node_features'", "'train_masks'", "'val_masks'", "'test_masks'", "not used")
    assert read_table(data, part="node_features").X.tolist() == X.tolist()


def test_isolated_nodes_are_known_by_what_stands_beside():
    for beside in ({"x": np.ones((6, 3))}, {"y": np.arange(6)}, {"num_nodes": np.array(6)}):
        assert read_graph(npz(edge_index=EDGES.T, **beside)).n_nodes == 6


def test_every_choice_of_weights():
    data = npz(edges=EDGES, edge_attr=WEIGHTS, time=np.arange(4) + 1.0)
    plain = read_graph(data)
    np.testing.assert_array_equal(plain.adjacency.toarray(), A)
    noted(plain, "'edge_attr', 'time' were not used")
    np.testing.assert_array_equal(read_graph(data, weight="edge_attr").adjacency.toarray(), WEIGHTED)
    with pytest.raises(
        DataError, match=r"no array 'when' with a number for each of 4 links.*'edge_attr', 'time'"
    ):
        read_graph(data, weight="when")
    graph = read_graph(npz(edges=EDGES, weight=WEIGHTS), weight=False)
    np.testing.assert_array_equal(graph.adjacency.toarray(), A)
    noted(graph, "'weight' was not used")
    with pytest.raises(DataError, match=r"Array 'weight', row 2.*nan is not a weight"):
        read_graph(npz(edges=EDGES, weight=[1, 1, np.nan, 1]))


def test_features_and_labels_are_a_table():
    data = npz(X=X, y=["u", "v", "u", "v"], feature_names=["a", "b", "c"])
    assert guess_kind(data) == "table"
    assert set(kinds_of(data)) >= {"table", "matrix"}
    table = read_table(data)
    assert (table.X.tolist(), table.y.tolist(), table.feature_names) == (
        X.tolist(),
        ["u", "v", "u", "v"],
        ["a", "b", "c"],
    )
    split = npz(x_train=X, y_train=[0, 1, 0, 1], x_test=X[:2], y_test=[0, 1])
    noted(read_table(split), "'x_test', 'y_test' were not used")


def test_one_of_several_matrices():
    data = npz(first=np.eye(4), second=2 * np.eye(4))
    assert survey_parts(data) == ("first", "second")
    with pytest.raises(DataError, match="It is not clear which array is the matrix"):
        read_matrix(data)
    document = load_document(data)
    found = read_matrix(document, part="second")
    np.testing.assert_array_equal(found.matrix, 2 * np.eye(4))
    noted(found, "Read the array 'second'")
    noted(found, "'first' was not used")
    assert survey_parts(npz(K=np.eye(4))) == ()


@pytest.mark.parametrize("kind", ["csr", "csc"])
@pytest.mark.parametrize("last", [0, -1])
def test_pointers_that_descend_are_refused(kind, last):
    """scipy checks neither indices nor pointers where the last pointer is 0 or below, and reads foreign memory."""
    A = sparse.csr_array(np.ones((3, 3))).asformat(kind)
    A.indptr[:] = [0, 10**6, 2 * 10**6, last]
    with pytest.raises(DataError, match="pointers do not ascend"):
        read_matrix(saved(sparse.save_npz, A))


def test_long_floats_that_are_none_are_no_weights():
    wrong = np.frombuffer(b"\x01" + bytes(7) + b"\xff\x3f" + bytes(6), dtype=np.longdouble)
    edges = SimpleNamespace(edge_index=np.array([[0], [1]]), edge_weight=wrong)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(DataError, match="'edge_weight', row 0: nan is not a weight"):
            read_graph(edges)
