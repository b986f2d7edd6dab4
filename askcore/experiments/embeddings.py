"""Direction-aware embeddings of a graph: a place as a source and a place as a target for every node.

Made from the whole graph, test nodes included, without any label: transductive, as the kernels over all nodes are.

- adjacency spectral embedding: A = U S V^T, features [U sqrt S, V sqrt S] (Sussman et al. 2012);
- HOPE: the same of the Katz proximity (Ou, Cui, Pei, Zhang and Zhu 2016), beta = 0.5 / spectral radius.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import scipy.sparse as sp
from scipy.linalg import eigh
from scipy.sparse.linalg import aslinearoperator, svds

from askcore._lazy import cached_property
from askcore.kernels import GraphKernel
from askcore.solvers import index_operator
from askcore.solvers.svd._factors import svd

RANK = 128
DENSE = 600  # nodes up to which the whole decomposition is cheapest


class Embedding:
    """Singular vectors of N nodes times the roots of their values: ``left`` and ``right``, each (N, r)."""

    def __init__(self, U: np.ndarray, s: np.ndarray, Vt: np.ndarray) -> None:
        self.left, self.right = U * np.sqrt(s), Vt.T * np.sqrt(s)

    def features(self, rank: int) -> np.ndarray:
        """[U sqrt S, V sqrt S] of the ``rank`` largest values, (N, 2 rank) or fewer columns."""
        return np.hstack([self.left[:, :rank], self.right[:, :rank]])


def spectral_embedding(adjacency: Any) -> Embedding:
    """Adjacency spectral embedding of a graph: A = U S V^T."""
    return _embedding(sp.csr_array(adjacency, dtype=np.float64))


def hope_embedding(adjacency: Any) -> Embedding:
    """HOPE with Katz proximity: S = (I - beta A)^{-1} beta A = U S V^T, by products with A alone."""
    A = sp.csr_array(adjacency, dtype=np.float64)
    katz = GraphKernel(A, "katz", orientation="out", self_loops=None, beta=None) if A.nnz else None
    return _embedding(A if katz is None else index_operator(katz))


def _embedding(matrix: Any) -> Embedding:
    n, rank = matrix.shape[0], RANK
    if n <= DENSE:
        U, s, Vt = svd(aslinearoperator(matrix) @ np.eye(n))
        return Embedding(U[:, :rank], s[:rank], Vt[:rank])
    if sp.issparse(matrix) and matrix.nnz == 0:
        return Embedding(np.zeros((n, 1)), np.zeros(1), np.zeros((1, n)))
    U, s, Vt = svds(matrix, k=min(rank, n - 2), v0=np.ones(n))
    return Embedding(U[:, ::-1], s[::-1], Vt[::-1])


def inverse(sums: np.ndarray) -> np.ndarray:
    """One over each, and 0 where that is 0."""
    return np.divide(1.0, sums, out=np.zeros_like(sums), where=sums > 0)


class UndirectedGraph:
    """A graph without direction: A + A^T, and results derived from it, each computed once."""

    def __init__(self, adjacency: sp.csr_array) -> None:
        self.links = sp.csr_array(adjacency + adjacency.T)

    @cached_property
    def normalised(self) -> sp.csr_array:
        """D^-1/2 (A + A^T + I) D^-1/2 over all nodes, D the row sums of the middle."""
        looped = sp.csr_array(self.links + sp.eye_array(self.links.shape[0]))
        root = sp.diags_array(1.0 / np.sqrt(looped.sum(axis=1)))
        return sp.csr_array(root @ looped @ root)

    @cached_property
    def without_loops(self) -> sp.csr_array:
        """A + A^T without the links of nodes to themselves."""
        return sp.csr_array(self.links - sp.diags_array(self.links.diagonal()))

    @cached_property
    def spreading(self) -> sp.csr_array:
        """S = D^-1/2 W D^-1/2 of these links W, D their row sums; its spectrum lies within [-1, 1]."""
        root = sp.diags_array(np.sqrt(inverse(self.without_loops.sum(axis=1))))
        return sp.csr_array(root @ self.without_loops @ root)

    @cached_property
    def spread_spectrum(self) -> tuple[np.ndarray, np.ndarray]:
        """Eigenvalues (N,) and vectors (N, N) of S: for small graphs."""
        x, U = eigh(self.spreading.toarray(), check_finite=False)
        return np.clip(x, -1.0, 1.0), U
