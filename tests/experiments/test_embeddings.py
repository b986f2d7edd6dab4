"""HOPE and the adjacency embedding against dense and naive computations."""

from __future__ import annotations

import numpy as np
import pytest
import scipy.sparse as sp

from askcore.experiments import embeddings
from askcore.experiments.embeddings import hope_embedding, spectral_embedding


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
    monkeypatch.setattr(embeddings, "DENSE", dense_limit)
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
