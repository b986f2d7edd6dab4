"""GraphData: what it accepts, what it says about itself, and that nobody can change it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from askcore.datasets import DataError, GraphData
from askcore.datasets.graph_data import frozen

A = np.array([[1.0, 2, 0], [1, 0, 3], [0, 0, 0]])
NAMES = ["a", "b", "c"]


@pytest.mark.parametrize(
    "form",
    [np.array, sparse.csr_array, sparse.coo_array, sparse.csc_matrix, sparse.lil_array, lambda a: a.tolist()],
)
def test_any_matrix_will_do(form):
    graph = GraphData(form(A), NAMES)
    assert isinstance(graph.adjacency, sparse.csr_array)
    assert graph.adjacency.dtype == np.float64
    assert (graph.adjacency.toarray() == A).all()
    assert graph.digest == GraphData(A, NAMES).digest


def test_properties():
    graph = GraphData(A, NAMES, labels=["x", "", "y"], name="three", notes=("made up",))
    assert (graph.n_nodes, graph.n_edges, graph.n_self_loops) == (3, 4, 1)
    assert graph.reciprocity == pytest.approx(2 / 3)
    assert graph.classes.tolist() == ["x", "y"]
    assert graph.labelled.tolist() == [True, False, True]
    assert (graph.name, graph.notes) == ("three", ("made up",))


@pytest.mark.parametrize(
    ("labels", "kept", "labelled"),
    [
        ([1, -1, 1], [1, -1, 1], [True] * 3),
        (np.array([1.0, 2.0, 1.0]), [1, 2, 1], [True] * 3),
        (np.array([True, False, True]), [1, 0, 1], [True] * 3),
        (["x", None, "y"], ["x", "", "y"], [True, False, True]),
        (["x", float("nan"), "y"], ["x", "", "y"], [True, False, True]),
        (np.array([1.0, np.nan, 2.0]), ["1", "", "2"], [True, False, True]),
        ([1, None, 2], ["1", "", "2"], [True, False, True]),
        (np.array(["x", "y", "nan"]), ["x", "y", "nan"], [True] * 3),
        ([None, None, None], ["", "", ""], [False] * 3),
    ],
)
def test_labels(labels, kept, labelled):
    graph = GraphData(A, NAMES, labels)
    assert graph.labels.tolist() == kept
    assert graph.labels.dtype.kind == ("i" if isinstance(kept[0], int) else "U")
    assert graph.labelled.tolist() == labelled


def test_arrays_are_copies_and_read_only():
    mine, labels = sparse.csr_array(A), np.array(["x", "y", "x"])
    graph = GraphData(mine, NAMES, labels)
    mine.data[:], labels[:] = 9.0, "z"
    assert (graph.adjacency.toarray() == A).all()
    assert graph.labels.tolist() == ["x", "y", "x"]
    for array in (graph.adjacency.data, graph.adjacency.indices, graph.labels, graph.labelled, graph.classes):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[1]
    with pytest.raises(AttributeError, match="cannot assign to field 'labels'"):
        graph.labels = None


def test_digest_changes_with_content_only():
    base = GraphData(A, NAMES, ["x", "y", "x"])
    assert base.digest == GraphData(A.copy(), list(NAMES), ["x", "y", "x"], name="n", notes=("m",)).digest
    different = [
        GraphData(A.T, NAMES, ["x", "y", "x"]),
        GraphData(A * 2, NAMES, ["x", "y", "x"]),
        GraphData(A, ["a", "bc", "d"], ["x", "y", "x"]),
        GraphData(A, NAMES, ["x", "y", "y"]),
        GraphData(A, NAMES, ["x", "y", ""]),
        GraphData(A, NAMES),
        GraphData(A, NAMES, [1, 2, 1]),
        GraphData(A, NAMES, ["1", "2", "1"]),
    ]
    assert len({graph.digest for graph in [base, *different]}) == len(different) + 1


def test_stored_zeros_and_duplicates_vanish():
    given = sparse.coo_array(([1.0, 2.0, 0.0], ([0, 0, 1], [1, 1, 0])), shape=(2, 2))
    graph = GraphData(given, ["a", "b"])
    assert graph.n_edges == 1
    assert graph.adjacency.toarray().tolist() == [[0, 3], [0, 0]]


def test_a_frozen_adjacency_is_kept_and_any_other_is_copied():
    given = sparse.csr_array(np.array(A, dtype=float))
    assert not np.shares_memory(GraphData(given, NAMES).adjacency.data, given.data)
    assert given.data.flags.writeable
    assert np.shares_memory(GraphData(frozen(given), NAMES).adjacency.data, given.data)
    zeros = frozen(sparse.csr_array(([1.0, 0.0], ([0, 1], [1, 0])), shape=(2, 2)))
    assert GraphData(zeros, ["a", "b"]).n_edges == 1
    assert zeros.nnz == 2
    twice = frozen(
        sparse.csr_array((np.array([1.0, 2.0]), np.array([1, 1]), np.array([0, 2, 2])), shape=(2, 2))
    )
    assert GraphData(twice, ["a", "b"]).adjacency.toarray().tolist() == [[0, 3], [0, 0]]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((A[:2], NAMES), r"square adjacency .* got shape \(2, 3\)"),
        ((np.zeros((0, 0)), []), r"at least one node, got shape \(0, 0\)"),
        ((np.array([["a"]]), ["a"]), "not a matrix of numbers"),
        (
            (np.where(A == 3, np.nan, A), NAMES),
            "Row 1, column 2 of the adjacency: The weight nan is not a finite",
        ),
        ((np.where(A == 3, -1.0, A), NAMES), "Row 1, column 2 of the adjacency: The weight -1.0"),
        ((np.where(A == 3, np.inf, A), NAMES), "The weight inf"),
        ((np.where(A == 3, 1e308, A), NAMES), r"The weights reach 1\.0e\+308, .* Divide all of them"),
        ((A, ["a", "b"]), "Expected 3 node names for 3 rows, got 2"),
        ((A, ["a", "b", "a"]), "Nodes 0 and 2: Two nodes are called 'a'"),
        ((A, ["a", "", "b"]), "Node 1: A node has no name"),
        ((A, NAMES, ["x"]), r"Expected 3 labels, one for each node, but got an array of shape \(1,\)"),
        ((A, NAMES, [0.5, 1.0, 1.0]), "The label 0.5 is a fraction"),
        ((A, NAMES, ["x", "y" * 501, "x"]), "more than 500 characters"),
    ],
)
def test_what_does_not_fit_is_refused(arguments, message):
    with pytest.raises(DataError, match=message):
        GraphData(*arguments)
