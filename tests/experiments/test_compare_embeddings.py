"""Katz, HOPE and the adjacency embedding against dense and naive computations."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.experiments import embeddings, katz
from askcore.experiments.embeddings import hope_embedding, spectral_embedding
from askcore.experiments.katz import KatzOperator, katz_beta, spectral_radius


def random_graph(n: int, density: float = 0.08, seed: int = 0) -> sp.csr_array:
    return sp.csr_array(sp.random_array((n, n), density=density, rng=np.random.default_rng(seed)))


def acyclic(n: int, seed: int = 0) -> sp.csr_array:
    return sp.csr_array(sp.triu(random_graph(n, 0.2, seed), 1))


def naive_katz(A: sp.csr_array, beta: float) -> np.ndarray:
    eye = np.eye(A.shape[0])
    return np.linalg.inv(eye - beta * A.toarray()) @ (beta * A.toarray())


GRAPHS = {
    "dense eigenvalues": random_graph(40),
    "large component": random_graph(400, 0.01),
    "acyclic": acyclic(30),
    "one loop": sp.csr_array(acyclic(20) + 3.0 * sp.csr_array(([1.0], ([4], [4])), shape=(20, 20))),
    "a ring": sp.csr_array(np.roll(np.eye(500), 1, axis=1) * 2.0),
    "two rings": sp.csr_array(
        sp.block_diag([sp.coo_array(np.roll(np.eye(5), 1, axis=1)), 4.0 * np.roll(np.eye(7), 1, axis=1)])
    ),
    "no edge": sp.csr_array((6, 6)),
}


@pytest.mark.parametrize("name", GRAPHS)
def test_the_radius_is_that_of_all_eigenvalues(name):
    A = GRAPHS[name]
    expected = np.abs(np.linalg.eigvals(A.toarray())).max() if name not in ("acyclic",) else 0.0
    assert spectral_radius(A) == pytest.approx(expected, abs=1e-8)


def test_an_acyclic_graph_has_radius_zero_and_a_finite_beta():
    A = acyclic(30)
    assert spectral_radius(A) == 0.0
    assert katz_beta(A) == pytest.approx(0.5 / np.linalg.norm(A.toarray(), 2))
    assert katz_beta(1000 * A) == pytest.approx(katz_beta(A) / 1000)
    assert katz_beta(sp.csr_array((4, 4))) == 0.5
    large = acyclic(400)
    assert katz_beta(large) == pytest.approx(0.5 / np.linalg.norm(large.toarray(), 2))


@pytest.mark.parametrize("factorised", [10_000, 0], ids=["factorised", "series"])
@pytest.mark.parametrize("name", GRAPHS)
def test_products_are_those_of_the_inverse(monkeypatch, name, factorised):
    monkeypatch.setattr(katz, "FACTORISED", factorised)
    A = GRAPHS[name]
    operator = KatzOperator(A)
    dense = naive_katz(A, operator.beta)
    X = np.random.default_rng(0).normal(size=(A.shape[0], 3))
    np.testing.assert_allclose(operator @ X, dense @ X, atol=1e-10)
    np.testing.assert_allclose(operator.T @ X, dense.T @ X, atol=1e-10)
    np.testing.assert_allclose(operator @ X[:, 0], dense @ X[:, 0], atol=1e-10)


def test_a_series_that_does_not_converge_says_so(monkeypatch):
    monkeypatch.setattr(katz, "FACTORISED", 0)
    with pytest.raises(ValueError, match="below 1 / spectral radius"):
        KatzOperator(np.ones((3, 3)), beta=1 / 3) @ np.ones((3, 1))


@pytest.mark.parametrize("dense_limit", [10_000, 0], ids=["dense", "arpack"])
@pytest.mark.parametrize("name", ["dense eigenvalues", "acyclic"])
def test_features_reproduce_the_best_low_rank_matrix(monkeypatch, name, dense_limit):
    """Vectors are unique up to sign, what they multiply to is unique."""
    monkeypatch.setattr(embeddings, "DENSE", dense_limit)
    A = GRAPHS[name]
    for embedding, matrix in (
        (spectral_embedding(A), A.toarray()),
        (hope_embedding(A), naive_katz(A, katz_beta(A))),
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


def test_the_same_graph_gives_the_same_features():
    A = random_graph(700, 0.01)
    np.testing.assert_array_equal(hope_embedding(A).features(16), hope_embedding(A).features(16))
