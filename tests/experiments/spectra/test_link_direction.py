import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import load_sample
from askcore.experiments import link_direction
from askcore.experiments.spectra.features import extract_features
from askcore.experiments.spectra.graph_tasks import direction_score, one_way_edges
from tests.helpers import random_sparse


def test_one_way_edges_by_hand(rng):
    A = random_sparse(rng, 30, 0.2)
    dense = A.toarray()
    by_hand = [(i, j) for i in range(30) for j in range(30) if dense[i, j] != 0 and dense[j, i] == 0]
    assert sorted(map(tuple, one_way_edges(A).tolist())) == by_hand


def test_direction_score_is_the_low_rank_entry(rng):
    A = random_sparse(rng, 25, 0.2)
    U, S, Vt = np.linalg.svd(A.toarray())
    low = (U[:, :4] * S[:4]) @ Vt[:4]
    i, j = np.array([0, 3, 7]), np.array([2, 9, 1])
    np.testing.assert_allclose(direction_score(extract_features(A, "svd", 4), i, j), low[i, j], atol=1e-10)


@pytest.mark.parametrize("method", ["symmetric", "pca"])
def test_one_place_per_node_is_at_one_half_exactly(method):
    graph = load_sample("cyclic_communities")
    found = link_direction(graph.adjacency, method, 4, n_splits=1)
    np.testing.assert_allclose(found.auc, 0.5, atol=1e-15)  # ties, every pair of them


def cyclic(n=90):
    """Edges from class k to class k + 1 only."""
    rng = np.random.default_rng(5)
    k = np.arange(n) % 3
    return sp.csr_array(((k[:, None] + 1) % 3 == k) * (rng.random((n, n)) < 0.3) * 1.0)


def test_two_places_tell_the_direction():
    found = link_direction(cyclic(), "svd", 3, n_splits=2)
    assert found.auc.min() > 0.99
    assert found.n_edges == round(0.2 * len(one_way_edges(cyclic())))


def test_held_out_edges_are_not_seen():
    A = np.kron(np.eye(8), [[0.0, 1.0], [0.0, 0.0]])  # eight pairs, each with one link
    A[1, 0] = 1.0  # both ways: never held out
    found = link_direction(A, "svd", 2, n_splits=3)
    assert found.n_edges == 1
    np.testing.assert_array_equal(found.auc, 0.5)  # nothing of them is left in the graph


def test_degrees_tell_the_direction_where_some_only_send_and_others_only_receive():
    A = np.zeros((20, 20))
    A[:10, 10:] = np.random.default_rng(0).random((10, 10)) < 0.6
    assert link_direction(A, "degrees", 1).auc.mean() > 0.95
    shuffled = link_direction(cyclic(), "degrees", 1).auc.mean()
    assert abs(shuffled - 0.5) < 0.15


def test_the_symmetric_part_cannot_predict_direction():
    np.testing.assert_allclose(link_direction(cyclic(), "symmetric", 40).auc, 0.5)


@pytest.mark.parametrize(
    ("A", "method", "given", "message"),
    [
        (np.ones((4, 4)), "svd", {}, "0 links of this graph go one way only"),
        (np.eye(4), "magic", {}, "Unknown method 'magic'"),
        (np.eye(4), "svd", {"n_splits": 0}, "n_splits must be a whole number of at least 1"),
        (
            np.triu(np.ones((6, 6)), 1),
            "symmetric",
            {"n_components": 7},
            "7 components were requested from a 6 x 6 matrix",
        ),
        (np.ones((6, 4)), "svd", {}, "adjacency must be square"),
    ],
)
def test_what_has_no_direction_is_refused(A, method, given, message):
    with pytest.raises(ValueError, match=message):
        link_direction(A, method, **{"n_components": 2, **given})
