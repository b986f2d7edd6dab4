"""Which direction data have before a kernel is chosen; directions drawn at random: what is turned, what must stay."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.datasets import BagData, GraphData, MatrixData, TableData
from askcore.experiments import direction
from askcore.experiments.direction import (
    Direction,
    Overview,
    flip_directions,
    flippable,
    hope_embedding,
    overview,
    spectral_embedding,
    swap_mask,
    swap_pairs,
)


def graph(n: int = 40, seed: int = 0) -> sp.csr_array:
    """Weighted, with loops, answered pairs of unequal weights and unanswered edges."""
    rng = np.random.default_rng(seed)
    return sp.csr_array(sp.random_array((n, n), density=0.15, rng=rng))


def test_in_and_out_edges_trade_places_and_weights_travel():
    A = graph()
    before, after = A.toarray(), flip_directions(A, np.random.default_rng(1)).toarray()
    np.testing.assert_array_equal(after + after.T, before + before.T)
    alone = (before > 0) & (before.T == 0) & ~np.eye(40, dtype=bool)
    assert flippable(A).sum() == alone.sum()
    turned = after.T[alone] > 0
    np.testing.assert_array_equal(np.where(turned, after.T[alone], after[alone]), before[alone])
    assert 0.35 < turned.mean() < 0.65
    assert flip_directions(A, np.random.default_rng(1)).nnz == A.nnz


def test_answered_pairs_and_loops_stay():
    A = graph()
    before, after = A.toarray(), flip_directions(A, np.random.default_rng(2)).toarray()
    kept = ((before > 0) & (before.T > 0)) | np.eye(40, dtype=bool)
    np.testing.assert_array_equal(after[kept], before[kept])


@pytest.mark.parametrize("make", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
def test_swapped_pairs_keep_the_symmetric_part(make):
    K = graph().toarray() - 0.3 * graph(seed=5).toarray()
    swapped = swap_pairs(make(K), np.random.default_rng(0))
    assert sp.issparse(swapped) == (make is not np.asarray)
    S = swapped.toarray() if sp.issparse(swapped) else swapped
    np.testing.assert_allclose(S + S.T, K + K.T, atol=1e-15)
    either = np.isclose(S, K) | np.isclose(S, K.T)
    assert either.all()
    assert not np.allclose(S, K)


def test_the_mask_is_symmetric_and_leaves_the_diagonal():
    mask = swap_mask(30, np.random.default_rng(0))
    np.testing.assert_array_equal(mask, mask.T)
    assert not mask.diagonal().any()


def linked(*links: tuple[int, int, float]) -> GraphData:
    adjacency = np.zeros((4, 4))
    for source, target, weight in links:
        adjacency[source, target] = weight
    return GraphData(adjacency, list("abcd"))


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (linked(), Overview(Direction.NO_LINKS)),
        (linked((0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 3, 1)), Overview(Direction.ONE_WAY, 0.5)),
        (linked((0, 1, 1), (1, 0, 1)), Overview(Direction.SYMMETRIC)),
        (linked((0, 1, 1), (1, 0, 2)), Overview(Direction.UNEQUAL_WEIGHTS)),
        (MatrixData(np.array([[1.0, 2.0], [2.0, 1.0]])), Overview(Direction.SYMMETRIC)),
        (MatrixData(np.array([[0.0, 3.0], [1.0, 0.0]])), Overview(Direction.SKEWED, 0.2)),  # 2·1² of 3² + 1²
        (MatrixData(np.ones((2, 3))), Overview(Direction.RECTANGULAR)),
        (TableData(np.eye(3), ["a", "b", "a"]), Overview(Direction.BY_KERNEL)),
        (BagData([np.ones((2, 1)), np.zeros((3, 1))], ["a", "b"]), Overview(Direction.BY_DIVERGENCE)),
    ],
)
def test_direction_of_data(data, found):
    assert overview(data).direction is found.direction
    assert overview(data).share == pytest.approx(found.share)


def random_graph(n: int, density: float = 0.08, seed: int = 0) -> sp.csr_array:
    return sp.csr_array(sp.random_array((n, n), density=density, rng=np.random.default_rng(seed)))


def acyclic(n: int, seed: int = 0) -> sp.csr_array:
    return sp.csr_array(sp.triu(random_graph(n, 0.2, seed), 1))


def naive_katz(A: sp.csr_array, beta: float) -> np.ndarray:
    eye = np.eye(A.shape[0])
    return np.linalg.inv(eye - beta * A.toarray()) @ (beta * A.toarray())


GRAPHS = {"dense eigenvalues": random_graph(40), "acyclic": acyclic(30)}


def usual_beta(A: sp.csr_array) -> float:
    """0.5 / spectral radius, or 0.5 / largest singular value where no walk returns."""
    radius = np.abs(np.linalg.eigvals(A.toarray())).max()
    return 0.5 / (radius if radius > 1e-6 else np.linalg.norm(A.toarray(), 2))


@pytest.mark.parametrize("dense_limit", [10_000, 0], ids=["dense", "arpack"])
@pytest.mark.parametrize("name", GRAPHS)
def test_features_reproduce_the_best_low_rank_matrix(monkeypatch, name, dense_limit):
    """Vectors are unique up to sign, what they multiply to is unique."""
    monkeypatch.setattr(direction, "DENSE", dense_limit)
    A = GRAPHS[name]
    for embedding, matrix in (
        (spectral_embedding(A), A.toarray()),
        (hope_embedding(A), naive_katz(A, usual_beta(A))),
    ):
        U, s, Vt = np.linalg.svd(matrix)
        rank = 10
        features = embedding.features(rank)
        assert features.shape == (A.shape[0], 2 * rank)
        left, right = features[:, :rank], features[:, rank:]
        np.testing.assert_allclose(left @ right.T, (U[:, :rank] * s[:rank]) @ Vt[:rank], atol=1e-8)
        np.testing.assert_allclose(left.T @ left, np.diag(s[:rank]), atol=1e-8)


def test_few_nodes_and_no_edges():
    tiny = sp.csr_array(np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]))
    assert hope_embedding(tiny).features(128).shape == (3, 6)
    assert not hope_embedding(sp.csr_array((5, 5))).features(4).any()
    assert not spectral_embedding(sp.csr_array((700, 700))).features(4).any()
