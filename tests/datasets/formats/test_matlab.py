"""MATLAB's files as scipy writes them: structures, several variables, labels and names of every kind."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.io
from scipy import sparse

from askcore.datasets import DataError, read_graph, read_matrix, read_table
from askcore.datasets.survey import guess_kind, kinds_of, survey_parts
from tests.datasets.made import noted, saved

A = np.array([[0.0, 2, 0, 0], [0, 0, 3, 1], [1, 0, 0, 0], [0, 0, 0, 4]])
X = np.array([[0.5, 1.0], [1.5, 0.0], [2.5, 3.0]])


def mat(compressed=False, **variables) -> bytes:
    return saved(scipy.io.savemat, variables, do_compression=compressed)


def cells(*texts) -> np.ndarray:
    return np.array(texts, dtype=object)


@pytest.mark.parametrize("compressed", [False, True])
def test_suitesparse(compressed):
    """The fields of the collection's structure, with what else stands in it."""
    problem = {
        "name": "Group/little", "title": "a little graph", "A": sparse.csc_array(A), "id": 7.0, "kind": "directed",
        "b": np.ones((4, 1)), "aux": {"nodename": np.array(["u", "vv", "w", "x"]), "coord": np.ones((4, 2))},
    }  # fmt: skip
    data = mat(compressed, Problem=problem)
    assert guess_kind(data) == "graph"
    graph = read_graph(data)
    np.testing.assert_array_equal(graph.adjacency.toarray(), A)
    assert graph.node_ids == ["u", "vv", "w", "x"]
    noted(graph, "Read the variable 'Problem.A'.")
    noted(graph, "'Problem.id', 'Problem.kind', 'Problem.b', 'Problem.aux.coord' were not used")


@pytest.mark.parametrize(
    "labels",
    [
        np.array([[1.0], [2], [1], [2]]),
        np.array([1, 2, 1, 2], dtype=np.int8),
        cells("1", "2", "1", "2"),
        np.array(["1", "2", "1", "2"]),
    ],
)
@pytest.mark.parametrize("name", ["labels", "y", "gnd"])
def test_labels_of_numbers_and_of_texts(labels, name):
    graph = read_graph(mat(A=sparse.csc_array(A), **{name: labels}))
    assert graph.labels.tolist() == ["1", "2", "1", "2"]


def test_features_and_labels_are_a_table():
    data = mat(X=X, y=[[0], [1], [1]])
    assert guess_kind(data) == "table"
    assert set(kinds_of(data)) >= {"table", "matrix"}
    table = read_table(data)
    assert (table.X.tolist(), table.y.tolist()) == (X.tolist(), [0, 1, 1])
    assert guess_kind(mat(K=A, X=X)) == "matrix"


def test_several_matrices_are_a_choice():
    data = mat(first=A, second=2 * A)
    assert survey_parts(data) == ("first", "second")
    with pytest.raises(
        DataError, match=r"It is not clear which variable is the matrix \(candidates: 'first'"
    ):
        read_matrix(data)
    found = read_matrix(data, part="second")
    np.testing.assert_array_equal(found.matrix, 2 * A)
    noted(found, "'first' was not used")
    np.testing.assert_array_equal(read_graph(data, part="first").adjacency.toarray(), A)
    with pytest.raises(DataError, match="not clear which variable is the matrix"):
        read_matrix(data, part="third")


def test_no_variable_of_more_than_32_dimensions_is_read():
    for many, said in ((32, "a matrix has two dimensions"), (33, "a variable has 33 dimensions")):
        with pytest.raises(DataError, match=said):
            read_matrix(mat(A=np.ones((1,) * many)))
